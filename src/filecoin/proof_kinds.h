/* What Filecoin proves: sector shapes, registered seal proofs, circuits and their official names.
 *
 * One table row a sector size, one a registered seal proof; everything else of this folder takes
 * its counts from here. A circuit and its key depend on sector size and kind only; a registered
 * proof also fixes graph and challenge rule. Sizes marked test_only have trees like the large ones
 * but are used by no network. Source: docs/filecoin.md 1. */
#ifndef CUZK_FILECOIN_PROOF_KINDS_H
#define CUZK_FILECOIN_PROOF_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define POREP_DRG_PARENTS      6
#define POREP_EXP_PARENTS      8
#define POREP_PARENTS          14 /* DRG, then expander */
#define POREP_LABEL_PARENTS    37 /* hashed into a label */
#define POREP_LAYERS_MAX       11
#define POREP_CHALLENGES_MAX   18  /* of a partition */
#define POREP_PARTITIONS_MAX   126 /* non-interactive, 32 and 64 GiB */
#define POREP_INPUTS_CHALLENGE 18  /* public inputs of a challenge */
#define TREE_BASE_ARITY        8
#define TREE_SIBLINGS_MAX      7
#define TREE_LEVELS_MAX        11 /* of trees C and R: 9 base, sub, top */
#define TREE_D_LEVELS_MAX      31

/* Trees C and R are Poseidon trees of shape 8-sub-top; tree D is binary SHA-256. */
struct sector_shape {
    const char *size_name; /* "32GiB" */
    uint64_t bytes, nodes; /* nodes = bytes / 32 */
    unsigned log_nodes;    /* levels of tree D */
    unsigned base_levels;  /* of arity 8 */
    unsigned sub_arity, top_arity;
    unsigned layers;
    unsigned partitions, partitions_non_interactive;
    unsigned challenges; /* of a partition */
    unsigned window_sectors, snap_partitions;
    const char *porep_circuit; /* "porep-32g" */
    bool published;            /* official keys exist */
    bool test_only;
};

extern const struct sector_shape sector_shapes[]; /* by rising size */
extern const size_t sector_shape_count;

/* NULL when there is none. */
const struct sector_shape *sector_shape_of_bytes(uint64_t bytes);
const struct sector_shape *sector_shape_of_porep_circuit(const char *circuit);

/* Levels of trees C and R; arity of a level, leaf level first. */
unsigned tree_levels(const struct sector_shape *shape);
unsigned tree_level_arity(const struct sector_shape *shape, unsigned level);

/* Node index of a path from its positions, leaf level first (count positions). */
uint64_t tree_index(const struct sector_shape *shape, const uint8_t *positions);

enum api_version { API_1_0, API_1_1, API_1_2 };
enum seal_feature { SEAL_INTERACTIVE, SEAL_SYNTHETIC, SEAL_NON_INTERACTIVE };

struct seal_proof {
    const char *name; /* "StackedDrg32GiBV1_1" */
    uint64_t number;  /* first field of the porep id */
    enum api_version api;
    enum seal_feature feature;
    const struct sector_shape *shape;
};

extern const struct seal_proof seal_proofs[];
extern const size_t seal_proof_count;

/* `name` of `length` bytes, no zero at the end needed. Errors: UNKNOWN_NAME. */
enum status seal_proof_of_name(const struct seal_proof **out, const char *name, size_t length,
                               struct error *err);

/* NULL when there is none. */
const struct seal_proof *seal_proof_of_number(uint64_t number);

/* The tag of vanilla_proofs: the size's plain V1 name, whatever the registered proof. NULL when no
 * seal proof has this tag. */
const struct sector_shape *sector_shape_of_vanilla_tag(const char *tag, size_t length);

unsigned seal_proof_partitions(const struct seal_proof *proof);

/* Circuits with an official key, and their file names. */
enum circuit_kind {
    CIRCUIT_POREP,
    CIRCUIT_WINNING,
    CIRCUIT_WINDOW,
    CIRCUIT_SNAP,
    CIRCUIT_SNAP_POSEIDON,
};

#define WINNING_SECTORS       66 /* each with one challenge */
#define WINDOW_CHALLENGES     10
#define PARAMETER_NAME_MAX    200
#define PARAMETER_CACHE_ENV   "FIL_PROOFS_PARAMETER_CACHE"
#define PARAMETER_CACHE_PLACE "/var/tmp/filecoin-proof-parameters"

/* "v28-stacked-proof-of-replication-..-<sha256>", to be followed by .params or .vk. */
void parameter_name(char out[PARAMETER_NAME_MAX], enum circuit_kind kind,
                    const struct sector_shape *shape);

#endif
