/* Bitmaps: bit i is bit i mod 64 of word i / 64. */
#ifndef CUZK_R1CS_BITMAP_H
#define CUZK_R1CS_BITMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t bitmap_words(size_t bit_count)
{
    return bit_count / 64 + (bit_count % 64 != 0);
}
static inline bool bitmap_get(const uint64_t *bits, size_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}
static inline void bitmap_set(uint64_t *bits, size_t i)
{
    bits[i / 64] |= (uint64_t)1 << (i % 64);
}

/* Number of set bits in word_count words. */
static inline size_t bitmap_count(const uint64_t *bits, size_t word_count)
{
    size_t count = 0;
    for (size_t i = 0; i < word_count; i++) {
        count += (size_t)__builtin_popcountll(bits[i]);
    }
    return count;
}

/* out[first + i] |= bits[i] for i < count. Bits of the last word of `bits` from count on are clear.
 */
static inline void bitmap_or_range(uint64_t *out, size_t first, const uint64_t *bits, size_t count)
{
    unsigned shift = first % 64;
    uint64_t *word = out + first / 64;
    for (size_t i = 0; i < bitmap_words(count); i++) {
        word[i] |= bits[i] << shift;
        if (shift != 0 && bits[i] >> (64 - shift) != 0) {
            word[i + 1] |= bits[i] >> (64 - shift);
        }
    }
}

#endif
