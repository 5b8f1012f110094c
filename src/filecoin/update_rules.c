#include "filecoin/update_rules.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "hash/poseidon.h"

enum status update_proof_of_name(const struct sector_shape **out, const char *name,
                                 struct error *err)
{
    for (size_t i = 0; i < sector_shape_count; i++) {
        char expected[40];
        snprintf(expected, sizeof expected, "StackedDrg%sV1", sector_shapes[i].size_name);
        if (sector_shapes[i].published && strcmp(expected, name) == 0) {
            *out = &sector_shapes[i];
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "registered_update_proof",
                     "no registered update proof is called \"%.80s\"", name);
}

/* --- h --- */

unsigned update_height_default(const struct update_shape *shape)
{
    return shape->heights[3];
}

enum status update_select(unsigned *out, const struct update_shape *shape, unsigned height,
                          struct error *err)
{
    for (unsigned i = 0; i < SNAP_HEIGHTS; i++) {
        if (shape->heights[i] == height) {
            *out = 1u << i;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_INPUT_RANGE, "h", "found %u, expected %u to %u", height,
                     shape->heights[0], shape->heights[SNAP_HEIGHTS - 1]);
}

/* --- randomness --- */

static void randomness(fr *out, const fr *x, const fr *y)
{
    const fr pair[2] = {*x, *y};
    fr tag;
    poseidon_tag_randomness(&tag);
    poseidon_hash(out, poseidon_of_arity(2), &tag, pair);
}

void update_phi(fr *out, const fr *comm_d_new, const fr *comm_r_old)
{
    randomness(out, comm_d_new, comm_r_old);
}

void update_rho(fr *out, const struct update_shape *shape, const fr *phi, uint64_t node,
                unsigned height)
{
    fr high;
    fr_from_u64(&high, node >> (shape->log_nodes - height));
    randomness(out, phi, &high);
}

void update_challenges(uint64_t *out, const struct update_shape *shape, const fr *comm_r_new,
                       uint64_t partition)
{
    unsigned digest_count = update_digest_count(shape);
    unsigned per_digest = update_challenges_per_digest(shape);
    unsigned bits = shape->log_nodes - shape->log_partitions;
    assert(shape->challenge_count <= UPDATE_CHALLENGES_MAX);
    fr_plain digest = {{0}};
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        if (i % per_digest == 0) {
            fr index, hash;
            fr_from_u64(&index, partition * digest_count + i / per_digest);
            randomness(&hash, comm_r_new, &index);
            fr_to_plain(&digest, &hash);
        }
        out[i] = partition << bits;
        for (unsigned j = 0; j < bits; j++) {
            unsigned at = i % per_digest * bits + j;
            out[i] |= (digest.limb[at / 64] >> (at % 64) & 1) << j;
        }
    }
}

enum status update_public_inputs(fr out[UPDATE_INPUTS], const struct update_shape *shape,
                                 const struct update_statement *statement, uint64_t partition,
                                 struct error *err)
{
    unsigned select = 0;
    enum status status = update_select(&select, shape, statement->height, err);
    if (status == STATUS_OK) {
        status = fr_from_bytes(&out[1], statement->comm_r_old, "comm_r_old", err);
    }
    if (status == STATUS_OK) {
        status = fr_from_bytes(&out[2], statement->comm_d_new, "comm_d_new", err);
    }
    if (status == STATUS_OK) {
        status = fr_from_bytes(&out[3], statement->comm_r_new, "comm_r_new", err);
    }
    fr_from_u64(&out[0], partition | (uint64_t)select << shape->log_partitions);
    return status;
}
