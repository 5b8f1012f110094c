/* Merkle proofs of PoSt and of sector updates: in memory, from bincode, and checked.
 *
 * A tree is described by circuit/inclusion.h's shape, leaf level first. Source: docs/filecoin.md
 * 1.2, 2.3. */
#ifndef CUZK_FILECOIN_MERKLE_PROOF_H
#define CUZK_FILECOIN_MERKLE_PROOF_H

#include "circuit/inclusion.h"
#include "filecoin/bincode.h"
#include "filecoin/proof_kinds.h"

struct merkle_proof {
    fr root, leaf;
    uint64_t index; /* of the leaf */
    fr *siblings;   /* level by level from the leaf, arity - 1 each, in order of position */
};

/* Trees C and R of a sector; the binary SHA-256 tree over 2^level_count leaves. */
void merkle_shape_poseidon(struct inclusion_shape *out, const struct sector_shape *sector);
void merkle_shape_sha256(struct inclusion_shape *out, unsigned level_count);

/* The next proof of the stream into *out, whose siblings are in place. base_levels: levels of the
 * lowest part; further levels are the sub and the top proof. Failures stay in the reader:
 * WRONG_TYPE (another variant), COUNT_MISMATCH, INPUT_RANGE (a position), NON_CANONICAL,
 * BAD_LENGTH. */
void merkle_proof_read(struct bincode *in, struct merkle_proof *out,
                       const struct inclusion_shape *shape, unsigned base_levels);

void merkle_proof_write(struct bincode_out *out, const struct merkle_proof *proof,
                        const struct inclusion_shape *shape, unsigned base_levels);

/* Hash of the 2^log_arity nodes of one level. */
void merkle_node(fr *out, enum tree_hash hash, unsigned log_arity, const fr *nodes);

/* What leaf and siblings lead to, by the shape's levels [0, level_count). */
void merkle_root(fr *out, const struct inclusion_shape *shape, unsigned level_count, const fr *leaf,
                 uint64_t index, const fr *siblings);

#endif
