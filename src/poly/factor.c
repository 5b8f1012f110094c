#include "poly/factor.h"

#include "field/constants.h"

__extension__ typedef unsigned __int128 u128;

/* The assembly; count > 0. */
void fr_factor_mul_adx(fr *out, const fr *a, const fr_factor *w);
void fr_factor_butterflies_adx(fr *u, fr *v, size_t count, const fr_factor *w);

void fr_factor_make(fr_factor *out, const fr *w)
{
    const fr_plain radix_plain = {{0, 1}};
    fr radix, power = *w;
    fr_from_plain(&radix, &radix_plain);
    for (int i = 0; i < FR_LIMBS; i++) {
        fr_plain plain;
        fr_mul(&power, &power, &radix);
        fr_to_plain(&plain, &power);
        for (int j = 0; j < FR_LIMBS; j++)
            out->limb[i][j] = plain.limb[j];
    }
}

/* t[0..5] += a * row */
static inline void add_row(uint64_t t[FR_LIMBS + 2], uint64_t a, const uint64_t row[FR_LIMBS])
{
    uint64_t carry = 0;
    for (int j = 0; j < FR_LIMBS; j++) {
        u128 x = (u128)a * row[j] + t[j] + carry;
        t[j] = (uint64_t)x;
        carry = (uint64_t)(x >> 64);
    }
    t[FR_LIMBS] += carry;
    t[FR_LIMBS + 1] += t[FR_LIMBS] < carry;
}

/* out = t - k r modulo 2^256; returns the borrow */
static inline uint64_t subtract(uint64_t out[FR_LIMBS], const uint64_t t[FR_LIMBS], uint64_t k)
{
    static const uint64_t modulus[FR_LIMBS] = {FR_MODULUS_0, FR_MODULUS_1, FR_MODULUS_2,
                                               FR_MODULUS_3};
    uint64_t borrow = 0, carry = 0;
    for (int j = 0; j < FR_LIMBS; j++) {
        u128 m = (u128)modulus[j] * k + carry;
        carry = (uint64_t)(m >> 64);
        u128 x = (u128)t[j] - (uint64_t)m - borrow;
        out[j] = (uint64_t)x;
        borrow = (uint64_t)(x >> 64) & 1;
    }
    return borrow;
}

/* The sum before its last reduction is below (3 + a / 2^256 + 1) r < 4.5 r, less than 17 2^253. For
 * n < 17, n 71 / 256 rounded down is n 2^253 / r rounded down; so what is left after the first
 * subtraction is below r + 2^253. */
static inline void mul_plain(fr *out, const fr *a, const fr_factor *w)
{
    uint64_t t[FR_LIMBS + 2] = {0}, d[FR_LIMBS];
    for (int i = 0; i < FR_LIMBS; i++)
        add_row(t, a->limb[i], w->limb[i]);
    add_row(t, t[0] * FR_NEG_INVERSE_64, fr_modulus.limb);
    subtract(t + 1, t + 1, (t[5] << 3 | t[4] >> 61) * 71 >> 8);
    uint64_t keep = 0 - subtract(d, t + 1, 1);
    for (int j = 0; j < FR_LIMBS; j++)
        out->limb[j] = (t[j + 1] & keep) | (d[j] & ~keep);
}

void fr_factor_mul(fr *out, const fr *a, const fr_factor *w)
{
    if (FIELD_HAS_ADX)
        fr_factor_mul_adx(out, a, w);
    else
        mul_plain(out, a, w);
}

void fr_factor_butterflies(fr *u, fr *v, size_t count, const fr_factor *w)
{
    if (FIELD_HAS_ADX && count > 0) {
        fr_factor_butterflies_adx(u, v, count, w);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        fr t;
        mul_plain(&t, &v[i], w);
        fr_sub(&v[i], &u[i], &t);
        fr_add(&u[i], &u[i], &t);
    }
}
