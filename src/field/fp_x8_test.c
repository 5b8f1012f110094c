/* The eight-lane arithmetic against the plain one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/cpu.h"
#include "field/fp_x8_array.h"

#define COUNT 1021 /* not a multiple of eight */

static uint64_t seed;

static uint64_t next_random(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t x = seed ^ seed >> 29;
    x *= 0xbf58476d1ce4e5b9ULL;
    return x ^ x >> 32;
}

/* Edges of the range first, then numbers with runs of ones and zeros at limb borders, then random.
 */
static void fill(fp *out, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fp_plain a = {{0}};
        uint64_t kind = next_random() % 8;
        for (int k = 0; k < FP_LIMBS; k++)
            a.limb[k] = kind < 5 ? next_random() : next_random() % 2 ? ~0ULL : 0;
        if (kind == 5)
            a = fp_modulus;
        if (kind == 6)
            memset(&a, 0, sizeof a);
        if (kind >= 5) {
            uint64_t small = next_random() % 4;
            a.limb[0] = kind == 5 ? a.limb[0] - 1 - small : kind == 6 ? small : a.limb[0];
        }
        a.limb[FP_LIMBS - 1] &= 0x1fffffffffffffffULL;
        while (!fp_plain_is_canonical(&a))
            a.limb[FP_LIMBS - 1] >>= 1;
        memcpy(out[i].limb, a.limb, sizeof a.limb); /* any canonical limbs are a field element */
    }
}

static fp a[COUNT], b[COUNT], got[COUNT], want[COUNT];

static void compare(const char *what)
{
    for (size_t i = 0; i < COUNT; i++) {
        if (!fp_equal(&got[i], &want[i]))
            fail_msg("%s differs at %zu", what, i);
    }
}

static void test_product(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        fill(a, COUNT);
        fill(b, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            fp_mul_portable(&want[i], &a[i], &b[i]);
        for (unsigned times = 0; times <= 8; times++) {
            fp_x8_array_mul_large(got, a, b, COUNT, times);
            compare("product");
        }
    }
}

static void test_square(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        fill(a, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            fp_mul_portable(&want[i], &a[i], &a[i]);
        fp_x8_array_sqr(got, a, COUNT);
        compare("square");
    }
}

static void test_difference(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        fill(a, COUNT);
        fill(b, COUNT);
        for (size_t i = 0; i < COUNT; i += 3)
            b[i] = a[i];
        for (size_t i = 0; i < COUNT; i++)
            fp_sub(&want[i], &a[i], &b[i]);
        fp_x8_array_sub(got, a, b, COUNT);
        compare("difference");
    }
}

static void test_bytes(void **state)
{
    (void)state;
    static uint8_t bytes[48 * COUNT];
    fill(want, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        fp_to_bytes(bytes + 48 * i, &want[i]);
    fp_x8_array_from_bytes(got, bytes, COUNT);
    compare("decoded bytes");
}

static void test_fp2(void **state)
{
    (void)state;
    static fp2 x[COUNT], y[COUNT], z[COUNT], expected;
    for (int round = 0; round < 10; round++) {
        fill((fp *)x, COUNT);
        fill((fp *)x + COUNT, COUNT);
        fill((fp *)y, COUNT);
        fill((fp *)y + COUNT, COUNT);
        for (unsigned times = 0; times <= 7; times++) {
            fp2_x8_array_mul_large(z, x, y, COUNT, times);
            for (size_t i = 0; i < COUNT; i++) {
                fp2_mul(&expected, &x[i], &y[i]);
                assert_true(fp2_equal(&expected, &z[i]));
            }
        }
        fp2_x8_array_sqr(z, x, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            fp2_sqr(&expected, &x[i]);
            assert_true(fp2_equal(&expected, &z[i]));
        }
    }
}

int main(void)
{
    if (cpu_level() < CPU_IFMA) {
        printf("skipped: this processor has no AVX-512 IFMA\n");
        return 0;
    }
    seed = (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    struct fp_x8_timing timing;
    fp_x8_measure(&timing, 50);
    printf("ns: mul %.2f, sqr %.2f, fp2 mul %.2f, fp2 sqr %.2f\n", timing.mul_ns, timing.sqr_ns,
           timing.fp2_mul_ns, timing.fp2_sqr_ns);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product),    cmocka_unit_test(test_square),
        cmocka_unit_test(test_difference), cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_fp2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
