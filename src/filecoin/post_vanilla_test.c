/* Vanilla proofs of PoSt: the reference's, damaged ones, and faults that only the check sees. */
#include "base/memory.h"
#include "filecoin/golden_test.h"
#include "filecoin/post_input.h"
#include "filecoin/tree_test.h"
#include "hash/poseidon.h"

static void read_golden(struct vanilla_input *out, const char *name)
{
    char path[100];
    struct error err = {0};
    snprintf(path, sizeof path, "tests/golden/post-2k/%s", name);
    if (vanilla_input_read(out, path, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.message);
    }
}

/* --- against the reference --- */

static void compare_partition(const struct vanilla_input *input,
                              const struct r1cs_matrices *matrices, json_t *partition)
{
    const struct post_statement *statement = &input->post.statement;
    size_t index = (size_t)json_integer_value(golden_get(partition, "partition"));
    size_t count = post_public_input_count(&statement->proof);
    json_t *inputs = golden_get(partition, "public_inputs"), *report;
    fr *derived = calloc(count, sizeof *derived);
    struct assignment assignment;
    report = golden_get(partition, "report");
    assert_int_equal(json_array_size(inputs), count);
    assert_int_equal(post_public_inputs(derived, statement, index, NULL), STATUS_OK);
    golden_report(matrices, report);
    assert_int_equal(post_witness(&assignment, matrices, &statement->proof, input->post.proofs,
                                  statement->sector_count, index, NULL),
                     STATUS_OK);
    golden_witness(&assignment, matrices, golden_get(report, "witness"));
    golden_satisfied(matrices, &assignment);
    for (size_t i = 0; i < count; i++) {
        fr expected;
        golden_fr(&expected, json_string_value(json_array_get(inputs, i)));
        assert_true(fr_equal(&expected, &derived[i]));
        assert_true(fr_equal(&expected, &assignment.inputs[i + 1]));
    }
    assignment_free(&assignment);
    free(derived);
}

static void compare_challenges(const struct post_statement *statement, json_t *challenges)
{
    for (size_t i = 0; i < statement->sector_count; i++) {
        char id[24];
        size_t k;
        json_t *value;
        snprintf(id, sizeof id, "%llu", (unsigned long long)statement->sectors[i].id);
        json_array_foreach(golden_get(challenges, id), k, value)
        {
            assert_int_equal(post_challenge(statement, i, (unsigned)k), json_integer_value(value));
        }
        assert_int_equal(k, post_challenges_per_sector(&statement->proof));
    }
}

static void compare_golden(const char *name)
{
    struct vanilla_input input;
    struct post_shape shape;
    struct r1cs_matrices matrices;
    struct error err = {0};
    char path[64];
    snprintf(path, sizeof path, "post-2k/%s", name);
    read_golden(&input, name);
    json_t *root = golden_load(path), *partitions = golden_get(root, "partitions");
    const struct post_statement *statement = &input.post.statement;
    compare_challenges(statement, golden_get(root, "challenges"));
    if (post_vanilla_check(NULL, statement, input.post.proofs, NULL, &err) != STATUS_OK) {
        fail_msg("%s: %s", err.where, err.message);
    }
    post_shape_of_sector(&shape, input.kind, input.sector);
    assert_int_equal(post_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    assert_int_equal(json_array_size(partitions),
                     post_partition_count(&statement->proof, statement->sector_count));
    for (size_t i = 0; i < json_array_size(partitions); i++) {
        compare_partition(&input, &matrices, json_array_get(partitions, i));
    }
    r1cs_matrices_free(&matrices);
    json_decref(root);
    vanilla_input_free(&input);
}

static void test_golden(void **state)
{
    (void)state;
    compare_golden("winning.json");
    compare_golden("window.json");
    compare_golden("window-v1.json");
}

/* --- damaged bytes --- */

static uint8_t *blob_of(const struct vanilla_input *input, size_t i, size_t *count)
{
    struct bincode_out out = {0};
    const struct post_proof *proof = &input->post.statement.proof;
    post_sector_proof_write(&out, proof, &input->post.proofs[i]);
    out.bytes = malloc(out.count);
    out.count = 0;
    post_sector_proof_write(&out, proof, &input->post.proofs[i]);
    *count = out.count;
    return out.bytes;
}

/* Exactly `count` bytes of memory, so that a sanitizer sees an overrun. */
static enum status parse_exact(const struct post_proof *proof, const uint8_t *bytes, size_t count,
                               struct error *err)
{
    struct post_sector_proof out;
    uint8_t *exact = malloc(count > 0 ? count : 1);
    memcpy(exact, bytes, count);
    enum status status = post_sector_proof_parse(&out, proof, exact, count, 4, err);
    free(exact);
    if (status == STATUS_OK) {
        post_sector_proof_free(&out);
    }
    return status;
}

static void test_truncated(void **state)
{
    (void)state;
    struct vanilla_input input;
    struct error err;
    size_t count;
    read_golden(&input, "window.json");
    const struct post_proof *proof = &input.post.statement.proof;
    uint8_t *blob = blob_of(&input, 1, &count);
    uint8_t *longer = calloc(count + 1, 1);
    assert_int_equal(count, 8 + 32 + 8 + 8 + 10 * (4 + 64 + 8 + 2 * 240) + 64);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(parse_exact(proof, blob, i, &err), STATUS_BAD_LENGTH);
        assert_non_null(strstr(err.where, i < 8 ? "vanilla proof 4, sector_id" : "sector 102, "));
    }
    assert_int_equal(parse_exact(proof, blob, count, &err), STATUS_OK);
    memcpy(longer, blob, count);
    assert_int_equal(parse_exact(proof, longer, count + 1, &err), STATUS_TRAILING_DATA);
    free(longer);
    free(blob);
    vanilla_input_free(&input);
}

/* A field of `bytes` bytes at `offset` replaced by a value. */
struct damage {
    size_t offset, bytes;
    uint64_t value;
    enum status status;
    const char *where;
};

static void check_damage(const struct post_proof *proof, const uint8_t *blob, size_t count,
                         const struct damage *d)
{
    struct error err;
    uint8_t *copy = malloc(count);
    memcpy(copy, blob, count);
    for (size_t i = 0; i < d->bytes; i++) {
        copy[d->offset + i] = (uint8_t)(i < 8 ? d->value >> (8 * i) : 0xff);
    }
    assert_int_equal(parse_exact(proof, copy, count, &err), d->status);
    assert_string_equal(err.where, d->where);
    free(copy);
}

static void test_damaged(void **state)
{
    (void)state;
    enum { PROOF = 56, PATH = PROOF + 4 + 64, LEVEL = PATH + 8, PROOF_BYTES = 4 + 64 + 8 + 480 };
    static const struct damage damages[] = {
        {8, 32, UINT64_MAX, STATUS_NON_CANONICAL, "sector 102, comm_r"},
        {40, 8, 0, STATUS_COUNT_MISMATCH, "sector 102, sectors"},
        {40, 8, UINT64_MAX, STATUS_COUNT_MISMATCH, "sector 102, sectors"},
        {48, 8, 11, STATUS_COUNT_MISMATCH, "sector 102, inclusion_proofs"},
        {48, 8, (uint64_t)1 << 63, STATUS_COUNT_MISMATCH, "sector 102, inclusion_proofs"},
        {PROOF, 4, 1, STATUS_WRONG_TYPE, "sector 102, inclusion_proofs[0].data.variant"},
        {PROOF, 4, 0xffffffff, STATUS_WRONG_TYPE, "sector 102, inclusion_proofs[0].data.variant"},
        {PROOF + 4, 32, UINT64_MAX, STATUS_NON_CANONICAL,
         "sector 102, inclusion_proofs[0].data.root"},
        {PROOF + 36, 32, UINT64_MAX, STATUS_NON_CANONICAL,
         "sector 102, inclusion_proofs[0].data.leaf"},
        {PATH, 8, 3, STATUS_COUNT_MISMATCH, "sector 102, inclusion_proofs[0].data.path.path"},
        {PATH, 8, UINT64_MAX, STATUS_COUNT_MISMATCH,
         "sector 102, inclusion_proofs[0].data.path.path"},
        {LEVEL, 8, 8, STATUS_COUNT_MISMATCH,
         "sector 102, inclusion_proofs[0].data.path.path[0].hashes"},
        {LEVEL + 240 + 8 + 64, 32, UINT64_MAX, STATUS_NON_CANONICAL,
         "sector 102, inclusion_proofs[0].data.path.path[1].hashes[2]"},
        {LEVEL + 232, 8, 8, STATUS_INPUT_RANGE,
         "sector 102, inclusion_proofs[0].data.path.path[0].index"},
        {LEVEL + 232, 8, UINT64_MAX, STATUS_INPUT_RANGE,
         "sector 102, inclusion_proofs[0].data.path.path[0].index"},
        {LEVEL + 9 * PROOF_BYTES, 8, 6, STATUS_COUNT_MISMATCH,
         "sector 102, inclusion_proofs[9].data.path.path[0].hashes"},
        {PROOF + 10 * PROOF_BYTES, 32, UINT64_MAX, STATUS_NON_CANONICAL, "sector 102, comm_c"},
        {PROOF + 10 * PROOF_BYTES + 32, 32, UINT64_MAX, STATUS_NON_CANONICAL,
         "sector 102, comm_r_last"},
    };
    struct vanilla_input input;
    struct post_proof other;
    struct error err;
    size_t count;
    read_golden(&input, "window.json");
    uint8_t *blob = blob_of(&input, 1, &count);
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        check_damage(&input.post.statement.proof, blob, count, &damages[i]);
    }
    assert_int_equal(post_proof_of_name(&other, "StackedDrgWindow32GiBV1", NULL), STATUS_OK);
    assert_int_equal(parse_exact(&other, blob, count, &err), STATUS_WRONG_TYPE);
    assert_int_equal(post_proof_of_name(&other, "StackedDrgWinning2KiBV1", NULL), STATUS_OK);
    assert_int_equal(parse_exact(&other, blob, count, &err), STATUS_COUNT_MISMATCH);
    free(blob);
    vanilla_input_free(&input);
}

/* --- every variant of a Merkle proof: 2, 16, 32 KiB have Single, Sub, Top --- */

static void make_sector_proof(struct post_sector_proof *out, const struct post_statement *statement,
                              size_t position)
{
    const struct post_proof *proof = &statement->proof;
    struct post_sector *sector = &statement->sectors[position];
    struct test_tree tree;
    struct inclusion_shape shape;
    fr *leaves = calloc(proof->shape->nodes, sizeof *leaves), pair[2];
    for (size_t i = 0; i < proof->shape->nodes; i++) {
        fr_from_u64(&leaves[i], 1000 * sector->id + i);
    }
    merkle_shape_poseidon(&shape, proof->shape);
    test_tree_make(&tree, &shape, leaves);
    assert_int_equal(post_sector_proof_make(out, proof, NULL), STATUS_OK);
    out->sector = sector->id;
    fr_from_u64(&out->comm_c, sector->id);
    out->comm_r_last = *test_tree_root(&tree);
    pair[0] = out->comm_c;
    pair[1] = out->comm_r_last;
    poseidon_hash_tree(&out->comm_r, 2, pair);
    fr_to_bytes(sector->comm_r, &out->comm_r);
    for (unsigned i = 0; i < post_challenges_per_sector(proof); i++) {
        struct merkle_proof opened;
        test_tree_open(&opened, &tree, post_challenge(statement, position, i));
        memcpy(out->proofs[i].siblings, opened.siblings,
               inclusion_sibling_count(&shape) * sizeof(fr));
        free(opened.siblings);
        opened.siblings = out->proofs[i].siblings;
        out->proofs[i] = opened;
    }
    test_tree_free(&tree);
}

static void check_size(uint64_t bytes, enum circuit_kind kind)
{
    struct post_sector sectors[3] = {{.id = 12}, {.id = 5}, {.id = 30}};
    struct post_statement statement = {
        .proof = {kind, API_1_2, sector_shape_of_bytes(bytes)},
        .sector_count = kind == CIRCUIT_WINNING ? 1 : 3,
        .sectors = sectors,
    };
    struct post_sector_proof proofs[3] = {0}, again;
    struct post_shape shape;
    struct r1cs_matrices matrices;
    post_shape_of_sector(&shape, kind, statement.proof.shape);
    assert_int_equal(post_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    for (size_t i = 0; i < statement.sector_count; i++) {
        struct bincode_out out = {0};
        make_sector_proof(&proofs[i], &statement, i);
        post_sector_proof_write(&out, &statement.proof, &proofs[i]);
        out.bytes = malloc(out.count);
        out.count = 0;
        post_sector_proof_write(&out, &statement.proof, &proofs[i]);
        assert_int_equal(
            post_sector_proof_parse(&again, &statement.proof, out.bytes, out.count, i, NULL),
            STATUS_OK);
        post_sector_proof_free(&proofs[i]);
        proofs[i] = again;
        free(out.bytes);
    }
    assert_int_equal(post_vanilla_check(NULL, &statement, proofs, NULL, NULL), STATUS_OK);
    for (size_t k = 0; k < post_partition_count(&statement.proof, statement.sector_count); k++) {
        struct assignment assignment;
        assert_int_equal(post_witness(&assignment, &matrices, &statement.proof, proofs,
                                      statement.sector_count, k, NULL),
                         STATUS_OK);
        golden_satisfied(&matrices, &assignment);
        assignment_free(&assignment);
    }
    for (size_t i = 0; i < statement.sector_count; i++) {
        post_sector_proof_free(&proofs[i]);
    }
    r1cs_matrices_free(&matrices);
}

static void test_sizes(void **state)
{
    (void)state;
    for (uint64_t bytes = 2048; bytes <= 32768; bytes *= 2) {
        if (sector_shape_of_bytes(bytes) != NULL) {
            check_size(bytes, CIRCUIT_WINDOW);
            check_size(bytes, CIRCUIT_WINNING);
        }
    }
}

/* --- faults --- */

static void expect_faults(const struct vanilla_input *input, const char *where,
                          const uint64_t *sectors, size_t count)
{
    struct post_faults faults;
    struct error err;
    assert_int_equal(
        post_vanilla_check(&faults, &input->post.statement, input->post.proofs, NULL, &err),
        STATUS_VANILLA_INVALID);
    assert_string_equal(err.where, where);
    assert_int_equal(faults.count, count);
    assert_memory_equal(faults.sectors, sectors, count * sizeof *sectors);
    post_faults_free(&faults);
}

static void bump(fr *value)
{
    fr_add(value, value, &fr_one);
}

static void unbump(fr *value)
{
    fr_sub(value, value, &fr_one);
}

static void test_faults(void **state)
{
    (void)state;
    struct vanilla_input input;
    read_golden(&input, "window.json");
    struct post_sector_proof *proofs = input.post.proofs;
    static const uint64_t second[] = {102}, ends[] = {101, 103}, swapped[] = {101, 102};
    bump(&proofs[1].comm_c);
    expect_faults(&input, "sector 102, comm_r", second, 1);
    unbump(&proofs[1].comm_c);
    bump(&proofs[1].proofs[3].siblings[8]);
    expect_faults(&input, "sector 102, inclusion_proofs[3]", second, 1);
    unbump(&proofs[1].proofs[3].siblings[8]);
    proofs[1].proofs[0].index ^= 1;
    expect_faults(&input, "sector 102, inclusion_proofs[0]", second, 1);
    proofs[1].proofs[0].index ^= 1;
    bump(&proofs[1].proofs[9].root);
    expect_faults(&input, "sector 102, inclusion_proofs[9]", second, 1);
    unbump(&proofs[1].proofs[9].root);
    bump(&proofs[0].proofs[2].leaf);
    bump(&proofs[2].comm_r);
    expect_faults(&input, "sector 101, inclusion_proofs[2]", ends, 2);
    unbump(&proofs[0].proofs[2].leaf);
    unbump(&proofs[2].comm_r);
    struct post_sector_proof kept = proofs[0];
    proofs[0] = proofs[1];
    proofs[1] = kept;
    expect_faults(&input, "sector 101, sector_id", swapped, 2);
    proofs[1] = proofs[0];
    proofs[0] = kept;
    /* Challenges of the other API version: only the first place is the same. */
    input.post.statement.proof.api = API_1_0;
    static const uint64_t others[] = {102, 103};
    expect_faults(&input, "sector 102, inclusion_proofs[0]", others, 2);
    vanilla_input_free(&input);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),  cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_damaged), cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
