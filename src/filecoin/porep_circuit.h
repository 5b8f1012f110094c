/* The PoRep circuit: one partition of a sealed sector (StackedCircuit of the reference).
 *
 * It states, for each challenge: the data leaf lies in tree D; the columns of the 14 parents lie in
 * tree C; the labels of all layers follow from the parents' rows; last label + data leaf lies in
 * tree R; the column of labels lies in tree C; and comm_r = H(comm_c, comm_r_last). All challenges
 * are instances of one block. Values are field elements, made from the raw 32 bytes by whoever
 * reads the vanilla proofs; nothing here is checked but what r1cs_check checks. Source:
 * docs/filecoin.md 5.1. */
#ifndef CUZK_FILECOIN_POREP_CIRCUIT_H
#define CUZK_FILECOIN_POREP_CIRCUIT_H

#include "circuit/inclusion.h"
#include "filecoin/proof_kinds.h"

struct porep_shape {
    unsigned challenge_count;
    unsigned layers;                      /* an arity of Poseidon: 2, 4, 8 or 11 */
    struct inclusion_shape tree_d;        /* binary SHA-256 */
    struct inclusion_shape tree_poseidon; /* trees C and R */
};

void porep_shape_of_sector(struct porep_shape *out, const struct sector_shape *sector);

/* With the leading one. */
uint32_t porep_input_count(const struct porep_shape *shape);

/* --- values --- */

struct porep_opening {
    uint64_t index; /* of the leaf: positions concatenated from the leaf level up */
    fr *siblings;   /* level by level from the leaf, arity - 1 each, in order of position */
};

struct porep_column {
    fr *rows; /* layers 1 .. shape->layers */
    struct porep_opening tree_c;
};

struct porep_challenge_values {
    uint64_t challenge;                          /* node index */
    fr data_leaf;                                /* of tree D */
    struct porep_opening tree_d, tree_r, tree_c; /* of the challenged node */
    struct porep_column parents[POREP_PARENTS];  /* 6 DRG, then 8 expander */
};

struct porep_values {
    fr replica_id, comm_d, comm_r, comm_r_last, comm_c;
    struct porep_challenge_values *challenges; /* shape->challenge_count */
    fr *storage;
};

/* Zeroed values with every array in place, to be filled in. Owns; free with porep_values_free.
 * Errors: OUT_OF_MEMORY. */
enum status porep_values_make(struct porep_values *out, const struct porep_shape *shape,
                              struct error *err);
void porep_values_free(struct porep_values *values);

/* --- circuit --- */

/* values may be NULL in SHAPE mode. */
void porep_circuit(struct builder *builder, const struct porep_shape *shape,
                   const struct porep_values *values);

/* Start to finish; results are owned by the caller. porep_matrices with `flat` stores every
 * challenge the long way (for comparison). Errors: OUT_OF_MEMORY, TOO_LARGE. */
enum status porep_matrices(struct r1cs_matrices *out, const struct porep_shape *shape, bool flat,
                           struct error *err);
enum status porep_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                             const struct porep_shape *shape, const struct porep_values *values,
                             struct error *err);

#endif
