#include "hash/sha256_ni.h"

#ifdef __x86_64__

#include <immintrin.h>

#include "hash/sha256.h"

#define NI static inline __attribute__((always_inline, target("sha,sse4.1,ssse3")))

/* Four rounds on (a b e f, c d g h). */
NI void four_rounds(__m128i *abef, __m128i *cdgh, __m128i words, const uint32_t *constants)
{
    __m128i m = _mm_add_epi32(words, _mm_loadu_si128((const __m128i *)constants));
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, m);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(m, 0x0e));
}

/* Words 16 .. 19 of the schedule from words 0 .. 15. */
NI __m128i next_words(__m128i w0, __m128i w4, __m128i w8, __m128i w12)
{
    __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w4), _mm_alignr_epi8(w12, w8, 4));
    return _mm_sha256msg2_epu32(sum, w12);
}

NI __m128i load_words(const uint8_t *block)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
    return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block), swap);
}

__attribute__((target("sha,sse4.1,ssse3"))) void
sha256_compress_ni(uint32_t state[8], const uint8_t *blocks, size_t block_count)
{
    __m128i dcba = _mm_loadu_si128((const __m128i *)state);
    __m128i hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
    __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; block_count > 0; block_count--, blocks += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        const uint32_t *k = sha256_constants;
        __m128i w0 = load_words(blocks), w4 = load_words(blocks + 16);
        __m128i w8 = load_words(blocks + 32), w12 = load_words(blocks + 48);
        for (int pass = 0; pass < 3; pass++, k += 16) {
            four_rounds(&abef, &cdgh, w0, k);
            w0 = next_words(w0, w4, w8, w12);
            four_rounds(&abef, &cdgh, w4, k + 4);
            w4 = next_words(w4, w8, w12, w0);
            four_rounds(&abef, &cdgh, w8, k + 8);
            w8 = next_words(w8, w12, w0, w4);
            four_rounds(&abef, &cdgh, w12, k + 12);
            w12 = next_words(w12, w0, w4, w8);
        }
        four_rounds(&abef, &cdgh, w0, k);
        four_rounds(&abef, &cdgh, w4, k + 4);
        four_rounds(&abef, &cdgh, w8, k + 8);
        four_rounds(&abef, &cdgh, w12, k + 12);
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }

    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else
typedef int sha256_ni_is_empty_here;
#endif
