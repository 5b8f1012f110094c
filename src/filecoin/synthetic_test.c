/* Made-up sectors: against the digests of the same sectors made elsewhere, against the checks of a
 * real C1 and against the circuit; and the writer of C1 outputs, against the reference's text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <jansson.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "filecoin/c1_writer.h"
#include "filecoin/circuits.h"
#include "filecoin/porep_witness.h"
#include "filecoin/synthetic_porep.h"
#include "filecoin/synthetic_tree.h"
#include "filecoin/vanilla_check.h"
#include "hash/poseidon.h"

static const struct seal_proof *proof_of(const char *name)
{
    const struct seal_proof *proof = NULL;
    assert_int_equal(seal_proof_of_name(&proof, name, strlen(name), NULL), STATUS_OK);
    return proof;
}

static struct porep_c1 *make(const char *name, const char *seed, unsigned partitions,
                             struct threads *threads)
{
    struct synthetic_porep_options options = {proof_of(name), seed, 1000, 7, partitions};
    struct porep_c1 *c1 = NULL;
    struct error err = {0};
    if (synthetic_porep(&c1, &options, threads, NULL, &err) != STATUS_OK) {
        fail_msg("%s: %s: %s", name, err.where, err.message);
    }
    return c1;
}

/* --- sinks --- */

struct text {
    char *bytes;
    size_t count;
};

static enum status append(void *context, const void *bytes, size_t count, struct error *err)
{
    struct text *text = context;
    (void)err;
    text->bytes = realloc(text->bytes, text->count + count);
    assert_non_null(text->bytes);
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    return STATUS_OK;
}

static enum status hash_text(void *context, const void *bytes, size_t count, struct error *err)
{
    (void)err;
    sha256_update(context, bytes, count);
    return STATUS_OK;
}

static enum status fail_late(void *context, const void *bytes, size_t count, struct error *err)
{
    int *calls = context;
    (void)bytes;
    (void)count;
    return ++*calls < 2 ? STATUS_OK : error_set(err, STATUS_IO, "sink", "full");
}

static struct text write_text(const struct porep_c1 *c1)
{
    struct text text = {0};
    struct c1_sink sink = {append, &text};
    assert_int_equal(c1_write(&sink, c1, NULL), STATUS_OK);
    return text;
}

/* --- values and trees --- */

static void values(void **state)
{
    (void)state;
    struct synthetic_source source;
    uint8_t value[32];
    char hex[65];
    synthetic_source_init(&source, "golden", "", "row");
    synthetic_value(value, &source, 5, 0);
    hex_encode(hex, value, 32);
    assert_string_equal(hex, "b13e31669ead6b0e92811253645a53abce771b654dda85b2ff6af4518b5a6e0c");
    synthetic_source_init(&source, "golden", "C", NULL);
    synthetic_value(value, &source, 3, 17);
    hex_encode(hex, value, 32);
    assert_string_equal(hex, "4b07cf38ef5acb8b1193ea0b002f0e01e1a368d77845bab741e9ef01bbd5740d");
}

static void assert_path(const struct sector_shape *shape, const struct tree_path *path,
                        uint64_t index)
{
    fr running, root;
    assert_int_equal(tree_index(shape, path->positions), index);
    assert_int_equal(fr_from_bytes(&running, path->leaf, "leaf", NULL), STATUS_OK);
    assert_int_equal(fr_from_bytes(&root, path->root, "root", NULL), STATUS_OK);
    for (unsigned level = 0; level < tree_levels(shape); level++) {
        unsigned arity = tree_level_arity(shape, level), at = 0;
        fr nodes[TREE_BASE_ARITY];
        for (unsigned i = 0; i < arity; i++) {
            if (i == path->positions[level]) {
                nodes[i] = running;
            } else {
                assert_int_equal(
                    fr_from_bytes(&nodes[i], path->siblings[level][at++], "sibling", NULL),
                    STATUS_OK);
            }
        }
        poseidon_hash_tree(&running, arity, nodes);
    }
    assert_true(fr_equal(&running, &root));
}

/* First and last leaf, neighbours, and leaves under one node of every level. */
static void tree_of_every_shape(void **state)
{
    (void)state;
    for (size_t s = 0; s < sector_shape_count; s++) {
        const struct sector_shape *shape = &sector_shapes[s];
        const uint64_t indices[] = {0, 1, 7, 8, 63 < shape->nodes - 2 ? 63 : 62, shape->nodes - 1};
        const size_t count = sizeof indices / sizeof *indices;
        struct synthetic_tree tree;
        struct tree_path path;
        fr leaves[6], leaf;
        for (size_t i = 0; i < count; i++) {
            fr_from_u64(&leaves[i], indices[i] * 3 + 1);
        }
        assert_int_equal(
            synthetic_tree_make(&tree, shape, "tree", "", indices, leaves, count, NULL, NULL),
            STATUS_OK);
        for (size_t i = 0; i < count; i++) {
            synthetic_tree_path(&path, &tree, indices[i]);
            assert_path(shape, &path, indices[i]);
            assert_int_equal(fr_from_bytes(&leaf, path.leaf, "leaf", NULL), STATUS_OK);
            assert_true(fr_equal(&leaf, &leaves[i]));
        }
        synthetic_tree_free(&tree);
    }
}

/* --- sectors --- */

/* With the wrapper taken off, so that the text is the digest's. */
static void assert_document_digest(const char *name, const char *seed, const char *digest,
                                   struct threads *threads)
{
    struct porep_c1 *c1 = make(name, seed, 0, threads);
    struct sha256 hash;
    struct c1_sink sink = {hash_text, &hash};
    uint8_t found[32];
    char hex[65];
    c1->wrapped = false;
    sha256_init(&hash);
    assert_int_equal(c1_write(&sink, c1, NULL), STATUS_OK);
    sha256_final(&hash, found);
    hex_encode(hex, found, 32);
    assert_string_equal(hex, digest);
    c1_free(c1);
}

/* All ten partitions of 32 and 64 GiB, byte for byte what tests/reference/filecoin_values.py
 * writes; the reference accepts those. */
static void large_sectors_as_elsewhere(void **state)
{
    (void)state;
    struct threads *threads = NULL;
    json_t *golden = json_load_file("tests/golden/synthetic.json", 0, NULL);
    json_t *sector = NULL;
    size_t i;
    assert_non_null(golden);
    assert_int_equal(threads_make(&threads, 0, NULL), STATUS_OK);
    assert_int_equal(json_array_size(json_object_get(golden, "sectors")), 2);
    json_array_foreach(json_object_get(golden, "sectors"), i, sector)
    {
        assert_document_digest(json_string_value(json_object_get(sector, "name")),
                               json_string_value(json_object_get(sector, "seed")),
                               json_string_value(json_object_get(sector, "c1_sha256")), threads);
    }
    threads_free(threads);
    json_decref(golden);
}

static void assert_same(const struct porep_c1 *a, const struct porep_c1 *b)
{
    assert_ptr_equal(a->proof, b->proof);
    assert_int_equal(a->partition_count, b->partition_count);
    assert_int_equal(a->sector_number, b->sector_number);
    assert_int_equal(a->sector_bytes, b->sector_bytes);
    assert_memory_equal(a->comm_r, b->comm_r, 32);
    assert_memory_equal(a->comm_d, b->comm_d, 32);
    assert_memory_equal(a->replica_id, b->replica_id, 32);
    assert_memory_equal(a->seed, b->seed, 32);
    assert_memory_equal(a->ticket, b->ticket, 32);
    for (unsigned k = 0; k < a->partition_count; k++) {
        for (unsigned i = 0; i < a->proof->shape->challenges; i++) {
            assert_memory_equal(&a->partitions[k][i], &b->partitions[k][i],
                                sizeof(struct porep_challenge));
        }
    }
}

/* Parents are challenged themselves in the smallest, so many seeds there. */
static void sectors_pass_the_checks(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned seeds, partitions;
    } cases[] = {
        {"StackedDrg2KiBV1", 40, 0},   {"StackedDrg2KiBV1_1", 40, 0},
        {"StackedDrg4KiBV1_1", 20, 0}, {"StackedDrg16KiBV1_1", 4, 0},
        {"StackedDrg32KiBV1_1", 4, 0}, {"StackedDrg8MiBV1", 1, 0},
        {"StackedDrg8MiBV1_1", 1, 0},  {"StackedDrg512MiBV1_1", 1, 0},
        {"StackedDrg16MiBV1_1", 1, 0}, {"StackedDrg1GiBV1_1", 1, 0},
        {"StackedDrg32GiBV1", 1, 1},   {"StackedDrg32GiBV1_1", 1, 2},
        {"StackedDrg64GiBV1_1", 1, 1},
    };
    const struct seal_identity identity = {1000, 7};
    const struct c1_options fewer = {.fewer_partitions = true};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned k = 0; k < cases[i].seeds; k++) {
            char seed[16];
            struct error err = {0};
            struct porep_c1 *read = NULL;
            snprintf(seed, sizeof seed, "seed %u", k);
            struct porep_c1 *c1 = make(cases[i].name, seed, cases[i].partitions, NULL);
            if (porep_vanilla_check(c1, &identity, NULL, &err) != STATUS_OK) {
                fail_msg("%s, %s: %s: %s", cases[i].name, seed, err.where, err.message);
            }
            struct text text = write_text(c1);
            if (c1_parse(&read, text.bytes, text.count, &fewer, &err) != STATUS_OK) {
                fail_msg("%s, %s: %s: %s", cases[i].name, seed, err.where, err.message);
            }
            assert_same(c1, read);
            free(text.bytes);
            c1_free(read);
            c1_free(c1);
        }
    }
}

static void options_decide_the_sector(void **state)
{
    (void)state;
    struct synthetic_porep_options options = {proof_of("StackedDrg16KiBV1_1"), "a", 1000, 7, 0};
    struct threads *threads = NULL;
    struct porep_c1 *first = make(options.proof->name, "a", 0, NULL), *other = NULL;
    assert_int_equal(threads_make(&threads, 3, NULL), STATUS_OK);
    struct porep_c1 *again = make(options.proof->name, "a", 0, threads);
    assert_same(first, again);
    c1_free(again);
    for (unsigned change = 0; change < 3; change++) {
        struct synthetic_porep_options changed = options;
        changed.seed = change == 0 ? "b" : changed.seed;
        changed.miner_id += change == 1;
        changed.sector_number += change == 2;
        assert_int_equal(synthetic_porep(&other, &changed, threads, NULL, NULL), STATUS_OK);
        assert_memory_not_equal(first->replica_id, other->replica_id, 32);
        assert_memory_not_equal(first->comm_r, other->comm_r, 32);
        assert_memory_equal(first->comm_d, other->comm_d, 32);
        c1_free(other);
    }
    threads_free(threads);
    c1_free(first);
}

static void circuit_is_satisfied(void **state)
{
    (void)state;
    struct porep_c1 *c1 = make("StackedDrg2KiBV1_1", "circuit", 0, NULL);
    struct r1cs_matrices matrices = {0};
    struct assignment assignment = {0};
    uint32_t unsatisfied = 1, first = 0;
    assert_int_equal(circuit_matrices(&matrices, "porep-2k", NULL), STATUS_OK);
    assert_int_equal(porep_witness(&assignment, &matrices, c1, 0, NULL), STATUS_OK);
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 0);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    c1_free(c1);
}

/* --- refusals --- */

static bool stop_at_two(void *context, const char *label, uint64_t done, uint64_t total)
{
    (void)context;
    (void)label;
    (void)total;
    return done < 2;
}

static void assert_refused(const struct synthetic_porep_options *options, enum status expected)
{
    struct porep_c1 *c1 = NULL;
    struct error err = {0};
    assert_int_equal(synthetic_porep(&c1, options, NULL, NULL, &err), expected);
    assert_int_equal(err.status, expected);
    assert_null(c1);
}

static void refusals(void **state)
{
    (void)state;
    const struct seal_proof *proof = proof_of("StackedDrg2KiBV1_1");
    char long_seed[SYNTHETIC_SEED_MAX + 2];
    memset(long_seed, 'x', sizeof long_seed);
    long_seed[SYNTHETIC_SEED_MAX + 1] = 0;
    const char *const seeds[] = {"", "it's", "a\\b", "line\n", "\xc3\xa9", long_seed};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        assert_refused(&(struct synthetic_porep_options){proof, seeds[i], 1, 1, 0},
                       STATUS_INVALID_ARGUMENT);
    }
    assert_refused(&(struct synthetic_porep_options){proof, "a", 1, 1, 2}, STATUS_INVALID_ARGUMENT);
    assert_refused(&(struct synthetic_porep_options){proof, "a", 1, (uint64_t)INT64_MAX + 1, 0},
                   STATUS_INVALID_ARGUMENT);
    for (uint64_t number = 10; number < 20; number++) {
        const struct seal_proof *other = seal_proof_of_number(number);
        assert_refused(&(struct synthetic_porep_options){other, "a", 1, 1, 0}, STATUS_UNSUPPORTED);
    }
    const struct progress progress = {stop_at_two, NULL};
    struct porep_c1 *c1 = NULL;
    assert_int_equal(synthetic_porep(&c1, &(struct synthetic_porep_options){proof, "a", 1, 1, 0},
                                     NULL, &progress, NULL),
                     STATUS_INTERRUPTED);
    assert_null(c1);
}

static void seal_of_every_shape(void **state)
{
    (void)state;
    for (size_t i = 0; i < sector_shape_count; i++) {
        const struct seal_proof *proof = synthetic_seal_of_shape(&sector_shapes[i]);
        assert_non_null(proof);
        assert_ptr_equal(proof->shape, &sector_shapes[i]);
        assert_int_equal(proof->api, API_1_1);
    }
}

/* --- writer --- */

/* What the reference wrote comes back byte for byte; wrapped, it is read again as the same. */
static void writer_keeps_documents(void **state)
{
    (void)state;
    static const char *const folders[] = {"porep-2k",       "porep-2k-v1", "porep-2k-ni",
                                          "porep-2k-synth", "tiny-16k",    "tiny-32k",
                                          "porep-8m"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[100];
        uint8_t *bytes = NULL;
        size_t count = 0;
        struct porep_c1 *c1 = NULL, *again = NULL;
        snprintf(path, sizeof path, "tests/golden/%s/c1-inner.json", folders[i]);
        assert_int_equal(file_read_all(&bytes, &count, path, (size_t)1 << 26, NULL), STATUS_OK);
        assert_int_equal(c1_parse(&c1, bytes, count, NULL, NULL), STATUS_OK);
        struct text text = write_text(c1);
        assert_int_equal(text.count, count);
        assert_memory_equal(text.bytes, bytes, count);
        free(text.bytes);
        c1->wrapped = true;
        c1->sector_number = INT64_MAX;
        c1->sector_bytes = c1->proof->shape->bytes;
        text = write_text(c1);
        assert_int_equal(c1_parse(&again, text.bytes, text.count, NULL, NULL), STATUS_OK);
        assert_same(c1, again);
        free(text.bytes);
        c1_free(again);
        c1_free(c1);
        memory_free(bytes);
    }
}

static void writer_stops_when_the_sink_fails(void **state)
{
    (void)state;
    struct porep_c1 *c1 = make("StackedDrg2KiBV1_1", "a", 0, NULL);
    int calls = 0;
    struct c1_sink sink = {fail_late, &calls};
    struct error err = {0};
    assert_int_equal(c1_write(&sink, c1, &err), STATUS_IO);
    assert_int_equal(calls, 2);
    assert_string_equal(err.message, "full");
    c1_free(c1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(tree_of_every_shape),
        cmocka_unit_test(large_sectors_as_elsewhere),
        cmocka_unit_test(sectors_pass_the_checks),
        cmocka_unit_test(options_decide_the_sector),
        cmocka_unit_test(circuit_is_satisfied),
        cmocka_unit_test(refusals),
        cmocka_unit_test(seal_of_every_shape),
        cmocka_unit_test(writer_keeps_documents),
        cmocka_unit_test(writer_stops_when_the_sink_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
