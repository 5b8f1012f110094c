#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "filecoin/update_vanilla.h"
#include "hash/poseidon.h"

enum { APEX_LEVELS_MAX = 7 };

/* One partition under check. */
struct partition_check {
    const struct update_shape *shape;
    const struct update_partition_proof *proof;
    uint64_t partition;
    unsigned height;
    fr comm_r_old, comm_d_new, comm_r_new, phi;
    /* The apex tree: row 0 are the leaves, the last row is the root. */
    fr apex[APEX_LEVELS_MAX + 1][SNAP_TREE_LEAVES_MAX];
    struct error *err;
};

static enum status invalid(const struct partition_check *check, const char *field,
                           const char *message)
{
    char where[120];
    snprintf(where, sizeof where, "partition %" PRIu64 ", %s", check->partition, field);
    return error_set(check->err, STATUS_VANILLA_INVALID, where, "%s", message);
}

static enum status invalid_challenge(const struct partition_check *check, unsigned i,
                                     const char *field, const char *message)
{
    char name[80];
    snprintf(name, sizeof name, "challenge_proofs[%u].%s", i, field);
    return invalid(check, name, message);
}

static bool is_hash(const fr *comm_r, const fr *comm_c, const fr *root)
{
    const fr pair[2] = {*comm_c, *root};
    fr hash;
    poseidon_hash_tree(&hash, 2, pair);
    return fr_equal(&hash, comm_r);
}

/* Siblings of tree D from this level up. */
static const fr *data_siblings(const struct merkle_proof *proof, unsigned level)
{
    return proof->siblings + level; /* binary */
}

static enum status check_commitments(struct partition_check *check)
{
    const struct update_shape *shape = check->shape;
    const struct update_challenge_values *first = check->proof->challenges;
    if (!is_hash(&check->comm_r_old, &check->proof->comm_c, &first->r_old.root)) {
        return invalid(check, "comm_c", "comm_r_old is not its hash with the old root");
    }
    if (!is_hash(&check->comm_r_new, &check->proof->comm_c, &first->r_new.root)) {
        return invalid(check, "comm_c", "comm_r_new is not its hash with the new root");
    }
    if (shape->poseidon) {
        return STATUS_OK;
    }
    for (unsigned i = 0; i < update_apex_count(shape); i++) {
        check->apex[0][i] = check->proof->apex_leaves[i];
    }
    for (unsigned level = 0; level < shape->log_apex; level++) {
        for (unsigned i = 0; i < update_apex_count(shape) >> (level + 1); i++) {
            merkle_node(&check->apex[level + 1][i], TREE_SHA256, 1,
                        &check->apex[level][(size_t)2 * i]);
        }
    }
    fr root;
    merkle_root(&root, &shape->partition, shape->log_partitions, check->apex[shape->log_apex],
                check->partition,
                data_siblings(&first->d_new, shape->log_nodes - shape->log_partitions));
    if (!fr_equal(&root, &check->comm_d_new)) {
        return invalid(check, "apex_leafs", "they do not lead to comm_d_new");
    }
    return STATUS_OK;
}

/* Root, index and path of one proof; field names it. */
static enum status check_path(const struct partition_check *check, unsigned i, const char *field,
                              const struct inclusion_shape *tree, const struct merkle_proof *proof,
                              const fr *expected_root, uint64_t challenge)
{
    fr root;
    if (proof->index != challenge) {
        char message[96];
        snprintf(message, sizeof message, "found leaf %" PRIu64 ", expected the challenge %" PRIu64,
                 proof->index, challenge);
        return invalid_challenge(check, i, field, message);
    }
    if (!fr_equal(&proof->root, expected_root)) {
        return invalid_challenge(check, i, field, "its root is another than expected");
    }
    merkle_root(&root, tree, tree->level_count, &proof->leaf, proof->index, proof->siblings);
    if (!fr_equal(&root, &proof->root)) {
        return invalid_challenge(check, i, field, "leaf and path do not lead to the root");
    }
    return STATUS_OK;
}

/* What the circuit takes of tree D in place of the whole path: the apex leaf above the lowest
 * levels, then what all challenges share. */
static enum status check_apex(const struct partition_check *check, unsigned i)
{
    const struct update_shape *shape = check->shape;
    const struct merkle_proof *proof = &check->proof->challenges[i].d_new;
    const struct merkle_proof *first = &check->proof->challenges[0].d_new;
    unsigned low = shape->data.level_count;
    uint64_t leaf = proof->index >> low & (update_apex_count(shape) - 1);
    fr node;
    merkle_root(&node, &shape->data, low, &proof->leaf, proof->index, proof->siblings);
    if (!fr_equal(&node, &check->apex[0][leaf])) {
        return invalid_challenge(check, i, "proof_d_new", "it does not lead to its apex leaf");
    }
    for (unsigned level = 0; level < shape->log_apex; level++) {
        if (!fr_equal(data_siblings(proof, low + level), &check->apex[level][leaf >> level ^ 1])) {
            return invalid_challenge(check, i, "proof_d_new",
                                     "its path is not that of the apex tree");
        }
    }
    for (unsigned level = low + shape->log_apex; level < shape->log_nodes; level++) {
        if (!fr_equal(data_siblings(proof, level), data_siblings(first, level))) {
            return invalid_challenge(check, i, "proof_d_new",
                                     "its path above the apex root is not challenge 0's");
        }
    }
    return STATUS_OK;
}

static enum status check_challenge(const struct partition_check *check, unsigned i,
                                   uint64_t challenge)
{
    const struct update_shape *shape = check->shape;
    const struct update_challenge_values *first = check->proof->challenges;
    const struct update_challenge_values *values = &first[i];
    struct inclusion_shape data = shape->tree;
    enum status status;
    fr expected;
    if (!shape->poseidon) {
        merkle_shape_sha256(&data, shape->log_nodes);
    }
    if ((status = check_path(check, i, "proof_r_old", &shape->tree, &values->r_old,
                             &first->r_old.root, challenge)) != STATUS_OK ||
        (status = check_path(check, i, "proof_d_new", &data, &values->d_new, &check->comm_d_new,
                             challenge)) != STATUS_OK ||
        (status = check_path(check, i, "proof_r_new", &shape->tree, &values->r_new,
                             &first->r_new.root, challenge)) != STATUS_OK) {
        return status;
    }
    update_rho(&expected, shape, &check->phi, challenge, check->height);
    fr_mul(&expected, &expected, &values->d_new.leaf);
    fr_add(&expected, &expected, &values->r_old.leaf);
    if (!fr_equal(&expected, &values->r_new.leaf)) {
        return invalid_challenge(check, i, "proof_r_new", "its leaf is not old + data * rho");
    }
    return shape->poseidon ? STATUS_OK : check_apex(check, i);
}

enum status update_partition_check(const struct update_shape *shape,
                                   const struct update_statement *statement,
                                   const struct update_partition_proof *proof, uint64_t partition,
                                   struct error *err)
{
    struct partition_check check = {.shape = shape,
                                    .proof = proof,
                                    .partition = partition,
                                    .height = statement->height,
                                    .err = err};
    uint64_t challenges[UPDATE_CHALLENGES_MAX];
    fr inputs[UPDATE_INPUTS];
    enum status status = update_public_inputs(inputs, shape, statement, partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    check.comm_r_old = inputs[1];
    check.comm_d_new = inputs[2];
    check.comm_r_new = inputs[3];
    update_phi(&check.phi, &check.comm_d_new, &check.comm_r_old);
    update_challenges(challenges, shape, &check.comm_r_new, partition);
    status = check_commitments(&check);
    for (unsigned i = 0; i < shape->challenge_count && status == STATUS_OK; i++) {
        status = check_challenge(&check, i, challenges[i]);
    }
    return status;
}

/* --- all partitions --- */

struct task {
    const struct update_shape *shape;
    const struct update_statement *statement;
    const struct update_partition_proof *proofs;
    bool *faulty;
};

static void check_task(void *context, size_t index, unsigned worker)
{
    const struct task *task = context;
    (void)worker;
    task->faulty[index] = update_partition_check(task->shape, task->statement, &task->proofs[index],
                                                 index, NULL) != STATUS_OK;
}

enum status update_vanilla_check(const struct update_shape *shape,
                                 const struct update_statement *statement,
                                 const struct update_partition_proof *proofs, size_t proof_count,
                                 struct threads *threads, struct error *err)
{
    struct task task = {shape, statement, proofs, NULL};
    size_t partitions = (size_t)1 << shape->log_partitions;
    if (proof_count != partitions) {
        return error_set(err, STATUS_COUNT_MISMATCH, "vanilla proofs",
                         "found %zu partitions, expected %zu", proof_count, partitions);
    }
    enum status status =
        memory_alloc((void **)&task.faulty, partitions, sizeof(bool), "faulty partitions", err);
    if (status != STATUS_OK) {
        return status;
    }
    threads_run(threads, partitions, check_task, &task);
    for (size_t i = 0; i < partitions && status == STATUS_OK; i++) {
        if (task.faulty[i]) {
            status = update_partition_check(shape, statement, &proofs[i], i, err);
        }
    }
    memory_free(task.faulty);
    return status;
}
