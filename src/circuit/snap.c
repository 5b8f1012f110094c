#include "circuit/snap.h"

#include <assert.h>

#include "circuit/insertion.h"
#include "circuit/poseidon.h"
#include "circuit/sha256.h"

static struct bit bit_at(const struct word *words, unsigned at)
{
    return word_bit(&words[at / WORD_BITS], at % WORD_BITS);
}

void snap_enforce_bits(struct builder *builder, const struct word *words, unsigned count,
                       const struct num *x)
{
    if (!builder_is_shape(builder)) {
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        lc_add_bit_power(builder, builder_row(builder, MATRIX_A), bit_at(words, i), i);
    }
    lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
    lc_add(builder_row(builder, MATRIX_C), x->wire, COEFFICIENT_ONE);
    builder_enforce(builder);
}

void snap_randomness(struct builder *builder, struct num *out, const struct num *x,
                     const struct num *y)
{
    fr tag;
    const struct num preimage[2] = {*x, *y};
    poseidon_tag_randomness(&tag);
    circuit_poseidon(builder, out, 2, &tag, preimage);
}

void snap_digest_bits(struct builder *builder, struct snap_digest *out, const struct num *x)
{
    fr_to_plain(&out->value, &x->value);
    out->first = builder_bits(builder, out->value.limb[0], 64);
    builder_bits(builder, out->value.limb[1], 64);
    builder_bits(builder, out->value.limb[2], 64);
    builder_bits(builder, out->value.limb[3], FR_BITS - 192);
    if (builder_is_shape(builder)) {
        for (unsigned i = 0; i < FR_BITS; i++) {
            builder_enforce_boolean(builder, out->first + i);
        }
        for (unsigned i = 0; i < FR_BITS; i++) {
            lc_add(builder_row(builder, MATRIX_A), out->first + i,
                   builder_power(builder, i, false));
        }
        lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_C), x->wire, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
}

struct bit snap_digest_bit(const struct snap_digest *digest, unsigned i)
{
    return (struct bit){
        .wire = digest->first + i,
        .value = digest->value.limb[i / 64] >> (i % 64) & 1,
    };
}

void snap_digest(struct builder *builder, struct snap_digest *out, const struct num *comm_r_new,
                 const struct num *partition, unsigned per_partition, unsigned j)
{
    fr scale, offset, value;
    struct num index, digest;
    fr_from_u64(&scale, per_partition);
    fr_from_u64(&offset, j);
    fr_mul(&value, &scale, &partition->value);
    fr_add(&value, &value, &offset);
    num_alloc(builder, &index, &value);
    if (builder_is_shape(builder)) { /* per_partition partition + j | one | index */
        struct lc *a = builder_row(builder, MATRIX_A);
        lc_add(a, partition->wire, builder_coefficient(builder, &scale));
        lc_add_constant(a, &offset);
        lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_C), index.wire, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
    snap_randomness(builder, &digest, comm_r_new, &index);
    snap_digest_bits(builder, out, &digest);
}

void snap_high_bits(struct builder *builder, struct num *out, const struct word *words,
                    unsigned bit_count, const struct word *select, unsigned select_first,
                    const uint8_t heights[SNAP_HEIGHTS])
{
    struct num chosen[SNAP_HEIGHTS];
    fr sum = fr_zero;
    for (unsigned k = 0; k < SNAP_HEIGHTS; k++) {
        struct word high;
        struct num packed;
        struct bit selected = bit_at(select, select_first + k);
        const struct num factor = {selected.wire, selected.value ? fr_one : fr_zero};
        assert(heights[k] <= SNAP_HEIGHT_MAX && heights[k] <= bit_count);
        word_constant(&high, 0);
        for (unsigned i = 0; i < heights[k]; i++) {
            word_set_bit(&high, i, bit_at(words, bit_count - heights[k] + i));
        }
        num_pack(builder, &packed, &high, heights[k]);
        num_mul(builder, &chosen[k], &packed, &factor);
        fr_add(&sum, &sum, &chosen[k].value);
    }
    num_alloc(builder, out, &sum);
    if (builder_is_shape(builder)) {
        for (unsigned k = 0; k < SNAP_HEIGHTS; k++) {
            lc_add(builder_row(builder, MATRIX_A), chosen[k].wire, COEFFICIENT_ONE);
        }
        lc_add(builder_row(builder, MATRIX_B), WIRE_ONE, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_C), out->wire, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
}

void snap_encode(struct builder *builder, struct num *out, const struct num *replica,
                 const struct num *data, const struct num *rho)
{
    struct num mask;
    num_mul(builder, &mask, data, rho);
    num_add(builder, out, replica, &mask);
}

void snap_path(struct builder *builder, const struct inclusion_shape *shape, const struct num *leaf,
               const struct num *root, const struct word *index, const struct num *siblings)
{
    struct num current = *leaf;
    unsigned bits_used = 0;
    for (unsigned level = 0; level < shape->level_count; level++) {
        unsigned bits = shape->log_arity[level], arity = 1u << bits;
        struct bit position[3];
        struct num nodes[INSERTION_ARITY_MAX];
        assert(bits >= 1 && bits <= 3);
        for (unsigned i = 0; i < bits; i++) {
            position[i] = bit_at(index, bits_used++);
        }
        circuit_insert(builder, nodes, &current, position, siblings, arity);
        circuit_tree_node(builder, &current, shape->hash, arity, nodes);
        siblings += arity - 1;
    }
    num_enforce_equal(builder, &current, root);
}

/* One node as a block; its children are the ends of what the block's pointer spans. */
static void tree_node(struct builder *builder, struct num *out, const struct num children[2],
                      unsigned block_kind)
{
    if (builder_block_begin(builder, block_kind, children[0].wire,
                            children[1].wire - children[0].wire + 1)) {
        circuit_sha256_node(builder, out, &children[0], &children[1]);
        builder_block_end(builder);
    }
    /* The packed hash is the last wire of a node, also of one that was only repeated. */
    out->wire = WIRE_AUX_FLAG | (builder->aux_count - 1);
}

void snap_tree(struct builder *builder, struct num *root, const struct num *leaves,
               unsigned leaf_count, unsigned block_kind)
{
    struct num rows[2][SNAP_TREE_LEAVES_MAX / 2];
    const struct num *below = leaves;
    assert(leaf_count <= SNAP_TREE_LEAVES_MAX && (leaf_count & (leaf_count - 1)) == 0);
    for (unsigned count = leaf_count / 2, row = 0; count > 0; count /= 2, row++) {
        struct num *above = rows[row % 2];
        for (unsigned i = 0; i < count; i++) {
            /* Leaves are next to each other; higher children are one node's wires apart. */
            tree_node(builder, &above[i], &below[(size_t)2 * i], block_kind + (row > 0));
        }
        below = above;
    }
    *root = below[0];
}
