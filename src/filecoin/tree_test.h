/* Whole small Merkle trees, for tests that make their own proofs. */
#ifndef CUZK_FILECOIN_TREE_TEST_H
#define CUZK_FILECOIN_TREE_TEST_H

#include <stdlib.h>
#include <string.h>

#include "filecoin/merkle_proof.h"

struct test_tree {
    struct inclusion_shape shape;
    fr *rows[INCLUSION_LEVELS_MAX + 1]; /* leaves first; the last is the root */
};

static inline struct inclusion_shape test_shape(enum tree_hash hash, unsigned base_levels,
                                                unsigned log_base, unsigned log_sub,
                                                unsigned log_top)
{
    struct inclusion_shape shape = {.hash = hash};
    for (unsigned i = 0; i < base_levels; i++) {
        shape.log_arity[shape.level_count++] = (uint8_t)log_base;
    }
    if (log_sub > 0) {
        shape.log_arity[shape.level_count++] = (uint8_t)log_sub;
    }
    if (log_top > 0) {
        shape.log_arity[shape.level_count++] = (uint8_t)log_top;
    }
    return shape;
}

/* Takes leaves (from malloc). */
static inline void test_tree_make(struct test_tree *out, const struct inclusion_shape *shape,
                                  fr *leaves)
{
    size_t count = (size_t)1 << inclusion_index_bits(shape);
    memset(out, 0, sizeof *out);
    out->shape = *shape;
    out->rows[0] = leaves;
    for (unsigned level = 0; level < shape->level_count; level++) {
        unsigned log_arity = shape->log_arity[level];
        count >>= log_arity;
        out->rows[level + 1] = calloc(count, sizeof(fr));
        for (size_t i = 0; i < count; i++) {
            merkle_node(&out->rows[level + 1][i], shape->hash, log_arity,
                        &out->rows[level][i << log_arity]);
        }
    }
}

static inline void test_tree_free(struct test_tree *tree)
{
    for (unsigned i = 0; i <= tree->shape.level_count; i++) {
        free(tree->rows[i]);
    }
}

static inline const fr *test_tree_root(const struct test_tree *tree)
{
    return tree->rows[tree->shape.level_count];
}

/* siblings from malloc. */
static inline void test_tree_open(struct merkle_proof *out, const struct test_tree *tree,
                                  uint64_t index)
{
    out->index = index;
    out->leaf = tree->rows[0][index];
    out->root = *test_tree_root(tree);
    out->siblings = calloc(inclusion_sibling_count(&tree->shape), sizeof(fr));
    fr *sibling = out->siblings;
    for (unsigned level = 0; level < tree->shape.level_count; level++) {
        uint64_t arity = (uint64_t)1 << tree->shape.log_arity[level], first = index & ~(arity - 1);
        for (uint64_t i = 0; i < arity; i++) {
            if (first + i != index) {
                *sibling++ = tree->rows[level][first + i];
            }
        }
        index >>= tree->shape.log_arity[level];
    }
}

#endif
