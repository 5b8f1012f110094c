/* The quotient h = (a b - c) / z of Groth16, z = X^m - 1, from evaluations over the domain.
 *
 * With six transforms and no c: for a satisfied system c = a.b on the domain, so with C the
 * interpolation of a.b and E the product modulo X^m + 1, h = (C - E) / 2. Source: docs/math.md; gpu
 * state of the art, rapidsnark. */
#ifndef CUZK_POLY_QUOTIENT_H
#define CUZK_POLY_QUOTIENT_H

#include "poly/ntt.h"

/* On entry a, b hold the 2^log_size evaluations over the domain of `plan` (rows in order, zero
 * padded); on return a holds the coefficients of h (the last is zero) and b is scratch. c:
 * 2^log_size elements of scratch. Montgomery form. */
void quotient(const struct ntt_plan *plan, struct threads *threads, fr *a, fr *b, fr *c);

/* Same result for a satisfied system, from a, b and c, the way the reference prover goes: seven
 * transforms on the coset of FR_GENERATOR. For tests. On return a holds h; b, c are scratch. */
void quotient_plain(fr *a, fr *b, fr *c, unsigned log_size);

#endif
