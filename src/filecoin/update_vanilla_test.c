/* Vanilla proofs of sector updates: the reference's, damaged ones, and faults that only the check
 * sees. */
#include "base/memory.h"
#include "filecoin/golden_test.h"
#include "filecoin/post_input.h"
#include "filecoin/update_test.h"

#define GOLDEN "tests/golden/update-2k/update.json"

static void read_golden(struct vanilla_input *out)
{
    struct error err = {0};
    if (vanilla_input_read(out, GOLDEN, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.message);
    }
}

static void test_golden(void **state)
{
    (void)state;
    struct vanilla_input input;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    struct error err = {0};
    fr inputs[UPDATE_INPUTS];
    read_golden(&input);
    const struct update_input *update = &input.update;
    json_t *root = golden_load("update-2k/update.json");
    json_t *partition = json_array_get(golden_get(root, "partitions"), 0);
    json_t *report = golden_get(partition, "report");
    if (update_vanilla_check(&update->shape, &update->statement, update->proofs,
                             update->proof_count, NULL, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.message);
    }
    assert_int_equal(update->statement.height, json_integer_value(golden_get(partition, "h")));
    assert_int_equal(update_matrices(&matrices, &update->shape, false, NULL), STATUS_OK);
    golden_report(&matrices, report);
    assert_int_equal(update_witness(&assignment, &matrices, &update->shape, &update->statement,
                                    &update->proofs[0], 0, NULL),
                     STATUS_OK);
    golden_witness(&assignment, &matrices, golden_get(report, "witness"));
    golden_satisfied(&matrices, &assignment);
    assert_int_equal(update_public_inputs(inputs, &update->shape, &update->statement, 0, NULL),
                     STATUS_OK);
    for (size_t i = 0; i < UPDATE_INPUTS; i++) {
        fr expected;
        golden_fr(&expected,
                  json_string_value(json_array_get(golden_get(partition, "public_inputs"), i)));
        assert_true(fr_equal(&expected, &inputs[i]));
    }
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    json_decref(root);
    vanilla_input_free(&input);
}

/* --- damaged bytes --- */

static uint8_t *write_blob(const struct update_shape *shape, const struct sector_shape *sector,
                           const struct update_partition_proof *proof, size_t *count)
{
    struct bincode_out out = {0};
    update_partition_proof_write(&out, shape, sector, proof);
    out.bytes = malloc(out.count);
    out.count = 0;
    update_partition_proof_write(&out, shape, sector, proof);
    *count = out.count;
    return out.bytes;
}

/* Exactly `count` bytes of memory, so that a sanitizer sees an overrun. */
static enum status parse_exact(const struct vanilla_input *input, const uint8_t *bytes,
                               size_t count, struct error *err)
{
    struct update_partition_proof out;
    uint8_t *exact = malloc(count > 0 ? count : 1);
    memcpy(exact, bytes, count);
    enum status status = update_partition_proof_parse(&out, &input->update.shape, input->sector,
                                                      exact, count, 3, err);
    free(exact);
    if (status == STATUS_OK) {
        update_partition_proof_free(&out);
    }
    return status;
}

enum { R_BYTES = 4 + 64 + 8 + 2 * 240, D_BYTES = 4 + 64 + 8 + 6 * 48, APEX = 40, CHALLENGES = 296 };

static void test_truncated(void **state)
{
    (void)state;
    struct vanilla_input input;
    struct error err;
    size_t count;
    read_golden(&input);
    uint8_t *blob = write_blob(&input.update.shape, input.sector, input.update.proofs, &count);
    assert_int_equal(count, CHALLENGES + 8 + 10 * (2 * R_BYTES + D_BYTES));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(parse_exact(&input, blob, i, &err), STATUS_BAD_LENGTH);
    }
    assert_int_equal(parse_exact(&input, blob, count, &err), STATUS_OK);
    uint8_t *longer = calloc(count + 1, 1);
    memcpy(longer, blob, count);
    assert_int_equal(parse_exact(&input, longer, count + 1, &err), STATUS_TRAILING_DATA);
    free(longer);
    free(blob);
    vanilla_input_free(&input);
}

struct damage {
    size_t offset, bytes;
    uint64_t value;
    enum status status;
    const char *where;
};

static void test_damaged(void **state)
{
    (void)state;
    enum { FIRST = CHALLENGES + 8, D = FIRST + R_BYTES };
    static const struct damage damages[] = {
        {0, 32, UINT64_MAX, STATUS_NON_CANONICAL, "partition 3, comm_c"},
        {32, 8, 9, STATUS_COUNT_MISMATCH, "partition 3, apex_leafs"},
        {32, 8, UINT64_MAX, STATUS_COUNT_MISMATCH, "partition 3, apex_leafs"},
        {APEX + 64, 32, UINT64_MAX, STATUS_NON_CANONICAL, "partition 3, apex_leafs[2]"},
        {CHALLENGES, 8, 0, STATUS_COUNT_MISMATCH, "partition 3, challenge_proofs"},
        {CHALLENGES, 8, 1 << 30, STATUS_COUNT_MISMATCH, "partition 3, challenge_proofs"},
        {FIRST, 4, 2, STATUS_WRONG_TYPE,
         "partition 3, challenge_proofs[0].proof_r_old.data.variant"},
        {D, 4, 1, STATUS_WRONG_TYPE, "partition 3, challenge_proofs[0].proof_d_new.data.variant"},
        {D + 68, 8, 7, STATUS_COUNT_MISMATCH,
         "partition 3, challenge_proofs[0].proof_d_new.data.path.path"},
        {D + 76, 8, 7, STATUS_COUNT_MISMATCH,
         "partition 3, challenge_proofs[0].proof_d_new.data.path.path[0].hashes"},
        {D + 76 + 40, 8, 2, STATUS_INPUT_RANGE,
         "partition 3, challenge_proofs[0].proof_d_new.data.path.path[0].index"},
        {FIRST + 2 * R_BYTES + D_BYTES - 8, 8, 9, STATUS_INPUT_RANGE,
         "partition 3, challenge_proofs[0].proof_r_new.data.path.path[1].index"},
    };
    struct vanilla_input input;
    size_t count;
    read_golden(&input);
    uint8_t *blob = write_blob(&input.update.shape, input.sector, input.update.proofs, &count);
    uint8_t *copy = malloc(count);
    for (size_t k = 0; k < sizeof damages / sizeof *damages; k++) {
        const struct damage *d = &damages[k];
        struct error err;
        memcpy(copy, blob, count);
        for (size_t i = 0; i < d->bytes; i++) {
            copy[d->offset + i] = (uint8_t)(i < 8 ? d->value >> (8 * i) : 0xff);
        }
        assert_int_equal(parse_exact(&input, copy, count, &err), d->status);
        assert_string_equal(err.where, d->where);
    }
    free(copy);
    free(blob);
    vanilla_input_free(&input);
}

/* --- sectors of other sizes and both partitions --- */

struct whole {
    struct update_shape shape;
    struct update_statement statement;
    struct update_partition_proof proofs[2];
    const struct sector_shape *sector;
    size_t count;
};

static void copy_proof(struct merkle_proof *out, const struct merkle_proof *in, size_t siblings)
{
    fr *kept = out->siblings;
    memcpy(kept, in->siblings, siblings * sizeof(fr));
    *out = *in;
    out->siblings = kept;
}

static void make_partition(struct whole *w, uint64_t partition, bool poseidon, const fr *flaw)
{
    struct test_update s;
    struct update_partition_proof proof;
    struct inclusion_shape tree;
    size_t count;
    merkle_shape_poseidon(&tree, w->sector);
    test_update_make_flawed(&s, &tree, poseidon, partition, flaw);
    w->shape = s.shape;
    w->statement.height = 1;
    fr_to_bytes(w->statement.comm_r_old, &s.values.comm_r_old);
    fr_to_bytes(w->statement.comm_d_new, &s.values.comm_d_new);
    fr_to_bytes(w->statement.comm_r_new, &s.values.comm_r_new);
    assert_int_equal(update_partition_proof_make(&proof, &s.shape, NULL), STATUS_OK);
    proof.comm_c = s.values.comm_c;
    if (!poseidon) {
        memcpy(proof.apex_leaves, s.values.apex_leaves, update_apex_count(&s.shape) * sizeof(fr));
    }
    size_t r = inclusion_sibling_count(&s.shape.tree), d = poseidon ? r : s.shape.log_nodes;
    for (unsigned i = 0; i < s.shape.challenge_count; i++) {
        copy_proof(&proof.challenges[i].r_old, &s.challenges[i].r_old, r);
        copy_proof(&proof.challenges[i].d_new, &s.challenges[i].d_new, d);
        copy_proof(&proof.challenges[i].r_new, &s.challenges[i].r_new, r);
    }
    uint8_t *blob = write_blob(&s.shape, w->sector, &proof, &count);
    assert_int_equal(update_partition_proof_parse(&w->proofs[partition], &s.shape, w->sector, blob,
                                                  count, partition, NULL),
                     STATUS_OK);
    free(blob);
    update_partition_proof_free(&proof);
    test_update_free(&s);
}

static void whole_make(struct whole *w, uint64_t bytes, bool poseidon, const fr *flaw)
{
    *w = (struct whole){.sector = sector_shape_of_bytes(bytes)};
    w->count = poseidon ? 1 : w->sector->snap_partitions;
    for (uint64_t k = 0; k < w->count; k++) {
        make_partition(w, k, poseidon, flaw);
    }
}

static void whole_free(struct whole *w)
{
    for (size_t k = 0; k < w->count; k++) {
        update_partition_proof_free(&w->proofs[k]);
    }
}

static void check_size(uint64_t bytes, bool poseidon)
{
    struct whole w;
    struct r1cs_matrices matrices;
    struct error err = {0};
    whole_make(&w, bytes, poseidon, &fr_zero);
    if (update_vanilla_check(&w.shape, &w.statement, w.proofs, w.count, NULL, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.message);
    }
    assert_int_equal(update_matrices(&matrices, &w.shape, false, NULL), STATUS_OK);
    for (size_t k = 0; k < w.count; k++) {
        struct assignment assignment;
        assert_int_equal(
            update_witness(&assignment, &matrices, &w.shape, &w.statement, &w.proofs[k], k, NULL),
            STATUS_OK);
        golden_satisfied(&matrices, &assignment);
        assignment_free(&assignment);
    }
    r1cs_matrices_free(&matrices);
    whole_free(&w);
}

static void test_sizes(void **state)
{
    (void)state;
    check_size(4096, false);
    check_size(16384, false);
    check_size(4096, true);
    check_size(32768, true);
}

/* --- faults --- */

static void expect_fault(const struct whole *w, const char *where)
{
    struct error err;
    assert_int_equal(
        update_vanilla_check(&w->shape, &w->statement, w->proofs, w->count, NULL, &err),
        STATUS_VANILLA_INVALID);
    assert_string_equal(err.where, where);
}

static void test_faults(void **state)
{
    (void)state;
    struct whole w;
    struct error err;
    whole_make(&w, 16384, false, &fr_zero);
    struct update_challenge_values *c = w.proofs[1].challenges;
    const unsigned low = w.shape.data.level_count;
    const struct {
        fr *value;
        const char *where;
    } cases[] = {
        {&w.proofs[0].comm_c, "partition 0, comm_c"},
        {&c[0].r_old.root, "partition 1, comm_c"},
        {&c[0].r_new.root, "partition 1, comm_c"},
        {&w.proofs[1].apex_leaves[100], "partition 1, apex_leafs"},
        {&c[4].r_old.root, "partition 1, challenge_proofs[4].proof_r_old"},
        {&c[4].r_old.siblings[15], "partition 1, challenge_proofs[4].proof_r_old"},
        {&c[5].d_new.root, "partition 1, challenge_proofs[5].proof_d_new"},
        {&c[5].d_new.siblings[low], "partition 1, challenge_proofs[5].proof_d_new"},
        {&c[0].d_new.siblings[w.shape.log_nodes - 1], "partition 1, apex_leafs"},
        {&c[6].r_new.leaf, "partition 1, challenge_proofs[6].proof_r_new"},
        {&c[6].r_new.siblings[0], "partition 1, challenge_proofs[6].proof_r_new"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fr kept = *cases[i].value;
        fr_add(cases[i].value, cases[i].value, &fr_one);
        expect_fault(&w, cases[i].where);
        *cases[i].value = kept;
    }
    c[7].d_new.index ^= 1;
    expect_fault(&w, "partition 1, challenge_proofs[7].proof_d_new");
    c[7].d_new.index ^= 1;
    assert_int_equal(update_vanilla_check(&w.shape, &w.statement, w.proofs, 1, NULL, &err),
                     STATUS_COUNT_MISMATCH);
    w.statement.height = 2;
    assert_int_equal(update_vanilla_check(&w.shape, &w.statement, w.proofs, 2, NULL, &err),
                     STATUS_INPUT_RANGE);
    w.statement.height = 1;
    memset(w.statement.comm_d_new, 0xff, 32);
    assert_int_equal(update_vanilla_check(&w.shape, &w.statement, w.proofs, 2, NULL, &err),
                     STATUS_NON_CANONICAL);
    assert_string_equal(err.where, "comm_d_new");
    whole_free(&w);
}

/* Trees and paths fit, but the new replica is not old + data * rho. */
static void test_wrong_encoding(void **state)
{
    (void)state;
    struct whole w;
    whole_make(&w, 4096, false, &fr_one);
    expect_fault(&w, "partition 0, challenge_proofs[0].proof_r_new");
    whole_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),  cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_damaged), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_faults),  cmocka_unit_test(test_wrong_encoding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
