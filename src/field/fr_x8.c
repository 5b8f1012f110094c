#include "field/fr_x8.h"

/* W_i of one factor, see the header. */
static void make_rows(uint64_t rows[FR_X8_LIMBS][FR_X8_LIMBS], const fr *w)
{
    fr radix, power = *w;
    fr_from_u64(&radix, FR_X8_MASK + 1);
    for (int i = 0; i < FR_X8_LIMBS; i++) {
        fr_plain p;
        fr_mul(&power, &power, &radix);
        fr_to_plain(&p, &power);
        rows[i][0] = p.limb[0] & FR_X8_MASK;
        rows[i][1] = (p.limb[0] >> 52 | p.limb[1] << 12) & FR_X8_MASK;
        rows[i][2] = (p.limb[1] >> 40 | p.limb[2] << 24) & FR_X8_MASK;
        rows[i][3] = (p.limb[2] >> 28 | p.limb[3] << 36) & FR_X8_MASK;
        rows[i][4] = p.limb[3] >> 16;
    }
}

void fr_x8_factor_make(fr_x8_factor *out, const fr *w)
{
    make_rows(out->limb, w);
}

void fr_x8_factors_make(fr_x8_factors *out, const fr w[8])
{
    uint64_t rows[8][FR_X8_LIMBS][FR_X8_LIMBS];
    for (int lane = 0; lane < 8; lane++)
        make_rows(rows[lane], &w[lane]);
    __m512i stride = _mm512_setr_epi64(0, 25, 50, 75, 100, 125, 150, 175);
    for (int i = 0; i < FR_X8_LIMBS; i++)
        for (int j = 0; j < FR_X8_LIMBS; j++)
            out->limb[i][j] = _mm512_i64gather_epi64(stride, &rows[0][i][j], 8);
}
