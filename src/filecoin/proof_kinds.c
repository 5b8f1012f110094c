#include "filecoin/proof_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "hash/sha256.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

/* size, bytes, log_nodes, base levels, sub, top, window sectors, snap partitions, circuit,
 * published, test only */
#define SMALL(size, size_bytes, log, base, sub, top, snap, circuit, is_published, is_test)         \
    {                                                                                              \
        .size_name = size, .bytes = size_bytes, .nodes = (size_bytes) / 32, .log_nodes = log,      \
        .base_levels = base, .sub_arity = sub, .top_arity = top, .layers = 2, .partitions = 1,     \
        .partitions_non_interactive = 13, .challenges = 2, .window_sectors = 2,                    \
        .snap_partitions = snap, .porep_circuit = circuit, .published = is_published,              \
        .test_only = is_test                                                                       \
    }
#define LARGE(size, size_bytes, log, base, sub, top, window, circuit)                              \
    {                                                                                              \
        .size_name = size, .bytes = size_bytes, .nodes = (size_bytes) / 32, .log_nodes = log,      \
        .base_levels = base, .sub_arity = sub, .top_arity = top, .layers = 11, .partitions = 10,   \
        .partitions_non_interactive = 126, .challenges = 18, .window_sectors = window,             \
        .snap_partitions = 16, .porep_circuit = circuit, .published = true                         \
    }

const struct sector_shape sector_shapes[] = {
    SMALL("2KiB", 2 * KIB, 6, 2, 0, 0, 1, "porep-2k", true, false),
    SMALL("4KiB", 4 * KIB, 7, 2, 2, 0, 1, "tiny-4k", false, true),
    SMALL("16KiB", 16 * KIB, 9, 2, 8, 0, 2, "tiny-16k", false, true),
    SMALL("32KiB", 32 * KIB, 10, 2, 8, 2, 2, "tiny-32k", false, true),
    SMALL("8MiB", 8 * MIB, 18, 6, 0, 0, 4, "porep-8m", true, false),
    SMALL("16MiB", 16 * MIB, 19, 6, 2, 0, 4, "porep-16m", false, true),
    SMALL("512MiB", 512 * MIB, 24, 8, 0, 0, 16, "porep-512m", true, false),
    SMALL("1GiB", GIB, 25, 8, 2, 0, 16, "porep-1g", false, true),
    LARGE("32GiB", 32 * GIB, 30, 9, 8, 0, 2349, "porep-32g"),
    LARGE("64GiB", 64 * GIB, 31, 9, 8, 2, 2300, "porep-64g"),
};
const size_t sector_shape_count = sizeof sector_shapes / sizeof *sector_shapes;

#define SHAPE_2K   (&sector_shapes[0])
#define SHAPE_4K   (&sector_shapes[1])
#define SHAPE_16K  (&sector_shapes[2])
#define SHAPE_32K  (&sector_shapes[3])
#define SHAPE_8M   (&sector_shapes[4])
#define SHAPE_16M  (&sector_shapes[5])
#define SHAPE_512M (&sector_shapes[6])
#define SHAPE_1G   (&sector_shapes[7])
#define SHAPE_32G  (&sector_shapes[8])
#define SHAPE_64G  (&sector_shapes[9])

/* Official numbers are five a version, by size. */
#define FIVE(first, suffix, version, rule)                                                         \
    {"StackedDrg2KiB" suffix, (first), version, rule, SHAPE_2K},                                   \
        {"StackedDrg8MiB" suffix, (first) + 1, version, rule, SHAPE_8M},                           \
        {"StackedDrg512MiB" suffix, (first) + 2, version, rule, SHAPE_512M},                       \
        {"StackedDrg32GiB" suffix, (first) + 3, version, rule, SHAPE_32G},                         \
    {                                                                                              \
        "StackedDrg64GiB" suffix, (first) + 4, version, rule, SHAPE_64G                            \
    }

const struct seal_proof seal_proofs[] = {
    FIVE(0, "V1", API_1_0, SEAL_INTERACTIVE),
    FIVE(5, "V1_1", API_1_1, SEAL_INTERACTIVE),
    FIVE(10, "V1_1_Feat_SyntheticPoRep", API_1_2, SEAL_SYNTHETIC),
    FIVE(15, "V1_2_Feat_NonInteractivePoRep", API_1_2, SEAL_NON_INTERACTIVE),
    {"StackedDrg4KiBV1_1", 104, API_1_1, SEAL_INTERACTIVE, SHAPE_4K},
    {"StackedDrg16KiBV1_1", 105, API_1_1, SEAL_INTERACTIVE, SHAPE_16K},
    {"StackedDrg32KiBV1_1", 106, API_1_1, SEAL_INTERACTIVE, SHAPE_32K},
    {"StackedDrg16MiBV1_1", 107, API_1_1, SEAL_INTERACTIVE, SHAPE_16M},
    {"StackedDrg1GiBV1_1", 108, API_1_1, SEAL_INTERACTIVE, SHAPE_1G},
};
const size_t seal_proof_count = sizeof seal_proofs / sizeof *seal_proofs;

const struct sector_shape *sector_shape_of_bytes(uint64_t bytes)
{
    for (size_t i = 0; i < sector_shape_count; i++) {
        if (sector_shapes[i].bytes == bytes)
            return &sector_shapes[i];
    }
    return NULL;
}

const struct sector_shape *sector_shape_of_porep_circuit(const char *circuit)
{
    for (size_t i = 0; i < sector_shape_count; i++) {
        if (strcmp(sector_shapes[i].porep_circuit, circuit) == 0)
            return &sector_shapes[i];
    }
    return NULL;
}

unsigned tree_levels(const struct sector_shape *shape)
{
    return shape->base_levels + (shape->sub_arity != 0) + (shape->top_arity != 0);
}

unsigned tree_level_arity(const struct sector_shape *shape, unsigned level)
{
    if (level < shape->base_levels)
        return TREE_BASE_ARITY;
    return level == shape->base_levels ? shape->sub_arity : shape->top_arity;
}

uint64_t tree_index(const struct sector_shape *shape, const uint8_t *positions)
{
    uint64_t index = 0;
    for (unsigned level = tree_levels(shape); level-- > 0;)
        index = index * tree_level_arity(shape, level) + positions[level];
    return index;
}

enum status seal_proof_of_name(const struct seal_proof **out, const char *name, size_t length,
                               struct error *err)
{
    for (size_t i = 0; i < seal_proof_count; i++) {
        if (strlen(seal_proofs[i].name) == length &&
            memcmp(seal_proofs[i].name, name, length) == 0) {
            *out = &seal_proofs[i];
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "registered_proof",
                     "no registered seal proof is called \"%.*s\"",
                     (int)(length < 80 ? length : 80), name);
}

const struct seal_proof *seal_proof_of_number(uint64_t number)
{
    for (size_t i = 0; i < seal_proof_count; i++) {
        if (seal_proofs[i].number == number)
            return &seal_proofs[i];
    }
    return NULL;
}

const struct sector_shape *sector_shape_of_vanilla_tag(const char *tag, size_t length)
{
    for (size_t i = 0; i < seal_proof_count; i++) {
        char expected[64];
        int n =
            snprintf(expected, sizeof expected, "StackedDrg%sV1", seal_proofs[i].shape->size_name);
        if ((size_t)n == length && memcmp(expected, tag, length) == 0)
            return seal_proofs[i].shape;
    }
    return NULL;
}

unsigned seal_proof_partitions(const struct seal_proof *proof)
{
    return proof->feature == SEAL_NON_INTERACTIVE ? proof->shape->partitions_non_interactive
                                                  : proof->shape->partitions;
}

/* --- parameter names --- */

#define TREE_NAME_MAX 64

static void tree_name(char out[TREE_NAME_MAX], const struct sector_shape *shape)
{
    snprintf(out, TREE_NAME_MAX, "merkletree-poseidon_hasher-8-%u-%u", shape->sub_arity,
             shape->top_arity);
}

/* The text whose hash names the parameters of a circuit. */
static int identifier(char *out, size_t out_bytes, enum circuit_kind kind,
                      const struct sector_shape *shape, const char *tree)
{
    switch (kind) {
    case CIRCUIT_POREP:
        return snprintf(out, out_bytes,
                        "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph"
                        "{expansion_degree: %d base_graph: drgraph::BucketGraph{size: %" PRIu64
                        "; degree: %d; hasher: poseidon_hasher} }, challenges: LayerChallenges "
                        "{ layers: %u, max_count: %u }, tree: %s }",
                        POREP_EXP_PARENTS, shape->nodes, POREP_DRG_PARENTS, shape->layers,
                        shape->challenges, tree);
    case CIRCUIT_WINNING:
    case CIRCUIT_WINDOW:
        return snprintf(out, out_bytes,
                        "FallbackPoSt::PublicParams{sector_size: %" PRIu64
                        ", challenge_count: %d, sector_count: %u}",
                        shape->bytes, kind == CIRCUIT_WINDOW ? WINDOW_CHALLENGES : 1,
                        kind == CIRCUIT_WINDOW ? shape->window_sectors : WINNING_SECTORS);
    default:
        return snprintf(out, out_bytes,
                        "empty_sector_update::PublicParams{ sector_nodes: %" PRIu64 " }",
                        shape->nodes);
    }
}

void parameter_name(char out[PARAMETER_NAME_MAX], enum circuit_kind kind,
                    const struct sector_shape *shape)
{
    static const char *const prefixes[] = {
        [CIRCUIT_POREP] = "stacked-proof-of-replication",
        [CIRCUIT_WINNING] = "proof-of-spacetime-fallback",
        [CIRCUIT_WINDOW] = "proof-of-spacetime-fallback",
        [CIRCUIT_SNAP] = "empty-sector-update",
        [CIRCUIT_SNAP_POSEIDON] = "empty-sector-update-poseidon",
    };
    char tree[TREE_NAME_MAX], text[512], hex[2 * SHA256_BYTES + 1];
    uint8_t digest[SHA256_BYTES];
    tree_name(tree, shape);
    int length = identifier(text, sizeof text, kind, shape, tree);
    sha256(digest, text, (size_t)length);
    hex_encode(hex, digest, sizeof digest);
    snprintf(out, PARAMETER_NAME_MAX, "v28-%s-%s%s-%s", prefixes[kind], tree,
             kind == CIRCUIT_POREP ? "-sha256_hasher" : "", hex);
}
