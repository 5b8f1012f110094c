/* The PoRep circuit and its witnesses against the reference, for sectors from 2 KiB to 512 MiB. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <jansson.h>

#include "base/text.h"
#include "filecoin/porep_circuit.h"
#include "r1cs/digest.h"

/* --- a C1 output, read with a general JSON library --- */

static json_t *load(const char *folder, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "tests/golden/%s/%s", folder, name);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (root == NULL) {
        fail_msg("%s: %s", path, error.text);
    }
    return root;
}

static json_t *get(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (value == NULL) {
        fail_msg("no %s", key);
    }
    return value;
}

static void get_fr(fr *out, json_t *list)
{
    uint8_t bytes[32];
    assert_int_equal(json_array_size(list), 32);
    for (size_t i = 0; i < 32; i++) {
        bytes[i] = (uint8_t)json_integer_value(json_array_get(list, i));
    }
    assert_int_equal(fr_from_bytes(out, bytes, "value", NULL), STATUS_OK);
}

/* Appends one inclusion path; *shift is the number of index bits so far. */
static void get_path(struct porep_opening *out, fr **sibling, unsigned *shift, json_t *inclusion)
{
    size_t i, j;
    json_t *element, *hash;
    json_array_foreach(get(inclusion, "path"), i, element)
    {
        json_t *hashes = get(element, "hashes");
        out->index |= (uint64_t)json_integer_value(get(element, "index")) << *shift;
        *shift += (unsigned)__builtin_ctzll(json_array_size(hashes) + 1);
        json_array_foreach(hashes, j, hash)
        {
            get_fr((*sibling)++, hash);
        }
    }
}

/* leaf and root may be NULL. */
static void get_opening(struct porep_opening *out, fr *leaf, fr *root, json_t *proof)
{
    json_t *data = get(proof, "data");
    json_t *body = json_object_iter_value(json_object_iter(data));
    fr *sibling = out->siblings;
    unsigned shift = 0;
    out->index = 0;
    static const char *const parts[] = {"path", "base_proof", "sub_proof", "top_proof"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        json_t *part = json_object_get(body, parts[i]);
        if (part != NULL) {
            get_path(out, &sibling, &shift, part);
        }
    }
    if (leaf != NULL) {
        get_fr(leaf, get(body, "leaf"));
    }
    if (root != NULL) {
        get_fr(root, get(body, "root"));
    }
}

static void get_challenge(struct porep_challenge_values *out, struct porep_values *values,
                          const struct porep_shape *shape, json_t *proof)
{
    json_t *columns = get(proof, "replica_column_proofs");
    get_opening(&out->tree_d, &out->data_leaf, NULL, get(proof, "comm_d_proofs"));
    get_opening(&out->tree_r, NULL, &values->comm_r_last, get(proof, "comm_r_last_proof"));
    get_opening(&out->tree_c, NULL, &values->comm_c, get(get(columns, "c_x"), "inclusion_proof"));
    out->challenge =
        (uint64_t)json_integer_value(get(json_array_get(get(proof, "labeling_proofs"), 0), "node"));
    for (size_t i = 0; i < POREP_PARENTS; i++) {
        json_t *column = i < POREP_DRG_PARENTS
                             ? json_array_get(get(columns, "drg_parents"), i)
                             : json_array_get(get(columns, "exp_parents"), i - POREP_DRG_PARENTS);
        get_opening(&out->parents[i].tree_c, NULL, NULL, get(column, "inclusion_proof"));
        json_t *rows = get(get(column, "column"), "rows");
        assert_int_equal(json_array_size(rows), shape->layers);
        for (size_t j = 0; j < shape->layers; j++) {
            get_fr(&out->parents[i].rows[j], json_array_get(rows, j));
        }
    }
}

static void get_values(struct porep_values *out, const struct porep_shape *shape, json_t *c1,
                       size_t partition)
{
    assert_int_equal(porep_values_make(out, shape, NULL), STATUS_OK);
    json_t *proofs = get(c1, "vanilla_proofs");
    json_t *list = json_array_get(json_object_iter_value(json_object_iter(proofs)), partition);
    assert_int_equal(json_array_size(list), shape->challenge_count);
    get_fr(&out->replica_id, get(c1, "replica_id"));
    get_fr(&out->comm_d, get(c1, "comm_d"));
    get_fr(&out->comm_r, get(c1, "comm_r"));
    for (size_t i = 0; i < shape->challenge_count; i++) {
        get_challenge(&out->challenges[i], out, shape, json_array_get(list, i));
    }
}

/* --- comparison with a report of the reference --- */

static void assert_hex(const uint8_t *bytes, json_t *text)
{
    char found[2 * 32 + 1];
    hex_encode(found, bytes, 32);
    assert_string_equal(found, json_string_value(text));
}

struct checkpoint_check {
    json_t *list;
    size_t next;
};

static void check_checkpoint(void *context, uint64_t at, const uint8_t digest[32])
{
    struct checkpoint_check *check = context;
    json_t *checkpoint = json_array_get(check->list, check->next++);
    assert_int_equal(json_integer_value(get(checkpoint, "at")), at);
    char found[2 * 32 + 1];
    hex_encode(found, digest, 32);
    if (strcmp(found, json_string_value(get(checkpoint, "sha256"))) != 0) {
        json_t *place = json_object_get(checkpoint, "namespace");
        fail_msg("differs before %llu (%s)", (unsigned long long)at, json_string_value(place));
    }
}

static void assert_count(uint64_t found, json_t *report, const char *key)
{
    if (found != (uint64_t)json_integer_value(get(report, key))) {
        fail_msg("%s: %llu, expected %lld", key, (unsigned long long)found,
                 json_integer_value(get(report, key)));
    }
}

static void compare_circuit(const struct r1cs_matrices *matrices, json_t *report)
{
    assert_count(matrices->row_count, report, "constraints");
    assert_count(matrices->aux_count, report, "aux");
    assert_count(matrices->input_count, report, "inputs");
    assert_count(matrices->term_count[0], report, "terms_a");
    assert_count(matrices->term_count[1], report, "terms_b");
    assert_count(matrices->term_count[2], report, "terms_c");
    assert_count(matrices->a_aux_count, report, "a_aux_density");
    assert_count(matrices->b_aux_count, report, "b_aux_density");
    assert_count(matrices->b_input_count, report, "b_input_density");
    uint8_t digest[32];
    struct checkpoint_check check = {get(report, "checkpoints"), 0};
    uint64_t every = (uint64_t)json_integer_value(get(json_array_get(check.list, 0), "at"));
    const struct digest_checkpoints checkpoints = {every, check_checkpoint, &check};
    assert_int_equal(r1cs_digest(digest, matrices, &checkpoints, NULL), STATUS_OK);
    assert_hex(digest, get(report, "r1cs_sha256"));
    assert_int_equal(check.next, json_array_size(check.list));
    struct density_digests densities;
    r1cs_density_digests(&densities, matrices);
    json_t *expected = get(report, "density_sha256");
    assert_hex(densities.a_aux, json_array_get(expected, 0));
    assert_hex(densities.b_input, json_array_get(expected, 1));
    assert_hex(densities.b_aux, json_array_get(expected, 2));
}

static void compare_witness(const struct assignment *assignment,
                            const struct r1cs_matrices *matrices, json_t *witness)
{
    uint8_t digest[32];
    struct checkpoint_check check = {get(witness, "checkpoints"), 0};
    const struct digest_checkpoints checkpoints = {1 << 14, check_checkpoint, &check};
    json_t *inputs = get(witness, "inputs");
    assert_int_equal(json_array_size(inputs), assignment->input_count);
    for (uint32_t i = 0; i < assignment->input_count; i++) {
        fr_to_bytes(digest, &assignment->inputs[i]);
        assert_hex(digest, json_array_get(inputs, i));
    }
    witness_digest(digest, assignment, matrices, &checkpoints);
    assert_hex(digest, get(witness, "aux_sha256"));
    assert_int_equal(check.next, json_array_size(check.list));
}

static void shape_of_bytes(struct porep_shape *out, uint64_t bytes)
{
    const struct sector_shape *sector = sector_shape_of_bytes(bytes);
    assert_non_null(sector);
    porep_shape_of_sector(out, sector);
}

/* --- tests --- */

static void compare_sector(const char *folder, uint64_t bytes, bool compare_rows)
{
    print_message("%s\n", folder);
    struct porep_shape shape;
    struct r1cs_matrices matrices;
    shape_of_bytes(&shape, bytes);
    assert_int_equal(porep_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    assert_int_equal(matrices.input_count, porep_input_count(&shape));
    assert_int_equal(matrices.block_count, 2);
    json_t *c1 = load(folder, "c1-inner.json"), *reports = load(folder, "witness.json");
    for (size_t partition = 0; partition < json_array_size(reports); partition++) {
        json_t *report = get(json_array_get(reports, partition), "report");
        struct porep_values values;
        struct assignment assignment;
        get_values(&values, &shape, c1, partition);
        if (partition == 0 && compare_rows) {
            compare_circuit(&matrices, report);
        }
        assert_int_equal(porep_assignment(&assignment, &matrices, &shape, &values, NULL),
                         STATUS_OK);
        compare_witness(&assignment, &matrices, get(report, "witness"));
        uint32_t unsatisfied, first;
        assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                         STATUS_OK);
        assert_int_equal(unsatisfied, 0);
        assignment_free(&assignment);
        porep_values_free(&values);
    }
    json_decref(c1);
    json_decref(reports);
    r1cs_matrices_free(&matrices);
}

static void test_sectors(void **state)
{
    (void)state;
    compare_sector("porep-2k", 2048, true);
    compare_sector("porep-2k-v1", 2048, false);
    compare_sector("porep-2k-synth", 2048, false);
    compare_sector("tiny-4k", 4096, true);
    compare_sector("tiny-16k", 16384, true);
    compare_sector("tiny-32k", 32768, true);
    compare_sector("porep-8m", (uint64_t)8 << 20, true);
    compare_sector("porep-512m", (uint64_t)512 << 20, true);
}

static void test_flat_equals_compact(void **state)
{
    (void)state;
    struct porep_shape shape;
    struct r1cs_matrices flat;
    shape_of_bytes(&shape, 2048);
    assert_int_equal(porep_matrices(&flat, &shape, true, NULL), STATUS_OK);
    assert_int_equal(flat.block_count, 1);
    json_t *reports = load("porep-2k", "witness.json");
    compare_circuit(&flat, get(json_array_get(reports, 0), "report"));
    json_decref(reports);
    r1cs_matrices_free(&flat);
}

/* A wrong value of each kind breaks the circuit, and the first broken row is in its place. */
static void test_wrong_values(void **state)
{
    (void)state;
    struct porep_shape shape;
    struct r1cs_matrices matrices;
    struct porep_values values;
    shape_of_bytes(&shape, 2048);
    json_t *c1 = load("porep-2k", "c1-inner.json");
    get_values(&values, &shape, c1, 0);
    json_decref(c1);
    assert_int_equal(porep_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    const uint32_t top_rows = matrices.instances[1].row_base, d_rows = 6 * 45382 + 2;
    assert_int_equal(top_rows, 571);
    const struct {
        fr *value;
        uint32_t first; /* expected */
    } cases[] = {
        {&values.comm_r, top_rows - 1},
        {&values.comm_d, top_rows + d_rows - 1},
        {&values.challenges[0].tree_d.siblings[3], top_rows + d_rows - 1},
        {&values.challenges[0].parents[0].rows[0], top_rows + d_rows + 311 + 2 * 530 + 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct assignment assignment;
        fr kept = *cases[i].value;
        fr_add(cases[i].value, cases[i].value, &fr_one);
        assert_int_equal(porep_assignment(&assignment, &matrices, &shape, &values, NULL),
                         STATUS_OK);
        uint32_t unsatisfied, first;
        assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                         STATUS_OK);
        assert_true(unsatisfied > 0);
        assert_int_equal(first, cases[i].first);
        *cases[i].value = kept;
        assignment_free(&assignment);
    }
    porep_values_free(&values);
    r1cs_matrices_free(&matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_flat_equals_compact),
        cmocka_unit_test(test_wrong_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
