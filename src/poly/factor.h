/* Products with constants prepared for it, for the scalar kernel.
 *
 * With W_i = w 2^(64 (i+1)) mod r, a w is (sum a_i W_i) / 2^64: one step of Montgomery's reduction,
 * against four for a product of two variables; 20 word products against 36. */
#ifndef CUZK_POLY_FACTOR_H
#define CUZK_POLY_FACTOR_H

#include "field/fr.h"

typedef struct {
    uint64_t limb[FR_LIMBS][FR_LIMBS]; /* W_i in row i */
} fr_factor;

void fr_factor_make(fr_factor *out, const fr *w);

/* out = a w. May alias. */
void fr_factor_mul(fr *out, const fr *a, const fr_factor *w);

/* u[i], v[i] become u[i] + w v[i], u[i] - w v[i]. */
void fr_factor_butterflies(fr *u, fr *v, size_t count, const fr_factor *w);

#endif
