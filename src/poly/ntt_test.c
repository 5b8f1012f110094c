#include "poly/ntt_pass.h"

#include "poly/poly_test.h"

/* The definition, at every size where that is quick. */
static void test_plain_is_the_definition(void **state)
{
    (void)state;
    for (unsigned log_size = 0; log_size <= 6; log_size++) {
        size_t size = (size_t)1 << log_size;
        fr x[64], y[64], root, point = fr_one;
        test_random_vector(x, log_size);
        memcpy(y, x, sizeof x);
        ntt_forward_plain(y, log_size);
        fr_root_of_unity(&root, log_size);
        for (size_t k = 0; k < size; k++) {
            fr sum = fr_zero;
            for (size_t i = size; i-- > 0;) {
                fr_mul(&sum, &sum, &point);
                fr_add(&sum, &sum, &x[i]);
            }
            assert_true(fr_equal(&sum, &y[k]));
            fr_mul(&point, &point, &root);
        }
        ntt_inverse_plain(y, log_size);
        test_assert_equal(x, y, log_size);
    }
}

static void scale_by_powers(fr *values, unsigned log_size, const fr *base)
{
    fr power = fr_one;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        fr_mul(&values[i], &values[i], &power);
        fr_mul(&power, &power, base);
    }
}

/* Every transform of one plan against the plain ones. Takes the plan. */
static void compare_plan(struct ntt_plan *plan, struct threads *threads, unsigned kind)
{
    unsigned log_size = ntt_plan_log_size(plan);
    fr *input = test_vector(log_size), *expected = test_vector(log_size);
    fr *values = test_vector(log_size), shift;
    test_fill(input, log_size, kind);
    test_random_fr(&shift);

    memcpy(expected, input, sizeof(fr) << log_size);
    memcpy(values, input, sizeof(fr) << log_size);
    ntt_forward_plain(expected, log_size);
    ntt_forward(plan, threads, values);
    test_assert_equal(values, expected, log_size);
    ntt_inverse(plan, threads, values);
    test_assert_equal(values, input, log_size);

    memcpy(expected, input, sizeof(fr) << log_size);
    scale_by_powers(expected, log_size, &shift);
    ntt_forward_plain(expected, log_size);
    ntt_forward_coset(plan, threads, values, &shift);
    test_assert_equal(values, expected, log_size);
    ntt_inverse_coset(plan, threads, values, &shift);
    test_assert_equal(values, input, log_size);

    memory_free(values);
    memory_free(expected);
    memory_free(input);
    ntt_plan_free(plan);
}

static void compare(unsigned log_size, struct threads *threads, unsigned kind)
{
    struct ntt_plan *plan;
    assert_int_equal(ntt_plan_make(&plan, log_size, NULL), STATUS_OK);
    assert_int_equal(ntt_plan_log_size(plan), log_size);
    compare_plan(plan, threads, kind);
}

/* Digits that only large sizes would get. */
static void test_three_levels(void **state)
{
    (void)state;
    const unsigned sizes[][2] = {{8, 3}, {9, 3}, {10, 3}, {11, 4}, {13, 3}, {14, 5}};
    for (enum cpu_level level = CPU_PORTABLE; level <= cpu_level_detected(); level++) {
        cpu_level_limit(level);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct ntt_plan *plan;
            assert_int_equal(ntt_plan_make_digits(&plan, sizes[i][0], sizes[i][1], NULL),
                             STATUS_OK);
            compare_plan(plan, NULL, TEST_VECTORS - 1);
        }
    }
    cpu_level_limit(cpu_level_detected());
}

static void test_matches_plain(void **state)
{
    (void)state;
    for (enum cpu_level level = CPU_PORTABLE; level <= cpu_level_detected(); level++) {
        cpu_level_limit(level);
        for (unsigned count = 1; count <= 3; count++) {
            struct threads *threads;
            assert_int_equal(threads_make(&threads, count, NULL), STATUS_OK);
            for (unsigned log_size = 0; log_size <= 12; log_size++)
                compare(log_size, threads, TEST_VECTORS - 1);
            compare(15 + count % 2, threads, TEST_VECTORS - 1);
            threads_free(threads);
        }
        for (unsigned kind = 0; kind < TEST_VECTORS - 1; kind++) {
            for (unsigned log_size = 0; log_size <= 9; log_size += 3)
                compare(log_size, NULL, kind);
            compare(13, NULL, kind);
        }
    }
    cpu_level_limit(cpu_level_detected());
}

static void test_plan(void **state)
{
    (void)state;
    struct ntt_plan *plan;
    struct error err;
    assert_int_equal(ntt_plan_make(&plan, NTT_LOG_SIZE_MAX + 1, &err), STATUS_INVALID_ARGUMENT);
    assert_null(plan);
    assert_int_equal(ntt_plan_make(&plan, NTT_LOG_SIZE_MAX, &err), STATUS_OK);
    ntt_plan_free(plan);
    ntt_plan_free(NULL);
    for (unsigned log_size = 16; log_size <= NTT_LOG_SIZE_MAX; log_size++)
        assert_true(ntt_plan_bytes(log_size) < (sizeof(fr) << log_size) / 8);
}

int main(void)
{
    test_start();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_is_the_definition),
        cmocka_unit_test(test_matches_plain),
        cmocka_unit_test(test_three_levels),
        cmocka_unit_test(test_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
