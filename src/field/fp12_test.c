/* Tests of Fp6 and Fp12. */
#include "field/fp12.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/random.h"

static uint64_t random_state;

/* splitmix64 */
static uint64_t random_u64(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void random_fp2(fp2 *out)
{
    fp *const parts[2] = {&out->c0, &out->c1};

    for (int i = 0; i < 2; i++) {
        fp_plain plain;

        do {
            for (int j = 0; j < FP_LIMBS; j++)
                plain.limb[j] = random_u64();
            plain.limb[FP_LIMBS - 1] &= 0x1fffffffffffffffu;
        } while (!fp_plain_is_canonical(&plain));
        fp_from_plain(parts[i], &plain);
    }
}

static void random_fp6(fp6 *out)
{
    random_fp2(&out->c0);
    random_fp2(&out->c1);
    random_fp2(&out->c2);
}

static void random_fp12(fp12 *out)
{
    random_fp6(&out->c0);
    random_fp6(&out->c1);
}

/* Of order dividing p^4 - p^2 + 1. */
static void random_cyclotomic(fp12 *out)
{
    fp12 a, t;

    random_fp12(&a);
    fp12_inverse(&t, &a);
    fp12_conjugate(&a, &a);
    fp12_mul(&a, &a, &t);
    fp12_frobenius(&t, &a, 2);
    fp12_mul(out, &a, &t);
}

/* By the definition: nine products, v^3 = u + 1. */
static void fp6_mul_schoolbook(fp6 *out, const fp6 *a, const fp6 *b)
{
    const fp2 *const x[3] = {&a->c0, &a->c1, &a->c2}, *const y[3] = {&b->c0, &b->c1, &b->c2};
    fp2 sums[3] = {{{{0}}, {{0}}}}, t;

    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            fp2_mul(&t, x[i], y[j]);
            if (i + j >= 3)
                fp2_mul_nonresidue(&t, &t);
            fp2_add(&sums[(i + j) % 3], &sums[(i + j) % 3], &t);
        }
    }
    out->c0 = sums[0];
    out->c1 = sums[1];
    out->c2 = sums[2];
}

static void test_fp6_products(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        fp6 a, b, v = fp6_zero, sparse, expected, out;

        random_fp6(&a);
        random_fp6(&b);
        fp6_mul_schoolbook(&expected, &a, &b);
        fp6_mul(&out, &a, &b);
        assert_true(fp6_equal(&out, &expected));
        out = a;
        fp6_mul(&out, &out, &b);
        assert_true(fp6_equal(&out, &expected));
        fp6_mul_schoolbook(&expected, &a, &a);
        fp6_sqr(&out, &a);
        assert_true(fp6_equal(&out, &expected));
        v.c1 = fp2_one;
        fp6_mul_schoolbook(&expected, &a, &v);
        fp6_mul_nonresidue(&out, &a);
        assert_true(fp6_equal(&out, &expected));
        sparse = fp6_zero;
        sparse.c1 = b.c1;
        fp6_mul_schoolbook(&expected, &a, &sparse);
        out = a;
        fp6_mul_by_1(&out, &out, &b.c1);
        assert_true(fp6_equal(&out, &expected));
        sparse.c0 = b.c0;
        fp6_mul_schoolbook(&expected, &a, &sparse);
        out = a;
        fp6_mul_by_01(&out, &out, &b.c0, &b.c1);
        assert_true(fp6_equal(&out, &expected));
        fp6_inverse(&out, &a);
        fp6_mul(&out, &out, &a);
        assert_true(fp6_equal(&out, &fp6_one));
    }
}

/* By the definition, over the schoolbook product; w^2 = v. */
static void fp12_mul_schoolbook(fp12 *out, const fp12 *a, const fp12 *b)
{
    fp6 t;
    fp12 sum;

    fp6_mul_schoolbook(&t, &a->c1, &b->c1);
    fp6_mul_nonresidue(&sum.c0, &t);
    fp6_mul_schoolbook(&t, &a->c0, &b->c0);
    fp6_add(&sum.c0, &sum.c0, &t);
    fp6_mul_schoolbook(&sum.c1, &a->c0, &b->c1);
    fp6_mul_schoolbook(&t, &a->c1, &b->c0);
    fp6_add(&sum.c1, &sum.c1, &t);
    *out = sum;
}

static void test_fp12_products(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        fp12 a, b, line = {fp6_zero, fp6_zero}, expected, out;

        random_fp12(&a);
        random_fp12(&b);
        fp12_mul_schoolbook(&expected, &a, &b);
        fp12_mul(&out, &a, &b);
        assert_true(fp12_equal(&out, &expected));
        out = b;
        fp12_mul(&out, &a, &out);
        assert_true(fp12_equal(&out, &expected));
        fp12_mul_schoolbook(&expected, &a, &a);
        out = a;
        fp12_sqr(&out, &out);
        assert_true(fp12_equal(&out, &expected));
        line.c0.c0 = b.c0.c0;
        line.c0.c1 = b.c0.c1;
        line.c1.c1 = b.c1.c1;
        fp12_mul_schoolbook(&expected, &a, &line);
        out = a;
        fp12_mul_line(&out, &out, &b.c0.c0, &b.c0.c1, &b.c1.c1);
        assert_true(fp12_equal(&out, &expected));
        out = a;
        fp12_inverse(&out, &out);
        fp12_mul(&out, &out, &a);
        assert_true(fp12_is_one(&out));
    }
}

static void test_zero(void **state)
{
    fp12 zero = {fp6_zero, fp6_zero}, out;
    fp6 out6;

    (void)state;
    fp12_inverse(&out, &zero);
    assert_true(fp12_equal(&out, &zero));
    fp6_inverse(&out6, &fp6_zero);
    assert_true(fp6_is_zero(&out6));
    assert_false(fp12_is_one(&zero));
    assert_true(fp12_is_one(&fp12_one));
    fp12_sqr(&out, &zero);
    assert_true(fp12_equal(&out, &zero));
}

static void test_frobenius(void **state)
{
    fp12 a, power, out;

    (void)state;
    random_fp12(&a);
    power = a;
    for (unsigned n = 1; n <= 3; n++) {
        fp12_pow(&power, &power, fp_modulus.limb, FP_LIMBS);
        fp12_frobenius(&out, &a, n);
        assert_true(fp12_equal(&out, &power));
    }
    /* p^6 */
    fp12_frobenius(&out, &out, 3);
    fp12_conjugate(&power, &a);
    assert_true(fp12_equal(&out, &power));
}

static void test_cyclotomic(void **state)
{
    const uint64_t exponents[] = {0, 1, 2, 3, 0xd201000000010000u, UINT64_MAX};
    fp12 a, expected, out;

    (void)state;
    random_cyclotomic(&a);
    fp12_conjugate(&out, &a);
    fp12_mul(&out, &out, &a);
    assert_true(fp12_is_one(&out));
    for (int i = 0; i < 20; i++) {
        fp12_sqr(&expected, &a);
        out = a;
        fp12_cyclotomic_sqr(&out, &out);
        assert_true(fp12_equal(&out, &expected));
        a = out;
    }
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        uint64_t wide[2] = {exponents[i], i};

        fp12_pow(&expected, &a, wide, 2);
        fp12_cyclotomic_pow(&out, &a, wide, 2);
        assert_true(fp12_equal(&out, &expected));
    }
}

static void test_pow(void **state)
{
    fp12 a, expected = fp12_one, out;

    (void)state;
    random_fp12(&a);
    for (uint64_t e = 0; e < 20; e++) {
        fp12_pow(&out, &a, &e, 1);
        assert_true(fp12_equal(&out, &expected));
        fp12_mul(&expected, &expected, &a);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fp6_products), cmocka_unit_test(test_fp12_products),
        cmocka_unit_test(test_zero),         cmocka_unit_test(test_frobenius),
        cmocka_unit_test(test_cyclotomic),   cmocka_unit_test(test_pow),
    };
    uint64_t seed = 1;

    if (argc > 1)
        seed = strtoull(argv[1], NULL, 0);
    else
        (void)random_bytes(&seed, sizeof seed, NULL);
    printf("seed 0x%016llx\n", (unsigned long long)seed);
    random_state = seed;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
