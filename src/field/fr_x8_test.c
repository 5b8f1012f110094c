#include "field/fr_x8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/random.h"
#include "field/constants.h"

#define ROUNDS 500

static uint64_t state;

static uint64_t next(void)
{
    uint64_t x = state += 0x9e3779b97f4a7c15; /* splitmix64 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/* Random, or one of 0, 1, -1, Montgomery's 1. */
static void sample(fr *out)
{
    uint8_t wide[64];
    for (int i = 0; i < 8; i++) {
        uint64_t x = next();
        memcpy(wide + 8 * i, &x, 8);
    }
    fr_from_wide_bytes(out, wide);
    switch (next() % 16) {
    case 0:
        *out = fr_zero;
        break;
    case 1:
        *out = (fr){{1}};
        break;
    case 2:
        fr_neg(out, &(fr){{1}});
        break;
    case 3:
        *out = fr_one;
        break;
    }
}

static void sample_lanes(fr out[8])
{
    for (int l = 0; l < 8; l++)
        sample(&out[l]);
}

/* a + k r, raw but with the limbs out of shape by what the sum of several may bring */
static void load_shaken(fr_x8 *out, const fr a[8], unsigned k)
{
    fr_x8_load(out, a, 1);
    for (int i = 0; i < FR_X8_LIMBS; i++)
        out->limb[i] = _mm512_add_epi64(out->limb[i], fr_x8_multiple(k, i));
    for (int i = 0; i + 1 < FR_X8_LIMBS; i++) {
        int64_t shake = (int64_t)(next() % 128) - 64;
        out->limb[i] =
            _mm512_add_epi64(out->limb[i], _mm512_set1_epi64(shake * ((int64_t)1 << 52)));
        out->limb[i + 1] = _mm512_sub_epi64(out->limb[i + 1], _mm512_set1_epi64(shake));
    }
}

static void assert_lanes(const fr_x8 *a, const fr expected[8])
{
    fr_x8 t;
    fr found[8];
    fr_x8_canonical(&t, a);
    fr_x8_store(found, 1, &t);
    assert_memory_equal(found, expected, sizeof found);
}

static void test_load_store(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        fr in[24], out[24];
        for (int i = 0; i < 24; i++)
            for (int j = 0; j < FR_LIMBS; j++)
                in[i].limb[j] = next(); /* any 256 bits */
        for (size_t stride = 1; stride <= 3; stride++) {
            fr_x8 x;
            memset(out, 0, sizeof out);
            fr_x8_load(&x, in, stride);
            fr_x8_store(out, stride, &x);
            for (size_t l = 0; l < 8; l++)
                assert_memory_equal(&out[l * stride], &in[l * stride], sizeof(fr));
        }
    }
}

static void test_reductions(void **unused)
{
    (void)unused;
    for (unsigned k = 0; k < 35; k++) {
        for (int round = 0; round < 20; round++) {
            fr a[8];
            fr_x8 x, y;
            sample_lanes(a);
            load_shaken(&x, a, k);
            assert_lanes(&x, a);
            fr_x8_reduce(&y, &x);
            assert_lanes(&y, a);
            /* below 1.04 r */
            uint64_t top[8];
            _mm512_storeu_si512(top, y.limb[4]);
            for (int l = 0; l < 8; l++)
                assert_true(top[l] <= (uint64_t)((double)fr_x8_r[4] * 1.04));
        }
    }
}

static void test_sums(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        fr a[8], b[8], expected[8];
        fr_x8 x, y, z;
        sample_lanes(a);
        sample_lanes(b);
        load_shaken(&x, a, 7);
        load_shaken(&y, b, 9);
        fr_x8_add(&z, &x, &y);
        for (int l = 0; l < 8; l++)
            fr_add(&expected[l], &a[l], &b[l]);
        assert_lanes(&z, expected);
        fr_x8_sub(&z, &x, &y, 10);
        for (int l = 0; l < 8; l++)
            fr_sub(&expected[l], &a[l], &b[l]);
        assert_lanes(&z, expected);
    }
}

/* Products with operands from the whole range. */
static void test_products(void **unused)
{
    (void)unused;
    fr radix_inverse; /* 2^-260 for 2^-256 */
    fr_from_u64(&radix_inverse, 16);
    fr_inverse(&radix_inverse, &radix_inverse);
    for (int round = 0; round < ROUNDS; round++) {
        fr a[8], b[8], c[8], expected[8];
        fr_x8 x, y, u, z;
        fr_x8_factor factor;
        fr_x8_factors factors;
        sample_lanes(a);
        sample_lanes(b);
        sample_lanes(c);
        load_shaken(&x, a, (unsigned)(next() % 35));
        load_shaken(&y, b, (unsigned)(next() % 35));
        load_shaken(&u, c, (unsigned)(next() % 28));
        fr_x8_carry(&x, &x);
        fr_x8_carry(&y, &y);

        fr_x8_mul(&z, &x, &y);
        for (int l = 0; l < 8; l++) {
            fr_mul(&expected[l], &a[l], &b[l]);
            fr_mul(&expected[l], &expected[l], &radix_inverse);
        }
        assert_lanes(&z, expected);

        fr_x8_factor_make(&factor, &b[0]);
        fr_x8_mul_factor_add(&z, &u, &x, &factor);
        for (int l = 0; l < 8; l++) {
            fr_mul(&expected[l], &a[l], &b[0]);
            fr_add(&expected[l], &expected[l], &c[l]);
        }
        assert_lanes(&z, expected);

        fr_x8_factors_make(&factors, b);
        fr_x8_mul_factors_add(&z, &u, &x, &factors);
        for (int l = 0; l < 8; l++) {
            fr_mul(&expected[l], &a[l], &b[l]);
            fr_add(&expected[l], &expected[l], &c[l]);
        }
        assert_lanes(&z, expected);
    }
}

/* The largest carried operand against the largest factors: the stated bound of 6 r. */
static void test_product_bound(void **unused)
{
    (void)unused;
    fr_x8 x, zero, z, limit;
    fr_x8_factor factor;
    for (int i = 0; i < FR_X8_LIMBS; i++) {
        x.limb[i] = fr_x8_word(FR_X8_MASK);
        zero.limb[i] = fr_x8_word(0);
        for (int j = 0; j < FR_X8_LIMBS; j++)
            factor.limb[i][j] = fr_x8_r[j] - (j == 0 ? 1 : 0);
    }
    fr_x8_mul_factor_add(&z, &zero, &x, &factor);
    fr_x8_sub(&limit, &zero, &z, 6);
    fr_x8_carry(&limit, &limit);
    assert_int_equal(_mm512_movepi64_mask(limit.limb[4]), 0);
}

int main(void)
{
    if (cpu_level_detected() < CPU_IFMA) {
        printf("no IFMA here, nothing tested\n");
        return 0;
    }
    assert_int_equal(random_bytes(&state, sizeof state, NULL), STATUS_OK);
    printf("seed %#018llx\n", (unsigned long long)state);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load_store),    cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_sums),          cmocka_unit_test(test_products),
        cmocka_unit_test(test_product_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
