#include "field/fp.h"

#include "field/constants.h"

#define F                fp
#define F_PLAIN          fp_plain
#define F_(name)         fp_##name
#define F_LIMBS          FP_LIMBS
#define F_SIGNED_LIMBS   7 /* of 62 bits */
#define F_NEG_INVERSE_64 FP_NEG_INVERSE_64
#define F_MODULUS                                                                                  \
    {                                                                                              \
        FP_MODULUS_0, FP_MODULUS_1, FP_MODULUS_2, FP_MODULUS_3, FP_MODULUS_4, FP_MODULUS_5         \
    }
#include "field/prime.inc.h"
#include "field/inverse.inc.h"

bool fp_sqrt_and_inverse(fp *root, fp *root_inverse, const fp *a)
{
    fp s, x, check;
    fp_pow(&s, a, fp_sqrt_exponent, FP_LIMBS);
    fp_mul(&x, &s, a);
    fp_sqr(&check, &x);
    if (!fp_equal(&check, a))
        return false;
    *root = x;
    *root_inverse = s;
    return true;
}

bool fp_sqrt(fp *out, const fp *a)
{
    fp root_inverse;
    return fp_sqrt_and_inverse(out, &root_inverse, a);
}

bool fp_is_larger(const fp *a)
{
    fp_plain plain;
    fp_to_plain(&plain, a);
    for (int i = FP_LIMBS; i-- > 0;) {
        if (plain.limb[i] != fp_modulus_half.limb[i])
            return plain.limb[i] > fp_modulus_half.limb[i];
    }
    return false;
}

enum status fp_from_bytes(fp *out, const uint8_t bytes[FP_BYTES], const char *where,
                          struct error *err)
{
    fp_plain plain;
    for (int i = 0; i < FP_LIMBS; i++) {
        uint64_t x = 0;
        for (int j = 0; j < 8; j++)
            x = x << 8 | bytes[FP_BYTES - 8 * (i + 1) + j];
        plain.limb[i] = x;
    }
    if (!fp_plain_is_canonical(&plain))
        return error_set(err, STATUS_NON_CANONICAL, where,
                         "found a coordinate starting with 0x%016llx, expected an integer below "
                         "the base field's modulus p",
                         (unsigned long long)plain.limb[FP_LIMBS - 1]);
    fp_from_plain(out, &plain);
    return STATUS_OK;
}

void fp_to_bytes(uint8_t out[FP_BYTES], const fp *a)
{
    fp_plain plain;
    fp_to_plain(&plain, a);
    for (int i = 0; i < FP_BYTES; i++)
        out[FP_BYTES - 1 - i] = (uint8_t)(plain.limb[i / 8] >> (i % 8 * 8));
}
