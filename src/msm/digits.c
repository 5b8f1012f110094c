#include "msm/digits.h"

#include <string.h>

__extension__ typedef unsigned __int128 u128;

static const uint64_t half_order[4] = {0x7fffffff80000000, 0xa9ded2017fff2dff, 0x199cec0404d0ec02,
                                       0x39f6d3a994cebea4}; /* (r-1)/2 */

void digits_make(struct digits *out, unsigned bits)
{
    memset(out, 0, sizeof *out);
    out->bits = bits;
    out->windows = (255 + bits - 1) / bits;
    for (unsigned w = 0; w + 1 < out->windows; w++) {
        unsigned position = w * bits + bits - 1;
        out->bias[position / 64] |= (uint64_t)1 << (position % 64);
    }
}

static bool above_half(const fr_plain *k)
{
    for (int i = 4; i-- > 0;) {
        if (k->limb[i] != half_order[i])
            return k->limb[i] > half_order[i];
    }
    return false;
}

void digits_bias(struct biased_scalar *out, const struct digits *digits, const fr *k)
{
    fr_plain plain;
    fr_to_plain(&plain, k);
    uint64_t opposite = 0;
    if (above_half(&plain)) {
        fr negated;
        fr_neg(&negated, k);
        fr_to_plain(&plain, &negated);
        opposite = 1;
    }
    uint64_t carry = 0;
    for (int i = 0; i < 4; i++) {
        u128 sum = (u128)plain.limb[i] + digits->bias[i] + carry;
        out->limb[i] = (uint64_t)sum;
        carry = (uint64_t)(sum >> 64);
    }
    out->limb[3] |= opposite << 63;
}
