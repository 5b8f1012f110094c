#include "field/fr.h"

#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "field/constants.h"

#define F                fr
#define F_PLAIN          fr_plain
#define F_(name)         fr_##name
#define F_LIMBS          FR_LIMBS
#define F_SIGNED_LIMBS   5 /* of 62 bits */
#define F_NEG_INVERSE_64 FR_NEG_INVERSE_64
#define F_MODULUS                                                                                  \
    {                                                                                              \
        FR_MODULUS_0, FR_MODULUS_1, FR_MODULUS_2, FR_MODULUS_3                                     \
    }
#include "field/prime.inc.h"
#include "field/inverse.inc.h"

void fr_root_of_unity(fr *out, unsigned log_order)
{
    *out = fr_roots[log_order];
}

/* Tonelli-Shanks: with r-1 = 2^32 t, b = a^t lies in the group of order 2^32 of a known generator;
 * each round removes the lowest set bit of its discrete logarithm and corrects the root. */
bool fr_sqrt(fr *out, const fr *a)
{
    fr w, x, b;
    fr_pow(&w, a, fr_odd_part_half, FR_LIMBS); /* a^((t-1)/2) */
    fr_mul(&x, a, &w);                         /* a^((t+1)/2) */
    fr_mul(&b, &x, &w);                        /* a^t */
    if (fr_is_zero(a)) {
        *out = fr_zero;
        return true;
    }

    unsigned bound = FR_TWO_ADICITY; /* b has order below 2^bound, or a is no square */
    while (!fr_equal(&b, &fr_one)) {
        unsigned order = 0;
        fr power = b;
        while (order < bound && !fr_equal(&power, &fr_one)) {
            fr_sqr(&power, &power);
            order++;
        }
        if (order == bound)
            return false;
        fr_mul(&b, &b, &fr_roots[order]);
        fr_mul(&x, &x, &fr_roots[order + 1]);
        bound = order;
    }
    *out = x;
    return true;
}

void fr_from_u64(fr *out, uint64_t value)
{
    fr_plain plain = {{value}};
    fr_from_plain(out, &plain);
}

static void load_le(uint64_t limb[FR_LIMBS], const uint8_t bytes[FR_BYTES])
{
    for (int i = 0; i < FR_LIMBS; i++) {
        uint64_t x = 0;
        for (int j = 8; j-- > 0;)
            x = x << 8 | bytes[8 * i + j];
        limb[i] = x;
    }
}

enum status fr_from_bytes(fr *out, const uint8_t bytes[FR_BYTES], const char *where,
                          struct error *err)
{
    fr_plain plain;
    load_le(plain.limb, bytes);
    if (!fr_plain_is_canonical(&plain))
        return error_set(err, STATUS_NON_CANONICAL, where,
                         "found 0x%016llx%016llx%016llx%016llx, expected an integer below the "
                         "scalar field's modulus r",
                         (unsigned long long)plain.limb[3], (unsigned long long)plain.limb[2],
                         (unsigned long long)plain.limb[1], (unsigned long long)plain.limb[0]);
    fr_from_plain(out, &plain);
    return STATUS_OK;
}

void fr_to_bytes(uint8_t out[FR_BYTES], const fr *a)
{
    fr_plain plain;
    fr_to_plain(&plain, a);
    for (int i = 0; i < FR_BYTES; i++)
        out[i] = (uint8_t)(plain.limb[i / 8] >> (i % 8 * 8));
}

void fr_from_wide_bytes(fr *out, const uint8_t bytes[64])
{
    fr_plain low, high;
    load_le(low.limb, bytes);
    load_le(high.limb, bytes + FR_BYTES);
    /* 2^256 < 3r */
    for (int i = 0; i < 2; i++) {
        if (!fr_plain_is_canonical(&low))
            reduce_once(low.limb, low.limb);
        if (!fr_plain_is_canonical(&high))
            reduce_once(high.limb, high.limb);
    }
    fr shifted;
    montgomery_product(shifted.limb, high.limb, fr_r3.limb); /* Montgomery form of 2^256 high */
    fr_from_plain(out, &low);
    fr_add(out, out, &shifted);
}

enum status fr_random(fr *out, struct error *err)
{
    fr_plain plain;
    do {
        enum status status = random_bytes(plain.limb, sizeof plain.limb, err);
        if (status != STATUS_OK)
            return status;
        plain.limb[FR_LIMBS - 1] &= UINT64_MAX >> (64 * FR_LIMBS - FR_BITS);
    } while (!fr_plain_is_canonical(&plain));
    fr_from_plain(out, &plain);
    memory_wipe(&plain, sizeof plain);
    return STATUS_OK;
}
