/* Circuits at the edges of what a system can be: each goes from shape to key to checked proof. */
#include "groth16/groth16_test.h"

/* Key, proof with fresh and with zero randomness, verification. */
static void check_circuit(test_circuit *circuit, const void *what)
{
    const struct prove_randomness zero = {fr_zero, fr_zero};
    struct r1cs_matrices matrices;
    struct assignment assignment;
    struct loaded loaded;
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];

    circuit_shape(&matrices, circuit, what);
    circuit_witness(&assignment, &matrices, circuit, what);
    assert_status(key_make(&matrices, &err), STATUS_OK, &err);
    loaded_open(&loaded, &matrices, params_path());
    const struct assignment *list[] = {&assignment};
    assert_status(prove(&loaded.prover, bytes, list, 1, true, NULL, NULL, &err), STATUS_OK, &err);
    assert_status(verify_bytes(&loaded.vk, bytes, &assignment, &err), STATUS_OK, &err);
    if (assignment.input_count > 1) {
        fr_add(&assignment.inputs[1], &assignment.inputs[1], &fr_one);
        assert_status(verify_bytes(&loaded.vk, bytes, &assignment, &err), STATUS_PROOF_INVALID,
                      &err);
        fr_sub(&assignment.inputs[1], &assignment.inputs[1], &fr_one);
    }
    if (assignment.aux_count > 0) { /* else C is the sum of nothing, which no encoding has */
        assert_status(prove(&loaded.prover, bytes, list, 1, false, &zero, NULL, &err), STATUS_OK,
                      &err);
    }
    loaded_close(&loaded);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
}

static wire wide(struct builder *builder, const fr *value)
{
    wire v;
    fr *at = builder_wide(builder, 1, &v);

    if (at != NULL) {
        *at = *value;
    }
    return v;
}

static void add(struct builder *builder, enum matrix matrix, wire v, uint32_t coefficient)
{
    if (builder_is_shape(builder)) {
        lc_add(builder_row(builder, matrix), v, coefficient);
    }
}

static void enforce(struct builder *builder)
{
    if (builder_is_shape(builder)) {
        builder_enforce(builder);
    }
}

static void enforce_product(struct builder *builder, wire a, wire b, wire c)
{
    add(builder, MATRIX_A, a, COEFFICIENT_ONE);
    add(builder, MATRIX_B, b, COEFFICIENT_ONE);
    add(builder, MATRIX_C, c, COEFFICIENT_ONE);
    enforce(builder);
}

/* --- case 26 --- */

static void no_public_input(struct builder *builder, const void *what)
{
    fr a, b, c;

    (void)what;
    fr_from_u64(&a, 6);
    fr_from_u64(&b, 7);
    fr_from_u64(&c, 42);
    wire x = wide(builder, &a), y = wide(builder, &b), z = wide(builder, &c);
    enforce_product(builder, x, y, z);
}

static void test_case_26_no_public_input(void **state)
{
    (void)state;
    check_circuit(no_public_input, NULL);
}

/* --- case 27 --- */

enum linear_form { LINEAR_TIMES_ONE, LINEAR_B_EMPTY, LINEAR_ONLY_C };

/* y = x + 5 in three ways. */
static void linear(struct builder *builder, const void *what)
{
    enum linear_form form = *(const enum linear_form *)what;
    fr x_value, y_value;

    fr_from_u64(&x_value, 3);
    fr_from_u64(&y_value, 8);
    wire x = wide(builder, &x_value), y = builder_input(builder, &y_value);
    if (builder_is_shape(builder)) {
        enum matrix matrix = form == LINEAR_ONLY_C ? MATRIX_C : MATRIX_A;
        fr minus_5;
        fr_from_u64(&minus_5, 5);
        fr_neg(&minus_5, &minus_5);
        lc_add(builder_row(builder, matrix), y, COEFFICIENT_ONE);
        lc_add(builder_row(builder, matrix), x, COEFFICIENT_MINUS_ONE);
        lc_add_constant(builder_row(builder, matrix), &minus_5);
        if (form == LINEAR_TIMES_ONE) {
            lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
        }
        builder_enforce(builder);
    }
}

static void test_case_27_linear_only(void **state)
{
    (void)state;
    for (int form = LINEAR_TIMES_ONE; form <= LINEAR_ONLY_C; form++) {
        const enum linear_form what = (enum linear_form)form;
        check_circuit(linear, &what);
    }
}

/* --- cases 28, 29 --- */

static void inputs_only(struct builder *builder, const void *what)
{
    unsigned count = *(const unsigned *)what;

    for (unsigned i = 0; i < count; i++) {
        fr value;
        fr_from_u64(&value, 100 + i);
        builder_input(builder, &value);
    }
}

static void test_case_28_no_constraint(void **state)
{
    (void)state;
    for (unsigned count = 0; count < 5; count++) {
        check_circuit(inputs_only, &count);
    }
}

/* One input and nothing else: the query l is empty. */
static void test_case_29_only_one_input(void **state)
{
    const unsigned count = 1;

    (void)state;
    check_circuit(inputs_only, &count);
}

/* More inputs than few_sum_g1 takes. */
static void test_many_inputs(void **state)
{
    const unsigned count = 600;

    (void)state;
    check_circuit(inputs_only, &count);
}

static void one_constraint(struct builder *builder, const void *what)
{
    (void)what;
    wire bit = builder_bits(builder, 1, 1);

    if (builder_is_shape(builder)) {
        builder_enforce_boolean(builder, bit);
    }
}

static void test_case_28_one_constraint(void **state)
{
    (void)state;
    check_circuit(one_constraint, NULL);
}

/* --- case 30 --- */

/* x^(2^rows) by squaring, the last public. */
static void chain(struct builder *builder, const void *what)
{
    unsigned rows = *(const unsigned *)what;
    fr value;

    fr_from_u64(&value, 3);
    wire v = wide(builder, &value);
    for (unsigned i = 0; i < rows; i++) {
        fr_sqr(&value, &value);
        wire next = i + 1 == rows ? builder_input(builder, &value) : wide(builder, &value);
        enforce_product(builder, v, v, next);
        v = next;
    }
}

/* Two inputs add two rows: domains filled to the last row, and the first row of the next. */
static void test_case_30_domains(void **state)
{
    (void)state;
    for (unsigned log = 1; log <= 6; log++) {
        for (unsigned rows = (1u << log) - 2; rows <= (1u << log) - 1; rows++) {
            if (rows > 0) {
                check_circuit(chain, &rows);
            }
        }
    }
}

/* --- case 31 --- */

struct values {
    unsigned count;
    uint64_t bits; /* repeated */
    int wide;      /* small integer */
};

/* Bits, and wide wires each times ONE equal to itself. */
static void all_equal(struct builder *builder, const void *what)
{
    const struct values *values = what;
    fr value;

    fr_from_u64(&value, (uint64_t)(values->wide < 0 ? -values->wide : values->wide));
    if (values->wide < 0) {
        fr_neg(&value, &value);
    }
    for (unsigned i = 0; i < values->count; i++) {
        wire first = builder_bits(builder, values->bits, 64);
        wire w = wide(builder, &value);
        for (unsigned j = 0; j < 64 && builder_is_shape(builder); j++) {
            builder_enforce_boolean(builder, first + j);
        }
        enforce_product(builder, w, WIRE_ONE, w);
    }
}

static void test_case_31_equal_values(void **state)
{
    static const struct values all[] = {
        {10, 0, 0}, {10, UINT64_MAX, 1}, {10, 0x8000000000000001, -1}, {10, 0, -1}};

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        check_circuit(all_equal, &all[i]);
    }
}

/* Wires of A only, of B only, of C only: queries with holes, at word edges too. */
static void sparse(struct builder *builder, const void *what)
{
    (void)what;
    for (unsigned i = 0; i < 70; i++) {
        fr value;
        fr_from_u64(&value, i);
        wire a = wide(builder, &value), bit = builder_bits(builder, i % 2, 1);
        if (i % 2 == 0) {
            value = fr_zero;
        }
        wire c = wide(builder, &value);
        enforce_product(builder, a, bit, c);
    }
}

static void test_case_31_queries_with_holes(void **state)
{
    (void)state;
    check_circuit(sparse, NULL);
}

/* --- case 32 --- */

static void test_case_32_larger(void **state)
{
    const unsigned rows = 8193;

    (void)state;
    check_circuit(chain, &rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case_26_no_public_input),
        cmocka_unit_test(test_case_27_linear_only),
        cmocka_unit_test(test_case_28_no_constraint),
        cmocka_unit_test(test_case_29_only_one_input),
        cmocka_unit_test(test_many_inputs),
        cmocka_unit_test(test_case_28_one_constraint),
        cmocka_unit_test(test_case_30_domains),
        cmocka_unit_test(test_case_31_equal_values),
        cmocka_unit_test(test_case_31_queries_with_holes),
        cmocka_unit_test(test_case_32_larger),
    };

    return cmocka_run_group_tests(tests, NULL, keys_remove);
}
