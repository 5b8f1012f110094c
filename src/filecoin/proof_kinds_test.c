#include "filecoin/proof_kinds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* The names of the network's parameters.json. */
static void parameter_names_are_the_official_ones(void **state)
{
    (void)state;
    static const struct {
        enum circuit_kind kind;
        uint64_t bytes;
        const char *name;
    } official[] = {
        {CIRCUIT_POREP, (uint64_t)2 << 10,
         "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
         "032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b3793b06832f"},
        {CIRCUIT_POREP, (uint64_t)8 << 20,
         "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
         "ecd683648512ab1765faa2a5f14bab48f676e633467f0aa8aad4b55dcb0652bb"},
        {CIRCUIT_POREP, (uint64_t)512 << 20,
         "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-sha256_hasher-"
         "6babf46ce344ae495d558e7770a585b2382d54f225af8ed0397b8be7c3fcd472"},
        {CIRCUIT_POREP, (uint64_t)32 << 30,
         "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-0-sha256_hasher-"
         "82a357d2f2ca81dc61bb45f4a762807aedee1b0a53fd6c4e77b46a01bfef7820"},
        {CIRCUIT_POREP, (uint64_t)64 << 30,
         "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-8-2-sha256_hasher-"
         "96f1b4a04c5c51e4759bbf224bbc2ef5a42c7100f16ec0637123f16a845ddfb2"},
        {CIRCUIT_WINNING, (uint64_t)2 << 10,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "3ea05428c9d11689f23529cde32fd30aabd50f7d2c93657c1d3650bca3e8ea9e"},
        {CIRCUIT_WINNING, (uint64_t)8 << 20,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "50c7368dea9593ed0989e70974d28024efa9d156d585b7eea1be22b2e753f331"},
        {CIRCUIT_WINNING, (uint64_t)512 << 20,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "7d739b8cf60f1b0709eeebee7730e297683552e4b69cab6984ec0285663c5781"},
        {CIRCUIT_WINNING, (uint64_t)32 << 30,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
         "559e581f022bb4e4ec6e719e563bf0e026ad6de42e56c18714a2c692b1b88d7e"},
        {CIRCUIT_WINNING, (uint64_t)64 << 30,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-2-"
         "b62098629d07946e9028127e70295ed996fe3ed25b0f9f88eb610a0ab4385a3c"},
        {CIRCUIT_WINDOW, (uint64_t)2 << 10,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "0170db1f394b35d995252228ee359194b13199d259380541dc529fb0099096b0"},
        {CIRCUIT_WINDOW, (uint64_t)8 << 20,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "5294475db5237a2e83c3e52fd6c2b03859a1831d45ed08c4f35dbf9a803165a9"},
        {CIRCUIT_WINDOW, (uint64_t)512 << 20,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-0-0-"
         "0cfb4f178bbb71cf2ecfcd42accce558b27199ab4fb59cb78f2483fe21ef36d9"},
        {CIRCUIT_WINDOW, (uint64_t)32 << 30,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-0-"
         "0377ded656c6f524f1618760bffe4e0a1c51d5a70c4509eedae8a27555733edc"},
        {CIRCUIT_WINDOW, (uint64_t)64 << 30,
         "v28-proof-of-spacetime-fallback-merkletree-poseidon_hasher-8-8-2-"
         "2627e4006b67f99cef990c0a47d5426cb7ab0a0ad58fc1061547bf2d28b09def"},
        {CIRCUIT_SNAP, (uint64_t)2 << 10,
         "v28-empty-sector-update-merkletree-poseidon_hasher-8-0-0-"
         "fb9e095bebdd77511c0269b967b4d87ba8b8a525edaa0e165de23ba454510194"},
        {CIRCUIT_SNAP, (uint64_t)8 << 20,
         "v28-empty-sector-update-merkletree-poseidon_hasher-8-0-0-"
         "92180959e1918d26350b8e6cfe217bbdd0a2d8de51ebec269078b364b715ad63"},
        {CIRCUIT_SNAP, (uint64_t)512 << 20,
         "v28-empty-sector-update-merkletree-poseidon_hasher-8-0-0-"
         "61fa69f38b9cc771ba27b670124714b4ea77fbeae05e377fb859c4a43b73a30c"},
        {CIRCUIT_SNAP, (uint64_t)32 << 30,
         "v28-empty-sector-update-merkletree-poseidon_hasher-8-8-0-"
         "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"},
        {CIRCUIT_SNAP, (uint64_t)64 << 30,
         "v28-empty-sector-update-merkletree-poseidon_hasher-8-8-2-"
         "102e1444a7e9a97ebf1e3d6855dcc77e66c011ea66f936d9b2c508f87f2f83a7"},
        {CIRCUIT_SNAP_POSEIDON, (uint64_t)32 << 30,
         "v28-empty-sector-update-poseidon-merkletree-poseidon_hasher-8-8-0-"
         "3b7f44a9362e3985369454947bc94022e118211e49fd672d52bec1cbfd599d18"},
        {CIRCUIT_SNAP_POSEIDON, (uint64_t)64 << 30,
         "v28-empty-sector-update-poseidon-merkletree-poseidon_hasher-8-8-2-"
         "102e1444a7e9a97ebf1e3d6855dcc77e66c011ea66f936d9b2c508f87f2f83a7"},
    };
    for (size_t i = 0; i < sizeof official / sizeof *official; i++) {
        char name[PARAMETER_NAME_MAX];
        const struct sector_shape *shape = sector_shape_of_bytes(official[i].bytes);
        assert_non_null(shape);
        parameter_name(name, official[i].kind, shape);
        assert_string_equal(name, official[i].name);
    }
}

static void shapes_are_consistent(void **state)
{
    (void)state;
    for (size_t i = 0; i < sector_shape_count; i++) {
        const struct sector_shape *shape = &sector_shapes[i];
        uint64_t leaves = 1;
        for (unsigned level = 0; level < tree_levels(shape); level++)
            leaves *= tree_level_arity(shape, level);
        assert_int_equal(leaves, shape->nodes);
        assert_int_equal((uint64_t)1 << shape->log_nodes, shape->nodes);
        assert_int_equal(shape->nodes * 32, shape->bytes);
        assert_true(tree_levels(shape) <= TREE_LEVELS_MAX);
        assert_true(shape->log_nodes <= TREE_D_LEVELS_MAX);
        assert_true(shape->layers <= POREP_LAYERS_MAX);
        assert_true(shape->challenges <= POREP_CHALLENGES_MAX);
        assert_true(shape->partitions_non_interactive <= POREP_PARTITIONS_MAX);
        assert_ptr_equal(sector_shape_of_porep_circuit(shape->porep_circuit), shape);
        assert_ptr_equal(sector_shape_of_bytes(shape->bytes), shape);

        /* The last leaf has the last position on every level. */
        uint8_t positions[TREE_LEVELS_MAX];
        for (unsigned level = 0; level < tree_levels(shape); level++)
            positions[level] = (uint8_t)(tree_level_arity(shape, level) - 1);
        assert_int_equal(tree_index(shape, positions), shape->nodes - 1);
        positions[0] = 0;
        assert_int_equal(tree_index(shape, positions), shape->nodes - TREE_BASE_ARITY);
    }
    assert_null(sector_shape_of_bytes(0));
    assert_null(sector_shape_of_porep_circuit("porep-3k"));
}

static void names_and_numbers_are_unique(void **state)
{
    (void)state;
    struct error err;
    for (size_t i = 0; i < seal_proof_count; i++) {
        const struct seal_proof *proof = NULL;
        const char *name = seal_proofs[i].name;
        assert_int_equal(seal_proof_of_name(&proof, name, strlen(name), &err), STATUS_OK);
        assert_ptr_equal(proof, &seal_proofs[i]);
        assert_ptr_equal(seal_proof_of_number(seal_proofs[i].number), proof);
        /* No name is found by less or more than itself. */
        assert_int_equal(seal_proof_of_name(&proof, name, strlen(name) - 1, &err),
                         STATUS_UNKNOWN_NAME);
        assert_int_equal(seal_proof_of_name(&proof, name, strlen(name) + 1, &err),
                         STATUS_UNKNOWN_NAME);
    }
    assert_int_equal(seal_proof_of_number(8)->shape->bytes, (uint64_t)32 << 30);
    assert_int_equal(seal_proof_of_number(19)->feature, SEAL_NON_INTERACTIVE);
    assert_int_equal(seal_proof_partitions(seal_proof_of_number(19)), 126);
    assert_int_equal(seal_proof_partitions(seal_proof_of_number(15)), 13);
    assert_null(seal_proof_of_number(20));
    assert_ptr_equal(sector_shape_of_vanilla_tag("StackedDrg64GiBV1", 17),
                     sector_shape_of_bytes((uint64_t)64 << 30));
    assert_null(sector_shape_of_vanilla_tag("StackedDrg64GiBV1_1", 19));
    assert_null(sector_shape_of_vanilla_tag("StackedDrg1KiBV1", 16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameter_names_are_the_official_ones),
        cmocka_unit_test(shapes_are_consistent),
        cmocka_unit_test(names_and_numbers_are_unique),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
