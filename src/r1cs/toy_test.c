/* The toy circuits against the reference's digests (tests/golden/params-toy). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/text.h"
#include "r1cs/digest.h"
#include "r1cs/toy.h"

struct expected {
    unsigned rounds;
    uint32_t rows, aux, a_aux, b_aux;
    uint64_t terms[3];
    const char *circuit, *densities[3], *witness, *y;
};

static const struct expected expected_all[] = {
    {2,
     5,
     5,
     3,
     5,
     {6, 5, 8},
     "f5ee20728e027a287a7d0e1dd69347a6c3447fdff5f9ad43863445b97f7c8310",
     {"2f0fd1e89b8de1d57292742ec380ea47066e307ad645f5bc3adad8a06ff58608",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "ffe679bb831c95b67dc17819c63c5090d221aac6f4c7bf530f594ab43d21fa1e"},
     "978bb809f0e06cce459a110e397aa428129e4addcc20246e7ce010b9c28b0af7",
     "a3a7000000000000000000000000000000000000000000000000000000000000"},
    {1000,
     2001,
     2001,
     1001,
     2001,
     {2002, 2001, 4000},
     "e2a07eb2d38450db8ebc6ded0e4b28e48bb5266fecbe351b2c0a700a3050cd9b",
     {"bf3e93277e19525c8e22b9acfe97b36687e62db70257bf1701590a241ec01390",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "819457477e1babdd7cd5926631d11947e79da8676353b7933e769bd1485a606d"},
     "3a7232d7de96ac52f8448b5162716262f2d3f0c524a22d19d7a573f5fa530244",
     "6866ef202df7fda882bf7dee2e305fae47d81f0cfcafa9ad50abc1043d110228"},
};

static void assert_hex(const uint8_t *bytes, const char *text)
{
    char found[2 * 32 + 1];
    hex_encode(found, bytes, 32);
    assert_string_equal(found, text);
}

static void make(struct r1cs_matrices *matrices, struct assignment *assignment, unsigned rounds)
{
    fr x;
    fr_from_u64(&x, 3);
    assert_int_equal(toy_matrices(matrices, rounds, NULL), STATUS_OK);
    assert_int_equal(toy_assignment(assignment, matrices, rounds, &x, NULL), STATUS_OK);
}

static void test_reference_digests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expected_all / sizeof *expected_all; i++) {
        const struct expected *expected = &expected_all[i];
        struct r1cs_matrices matrices;
        struct assignment assignment;
        make(&matrices, &assignment, expected->rounds);
        assert_int_equal(matrices.row_count, expected->rows);
        assert_int_equal(matrices.aux_count, expected->aux);
        assert_int_equal(matrices.wide_aux_count, expected->aux - 1);
        assert_int_equal(matrices.input_count, 3);
        assert_int_equal(matrices.a_aux_count, expected->a_aux);
        assert_int_equal(matrices.b_aux_count, expected->b_aux);
        assert_int_equal(matrices.b_input_count, 0);
        assert_memory_equal(matrices.term_count, expected->terms, sizeof expected->terms);
        uint8_t digest[32];
        assert_int_equal(r1cs_digest(digest, &matrices, NULL, NULL), STATUS_OK);
        assert_hex(digest, expected->circuit);
        struct density_digests densities;
        r1cs_density_digests(&densities, &matrices);
        assert_hex(densities.a_aux, expected->densities[0]);
        assert_hex(densities.b_input, expected->densities[1]);
        assert_hex(densities.b_aux, expected->densities[2]);
        witness_digest(digest, &assignment, &matrices, NULL);
        assert_hex(digest, expected->witness);
        uint8_t y[32];
        fr_to_bytes(y, &assignment.inputs[1]);
        assert_hex(y, expected->y);
        r1cs_matrices_free(&matrices);
        assignment_free(&assignment);
    }
}

static void test_satisfied_and_corrupted(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    make(&matrices, &assignment, 1000);
    struct threads *threads = NULL;
    assert_int_equal(threads_make(&threads, 2, NULL), STATUS_OK);
    uint32_t unsatisfied, first;
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, threads, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 0);
    assert_int_equal(first, matrices.row_count);
    /* aux 401 is the square of round 200: rows 400 (its own) and 401 (the cube) break. */
    fr_add(&assignment.wide[401], &assignment.wide[401], &fr_one);
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, threads, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 2);
    assert_int_equal(first, 400);
    threads_free(threads);
    r1cs_matrices_free(&matrices);
    assignment_free(&assignment);
}

static void test_assignment_of_another_circuit(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    struct error err = {0};
    uint32_t unsatisfied, first;
    make(&matrices, &assignment, 2);
    assert_int_equal(assignment_check(&assignment, &matrices, &err), STATUS_OK);
    assignment.inputs[0] = fr_zero;
    assert_int_equal(assignment_check(&assignment, &matrices, &err), STATUS_INVALID_ARGUMENT);
    assignment.inputs[0] = fr_one;
    assignment.bits[0] |= 1; /* aux 0 is wide */
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, &err),
                     STATUS_INVALID_ARGUMENT);
    assert_string_equal(err.message, "aux 0 is wide and has its bit set");
    r1cs_matrices_free(&matrices);
    assert_int_equal(toy_matrices(&matrices, 3, NULL), STATUS_OK);
    assert_int_equal(assignment_check(&assignment, &matrices, &err), STATUS_COUNT_MISMATCH);
    assert_string_equal(err.message, "5 aux wires, the circuit has 7");
    r1cs_matrices_free(&matrices);
    assignment_free(&assignment);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_digests),
        cmocka_unit_test(test_satisfied_and_corrupted),
        cmocka_unit_test(test_assignment_of_another_circuit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
