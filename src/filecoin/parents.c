#include "filecoin/parents.h"

#include <assert.h>
#include <string.h>

#include "hash/blake2b.h"
#include "hash/chacha.h"
#include "hash/sha256.h"

#define DRG_DEGREE     (POREP_DRG_PARENTS - 1) /* drawn; the sixth is the node before */
#define FEISTEL_ROUNDS 3

static uint64_t read_le64(const uint8_t *p)
{
    uint64_t x = 0;
    for (int i = 0; i < 8; i++)
        x |= (uint64_t)p[i] << (8 * i);
    return x;
}

static uint64_t read_be64(const uint8_t *p)
{
    uint64_t x = 0;
    for (int i = 0; i < 8; i++)
        x = x << 8 | p[i];
    return x;
}

static void write_be64(uint8_t *p, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        p[i] = (uint8_t)(x >> (56 - 8 * i));
}

static void tagged_hash(uint8_t out[32], const char *tag, const uint8_t porep_id[32])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_update(&hash, tag, strlen(tag));
    sha256_update(&hash, porep_id, 32);
    sha256_final(&hash, out);
}

void porep_graph_init(struct porep_graph *graph, uint64_t nodes, enum api_version api,
                      const uint8_t porep_id[32])
{
    assert(nodes >= 2 && nodes <= (uint64_t)1 << 31);
    uint8_t digest[32];
    graph->nodes = nodes;
    graph->api = api;
    tagged_hash(digest, "Filecoin_DRSample", porep_id);
    memcpy(graph->drg_seed, digest, sizeof graph->drg_seed);
    tagged_hash(digest, "Filecoin_Feistel", porep_id);
    for (int i = 0; i < FEISTEL_ROUNDS; i++)
        graph->feistel_keys[i] = read_le64(digest + 8 * i);
    graph->feistel_half_bits = 1;
    while ((uint64_t)1 << (2 * graph->feistel_half_bits) < POREP_EXP_PARENTS * nodes)
        graph->feistel_half_bits++;
}

/* A sequence of u64 from ChaCha8. */
struct draws {
    uint8_t key[32], block[CHACHA_BLOCK_BYTES];
    unsigned used;
    uint32_t counter;
};

static uint64_t draw(struct draws *draws)
{
    if (draws->used == CHACHA_BLOCK_BYTES) {
        const uint32_t tail[4] = {draws->counter++, 0, 0, 0};
        chacha_block(draws->block, draws->key, tail, 8);
        draws->used = 0;
    }
    draws->used += 8;
    return read_le64(draws->block + draws->used - 8);
}

static unsigned bit_length(uint64_t x)
{
    unsigned bits = 0;
    for (; x != 0; x >>= 1)
        bits++;
    return bits;
}

/* Alwen, Blocki, Harsha 2017, "Practical graphs for optimal side-channel resistant memory-hard
 * functions": predecessors at distances drawn by bucket, in a graph of DRG_DEGREE meta nodes a
 * node. */
void drg_parents(uint64_t out[POREP_DRG_PARENTS], const struct porep_graph *graph, uint64_t node)
{
    if (node < 2) {
        memset(out, 0, POREP_DRG_PARENTS * sizeof *out);
        return;
    }
    struct draws draws = {.used = CHACHA_BLOCK_BYTES};
    memcpy(draws.key, graph->drg_seed, sizeof graph->drg_seed);
    for (int i = 0; i < 4; i++)
        draws.key[28 + i] = (uint8_t)(node >> (8 * i));

    uint64_t *drawn = graph->api == API_1_0 ? out : out + 1;
    const uint64_t meta = node * DRG_DEGREE;
    const unsigned buckets = bit_length(meta); /* ceil(log2): a multiple of 5 is no power of 2 */
    for (int i = 0; i < DRG_DEGREE; i++) {
        uint64_t bucket = draw(&draws) % buckets + 1;
        uint64_t largest = meta < (uint64_t)1 << bucket ? meta : (uint64_t)1 << bucket;
        uint64_t smallest = largest / 2 < 2 ? 2 : largest / 2;
        uint64_t distance = smallest + draw(&draws) % (largest - smallest + 1);
        uint64_t parent = (meta - distance) / DRG_DEGREE;
        drawn[i] = parent == node ? node - 1 : parent;
    }
    *(graph->api == API_1_0 ? out + DRG_DEGREE : out) = node - 1;
}

static uint64_t feistel(const struct porep_graph *graph, uint64_t index)
{
    const unsigned half = graph->feistel_half_bits;
    const uint64_t mask = ((uint64_t)1 << half) - 1;
    uint64_t left = index >> half, right = index & mask;
    for (int round = 0; round < FEISTEL_ROUNDS; round++) {
        uint8_t message[16], digest[BLAKE2B_BYTES];
        write_be64(message, right);
        write_be64(message + 8, graph->feistel_keys[round]);
        blake2b(digest, sizeof digest, NULL, 0, message, sizeof message);
        uint64_t next = left ^ (read_be64(digest) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

void expander_parents(uint64_t out[POREP_EXP_PARENTS], const struct porep_graph *graph,
                      uint64_t node)
{
    const uint64_t size = POREP_EXP_PARENTS * graph->nodes;
    for (unsigned i = 0; i < POREP_EXP_PARENTS; i++) {
        uint64_t index = POREP_EXP_PARENTS * node + i;
        do
            index = feistel(graph, index);
        while (index >= size);
        if (graph->api == API_1_0)
            index &= UINT32_MAX; /* as the first seals were made */
        out[i] = index / POREP_EXP_PARENTS;
    }
}

void porep_parents(uint64_t out[POREP_PARENTS], const struct porep_graph *graph, uint64_t node)
{
    drg_parents(out, graph, node);
    expander_parents(out + POREP_DRG_PARENTS, graph, node);
}

void porep_label(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                 const uint8_t *parents, unsigned parent_count)
{
    uint8_t head[64] = {0};
    memcpy(head, replica_id, 32);
    for (int i = 0; i < 4; i++)
        head[32 + i] = (uint8_t)(layer >> (24 - 8 * i));
    write_be64(head + 36, node);

    struct sha256 hash;
    sha256_init(&hash);
    sha256_update(&hash, head, sizeof head);
    for (unsigned done = 0; parent_count > 0 && done < POREP_LABEL_PARENTS;) {
        unsigned rest = POREP_LABEL_PARENTS - done;
        unsigned take = parent_count < rest ? parent_count : rest;
        sha256_update(&hash, parents, (size_t)take * 32);
        done += take;
    }
    sha256_final(&hash, out);
    out[31] &= 0x3f;
}
