#include "groth16/groth16_test.h"
#include "msm/msm.h"
#include "poly/ntt.h"

enum { ROUNDS = 1000 };

static struct r1cs_matrices matrices; /* toy-1000 */
static struct loaded golden;

static struct assignment toy(unsigned rounds, const struct r1cs_matrices *of, uint64_t x)
{
    struct assignment assignment;
    struct error err = {0};
    fr value;

    fr_from_u64(&value, x);
    assert_status(toy_assignment(&assignment, of, rounds, &value, &err), STATUS_OK, &err);
    return assignment;
}

static int load(void **state)
{
    struct error err = {0};

    (void)state;
    assert_status(toy_matrices(&matrices, ROUNDS, &err), STATUS_OK, &err);
    loaded_open(&golden, &matrices, TOY "toy-1000.params");
    return 0;
}

static int unload(void **state)
{
    loaded_close(&golden);
    r1cs_matrices_free(&matrices);
    return keys_remove(state);
}

/* r = 11, s = 13 under the golden key: the reference's bytes. */
static void check_golden(unsigned rounds, const char *name)
{
    struct prove_randomness randomness;
    struct r1cs_matrices circuit;
    struct backend_timings timings;
    struct loaded loaded;
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];
    char path[80];

    snprintf(path, sizeof path, TOY "%s.params", name);
    assert_status(toy_matrices(&circuit, rounds, &err), STATUS_OK, &err);
    loaded_open(&loaded, &circuit, path);
    struct assignment assignment = toy(rounds, &circuit, 3);
    const struct assignment *list[] = {&assignment};
    fr_from_u64(&randomness.r, 11);
    fr_from_u64(&randomness.s, 13);
    assert_status(prove(&loaded.prover, bytes, list, 1, true, &randomness, &timings, &err),
                  STATUS_OK, &err);
    snprintf(path, sizeof path, TOY "%s.proof", name);
    struct bytes expected = bytes_load(path);
    assert_int_equal(expected.count, PROOF_BYTES);
    assert_memory_equal(bytes, expected.at, PROOF_BYTES);
    assert_true(timings.total_s > 0 && timings.h_s > 0 && timings.b2_s > 0);
    assert_true(timings.total_s < 60);
    memory_free(expected.at);
    assignment_free(&assignment);
    loaded_close(&loaded);
    r1cs_matrices_free(&circuit);
}

static void test_golden_bytes(void **state)
{
    (void)state;
    check_golden(2, "toy-2");
    check_golden(1000, "toy-1000");
}

static void test_fresh_randomness(void **state)
{
    struct error err = {0};
    uint8_t bytes[4 * PROOF_BYTES];
    struct assignment three = toy(ROUNDS, &matrices, 3), four = toy(ROUNDS, &matrices, 4);
    const struct assignment *list[] = {&three, &four, &three, &four};

    (void)state;
    assert_status(prove(&golden.prover, bytes, list, 4, false, NULL, NULL, &err), STATUS_OK, &err);
    for (size_t i = 0; i < 4; i++) {
        assert_status(verify_bytes(&golden.vk, bytes + i * PROOF_BYTES, list[i], &err), STATUS_OK,
                      &err);
        assert_status(verify_bytes(&golden.vk, bytes + i * PROOF_BYTES, list[(i + 1) % 4], &err),
                      STATUS_PROOF_INVALID, &err);
        for (size_t j = 0; j < i; j++) {
            for (size_t at = 0; at < PROOF_BYTES; at += 48) { /* no element repeats */
                assert_memory_not_equal(bytes + i * PROOF_BYTES + at, bytes + j * PROOF_BYTES + at,
                                        48);
            }
        }
    }
    assignment_free(&three);
    assignment_free(&four);
}

/* r = s = 0 is valid too: the sums themselves. */
static void test_unblinded(void **state)
{
    struct prove_randomness randomness = {fr_zero, fr_zero};
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];
    struct assignment assignment = toy(ROUNDS, &matrices, 5);
    const struct assignment *list[] = {&assignment};

    (void)state;
    assert_status(prove(&golden.prover, bytes, list, 1, false, &randomness, NULL, &err), STATUS_OK,
                  &err);
    assert_status(verify_bytes(&golden.vk, bytes, &assignment, &err), STATUS_OK, &err);
    assignment_free(&assignment);
}

static void expect_broken(struct assignment *assignment, const char *which)
{
    struct error err = {0};
    uint8_t bytes[2 * PROOF_BYTES], untouched[2 * PROOF_BYTES];
    struct assignment good = toy(ROUNDS, &matrices, 3);
    const struct assignment *list[] = {&good, assignment};

    memset(bytes, 0x5a, sizeof bytes);
    memset(untouched, 0x5a, sizeof untouched);
    assert_status(prove(&golden.prover, bytes, list, 2, true, NULL, NULL, &err), STATUS_UNSATISFIED,
                  &err);
    assert_non_null(strstr(err.message, "partition 1 "));
    if (strstr(err.message, which) == NULL) {
        print_error("'%s' does not name '%s'\n", err.message, which);
        fail();
    }
    /* Without the check of the constraints the proof does not verify and is not handed out. */
    assert_status(prove(&golden.prover, bytes, list, 2, false, NULL, NULL, &err), STATUS_SELF_CHECK,
                  &err);
    assert_non_null(strstr(err.message, "proof 1 of 2"));
    assert_memory_equal(bytes, untouched, sizeof bytes);
    assignment_free(&good);
}

static void test_case_20_one_constraint_broken(void **state)
{
    struct assignment assignment = toy(ROUNDS, &matrices, 3);

    (void)state;
    /* Square of round 499 in row 998, used in row 999. */
    fr_add(&assignment.wide[2 * 499 + 1], &assignment.wide[2 * 499 + 1], &fr_one);
    expect_broken(&assignment, "breaks 2 of 2001 constraints, the first is number 998");
    assignment_free(&assignment);
    /* The public result, in the last round only. */
    assignment = toy(ROUNDS, &matrices, 3);
    fr_add(&assignment.inputs[1], &assignment.inputs[1], &fr_one);
    expect_broken(&assignment, "breaks 1 of 2001 constraints, the first is number 1999");
    assignment_free(&assignment);
}

static void test_case_24_swapped_wires(void **state)
{
    struct assignment assignment = toy(ROUNDS, &matrices, 3);
    fr saved = assignment.wide[10];

    (void)state;
    assignment.wide[10] = assignment.wide[11];
    assignment.wide[11] = saved;
    expect_broken(&assignment, "constraints");
    assignment_free(&assignment);
}

static void test_case_25_wire_0_is_not_one(void **state)
{
    struct assignment assignment = toy(ROUNDS, &matrices, 3);
    const struct assignment *list[] = {&assignment};
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];

    (void)state;
    fr_double(&assignment.inputs[0], &assignment.inputs[0]);
    assert_status(prove(&golden.prover, bytes, list, 1, false, NULL, NULL, &err),
                  STATUS_INVALID_ARGUMENT, &err);
    assignment_free(&assignment);
}

static void test_case_21_assignment_of_another_circuit(void **state)
{
    struct r1cs_matrices other;
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];

    (void)state;
    assert_status(toy_matrices(&other, ROUNDS - 1, &err), STATUS_OK, &err);
    struct assignment assignment = toy(ROUNDS - 1, &other, 3);
    const struct assignment *list[] = {&assignment};
    assert_status(prove(&golden.prover, bytes, list, 1, false, NULL, NULL, &err),
                  STATUS_COUNT_MISMATCH, &err);
    assert_status(prove(&golden.prover, bytes, list, 1, true, NULL, NULL, &err),
                  STATUS_COUNT_MISMATCH, &err);
    assignment_free(&assignment);
    r1cs_matrices_free(&other);
}

static void test_key_of_another_circuit(void **state)
{
    struct r1cs_matrices other;
    struct backend_key *key;
    struct error err = {0};

    (void)state;
    assert_status(toy_matrices(&other, 2, &err), STATUS_OK, &err);
    assert_status(
        golden.backend->operations->key_load(golden.backend, &key, &other, &golden.key, NULL, &err),
        STATUS_COUNT_MISMATCH, &err);
    assert_non_null(strstr(err.message, "h has 2047 points, the circuit needs 7"));
    r1cs_matrices_free(&other);
}

/* A job keeps what it needs: the assignment may be freed once it has started. */
static void test_assignment_freed_after_start(void **state)
{
    const struct backend_operations *operations = golden.backend->operations;
    struct prove_randomness randomness;
    struct backend_timings timings;
    struct backend_job *job[2];
    struct proof_sums sums[2];
    struct error err = {0};
    uint8_t bytes[2 * PROOF_BYTES];
    struct assignment expected = toy(ROUNDS, &matrices, 6);

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct assignment assignment = toy(ROUNDS, &matrices, 6);
        const struct assignment *list[] = {&assignment};
        assert_status(
            operations->prove_start(golden.backend, &job[i], golden.prover.key, list, 1, &err),
            STATUS_OK, &err);
        assignment_free(&assignment);
    }
    for (int i = 1; i >= 0; i--) { /* waited for in another order */
        assert_status(
            operations->prove_wait(golden.backend, job[i], &sums[i], &timings, NULL, &err),
            STATUS_OK, &err);
    }
    assert_true(g1_equal(&sums[0].h, &sums[1].h) && g2_equal(&sums[0].b2, &sums[1].b2));
    fr_from_u64(&randomness.r, 11);
    fr_from_u64(&randomness.s, 13);
    const struct public_inputs inputs[2] = {{expected.inputs + 1, 2}, {expected.inputs + 1, 2}};
    assert_status(prove_finish(bytes, &golden.vk, sums, inputs, 2, &randomness, NULL, &err),
                  STATUS_OK, &err);
    assert_memory_equal(bytes, bytes + PROOF_BYTES, PROOF_BYTES);
    assert_status(verify_bytes(&golden.vk, bytes, &expected, &err), STATUS_OK, &err);
    assignment_free(&expected);
}

static void test_plan_and_description(void **state)
{
    const struct backend_operations *operations = golden.backend->operations;
    struct backend_description description;
    struct backend_plan one, ten;
    struct error err = {0};

    (void)state;
    operations->describe(golden.backend, &description);
    assert_string_equal(description.name, "cpu");
    assert_true(description.device[0] != '\0' && description.bytes > 0);
    assert_status(operations->plan(golden.backend, &one, &matrices, 1, &err), STATUS_OK, &err);
    assert_status(operations->plan(golden.backend, &ten, &matrices, 10, &err), STATUS_OK, &err);
    assert_int_equal(one.device_bytes, 0);
    assert_int_equal(ten.witness_bytes, 10 * one.witness_bytes);
    assert_int_equal(ten.scratch_bytes, one.scratch_bytes);
    assert_int_equal(one.host_bytes,
                     one.key_bytes + one.matrix_bytes + one.witness_bytes + one.scratch_bytes);
    assert_true(one.scratch_bytes >= 3 * 2048 * sizeof(fr));
}

/* The primitives against the plain forms. */
static void test_primitives(void **state)
{
    enum { LOG = 7, COUNT = 1 << LOG };
    const struct backend_operations *operations = golden.backend->operations;
    static fr values[COUNT], expected[COUNT];
    static g1_affine g1[COUNT];
    static g2_affine g2[COUNT];
    const struct point_source g1_source = {
        .form = POINT_FORM_AFFINE, .memory = g1, .count = COUNT, .name = "g1"};
    const struct point_source g2_source = {
        .form = POINT_FORM_AFFINE, .memory = g2, .count = COUNT, .name = "g2"};
    struct error err = {0};
    g1_xyzz p = g1_identity, p_expected;
    g2_xyzz q = g2_identity, q_expected;

    (void)state;
    for (int i = 0; i < COUNT; i++) {
        assert_status(fr_random(&values[i], &err), STATUS_OK, &err);
        expected[i] = values[i];
        g1_add_affine(&p, &p, &g1_generator);
        g2_add_affine(&q, &q, &g2_generator);
        g1_to_affine(&g1[i], &p);
        g2_to_affine(&g2[i], &q);
    }
    assert_status(operations->msm_g1(golden.backend, &p, g1, values, COUNT, &err), STATUS_OK, &err);
    assert_status(msm_g1_plain(&p_expected, &g1_source, 0, values, COUNT, &err), STATUS_OK, &err);
    assert_true(g1_equal(&p, &p_expected));
    assert_status(operations->msm_g2(golden.backend, &q, g2, values, COUNT, &err), STATUS_OK, &err);
    assert_status(msm_g2_plain(&q_expected, &g2_source, 0, values, COUNT, &err), STATUS_OK, &err);
    assert_true(g2_equal(&q, &q_expected));
    assert_status(operations->ntt(golden.backend, values, LOG, false, &err), STATUS_OK, &err);
    ntt_forward_plain(expected, LOG);
    assert_memory_equal(values, expected, sizeof values);
    assert_status(operations->ntt(golden.backend, values, LOG, true, &err), STATUS_OK, &err);
    ntt_inverse_plain(expected, LOG);
    assert_memory_equal(values, expected, sizeof values);
    struct assignment assignment = toy(ROUNDS, &matrices, 3);
    fr *rows = calloc(2048, sizeof *rows);
    assert_non_null(rows);
    assert_status(operations->matrix_eval(golden.backend, rows, 2048, golden.prover.key, MATRIX_A,
                                          &assignment, &err),
                  STATUS_OK, &err);
    assert_true(fr_equal(&rows[0], &assignment.wide[0]));
    assert_true(fr_equal(&rows[matrices.row_count + 1], &assignment.inputs[1]));
    assert_true(fr_is_zero(&rows[2047]));
    free(rows);
    assignment_free(&assignment);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_bytes),
        cmocka_unit_test(test_fresh_randomness),
        cmocka_unit_test(test_unblinded),
        cmocka_unit_test(test_case_20_one_constraint_broken),
        cmocka_unit_test(test_case_24_swapped_wires),
        cmocka_unit_test(test_case_25_wire_0_is_not_one),
        cmocka_unit_test(test_case_21_assignment_of_another_circuit),
        cmocka_unit_test(test_key_of_another_circuit),
        cmocka_unit_test(test_assignment_freed_after_start),
        cmocka_unit_test(test_plan_and_description),
        cmocka_unit_test(test_primitives),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
