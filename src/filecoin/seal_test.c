/* Identities, challenges, graph and public inputs of seals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/text.h"
#include "filecoin/challenges.h"
#include "filecoin/ids.h"
#include "filecoin/parents.h"

static void assert_hex(const uint8_t bytes[32], const char *hex)
{
    char text[65];
    hex_encode(text, bytes, 32);
    assert_string_equal(text, hex);
}

static void assert_numbers(const uint64_t *found, const uint64_t *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(found[i], expected[i]);
}

static void identities(void **state)
{
    (void)state;
    uint8_t id[32], prover[32], ticket[32], comm_d[32], out[32];
    porep_id(id, seal_proof_of_number(8));
    memset(prover, 7, 32);
    memset(ticket, 2, 32);
    memset(comm_d, 3, 32);
    replica_id(out, prover, 42, ticket, comm_d, id);
    assert_hex(out, "3e3cad536c6dba49a2197f8121ee59f2d110b8854439300a91007e80a0d5c015");
    prover_id(out, 1000);
    assert_hex(out, "e807000000000000000000000000000000000000000000000000000000000000");
    prover_id(out, 1234567);
    assert_hex(out, "87ad4b0000000000000000000000000000000000000000000000000000000000");
    prover_id(out, 0);
    assert_hex(out, "0000000000000000000000000000000000000000000000000000000000000000");
    prover_id(out, UINT64_MAX);
    assert_hex(out, "ffffffffffffffffff0100000000000000000000000000000000000000000000");
}

static void challenge_rules(void **state)
{
    (void)state;
    const uint64_t nodes = (uint64_t)1 << 30;
    uint8_t replica[32], ones[32];
    uint64_t out[10];
    for (int i = 0; i < 32; i++)
        replica[i] = (uint8_t)i;
    memset(ones, 1, 32);
    challenges_interactive(out, 5, 0, nodes, replica, ones);
    assert_numbers(out, (uint64_t[]){1022190756, 541159181, 130045879, 741493317, 700671699}, 5);
    challenges_interactive(out, 3, 18, nodes, replica, ones);
    assert_numbers(out, (uint64_t[]){254692269, 48942676, 298461481}, 3);
    challenges_non_interactive(out, 5, 0, nodes, replica, ones);
    assert_numbers(out, (uint64_t[]){552796478, 965635825, 990343099, 227989367, 254504340}, 5);

    /* The reference's vector for synthetic challenges. */
    static const uint64_t set[21] = {178, 297, 869, 211, 875, 477, 94,  781, 124, 332, 856,
                                     801, 176, 692, 429, 691, 290, 204, 986, 210, 973};
    uint8_t replica_55[32] = {55}, comm_r_101[32] = {101};
    for (uint64_t i = 0; i < 21; i++)
        assert_int_equal(synthetic_challenge(i, 1024, replica_55, comm_r_101), set[i]);
    challenges_synthetic(out, 10, 0, 1024, 21, replica_55, comm_r_101, ones);
    assert_numbers(out, (uint64_t[]){176, 781, 801, 986, 290, 211, 692, 856, 986, 332}, 10);
}

static void parents_of_known_nodes(void **state)
{
    (void)state;
    static const struct {
        uint64_t proof, nodes, node;
        uint64_t parents[POREP_PARENTS];
    } cases[] = {
        {8,
         (uint64_t)1 << 30,
         1000000,
         {999999, 728553, 970851, 951019, 995617, 999435, 89708585, 9031128, 72417564, 743307104,
          529092067, 472410944, 699455360, 465952275}},
        {8,
         (uint64_t)1 << 30,
         ((uint64_t)1 << 30) - 1,
         {1073741822, 1073258530, 440642413, 663190843, 1073741654, 1073741786, 307718517,
          715446084, 558280128, 265147410, 110937796, 626719228, 201839602, 653041812}},
        {3,
         (uint64_t)1 << 30,
         1000000,
         {938467, 900027, 999996, 976909, 996913, 999999, 130999353, 6684640, 72116556, 205654979,
          187952996, 201796893, 442254375, 365451623}},
        {9,
         (uint64_t)1 << 31,
         1000000,
         {999999, 411351, 999444, 997677, 986779, 999804, 818287829, 881685025, 1294646404,
          1601494521, 1404550011, 1909787294, 238626550, 1831802325}},
        {5, 64, 50, {49, 10, 44, 7, 46, 49, 59, 12, 22, 18, 40, 8, 45, 12}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct seal_proof *proof = seal_proof_of_number(cases[i].proof);
        struct porep_graph graph;
        uint8_t id[32];
        uint64_t parents[POREP_PARENTS];
        porep_id(id, proof);
        porep_graph_init(&graph, cases[i].nodes, proof->api, id);
        porep_parents(parents, &graph, cases[i].node);
        assert_numbers(parents, cases[i].parents, POREP_PARENTS);
    }
}

/* Labels every node of a small graph; the reference's create_label test states the last one. */
static void last_label(uint8_t out[32], const struct porep_graph *graph, const uint8_t replica[32])
{
    static uint8_t labels[2][128][32]; /* of this layer and the one before */
    for (uint32_t layer = 1; layer <= POREP_LAYERS_MAX; layer++) {
        uint8_t(*now)[32] = labels[layer % 2], (*before)[32] = labels[1 - layer % 2];
        for (uint64_t node = 0; node < graph->nodes; node++) {
            uint64_t parents[POREP_PARENTS];
            uint8_t values[POREP_PARENTS][32];
            porep_parents(parents, graph, node);
            for (int i = 0; i < POREP_PARENTS; i++)
                memcpy(values[i], i < POREP_DRG_PARENTS ? now[parents[i]] : before[parents[i]], 32);
            unsigned count = layer == 1 ? POREP_DRG_PARENTS : POREP_PARENTS;
            porep_label(now[node], replica, layer, node, values[0], node == 0 ? 0 : count);
        }
        memcpy(out, now[graph->nodes - 1], 32);
    }
}

static void labels_of_whole_graphs(void **state)
{
    (void)state;
    static const struct {
        uint64_t nodes;
        enum api_version api;
        uint8_t id_byte;
        uint64_t label[4];
    } cases[] = {
        {64,
         API_1_0,
         0,
         {0xd3faa96b9a0fba04, 0xea81a283d106485e, 0xe3d51b9afa5ac2b3, 0x0462f4f4f1a68d37}},
        {128,
         API_1_0,
         0,
         {0x7e191e52c4a8da86, 0x5ae8a1c9e6fac148, 0xce239f3b88a894b8, 0x234c00d1dc1d53be}},
        {64,
         API_1_1,
         0x7b,
         {0xabb3f38bb70defcf, 0x777a2e4d7769119f, 0x3448959d495490bc, 0x06021188c7a71cb5}},
        {128,
         API_1_1,
         0x7b,
         {0x22ab81cf68c4676d, 0x7a77a82fc7c9c189, 0xc6c03d32c1e42d23, 0x0f777c18cc2c55bd}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct porep_graph graph;
        uint8_t id[32], replica[32], label[32];
        memset(id, cases[i].id_byte, 32);
        memset(replica, 9, 32);
        porep_graph_init(&graph, cases[i].nodes, cases[i].api, id);
        last_label(label, &graph, replica);
        for (int j = 0; j < 32; j++)
            assert_int_equal(label[j], (uint8_t)(cases[i].label[j / 8] >> (8 * (j % 8))));
    }
}

/* --- public inputs of sealed sectors, as the reference's circuit has them --- */

static void read_value(uint8_t out[32], const json_t *object, const char *name)
{
    struct error err;
    const char *text = json_string_value(json_object_get(object, name));
    assert_non_null(text);
    assert_int_equal(hex_decode(out, 32, text, name, &err), STATUS_OK);
}

static json_t *load(const char *folder, const char *file)
{
    char path[200];
    snprintf(path, sizeof path, "tests/golden/%s/%s", folder, file);
    json_t *json = json_load_file(path, 0, NULL);
    assert_non_null(json);
    return json;
}

static void statement_of_meta(struct porep_statement *out, const json_t *meta)
{
    struct error err;
    uint8_t id[32], prover[32], ticket[32];
    const char *name = json_string_value(json_object_get(meta, "registered_proof"));
    assert_int_equal(seal_proof_of_name(&out->proof, name, strlen(name), &err), STATUS_OK);
    read_value(out->comm_d, meta, "comm_d");
    read_value(out->comm_r, meta, "comm_r");
    read_value(out->seed, meta, "seed");
    read_value(ticket, meta, "ticket");
    prover_id(prover, (uint64_t)json_integer_value(json_object_get(meta, "miner_id")));
    porep_id(id, out->proof);
    replica_id(out->replica_id, prover,
               (uint64_t)json_integer_value(json_object_get(meta, "sector_number")), ticket,
               out->comm_d, id);
}

static void public_inputs_of_sealed_sectors(void **state)
{
    (void)state;
    static const char *const folders[] = {"porep-2k",    "porep-8m",    "porep-512m",
                                          "porep-2k-v1", "porep-2k-ni", "porep-2k-synth",
                                          "tiny-4k",     "tiny-16k",    "tiny-32k"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        json_t *meta = load(folders[i], "meta.json"), *witness = load(folders[i], "witness.json");
        struct porep_statement statement;
        statement_of_meta(&statement, meta);
        const struct sector_shape *shape = statement.proof->shape;
        size_t count = porep_public_input_count(shape);
        assert_int_equal(json_array_size(witness), seal_proof_partitions(statement.proof));
        for (unsigned k = 0; k < json_array_size(witness); k++) {
            const json_t *expected = json_object_get(json_array_get(witness, k), "public_inputs");
            fr inputs[3 + POREP_INPUTS_CHALLENGE * POREP_CHALLENGES_MAX];
            struct error err;
            assert_int_equal(porep_public_inputs(inputs, &statement, k, &err), STATUS_OK);
            assert_int_equal(json_array_size(expected), count);
            for (size_t j = 0; j < count; j++) {
                uint8_t bytes[32];
                fr_to_bytes(bytes, &inputs[j]);
                assert_hex(bytes, json_string_value(json_array_get(expected, j)));
            }
        }
        json_decref(meta);
        json_decref(witness);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identities),
        cmocka_unit_test(challenge_rules),
        cmocka_unit_test(parents_of_known_nodes),
        cmocka_unit_test(labels_of_whole_graphs),
        cmocka_unit_test(public_inputs_of_sealed_sectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
