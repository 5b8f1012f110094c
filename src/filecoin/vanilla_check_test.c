#include "filecoin/vanilla_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static struct porep_c1 *load(const char *folder)
{
    char path[200];
    struct porep_c1 *c1 = NULL;
    struct error err;
    snprintf(path, sizeof path, "tests/golden/%s/c1-inner.json", folder);
    assert_int_equal(c1_read_file(&c1, path, NULL, &err), STATUS_OK);
    return c1;
}

static struct seal_identity identity_of(const char *folder)
{
    char path[200];
    snprintf(path, sizeof path, "tests/golden/%s/meta.json", folder);
    json_t *meta = json_load_file(path, 0, NULL);
    assert_non_null(meta);
    struct seal_identity identity = {
        .miner_id = (uint64_t)json_integer_value(json_object_get(meta, "miner_id")),
        .sector_number = (uint64_t)json_integer_value(json_object_get(meta, "sector_number")),
    };
    json_decref(meta);
    return identity;
}

static void sealed_sectors_pass(void **state)
{
    (void)state;
    static const char *const folders[] = {"porep-2k",    "porep-8m",       "porep-512m",
                                          "porep-2k-v1", "porep-2k-synth", "porep-2k-ni",
                                          "tiny-4k",     "tiny-16k",       "tiny-32k"};
    struct threads *threads = NULL;
    struct error err = {0};
    assert_int_equal(threads_make(&threads, 2, &err), STATUS_OK);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct porep_c1 *c1 = load(folders[i]);
        struct seal_identity identity = identity_of(folders[i]);
        enum status status = porep_vanilla_check(c1, &identity, i % 2 ? threads : NULL, &err);
        if (status != STATUS_OK)
            print_message("%s: %s: %s\n", folders[i], err.where, err.message);
        assert_int_equal(status, STATUS_OK);
        assert_int_equal(porep_vanilla_check(c1, NULL, threads, &err), STATUS_OK);
        identity.sector_number++;
        assert_int_equal(porep_vanilla_check(c1, &identity, NULL, &err), STATUS_VANILLA_INVALID);
        assert_string_equal(err.where, "replica_id");
        c1_free(c1);
    }
    threads_free(threads);
}

static void assert_invalid(const struct porep_c1 *c1, const char *where)
{
    struct error err = {0};
    enum status status = porep_vanilla_check(c1, NULL, NULL, &err);
    if (status != STATUS_VANILLA_INVALID || strcmp(err.where, where) != 0)
        print_message("%s at \"%s\" (%s), expected \"%s\"\n", status_name(status), err.where,
                      err.message, where);
    assert_int_equal(status, STATUS_VANILLA_INVALID);
    assert_string_equal(err.where, where);
}

/* Flips the lowest bit of *byte, expects the place, flips it back. */
static void assert_flip_is_named(const struct porep_c1 *c1, uint8_t *byte, const char *where)
{
    *byte ^= 1;
    assert_invalid(c1, where);
    *byte ^= 1;
}

#define AT "partition 0, challenge 1, "

static void corrupted_proofs_are_named(void **state)
{
    (void)state;
    static const char *const folders[] = {"porep-2k", "tiny-32k", "porep-2k-v1"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct porep_c1 *c1 = load(folders[i]);
        struct porep_challenge *ch = &c1->partitions[0][1];
        const unsigned levels = tree_levels(c1->proof->shape);
        assert_flip_is_named(c1, ch->comm_d.root, AT "comm_d_proofs");
        assert_flip_is_named(c1, ch->comm_d.leaf, AT "comm_d_proofs");
        assert_flip_is_named(c1, ch->comm_d.siblings[3], AT "comm_d_proofs");
        assert_flip_is_named(c1, &ch->comm_d.positions[2], AT "comm_d_proofs");
        assert_flip_is_named(c1, ch->comm_r_last.root, AT "comm_r_last_proof");
        assert_flip_is_named(c1, ch->comm_r_last.leaf, AT "comm_r_last_proof");
        assert_flip_is_named(c1, ch->comm_r_last.siblings[levels - 1][0], AT "comm_r_last_proof");
        assert_flip_is_named(c1, &ch->comm_r_last.positions[0], AT "comm_r_last_proof");

        assert_flip_is_named(c1, ch->c_x.rows[1], AT "replica_column_proofs.c_x");
        assert_flip_is_named(c1, ch->c_x.path.root, AT "replica_column_proofs.c_x");
        assert_flip_is_named(c1, (uint8_t *)&ch->c_x.index, AT "replica_column_proofs.c_x");
        struct column_proof *drg = &ch->parents[4], *exp = &ch->parents[POREP_DRG_PARENTS + 5];
        assert_flip_is_named(c1, drg->rows[0], AT "replica_column_proofs.drg_parents[4]");
        assert_flip_is_named(c1, drg->path.leaf, AT "replica_column_proofs.drg_parents[4]");
        assert_flip_is_named(c1, (uint8_t *)&drg->index, AT "replica_column_proofs.drg_parents[4]");
        assert_flip_is_named(c1, exp->path.siblings[1][6],
                             AT "replica_column_proofs.exp_parents[5]");
        assert_flip_is_named(c1, &exp->path.positions[1],
                             AT "replica_column_proofs.exp_parents[5]");
        assert_flip_is_named(c1, exp->path.root, AT "replica_column_proofs.exp_parents[5]");

        struct labeling_proof *labeling = &ch->labeling[1];
        assert_flip_is_named(c1, labeling->parents[36], AT "labeling_proofs[1]");
        assert_flip_is_named(c1, (uint8_t *)&labeling->layer, AT "labeling_proofs[1]");
        assert_flip_is_named(c1, (uint8_t *)&labeling->node, AT "labeling_proofs[1]");
        assert_flip_is_named(c1, ch->encoding.parents[0], AT "encoding_proof");
        assert_flip_is_named(c1, (uint8_t *)&ch->encoding.node, AT "encoding_proof");
        c1_free(c1);
    }
}

static void corrupted_commitments_are_named(void **state)
{
    (void)state;
    struct porep_c1 *c1 = load("porep-2k");
    assert_flip_is_named(c1, c1->comm_r, "comm_r");
    assert_flip_is_named(c1, c1->comm_d, "partition 0, challenge 0, comm_d_proofs");
    assert_flip_is_named(c1, c1->partitions[0][0].c_x.path.root, "comm_r");
    assert_flip_is_named(c1, c1->partitions[0][0].comm_r_last.root, "comm_r");
    uint8_t *const values[] = {c1->comm_r, c1->comm_d, c1->seed};
    static const char *const names[] = {"comm_r", "comm_d", "seed"};
    for (int i = 0; i < 3; i++) {
        uint8_t kept[32];
        memcpy(kept, values[i], 32);
        memset(values[i], 0, 32);
        assert_invalid(c1, names[i]);
        memcpy(values[i], kept, 32);
    }
    c1_free(c1);
}

/* What the circuit cannot see: another seed, replica, rule or graph. */
static void foreign_challenges_and_parents_are_named(void **state)
{
    (void)state;
    static const char *const folders[] = {"porep-2k", "porep-2k-synth", "porep-2k-ni"};
    for (size_t i = 0; i < 3; i++) {
        struct porep_c1 *c1 = load(folders[i]);
        struct error err;
        c1->replica_id[0] ^= 1;
        assert_int_equal(porep_vanilla_check(c1, NULL, NULL, &err), STATUS_VANILLA_INVALID);
        assert_non_null(strstr(err.where, "comm_d_proofs"));
        c1->replica_id[0] ^= 1;
        c1->seed[0] ^= 1; /* no part of the non-interactive rule */
        assert_int_equal(porep_vanilla_check(c1, NULL, NULL, &err),
                         c1->proof->feature == SEAL_NON_INTERACTIVE ? STATUS_OK
                                                                    : STATUS_VANILLA_INVALID);
        c1->seed[0] ^= 1;
        assert_int_equal(porep_vanilla_check(c1, NULL, NULL, &err), STATUS_OK);
        c1_free(c1);
    }
    struct porep_c1 *c1 = load("porep-2k");
    c1->proof = seal_proof_of_number(0);
    assert_invalid(c1, "partition 0, challenge 0, replica_column_proofs.drg_parents[0]");
    c1_free(c1);
}

static void first_fault_is_reported(void **state)
{
    (void)state;
    struct threads *threads = NULL;
    struct error err;
    struct porep_c1 *c1 = load("porep-2k-ni");
    assert_int_equal(threads_make(&threads, 4, &err), STATUS_OK);
    for (unsigned k = 3; k < 13; k++)
        c1->partitions[k][1].encoding.node++;
    assert_int_equal(porep_vanilla_check(c1, NULL, threads, &err), STATUS_VANILLA_INVALID);
    assert_string_equal(err.where, "partition 3, challenge 1, encoding_proof");
    assert_int_equal(porep_vanilla_check(c1, NULL, NULL, NULL), STATUS_VANILLA_INVALID);
    threads_free(threads);
    c1_free(c1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sealed_sectors_pass),
        cmocka_unit_test(corrupted_proofs_are_named),
        cmocka_unit_test(corrupted_commitments_are_named),
        cmocka_unit_test(foreign_challenges_and_parents_are_named),
        cmocka_unit_test(first_fault_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
