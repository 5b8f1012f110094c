/* The circuits of sector updates (SnapDeals): EmptySectorUpdate and its Poseidon variant.
 *
 * They state, for challenges made inside the circuit from comm_r_new: the old replica's leaf lies
 * in tree R old, the data leaf in tree D new, and old + data * rho in tree R new, both R trees over
 * the same comm_c. A partition of EmptySectorUpdate proves challenges below one subtree of tree D,
 * whose upper part (the apex leaves) it hashes once. The Poseidon variant has one partition and a
 * Poseidon tree D. All challenges are instances of one block. Source: docs/filecoin.md 5.3, 5.4. */
#ifndef CUZK_FILECOIN_UPDATE_CIRCUIT_H
#define CUZK_FILECOIN_UPDATE_CIRCUIT_H

#include "circuit/snap.h"
#include "filecoin/merkle_proof.h"

#define UPDATE_INPUTS 4 /* without the leading one */

struct update_shape {
    bool poseidon; /* the variant */
    unsigned log_nodes;
    unsigned log_partitions, log_apex; /* 0 in the variant */
    unsigned challenge_count;          /* of a partition */
    uint8_t heights[SNAP_HEIGHTS];     /* what h may be */
    struct inclusion_shape tree;       /* R; in the variant also D */
    struct inclusion_shape data;       /* tree D below the apex leaves */
    struct inclusion_shape partition;  /* tree D above the apex tree */
};

/* For a tree R of that shape. */
void update_shape_of_tree(struct update_shape *out, const struct inclusion_shape *tree,
                          bool poseidon);
void update_shape_of_sector(struct update_shape *out, const struct sector_shape *sector,
                            bool poseidon);

static inline unsigned update_apex_count(const struct update_shape *shape)
{
    return shape->poseidon ? 0 : 1u << shape->log_apex;
}

/* Challenges cut from one digest, and digests of a partition. */
unsigned update_challenges_per_digest(const struct update_shape *shape);
unsigned update_digest_count(const struct update_shape *shape);

struct update_challenge_values {
    struct merkle_proof r_old, d_new, r_new; /* r_new's leaf is not used by the circuit */
};

/* h_select: one bit of SNAP_HEIGHTS. Root of a tree R: that of challenge 0. */
struct update_values {
    uint64_t partition;
    unsigned h_select;
    fr comm_r_old, comm_d_new, comm_r_new, comm_c;
    const fr *apex_leaves;                            /* update_apex_count; borrowed */
    const struct update_challenge_values *challenges; /* shape->challenge_count; borrowed */
};

/* values may be NULL in SHAPE mode. */
void update_circuit(struct builder *builder, const struct update_shape *shape,
                    const struct update_values *values);

/* Start to finish; results are owned by the caller. `flat` stores everything the long way (for
 * comparison). Errors: OUT_OF_MEMORY, TOO_LARGE. */
enum status update_matrices(struct r1cs_matrices *out, const struct update_shape *shape, bool flat,
                            struct error *err);
enum status update_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                              const struct update_shape *shape, const struct update_values *values,
                              struct error *err);

#endif
