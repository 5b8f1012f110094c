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

/* t -= k r unless that is negative; k a power of two */
static inline void subtract_if_not_below(uint64_t t[FR_LIMBS + 1], unsigned k)
{
    uint64_t d[FR_LIMBS + 1], borrow = 0, carry = 0;
    for (int j = 0; j <= FR_LIMBS; j++) {
        u128 m = (u128)(j < FR_LIMBS ? fr_modulus.limb[j] : 0) * k + carry;
        u128 x = (u128)t[j] - (uint64_t)m - borrow;
        carry = (uint64_t)(m >> 64);
        d[j] = (uint64_t)x;
        borrow = (uint64_t)(x >> 64) & 1;
    }
    for (int j = 0; j <= FR_LIMBS; j++)
        t[j] = borrow != 0 ? t[j] : d[j];
}

/* The sum before its last reduction is below (3 + a / 2^256 + 1) r < 4.5 r. */
static inline void mul_plain(fr *out, const fr *a, const fr_factor *w)
{
    uint64_t t[FR_LIMBS + 2] = {0};
    for (int i = 0; i < FR_LIMBS; i++)
        add_row(t, a->limb[i], w->limb[i]);
    add_row(t, t[0] * FR_NEG_INVERSE_64, fr_modulus.limb);
    subtract_if_not_below(t + 1, 2);
    subtract_if_not_below(t + 1, 2);
    subtract_if_not_below(t + 1, 1);
    for (int j = 0; j < FR_LIMBS; j++)
        out->limb[j] = t[j + 1];
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
