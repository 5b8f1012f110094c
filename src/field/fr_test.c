#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/cpu.h"
#include "base/random.h"
#include "field/fr.h"

#define F            fr
#define F_PLAIN      fr_plain
#define F_(name)     fr_##name
#define F_LIMBS      FR_LIMBS
#define F_BYTES      FR_BYTES
#define F_BITS       FR_BITS
#define F_BIG_ENDIAN false
#include "field/prime_values.inc.h"
#include "field/prime_test.inc.h"

/* r as the curve's specification prints it (draft-irtf-cfrg-pairing-friendly-curves, 4.2.1). */
static void test_modulus(void **state)
{
    (void)state;
    static const uint8_t r[FR_BYTES] = {0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48,
                                        0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
                                        0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe,
                                        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x01};
    uint8_t bytes[FR_BYTES];
    plain_bytes(bytes, &fr_modulus);
    for (int i = 0; i < FR_BYTES; i++)
        assert_int_equal(bytes[i], r[FR_BYTES - 1 - i]);
}

static void test_roots_of_unity(void **state)
{
    (void)state;
    fr root, next, seven;
    fr_root_of_unity(&root, 0);
    assert_true(fr_equal(&root, &fr_one));
    for (unsigned i = 1; i <= FR_TWO_ADICITY; i++) {
        fr_root_of_unity(&next, i);
        assert_false(fr_equal(&next, &root));
        fr_sqr(&next, &next);
        assert_true(fr_equal(&next, &root));
        fr_root_of_unity(&root, i);
    }
    /* 7^((r-1)/2^32) */
    fr_plain odd = {{0}};
    for (int i = 0; i < FR_LIMBS; i++) {
        uint64_t above = i + 1 < FR_LIMBS ? fr_modulus.limb[i + 1] : 0;
        odd.limb[i] = fr_modulus.limb[i] >> 32 | above << 32;
    }
    fr_from_u64(&seven, FR_GENERATOR);
    fr_pow(&next, &seven, odd.limb, FR_LIMBS);
    assert_true(fr_equal(&next, &root));
}

static void test_from_u64(void **state)
{
    (void)state;
    static const uint64_t values[] = {0, 1, 7, UINT32_MAX, UINT64_MAX};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        fr a;
        fr_from_u64(&a, values[i]);
        expect_plain(&a, &(fr_plain){{values[i]}});
    }
}

/* Horner's rule over the 64 bytes */
static void test_from_wide_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < 100; i++) {
        uint8_t bytes[64];
        for (int j = 0; j < 64; j++)
            bytes[j] = i == 0 ? 0 : i == 1 || (i == 2 && j < 32) ? 0xff : (uint8_t)random_u64();
        if (i == 3)
            memset(bytes + 32, 0, 32);
        fr_plain want = {{0}};
        for (int j = 64; j-- > 0;) {
            for (int k = 0; k < 8; k++)
                plain_add_mod(&want, &want, &want);
            plain_add_mod(&want, &want, &(fr_plain){{bytes[j]}});
        }
        fr a;
        fr_from_wide_bytes(&a, bytes);
        expect_plain(&a, &want);
    }
}

/* Uniform in [0, r): the highest values of the range appear, the values differ, and each tenth of
 * the range gets its share (6 standard deviations of 4000 draws: 114). */
static void test_random(void **state)
{
    (void)state;
    int tenths[12] = {0};
    uint64_t tenth = fr_modulus.limb[FR_LIMBS - 1] / 10;
    fr previous = fr_zero;
    for (int i = 0; i < 4000; i++) {
        fr a;
        fr_plain plain;
        assert_int_equal(fr_random(&a, NULL), STATUS_OK);
        assert_false(fr_equal(&a, &previous));
        previous = a;
        fr_to_plain(&plain, &a);
        assert_true(fr_plain_is_canonical(&plain));
        tenths[plain.limb[FR_LIMBS - 1] / tenth]++;
    }
    for (int i = 0; i < 10; i++)
        assert_in_range(tenths[i], 286, 514);
}

static int group(void)
{
    const struct CMUnitTest tests[] = {
        PRIME_TESTS,
        cmocka_unit_test(test_modulus),
        cmocka_unit_test(test_roots_of_unity),
        cmocka_unit_test(test_from_u64),
        cmocka_unit_test(test_from_wide_bytes),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("fr", tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    return run_at_levels(group, argc, argv);
}
