#include "formats/formats_test.h"
#include "formats/proving_key.h"

enum {
    ALPHA_G1 = 0,
    BETA_G2 = 192,
    GAMMA_G2 = 384,
    DELTA_G2 = 672,
    IC_COUNT = 864,
    IC = 868,
};

static struct bytes golden;

static int load(void **state)
{
    (void)state;
    golden = bytes_load(TOY "toy-2.vk");
    return 0;
}

static int unload(void **state)
{
    memory_free(golden.at);
    return temporary_remove(state);
}

/* The golden key with `count` bytes replaced at `offset`. */
static void expect_patched(enum status expected, size_t offset, const uint8_t *patch, size_t count)
{
    uint8_t bytes[1156];
    struct verifying_key key;
    struct error err = {0};

    assert_int_equal(golden.count, sizeof bytes);
    memcpy(bytes, golden.at, sizeof bytes);
    memcpy(bytes + offset, patch, count);
    assert_status(verifying_key_decode(&key, bytes, sizeof bytes, "patched", &err), expected, &err);
    assert_string_equal(err.where, "patched");
}

static void test_round_trip(void **state)
{
    static const char *const paths[] = {
        TOY "toy-2.vk",
        TOY "toy-1000.vk",
        "tests/golden/porep-2k/"
        "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
        "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f.vk",
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct verifying_key key, again;
        struct error err = {0};
        struct bytes expected = bytes_load(paths[i]), found;

        assert_status(verifying_key_read(&key, paths[i], &err), STATUS_OK, &err);
        assert_int_equal(verifying_key_bytes(key.ic_count), expected.count);
        unlink(temporary_path());
        assert_status(verifying_key_write(&key, temporary_path(), false, &err), STATUS_OK, &err);
        found = bytes_load(temporary_path());
        assert_int_equal(found.count, expected.count);
        assert_memory_equal(found.at, expected.at, found.count);
        assert_status(verifying_key_write(&key, temporary_path(), false, &err), STATUS_FILE_EXISTS,
                      &err);
        assert_status(verifying_key_read(&again, temporary_path(), &err), STATUS_OK, &err);
        assert_true(verifying_key_equal(&key, &again));
        again.ic[again.ic_count - 1] = again.ic[0];
        assert_false(verifying_key_equal(&key, &again));
        verifying_key_free(&again);
        verifying_key_free(&key);
        memory_free(expected.at);
        memory_free(found.at);
    }
}

static void test_case_1_not_a_key(void **state)
{
    static const char page[179] = "<!DOCTYPE html><html><head><title>404</title></head>";
    struct verifying_key key;
    struct error err = {0};

    (void)state;
    assert_status(verifying_key_read(&key, temporary_write(page, sizeof page), &err),
                  STATUS_BAD_FILE, &err);
    assert_string_equal(err.where, temporary_path());
    assert_status(verifying_key_read(&key, temporary_write("", 0), &err), STATUS_BAD_FILE, &err);
    unlink(temporary_path());
    assert_status(verifying_key_read(&key, temporary_path(), &err), STATUS_MISSING_FILE, &err);
    assert_status(verifying_key_read(&key, "/tmp", &err), STATUS_BAD_FILE, &err);
}

static void test_case_12_ic_count_lies(void **state)
{
    static const uint32_t counts[] = {0, 2, 4, 0x7fffffff, 0x80000000, 0xffffffff};
    uint8_t bytes[1156];
    struct verifying_key key;
    struct error err = {0};
    size_t before = memory_peak_rss_bytes();

    (void)state;
    memcpy(bytes, golden.at, sizeof bytes);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        enum status expected = counts[i] <= 2 ? STATUS_TRAILING_DATA : STATUS_SECTION_SIZE;
        u32_be_write(bytes + IC_COUNT, counts[i]);
        assert_status(verifying_key_decode(&key, bytes, sizeof bytes, "vk", &err), expected, &err);
    }
    u32_be_write(bytes + IC_COUNT, 0);
    assert_status(verifying_key_decode(&key, bytes, IC, "vk", &err), STATUS_COUNT_MISMATCH, &err);
    assert_true(memory_peak_rss_bytes() - before < (size_t)1 << 20);
}

static void test_case_14_cut(void **state)
{
    struct verifying_key key;
    struct error err = {0};

    (void)state;
    for (size_t count = 0; count < golden.count; count++) {
        enum status expected = count < IC ? STATUS_BAD_FILE : STATUS_SECTION_SIZE;
        uint8_t *exact = malloc(count + (count == 0));
        assert_non_null(exact);
        memcpy(exact, golden.at, count);
        assert_status(verifying_key_decode(&key, exact, count, "cut", &err), expected, &err);
        free(exact);
    }
}

static void test_case_39_coordinate_not_reduced(void **state)
{
    uint8_t patch[G1_UNCOMPRESSED_BYTES];
    unsigned carry = 0;
    fp_plain p = fp_modulus;

    (void)state;
    memcpy(patch, golden.at + IC, sizeof patch);
    for (unsigned i = 0; i < FP_BYTES; i++) {
        unsigned sum = patch[95 - i] + carry + (unsigned)(p.limb[i / 8] >> (8 * (i % 8)) & 0xff);
        patch[95 - i] = (uint8_t)sum;
        carry = sum >> 8;
    }
    expect_patched(STATUS_NON_CANONICAL, IC, patch, sizeof patch);
}

static void test_case_40_off_the_curve(void **state)
{
    uint8_t byte;

    (void)state;
    byte = golden.at[ALPHA_G1 + 95] ^ 1;
    expect_patched(STATUS_NOT_ON_CURVE, ALPHA_G1 + 95, &byte, 1);
    byte = golden.at[GAMMA_G2 + 191] ^ 1;
    expect_patched(STATUS_NOT_ON_CURVE, GAMMA_G2 + 191, &byte, 1);
    byte = golden.at[IC + 2 * 96 + 95] ^ 1;
    expect_patched(STATUS_NOT_ON_CURVE, IC + 2 * 96 + 95, &byte, 1);
    const uint8_t zero[G1_UNCOMPRESSED_BYTES] = {0};
    expect_patched(STATUS_NOT_ON_CURVE, IC, zero, sizeof zero);
}

static void test_case_41_outside_the_subgroup(void **state)
{
    uint8_t patch[G2_UNCOMPRESSED_BYTES];
    g1_affine p = {.x = fp_zero};
    g2_affine q = {.x = {fp_zero, fp_zero}};
    fp four;
    fp2 t, b;

    (void)state;
    /* (0, 2) is on G1's curve and has order 3. */
    fp_double(&four, &fp_one);
    p.y = four;
    assert_true(g1_is_on_curve(&p));
    g1_encode(patch, &p);
    expect_patched(STATUS_NOT_IN_SUBGROUP, IC, patch, G1_UNCOMPRESSED_BYTES);
    expect_patched(STATUS_NOT_IN_SUBGROUP, ALPHA_G1, patch, G1_UNCOMPRESSED_BYTES);
    /* The first x = n with a y: some point of the whole curve over Fp2, of another order. */
    fp_double(&four, &four);
    b = (fp2){four, four};
    for (q.x.c0 = fp_one;; fp_add(&q.x.c0, &q.x.c0, &fp_one)) {
        fp2_sqr(&t, &q.x);
        fp2_mul(&t, &t, &q.x);
        fp2_add(&t, &t, &b);
        if (fp2_sqrt(&q.y, &t)) {
            break;
        }
    }
    assert_true(g2_is_on_curve(&q));
    g2_encode(patch, &q);
    expect_patched(STATUS_NOT_IN_SUBGROUP, BETA_G2, patch, G2_UNCOMPRESSED_BYTES);
}

static void test_case_42_infinity(void **state)
{
    uint8_t patch[G2_UNCOMPRESSED_BYTES] = {0x40};

    (void)state;
    expect_patched(STATUS_POINT_AT_INFINITY, IC, patch, G1_UNCOMPRESSED_BYTES);
    expect_patched(STATUS_POINT_AT_INFINITY, DELTA_G2, patch, G2_UNCOMPRESSED_BYTES);
    patch[95] = 1;
    expect_patched(STATUS_BAD_ENCODING, IC, patch, G1_UNCOMPRESSED_BYTES);
    patch[0] = golden.at[IC] | 0x40;
    expect_patched(STATUS_BAD_ENCODING, IC, patch, 1);
    patch[0] = golden.at[IC] | 0x80;
    expect_patched(STATUS_BAD_ENCODING, IC, patch, 1);
    patch[0] = golden.at[IC] | 0x20;
    expect_patched(STATUS_BAD_ENCODING, IC, patch, 1);
}

static void test_case_63_delta_is_gamma(void **state)
{
    uint8_t generator[G2_UNCOMPRESSED_BYTES], bytes[1156];
    struct verifying_key key;
    struct error err = {0};

    (void)state;
    expect_patched(STATUS_INSECURE_KEY, DELTA_G2, golden.at + GAMMA_G2, G2_UNCOMPRESSED_BYTES);
    /* gamma alone the generator: as the ceremony's keys are. */
    memcpy(bytes, golden.at, sizeof bytes);
    g2_encode(generator, &g2_generator);
    memcpy(bytes + GAMMA_G2, generator, sizeof generator);
    assert_status(verifying_key_decode(&key, bytes, sizeof bytes, "vk", &err), STATUS_OK, &err);
    verifying_key_free(&key);
    memcpy(bytes + DELTA_G2, generator, sizeof generator);
    assert_status(verifying_key_decode(&key, bytes, sizeof bytes, "vk", &err), STATUS_INSECURE_KEY,
                  &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_case_1_not_a_key),
        cmocka_unit_test(test_case_12_ic_count_lies),
        cmocka_unit_test(test_case_14_cut),
        cmocka_unit_test(test_case_39_coordinate_not_reduced),
        cmocka_unit_test(test_case_40_off_the_curve),
        cmocka_unit_test(test_case_41_outside_the_subgroup),
        cmocka_unit_test(test_case_42_infinity),
        cmocka_unit_test(test_case_63_delta_is_gamma),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
