/* Gadgets of sector updates: challenges made inside the circuit, encoding, paths whose index is
 * known bits.
 *
 * Unlike circuit/inclusion.h nothing here makes a position public: positions come from the bits of
 * a hash. Source: docs/filecoin.md 4.9. */
#ifndef CUZK_CIRCUIT_SNAP_H
#define CUZK_CIRCUIT_SNAP_H

#include "circuit/inclusion.h"

#define SNAP_TREE_LEAVES_MAX 128
#define SNAP_HEIGHTS         6  /* a partition chooses one of so many */
#define SNAP_HEIGHT_MAX      12 /* bits */
#define SNAP_TREE_KINDS      2  /* kinds of blocks that snap_tree takes */

/* Sum of 2^i bit_i | one | x, for the first `count` (at most FR_BITS) bits. */
void snap_enforce_bits(struct builder *builder, const struct word *words, unsigned count,
                       const struct num *x);

/* out = Poseidon of (x, y) under the tag of randomness. */
void snap_randomness(struct builder *builder, struct num *out, const struct num *x,
                     const struct num *y);

/* 255 bits in a row, each boolean, whose sum is x. Not strict. */
struct snap_digest {
    wire first; /* bit i is wire first + i */
    fr_plain value;
};
void snap_digest_bits(struct builder *builder, struct snap_digest *out, const struct num *x);

struct bit snap_digest_bit(const struct snap_digest *digest, unsigned i);

/* The bits of a digest that challenges are cut from: number per_partition * partition + j of those
 * of comm_r_new. */
void snap_digest(struct builder *builder, struct snap_digest *out, const struct num *comm_r_new,
                 const struct num *partition, unsigned per_partition, unsigned j);

/* out = sum over k of selected bit k times the uppermost heights[k] bits of the challenge. words:
 * bit_count bits; select: its bits select_first .. + SNAP_HEIGHTS - 1. */
void snap_high_bits(struct builder *builder, struct num *out, const struct word *words,
                    unsigned bit_count, const struct word *select, unsigned select_first,
                    const uint8_t heights[SNAP_HEIGHTS]);

/* out = replica + data * rho. */
void snap_encode(struct builder *builder, struct num *out, const struct num *replica,
                 const struct num *data, const struct num *rho);

/* leaf lies in the tree with this root, at the position given by the first bits of `index` (leaf
 * level first). siblings: level by level, arity - 1 each. */
void snap_path(struct builder *builder, const struct inclusion_shape *shape, const struct num *leaf,
               const struct num *root, const struct word *index, const struct num *siblings);

/* root = that of the binary SHA-256 tree over leaf_count (a power of two, at most
 * SNAP_TREE_LEAVES_MAX) wires numbered in a row. Its nodes are blocks of the kinds block_kind ..
 * + SNAP_TREE_KINDS - 1. */
void snap_tree(struct builder *builder, struct num *root, const struct num *leaves,
               unsigned leaf_count, unsigned block_kind);

#endif
