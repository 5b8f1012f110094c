/* The table of published keys: names, lengths against the counts of circuits, digests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "filecoin/circuits.h"
#include "filecoin/official_keys.h"
#include "formats/proving_key.h"

#define POREP_2K                                                                                   \
    "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"             \
    "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f"
#define POSEIDON_32G                                                                               \
    "v28-empty-sector-update-poseidon-merkletree-poseidon_hasher-8-8-0-"                           \
    "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"
#define SNAP_32G                                                                                   \
    "v28-empty-sector-update-merkletree-poseidon_hasher-8-8-0-"                                    \
    "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"

static void test_names(void **state)
{
    (void)state;
    const struct {
        const char *path, *digest;
        uint64_t bytes;
    } known[] = {
        {POREP_2K ".params", "434fb1338ecfaf0f59256f30dde4968f", 1114707768},
        {"/some/folder/" POREP_2K ".vk", "dc1ade9929ade1708238f155343044ac", 4708},
        {"./" POSEIDON_32G ".params", "b69983b5d7a97a20f43b3d5ff2a4ed04", 11738331960},
        {SNAP_32G ".vk", "3a6941983754737fde880d29c7094905", 1348},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct official_file *file = official_file_of_path(known[i].path);
        assert_non_null(file);
        assert_string_equal(file->digest, known[i].digest);
        assert_int_equal(file->bytes, known[i].bytes);
    }
    const char *others[] = {"",
                            "/",
                            "toy-2.params",
                            POREP_2K,
                            POREP_2K ".meta",
                            POREP_2K ".params.digest",
                            POREP_2K ".params/",
                            "x" POREP_2K ".params",
                            POREP_2K "0.params"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_null(official_file_of_path(others[i]));
    }
}

static void test_every_key(void **state)
{
    (void)state;
    assert_int_equal(official_key_count, 22);
    for (size_t i = 0; i < official_key_count; i++) {
        const struct official_key *key = &official_keys[i];
        const struct official_file *files[2] = {&key->params, &key->vk};
        for (unsigned k = 0; k < 2; k++) {
            uint8_t digest[PUBLISHED_DIGEST_DIGITS / 2];
            assert_int_equal(hex_decode(digest, sizeof digest, files[k]->digest, "digest", NULL),
                             STATUS_OK);
            for (size_t j = 0; j < i; j++) {
                assert_string_not_equal(files[k]->digest, official_keys[j].params.digest);
                assert_string_not_equal(files[k]->digest, official_keys[j].vk.digest);
            }
        }
        assert_int_equal((key->vk.bytes - VERIFYING_KEY_HEAD_BYTES) % 96, 0);
    }
}

/* Lengths follow from the circuits, which the table does not know. */
static void test_lengths_of_porep(void **state)
{
    (void)state;
    unsigned found = 0;
    for (size_t i = 0; i < sector_shape_count; i++) {
        const struct sector_shape *shape = &sector_shapes[i];
        char path[PARAMETER_NAME_MAX + 8], name[PARAMETER_NAME_MAX];
        uint32_t inputs;
        if (!shape->published) {
            continue;
        }
        parameter_name(name, CIRCUIT_POREP, shape);
        snprintf(path, sizeof path, "%s.vk", name);
        const struct official_file *file = official_file_of_path(path);
        assert_non_null(file);
        assert_int_equal(circuit_input_count(&inputs, shape->porep_circuit, NULL), STATUS_OK);
        assert_int_equal(file->bytes, verifying_key_bytes(inputs));
        found++;
    }
    assert_int_equal(found, 5);
}

static void test_digest(void **state)
{
    (void)state;
    const struct official_file *file = official_file_of_path(POREP_2K ".vk");
    uint8_t digest[BLAKE2B_BYTES] = {0};
    assert_int_equal(hex_decode(digest, PUBLISHED_DIGEST_DIGITS / 2, file->digest, "", NULL),
                     STATUS_OK);
    assert_true(official_digest_agrees(file, digest));
    digest[PUBLISHED_DIGEST_DIGITS / 2 - 1] ^= 1;
    assert_false(official_digest_agrees(file, digest));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_lengths_of_porep),
        cmocka_unit_test(test_digest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
