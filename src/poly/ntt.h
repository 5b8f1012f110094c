/* Number-theoretic transforms over Fr, in place, natural order in and out.
 *
 * values[k] of the forward transform is the polynomial's value at w^k, w =
 * fr_root_of_unity(log_size). The coset variants work on shift * w^k. All take Montgomery form,
 * 2^log_size elements, log_size 0 .. NTT_LOG_SIZE_MAX, and borrow the threads for the call. Tables
 * of roots are kept in a plan. Every thread works in a tile of 640 KiB on its stack. Source:
 * docs/math.md. */
#ifndef CUZK_POLY_NTT_H
#define CUZK_POLY_NTT_H

#include "base/threads.h"
#include "field/fr.h"

#define NTT_LOG_SIZE_MAX 28

/* Roots of unity for transforms of one size; read-only once made, usable by many threads. At most
 * ntt_plan_bytes(log_size) bytes, a small fraction of the vector (roots in two factors, not
 * 2^(log_size-1) of them). */
struct ntt_plan;
enum status ntt_plan_make(struct ntt_plan **out, unsigned log_size, struct error *err);
void ntt_plan_free(struct ntt_plan *plan);
size_t ntt_plan_bytes(unsigned log_size);
unsigned ntt_plan_log_size(const struct ntt_plan *plan);

void ntt_forward(const struct ntt_plan *plan, struct threads *threads, fr *values);
void ntt_inverse(const struct ntt_plan *plan, struct threads *threads, fr *values);
void ntt_forward_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift);
void ntt_inverse_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift);

/* Radix-2 textbook transforms on one thread: the reference for tests. */
void ntt_forward_plain(fr *values, unsigned log_size);
void ntt_inverse_plain(fr *values, unsigned log_size);

#endif
