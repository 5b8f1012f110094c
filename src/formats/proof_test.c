#include "formats/formats_test.h"
#include "formats/proof.h"

enum { A = 0, B = 48, C = 144 };

static const char *const goldens[] = {
    TOY "toy-2.proof", TOY "toy-1000.proof", "tests/golden/porep-2k/proof.bin",
    "tests/golden/post-2k/winning-proof.bin", "tests/golden/post-2k/window-proof.bin"};

static uint8_t golden[PROOF_BYTES];

static int load(void **state)
{
    struct bytes bytes = bytes_load(goldens[0]);

    (void)state;
    assert_int_equal(bytes.count, PROOF_BYTES);
    memcpy(golden, bytes.at, PROOF_BYTES);
    memory_free(bytes.at);
    return 0;
}

static void expect(enum status expected, const uint8_t *bytes, const char *where)
{
    struct proof proof;
    struct error err = {0};

    assert_status(proof_decode(&proof, bytes, 5, &err), expected, &err);
    if (expected != STATUS_OK) {
        assert_string_equal(err.where, where);
    }
}

static void test_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        struct bytes bytes = bytes_load(goldens[i]);
        struct proof *proofs;
        struct error err = {0};
        size_t count;
        uint8_t again[PROOF_BYTES];

        assert_status(proofs_read(&proofs, &count, goldens[i], &err), STATUS_OK, &err);
        assert_int_equal(count * PROOF_BYTES, bytes.count);
        for (size_t j = 0; j < count; j++) {
            proof_encode(again, &proofs[j]);
            assert_memory_equal(again, bytes.at + j * PROOF_BYTES, PROOF_BYTES);
        }
        memory_free(proofs);
        memory_free(bytes.at);
    }
}

static void test_case_39_coordinate_not_reduced(void **state)
{
    uint8_t bytes[PROOF_BYTES];
    uint8_t p[FP_BYTES];

    (void)state;
    for (unsigned i = 0; i < FP_BYTES; i++) {
        p[47 - i] = (uint8_t)(fp_modulus.limb[i / 8] >> (8 * (i % 8)));
    }
    static const struct {
        size_t at;
        const char *where;
    } places[] = {{A, "proof 5, A"}, {B, "proof 5, B"}, {B + 48, "proof 5, B"}, {C, "proof 5, C"}};
    for (size_t i = 0; i < 4; i++) {
        memcpy(bytes, golden, sizeof bytes);
        memcpy(bytes + places[i].at, p, sizeof p);
        if (places[i].at != B + 48) {
            bytes[places[i].at] |= 0x80;
        }
        expect(STATUS_NON_CANONICAL, bytes, places[i].where);
    }
    memcpy(bytes, golden, sizeof bytes);
    memset(bytes + A, 0xff, 48);
    bytes[A] = 0x9f;
    expect(STATUS_NON_CANONICAL, bytes, "proof 5, A");
}

static void test_case_40_off_the_curve(void **state)
{
    uint8_t bytes[PROOF_BYTES] = {0};
    unsigned found = 0;

    (void)state;
    /* About half of all x have no point. */
    for (unsigned x = 1; x < 40 && found < 5; x++) {
        struct proof proof;
        memcpy(bytes, golden, sizeof bytes);
        memset(bytes + C, 0, 48);
        bytes[C] = 0x80;
        bytes[C + 47] = (uint8_t)x;
        enum status status = proof_decode(&proof, bytes, 0, NULL);
        assert_true(status == STATUS_NOT_ON_CURVE || status == STATUS_NOT_IN_SUBGROUP);
        found += status == STATUS_NOT_ON_CURVE;
    }
    assert_int_equal(found, 5);
}

static void test_case_41_outside_the_subgroup(void **state)
{
    uint8_t bytes[PROOF_BYTES];
    struct proof proof;

    (void)state;
    /* x = 0 has order 3. */
    memcpy(bytes, golden, sizeof bytes);
    memset(bytes + A, 0, 48);
    bytes[A] = 0x80;
    expect(STATUS_NOT_IN_SUBGROUP, bytes, "proof 5, A");
    /* A good point plus that one. */
    memcpy(bytes, golden, sizeof bytes);
    g1_affine small = {.x = fp_zero}, sum;
    g1_xyzz point;
    fp_double(&small.y, &fp_one);
    assert_int_equal(proof_decode(&proof, golden, 0, NULL), STATUS_OK);
    g1_from_affine(&point, &proof.a);
    g1_add_affine(&point, &point, &small);
    g1_to_affine(&sum, &point);
    g1_encode_compressed(bytes + C, &sum);
    expect(STATUS_NOT_IN_SUBGROUP, bytes, "proof 5, C");
    /* Small x in G2. */
    unsigned found = 0;
    for (unsigned x = 0; x < 40 && found < 3; x++) {
        memcpy(bytes, golden, sizeof bytes);
        memset(bytes + B, 0, 96);
        bytes[B] = 0x80;
        bytes[B + 95] = (uint8_t)x;
        found += proof_decode(&proof, bytes, 0, NULL) == STATUS_NOT_IN_SUBGROUP;
    }
    assert_int_equal(found, 3);
}

static void test_case_42_infinity_and_flags(void **state)
{
    static const struct {
        size_t at, count;
        const char *where;
    } points[] = {{A, 48, "proof 5, A"}, {B, 96, "proof 5, B"}, {C, 48, "proof 5, C"}};
    uint8_t bytes[PROOF_BYTES];

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        memcpy(bytes, golden, sizeof bytes);
        bytes[points[i].at] &= 0x7f;
        expect(STATUS_BAD_ENCODING, bytes, points[i].where);
        bytes[points[i].at] |= 0xc0;
        expect(STATUS_BAD_ENCODING, bytes, points[i].where);
        memset(bytes + points[i].at, 0, points[i].count);
        bytes[points[i].at] = 0xc0;
        expect(STATUS_POINT_AT_INFINITY, bytes, points[i].where);
        bytes[points[i].at + points[i].count - 1] = 1;
        expect(STATUS_BAD_ENCODING, bytes, points[i].where);
        bytes[points[i].at + points[i].count - 1] = 0;
        bytes[points[i].at] = 0xe0;
        expect(STATUS_BAD_ENCODING, bytes, points[i].where);
        bytes[points[i].at] = 0x40;
        expect(STATUS_BAD_ENCODING, bytes, points[i].where);
    }
    memset(bytes, 0, sizeof bytes);
    bytes[A] = bytes[B] = bytes[C] = 0xc0;
    expect(STATUS_POINT_AT_INFINITY, bytes, "proof 5, A");
}

static void test_case_61_lengths(void **state)
{
    uint8_t bytes[2 * PROOF_BYTES + 1];

    (void)state;
    for (size_t count = 0; count < sizeof bytes; count++) {
        struct proof *proofs;
        struct error err = {0};
        size_t found;
        memcpy(bytes, golden, PROOF_BYTES);
        memcpy(bytes + PROOF_BYTES, golden, PROOF_BYTES);
        if (count != PROOF_BYTES && count != 2 * PROOF_BYTES) {
            assert_status(proofs_decode(&proofs, &found, bytes, count, &err), STATUS_BAD_LENGTH,
                          &err);
            continue;
        }
        assert_status(proofs_decode(&proofs, &found, bytes, count, &err), STATUS_OK, &err);
        assert_int_equal(found, count / PROOF_BYTES);
        memory_free(proofs);
        /* The bad one is named. */
        bytes[count - 1] ^= 1;
        assert_int_not_equal(proofs_decode(&proofs, &found, bytes, count, &err), STATUS_OK);
        assert_string_equal(err.where, count == PROOF_BYTES ? "proof 0, C" : "proof 1, C");
    }
}

/* Each accepted string is the only encoding of what it decodes to. */
static void test_case_62_random_bytes(void **state)
{
    uint8_t bytes[PROOF_BYTES], again[PROOF_BYTES];
    unsigned seed = 62;

    (void)state;
    for (int i = 0; i < 300; i++) {
        struct proof proof;
        memcpy(bytes, golden, sizeof bytes);
        for (int j = 0; j < 1 + i % 3; j++) {
            unsigned at = (unsigned)rand_r(&seed) % PROOF_BYTES;
            bytes[at] ^= (uint8_t)(1u << (rand_r(&seed) % 8));
        }
        if (proof_decode(&proof, bytes, 0, NULL) == STATUS_OK) {
            proof_encode(again, &proof);
            assert_memory_equal(again, bytes, PROOF_BYTES);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_case_39_coordinate_not_reduced),
        cmocka_unit_test(test_case_40_off_the_curve),
        cmocka_unit_test(test_case_41_outside_the_subgroup),
        cmocka_unit_test(test_case_42_infinity_and_flags),
        cmocka_unit_test(test_case_61_lengths),
        cmocka_unit_test(test_case_62_random_bytes),
    };

    return cmocka_run_group_tests(tests, load, NULL);
}
