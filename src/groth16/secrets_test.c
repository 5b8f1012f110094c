#include "groth16/groth16_test.h"

static void test_golden_files(void **state)
{
    struct setup_secrets a, b;
    struct error err = {0};

    (void)state;
    assert_status(setup_secrets_read(&a, "tests/golden/porep-2k/setup.json", &err), STATUS_OK,
                  &err);
    assert_status(setup_secrets_check(&a, 22, &err), STATUS_OK, &err);
    assert_status(setup_secrets_read(&b, TOY "toy-2.json", &err), STATUS_OK, &err);
    assert_status(setup_secrets_check(&b, 3, &err), STATUS_OK, &err);
    assert_false(fr_equal(&a.tau, &b.tau));
}

/* The expected value is computed apart, with Python. */
static void test_dev_key(void **state)
{
    struct setup_secrets a, b;
    struct error err = {0};

    (void)state;
    setup_secrets_dev(&a, "test");
    setup_secrets_dev(&b, "test");
    assert_memory_equal(&a, &b, sizeof a);
    setup_secrets_dev(&b, "Test");
    assert_false(fr_equal(&a.alpha, &b.alpha));
    assert_false(fr_equal(&a.alpha, &a.beta));
    assert_true(g1_affine_equal(&a.g1, &g1_generator));
    assert_status(setup_secrets_check(&a, 27, &err), STATUS_OK, &err);
    uint8_t bytes[FR_BYTES];
    char hex[2 * FR_BYTES + 1];
    fr_to_bytes(bytes, &a.tau);
    hex_encode(hex, bytes, FR_BYTES);
    assert_string_equal(hex, "e6d50a46158f7f658b04082c4c20f33d8937d36105e33d021ce40cf45d310b04");
}

static void test_random(void **state)
{
    struct setup_secrets a, b;
    struct error err = {0};

    (void)state;
    assert_status(setup_secrets_random(&a, &err), STATUS_OK, &err);
    assert_status(setup_secrets_random(&b, &err), STATUS_OK, &err);
    assert_false(fr_equal(&a.tau, &b.tau));
    assert_status(setup_secrets_check(&a, 27, &err), STATUS_OK, &err);
}

static void test_check(void **state)
{
    struct setup_secrets secrets, good;
    struct error err = {0};

    (void)state;
    setup_secrets_dev(&good, "check");
    fr *const scalars[] = {&secrets.alpha, &secrets.beta, &secrets.gamma, &secrets.delta,
                           &secrets.tau};
    for (size_t i = 0; i < 5; i++) {
        secrets = good;
        *scalars[i] = fr_zero;
        assert_status(setup_secrets_check(&secrets, 3, &err), STATUS_INVALID_ARGUMENT, &err);
    }
    secrets = good;
    for (unsigned log = 0; log <= 27; log++) {
        fr_root_of_unity(&secrets.tau, log);
        assert_status(setup_secrets_check(&secrets, log, &err), STATUS_INVALID_ARGUMENT, &err);
        assert_string_equal(err.where, "tau");
        if (log > 0) {
            assert_status(setup_secrets_check(&secrets, log - 1, &err), STATUS_OK, &err);
        }
    }
    secrets = good;
    secrets.gamma = secrets.delta;
    assert_status(setup_secrets_check(&secrets, 3, &err), STATUS_INSECURE_KEY, &err);
    secrets = good;
    secrets.g1 = g1_affine_identity;
    assert_status(setup_secrets_check(&secrets, 3, &err), STATUS_POINT_AT_INFINITY, &err);
}

/* The golden document with one field replaced (or removed when value is NULL). */
static void expect_field(enum status expected, const char *name, json_t *value)
{
    json_t *document = golden_load("tests/golden/porep-2k/setup.json");
    struct setup_secrets secrets;
    struct error err = {0};

    if (value == NULL) {
        json_object_del(document, name);
    } else {
        json_object_set_new(document, name, value);
    }
    char *text = json_dumps(document, 0);
    assert_non_null(text);
    assert_status(setup_secrets_read(&secrets, temporary_write(text, strlen(text)), &err), expected,
                  &err);
    free(text);
    json_decref(document);
}

static void test_bad_files(void **state)
{
    static const char *const scalars[] = {"alpha", "beta", "gamma", "delta", "tau"};
    static const char r[] = "01000000fffffffffe5bfeff02a4bd5305d8a10908d83933487d9d2953a7ed73";
    static const char twice[] = "{\"tau\": 1, \"tau\": 1}";
    struct setup_secrets secrets;
    struct error err = {0};

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        expect_field(STATUS_MISSING_FIELD, scalars[i], NULL);
        expect_field(STATUS_WRONG_TYPE, scalars[i], json_integer(5));
        expect_field(STATUS_BAD_LENGTH, scalars[i], json_string("0b"));
        expect_field(STATUS_NON_CANONICAL, scalars[i], json_string(r));
    }
    expect_field(STATUS_MISSING_FIELD, "g1", NULL);
    expect_field(STATUS_BAD_LENGTH, "g2", json_string("c0"));
    expect_field(STATUS_WRONG_TYPE, "g2", json_null());
    expect_field(STATUS_MISSING_FIELD, "setup", json_object());
    expect_field(STATUS_MISSING_FIELD, "setup", json_integer(1));
    assert_status(setup_secrets_read(&secrets, temporary_write("[1]", 3), &err), STATUS_WRONG_TYPE,
                  &err);
    assert_status(setup_secrets_read(&secrets, temporary_write("{\"tau\"", 6), &err),
                  STATUS_BAD_JSON, &err);
    assert_status(setup_secrets_read(&secrets, temporary_write("", 0), &err), STATUS_BAD_JSON,
                  &err);
    assert_status(setup_secrets_read(&secrets, temporary_write(twice, strlen(twice)), &err),
                  STATUS_BAD_JSON, &err);
    assert_status(setup_secrets_read(&secrets, "/nonexistent", &err), STATUS_MISSING_FILE, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_files), cmocka_unit_test(test_dev_key),
        cmocka_unit_test(test_random),       cmocka_unit_test(test_check),
        cmocka_unit_test(test_bad_files),
    };

    return cmocka_run_group_tests(tests, NULL, temporary_remove);
}
