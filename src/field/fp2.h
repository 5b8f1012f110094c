/* Fp2 = Fp[u]/(u^2 + 1). Outputs first; aliasing allowed. */
#ifndef CUZK_FIELD_FP2_H
#define CUZK_FIELD_FP2_H

#include "field/fp.h"

typedef struct {
    fp c0, c1; /* c0 + c1 u */
} fp2;

extern const fp2 fp2_zero, fp2_one;

void fp2_add(fp2 *out, const fp2 *a, const fp2 *b);
void fp2_sub(fp2 *out, const fp2 *a, const fp2 *b);
void fp2_neg(fp2 *out, const fp2 *a);
void fp2_double(fp2 *out, const fp2 *a);

/* The plain path, and the one for cpu_level() >= CPU_ADX only. */
void fp2_mul_portable(fp2 *out, const fp2 *a, const fp2 *b);
void fp2_sqr_portable(fp2 *out, const fp2 *a);
void fp2_mul_adx(fp2 *out, const fp2 *a, const fp2 *b);
void fp2_sqr_adx(fp2 *out, const fp2 *a);

static inline void fp2_mul(fp2 *out, const fp2 *a, const fp2 *b)
{
    if (FIELD_HAS_ADX)
        fp2_mul_adx(out, a, b);
    else
        fp2_mul_portable(out, a, b);
}

static inline void fp2_sqr(fp2 *out, const fp2 *a)
{
    if (FIELD_HAS_ADX)
        fp2_sqr_adx(out, a);
    else
        fp2_sqr_portable(out, a);
}

void fp2_mul_fp(fp2 *out, const fp2 *a, const fp *b);
void fp2_mul_nonresidue(fp2 *out, const fp2 *a); /* times u + 1 */
void fp2_conjugate(fp2 *out, const fp2 *a);
void fp2_inverse(fp2 *out, const fp2 *a);                        /* 0 for 0 */
void fp2_inverse_batch(fp2 *values, size_t count, fp2 *scratch); /* zeros stay zero */
bool fp2_sqrt(fp2 *out, const fp2 *a);
bool fp2_is_zero(const fp2 *a);
bool fp2_equal(const fp2 *a, const fp2 *b);
bool fp2_is_larger(const fp2 *a); /* compares c1, then c0: the sign of compressed G2 points */

#endif
