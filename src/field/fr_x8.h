/* Eight elements of the scalar field at once, with the 52-bit multiply-add of AVX-512 IFMA.
 *
 * Five limbs of 52 bits, one element a lane. The number is the one that `fr` holds (Montgomery form
 * with R = 2^256), not reduced: 2^260 is 35.3 r, so sums grow for a while before they cost
 * anything. Words used below:
 *   carried   bits 0..51 of the limbs make a value in [0, 2^260); higher bits are ignored
 *   masked    carried, and no higher bits
 *   raw       limbs are signed sums of a few of these, the value is in [0, 2^260)
 * A factor is a constant prepared for multiplication. With W_i = w 2^(52 (i+1)) mod r the product
 * a w is (sum a_i W_i) / 2^52: one step of Montgomery's reduction, against five for a product of
 * two variables. Only for files compiled with CUZK_IFMA_FLAGS, reached when cpu_level() is
 * CPU_IFMA. */
#ifndef CUZK_FIELD_FR_X8_H
#define CUZK_FIELD_FR_X8_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#include "field/fr.h"

#define FR_X8_LIMBS  5
#define FR_X8_MASK   0xfffffffffffffULL
#define FR_X8_INLINE static inline __attribute__((always_inline))
#define FR_X8_UNROLL _Pragma("GCC unroll 8")

typedef struct {
    __m512i limb[FR_X8_LIMBS];
} fr_x8;

/* The same factor in all lanes; W_i in row i. */
typedef struct {
    uint64_t limb[FR_X8_LIMBS][FR_X8_LIMBS];
} fr_x8_factor;

/* One factor a lane. */
typedef struct {
    __m512i limb[FR_X8_LIMBS][FR_X8_LIMBS];
} fr_x8_factors;

/* r and 2^260 - r */
static const uint64_t fr_x8_r[FR_X8_LIMBS] = {0xfffff00000001, 0x2fffe5bfefff, 0x9a1d80553bda4,
                                              0x7d483339d8080, 0x73eda753299d};
static const uint64_t fr_x8_minus_r[FR_X8_LIMBS] = {
    0x00000ffffffff, 0xfd0001a401000, 0x65e27faac425b, 0x82b7ccc627f7f, 0xf8c1258acd662};

/* w to a factor; lanes 0..7 of w to factors. */
void fr_x8_factor_make(fr_x8_factor *out, const fr *w);
void fr_x8_factors_make(fr_x8_factors *out, const fr w[8]);

FR_X8_INLINE __m512i fr_x8_word(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

/* k r in limbs, k small */
FR_X8_INLINE __m512i fr_x8_multiple(unsigned k, int limb)
{
    return fr_x8_word(k * fr_x8_r[limb]);
}

/* Raw to carried. */
FR_X8_INLINE void fr_x8_carry(fr_x8 *out, const fr_x8 *a)
{
    out->limb[0] = a->limb[0];
    FR_X8_UNROLL
    for (int i = 1; i < FR_X8_LIMBS; i++)
        out->limb[i] = _mm512_add_epi64(a->limb[i], _mm512_srai_epi64(out->limb[i - 1], 52));
}

/* Carried to masked. */
FR_X8_INLINE void fr_x8_mask(fr_x8 *out, const fr_x8 *a)
{
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        out->limb[i] = _mm512_and_si512(a->limb[i], fr_x8_word(FR_X8_MASK));
}

/* a + b, raw */
FR_X8_INLINE void fr_x8_add(fr_x8 *out, const fr_x8 *a, const fr_x8 *b)
{
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        out->limb[i] = _mm512_add_epi64(a->limb[i], b->limb[i]);
}

/* a - b + k r, raw; b at most k r */
FR_X8_INLINE void fr_x8_sub(fr_x8 *out, const fr_x8 *a, const fr_x8 *b, unsigned k)
{
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        out->limb[i] =
            _mm512_sub_epi64(_mm512_add_epi64(a->limb[i], fr_x8_multiple(k, i)), b->limb[i]);
}

/* One step of Montgomery's reduction: with t0 the lowest column and high the five above it,
 * high = (t0 + high 2^52 + q r) / 2^52. -1/r = -(1 + 2^32) mod 2^52, and t0 + q r_0 is t0 rounded
 * up to a multiple of 2^52. */
FR_X8_INLINE void fr_x8_reduce_column(__m512i *high, __m512i t0)
{
    __m512i q =
        _mm512_sub_epi64(_mm512_setzero_si512(), _mm512_add_epi64(t0, _mm512_slli_epi64(t0, 32)));
    __m512i carry = _mm512_srli_epi64(_mm512_add_epi64(t0, fr_x8_word(FR_X8_MASK)), 52);
    high[0] = _mm512_add_epi64(high[0], carry);
    FR_X8_UNROLL
    for (int j = 0; j < FR_X8_LIMBS; j++) {
        if (j > 0)
            high[j - 1] = _mm512_madd52lo_epu64(high[j - 1], q, fr_x8_word(fr_x8_r[j]));
        high[j] = _mm512_madd52hi_epu64(high[j], q, fr_x8_word(fr_x8_r[j]));
    }
}

#define FR_X8_MUL_FACTOR_ADD(factor)                                                               \
    do {                                                                                           \
        __m512i t[FR_X8_LIMBS + 1];                                                                \
        t[0] = _mm512_setzero_si512();                                                             \
        FR_X8_UNROLL                                                                               \
        for (int j = 0; j < FR_X8_LIMBS; j++)                                                      \
            t[j + 1] = u->limb[j];                                                                 \
        FR_X8_UNROLL                                                                               \
        for (int i = 0; i < FR_X8_LIMBS; i++) {                                                    \
            FR_X8_UNROLL                                                                           \
            for (int j = 0; j < FR_X8_LIMBS; j++) {                                                \
                __m512i f = factor(i, j);                                                          \
                t[j] = _mm512_madd52lo_epu64(t[j], a->limb[i], f);                                 \
                t[j + 1] = _mm512_madd52hi_epu64(t[j + 1], a->limb[i], f);                         \
            }                                                                                      \
        }                                                                                          \
        fr_x8_reduce_column(t + 1, t[0]);                                                          \
        FR_X8_UNROLL                                                                               \
        for (int j = 0; j < FR_X8_LIMBS; j++)                                                      \
            out->limb[j] = t[j + 1];                                                               \
    } while (0)

/* u + a w, raw. a carried; a w is in [0, 6r): four rows below r each, the fifth below r a / 2^260,
 * the reduction below r. Of u only the limbs matter, it may be any raw value. */
FR_X8_INLINE void fr_x8_mul_factor_add(fr_x8 *out, const fr_x8 *u, const fr_x8 *a,
                                       const fr_x8_factor *w)
{
#define FR_X8_FACTOR(i, j) fr_x8_word(w->limb[i][j])
    FR_X8_MUL_FACTOR_ADD(FR_X8_FACTOR);
#undef FR_X8_FACTOR
}

FR_X8_INLINE void fr_x8_mul_factors_add(fr_x8 *out, const fr_x8 *u, const fr_x8 *a,
                                        const fr_x8_factors *w)
{
#define FR_X8_FACTOR(i, j) w->limb[i][j]
    FR_X8_MUL_FACTOR_ADD(FR_X8_FACTOR);
#undef FR_X8_FACTOR
}

/* a b / 2^260, raw and below a b / 2^260 + r. a, b carried. */
FR_X8_INLINE void fr_x8_mul(fr_x8 *out, const fr_x8 *a, const fr_x8 *b)
{
    __m512i t[FR_X8_LIMBS + 1];
    FR_X8_UNROLL
    for (int j = 0; j <= FR_X8_LIMBS; j++)
        t[j] = _mm512_setzero_si512();
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++) {
        FR_X8_UNROLL
        for (int j = 0; j < FR_X8_LIMBS; j++) {
            t[j] = _mm512_madd52lo_epu64(t[j], a->limb[i], b->limb[j]);
            t[j + 1] = _mm512_madd52hi_epu64(t[j + 1], a->limb[i], b->limb[j]);
        }
        fr_x8_reduce_column(t + 1, t[0]);
        FR_X8_UNROLL
        for (int j = 0; j < FR_X8_LIMBS; j++)
            t[j] = t[j + 1];
        t[FR_X8_LIMBS] = _mm512_setzero_si512();
    }
    FR_X8_UNROLL
    for (int j = 0; j < FR_X8_LIMBS; j++)
        out->limb[j] = t[j];
}

/* Raw to masked, the same modulo r and below 1.04 r. The quotient is taken from the top limb:
 * 1130 = floor(2^57 / (r_4 + 1)) gives at most the true one, and less than 1.04 below it. */
FR_X8_INLINE void fr_x8_reduce(fr_x8 *out, const fr_x8 *a)
{
    fr_x8 t;
    fr_x8_carry(&t, a);
    __m512i q = _mm512_srli_epi64(
        _mm512_madd52hi_epu64(_mm512_setzero_si512(), t.limb[4], fr_x8_word(1130)), 5);
    fr_x8_mask(&t, &t);
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++) {
        t.limb[i] = _mm512_madd52lo_epu64(t.limb[i], q, fr_x8_word(fr_x8_minus_r[i]));
        if (i > 0)
            t.limb[i] = _mm512_madd52hi_epu64(t.limb[i], q, fr_x8_word(fr_x8_minus_r[i - 1]));
    }
    fr_x8_carry(&t, &t);
    fr_x8_mask(out, &t); /* drops q 2^260 */
}

/* Raw to masked and below r. */
FR_X8_INLINE void fr_x8_canonical(fr_x8 *out, const fr_x8 *a)
{
    fr_x8 t, d;
    fr_x8_reduce(&t, a);
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        d.limb[i] = _mm512_sub_epi64(t.limb[i], fr_x8_word(fr_x8_r[i]));
    fr_x8_carry(&d, &d);
    __mmask8 below = _mm512_movepi64_mask(d.limb[4]);
    fr_x8_mask(&d, &d);
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        out->limb[i] = _mm512_mask_blend_epi64(below, d.limb[i], t.limb[i]);
}

/* Four 64-bit words of eight elements, a word a vector, to limbs. Words may make any value below
 * 2^256. */
FR_X8_INLINE void fr_x8_split(fr_x8 *out, const __m512i word[4])
{
    __m512i mask = fr_x8_word(FR_X8_MASK);
    out->limb[0] = _mm512_and_si512(word[0], mask);
    out->limb[1] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(word[0], 52), _mm512_slli_epi64(word[1], 12)), mask);
    out->limb[2] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(word[1], 40), _mm512_slli_epi64(word[2], 24)), mask);
    out->limb[3] = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(word[2], 28), _mm512_slli_epi64(word[3], 36)), mask);
    out->limb[4] = _mm512_srli_epi64(word[3], 16);
}

/* The reverse; a masked and below 2^256. */
FR_X8_INLINE void fr_x8_join(__m512i word[4], const fr_x8 *a)
{
    word[0] = _mm512_or_si512(a->limb[0], _mm512_slli_epi64(a->limb[1], 52));
    word[1] = _mm512_or_si512(_mm512_srli_epi64(a->limb[1], 12), _mm512_slli_epi64(a->limb[2], 40));
    word[2] = _mm512_or_si512(_mm512_srli_epi64(a->limb[2], 24), _mm512_slli_epi64(a->limb[3], 28));
    word[3] = _mm512_or_si512(_mm512_srli_epi64(a->limb[3], 36), _mm512_slli_epi64(a->limb[4], 16));
}

/* in[m] holds elements 2m and 2m+1; word[i] gets the i-th words of elements 0..7. */
FR_X8_INLINE void fr_x8_words_of_pairs(__m512i word[4], const __m512i in[4])
{
    __m512i even = _mm512_setr_epi64(0, 4, 1, 5, 8, 12, 9, 13);
    __m512i odd = _mm512_setr_epi64(2, 6, 3, 7, 10, 14, 11, 15);
    __m512i low0 = _mm512_unpacklo_epi64(in[0], in[1]); /* e0w0 e2w0 e0w2 e2w2 e1w0 .. */
    __m512i low1 = _mm512_unpacklo_epi64(in[2], in[3]);
    __m512i high0 = _mm512_unpackhi_epi64(in[0], in[1]);
    __m512i high1 = _mm512_unpackhi_epi64(in[2], in[3]);
    word[0] = _mm512_permutex2var_epi64(low0, even, low1);
    word[2] = _mm512_permutex2var_epi64(low0, odd, low1);
    word[1] = _mm512_permutex2var_epi64(high0, even, high1);
    word[3] = _mm512_permutex2var_epi64(high0, odd, high1);
}

FR_X8_INLINE void fr_x8_pairs_of_words(__m512i out[4], const __m512i word[4])
{
    __m512i first = _mm512_setr_epi64(0, 2, 8, 10, 1, 3, 9, 11);
    __m512i second = _mm512_setr_epi64(4, 6, 12, 14, 5, 7, 13, 15);
    __m512i low0 = _mm512_permutex2var_epi64(word[0], first, word[2]);
    __m512i low1 = _mm512_permutex2var_epi64(word[0], second, word[2]);
    __m512i high0 = _mm512_permutex2var_epi64(word[1], first, word[3]);
    __m512i high1 = _mm512_permutex2var_epi64(word[1], second, word[3]);
    out[0] = _mm512_unpacklo_epi64(low0, high0);
    out[1] = _mm512_unpackhi_epi64(low0, high0);
    out[2] = _mm512_unpacklo_epi64(low1, high1);
    out[3] = _mm512_unpackhi_epi64(low1, high1);
}

/* Lane l from in[l * stride]; any 256-bit value. Result masked. */
FR_X8_INLINE void fr_x8_load(fr_x8 *out, const fr *in, size_t stride)
{
    __m512i pair[4], word[4];
    FR_X8_UNROLL
    for (size_t m = 0; m < 4; m++) {
        if (stride == 1)
            pair[m] = _mm512_loadu_si512(in + 2 * m);
        else
            pair[m] = _mm512_inserti64x4(
                _mm512_castsi256_si512(
                    _mm256_loadu_si256((const __m256i *)(const void *)(in + 2 * m * stride))),
                _mm256_loadu_si256((const __m256i *)(const void *)(in + (2 * m + 1) * stride)), 1);
    }
    fr_x8_words_of_pairs(word, pair);
    fr_x8_split(out, word);
}

/* Lane l to out[l * stride]; a masked and below 2^256. */
FR_X8_INLINE void fr_x8_store(fr *out, size_t stride, const fr_x8 *a)
{
    __m512i pair[4], word[4];
    fr_x8_join(word, a);
    fr_x8_pairs_of_words(pair, word);
    FR_X8_UNROLL
    for (size_t m = 0; m < 4; m++) {
        if (stride == 1) {
            _mm512_storeu_si512(out + 2 * m, pair[m]);
            continue;
        }
        _mm256_storeu_si256((__m256i *)(void *)(out + 2 * m * stride),
                            _mm512_castsi512_si256(pair[m]));
        _mm256_storeu_si256((__m256i *)(void *)(out + (2 * m + 1) * stride),
                            _mm512_extracti64x4_epi64(pair[m], 1));
    }
}

#endif
