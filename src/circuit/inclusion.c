#include "circuit/inclusion.h"

#include <assert.h>

#include "circuit/insertion.h"
#include "circuit/poseidon.h"
#include "circuit/sha256.h"

unsigned inclusion_index_bits(const struct inclusion_shape *shape)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < shape->level_count; i++) {
        bits += shape->log_arity[i];
    }
    return bits;
}

size_t inclusion_sibling_count(const struct inclusion_shape *shape)
{
    size_t count = 0;
    for (unsigned i = 0; i < shape->level_count; i++) {
        count += ((size_t)1 << shape->log_arity[i]) - 1;
    }
    return count;
}

void circuit_tree_node(struct builder *builder, struct num *out, enum tree_hash hash,
                       unsigned arity, const struct num *nodes)
{
    if (hash == TREE_SHA256) {
        assert(arity == 2);
        circuit_sha256_node(builder, out, &nodes[0], &nodes[1]);
    } else {
        circuit_poseidon_tree(builder, out, arity, nodes);
    }
}

void circuit_inclusion(struct builder *builder, struct num *root, const struct num *leaf,
                       const struct inclusion_shape *shape, const struct inclusion_path *path)
{
    unsigned bits_used = 0;
    assert(inclusion_index_bits(shape) <= INCLUSION_INDEX_BITS_MAX);
    struct word index[INCLUSION_INDEX_BITS_MAX / WORD_BITS];
    struct num current = *leaf;
    const fr *sibling = path == NULL ? NULL : path->siblings;
    for (unsigned i = 0; i < shape->level_count; i++) {
        unsigned bits = shape->log_arity[i], arity = 1u << bits;
        struct bit position[3];
        struct num siblings[INSERTION_ARITY_MAX - 1], nodes[INSERTION_ARITY_MAX];
        assert(bits >= 1 && bits <= 3);
        bits_alloc(builder, index, bits_used, bits, path == NULL ? 0 : path->index >> bits_used);
        for (unsigned j = 0; j < bits; j++) {
            unsigned at = bits_used + j;
            position[j] = word_bit(&index[at / WORD_BITS], at % WORD_BITS);
        }
        bits_used += bits;
        for (unsigned j = 0; j + 1 < arity; j++) {
            num_alloc(builder, &siblings[j], sibling);
            sibling = sibling == NULL ? NULL : sibling + 1;
        }
        circuit_insert(builder, nodes, &current, position, siblings, arity);
        circuit_tree_node(builder, &current, shape->hash, arity, nodes);
    }
    pack_into_inputs(builder, index, bits_used);
    *root = current;
}
