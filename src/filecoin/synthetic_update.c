#include "filecoin/synthetic_update.h"

#include "base/memory.h"
#include "filecoin/synthetic_value.h"
#include "hash/poseidon.h"

/* A tree whose leaves are constant over 2^log_bands stretches of equal length. Of a level with more
 * nodes than bands, each band has one node; other levels have all theirs. */
struct banded_tree {
    struct inclusion_shape shape;
    unsigned log_bands;
    fr *levels[INCLUSION_LEVELS_MAX + 1]; /* leaves first, root last */
    unsigned log_counts[INCLUSION_LEVELS_MAX + 1];
};

static unsigned log_stored(const struct banded_tree *tree, unsigned level)
{
    unsigned log_count = tree->log_counts[level];
    return log_count < tree->log_bands ? log_count : tree->log_bands;
}

static const fr *node(const struct banded_tree *tree, unsigned level, uint64_t index)
{
    return &tree->levels[level][index >> (tree->log_counts[level] - log_stored(tree, level))];
}

struct hashing {
    struct banded_tree *tree;
    unsigned level; /* of the children */
};

static void hash_node(void *context, size_t i, unsigned worker)
{
    (void)worker;
    const struct hashing *hashing = context;
    const struct banded_tree *tree = hashing->tree;
    unsigned level = hashing->level, log_arity = tree->shape.log_arity[level];
    uint64_t index = (uint64_t)i << (tree->log_counts[level + 1] - log_stored(tree, level + 1));
    fr children[TREE_BASE_ARITY];
    for (unsigned position = 0; position < 1u << log_arity; position++) {
        children[position] = *node(tree, level, (index << log_arity) + position);
    }
    merkle_node(&tree->levels[level + 1][i], tree->shape.hash, log_arity, children);
}

static void tree_free(struct banded_tree *tree)
{
    for (unsigned level = 0; level <= INCLUSION_LEVELS_MAX; level++) {
        memory_free(tree->levels[level]);
    }
}

/* Room for all levels; the leaves are the caller's to fill in. */
static enum status tree_init(struct banded_tree *tree, const struct inclusion_shape *shape,
                             unsigned log_bands, struct error *err)
{
    enum status status = STATUS_OK;
    unsigned log_count = inclusion_index_bits(shape);
    *tree = (struct banded_tree){.shape = *shape, .log_bands = log_bands};
    for (unsigned level = 0; level <= shape->level_count && status == STATUS_OK; level++) {
        tree->log_counts[level] = log_count;
        log_count -= level < shape->level_count ? shape->log_arity[level] : 0;
        status = memory_alloc((void **)&tree->levels[level], (size_t)1 << log_stored(tree, level),
                              sizeof(fr), "tree nodes", err);
    }
    return status;
}

static void tree_hash(struct banded_tree *tree, struct threads *threads)
{
    for (unsigned level = 0; level < tree->shape.level_count; level++) {
        struct hashing hashing = {tree, level};
        threads_run(threads, (size_t)1 << log_stored(tree, level + 1), hash_node, &hashing);
    }
}

static const fr *root(const struct banded_tree *tree)
{
    return tree->levels[tree->shape.level_count];
}

static void open_leaf(struct merkle_proof *out, const struct banded_tree *tree, uint64_t index)
{
    fr *sibling = out->siblings;
    out->index = index;
    out->leaf = *node(tree, 0, index);
    out->root = *root(tree);
    for (unsigned level = 0; level < tree->shape.level_count; level++) {
        uint64_t arity = (uint64_t)1 << tree->shape.log_arity[level];
        for (uint64_t position = 0; position < arity; position++) {
            if (position != index % arity) {
                *sibling++ = *node(tree, level, index / arity * arity + position);
            }
        }
        index >>= tree->shape.log_arity[level];
    }
}

/* --- the sector --- */

struct sector {
    struct update_input *update;
    struct banded_tree r_old, d_new, r_new;
    fr comm_c, comm_r_old, comm_r_new;
};

static void made_up(fr *out, const char *seed, const char *tag, uint64_t index)
{
    uint8_t bytes[32];
    struct synthetic_source source;
    synthetic_source_init(&source, seed, "", tag);
    synthetic_value(bytes, &source, 0, index);
    (void)fr_from_bytes(out, bytes, NULL, NULL); /* 253 bits: cannot fail */
}

static enum status make_room(struct sector *sector, struct error *err)
{
    const struct update_shape *shape = &sector->update->shape;
    unsigned height = sector->update->statement.height;
    struct inclusion_shape data;
    merkle_shape_sha256(&data, shape->log_nodes);
    enum status status = tree_init(&sector->r_old, &shape->tree, height, err);
    if (status == STATUS_OK) {
        status = tree_init(&sector->d_new, &data, height, err);
    }
    return status == STATUS_OK ? tree_init(&sector->r_new, &shape->tree, height, err) : status;
}

static void commit(fr *out, const fr *comm_c, const struct banded_tree *tree)
{
    fr pair[2] = {*comm_c, *root(tree)};
    poseidon_hash_tree(out, 2, pair);
}

static void make_trees(struct sector *sector, const char *seed, struct threads *threads)
{
    const struct update_shape *shape = &sector->update->shape;
    unsigned height = sector->update->statement.height;
    size_t bands = (size_t)1 << height;
    fr phi, rho;
    for (size_t i = 0; i < bands; i++) {
        made_up(&sector->r_old.levels[0][i], seed, "old", i);
        made_up(&sector->d_new.levels[0][i], seed, "data", i);
    }
    made_up(&sector->comm_c, seed, "comm_c", 0);
    tree_hash(&sector->r_old, threads);
    tree_hash(&sector->d_new, threads);
    commit(&sector->comm_r_old, &sector->comm_c, &sector->r_old);
    update_phi(&phi, root(&sector->d_new), &sector->comm_r_old);
    for (size_t i = 0; i < bands; i++) {
        update_rho(&rho, shape, &phi, (uint64_t)i << (shape->log_nodes - height), height);
        fr_mul(&rho, &rho, &sector->d_new.levels[0][i]);
        fr_add(&sector->r_new.levels[0][i], &sector->r_old.levels[0][i], &rho);
    }
    tree_hash(&sector->r_new, threads);
    commit(&sector->comm_r_new, &sector->comm_c, &sector->r_new);
}

static enum status make_partition(struct sector *sector, uint64_t partition, struct error *err)
{
    uint64_t challenges[UPDATE_CHALLENGES_MAX];
    const struct update_shape *shape = &sector->update->shape;
    struct update_partition_proof *proof = &sector->update->proofs[partition];
    enum status status = update_partition_proof_make(proof, shape, err);
    if (status != STATUS_OK) {
        return status;
    }
    unsigned apex = update_apex_count(shape);
    for (unsigned i = 0; i < apex; i++) {
        proof->apex_leaves[i] =
            *node(&sector->d_new, shape->data.level_count, partition * apex + i);
    }
    proof->comm_c = sector->comm_c;
    update_challenges(challenges, shape, &sector->comm_r_new, partition);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        open_leaf(&proof->challenges[i].r_old, &sector->r_old, challenges[i]);
        open_leaf(&proof->challenges[i].d_new, &sector->d_new, challenges[i]);
        open_leaf(&proof->challenges[i].r_new, &sector->r_new, challenges[i]);
    }
    return STATUS_OK;
}

static enum status make(struct sector *sector, const char *seed, struct threads *threads,
                        struct error *err)
{
    struct update_input *update = sector->update;
    size_t partitions = (size_t)1 << update->shape.log_partitions;
    enum status status = make_room(sector, err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&update->proofs, partitions, sizeof *update->proofs,
                              "vanilla proofs", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    update->proof_count = partitions;
    make_trees(sector, seed, threads);
    fr_to_bytes(update->statement.comm_r_old, &sector->comm_r_old);
    fr_to_bytes(update->statement.comm_d_new, root(&sector->d_new));
    fr_to_bytes(update->statement.comm_r_new, &sector->comm_r_new);
    for (size_t k = 0; k < partitions && status == STATUS_OK; k++) {
        status = make_partition(sector, k, err);
    }
    return status;
}

enum status synthetic_update(struct vanilla_input *out,
                             const struct synthetic_update_options *options,
                             struct threads *threads, struct error *err)
{
    struct sector sector = {.update = &out->update};
    *out = (struct vanilla_input){.kind = CIRCUIT_SNAP, .sector = options->sector};
    update_shape_of_sector(&out->update.shape, options->sector, false);
    out->update.statement.height = update_height_default(&out->update.shape);
    enum status status = synthetic_seed_check(options->seed, err);
    if (status == STATUS_OK) {
        status = make(&sector, options->seed, threads, err);
    }
    tree_free(&sector.r_old);
    tree_free(&sector.d_new);
    tree_free(&sector.r_new);
    if (status != STATUS_OK) {
        vanilla_input_free(out);
    }
    return status;
}
