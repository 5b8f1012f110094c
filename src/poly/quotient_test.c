#include "poly/quotient.h"

#include "poly/ntt_pass.h"

#include "poly/poly_test.h"

static void evaluate(fr *out, const fr *coefficients, unsigned log_size, const fr *point)
{
    *out = fr_zero;
    for (size_t i = (size_t)1 << log_size; i-- > 0;) {
        fr_mul(out, out, point);
        fr_add(out, out, &coefficients[i]);
    }
}

/* a(x) b(x) - c(x) = h(x) (x^m - 1) at a random x, a b c interpolated by the plain transform. */
static void check_identity(const fr *a, const fr *b, const fr *h, unsigned log_size)
{
    fr *t = test_vector(log_size);
    fr x, value[3], right, z;
    test_random_fr(&x);
    for (int v = 0; v < 3; v++) {
        for (size_t i = 0; i < (size_t)1 << log_size; i++) {
            if (v == 2)
                fr_mul(&t[i], &a[i], &b[i]);
            else
                t[i] = v == 0 ? a[i] : b[i];
        }
        ntt_inverse_plain(t, log_size);
        evaluate(&value[v], t, log_size, &x);
    }
    const uint64_t exponent = (uint64_t)1 << log_size;
    fr_pow(&z, &x, &exponent, 1);
    fr_sub(&z, &z, &fr_one);
    evaluate(&right, h, log_size, &x);
    fr_mul(&right, &right, &z);
    fr_mul(&value[0], &value[0], &value[1]);
    fr_sub(&value[0], &value[0], &value[2]);
    assert_true(fr_equal(&value[0], &right));
    memory_free(t);
}

/* Takes the plan. */
static void compare_plan(struct ntt_plan *plan, struct threads *threads, unsigned kind_a,
                         unsigned kind_b)
{
    unsigned log_size = ntt_plan_log_size(plan);
    size_t bytes = sizeof(fr) << log_size;
    fr *v[6], *a = test_vector(log_size), *b = test_vector(log_size);
    for (int i = 0; i < 6; i++)
        v[i] = test_vector(log_size);
    test_fill(a, log_size, kind_a);
    test_fill(b, log_size, kind_b);
    memcpy(v[0], a, bytes);
    memcpy(v[1], b, bytes);
    memcpy(v[3], a, bytes);
    memcpy(v[4], b, bytes);
    for (size_t i = 0; i < (size_t)1 << log_size; i++)
        fr_mul(&v[5][i], &a[i], &b[i]);
    test_random_vector(v[2], log_size); /* scratch may hold anything */

    quotient(plan, threads, v[0], v[1], v[2]);
    quotient_plain(v[3], v[4], v[5], log_size);
    test_assert_equal(v[0], v[3], log_size);
    assert_true(fr_is_zero(&v[0][((size_t)1 << log_size) - 1]));
    check_identity(a, b, v[0], log_size);

    for (int i = 0; i < 6; i++)
        memory_free(v[i]);
    memory_free(b);
    memory_free(a);
    ntt_plan_free(plan);
}

static void compare(unsigned log_size, struct threads *threads, unsigned kind_a, unsigned kind_b)
{
    struct ntt_plan *plan;
    assert_int_equal(ntt_plan_make(&plan, log_size, NULL), STATUS_OK);
    compare_plan(plan, threads, kind_a, kind_b);
}

/* Digits that only large sizes would get. */
static void test_three_levels(void **state)
{
    (void)state;
    const unsigned sizes[][2] = {{8, 3}, {9, 3}, {10, 3}, {11, 4}, {12, 3}};
    for (enum cpu_level level = CPU_PORTABLE; level <= cpu_level_detected(); level++) {
        cpu_level_limit(level);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct ntt_plan *plan;
            assert_int_equal(ntt_plan_make_digits(&plan, sizes[i][0], sizes[i][1], NULL),
                             STATUS_OK);
            compare_plan(plan, NULL, TEST_VECTORS - 1, TEST_VECTORS - 1);
        }
    }
    cpu_level_limit(cpu_level_detected());
}

static void test_matches_plain(void **state)
{
    (void)state;
    const unsigned random = TEST_VECTORS - 1;
    for (enum cpu_level level = CPU_PORTABLE; level <= cpu_level_detected(); level++) {
        cpu_level_limit(level);
        for (unsigned count = 1; count <= 3; count++) {
            struct threads *threads;
            assert_int_equal(threads_make(&threads, count, NULL), STATUS_OK);
            for (unsigned log_size = 0; log_size <= 12; log_size++)
                compare(log_size, threads, random, random);
            if (count == 2)
                compare(16, threads, random, random);
            threads_free(threads);
        }
        for (unsigned kind = 0; kind < TEST_VECTORS; kind++) {
            compare(2, NULL, kind, random);
            compare(7, NULL, kind, (kind + 1) % TEST_VECTORS);
            compare(10, NULL, kind, kind);
        }
    }
    cpu_level_limit(cpu_level_detected());
}

int main(void)
{
    test_start();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_matches_plain),
        cmocka_unit_test(test_three_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
