#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/cpu.h"
#include "base/random.h"
#include "field/fp.h"

#define F            fp
#define F_PLAIN      fp_plain
#define F_(name)     fp_##name
#define F_LIMBS      FP_LIMBS
#define F_BYTES      FP_BYTES
#define F_BITS       FP_BITS
#define F_BIG_ENDIAN true
#include "field/prime_values.inc.h"
#include "field/prime_test.inc.h"

/* p as the curve's specification prints it (draft-irtf-cfrg-pairing-friendly-curves, 4.2.1). */
static void test_modulus(void **state)
{
    (void)state;
    static const uint8_t p[FP_BYTES] = {0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b,
                                        0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7, 0x64, 0x77, 0x4b, 0x84,
                                        0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0,
                                        0xf6, 0x24, 0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff,
                                        0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab};
    uint8_t bytes[FP_BYTES];
    plain_bytes(bytes, &fp_modulus);
    assert_memory_equal(bytes, p, sizeof p);
}

static void test_is_larger(void **state)
{
    (void)state;
    static const bool expected[EDGE_COUNT] = {[3] = true, [4] = true, [6] = true};
    for (int i = 0; i <= 6; i++) {
        fp_plain plain;
        fp a;
        edge_plain(&plain, i);
        fp_from_plain(&a, &plain);
        assert_int_equal(fp_is_larger(&a), expected[i]);
    }
    for (int i = 0; i < 100; i++) {
        fp a, negative;
        random_element(&a);
        fp_neg(&negative, &a);
        assert_int_equal(fp_is_larger(&a), !fp_is_larger(&negative));
    }
}

static void test_sqrt_and_inverse(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        fp a, root, inverse, product;
        random_element(&a);
        fp_sqr(&a, &a);
        assert_true(fp_sqrt_and_inverse(&root, &inverse, &a));
        fp_mul(&product, &root, &inverse);
        assert_true(fp_equal(&product, &fp_one));
    }
}

static int group(void)
{
    const struct CMUnitTest tests[] = {
        PRIME_TESTS,
        cmocka_unit_test(test_modulus),
        cmocka_unit_test(test_is_larger),
        cmocka_unit_test(test_sqrt_and_inverse),
    };
    return cmocka_run_group_tests_name("fp", tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    return run_at_levels(group, argc, argv);
}
