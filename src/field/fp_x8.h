/* Eight elements of the base field at once, with the 52-bit multiply-add of AVX-512 IFMA.
 *
 * Eight limbs of 52 bits, Montgomery R = 2^416, one element a lane. R is 2^35 times larger than p,
 * so values need no exact reduction between operations. Words used below:
 *   carried   every limb in [0, 2^52), the value in [0, 2^416)
 *   near      limbs 0..6 in [0, 2^52), limb 7 signed, the value within 2^-13 p of [0, p]; x and y
 *             near and x = y mod p means that x - y is one of -p, 0, p
 *   raw       limbs are signed sums of a few of the above, the value may be negative
 * Products take carried operands, so a near value is first given a multiple of p.
 * Stored form of an element is its eight limbs, 64 bytes; zero of a point at infinity is eight zero
 * limbs. Only for files compiled with CUZK_IFMA_FLAGS, reached when cpu_level() is CPU_IFMA. */
#ifndef CUZK_FIELD_FP_X8_H
#define CUZK_FIELD_FP_X8_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "field/fp.h"
#include "field/fp_x8_constants.h"

#define FP_X8_LIMBS  8
#define FP_X8_MASK   0xfffffffffffffULL
#define FP_X8_INLINE static inline __attribute__((always_inline))
#define FP_X8_UNROLL _Pragma("GCC unroll 16")

typedef struct {
    __m512i limb[FP_X8_LIMBS];
} fp_x8;

typedef struct {
    __m512i limb[2 * FP_X8_LIMBS];
} fp_x8_wide; /* a product before reduction: signed column sums below 2^60 in absolute value */

static const uint64_t fp_x8_p[FP_X8_LIMBS] = {FP_X8_P0, FP_X8_P1, FP_X8_P2, FP_X8_P3,
                                              FP_X8_P4, FP_X8_P5, FP_X8_P6, FP_X8_P7};

FP_X8_INLINE __m512i fp_x8_word(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

FP_X8_INLINE void fp_x8_set(fp_x8 *out, const uint64_t limb[FP_X8_LIMBS])
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = fp_x8_word(limb[i]);
}

/* Raw to carried; a negative value leaves its sign in limb 7. */
FP_X8_INLINE void fp_x8_carry(fp_x8 *out, const fp_x8 *a)
{
    __m512i mask = fp_x8_word(FP_X8_MASK);
    __m512i t = a->limb[0];
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS - 1; i++) {
        out->limb[i] = _mm512_and_si512(t, mask);
        t = _mm512_add_epi64(a->limb[i + 1], _mm512_srai_epi64(t, 52));
    }
    out->limb[FP_X8_LIMBS - 1] = t;
}

/* --- raw sums: no carries, limbs at most a few times 2^52 --- */

FP_X8_INLINE void fp_x8_add_raw(fp_x8 *out, const fp_x8 *a, const fp_x8 *b)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = _mm512_add_epi64(a->limb[i], b->limb[i]);
}

FP_X8_INLINE void fp_x8_sub_raw(fp_x8 *out, const fp_x8 *a, const fp_x8 *b)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = _mm512_sub_epi64(a->limb[i], b->limb[i]);
}

/* a + k p, k up to 64 */
FP_X8_INLINE void fp_x8_add_p_raw(fp_x8 *out, const fp_x8 *a, uint64_t k)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = _mm512_add_epi64(a->limb[i], fp_x8_word(k * fp_x8_p[i]));
}

/* -a in the lanes of `negate`, a elsewhere */
FP_X8_INLINE void fp_x8_negate_raw(fp_x8 *out, const fp_x8 *a, __mmask8 negate)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] =
            _mm512_mask_sub_epi64(a->limb[i], negate, _mm512_setzero_si512(), a->limb[i]);
}

FP_X8_INLINE void fp_x8_select(fp_x8 *out, __mmask8 take_b, const fp_x8 *a, const fp_x8 *b)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = _mm512_mask_blend_epi64(take_b, a->limb[i], b->limb[i]);
}

/* --- carried sums --- */

FP_X8_INLINE void fp_x8_add(fp_x8 *out, const fp_x8 *a, const fp_x8 *b)
{
    fp_x8 t;
    fp_x8_add_raw(&t, a, b);
    fp_x8_carry(out, &t);
}

/* a - b + k p, which must not be negative */
FP_X8_INLINE void fp_x8_sub(fp_x8 *out, const fp_x8 *a, const fp_x8 *b, uint64_t k)
{
    fp_x8 t;
    fp_x8_sub_raw(&t, a, b);
    fp_x8_add_p_raw(&t, &t, k);
    fp_x8_carry(out, &t);
}

/* A raw sum of at most three near values or products, in (-low p, 2p) give or take 2^-12 p, to
 * near; low is 1 or 2. With u = 2^364 the value's top is limb[7] + c, c in [-2, 1]: a negative
 * value has limb[7] < 4 and gets low p, so that it ends above -12 u; one with limb[7] > p_7 + 4 is
 * above p and loses p; what remains is below p + 6 u, and p > 2^13 12 u. */
FP_X8_INLINE void fp_x8_fold(fp_x8 *out, const fp_x8 *a, uint64_t low)
{
    fp_x8 t = *a;
    __mmask8 negative = _mm512_cmplt_epi64_mask(t.limb[7], fp_x8_word(4));
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        t.limb[i] =
            _mm512_mask_add_epi64(t.limb[i], negative, t.limb[i], fp_x8_word(low * fp_x8_p[i]));
    __mmask8 large = _mm512_cmpgt_epi64_mask(t.limb[7], fp_x8_word(FP_X8_P7 + 4));
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        t.limb[i] = _mm512_mask_sub_epi64(t.limb[i], large, t.limb[i], fp_x8_word(fp_x8_p[i]));
    fp_x8_carry(out, &t);
}

/* Raw in [-4p, 4p) to [0, p). */
FP_X8_INLINE void fp_x8_canonical(fp_x8 *out, const fp_x8 *a)
{
    fp_x8 t, d;
    fp_x8_add_p_raw(&t, a, 4);
    fp_x8_carry(&t, &t);
    for (uint64_t k = 4; k > 0; k /= 2) {
        for (int i = 0; i < FP_X8_LIMBS; i++)
            d.limb[i] = _mm512_sub_epi64(t.limb[i], fp_x8_word(k * fp_x8_p[i]));
        fp_x8_carry(&d, &d);
        fp_x8_select(&t, _mm512_movepi64_mask(d.limb[7]), &d, &t);
    }
    *out = t;
}

/* Lanes whose limbs are all zero. */
FP_X8_INLINE __mmask8 fp_x8_zero_lanes(const fp_x8 *a)
{
    __m512i any = a->limb[0];
    FP_X8_UNROLL
    for (int i = 1; i < FP_X8_LIMBS; i++)
        any = _mm512_or_si512(any, a->limb[i]);
    return _mm512_testn_epi64_mask(any, any);
}

/* Lanes where a = b mod p, both raw in [-4p, 4p). */
FP_X8_INLINE __mmask8 fp_x8_equal_lanes(const fp_x8 *a, const fp_x8 *b)
{
    fp_x8 x, y;
    fp_x8_canonical(&x, a);
    fp_x8_canonical(&y, b);
    __mmask8 equal = 0xff;
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        equal = _mm512_mask_cmpeq_epi64_mask(equal, x.limb[i], y.limb[i]);
    return equal;
}

/* --- products ---
 *
 * Operands carried with a b < 2^18 p^2 give a carried result below p + a b / 2^416 < p + 2^-16 p.
 * Rows are written out because clang only keeps t in registers that way. The lowest column after
 * adding m p is a multiple of 2^52, so its carry is the ceiling of t0 / 2^52 and lo(m p0) is never
 * formed. */

#define FP_X8_LO(t, x, y) t = _mm512_madd52lo_epu64(t, x, y)
#define FP_X8_HI(t, x, y) t = _mm512_madd52hi_epu64(t, x, y)

/* t0..t8 += m p with m = -t0 / p mod 2^52, and t0 carried into t1. */
#define FP_X8_REDUCE_ROW(t0, t1, t2, t3, t4, t5, t6, t7, t8, m)                                    \
    do {                                                                                           \
        FP_X8_LO(t1, m, fp_x8_word(FP_X8_P1));                                                     \
        FP_X8_LO(t2, m, fp_x8_word(FP_X8_P2));                                                     \
        FP_X8_LO(t3, m, fp_x8_word(FP_X8_P3));                                                     \
        FP_X8_LO(t4, m, fp_x8_word(FP_X8_P4));                                                     \
        FP_X8_LO(t5, m, fp_x8_word(FP_X8_P5));                                                     \
        FP_X8_LO(t6, m, fp_x8_word(FP_X8_P6));                                                     \
        FP_X8_LO(t7, m, fp_x8_word(FP_X8_P7));                                                     \
        t0 = _mm512_srai_epi64(_mm512_add_epi64(t0, mask), 52);                                    \
        t1 = _mm512_add_epi64(t1, t0);                                                             \
        FP_X8_HI(t1, m, fp_x8_word(FP_X8_P0));                                                     \
        FP_X8_HI(t2, m, fp_x8_word(FP_X8_P1));                                                     \
        FP_X8_HI(t3, m, fp_x8_word(FP_X8_P2));                                                     \
        FP_X8_HI(t4, m, fp_x8_word(FP_X8_P3));                                                     \
        FP_X8_HI(t5, m, fp_x8_word(FP_X8_P4));                                                     \
        FP_X8_HI(t6, m, fp_x8_word(FP_X8_P5));                                                     \
        FP_X8_HI(t7, m, fp_x8_word(FP_X8_P6));                                                     \
        FP_X8_HI(t8, m, fp_x8_word(FP_X8_P7));                                                     \
    } while (0)

/* t0..t8 += a b_i, then one reduction row. */
#define FP_X8_ROW(t0, t1, t2, t3, t4, t5, t6, t7, t8, b_limb)                                      \
    do {                                                                                           \
        __m512i bi = b_limb;                                                                       \
        FP_X8_LO(t0, a->limb[0], bi);                                                              \
        FP_X8_LO(t1, a->limb[1], bi);                                                              \
        FP_X8_LO(t2, a->limb[2], bi);                                                              \
        FP_X8_LO(t3, a->limb[3], bi);                                                              \
        FP_X8_LO(t4, a->limb[4], bi);                                                              \
        FP_X8_LO(t5, a->limb[5], bi);                                                              \
        FP_X8_LO(t6, a->limb[6], bi);                                                              \
        FP_X8_LO(t7, a->limb[7], bi);                                                              \
        __m512i m = _mm512_madd52lo_epu64(zero, t0, inverse);                                      \
        FP_X8_HI(t1, a->limb[0], bi);                                                              \
        FP_X8_HI(t2, a->limb[1], bi);                                                              \
        FP_X8_HI(t3, a->limb[2], bi);                                                              \
        FP_X8_HI(t4, a->limb[3], bi);                                                              \
        FP_X8_HI(t5, a->limb[4], bi);                                                              \
        FP_X8_HI(t6, a->limb[5], bi);                                                              \
        FP_X8_HI(t7, a->limb[6], bi);                                                              \
        t8 = _mm512_madd52hi_epu64(zero, a->limb[7], bi);                                          \
        FP_X8_REDUCE_ROW(t0, t1, t2, t3, t4, t5, t6, t7, t8, m);                                   \
    } while (0)

FP_X8_INLINE void fp_x8_mul(fp_x8 *out, const fp_x8 *a, const fp_x8 *b)
{
    const __m512i zero = _mm512_setzero_si512(), mask = fp_x8_word(FP_X8_MASK);
    const __m512i inverse = fp_x8_word(FP_X8_NEG_INVERSE);
    __m512i t0 = zero, t1 = zero, t2 = zero, t3 = zero, t4 = zero, t5 = zero, t6 = zero, t7 = zero;
    __m512i t8;
    FP_X8_ROW(t0, t1, t2, t3, t4, t5, t6, t7, t8, b->limb[0]);
    FP_X8_ROW(t1, t2, t3, t4, t5, t6, t7, t8, t0, b->limb[1]);
    FP_X8_ROW(t2, t3, t4, t5, t6, t7, t8, t0, t1, b->limb[2]);
    FP_X8_ROW(t3, t4, t5, t6, t7, t8, t0, t1, t2, b->limb[3]);
    FP_X8_ROW(t4, t5, t6, t7, t8, t0, t1, t2, t3, b->limb[4]);
    FP_X8_ROW(t5, t6, t7, t8, t0, t1, t2, t3, t4, b->limb[5]);
    FP_X8_ROW(t6, t7, t8, t0, t1, t2, t3, t4, t5, b->limb[6]);
    FP_X8_ROW(t7, t8, t0, t1, t2, t3, t4, t5, t6, b->limb[7]);
    fp_x8 t = {{t8, t0, t1, t2, t3, t4, t5, t6}};
    fp_x8_carry(out, &t);
}

/* Column sums of a b. */
FP_X8_INLINE void fp_x8_mul_wide(fp_x8_wide *out, const fp_x8 *a, const fp_x8 *b)
{
    __m512i t[2 * FP_X8_LIMBS];
    FP_X8_UNROLL
    for (int i = 0; i < 2 * FP_X8_LIMBS; i++)
        t[i] = _mm512_setzero_si512();
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++) {
        FP_X8_UNROLL
        for (int j = 0; j < FP_X8_LIMBS; j++)
            FP_X8_LO(t[i + j], a->limb[j], b->limb[i]);
        FP_X8_UNROLL
        for (int j = 0; j < FP_X8_LIMBS; j++)
            FP_X8_HI(t[i + j + 1], a->limb[j], b->limb[i]);
    }
    FP_X8_UNROLL
    for (int i = 0; i < 2 * FP_X8_LIMBS; i++)
        out->limb[i] = t[i];
}

/* Column sums of a^2: each mixed product once, doubled. */
FP_X8_INLINE void fp_x8_sqr_wide(fp_x8_wide *out, const fp_x8 *a)
{
    __m512i t[2 * FP_X8_LIMBS];
    FP_X8_UNROLL
    for (int i = 0; i < 2 * FP_X8_LIMBS; i++)
        t[i] = _mm512_setzero_si512();
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++) {
        FP_X8_UNROLL
        for (int j = i + 1; j < FP_X8_LIMBS; j++)
            FP_X8_LO(t[i + j], a->limb[j], a->limb[i]);
        FP_X8_UNROLL
        for (int j = i + 1; j < FP_X8_LIMBS; j++)
            FP_X8_HI(t[i + j + 1], a->limb[j], a->limb[i]);
    }
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++) {
        t[2 * i] = _mm512_add_epi64(t[2 * i], t[2 * i]);
        t[2 * i + 1] = _mm512_add_epi64(t[2 * i + 1], t[2 * i + 1]);
        FP_X8_LO(t[2 * i], a->limb[i], a->limb[i]);
        FP_X8_HI(t[2 * i + 1], a->limb[i], a->limb[i]);
    }
    FP_X8_UNROLL
    for (int i = 0; i < 2 * FP_X8_LIMBS; i++)
        out->limb[i] = t[i];
}

#define FP_X8_REDUCE(i, t0, t1, t2, t3, t4, t5, t6, t7, t8)                                        \
    do {                                                                                           \
        __m512i m = _mm512_madd52lo_epu64(zero, t0, inverse);                                      \
        t8 = a->limb[i + 8];                                                                       \
        FP_X8_REDUCE_ROW(t0, t1, t2, t3, t4, t5, t6, t7, t8, m);                                   \
    } while (0)

/* Column sums of a value in [0, 2^18 p^2) to a result as of fp_x8_mul. */
FP_X8_INLINE void fp_x8_reduce_wide(fp_x8 *out, const fp_x8_wide *a)
{
    const __m512i zero = _mm512_setzero_si512(), mask = fp_x8_word(FP_X8_MASK);
    const __m512i inverse = fp_x8_word(FP_X8_NEG_INVERSE);
    __m512i t0 = a->limb[0], t1 = a->limb[1], t2 = a->limb[2], t3 = a->limb[3], t4 = a->limb[4],
            t5 = a->limb[5], t6 = a->limb[6], t7 = a->limb[7], t8;
    FP_X8_REDUCE(0, t0, t1, t2, t3, t4, t5, t6, t7, t8);
    FP_X8_REDUCE(1, t1, t2, t3, t4, t5, t6, t7, t8, t0);
    FP_X8_REDUCE(2, t2, t3, t4, t5, t6, t7, t8, t0, t1);
    FP_X8_REDUCE(3, t3, t4, t5, t6, t7, t8, t0, t1, t2);
    FP_X8_REDUCE(4, t4, t5, t6, t7, t8, t0, t1, t2, t3);
    FP_X8_REDUCE(5, t5, t6, t7, t8, t0, t1, t2, t3, t4);
    FP_X8_REDUCE(6, t6, t7, t8, t0, t1, t2, t3, t4, t5);
    FP_X8_REDUCE(7, t7, t8, t0, t1, t2, t3, t4, t5, t6);
    fp_x8 t = {{t8, t0, t1, t2, t3, t4, t5, t6}};
    fp_x8_carry(out, &t);
}

FP_X8_INLINE void fp_x8_sqr(fp_x8 *out, const fp_x8 *a)
{
    fp_x8_wide t;
    fp_x8_sqr_wide(&t, a);
    fp_x8_reduce_wide(out, &t);
}

/* --- lanes and memory --- */

/* Lane i gets lane (i + by) mod 8, by 1, 2 or 4. */
FP_X8_INLINE void fp_x8_rotate(fp_x8 *out, const fp_x8 *a, int by)
{
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i from = _mm512_add_epi64(lanes, fp_x8_word((uint64_t)by)); /* read modulo 8 */
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out->limb[i] = _mm512_permutexvar_epi64(from, a->limb[i]);
}

/* Lane i from the eight limbs at in[i]. The order of the halves makes two stages of shuffles
 * enough. */
FP_X8_INLINE void fp_x8_load_lanes(fp_x8 *out, const uint64_t *const in[8])
{
    FP_X8_UNROLL
    for (int half = 0; half < 2; half++) {
        __m512i row[4];
        FP_X8_UNROLL
        for (int k = 0; k < 4; k++) {
            const int low = k < 2 ? k : k + 2; /* lanes 0 1 4 5, with 2 3 6 7 above them */
            row[k] = _mm512_inserti64x4(
                _mm512_castsi256_si512(
                    _mm256_loadu_si256((const __m256i *)(const void *)(in[low] + 4 * half))),
                _mm256_loadu_si256((const __m256i *)(const void *)(in[low + 2] + 4 * half)), 1);
        }
        __m512i a = _mm512_unpacklo_epi64(row[0], row[1]);
        __m512i b = _mm512_unpackhi_epi64(row[0], row[1]);
        __m512i c = _mm512_unpacklo_epi64(row[2], row[3]);
        __m512i d = _mm512_unpackhi_epi64(row[2], row[3]);
        out->limb[4 * half + 0] = _mm512_shuffle_i64x2(a, c, 0x88);
        out->limb[4 * half + 1] = _mm512_shuffle_i64x2(b, d, 0x88);
        out->limb[4 * half + 2] = _mm512_shuffle_i64x2(a, c, 0xdd);
        out->limb[4 * half + 3] = _mm512_shuffle_i64x2(b, d, 0xdd);
    }
}

/* Lane i to the eight limbs at out[i]. */
FP_X8_INLINE void fp_x8_store_lanes(uint64_t *const out[8], const fp_x8 *in)
{
    const __m512i low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    const __m512i high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    FP_X8_UNROLL
    for (int half = 0; half < 2; half++) {
        const __m512i *limb = &in->limb[4 * half];
        __m512i even01 = _mm512_unpacklo_epi64(limb[0], limb[1]); /* of lanes 0 2 4 6 */
        __m512i odd01 = _mm512_unpackhi_epi64(limb[0], limb[1]);
        __m512i even23 = _mm512_unpacklo_epi64(limb[2], limb[3]);
        __m512i odd23 = _mm512_unpackhi_epi64(limb[2], limb[3]);
        __m512i row[4] = {/* lanes 0 2, 1 3, 4 6, 5 7 */
                          _mm512_permutex2var_epi64(even01, low, even23),
                          _mm512_permutex2var_epi64(odd01, low, odd23),
                          _mm512_permutex2var_epi64(even01, high, even23),
                          _mm512_permutex2var_epi64(odd01, high, odd23)};
        FP_X8_UNROLL
        for (int k = 0; k < 4; k++) {
            const int lane = k < 2 ? k : k + 2;
            _mm256_storeu_si256((__m256i *)(void *)(out[lane] + 4 * half),
                                _mm512_castsi512_si256(row[k]));
            _mm256_storeu_si256((__m256i *)(void *)(out[lane + 2] + 4 * half),
                                _mm512_extracti64x4_epi64(row[k], 1));
        }
    }
}

/* Limbs of 52 bits of one 384-bit integer: six little-endian words, or 48 big-endian bytes. */
FP_X8_INLINE __m512i fp_x8_split(__m512i bytes, __m512i order)
{
    const __m512i shift = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);
    return _mm512_and_si512(_mm512_srlv_epi64(_mm512_permutexvar_epi8(order, bytes), shift),
                            fp_x8_word(FP_X8_MASK));
}

/* Byte of the number that is byte i of limb i / 8, which starts at bit 52 (i / 8); 63 is a zero. */
static const uint8_t fp_x8_order_words[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  6,  7,  8,  9,  10, 11, 12, 13, 13, 14, 15, 16, 17, 18,
    19, 20, 19, 20, 21, 22, 23, 24, 25, 26, 26, 27, 28, 29, 30, 31, 32, 33, 32, 33, 34, 35,
    36, 37, 38, 39, 39, 40, 41, 42, 43, 44, 45, 46, 45, 46, 47, 63, 63, 63, 63, 63};
static const uint8_t fp_x8_order_bytes[64] = {
    47, 46, 45, 44, 43, 42, 41, 40, 41, 40, 39, 38, 37, 36, 35, 34, 34, 33, 32, 31, 30, 29,
    28, 27, 28, 27, 26, 25, 24, 23, 22, 21, 21, 20, 19, 18, 17, 16, 15, 14, 15, 14, 13, 12,
    11, 10, 9,  8,  8,  7,  6,  5,  4,  3,  2,  1,  2,  1,  0,  63, 63, 63, 63, 63};

FP_X8_INLINE __m512i fp_x8_split_words(const uint64_t in[6])
{
    return fp_x8_split(_mm512_maskz_loadu_epi64(0x3f, in), _mm512_loadu_si512(fp_x8_order_words));
}

FP_X8_INLINE __m512i fp_x8_split_bytes(const uint8_t in[48])
{
    return fp_x8_split(_mm512_maskz_loadu_epi8(0xffffffffffffULL, in),
                       _mm512_loadu_si512(fp_x8_order_bytes));
}

/* The limbs of lane 0. */
FP_X8_INLINE void fp_x8_first_lane(uint64_t out[FP_X8_LIMBS], const fp_x8 *a)
{
    FP_X8_UNROLL
    for (int i = 0; i < FP_X8_LIMBS; i++)
        out[i] = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(a->limb[i]));
}

/* The integer of eight carried limbs in six words; limb i starts at bit 52 i. */
static inline void fp_x8_pack(uint64_t out[6], const uint64_t c[FP_X8_LIMBS])
{
    out[0] = c[0] | c[1] << 52;
    out[1] = c[1] >> 12 | c[2] << 40;
    out[2] = c[2] >> 24 | c[3] << 28;
    out[3] = c[3] >> 36 | c[4] << 16;
    out[4] = c[4] >> 48 | c[5] << 4 | c[6] << 56;
    out[5] = c[6] >> 8 | c[7] << 44;
}

/* One stored element, in [-4p, 4p), to fp. */
static inline void fp_x8_to_fp(fp *out, const uint64_t limb[FP_X8_LIMBS])
{
    static const fp factor = FP_FROM_X8_FACTOR;
    fp_x8 t;
    uint64_t c[FP_X8_LIMBS];
    fp_x8_set(&t, limb);
    fp_x8_canonical(&t, &t);
    fp_x8_first_lane(c, &t);
    fp packed;
    fp_x8_pack(packed.limb, c);
    fp_mul(out, &packed, &factor);
}

/* The same back; out is carried and below p. */
static inline void fp_x8_from_fp(uint64_t limb[FP_X8_LIMBS], const fp *a)
{
    static const fp factor = FP_TO_X8_FACTOR;
    fp t;
    fp_mul(&t, a, &factor);
    _mm512_storeu_si512(limb, fp_x8_split_words(t.limb));
}

#endif
