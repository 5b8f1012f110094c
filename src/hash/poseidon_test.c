#include "hash/poseidon.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/text.h"
#include "hash/poseidon_x8.h"
#include "hash/sha256.h"

static const unsigned arities[] = {2, 4, 8, 11};
#define ARITY_COUNT (sizeof arities / sizeof *arities)
#define WIRES_MAX   598

static void add_elements(struct sha256 *hash, const fr *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[FR_BYTES];
        fr_to_bytes(bytes, &values[i]);
        sha256_update(hash, bytes, sizeof bytes);
    }
}

static void assert_hash_is(const struct sha256 *hash, const char *hex)
{
    uint8_t out[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    sha256_final(hash, out);
    hex_encode(text, out, sizeof out);
    assert_string_equal(text, hex);
}

static void assert_elements_hash_to(const fr *values, size_t count, const char *hex)
{
    struct sha256 hash;
    sha256_init(&hash);
    add_elements(&hash, values, count);
    assert_hash_is(&hash, hex);
}

/* Big-endian hex of the number. */
static void assert_number(const fr *value, const char *hex)
{
    uint8_t bytes[FR_BYTES], reversed[FR_BYTES];
    char text[2 * FR_BYTES + 1];
    fr_to_bytes(bytes, value);
    for (size_t i = 0; i < FR_BYTES; i++)
        reversed[i] = bytes[FR_BYTES - 1 - i];
    hex_encode(text, reversed, FR_BYTES);
    assert_string_equal(text, hex);
}

static void random_element(fr *out)
{
    struct error err;
    assert_int_equal(fr_random(out, &err), STATUS_OK);
}

/* Digests of the reference's constants: round constants, compressed, pre-sparse, sparse. */
static void constants_are_the_reference_ones(void **state)
{
    (void)state;
    static const char *const digests[ARITY_COUNT][4] = {
        {"cf4dfb7448132022e22b32e3dce6b125cb06329448f9e8d8fe53a71c73cbe6d4",
         "b768b730ce5198394d948d76421ab53b08cc16ec1ac082cf503f370192253e16",
         "13d6e8e5ba45b0d2096617d055499f36adad1aab6853de143ed42b14eea9a0f6",
         "a2fe507a83bddb8d57e5a00e7e58e79800c272b0db7dd4141943f6e567e99138"},
        {"91e463d6553415b3901b9f26b2ad53e6298ac3e5ab0ef260d397bafe8bdde98e",
         "3e4ec19ded2c86a89f3d6bddc13d9571a0cc5473e7207cfbaf6a8169a69f5709",
         "aee67dfb1ae8c43eca89f5742a745c6309f2d302ab741b75d2641b7025d87413",
         "f1c3c3a9fe9ea4a3c38c91971e5f379da38123fe1dcf960b461d84c5ba759f2b"},
        {"9a4a743575f0eaf285c93d73f8adaf4e7ef4042c2445b42bddaf1a64e5face72",
         "f5a94aea73a583d080abdf7d71259fab9107f5523a4a1eddc41468f94564dd16",
         "dcfbdaea3eb7e347664c8f881c5443b1895f10c85cab0878022eb287defa8587",
         "3f823785875d8cc161c963d2a62d103a3fefab30eb4244cef877d8e624fb79f4"},
        {"479dc0d71d694cd50d853dec0c94aeb37df2a69929eaa23b545a52b1226aec06",
         "2d7c0e4e9b98eda82102b69f1a964ae59ccf98b0008b6d3d632d86f4fea79d1d",
         "f2a7353f0ce5ad724a7a58bf2db0e37f7c5662f064a6c97466021af83279a96e",
         "810a4d7f126f6e5fb3eb1980b57c70f90bb835219373d955726e30b3ca931556"},
    };
    for (size_t i = 0; i < ARITY_COUNT; i++) {
        const struct poseidon *p = poseidon_of_arity(arities[i]);
        const unsigned t = p->width;
        assert_int_equal(p->arity, arities[i]);
        assert_elements_hash_to(p->round_constants,
                                (size_t)(POSEIDON_FULL_ROUNDS + p->partial_rounds) * t,
                                digests[i][0]);
        assert_elements_hash_to(p->compressed, POSEIDON_FULL_ROUNDS * t + p->partial_rounds,
                                digests[i][1]);
        assert_elements_hash_to(p->pre_sparse, t * t, digests[i][2]);
        struct sha256 hash;
        sha256_init(&hash);
        for (unsigned k = 0; k < p->partial_rounds; k++) {
            add_elements(&hash, p->sparse_w_hat + k * t, t);
            add_elements(&hash, p->sparse_v_rest + k * (t - 1), t - 1);
        }
        assert_hash_is(&hash, digests[i][3]);
    }
    assert_null(poseidon_of_arity(3));
}

/* neptune's hash_values test: preimage 0, 1, 2, .. */
static void known_answers(void **state)
{
    (void)state;
    static const char *const answers[ARITY_COUNT] = {
        "396508d75e76a56b739e0fd902efe161a6fba9339d05a69d2e203c369a02e7ff",
        "58a54b10a9e5848a00db3c6579229399fb6b4605bf1327ec019814ff6662075d",
        "2394611da3a5de5512010042116770774b682e9d9cc4aed92a9934f56d38a5e6",
        "0c0fc1b2e5227f286ca537e232ebe87a09f3dcd8ccb08fc1cee3bbc32b693163",
    };
    fr preimage[POSEIDON_ARITY_MAX], hash, tag;
    for (unsigned i = 0; i < POSEIDON_ARITY_MAX; i++)
        fr_from_u64(&preimage[i], i);
    for (size_t i = 0; i < ARITY_COUNT; i++) {
        poseidon_hash_tree(&hash, arities[i], preimage);
        assert_number(&hash, answers[i]);
    }
    poseidon_tag_randomness(&tag);
    poseidon_hash(&hash, poseidon_of_arity(2), &tag, preimage);
    assert_number(&hash, "314a35c4e7f0924ead1fc58134a0fe25e3580bea397367c7e5a74ec4bc077758");
}

/* Digest of preimage 0, 1, .. and then all wires, as the reference's circuit has them. */
static void wires_are_the_circuit_ones(void **state)
{
    (void)state;
    static const struct {
        unsigned arity;
        bool randomness;
        const char *digest;
    } cases[] = {
        {2, false, "5107fb34e61daee6d0049b109bc3640ec3aa0cf192f2e6127d6589b2069c759a"},
        {4, false, "8b76bc0cfbc6eace5a719008105be2323e771944c71502cdf34938967541e14f"},
        {8, false, "a660a51813e62326d54a30b3f52c7b31daede00208132dfb9342e76154431546"},
        {11, false, "605a50e4f2d7d7a95d452c58344f855da08434d191e3a53057db525071979fa5"},
        {2, true, "38f983fc9f25c0fd6105694209ae646fbb7c2296e400b332f594dc2f4c499ea9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned arity = cases[i].arity;
        fr values[POSEIDON_ARITY_MAX + WIRES_MAX], tag;
        for (unsigned j = 0; j < arity; j++)
            fr_from_u64(&values[j], j);
        if (cases[i].randomness)
            poseidon_tag_randomness(&tag);
        else
            poseidon_tag_tree(&tag, arity);
        poseidon_hash_wires(values + arity, poseidon_of_arity(arity), &tag, values);
        assert_elements_hash_to(values, arity + poseidon_wire_count(arity), cases[i].digest);
    }
}

static void optimized_is_plain(void **state)
{
    (void)state;
    for (int run = 0; run < 20; run++) {
        for (size_t i = 0; i < ARITY_COUNT; i++) {
            const struct poseidon *p = poseidon_of_arity(arities[i]);
            fr preimage[POSEIDON_ARITY_MAX], wires[WIRES_MAX], tag, plain, fast;
            for (unsigned j = 0; j < arities[i]; j++)
                random_element(&preimage[j]);
            random_element(&tag);
            poseidon_hash_plain(&plain, p, &tag, preimage);
            poseidon_hash(&fast, p, &tag, preimage);
            poseidon_hash_wires(wires, p, &tag, preimage);
            assert_true(fr_equal(&plain, &fast));
            assert_true(fr_equal(&plain, &wires[poseidon_wire_count(arities[i]) - 1]));
        }
    }
}

/* Eight at once against one by one, with edge values, at every level of this machine. */
static void lanes_are_single_hashes(void **state)
{
    (void)state;
    static fr wires[POSEIDON_LANES * WIRES_MAX], expected[WIRES_MAX];
    for (int level = (int)cpu_level_detected(); level >= 0; level--) {
        cpu_level_limit((enum cpu_level)level);
        for (size_t i = 0; i < ARITY_COUNT; i++) {
            const unsigned arity = arities[i];
            const size_t count = poseidon_wire_count(arity);
            fr preimages[POSEIDON_LANES * POSEIDON_ARITY_MAX], out[POSEIDON_LANES], tag;
            struct poseidon_x8 *lanes = NULL;
            struct error err;
            assert_int_equal(poseidon_x8_make(&lanes, arity, &err), STATUS_OK);
            for (unsigned j = 0; j < POSEIDON_LANES * arity; j++)
                random_element(&preimages[j]);
            for (unsigned j = 0; j < arity; j++) {
                preimages[j] = fr_zero;
                fr_neg(&preimages[arity + j], &fr_one);
                memset(preimages[2 * arity + j].limb, 0, sizeof(fr));
                preimages[2 * arity + j].limb[3] = fr_modulus.limb[3]; /* largest limbs */
                preimages[3 * arity + j] = fr_one;
            }
            poseidon_x8_hash(out, lanes, preimages);
            poseidon_x8_hash_wires(wires, lanes, preimages);
            poseidon_tag_tree(&tag, arity);
            for (unsigned lane = 0; lane < POSEIDON_LANES; lane++) {
                poseidon_hash_wires(expected, poseidon_of_arity(arity), &tag,
                                    preimages + lane * arity);
                assert_true(fr_equal(&out[lane], &expected[count - 1]));
                assert_memory_equal(wires + lane * count, expected, count * sizeof(fr));
            }
            poseidon_x8_free(lanes);
        }
    }
    cpu_level_limit(cpu_level_detected());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_the_reference_ones), cmocka_unit_test(known_answers),
        cmocka_unit_test(wires_are_the_circuit_ones),       cmocka_unit_test(optimized_is_plain),
        cmocka_unit_test(lanes_are_single_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
