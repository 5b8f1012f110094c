#include "filecoin/post_rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "hash/sha256.h"

static const struct {
    const char *before, *after; /* the size */
    enum circuit_kind kind;
    enum api_version api;
} kinds[] = {
    {"StackedDrgWinning", "V1", CIRCUIT_WINNING, API_1_0},
    {"StackedDrgWindow", "V1", CIRCUIT_WINDOW, API_1_0},
    {"StackedDrgWindow", "V1_2", CIRCUIT_WINDOW, API_1_2},
};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

void post_proof_name(char out[POST_PROOF_NAME_MAX], const struct post_proof *proof)
{
    out[0] = 0;
    for (size_t j = 0; j < KIND_COUNT; j++) {
        if (kinds[j].kind == proof->kind && kinds[j].api == proof->api) {
            snprintf(out, POST_PROOF_NAME_MAX, "%s%s%s", kinds[j].before, proof->shape->size_name,
                     kinds[j].after);
        }
    }
}

enum status post_proof_of_name(struct post_proof *out, const char *name, struct error *err)
{
    for (size_t i = 0; i < sector_shape_count * KIND_COUNT; i++) {
        char expected[POST_PROOF_NAME_MAX];
        const struct sector_shape *shape = &sector_shapes[i / KIND_COUNT];
        struct post_proof proof = {kinds[i % KIND_COUNT].kind, kinds[i % KIND_COUNT].api, shape};
        post_proof_name(expected, &proof);
        if (shape->published && strcmp(name, expected) == 0) {
            *out = proof;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "registered_post_proof",
                     "no registered PoSt proof is called \"%.80s\"", name);
}

unsigned post_challenges_per_sector(const struct post_proof *proof)
{
    return proof->kind == CIRCUIT_WINNING ? WINNING_SECTORS : WINDOW_CHALLENGES;
}

unsigned post_partition_sectors(const struct post_proof *proof)
{
    return proof->kind == CIRCUIT_WINNING ? WINNING_SECTORS : proof->shape->window_sectors;
}

size_t post_partition_count(const struct post_proof *proof, size_t sector_count)
{
    size_t sectors = proof->kind == CIRCUIT_WINNING ? 1 : proof->shape->window_sectors;
    return (sector_count + sectors - 1) / sectors;
}

/* --- check --- */

static int compare_ids(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static enum status check_distinct(const struct post_statement *statement, struct error *err)
{
    uint64_t *ids = NULL;
    size_t count = statement->sector_count;
    enum status status = memory_alloc_raw((void **)&ids, count, sizeof *ids, "sector ids", err);
    if (status != STATUS_OK) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        ids[i] = statement->sectors[i].id;
    }
    qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 1; i < count && status == STATUS_OK; i++) {
        if (ids[i] == ids[i - 1]) {
            status = error_set(err, STATUS_DUPLICATE_FIELD, "sectors",
                               "sector %" PRIu64 " is there more than once", ids[i]);
        }
    }
    memory_free(ids);
    return status;
}

enum status post_statement_check(const struct post_statement *statement, struct error *err)
{
    fr value;
    enum status status = fr_from_bytes(&value, statement->randomness, "randomness", err);
    if (status == STATUS_OK) {
        status = fr_from_bytes(&value, statement->prover_id, "prover_id", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    if (statement->sector_count > POST_SECTORS_MAX) {
        return error_set(err, STATUS_TOO_LARGE, "sectors", "found %zu sectors, expected at most %u",
                         statement->sector_count, POST_SECTORS_MAX);
    }
    bool winning = statement->proof.kind == CIRCUIT_WINNING;
    if (winning ? statement->sector_count != 1 : statement->sector_count == 0) {
        return error_set(err, STATUS_COUNT_MISMATCH, "sectors", "found %zu sectors, expected %s",
                         statement->sector_count, winning ? "1" : "at least 1");
    }
    return check_distinct(statement, err);
}

/* --- challenges --- */

static void put_u64(uint8_t out[8], uint64_t value)
{
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(value >> (8 * i));
    }
}

static uint64_t first_u64(const struct sha256 *hash)
{
    uint8_t digest[SHA256_BYTES];
    uint64_t value = 0;
    sha256_final(hash, digest);
    for (int i = 8; i-- > 0;) {
        value = value << 8 | digest[i];
    }
    return value;
}

uint64_t post_challenge(const struct post_statement *statement, size_t position, unsigned i)
{
    const struct post_proof *proof = &statement->proof;
    bool counted = proof->kind == CIRCUIT_WINDOW && proof->api < API_1_2;
    uint8_t numbers[16];
    struct sha256 hash;
    put_u64(numbers, statement->sectors[position].id);
    put_u64(numbers + 8, i + (counted ? (uint64_t)position * WINDOW_CHALLENGES : 0));
    sha256_init(&hash);
    sha256_update(&hash, statement->randomness, 32);
    sha256_update(&hash, numbers, sizeof numbers);
    return first_u64(&hash) % proof->shape->nodes;
}

uint64_t post_winning_sector(const uint8_t prover_id[32], const uint8_t randomness[32],
                             uint64_t eligible)
{
    uint8_t number[8];
    struct sha256 hash;
    put_u64(number, eligible);
    sha256_init(&hash);
    sha256_update(&hash, prover_id, 32);
    sha256_update(&hash, randomness, 32);
    sha256_update(&hash, number, sizeof number);
    return first_u64(&hash) % eligible;
}

/* --- public inputs --- */

size_t post_public_input_count(const struct post_proof *proof)
{
    size_t challenges = proof->kind == CIRCUIT_WINNING ? 1 : WINDOW_CHALLENGES;
    return post_partition_sectors(proof) * (1 + challenges);
}

static enum status put_comm_r(fr *out, const struct post_sector *sector, struct error *err)
{
    char where[64];
    snprintf(where, sizeof where, "sector %" PRIu64 ", comm_r", sector->id);
    return fr_from_bytes(out, sector->comm_r, where, err);
}

enum status post_public_inputs(fr *out, const struct post_statement *statement, size_t partition,
                               struct error *err)
{
    const struct post_proof *proof = &statement->proof;
    bool winning = proof->kind == CIRCUIT_WINNING;
    unsigned sectors = post_partition_sectors(proof);
    size_t last = statement->sector_count - 1;
    if (partition >= post_partition_count(proof, statement->sector_count)) {
        return error_set(err, STATUS_INPUT_RANGE, "partition", "found %zu, expected less than %zu",
                         partition, post_partition_count(proof, statement->sector_count));
    }
    for (unsigned i = 0; i < sectors; i++) {
        size_t position = partition * sectors + i;
        position = winning ? 0 : position < last ? position : last;
        enum status status = put_comm_r(out++, &statement->sectors[position], err);
        if (status != STATUS_OK) {
            return status;
        }
        for (unsigned j = 0; j < (winning ? 1 : WINDOW_CHALLENGES); j++) {
            fr_from_u64(out++, post_challenge(statement, position, winning ? i : j));
        }
    }
    return STATUS_OK;
}
