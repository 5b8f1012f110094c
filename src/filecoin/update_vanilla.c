#include "filecoin/update_vanilla.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "hash/poseidon.h"

/* All of tree D; shape->data is its part below the apex leaves. */
static void whole_data_tree(struct inclusion_shape *out, const struct update_shape *shape)
{
    if (shape->poseidon) {
        *out = shape->tree;
    } else {
        merkle_shape_sha256(out, shape->log_nodes);
    }
}

/* --- in memory and bincode --- */

static fr *take(fr **storage, size_t count)
{
    fr *taken = *storage;
    *storage += count;
    return taken;
}

enum status update_partition_proof_make(struct update_partition_proof *out,
                                        const struct update_shape *shape, struct error *err)
{
    struct inclusion_shape data;
    *out = (struct update_partition_proof){0};
    whole_data_tree(&data, shape);
    size_t r = inclusion_sibling_count(&shape->tree), d = inclusion_sibling_count(&data);
    size_t elements = update_apex_count(shape) + shape->challenge_count * (2 * r + d);
    enum status status = memory_alloc((void **)&out->challenges, shape->challenge_count,
                                      sizeof *out->challenges, "vanilla proofs", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&out->storage, elements, sizeof(fr), "vanilla proofs", err);
    }
    if (status != STATUS_OK) {
        update_partition_proof_free(out);
        return status;
    }
    fr *storage = out->storage;
    out->apex_leaves = take(&storage, update_apex_count(shape));
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        out->challenges[i].r_old.siblings = take(&storage, r);
        out->challenges[i].d_new.siblings = take(&storage, d);
        out->challenges[i].r_new.siblings = take(&storage, r);
    }
    return STATUS_OK;
}

void update_partition_proof_free(struct update_partition_proof *proof)
{
    memory_free(proof->storage);
    memory_free(proof->challenges);
    *proof = (struct update_partition_proof){0};
}

static void read_proof(struct bincode *in, struct merkle_proof *out, const char *name,
                       const struct inclusion_shape *tree, unsigned base_levels)
{
    bincode_enter(in, name, BINCODE_NO_INDEX);
    merkle_proof_read(in, out, tree, base_levels);
    bincode_leave(in);
}

enum status update_partition_proof_parse(struct update_partition_proof *out,
                                         const struct update_shape *shape,
                                         const struct sector_shape *sector, const void *bytes,
                                         size_t count, size_t partition, struct error *err)
{
    struct bincode in;
    struct inclusion_shape data;
    enum status status = update_partition_proof_make(out, shape, err);
    if (status != STATUS_OK) {
        return status;
    }
    whole_data_tree(&data, shape);
    unsigned r_base = sector->base_levels, d_base = shape->poseidon ? r_base : data.level_count;
    bincode_init(&in, bytes, count, err);
    bincode_owner(&in, "partition %zu", partition);
    bincode_fr(&in, &out->comm_c, "comm_c", BINCODE_NO_INDEX);
    if (!shape->poseidon) {
        bincode_count(&in, "apex_leafs", update_apex_count(shape));
        for (unsigned i = 0; i < update_apex_count(shape); i++) {
            bincode_fr(&in, &out->apex_leaves[i], "apex_leafs", i);
        }
    }
    bincode_count(&in, "challenge_proofs", shape->challenge_count);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        struct update_challenge_values *challenge = &out->challenges[i];
        bincode_enter(&in, "challenge_proofs", i);
        read_proof(&in, &challenge->r_old, "proof_r_old", &shape->tree, r_base);
        read_proof(&in, &challenge->d_new, "proof_d_new", &data, d_base);
        read_proof(&in, &challenge->r_new, "proof_r_new", &shape->tree, r_base);
        bincode_leave(&in);
    }
    status = bincode_finish(&in);
    if (status != STATUS_OK) {
        update_partition_proof_free(out);
    }
    return status;
}

void update_partition_proof_write(struct bincode_out *out, const struct update_shape *shape,
                                  const struct sector_shape *sector,
                                  const struct update_partition_proof *proof)
{
    struct inclusion_shape data;
    whole_data_tree(&data, shape);
    unsigned r_base = sector->base_levels, d_base = shape->poseidon ? r_base : data.level_count;
    bincode_put_fr(out, &proof->comm_c);
    if (!shape->poseidon) {
        bincode_put_u64(out, update_apex_count(shape));
        for (unsigned i = 0; i < update_apex_count(shape); i++) {
            bincode_put_fr(out, &proof->apex_leaves[i]);
        }
    }
    bincode_put_u64(out, shape->challenge_count);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        const struct update_challenge_values *challenge = &proof->challenges[i];
        merkle_proof_write(out, &challenge->r_old, &shape->tree, r_base);
        merkle_proof_write(out, &challenge->d_new, &data, d_base);
        merkle_proof_write(out, &challenge->r_new, &shape->tree, r_base);
    }
}

/* --- the circuit --- */

/* Everything but the arrays. */
static enum status convert_statement(struct update_values *out, const struct update_shape *shape,
                                     const struct update_statement *statement, uint64_t partition,
                                     struct error *err)
{
    fr inputs[UPDATE_INPUTS];
    enum status status = update_public_inputs(inputs, shape, statement, partition, err);
    if (status == STATUS_OK) {
        status = update_select(&out->h_select, shape, statement->height, err);
    }
    out->partition = partition;
    out->comm_r_old = inputs[1];
    out->comm_d_new = inputs[2];
    out->comm_r_new = inputs[3];
    return status;
}

enum status update_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                           const struct update_shape *shape,
                           const struct update_statement *statement,
                           const struct update_partition_proof *proof, uint64_t partition,
                           struct error *err)
{
    struct update_values values = {0};
    enum status status = convert_statement(&values, shape, statement, partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    values.comm_c = proof->comm_c;
    values.apex_leaves = proof->apex_leaves;
    values.challenges = proof->challenges;
    return update_assignment(out, matrices, shape, &values, err);
}
