#include "groth16/groth16_test.h"

#define POREP_VK                                                                                   \
    "tests/golden/porep-2k/v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-"     \
    "sha256_hasher-032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f.vk"
#define POST "tests/golden/post-2k/"
#define POST_VK(hash)                                                                              \
    POST "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-" hash ".vk"
#define WINNING_VK POST_VK("3ea05428c9d11689f23529cde32fd30aabd50f7d2c93657c1d3650bca3e8ea9e")
#define WINDOW_VK  POST_VK("0170db1f394b35d995252228ee359194b13199d259380541dc529fb0099096b0")
#define UPDATE_VK                                                                                  \
    "tests/golden/update-2k/v28-empty-sector-update-merkletree-poseidon_hasher-8-0-0-"             \
    "fb9e095bebdd77511c0269b967b4d87ba8b8a525edaa0e165de23ba454510194.vk"

enum { PROOFS_MAX = 4 };

/* A key, proofs and their inputs. */
struct statement {
    struct verifying_key key;
    struct prepared_vk vk;
    struct proof proofs[PROOFS_MAX];
    fr *values[PROOFS_MAX];
    struct public_inputs inputs[PROOFS_MAX];
    size_t count;
};

static void statement_load(struct statement *out, const char *vk, const char *proof,
                           const char *json)
{
    json_t *document = golden_load(json);
    const json_t *list =
        json_is_array(document) ? document : json_object_get(document, "partitions");
    struct proof *proofs;
    struct error err = {0};

    assert_status(verifying_key_read(&out->key, vk, &err), STATUS_OK, &err);
    assert_status(prepared_vk_make(&out->vk, &out->key, &err), STATUS_OK, &err);
    assert_status(proofs_read(&proofs, &out->count, proof, &err), STATUS_OK, &err);
    assert_int_equal(json_array_size(list), out->count);
    assert_true(out->count <= PROOFS_MAX);
    for (size_t i = 0; i < out->count; i++) {
        out->proofs[i] = proofs[i];
        out->values[i] = golden_inputs(json_object_get(json_array_get(list, i), "public_inputs"),
                                       &out->inputs[i].count);
        out->inputs[i].values = out->values[i];
    }
    memory_free(proofs);
    json_decref(document);
}

static void statement_free(struct statement *statement)
{
    for (size_t i = 0; i < statement->count; i++) {
        free(statement->values[i]);
    }
    prepared_vk_free(&statement->vk);
    verifying_key_free(&statement->key);
}

/* Proofs of the reference, made with its own randomness. */
static void test_golden_proofs(void **state)
{
    static const char *const goldens[][3] = {
        {POREP_VK, "tests/golden/porep-2k/proof.bin", "tests/golden/porep-2k/witness.json"},
        {WINNING_VK, POST "winning-proof.bin", POST "winning.json"},
        {WINDOW_VK, POST "window-proof.bin", POST "window.json"},
        {WINDOW_VK, POST "window-v1-proof.bin", POST "window-v1.json"},
        {UPDATE_VK, "tests/golden/update-2k/proof.bin", "tests/golden/update-2k/update.json"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        struct statement s;
        struct error err = {0};
        bool valid[PROOFS_MAX] = {false};
        statement_load(&s, goldens[i][0], goldens[i][1], goldens[i][2]);
        assert_status(proofs_verify(valid, &s.vk, s.proofs, s.inputs, s.count, NULL, &err),
                      STATUS_OK, &err);
        for (size_t j = 0; j < s.count; j++) {
            assert_true(valid[j]);
            assert_status(proof_verify(&s.vk, &s.proofs[j], &s.inputs[j], NULL, &err), STATUS_OK,
                          &err);
        }
        /* The same with one input changed. */
        fr_add(&s.values[0][s.inputs[0].count / 2], &s.values[0][s.inputs[0].count / 2], &fr_one);
        assert_status(proofs_verify(valid, &s.vk, s.proofs, s.inputs, s.count, NULL, &err),
                      STATUS_PROOF_INVALID, &err);
        assert_false(valid[0]);
        statement_free(&s);
    }
}

static void test_batch_names_the_bad(void **state)
{
    struct statement s;
    struct error err = {0};
    struct proof proofs[4];
    struct public_inputs inputs[4];
    bool valid[4];

    (void)state;
    statement_load(&s, WINDOW_VK, POST "window-proof.bin", POST "window.json");
    for (int i = 0; i < 4; i++) {
        proofs[i] = s.proofs[i % 2];
        inputs[i] = s.inputs[i % 2];
    }
    assert_status(proofs_verify(valid, &s.vk, proofs, inputs, 4, NULL, &err), STATUS_OK, &err);
    for (int bad = 0; bad < 4; bad++) {
        g1_affine saved = proofs[bad].c;
        g1_affine_neg(&proofs[bad].c, &saved);
        assert_status(proofs_verify(valid, &s.vk, proofs, inputs, 4, NULL, &err),
                      STATUS_PROOF_INVALID, &err);
        char name[32];
        snprintf(name, sizeof name, "proof %d of 4", bad);
        assert_non_null(strstr(err.message, name));
        for (int i = 0; i < 4; i++) {
            assert_int_equal(valid[i], i != bad);
        }
        proofs[bad].c = saved;
    }
    /* Swapped inputs: both are bad. */
    inputs[0] = s.inputs[1];
    inputs[1] = s.inputs[0];
    assert_status(proofs_verify(valid, &s.vk, proofs, inputs, 4, NULL, &err), STATUS_PROOF_INVALID,
                  &err);
    assert_false(valid[0] || valid[1]);
    assert_true(valid[2] && valid[3]);
    statement_free(&s);
}

/* Errors that cancel in the plain product of the equations must not pass. */
static void test_batch_weights(void **state)
{
    struct statement s;
    struct error err = {0};
    bool valid[2];
    g1_xyzz point;
    g1_affine opposite;

    (void)state;
    statement_load(&s, WINDOW_VK, POST "window-proof.bin", POST "window.json");
    g1_from_affine(&point, &s.proofs[0].c);
    g1_add_affine(&point, &point, &g1_generator);
    g1_to_affine(&s.proofs[0].c, &point);
    g1_from_affine(&point, &s.proofs[1].c);
    g1_affine_neg(&opposite, &g1_generator);
    g1_add_affine(&point, &point, &opposite);
    g1_to_affine(&s.proofs[1].c, &point);
    assert_status(proofs_verify(valid, &s.vk, s.proofs, s.inputs, 2, NULL, &err),
                  STATUS_PROOF_INVALID, &err);
    assert_false(valid[0] || valid[1]);
    statement_free(&s);
}

static void test_wrong_elements(void **state)
{
    struct statement s;
    struct error err = {0};
    struct proof proof;

    (void)state;
    statement_load(&s, WINNING_VK, POST "winning-proof.bin", POST "winning.json");
    proof = s.proofs[0];
    proof.a = s.proofs[0].c;
    proof.c = s.proofs[0].a;
    assert_status(proof_verify(&s.vk, &proof, s.inputs, NULL, &err), STATUS_PROOF_INVALID, &err);
    proof = s.proofs[0];
    g2_affine_neg(&proof.b, &proof.b);
    assert_status(proof_verify(&s.vk, &proof, s.inputs, NULL, &err), STATUS_PROOF_INVALID, &err);
    g1_affine_neg(&proof.a, &proof.a); /* (-A)(-B): valid again, as malleable as Groth16 is */
    assert_status(proof_verify(&s.vk, &proof, s.inputs, NULL, &err), STATUS_OK, &err);
    proof = (struct proof){g1_generator, g2_generator, g1_generator};
    assert_status(proof_verify(&s.vk, &proof, s.inputs, NULL, &err), STATUS_PROOF_INVALID, &err);
    /* Identities cannot be decoded, and do not verify either. */
    proof = (struct proof){g1_affine_identity, g2_affine_identity, g1_affine_identity};
    assert_status(proof_verify(&s.vk, &proof, s.inputs, NULL, &err), STATUS_PROOF_INVALID, &err);
    statement_free(&s);
}

static void test_case_38_input_count(void **state)
{
    struct statement s;
    struct error err = {0};
    bool valid;

    (void)state;
    statement_load(&s, WINNING_VK, POST "winning-proof.bin", POST "winning.json");
    s.inputs[0].count--;
    assert_status(proof_verify(&s.vk, s.proofs, s.inputs, NULL, &err), STATUS_COUNT_MISMATCH, &err);
    assert_non_null(strstr(err.message, "131"));
    assert_non_null(strstr(err.message, "132"));
    s.inputs[0].count += 2;
    assert_status(proof_verify(&s.vk, s.proofs, s.inputs, NULL, &err), STATUS_COUNT_MISMATCH, &err);
    s.inputs[0].count = 0;
    assert_status(proof_verify(&s.vk, s.proofs, s.inputs, NULL, &err), STATUS_COUNT_MISMATCH, &err);
    /* The constant one is not to be passed (case 23). */
    s.inputs[0] = (struct public_inputs){s.values[0], 133};
    assert_status(proof_verify(&s.vk, s.proofs, s.inputs, NULL, &err), STATUS_COUNT_MISMATCH, &err);
    assert_status(proofs_verify(&valid, &s.vk, s.proofs, s.inputs, 0, NULL, &err),
                  STATUS_INVALID_ARGUMENT, &err);
    statement_free(&s);
}

/* value + r and value + 2 r are other strings for the same element. */
static void test_case_36_input_range(void **state)
{
    uint8_t bytes[3 * FR_BYTES] = {0};
    fr values[3];
    struct error err = {0};

    (void)state;
    bytes[0] = 9;
    assert_status(public_inputs_decode(values, 3, bytes, sizeof bytes, &err), STATUS_OK, &err);
    for (int times = 1; times <= 2; times++) {
        unsigned carry = 0;
        for (unsigned i = 0; i < FR_BYTES; i++) {
            unsigned sum = bytes[FR_BYTES + i] + carry +
                           (unsigned)(fr_modulus.limb[i / 8] >> (8 * (i % 8)) & 0xff);
            bytes[FR_BYTES + i] = (uint8_t)sum;
            carry = sum >> 8;
        }
        assert_int_equal(carry, 0);
        assert_status(public_inputs_decode(values, 3, bytes, sizeof bytes, &err),
                      STATUS_INPUT_RANGE, &err);
        assert_non_null(strstr(err.message, "input 1 "));
    }
    memset(bytes + FR_BYTES, 0xff, FR_BYTES);
    assert_status(public_inputs_decode(values, 3, bytes, sizeof bytes, &err), STATUS_INPUT_RANGE,
                  &err);
}

static void test_case_61_input_bytes(void **state)
{
    uint8_t bytes[96] = {0};
    fr values[3];
    struct error err = {0};

    (void)state;
    for (size_t count = 0; count < sizeof bytes; count++) {
        assert_status(public_inputs_decode(values, 3, bytes, count, &err), STATUS_BAD_LENGTH, &err);
    }
    assert_status(public_inputs_decode(values, 0, bytes, 0, &err), STATUS_OK, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden_proofs),       cmocka_unit_test(test_batch_names_the_bad),
        cmocka_unit_test(test_batch_weights),       cmocka_unit_test(test_wrong_elements),
        cmocka_unit_test(test_case_38_input_count), cmocka_unit_test(test_case_36_input_range),
        cmocka_unit_test(test_case_61_input_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
