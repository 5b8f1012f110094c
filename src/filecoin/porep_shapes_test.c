/* PoRep circuits of the large sectors (one challenge) and of shapes only tests use, and witnesses
 * of made-up sectors, with eleven layers too. Expected: docs/filecoin.md 5.5 and 6.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/memory.h"
#include "base/text.h"
#include "filecoin/porep_circuit.h"
#include "hash/poseidon.h"
#include "r1cs/digest.h"

static void assert_hex(const uint8_t *bytes, const char *text)
{
    char found[2 * 32 + 1];
    hex_encode(found, bytes, 32);
    assert_string_equal(found, text);
}

/* Trees of the given levels; tree D has one level a bit of the node index. */
static void make_shape(struct porep_shape *out, unsigned challenges, unsigned layers,
                       unsigned level_count, const uint8_t *log_arity)
{
    *out = (struct porep_shape){
        .challenge_count = challenges,
        .layers = layers,
        .tree_d = {.hash = TREE_SHA256},
        .tree_poseidon = {.hash = TREE_POSEIDON, .level_count = level_count},
    };
    memcpy(out->tree_poseidon.log_arity, log_arity, level_count);
    out->tree_d.level_count = inclusion_index_bits(&out->tree_poseidon);
    memset(out->tree_d.log_arity, 1, out->tree_d.level_count);
}

/* --- circuits --- */

struct shape_case {
    const char *name, *digest;
    unsigned challenges, layers, level_count;
    uint8_t log_arity[11];
    uint32_t rows, aux, a_aux, b_aux;
    uint64_t terms[3];
};

static const struct shape_case shape_cases[] = {
    {"32 GiB, top only",
     "681bfeb5237a77e92c0fc9dfbf20ef5588a0c960a9ac7ad6e9f6f84be2f4b97b",
     0,
     11,
     10,
     {3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     571,
     571,
     490,
     489,
     {2633, 572, 646}},
    {"base 2",
     "09a832219d0d94cf9510c66e8a8000da04b417fc159f3756e088113d560d5a55",
     1,
     2,
     3,
     {1, 1, 1},
     1206212,
     1205053,
     1200052,
     307340,
     {2884516, 1206473, 2619453}},
    {"32 GiB",
     "6860eb35201b68c3f78601a5884f52cef6aa3011d088c7311fc43b74503d51cf",
     1,
     11,
     10,
     {3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
     7238236,
     7232200,
     7208979,
     1840033,
     {17191638, 7240948, 15703749}},
    {"64 GiB",
     "b9694e049d7c4a8b451ab650d84390d53d4661c9f39a22d7ce9e3ca6846af5bd",
     1,
     11,
     11,
     {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1},
     7288642,
     7282575,
     7258104,
     1855292,
     {17329831, 7291416, 15806862}},
};

static void test_circuits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shape_cases / sizeof *shape_cases; i++) {
        const struct shape_case *expected = &shape_cases[i];
        print_message("%s\n", expected->name);
        struct porep_shape shape;
        struct r1cs_matrices matrices;
        make_shape(&shape, expected->challenges, expected->layers, expected->level_count,
                   expected->log_arity);
        assert_int_equal(porep_matrices(&matrices, &shape, false, NULL), STATUS_OK);
        assert_int_equal(matrices.row_count, expected->rows);
        assert_int_equal(matrices.aux_count, expected->aux);
        assert_int_equal(matrices.a_aux_count, expected->a_aux);
        assert_int_equal(matrices.b_aux_count, expected->b_aux);
        assert_memory_equal(matrices.term_count, expected->terms, sizeof expected->terms);
        uint8_t digest[32];
        assert_int_equal(r1cs_digest(digest, &matrices, NULL, NULL), STATUS_OK);
        assert_hex(digest, expected->digest);
        r1cs_matrices_free(&matrices);
    }
}

/* Eighteen challenges cost the bytes of one, and the counts are those of the reference. */
static void test_whole_partition(void **state)
{
    (void)state;
    struct porep_shape shape;
    struct r1cs_matrices matrices;
    porep_shape_of_sector(&shape, sector_shape_of_bytes((uint64_t)32 << 30));
    assert_int_equal(porep_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    const uint64_t terms[3] = {309404723, 130327340, 282656500};
    assert_int_equal(matrices.row_count, 130278541);
    assert_int_equal(matrices.aux_count, 130169893);
    assert_int_equal(matrices.input_count, 328);
    assert_int_equal(matrices.a_aux_count, 129753292);
    assert_int_equal(matrices.b_aux_count, 33112281);
    assert_int_equal(matrices.wide_aux_count, 316 + 18 * 94377);
    assert_int_equal(matrices.domain_log2, 27);
    assert_memory_equal(matrices.term_count, terms, sizeof terms);
    assert_true(r1cs_matrices_bytes(&matrices) <= (size_t)512 << 20);
    r1cs_matrices_free(&matrices);
}

/* --- made-up sectors --- */

enum { NODES_MAX = 512 };

static void sha256_node(fr *out, const fr *nodes)
{
    uint8_t bytes[64], digest[32];
    fr_to_bytes(bytes, &nodes[0]);
    fr_to_bytes(bytes + 32, &nodes[1]);
    sha256(digest, bytes, sizeof bytes);
    digest[31] &= 0x3f;
    assert_int_equal(fr_from_bytes(out, digest, "node", NULL), STATUS_OK);
}

/* Opens the leaf at out->index; *root gets the root. */
static void open_leaf(struct porep_opening *out, fr *root, const struct inclusion_shape *shape,
                      const fr *leaves)
{
    fr nodes[NODES_MAX], *sibling = out->siblings;
    size_t count = (size_t)1 << inclusion_index_bits(shape);
    uint64_t index = out->index;
    memcpy(nodes, leaves, count * sizeof(fr));
    for (unsigned level = 0; level < shape->level_count; level++) {
        size_t arity = (size_t)1 << shape->log_arity[level];
        for (size_t j = 0; j < arity; j++) {
            if (j != index % arity) {
                *sibling++ = nodes[index - index % arity + j];
            }
        }
        count /= arity;
        index /= arity;
        for (size_t i = 0; i < count; i++) {
            if (shape->hash == TREE_SHA256) {
                sha256_node(&nodes[i], &nodes[2 * i]);
            } else {
                poseidon_hash_tree(&nodes[i], (unsigned)arity, &nodes[i * arity]);
            }
        }
    }
    *root = nodes[0];
}

struct sector {
    const struct porep_shape *shape;
    uint64_t nodes;
    fr replica_id;
    fr data[NODES_MAX], columns[NODES_MAX], replica[NODES_MAX];
    fr rows[NODES_MAX][POREP_LAYERS_MAX];
};

static uint64_t parent(const struct sector *sector, uint64_t node, unsigned i)
{
    return (i < POREP_DRG_PARENTS ? node + 1 + i : node + 11 + 3 * (i - POREP_DRG_PARENTS)) %
           sector->nodes;
}

static void label_node(struct sector *sector, uint64_t node)
{
    for (unsigned layer = 1; layer <= sector->shape->layers; layer++) {
        uint8_t bytes[64 + 37 * 32] = {0}, digest[32];
        fr_to_bytes(bytes, &sector->replica_id);
        bytes[35] = (uint8_t)layer;
        bytes[42] = (uint8_t)(node >> 8);
        bytes[43] = (uint8_t)node;
        for (unsigned i = 0; i < 37; i++) {
            unsigned which = i % (layer == 1 ? POREP_DRG_PARENTS : POREP_PARENTS);
            unsigned row = which < POREP_DRG_PARENTS ? layer - 1 : layer - 2;
            fr_to_bytes(bytes + 64 + 32 * (size_t)i,
                        &sector->rows[parent(sector, node, which)][row]);
        }
        sha256(digest, bytes, sizeof bytes);
        digest[31] &= 0x3f;
        assert_int_equal(fr_from_bytes(&sector->rows[node][layer - 1], digest, "label", NULL),
                         STATUS_OK);
    }
}

static void make_sector(struct sector *sector, const struct porep_shape *shape,
                        const uint64_t *challenges)
{
    sector->shape = shape;
    sector->nodes = (uint64_t)1 << shape->tree_d.level_count;
    fr_from_u64(&sector->replica_id, 1234567);
    for (uint64_t i = 0; i < sector->nodes; i++) {
        fr_from_u64(&sector->data[i], 1000 + i);
        fr_from_u64(&sector->replica[i], 5000 + i);
        for (unsigned layer = 1; layer <= shape->layers; layer++) {
            fr_from_u64(&sector->rows[i][layer - 1], 100 * i + layer);
        }
    }
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        uint64_t c = challenges[i];
        label_node(sector, c);
        fr_add(&sector->replica[c], &sector->rows[c][shape->layers - 1], &sector->data[c]);
    }
    for (uint64_t i = 0; i < sector->nodes; i++) {
        poseidon_hash_tree(&sector->columns[i], shape->layers, sector->rows[i]);
    }
}

static void make_values(struct porep_values *out, const struct sector *sector,
                        const uint64_t *challenges)
{
    const struct porep_shape *shape = sector->shape;
    assert_int_equal(porep_values_make(out, shape, NULL), STATUS_OK);
    out->replica_id = sector->replica_id;
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        struct porep_challenge_values *values = &out->challenges[i];
        uint64_t c = challenges[i];
        values->challenge = values->tree_d.index = values->tree_r.index = values->tree_c.index = c;
        values->data_leaf = sector->data[c];
        open_leaf(&values->tree_d, &out->comm_d, &shape->tree_d, sector->data);
        open_leaf(&values->tree_r, &out->comm_r_last, &shape->tree_poseidon, sector->replica);
        open_leaf(&values->tree_c, &out->comm_c, &shape->tree_poseidon, sector->columns);
        for (unsigned j = 0; j < POREP_PARENTS; j++) {
            struct porep_column *column = &values->parents[j];
            column->tree_c.index = parent(sector, c, j);
            memcpy(column->rows, sector->rows[column->tree_c.index], shape->layers * sizeof(fr));
            open_leaf(&column->tree_c, &out->comm_c, &shape->tree_poseidon, sector->columns);
        }
    }
    const fr commitments[2] = {out->comm_c, out->comm_r_last};
    poseidon_hash_tree(&out->comm_r, 2, commitments);
}

struct sector_case {
    unsigned layers, level_count, challenge_count;
    uint64_t challenges[2];
    const char *circuit, *witness, *inputs;
};

static const struct sector_case sector_cases[] = {
    {2,
     2,
     1,
     {5},
     "edccf624b9281a5ef7256d5f8a16dc681248236e886a95e7be132ac5e74c0c61",
     "9451272120c2c18c1e482d9ba04070934b0cf2a2711e8b0354c5c7d2ceedc067",
     "905c0612c86f2a74b11a708a458e413bf158af5e97828a331ba7869ec9d6ed64"},
    {11,
     3,
     2,
     {5, 300},
     "324f6f9ac115a407cab18dc3b3f08460b3824111d314b7c6a28b4984da876689",
     "9590a11219277b4a328cb6eca63a413aad0c9efdafcda4ab2827a1af2ed8fb65",
     "af1be89d49ff891ad958e1577127dfa5ad43117f029aa9c5796911ae7f6ce255"},
};

static void test_sectors(void **state)
{
    (void)state;
    struct sector *sector = NULL;
    assert_int_equal(memory_alloc((void **)&sector, 1, sizeof *sector, "sector", NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof sector_cases / sizeof *sector_cases; i++) {
        const struct sector_case *expected = &sector_cases[i];
        struct porep_shape shape;
        struct porep_values values;
        struct r1cs_matrices matrices;
        struct assignment assignment;
        make_shape(&shape, expected->challenge_count, expected->layers, expected->level_count,
                   (const uint8_t[]){3, 3, 3});
        make_sector(sector, &shape, expected->challenges);
        make_values(&values, sector, expected->challenges);
        assert_int_equal(porep_matrices(&matrices, &shape, false, NULL), STATUS_OK);
        assert_int_equal(porep_assignment(&assignment, &matrices, &shape, &values, NULL),
                         STATUS_OK);
        uint32_t unsatisfied, first;
        assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                         STATUS_OK);
        assert_int_equal(unsatisfied, 0);
        uint8_t digest[32];
        assert_int_equal(r1cs_digest(digest, &matrices, NULL, NULL), STATUS_OK);
        assert_hex(digest, expected->circuit);
        witness_digest(digest, &assignment, &matrices, NULL);
        assert_hex(digest, expected->witness);
        witness_inputs_digest(digest, &assignment);
        assert_hex(digest, expected->inputs);
        assignment_free(&assignment);
        r1cs_matrices_free(&matrices);
        porep_values_free(&values);
    }
    memory_free(sector);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circuits),
        cmocka_unit_test(test_whole_partition),
        cmocka_unit_test(test_sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
