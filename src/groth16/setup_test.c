#include "groth16/groth16_test.h"
#include "groth16/qap.h"

static void assert_same_file(const char *found_path, const char *expected_path)
{
    struct bytes found = bytes_load(found_path), expected = bytes_load(expected_path);

    assert_int_equal(found.count, expected.count);
    assert_memory_equal(found.at, expected.at, found.count);
    memory_free(found.at);
    memory_free(expected.at);
}

/* With the reference's secrets: the reference's bytes. */
static void check_golden(unsigned rounds, const char *name, unsigned thread_count)
{
    struct setup_secrets secrets;
    struct r1cs_matrices matrices;
    struct threads *threads;
    struct error err = {0};
    char path[80];

    snprintf(path, sizeof path, TOY "%s.json", name);
    assert_status(setup_secrets_read(&secrets, path, &err), STATUS_OK, &err);
    assert_status(toy_matrices(&matrices, rounds, &err), STATUS_OK, &err);
    assert_status(threads_make(&threads, thread_count, &err), STATUS_OK, &err);
    assert_status(
        setup_run(&secrets, &matrices, params_path(), vk_path(), true, threads, NULL, &err),
        STATUS_OK, &err);
    snprintf(path, sizeof path, TOY "%s.params", name);
    assert_same_file(params_path(), path);
    struct bytes file = bytes_load(path);
    assert_int_equal(setup_params_bytes(&matrices), file.count);
    memory_free(file.at);
    snprintf(path, sizeof path, TOY "%s.vk", name);
    assert_same_file(vk_path(), path);
    r1cs_matrices_free(&matrices);
    threads_free(threads);
}

static void test_golden_keys(void **state)
{
    (void)state;
    check_golden(2, "toy-2", 1);
    check_golden(2, "toy-2", 2);
    check_golden(1000, "toy-1000", 1);
    check_golden(1000, "toy-1000", 4);
}

/* sum_k L_k(tau) w^(jk) = tau^j for j below the domain size. */
static void test_lagrange(void **state)
{
    struct setup_secrets secrets;
    fr *values = calloc(4096, sizeof *values);

    (void)state;
    assert_non_null(values);
    setup_secrets_dev(&secrets, "lagrange");
    for (unsigned log = 0; log <= 12; log++) {
        size_t size = (size_t)1 << log;
        qap_lagrange(values, size, &secrets.tau, log, NULL);
        for (uint64_t j = 0; j < size; j += size / 4 + 1) {
            fr root, step, power = fr_one, sum = fr_zero, term, expected;
            fr_root_of_unity(&root, log);
            fr_pow(&step, &root, &j, 1);
            for (size_t k = 0; k < size; k++) {
                fr_mul(&term, &values[k], &power);
                fr_add(&sum, &sum, &term);
                fr_mul(&power, &power, &step);
            }
            fr_pow(&expected, &secrets.tau, &j, 1);
            assert_true(fr_equal(&sum, &expected));
        }
    }
    free(values);
}

/* <polynomial values at tau, assignment> from the columns and from the rows. */
static void test_evaluate_is_transposed(void **state)
{
    struct setup_secrets secrets;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    struct error err = {0};
    fr x;

    (void)state;
    fr_from_u64(&x, 3);
    setup_secrets_dev(&secrets, "evaluate");
    assert_status(toy_matrices(&matrices, 5000, &err), STATUS_OK, &err);
    assert_status(toy_assignment(&assignment, &matrices, 5000, &x, &err), STATUS_OK, &err);
    size_t rows = (size_t)matrices.row_count + matrices.input_count;
    size_t variables = (size_t)matrices.input_count + matrices.aux_count;
    fr *lagrange = calloc(rows, sizeof(fr)), *evaluated = calloc(rows, sizeof(fr));
    fr *columns = calloc(variables, sizeof(fr)), *values = calloc(variables, sizeof(fr));
    struct threads *threads;
    assert_true(lagrange && evaluated && columns && values);
    assert_status(threads_make(&threads, 4, &err), STATUS_OK, &err);
    qap_lagrange(lagrange, rows, &secrets.tau, matrices.domain_log2, threads);
    memcpy(values, assignment.inputs, matrices.input_count * sizeof(fr));
    assignment_expand(values + matrices.input_count, &assignment, &matrices, 0, matrices.aux_count);
    for (unsigned k = 0; k < 3; k++) {
        const fr *weight[3] = {NULL, NULL, NULL};
        fr left = fr_zero, right = fr_zero, term;
        weight[k] = &secrets.alpha;
        assert_status(qap_evaluate(columns, &matrices, lagrange, weight, threads, &err), STATUS_OK,
                      &err);
        r1cs_evaluate(evaluated, rows, &matrices, (enum matrix)k, &assignment, threads);
        for (size_t i = 0; i < variables; i++) {
            fr_mul(&term, &columns[i], &values[i]);
            fr_add(&left, &left, &term);
        }
        for (size_t i = 0; i < rows; i++) {
            fr_mul(&term, &evaluated[i], &lagrange[i]);
            fr_add(&right, &right, &term);
        }
        fr_mul(&right, &right, &secrets.alpha);
        assert_true(fr_equal(&left, &right));
    }
    threads_free(threads);
    free(lagrange), free(evaluated), free(columns), free(values);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
}

static void test_refusals(void **state)
{
    struct setup_secrets secrets, bad;
    struct r1cs_matrices matrices;
    struct error err = {0};

    (void)state;
    keys_remove(state);
    setup_secrets_dev(&secrets, "refusals");
    assert_status(toy_matrices(&matrices, 2, &err), STATUS_OK, &err);
    bad = secrets;
    fr_root_of_unity(&bad.tau, 3);
    assert_status(setup_run(&bad, &matrices, params_path(), vk_path(), false, NULL, NULL, &err),
                  STATUS_INVALID_ARGUMENT, &err);
    assert_int_not_equal(access(params_path(), F_OK), 0);
    assert_status(setup_run(&secrets, &matrices, params_path(), vk_path(), false, NULL, NULL, &err),
                  STATUS_OK, &err);
    assert_status(setup_run(&secrets, &matrices, params_path(), vk_path(), false, NULL, NULL, &err),
                  STATUS_FILE_EXISTS, &err);
    unlink(params_path());
    assert_status(setup_run(&secrets, &matrices, params_path(), vk_path(), false, NULL, NULL, &err),
                  STATUS_FILE_EXISTS, &err);
    assert_int_not_equal(access(params_path(), F_OK), 0);
    r1cs_matrices_free(&matrices);
}

static bool stop_in_a(void *context, const char *label, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return strcmp(label, "a") != 0;
}

static void test_stopped_run_leaves_nothing(void **state)
{
    const struct progress progress = {stop_in_a, NULL};
    struct setup_secrets secrets;
    struct r1cs_matrices matrices;
    struct error err = {0};

    (void)state;
    keys_remove(state);
    setup_secrets_dev(&secrets, "stopped");
    assert_status(toy_matrices(&matrices, 2, &err), STATUS_OK, &err);
    assert_status(
        setup_run(&secrets, &matrices, params_path(), vk_path(), false, NULL, &progress, &err),
        STATUS_INTERRUPTED, &err);
    assert_int_not_equal(access(params_path(), F_OK), 0);
    assert_int_not_equal(access(vk_path(), F_OK), 0);
    r1cs_matrices_free(&matrices);
}

static void circuit_with_loose_wire(struct builder *builder, const void *what)
{
    wire v;
    fr *value = builder_wide(builder, 1, &v);

    (void)what;
    if (value != NULL) {
        *value = fr_one;
    }
    builder_bits(builder, 0, 1); /* in no constraint */
    if (builder_is_shape(builder)) {
        lc_add(builder_row(builder, MATRIX_A), v, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_C), WIRE_ONE, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
}

static void test_loose_wire_is_refused(void **state)
{
    struct r1cs_matrices matrices;
    struct error err = {0};

    (void)state;
    keys_remove(state);
    circuit_shape(&matrices, circuit_with_loose_wire, NULL);
    assert_status(key_make(&matrices, &err), STATUS_WRONG_CIRCUIT, &err);
    assert_non_null(strstr(err.message, "aux wire 1 "));
    assert_int_not_equal(access(params_path(), F_OK), 0);
    r1cs_matrices_free(&matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lagrange),
        cmocka_unit_test(test_evaluate_is_transposed),
        cmocka_unit_test(test_golden_keys),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_stopped_run_leaves_nothing),
        cmocka_unit_test(test_loose_wire_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, keys_remove);
}
