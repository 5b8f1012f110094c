/* Large transforms as passes of tiles over the array.
 *
 * A position p = (x n2 + y) n3 + z of the array has three digits, with n1 = n3. Natural order puts
 * the index there; scrambled order puts index (z n2 + y) n1 + x there, so that the two differ by a
 * swap of x and z, which is its own inverse. Down goes from natural to scrambled through the levels
 * x, y, z; up comes back through z, y, x. When y has one bit or none its level is part of x's
 * tiles. Between two levels every value is multiplied by a root of unity; the running powers that
 * do it also carry scale factors and coset shifts. docs/math.md has the equations. */
#ifndef CUZK_POLY_NTT_PASS_H
#define CUZK_POLY_NTT_PASS_H

#include "poly/ntt.h"
#include "poly/ntt_tile.h"

#define NTT_PASS_LOG_SIZE_MIN 6 /* both outer digits need a tile's eight lanes */

struct ntt_plan {
    unsigned log_size;
    unsigned outer_bits, middle_bits; /* of x and of z; of y. 0 for sizes below the minimum */
    struct tile_roots roots;
    fr root_square[NTT_LOG_SIZE_MAX + 1]; /* i-th: w^(2^i), w of order 2^(log_size+1) */
};

/* A plan with a given size of the outer digits (3 or more; 0 for the plain transforms): neither
 * they nor the middle one, nor the first two together where the middle has one bit, may exceed
 * TILE_LOG_SIZE_MAX. Errors: OUT_OF_MEMORY. */
enum status ntt_plan_make_digits(struct ntt_plan **out, unsigned log_size, unsigned outer_bits,
                                 struct error *err);

/* w^exponent, w of order 2^(log_size+1); any exponent, negative ones wrap. */
void ntt_root_power(const struct ntt_plan *plan, fr *out, uint64_t exponent);

const struct tile_kernel *ntt_kernel(const struct ntt_plan *plan);

enum ntt_coset {
    NTT_SUBGROUP,
    NTT_ODD,   /* shift w of order 2^(log_size+1) */
    NTT_SHIFT, /* any shift */
};

struct ntt_pass {
    const struct ntt_plan *plan;
    struct threads *threads;
    bool inverse;
    enum ntt_coset coset;
    const fr *shift; /* of NTT_SHIFT */
    const fr *scale; /* NULL for 1 */
};

/* From natural order to scrambled in the levels above z: in (times `times`, unless NULL) to out,
 * any of which may be equal. Product of two variables: see tile_kernel.product_shift. */
void ntt_pass_down(const struct ntt_pass *pass, fr *in, fr *times, fr *out);

/* Level z, which ends a transform down. natural: out, which is then another array than in, gets
 * the result in natural order, with the scrambled `plus` (or NULL) first taken through the level
 * by the plain transform of the same direction and added. */
void ntt_pass_last(const struct ntt_pass *pass, fr *in, fr *plus, fr *out, bool natural);

/* Level z of an inverse transform down, then of a transform up on the odd coset. */
void ntt_pass_turn(const struct ntt_pass *pass, fr *values);

/* The levels above z of transforms up on the odd coset, of a and b; pointwise product; the same
 * levels of the transform back down, inverse, to b. pass describes the way down. a is scratch. */
void ntt_pass_product(const struct ntt_pass *pass, fr *a, fr *b);

/* Natural order to scrambled or back. */
void ntt_pass_swap(const struct ntt_plan *plan, struct threads *threads, fr *values);

#endif
