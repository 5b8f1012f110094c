/* The polynomials of a circuit at one point tau: what key generation needs of the matrices.
 *
 * Row k of the system stands at w^k, the rows appended for the inputs included. L_k(tau) is the
 * value there of the k-th Lagrange polynomial, and for matrix M the value of variable j's
 * polynomial is the sum over the rows of M[k][j] L_k(tau). Values derived from tau are secret: who
 * holds the arrays wipes them. Source: docs/filecoin.md 3.2. */
#ifndef CUZK_GROTH16_QAP_H
#define CUZK_GROTH16_QAP_H

#include "r1cs/matrices.h"

/* out[k] = L_k(tau) for k < count, in the domain of 2^domain_log2; tau outside of it. Batch
 * inversion, multi-threaded. */
void qap_lagrange(fr *out, size_t count, const fr *tau, unsigned domain_log2,
                  struct threads *threads);

/* out[j] = weight[A] u_j + weight[B] v_j + weight[C] w_j for all variables j, inputs before aux;
 * a weight of NULL leaves its matrix out. lagrange: row_count + input_count values. One pass over
 * the compact matrices by all threads into the one array. Errors: OUT_OF_MEMORY. */
enum status qap_evaluate(fr *out, const struct r1cs_matrices *matrices, const fr *lagrange,
                         const fr *const weight[3], struct threads *threads, struct error *err);

#endif
