#include "filecoin/post_vanilla.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "hash/poseidon.h"

/* --- in memory and bincode --- */

enum status post_sector_proof_make(struct post_sector_proof *out, const struct post_proof *proof,
                                   struct error *err)
{
    struct inclusion_shape tree;
    unsigned count = post_challenges_per_sector(proof);
    *out = (struct post_sector_proof){0};
    merkle_shape_poseidon(&tree, proof->shape);
    size_t siblings = inclusion_sibling_count(&tree);
    enum status status =
        memory_alloc((void **)&out->proofs, count, sizeof *out->proofs, "vanilla proofs", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&out->storage, count * siblings, sizeof(fr),
                              "vanilla proofs", err);
    }
    if (status != STATUS_OK) {
        post_sector_proof_free(out);
        return status;
    }
    for (unsigned i = 0; i < count; i++) {
        out->proofs[i].siblings = out->storage + i * siblings;
    }
    return STATUS_OK;
}

void post_sector_proof_free(struct post_sector_proof *proof)
{
    memory_free(proof->storage);
    memory_free(proof->proofs);
    *proof = (struct post_sector_proof){0};
}

enum status post_sector_proof_parse(struct post_sector_proof *out, const struct post_proof *proof,
                                    const void *bytes, size_t count, size_t position,
                                    struct error *err)
{
    struct bincode in;
    struct inclusion_shape tree;
    unsigned challenges = post_challenges_per_sector(proof);
    enum status status = post_sector_proof_make(out, proof, err);
    if (status != STATUS_OK) {
        return status;
    }
    merkle_shape_poseidon(&tree, proof->shape);
    bincode_init(&in, bytes, count, err);
    bincode_owner(&in, "vanilla proof %zu", position);
    out->sector = bincode_u64(&in, "sector_id");
    if (in.status == STATUS_OK) {
        bincode_owner(&in, "sector %" PRIu64, out->sector);
    }
    bincode_fr(&in, &out->comm_r, "comm_r", BINCODE_NO_INDEX);
    bincode_count(&in, "sectors", 1);
    bincode_count(&in, "inclusion_proofs", challenges);
    for (unsigned i = 0; i < challenges; i++) {
        bincode_enter(&in, "inclusion_proofs", i);
        merkle_proof_read(&in, &out->proofs[i], &tree, proof->shape->base_levels);
        bincode_leave(&in);
    }
    bincode_fr(&in, &out->comm_c, "comm_c", BINCODE_NO_INDEX);
    bincode_fr(&in, &out->comm_r_last, "comm_r_last", BINCODE_NO_INDEX);
    status = bincode_finish(&in);
    if (status != STATUS_OK) {
        post_sector_proof_free(out);
    }
    return status;
}

void post_sector_proof_write(struct bincode_out *out, const struct post_proof *proof,
                             const struct post_sector_proof *sector)
{
    struct inclusion_shape tree;
    unsigned challenges = post_challenges_per_sector(proof);
    merkle_shape_poseidon(&tree, proof->shape);
    bincode_put_u64(out, sector->sector);
    bincode_put_fr(out, &sector->comm_r);
    bincode_put_u64(out, 1);
    bincode_put_u64(out, challenges);
    for (unsigned i = 0; i < challenges; i++) {
        merkle_proof_write(out, &sector->proofs[i], &tree, proof->shape->base_levels);
    }
    bincode_put_fr(out, &sector->comm_c);
    bincode_put_fr(out, &sector->comm_r_last);
}

/* --- check --- */

static enum status invalid(const struct post_statement *statement, size_t position,
                           const char *field, const char *message, struct error *err)
{
    char where[96];
    snprintf(where, sizeof where, "sector %" PRIu64 ", %s", statement->sectors[position].id, field);
    return error_set(err, STATUS_VANILLA_INVALID, where, "%s", message);
}

static enum status check_inclusion(const struct post_statement *statement, size_t position,
                                   unsigned i, const struct inclusion_shape *tree,
                                   const struct post_sector_proof *sector, struct error *err)
{
    const struct merkle_proof *proof = &sector->proofs[i];
    uint64_t challenge = post_challenge(statement, position, i);
    char field[40], message[96];
    fr root;
    snprintf(field, sizeof field, "inclusion_proofs[%u]", i);
    if (proof->index != challenge) {
        snprintf(message, sizeof message, "found leaf %" PRIu64 ", expected the challenge %" PRIu64,
                 proof->index, challenge);
        return invalid(statement, position, field, message, err);
    }
    if (!fr_equal(&proof->root, &sector->comm_r_last)) {
        return invalid(statement, position, field, "its root is not comm_r_last", err);
    }
    merkle_root(&root, tree, tree->level_count, &proof->leaf, proof->index, proof->siblings);
    if (!fr_equal(&root, &proof->root)) {
        return invalid(statement, position, field, "leaf and path do not lead to the root", err);
    }
    return STATUS_OK;
}

static enum status check_sector(const struct post_statement *statement, size_t position,
                                const struct inclusion_shape *tree,
                                const struct post_sector_proof *sector, struct error *err)
{
    const fr pair[2] = {sector->comm_c, sector->comm_r_last};
    fr comm_r;
    if (sector->sector != statement->sectors[position].id) {
        char message[80];
        snprintf(message, sizeof message, "found the proof of sector %" PRIu64, sector->sector);
        return invalid(statement, position, "sector_id", message, err);
    }
    enum status status =
        fr_from_bytes(&comm_r, statement->sectors[position].comm_r, "comm_r", NULL);
    if (status != STATUS_OK || !fr_equal(&comm_r, &sector->comm_r)) {
        return invalid(statement, position, "comm_r", "the proof is about another comm_r", err);
    }
    poseidon_hash_tree(&comm_r, 2, pair);
    if (!fr_equal(&comm_r, &sector->comm_r)) {
        return invalid(statement, position, "comm_r", "it is not the hash of comm_c, comm_r_last",
                       err);
    }
    for (unsigned i = 0; i < post_challenges_per_sector(&statement->proof); i++) {
        status = check_inclusion(statement, position, i, tree, sector, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

struct check {
    const struct post_statement *statement;
    const struct post_sector_proof *proofs;
    struct inclusion_shape tree;
    bool *faulty;
};

static void check_task(void *context, size_t index, unsigned worker)
{
    const struct check *check = context;
    (void)worker;
    check->faulty[index] = check_sector(check->statement, index, &check->tree,
                                        &check->proofs[index], NULL) != STATUS_OK;
}

static int compare_ids(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* "2 faulty sectors: 101, 105; the first in order: sector 105, comm_r: .." */
static enum status report(const struct check *check, const struct post_faults *faults,
                          struct error *err)
{
    struct error first = {0};
    char list[256];
    size_t position = 0, used = 0;
    while (!check->faulty[position]) {
        position++;
    }
    check_sector(check->statement, position, &check->tree, &check->proofs[position], &first);
    for (size_t i = 0; i < faults->count && used + 32 < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%" PRIu64, i == 0 ? "" : ", ",
                                 faults->sectors[i]);
        if (i + 1 < faults->count && used + 32 >= sizeof list) {
            snprintf(list + used, sizeof list - used, ", ..");
        }
    }
    return error_set(err, STATUS_VANILLA_INVALID, first.where, "%s; %zu faulty sectors: %s",
                     first.message, faults->count, list);
}

void post_faults_free(struct post_faults *faults)
{
    memory_free(faults->sectors);
    *faults = (struct post_faults){0};
}

enum status post_vanilla_check(struct post_faults *faults, const struct post_statement *statement,
                               const struct post_sector_proof *proofs, struct threads *threads,
                               struct error *err)
{
    struct check check = {.statement = statement, .proofs = proofs};
    struct post_faults found = {0};
    enum status status = post_statement_check(statement, err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&check.faulty, statement->sector_count, sizeof(bool),
                              "faulty sectors", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&found.sectors, statement->sector_count, sizeof(uint64_t),
                              "faulty sectors", err);
    }
    if (status != STATUS_OK) {
        goto cleanup;
    }
    merkle_shape_poseidon(&check.tree, statement->proof.shape);
    threads_run(threads, statement->sector_count, check_task, &check);
    for (size_t i = 0; i < statement->sector_count; i++) {
        if (check.faulty[i]) {
            found.sectors[found.count++] = statement->sectors[i].id;
        }
    }
    qsort(found.sectors, found.count, sizeof(uint64_t), compare_ids);
    if (found.count > 0) {
        status = report(&check, &found, err);
    }
cleanup:
    memory_free(check.faulty);
    if (faults != NULL) {
        *faults = found;
    } else {
        post_faults_free(&found);
    }
    return status;
}

/* --- the circuit --- */

enum status post_partition_values(struct post_sector_values **out, const struct post_proof *proof,
                                  const struct post_sector_proof *proofs, size_t proof_count,
                                  size_t partition, struct error *err)
{
    struct post_sector_values *values = NULL;
    bool winning = proof->kind == CIRCUIT_WINNING;
    unsigned count = post_partition_sectors(proof);
    size_t partitions = post_partition_count(proof, proof_count);
    if (partition >= partitions) {
        return error_set(err, STATUS_INPUT_RANGE, "partition", "found %zu, expected less than %zu",
                         partition, partitions);
    }
    enum status status =
        memory_alloc((void **)&values, count, sizeof *values, "values of sectors", err);
    if (status != STATUS_OK) {
        return status;
    }
    for (unsigned i = 0; i < count; i++) {
        size_t position = partition * count + i;
        if (winning) {
            position = 0;
        } else if (position >= proof_count) {
            position = proof_count - 1;
        }
        values[i] = (struct post_sector_values){
            .comm_r = proofs[position].comm_r,
            .comm_c = proofs[position].comm_c,
            .comm_r_last = proofs[position].comm_r_last,
            .proofs = &proofs[position].proofs[winning ? i : 0],
        };
    }
    *out = values;
    return STATUS_OK;
}

enum status post_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                         const struct post_proof *proof, const struct post_sector_proof *proofs,
                         size_t proof_count, size_t partition, struct error *err)
{
    struct post_shape shape;
    struct post_sector_values *values = NULL;
    post_shape_of_sector(&shape, proof->kind, proof->shape);
    enum status status = post_partition_values(&values, proof, proofs, proof_count, partition, err);
    if (status == STATUS_OK) {
        status = post_assignment(out, matrices, &shape, values, err);
    }
    memory_free(values);
    return status;
}
