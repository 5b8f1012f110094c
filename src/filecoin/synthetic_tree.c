#include "filecoin/synthetic_tree.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "hash/poseidon.h"

/* NULL when the node is not known. */
static const fr *find(const struct synthetic_level *level, uint64_t index)
{
    size_t low = 0, high = level->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (level->indices[middle] < index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < level->count && level->indices[low] == index ? &level->values[low] : NULL;
}

static void node_bytes(uint8_t out[32], const struct synthetic_tree *tree, unsigned level,
                       uint64_t index)
{
    const fr *known = find(&tree->levels[level], index);
    if (known != NULL) {
        fr_to_bytes(out, known);
    } else {
        synthetic_value(out, &tree->source, level, index);
    }
}

static void node_value(fr *out, const struct synthetic_tree *tree, unsigned level, uint64_t index)
{
    const fr *known = find(&tree->levels[level], index);
    if (known != NULL) {
        *out = *known;
        return;
    }
    uint8_t bytes[32];
    synthetic_value(bytes, &tree->source, level, index);
    (void)fr_from_bytes(out, bytes, NULL, NULL); /* 253 bits: cannot fail */
}

static enum status make_level(struct synthetic_level *out, size_t count, struct error *err)
{
    void *indices = NULL, *values = NULL;
    enum status status = memory_alloc(&indices, count, sizeof(uint64_t), "tree indices", err);
    if (status == STATUS_OK) {
        status = memory_alloc(&values, count, sizeof(fr), "tree nodes", err);
    }
    out->indices = indices;
    out->values = values;
    return status;
}

struct hashing {
    struct synthetic_tree *tree;
    unsigned level; /* of the children */
};

static void hash_node(void *context, size_t i, unsigned worker)
{
    (void)worker;
    const struct hashing *hashing = context;
    struct synthetic_level *above = &hashing->tree->levels[hashing->level + 1];
    unsigned arity = tree_level_arity(hashing->tree->shape, hashing->level);
    fr children[TREE_BASE_ARITY];
    for (unsigned position = 0; position < arity; position++) {
        node_value(&children[position], hashing->tree, hashing->level,
                   above->indices[i] * arity + position);
    }
    poseidon_hash_tree(&above->values[i], arity, children);
}

static enum status make_above(struct synthetic_tree *tree, unsigned level, struct threads *threads,
                              struct error *err)
{
    const struct synthetic_level *below = &tree->levels[level];
    struct synthetic_level *above = &tree->levels[level + 1];
    unsigned arity = tree_level_arity(tree->shape, level);
    enum status status = make_level(above, below->count, err);
    if (status != STATUS_OK) {
        return status;
    }
    for (size_t i = 0; i < below->count; i++) {
        uint64_t index = below->indices[i] / arity;
        if (above->count == 0 || above->indices[above->count - 1] != index) {
            above->indices[above->count++] = index;
        }
    }
    struct hashing hashing = {tree, level};
    threads_run(threads, above->count, hash_node, &hashing);
    return STATUS_OK;
}

enum status synthetic_tree_make(struct synthetic_tree *out, const struct sector_shape *shape,
                                const char *seed, const char *suffix, const uint64_t *indices,
                                const fr *values, size_t count, struct threads *threads,
                                struct error *err)
{
    assert(count > 0 && indices[count - 1] < shape->nodes);
    *out = (struct synthetic_tree){.shape = shape};
    synthetic_source_init(&out->source, seed, suffix, NULL);
    enum status status = make_level(&out->levels[0], count, err);
    if (status == STATUS_OK) {
        memcpy(out->levels[0].indices, indices, count * sizeof *indices);
        memcpy(out->levels[0].values, values, count * sizeof *values);
        out->levels[0].count = count;
    }
    for (unsigned level = 0; level < tree_levels(shape) && status == STATUS_OK; level++) {
        status = make_above(out, level, threads, err);
    }
    if (status != STATUS_OK) {
        synthetic_tree_free(out);
    }
    return status;
}

void synthetic_tree_free(struct synthetic_tree *tree)
{
    for (unsigned level = 0; level <= TREE_LEVELS_MAX; level++) {
        memory_free(tree->levels[level].values);
        memory_free(tree->levels[level].indices);
    }
    *tree = (struct synthetic_tree){0};
}

const fr *synthetic_tree_root(const struct synthetic_tree *tree)
{
    return &tree->levels[tree_levels(tree->shape)].values[0];
}

void synthetic_tree_path(struct tree_path *out, const struct synthetic_tree *tree, uint64_t index)
{
    fr_to_bytes(out->root, synthetic_tree_root(tree));
    node_bytes(out->leaf, tree, 0, index);
    for (unsigned level = 0; level < tree_levels(tree->shape); level++) {
        unsigned arity = tree_level_arity(tree->shape, level), at = 0;
        unsigned own = (unsigned)(index % arity);
        for (unsigned position = 0; position < arity; position++) {
            if (position != own) {
                node_bytes(out->siblings[level][at++], tree, level, index - own + position);
            }
        }
        out->positions[level] = (uint8_t)own;
        index /= arity;
    }
}
