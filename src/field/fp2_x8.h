/* Eight elements of Fp2 = Fp[u]/(u^2 + 1) at once; the words are those of fp_x8.h. Products are
 * Karatsuba's with two reductions instead of three. */
#ifndef CUZK_FIELD_FP2_X8_H
#define CUZK_FIELD_FP2_X8_H

#include "field/fp_x8.h"

typedef struct {
    fp_x8 c0, c1;
} fp2_x8;

/* Operands carried, coordinates below 8p; results carried as of fp_x8_mul.
 * c0 = a0 b0 - a1 b1 + 64 p^2, c1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1. */
FP_X8_INLINE void fp2_x8_mul(fp2_x8 *out, const fp2_x8 *a, const fp2_x8 *b)
{
    static const uint64_t offset[2 * FP_X8_LIMBS] = FP_X8_16_P_SQUARED;
    fp_x8_wide v0, v1, v2;
    fp_x8 s, t;
    fp_x8_mul_wide(&v0, &a->c0, &b->c0);
    fp_x8_mul_wide(&v1, &a->c1, &b->c1);
    fp_x8_add(&s, &a->c0, &a->c1);
    fp_x8_add(&t, &b->c0, &b->c1);
    fp_x8_mul_wide(&v2, &s, &t);
    FP_X8_UNROLL
    for (int i = 0; i < 2 * FP_X8_LIMBS; i++) {
        v2.limb[i] = _mm512_sub_epi64(v2.limb[i], _mm512_add_epi64(v0.limb[i], v1.limb[i]));
        v0.limb[i] =
            _mm512_add_epi64(_mm512_sub_epi64(v0.limb[i], v1.limb[i]), fp_x8_word(4 * offset[i]));
    }
    fp_x8_reduce_wide(&out->c0, &v0);
    fp_x8_reduce_wide(&out->c1, &v2);
}

/* Operand carried, coordinates below 8p. (a0 + a1)(a0 - a1 + 8p), 2 a0 a1. */
FP_X8_INLINE void fp2_x8_sqr(fp2_x8 *out, const fp2_x8 *a)
{
    fp_x8 sum, difference, twice;
    fp_x8_add(&sum, &a->c0, &a->c1);
    fp_x8_sub(&difference, &a->c0, &a->c1, 8);
    fp_x8_add(&twice, &a->c0, &a->c0);
    fp_x8_mul(&out->c1, &twice, &a->c1);
    fp_x8_mul(&out->c0, &sum, &difference);
}

/* --- coordinate by coordinate, as in fp_x8.h --- */

FP_X8_INLINE void fp2_x8_add_raw(fp2_x8 *out, const fp2_x8 *a, const fp2_x8 *b)
{
    fp_x8_add_raw(&out->c0, &a->c0, &b->c0);
    fp_x8_add_raw(&out->c1, &a->c1, &b->c1);
}

FP_X8_INLINE void fp2_x8_sub_raw(fp2_x8 *out, const fp2_x8 *a, const fp2_x8 *b)
{
    fp_x8_sub_raw(&out->c0, &a->c0, &b->c0);
    fp_x8_sub_raw(&out->c1, &a->c1, &b->c1);
}

FP_X8_INLINE void fp2_x8_add_p_raw(fp2_x8 *out, const fp2_x8 *a, uint64_t k)
{
    fp_x8_add_p_raw(&out->c0, &a->c0, k);
    fp_x8_add_p_raw(&out->c1, &a->c1, k);
}

FP_X8_INLINE void fp2_x8_negate_raw(fp2_x8 *out, const fp2_x8 *a, __mmask8 negate)
{
    fp_x8_negate_raw(&out->c0, &a->c0, negate);
    fp_x8_negate_raw(&out->c1, &a->c1, negate);
}

FP_X8_INLINE void fp2_x8_select(fp2_x8 *out, __mmask8 take_b, const fp2_x8 *a, const fp2_x8 *b)
{
    fp_x8_select(&out->c0, take_b, &a->c0, &b->c0);
    fp_x8_select(&out->c1, take_b, &a->c1, &b->c1);
}

FP_X8_INLINE void fp2_x8_carry(fp2_x8 *out, const fp2_x8 *a)
{
    fp_x8_carry(&out->c0, &a->c0);
    fp_x8_carry(&out->c1, &a->c1);
}

FP_X8_INLINE void fp2_x8_sub(fp2_x8 *out, const fp2_x8 *a, const fp2_x8 *b, uint64_t k)
{
    fp_x8_sub(&out->c0, &a->c0, &b->c0, k);
    fp_x8_sub(&out->c1, &a->c1, &b->c1, k);
}

FP_X8_INLINE void fp2_x8_fold(fp2_x8 *out, const fp2_x8 *a, uint64_t low)
{
    fp_x8_fold(&out->c0, &a->c0, low);
    fp_x8_fold(&out->c1, &a->c1, low);
}

FP_X8_INLINE void fp2_x8_canonical(fp2_x8 *out, const fp2_x8 *a)
{
    fp_x8_canonical(&out->c0, &a->c0);
    fp_x8_canonical(&out->c1, &a->c1);
}

FP_X8_INLINE __mmask8 fp2_x8_zero_lanes(const fp2_x8 *a)
{
    return fp_x8_zero_lanes(&a->c0) & fp_x8_zero_lanes(&a->c1);
}

FP_X8_INLINE __mmask8 fp2_x8_equal_lanes(const fp2_x8 *a, const fp2_x8 *b)
{
    return fp_x8_equal_lanes(&a->c0, &b->c0) & fp_x8_equal_lanes(&a->c1, &b->c1);
}

FP_X8_INLINE void fp2_x8_rotate(fp2_x8 *out, const fp2_x8 *a, int by)
{
    fp_x8_rotate(&out->c0, &a->c0, by);
    fp_x8_rotate(&out->c1, &a->c1, by);
}

#endif
