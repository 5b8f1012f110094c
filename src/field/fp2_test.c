#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/cpu.h"
#include "base/random.h"
#include "field/fp2.h"

#define F            fp
#define F_PLAIN      fp_plain
#define F_(name)     fp_##name
#define F_LIMBS      FP_LIMBS
#define F_BYTES      FP_BYTES
#define F_BITS       FP_BITS
#define F_BIG_ENDIAN true
#include "field/prime_values.inc.h"

static void nth_fp2(fp2 *out, int i)
{
    fp_plain c0, c1;
    if (i < EDGE_COUNT * EDGE_COUNT) {
        edge_plain(&c0, i / EDGE_COUNT);
        edge_plain(&c1, i % EDGE_COUNT);
    } else {
        random_plain(&c0);
        random_plain(&c1);
    }
    if (random_u64() % 2) { /* these limbs as Montgomery form: reaches the extreme carries */
        memcpy(&out->c0, &c0, sizeof c0);
        memcpy(&out->c1, &c1, sizeof c1);
    } else {
        fp_from_plain(&out->c0, &c0);
        fp_from_plain(&out->c1, &c1);
    }
}

static void random_fp2(fp2 *out)
{
    nth_fp2(out, EDGE_COUNT * EDGE_COUNT);
}

/* (a0 b0 - a1 b1) + (a0 b1 + a1 b0) u, four plain products */
static void slow_product(fp2 *out, const fp2 *a, const fp2 *b)
{
    fp x, y;
    fp2 z;
    fp_mul_portable(&x, &a->c0, &b->c0);
    fp_mul_portable(&y, &a->c1, &b->c1);
    fp_sub_portable(&z.c0, &x, &y);
    fp_mul_portable(&x, &a->c0, &b->c1);
    fp_mul_portable(&y, &a->c1, &b->c0);
    fp_add_portable(&z.c1, &x, &y);
    *out = z;
}

static void test_products(void **state)
{
    (void)state;
    for (int i = 0; i < EDGE_COUNT * EDGE_COUNT + 50; i++) {
        for (int j = 0; j < EDGE_COUNT * EDGE_COUNT + 10; j++) {
            fp2 a, b, want, got;
            nth_fp2(&a, i);
            nth_fp2(&b, j);
            slow_product(&want, &a, &b);
            fp2_mul(&got, &a, &b);
            assert_memory_equal(&got, &want, sizeof got);
            if (j == 0) {
                fp2_mul_portable(&got, &a, &b);
                assert_memory_equal(&got, &want, sizeof got);
                slow_product(&want, &a, &a);
                fp2_sqr(&got, &a);
                assert_memory_equal(&got, &want, sizeof got);
                fp2_sqr_portable(&got, &a);
                assert_memory_equal(&got, &want, sizeof got);
            }
        }
    }
}

static void test_outputs_alias(void **state)
{
    (void)state;
    fp2 a, b, want, x;
    random_fp2(&a);
    random_fp2(&b);
    fp2_mul(&want, &a, &b);
    x = a;
    fp2_mul(&x, &x, &b);
    assert_true(fp2_equal(&x, &want));
    x = b;
    fp2_mul(&x, &a, &x);
    assert_true(fp2_equal(&x, &want));
    fp2_sqr(&want, &a);
    x = a;
    fp2_sqr(&x, &x);
    assert_true(fp2_equal(&x, &want));
    x = a;
    fp2_mul(&x, &x, &x);
    assert_true(fp2_equal(&x, &want));
    fp2_mul_nonresidue(&want, &a);
    x = a;
    fp2_mul_nonresidue(&x, &x);
    assert_true(fp2_equal(&x, &want));
    fp2_mul_fp(&want, &a, &a.c0);
    x = a;
    fp2_mul_fp(&x, &x, &x.c0);
    assert_true(fp2_equal(&x, &want));
    fp2_inverse(&want, &a);
    x = a;
    fp2_inverse(&x, &x);
    assert_true(fp2_equal(&x, &want));
}

static void test_small_operations(void **state)
{
    (void)state;
    static const fp2 zero = {{{0}}, {{0}}};
    for (int i = 0; i < EDGE_COUNT * EDGE_COUNT + 50; i++) {
        fp2 a, b, factor, want, got;
        nth_fp2(&a, i);
        random_fp2(&b);
        fp2_add(&got, &a, &b);
        fp2_sub(&got, &got, &b);
        assert_true(fp2_equal(&got, &a));
        fp2_neg(&got, &a);
        fp2_add(&got, &got, &a);
        assert_true(fp2_is_zero(&got) && fp2_equal(&got, &zero));
        fp2_double(&want, &a);
        fp2_add(&got, &a, &a);
        assert_true(fp2_equal(&got, &want));

        factor = (fp2){fp_one, fp_one};
        slow_product(&want, &a, &factor);
        fp2_mul_nonresidue(&got, &a);
        assert_true(fp2_equal(&got, &want));
        factor = (fp2){b.c0, fp_zero};
        slow_product(&want, &a, &factor);
        fp2_mul_fp(&got, &a, &b.c0);
        assert_true(fp2_equal(&got, &want));
        /* a times its conjugate lies in Fp */
        fp2_conjugate(&want, &a);
        slow_product(&got, &a, &want);
        assert_true(fp_is_zero(&got.c1));
        fp2_mul(&got, &a, &fp2_one);
        assert_true(fp2_equal(&got, &a));
    }
}

static void test_fp2_inverse(void **state)
{
    (void)state;
    enum { COUNT = EDGE_COUNT * EDGE_COUNT + 20 };
    fp2 values[COUNT], inverses[COUNT], scratch[COUNT];
    for (int i = 0; i < COUNT; i++) {
        fp2 product;
        nth_fp2(&values[i], i);
        fp2_inverse(&inverses[i], &values[i]);
        fp2_mul(&product, &values[i], &inverses[i]);
        assert_true(fp2_equal(&product, fp2_is_zero(&values[i]) ? &fp2_zero : &fp2_one));
    }
    fp2_inverse_batch(values, COUNT, scratch);
    assert_memory_equal(values, inverses, sizeof values);
}

static void test_fp2_sqrt(void **state)
{
    (void)state;
    int squares = 0;
    for (int i = 0; i < EDGE_COUNT * EDGE_COUNT + 50; i++) {
        fp2 a, square, root, negative;
        nth_fp2(&a, i);
        fp2_sqr(&square, &a);
        assert_true(fp2_sqrt(&root, &square));
        fp2_neg(&negative, &root);
        assert_true(fp2_equal(&root, &a) || fp2_equal(&negative, &a));
        if (fp2_sqrt(&root, &a)) {
            squares++;
            fp2_sqr(&square, &root);
            assert_true(fp2_equal(&square, &a));
        }
        /* u + 1 is no square, so exactly one of a and (u + 1) a is */
        if (!fp2_is_zero(&a)) {
            bool is_square = fp2_sqrt(&root, &a);
            fp2_mul_nonresidue(&a, &a);
            assert_int_equal(fp2_sqrt(&root, &a), !is_square);
        }
    }
    assert_in_range(squares, 50, 150);
}

static void test_fp2_is_larger(void **state)
{
    (void)state;
    fp2 a;
    fp minus_one;
    fp_neg(&minus_one, &fp_one);
    assert_false(fp2_is_larger(&fp2_zero));
    a = (fp2){minus_one, fp_one}; /* c1 decides */
    assert_false(fp2_is_larger(&a));
    a = (fp2){fp_one, minus_one};
    assert_true(fp2_is_larger(&a));
    a = (fp2){minus_one, fp_zero}; /* c1 is no help */
    assert_true(fp2_is_larger(&a));
    a = (fp2){fp_one, fp_zero};
    assert_false(fp2_is_larger(&a));
}

static int group(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),         cmocka_unit_test(test_outputs_alias),
        cmocka_unit_test(test_small_operations), cmocka_unit_test(test_fp2_inverse),
        cmocka_unit_test(test_fp2_sqrt),         cmocka_unit_test(test_fp2_is_larger),
    };
    return cmocka_run_group_tests_name("fp2", tests, NULL, NULL);
}

int main(int argc, char **argv)
{
    return run_at_levels(group, argc, argv);
}
