/* Keys whose counts hold and whose points do not: found by the check, or by the prover itself. */
#include "groth16/groth16_test.h"
#include "groth16/key.h"

static struct bytes golden;
static struct r1cs_matrices matrices;

static int load(void **state)
{
    struct error err = {0};

    (void)state;
    golden = bytes_load(TOY "toy-1000.params");
    assert_status(toy_matrices(&matrices, 1000, &err), STATUS_OK, &err);
    return 0;
}

static int unload(void **state)
{
    memory_free(golden.at);
    r1cs_matrices_free(&matrices);
    return temporary_remove(state);
}

/* What each way of checking the patched key says, and what proving with it unchecked says. */
struct verdicts {
    enum status curve, subgroup, prove;
    const char *name; /* in err.where of a check, or NULL */
};

static void expect(const struct verdicts *expected)
{
    struct loaded loaded;
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];
    struct assignment assignment;
    fr x;

    loaded_open(&loaded, &matrices, temporary_write(golden.at, golden.count));
    assert_status(key_check_points(&loaded.key, POINT_CHECK_NONE, loaded.threads, NULL, &err),
                  STATUS_OK, &err);
    assert_status(key_check_points(&loaded.key, POINT_CHECK_CURVE, loaded.threads, NULL, &err),
                  expected->curve, &err);
    assert_status(key_check_points(&loaded.key, POINT_CHECK_SUBGROUP, loaded.threads, NULL, &err),
                  expected->subgroup, &err);
    if (expected->name != NULL && strstr(err.where, expected->name) == NULL) {
        print_error("'%s' does not name '%s'\n", err.where, expected->name);
        fail();
    }
    fr_from_u64(&x, 3);
    assert_status(toy_assignment(&assignment, &matrices, 1000, &x, &err), STATUS_OK, &err);
    const struct assignment *list[] = {&assignment};
    assert_status(prove(&loaded.prover, bytes, list, 1, false, NULL, NULL, &err), expected->prove,
                  &err);
    assignment_free(&assignment);
    loaded_close(&loaded);
}

enum { H, L, A, B_G1, B_G2 };

/* Point `number` of a vector of the golden key. */
static uint8_t *point_at(int vector, size_t number)
{
    struct proving_key key;
    struct error err = {0};

    assert_status(proving_key_open(&key, TOY "toy-1000.params", &err), STATUS_OK, &err);
    const struct point_source *const sources[] = {&key.h, &key.l, &key.a, &key.b_g1, &key.b_g2};
    size_t offset = (size_t)sources[vector]->offset +
                    number * (vector == B_G2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES);
    proving_key_close(&key);
    return golden.at + offset;
}

static void expect_patched(int vector, size_t number, const uint8_t *patch, size_t count,
                           const struct verdicts *expected)
{
    uint8_t saved[G2_UNCOMPRESSED_BYTES];
    uint8_t *at = point_at(vector, number);

    memcpy(saved, at, count);
    memcpy(at, patch, count);
    expect(expected);
    memcpy(at, saved, count);
}

static void test_good_key(void **state)
{
    (void)state;
    expect(&(struct verdicts){STATUS_OK, STATUS_OK, STATUS_OK, NULL});
}

static void test_case_2_one_bit_differs(void **state)
{
    static const char *const names[] = {"h[77]", "l[77]", "a[77]", "b_g1[77]", "b_g2[77]"};

    (void)state;
    for (int vector = H; vector <= B_G2; vector++) {
        uint8_t patch[G2_UNCOMPRESSED_BYTES];
        size_t count = vector == B_G2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
        memcpy(patch, point_at(vector, 77), count);
        patch[count - 20] ^= 4;
        expect_patched(vector, 77, patch, count,
                       &(struct verdicts){STATUS_NOT_ON_CURVE, STATUS_NOT_ON_CURVE,
                                          STATUS_SELF_CHECK, names[vector]});
    }
}

/* Every point is good, two are in each other's place: only the proof's own check can tell. */
static void test_case_2_points_swapped(void **state)
{
    uint8_t patch[2 * G1_UNCOMPRESSED_BYTES];

    (void)state;
    memcpy(patch, point_at(L, 101), G1_UNCOMPRESSED_BYTES);
    memcpy(patch + G1_UNCOMPRESSED_BYTES, point_at(L, 100), G1_UNCOMPRESSED_BYTES);
    expect_patched(L, 100, patch, sizeof patch,
                   &(struct verdicts){STATUS_OK, STATUS_OK, STATUS_SELF_CHECK, NULL});
}

static void test_case_41_outside_the_subgroup(void **state)
{
    uint8_t patch[G1_UNCOMPRESSED_BYTES];
    g1_affine small = {.x = fp_zero};

    (void)state;
    fp_double(&small.y, &fp_one); /* (0, 2) has order 3 */
    g1_encode(patch, &small);
    expect_patched(
        L, 50, patch, sizeof patch,
        &(struct verdicts){STATUS_OK, STATUS_NOT_IN_SUBGROUP, STATUS_SELF_CHECK, "l[50]"});
}

static void test_case_42_infinity(void **state)
{
    const uint8_t infinity[G2_UNCOMPRESSED_BYTES] = {0x40};
    uint8_t dirty[G2_UNCOMPRESSED_BYTES] = {0x40};
    const enum status clean = STATUS_POINT_AT_INFINITY, bad = STATUS_BAD_ENCODING;

    (void)state;
    dirty[5] = 1;
    expect_patched(H, 3, infinity, 96, &(struct verdicts){clean, clean, clean, "h[3]"});
    expect_patched(B_G2, 9, infinity, 192, &(struct verdicts){clean, clean, clean, "b_g2[9]"});
    expect_patched(H, 3, dirty, 96, &(struct verdicts){bad, bad, bad, "h[3]"});
    expect_patched(B_G2, 9, dirty, 192, &(struct verdicts){bad, bad, bad, "b_g2[9]"});
}

static void test_case_39_coordinate_not_reduced(void **state)
{
    const enum status bad = STATUS_NON_CANONICAL;
    uint8_t patch[G1_UNCOMPRESSED_BYTES];

    (void)state;
    memset(patch, 0xff, sizeof patch);
    patch[0] = 0x1f;
    patch[48] = 0x1f;
    expect_patched(A, 1, patch, 96, &(struct verdicts){bad, bad, bad, "a[1]"});
    patch[0] = 0xff;
    expect_patched(
        A, 1, patch, 96,
        &(struct verdicts){STATUS_BAD_ENCODING, STATUS_BAD_ENCODING, STATUS_BAD_ENCODING, "a[1]"});
}

/* Zero coordinates without the flag must not pass for the identity. */
static void test_case_31_zero_bytes(void **state)
{
    const uint8_t zero[G1_UNCOMPRESSED_BYTES] = {0};
    struct loaded loaded;
    struct error err = {0};
    uint8_t saved[G1_UNCOMPRESSED_BYTES];

    (void)state;
    memcpy(saved, point_at(L, 7), sizeof saved);
    memcpy(point_at(L, 7), zero, sizeof zero);
    loaded_open(&loaded, &matrices, temporary_write(golden.at, golden.count));
    assert_status(key_check_points(&loaded.key, POINT_CHECK_CURVE, loaded.threads, NULL, &err),
                  STATUS_NOT_ON_CURVE, &err);
    loaded_close(&loaded);
    memcpy(point_at(L, 7), saved, sizeof saved);
}

static bool count_steps(void *context, const char *label, uint64_t done, uint64_t total)
{
    unsigned *steps = context;

    assert_non_null(label);
    assert_true(done <= total);
    return ++*steps < 3;
}

static void test_case_52_check_is_cancellable(void **state)
{
    unsigned steps = 0;
    const struct progress progress = {count_steps, &steps};
    struct proving_key key;
    struct error err = {0};

    (void)state;
    assert_status(proving_key_open(&key, TOY "toy-1000.params", &err), STATUS_OK, &err);
    assert_status(key_check_points(&key, POINT_CHECK_CURVE, NULL, &progress, &err),
                  STATUS_INTERRUPTED, &err);
    assert_int_equal(steps, 3);
    proving_key_close(&key);
}

static void test_case_59_file_changed_after_load(void **state)
{
    struct loaded loaded;
    struct error err = {0};
    uint8_t bytes[PROOF_BYTES];
    struct assignment assignment;
    fr x;

    (void)state;
    fr_from_u64(&x, 3);
    assert_status(toy_assignment(&assignment, &matrices, 1000, &x, &err), STATUS_OK, &err);
    const struct assignment *list[] = {&assignment};
    loaded_open(&loaded, &matrices, temporary_write(golden.at, golden.count));
    unlink(temporary_path()); /* removed: still there for who has it open */
    assert_status(prove(&loaded.prover, bytes, list, 1, false, NULL, NULL, &err), STATUS_OK, &err);
    loaded_close(&loaded);
    loaded_open(&loaded, &matrices, temporary_write(golden.at, golden.count));
    assert_int_equal(truncate(temporary_path(), 100000), 0);
    assert_status(prove(&loaded.prover, bytes, list, 1, false, NULL, NULL, &err),
                  STATUS_FILE_CHANGED, &err);
    loaded_close(&loaded);
    assignment_free(&assignment);
}

static void test_check_names(void **state)
{
    enum point_check check;
    struct error err = {0};

    (void)state;
    assert_status(point_check_parse(&check, "none", &err), STATUS_OK, &err);
    assert_int_equal(check, POINT_CHECK_NONE);
    assert_status(point_check_parse(&check, "curve", &err), STATUS_OK, &err);
    assert_int_equal(check, POINT_CHECK_CURVE);
    assert_status(point_check_parse(&check, "subgroup", &err), STATUS_OK, &err);
    assert_int_equal(check, POINT_CHECK_SUBGROUP);
    assert_status(point_check_parse(&check, "Curve", &err), STATUS_UNKNOWN_NAME, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_key),
        cmocka_unit_test(test_case_2_one_bit_differs),
        cmocka_unit_test(test_case_2_points_swapped),
        cmocka_unit_test(test_case_41_outside_the_subgroup),
        cmocka_unit_test(test_case_42_infinity),
        cmocka_unit_test(test_case_39_coordinate_not_reduced),
        cmocka_unit_test(test_case_31_zero_bytes),
        cmocka_unit_test(test_case_52_check_is_cancellable),
        cmocka_unit_test(test_case_59_file_changed_after_load),
        cmocka_unit_test(test_check_names),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
