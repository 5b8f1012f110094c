/* A Poseidon tree of a sector of which few leaves are known.
 *
 * Every node that has no known leaf below it is a made-up element (a function of the tree's name,
 * its level and its index), every other one is hashed. So a tree of 2^31 leaves takes the hashes of
 * its known paths only, and all paths lead to one root. Source: docs/filecoin.md 7.4. */
#ifndef CUZK_FILECOIN_SYNTHETIC_TREE_H
#define CUZK_FILECOIN_SYNTHETIC_TREE_H

#include "base/threads.h"
#include "field/fr.h"
#include "filecoin/c1.h"
#include "filecoin/synthetic_value.h"

struct synthetic_level {
    size_t count;
    uint64_t *indices; /* of the known nodes, rising */
    fr *values;
};

struct synthetic_tree {
    const struct sector_shape *shape;
    struct synthetic_source source;
    struct synthetic_level levels[TREE_LEVELS_MAX + 1]; /* leaves first, root last */
};

/* Its name is seed followed by suffix. indices: count (at least 1) known leaves, rising, below
 * shape->nodes, with their values; both are copied. On OK the caller owns what *out holds. Errors:
 * OUT_OF_MEMORY. */
enum status synthetic_tree_make(struct synthetic_tree *out, const struct sector_shape *shape,
                                const char *seed, const char *suffix, const uint64_t *indices,
                                const fr *values, size_t count, struct threads *threads,
                                struct error *err);
void synthetic_tree_free(struct synthetic_tree *tree);

const fr *synthetic_tree_root(const struct synthetic_tree *tree);

/* The path of a known leaf. */
void synthetic_tree_path(struct tree_path *out, const struct synthetic_tree *tree, uint64_t index);

#endif
