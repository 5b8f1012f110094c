/* Merkle inclusion: from a leaf and its siblings to the root, the position made public. */
#ifndef CUZK_CIRCUIT_INCLUSION_H
#define CUZK_CIRCUIT_INCLUSION_H

#include "circuit/num.h"

#define INCLUSION_LEVELS_MAX     64
#define INCLUSION_INDEX_BITS_MAX 64

enum tree_hash { TREE_POSEIDON, TREE_SHA256 };

/* A tree, leaf level first. Poseidon levels have arity 2, 4 or 8, SHA-256 levels 2. At most
 * INCLUSION_INDEX_BITS_MAX index bits in all. */
struct inclusion_shape {
    enum tree_hash hash;
    unsigned level_count;
    uint8_t log_arity[INCLUSION_LEVELS_MAX];
};

/* One inclusion path: siblings level by level, arity - 1 each, in order of position; bits of the
 * positions concatenated from the leaf up, which makes the leaf's index. Borrowed. */
struct inclusion_path {
    uint64_t index;
    const fr *siblings;
};

unsigned inclusion_index_bits(const struct inclusion_shape *shape);
size_t inclusion_sibling_count(const struct inclusion_shape *shape);

/* Allocates index bits and siblings (path may be NULL in SHAPE mode), *root = what they lead to,
 * and packs the index into a new input. The caller compares the root. */
void circuit_inclusion(struct builder *builder, struct num *root, const struct num *leaf,
                       const struct inclusion_shape *shape, const struct inclusion_path *path);

/* One level: hash of `arity` nodes. */
void circuit_tree_node(struct builder *builder, struct num *out, enum tree_hash hash,
                       unsigned arity, const struct num *nodes);

#endif
