/* Scalars as signed digits: k = sum over windows w of d_w 2^(c w), |d_w| <= 2^(c-1).
 *
 * A scalar above r/2 is replaced by its opposite, which leaves 254 bits. Adding 2^(c-1) to every
 * window but the top one beforehand makes each digit a field of bits less 2^(c-1): no carry runs
 * from window to window, and windows can be read in any order. docs/math.md, "Signed digits". */
#ifndef CUZK_MSM_DIGITS_H
#define CUZK_MSM_DIGITS_H

#include <assert.h>

#include "field/fr.h"

#define DIGITS_BITS_MIN 2
#define DIGITS_BITS_MAX 17

struct digits {
    unsigned bits, windows;
    uint64_t bias[4];
};

struct biased_scalar {
    uint64_t limb[4]; /* bit 255: the digits belong to the opposite point */
};

void digits_make(struct digits *out, unsigned bits);
void digits_bias(struct biased_scalar *out, const struct digits *digits, const fr *k);

/* Where one window's field of bits is. */
struct digit_field {
    unsigned word, shift;
    uint64_t mask;
    int64_t half; /* 0 in the top window */
};

static inline struct digit_field digit_field(const struct digits *digits, unsigned window)
{
    unsigned position = window * digits->bits;
    bool top = window + 1 == digits->windows;
    unsigned width = top ? 255 - position : digits->bits;
    assert(width < 64);
    return (struct digit_field){.word = position / 64,
                                .shift = position % 64,
                                .mask = ((uint64_t)1 << width) - 1,
                                .half = top ? 0 : (int64_t)1 << (digits->bits - 1)};
}

static inline int64_t digit_at(const struct digit_field *field, const struct biased_scalar *k)
{
    uint64_t low = k->limb[field->word] >> field->shift;
    uint64_t high = field->word < 3 ? k->limb[field->word + 1] << 1 << (63 - field->shift) : 0;
    int64_t digit = (int64_t)((low | high) & field->mask) - field->half;
    return k->limb[3] >> 63 ? -digit : digit;
}

#endif
