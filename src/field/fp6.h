/* Fp6 = Fp2[v]/(v^3 - (u + 1)). Outputs first; aliasing allowed. Formulas: docs/math.md. */
#ifndef CUZK_FIELD_FP6_H
#define CUZK_FIELD_FP6_H

#include "field/fp2.h"

typedef struct {
    fp2 c0, c1, c2; /* c0 + c1 v + c2 v^2 */
} fp6;

extern const fp6 fp6_zero, fp6_one;

void fp6_add(fp6 *out, const fp6 *a, const fp6 *b);
void fp6_sub(fp6 *out, const fp6 *a, const fp6 *b);
void fp6_neg(fp6 *out, const fp6 *a);
void fp6_double(fp6 *out, const fp6 *a);
void fp6_mul(fp6 *out, const fp6 *a, const fp6 *b);
void fp6_sqr(fp6 *out, const fp6 *a);
void fp6_mul_by_1(fp6 *out, const fp6 *a, const fp2 *b1);                 /* times b1 v */
void fp6_mul_by_01(fp6 *out, const fp6 *a, const fp2 *b0, const fp2 *b1); /* times b0 + b1 v */
void fp6_mul_nonresidue(fp6 *out, const fp6 *a);                          /* times v */
void fp6_inverse(fp6 *out, const fp6 *a);                                 /* 0 for 0 */
bool fp6_is_zero(const fp6 *a);
bool fp6_equal(const fp6 *a, const fp6 *b);

#endif
