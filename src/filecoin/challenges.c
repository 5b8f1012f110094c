#include "filecoin/challenges.h"

#include <string.h>

#include "filecoin/ids.h"
#include "filecoin/parents.h"
#include "hash/blake2b.h"
#include "hash/chacha.h"
#include "hash/sha256.h"

/* The 32-byte little-endian number modulo nodes - 1, plus one: node 0 is never challenged. */
static uint64_t node_of_digest(const uint8_t digest[32], uint64_t nodes)
{
    uint64_t rest = 0;
    for (int i = 32; i-- > 0;)
        rest = (rest << 8 | digest[i]) % (nodes - 1);
    return rest + 1;
}

static void write_le32(uint8_t out[4], uint32_t x)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(x >> (8 * i));
}

/* SHA256(tag || a || b || number) for a row of numbers. */
static void hashed_challenges(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                              const char *tag, const uint8_t a[32], const uint8_t b[32])
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t number[4], digest[SHA256_BYTES];
        write_le32(number, first + i);
        struct sha256 hash;
        sha256_init(&hash);
        sha256_update(&hash, tag, strlen(tag));
        sha256_update(&hash, a, 32);
        sha256_update(&hash, b, 32);
        sha256_update(&hash, number, sizeof number);
        sha256_final(&hash, digest);
        out[i] = node_of_digest(digest, nodes);
    }
}

void challenges_interactive(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                            const uint8_t replica_id[32], const uint8_t seed[32])
{
    hashed_challenges(out, count, first, nodes, "", replica_id, seed);
}

void challenges_non_interactive(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                                const uint8_t replica_id[32], const uint8_t comm_r[32])
{
    hashed_challenges(out, count, first, nodes, "filecoin.io|PoRep|1|NonInteractive|1", replica_id,
                      comm_r);
}

/* --- synthetic --- */

static void synthetic_key(uint8_t key[32], const char *purpose, const uint8_t a[32],
                          const uint8_t b[32])
{
    uint8_t message[64];
    memcpy(message, a, 32);
    memcpy(message + 32, b, 32);
    blake2b(key, 32, (const uint8_t *)purpose, strlen(purpose), message, sizeof message);
}

/* Bytes 64 * block .. of ChaCha20 with the nonce "synth-porep\0". */
static void synthetic_stream(uint8_t out[CHACHA_BLOCK_BYTES], const uint8_t key[32], uint32_t block)
{
    /* The nonce's letters as little-endian words. */
    const uint32_t tail[4] = {block, 0x746e7973, 0x6f702d68, 0x00706572};
    chacha_block(out, key, tail, 20);
}

uint64_t synthetic_challenge(uint64_t index, uint64_t nodes, const uint8_t replica_id[32],
                             const uint8_t comm_r[32])
{
    uint8_t key[32], block[CHACHA_BLOCK_BYTES];
    synthetic_key(key, "filecoin.io|PoRep|1|Synthetic|1|Generation", replica_id, comm_r);
    synthetic_stream(block, key, (uint32_t)(index / 2));
    return node_of_digest(block + 32 * (index % 2), nodes);
}

void challenges_synthetic(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                          uint64_t set_size, const uint8_t replica_id[32], const uint8_t comm_r[32],
                          const uint8_t seed[32])
{
    uint8_t key[32], block[CHACHA_BLOCK_BYTES];
    synthetic_key(key, "filecoin.io|PoRep|1|Synthetic|1|Selection", replica_id, seed);
    for (unsigned i = 0; i < count; i++) {
        uint32_t number = first + i;
        synthetic_stream(block, key, number / 16);
        const uint8_t *p = block + 4 * (number % 16);
        uint32_t draw =
            (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        out[i] = synthetic_challenge(draw % set_size, nodes, replica_id, comm_r);
    }
}

/* --- by registered proof --- */

void porep_challenges(uint64_t *out, const struct porep_statement *s, unsigned partition)
{
    const struct sector_shape *shape = s->proof->shape;
    const unsigned count = shape->challenges;
    const uint32_t first = partition * count;
    uint64_t set_size = shape->nodes < SYNTHETIC_CHALLENGES ? shape->nodes : SYNTHETIC_CHALLENGES;

    switch (s->proof->feature) {
    case SEAL_INTERACTIVE:
        challenges_interactive(out, count, first, shape->nodes, s->replica_id, s->seed);
        break;
    case SEAL_SYNTHETIC:
        challenges_synthetic(out, count, first, shape->nodes, set_size, s->replica_id, s->comm_r,
                             s->seed);
        break;
    case SEAL_NON_INTERACTIVE:
        challenges_non_interactive(out, count, first, shape->nodes, s->replica_id, s->comm_r);
        break;
    }
}

size_t porep_public_input_count(const struct sector_shape *shape)
{
    return 3 + (size_t)POREP_INPUTS_CHALLENGE * shape->challenges;
}

enum status porep_public_inputs(fr *out, const struct porep_statement *statement,
                                unsigned partition, struct error *err)
{
    enum status status;
    if ((status = fr_from_bytes(out++, statement->replica_id, "replica_id", err)) != STATUS_OK ||
        (status = fr_from_bytes(out++, statement->comm_d, "comm_d", err)) != STATUS_OK ||
        (status = fr_from_bytes(out++, statement->comm_r, "comm_r", err)) != STATUS_OK)
        return status;

    const struct sector_shape *shape = statement->proof->shape;
    uint64_t challenges[POREP_CHALLENGES_MAX], parents[POREP_PARENTS];
    uint8_t id[32];
    struct porep_graph graph;
    porep_id(id, statement->proof);
    porep_graph_init(&graph, shape->nodes, statement->proof->api, id);
    porep_challenges(challenges, statement, partition);
    for (unsigned i = 0; i < shape->challenges; i++) {
        porep_parents(parents, &graph, challenges[i]);
        fr_from_u64(out++, challenges[i]);
        for (unsigned j = 0; j < POREP_PARENTS; j++)
            fr_from_u64(out++, parents[j]);
        for (unsigned j = 0; j < 3; j++)
            fr_from_u64(out++, challenges[i]);
    }
    return STATUS_OK;
}
