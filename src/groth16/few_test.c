#include "groth16/few.h"
#include "groth16/groth16_test.h"

static void test_against_single_multiples(void **state)
{
    static g1_affine points[FEW_MAX];
    static fr scalars[FEW_MAX];
    struct error err = {0};
    g1_xyzz sum, expected = g1_identity, term;
    fr minus_one;

    (void)state;
    fr_neg(&minus_one, &fr_one);
    for (size_t i = 0; i <= 40; i++) {
        assert_status(few_sum_g1(&sum, points, scalars, i, &err), STATUS_OK, &err);
        assert_true(g1_equal(&sum, &expected));
        assert_status(fr_random(&scalars[i], &err), STATUS_OK, &err);
        g1_from_affine(&term, &g1_generator);
        g1_mul(&term, &term, &scalars[i]);
        g1_to_affine(&points[i], &term);
        switch (i % 8) {
        case 1:
            scalars[i] = fr_zero;
            break;
        case 2:
            scalars[i] = minus_one;
            break;
        case 3:
            points[i] = g1_affine_identity;
            break;
        case 4:
            points[i] = points[i - 2]; /* with r - 1 and 1: they cancel */
            scalars[i] = fr_one;
            break;
        default:
            break;
        }
        g1_from_affine(&term, &points[i]);
        g1_mul(&term, &term, &scalars[i]);
        g1_add(&expected, &expected, &term);
    }
    for (size_t i = 0; i < FEW_MAX; i++) {
        points[i] = g1_generator;
        scalars[i] = minus_one;
    }
    assert_status(few_sum_g1(&sum, points, scalars, FEW_MAX, &err), STATUS_OK, &err);
    fr_from_u64(&minus_one, FEW_MAX);
    fr_neg(&minus_one, &minus_one);
    g1_from_affine(&expected, &g1_generator);
    g1_mul(&expected, &expected, &minus_one);
    assert_true(g1_equal(&sum, &expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_single_multiples)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
