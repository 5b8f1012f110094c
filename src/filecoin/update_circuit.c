#include "filecoin/update_circuit.h"

#include <assert.h>

#include "circuit/poseidon.h"

enum {
    BLOCK_CHALLENGE = 1,
    BLOCK_APEX = 2, /* and the next */
    LOG_NODES_MAX = 32,
    LOG_PARTITIONS_MAX = 4,
    APEX_MAX = SNAP_TREE_LEAVES_MAX,
    SIBLINGS_MAX = 128, /* of one path; 64 GiB has 71 */
    CHALLENGE_WORDS = 1,
    SELECT_WORDS = 1,
};

/* --- shape --- */

void update_shape_of_tree(struct update_shape *out, const struct inclusion_shape *tree,
                          bool poseidon)
{
    static const uint8_t small_heights[SNAP_HEIGHTS] = {1, 1, 1, 1, 1, 1};
    static const uint8_t heights[SNAP_HEIGHTS] = {7, 8, 9, 10, 11, 12};
    unsigned log_nodes = inclusion_index_bits(tree);
    unsigned log_partitions = log_nodes <= 8 ? 0 : log_nodes <= 10 ? 1 : log_nodes <= 19 ? 2 : 4;
    assert(log_nodes <= LOG_NODES_MAX);
    *out = (struct update_shape){
        .poseidon = poseidon,
        .log_nodes = log_nodes,
        .log_partitions = poseidon ? 0 : log_partitions,
        .log_apex = poseidon         ? 0
                    : log_nodes <= 8 ? 3
                                     : 7,
        .challenge_count = log_nodes <= 19 ? 10 : 86,
        .tree = *tree,
    };
    if (poseidon) {
        out->challenge_count <<= log_partitions;
        out->data = *tree;
    } else {
        merkle_shape_sha256(&out->data, log_nodes - log_partitions - out->log_apex);
        merkle_shape_sha256(&out->partition, log_partitions);
    }
    for (unsigned i = 0; i < SNAP_HEIGHTS; i++) {
        out->heights[i] = log_nodes <= 10 ? small_heights[i] : heights[i];
    }
}

void update_shape_of_sector(struct update_shape *out, const struct sector_shape *sector,
                            bool poseidon)
{
    struct inclusion_shape tree;
    merkle_shape_poseidon(&tree, sector);
    update_shape_of_tree(out, &tree, poseidon);
}

/* Bits of a challenge that come from a digest; the others are the partition's. */
static unsigned drawn_bits(const struct update_shape *shape)
{
    return shape->log_nodes - shape->log_partitions;
}

unsigned update_challenges_per_digest(const struct update_shape *shape)
{
    return PACK_BITS / drawn_bits(shape);
}

unsigned update_digest_count(const struct update_shape *shape)
{
    unsigned per_digest = update_challenges_per_digest(shape);
    return (shape->challenge_count + per_digest - 1) / per_digest;
}

/* --- circuit --- */

/* Wires that all challenges share. */
struct top {
    struct word select[SELECT_WORDS]; /* partition bits, then the choice of h */
    struct num partition;
    struct num comm_r_old, comm_d_new, comm_r_new;
    struct num phi, comm_c, root_r_old, root_r_new;
    struct num apex_leaves[APEX_MAX];
};

static void make_inputs(struct builder *builder, const struct update_shape *shape, struct top *top,
                        const struct update_values *values)
{
    struct num select;
    unsigned bits = shape->log_partitions + SNAP_HEIGHTS;
    uint64_t packed = values == NULL
                          ? 0
                          : values->partition | (uint64_t)values->h_select << shape->log_partitions;
    fr value;
    fr_from_u64(&value, packed);
    num_alloc(builder, &select, &value);
    num_inputize(builder, &select);
    bits_alloc(builder, top->select, 0, bits, packed);
    snap_enforce_bits(builder, top->select, bits, &select);
    if (!shape->poseidon) {
        num_pack(builder, &top->partition, top->select, shape->log_partitions);
    }
    num_alloc(builder, &top->comm_r_old, values == NULL ? NULL : &values->comm_r_old);
    num_inputize(builder, &top->comm_r_old);
    num_alloc(builder, &top->comm_d_new, values == NULL ? NULL : &values->comm_d_new);
    num_inputize(builder, &top->comm_d_new);
    num_alloc(builder, &top->comm_r_new, values == NULL ? NULL : &values->comm_r_new);
    num_inputize(builder, &top->comm_r_new);
}

/* comm_r = H(comm_c, root). */
static void enforce_comm_r(struct builder *builder, const struct num *comm_c,
                           const struct num *root, const struct num *comm_r)
{
    struct num hash;
    circuit_poseidon_hash2(builder, &hash, comm_c, root);
    num_enforce_equal(builder, &hash, comm_r);
}

static void make_top(struct builder *builder, const struct update_shape *shape, struct top *top,
                     const struct update_values *values)
{
    const struct update_challenge_values *first = values == NULL ? NULL : values->challenges;
    struct num partition_path[LOG_PARTITIONS_MAX], apex_root;
    make_inputs(builder, shape, top, values);
    snap_randomness(builder, &top->phi, &top->comm_d_new, &top->comm_r_old);
    num_alloc(builder, &top->comm_c, values == NULL ? NULL : &values->comm_c);
    num_alloc(builder, &top->root_r_old, values == NULL ? NULL : &first->r_old.root);
    num_alloc(builder, &top->root_r_new, values == NULL ? NULL : &first->r_new.root);
    for (unsigned i = 0; i < update_apex_count(shape); i++) {
        num_alloc(builder, &top->apex_leaves[i], values == NULL ? NULL : &values->apex_leaves[i]);
    }
    for (unsigned i = 0; i < shape->log_partitions; i++) {
        unsigned level = drawn_bits(shape) + i;
        num_alloc(builder, &partition_path[i],
                  values == NULL ? NULL : &first->d_new.siblings[level]);
    }
    enforce_comm_r(builder, &top->comm_c, &top->root_r_old, &top->comm_r_old);
    enforce_comm_r(builder, &top->comm_c, &top->root_r_new, &top->comm_r_new);
    if (shape->poseidon) {
        /* The reference leaves this wire free; it means partition 0. */
        num_alloc(builder, &top->partition, &fr_zero);
    } else {
        snap_tree(builder, &apex_root, top->apex_leaves, update_apex_count(shape), BLOCK_APEX);
        snap_path(builder, &shape->partition, &apex_root, &top->comm_d_new, top->select,
                  partition_path);
    }
}

/* Allocates the siblings, then walks. */
static void open_tree(struct builder *builder, const struct inclusion_shape *shape,
                      const struct num *leaf, const struct num *root, const struct word *index,
                      const fr *siblings)
{
    struct num nums[SIBLINGS_MAX];
    size_t count = inclusion_sibling_count(shape);
    assert(count <= SIBLINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        num_alloc(builder, &nums[i], siblings == NULL ? NULL : &siblings[i]);
    }
    snap_path(builder, shape, leaf, root, index, nums);
}

/* index: the challenge's bits. */
static void make_challenge(struct builder *builder, const struct update_shape *shape,
                           const struct top *top, const struct word *index,
                           const struct update_challenge_values *values)
{
    struct num high, rho, r_old, d_new, r_new, apex_leaf, leaves[APEX_MAX];
    snap_high_bits(builder, &high, index, shape->log_nodes, top->select, shape->log_partitions,
                   shape->heights);
    snap_randomness(builder, &rho, &top->phi, &high);
    num_alloc(builder, &r_old, values == NULL ? NULL : &values->r_old.leaf);
    num_alloc(builder, &d_new, values == NULL ? NULL : &values->d_new.leaf);
    snap_encode(builder, &r_new, &r_old, &d_new, &rho);
    open_tree(builder, &shape->tree, &r_old, &top->root_r_old, index,
              values == NULL ? NULL : values->r_old.siblings);
    open_tree(builder, &shape->tree, &r_new, &top->root_r_new, index,
              values == NULL ? NULL : values->r_new.siblings);
    if (!shape->poseidon) {
        for (unsigned i = 0; i < update_apex_count(shape); i++) {
            leaves[i] = top->apex_leaves[i];
        }
        num_select(builder, &apex_leaf, leaves, index, shape->data.level_count, shape->log_apex);
    }
    open_tree(builder, &shape->data, &d_new, shape->poseidon ? &top->comm_d_new : &apex_leaf, index,
              values == NULL ? NULL : values->d_new.siblings);
}

/* Bits of a challenge: a piece of a digest, then the partition's. */
static void cut_challenge(const struct update_shape *shape, const struct top *top,
                          struct word index[CHALLENGE_WORDS], const struct snap_digest *digest,
                          unsigned first)
{
    unsigned drawn = drawn_bits(shape);
    word_constant(&index[0], 0);
    for (unsigned i = 0; i < shape->log_nodes; i++) {
        word_set_bit(&index[0], i,
                     i < drawn ? snap_digest_bit(digest, first + i)
                               : word_bit(&top->select[0], i - drawn));
    }
}

/* All digests come before the first challenge. */
#define DIGESTS_MAX 256 /* the variant at 64 GiB has 172 */

void update_circuit(struct builder *builder, const struct update_shape *shape,
                    const struct update_values *values)
{
    struct top top;
    struct snap_digest digests[DIGESTS_MAX] = {0};
    unsigned count = update_digest_count(shape), per_digest = update_challenges_per_digest(shape);
    unsigned drawn = drawn_bits(shape);
    assert(count <= DIGESTS_MAX);
    make_top(builder, shape, &top, values);
    for (unsigned j = 0; j < count; j++) {
        snap_digest(builder, &digests[j], &top.comm_r_new, &top.partition, count, j);
    }
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        const struct snap_digest *digest = &digests[i / per_digest];
        unsigned first = i % per_digest * drawn;
        struct word index[CHALLENGE_WORDS];
        if (builder_block_begin(builder, BLOCK_CHALLENGE, digest->first + first, drawn)) {
            cut_challenge(shape, &top, index, digest, first);
            make_challenge(builder, shape, &top, index,
                           values == NULL ? NULL : &values->challenges[i]);
            builder_block_end(builder);
        }
    }
}

enum status update_matrices(struct r1cs_matrices *out, const struct update_shape *shape, bool flat,
                            struct error *err)
{
    struct builder builder;
    enum status status = builder_init_shape(&builder, flat, err);
    if (status != STATUS_OK) {
        return status;
    }
    update_circuit(&builder, shape, NULL);
    return builder_finish_shape(&builder, out, err);
}

enum status update_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                              const struct update_shape *shape, const struct update_values *values,
                              struct error *err)
{
    struct builder builder;
    enum status status = builder_init_witness(&builder, matrices, err);
    if (status != STATUS_OK) {
        return status;
    }
    update_circuit(&builder, shape, values);
    return builder_finish_witness(&builder, out, err);
}
