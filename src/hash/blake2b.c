#include "hash/blake2b.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

static const uint64_t initial[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* RFC 7693 2.7; rounds 10 and 11 repeat rows 0 and 1. */
static const uint8_t sigma[12][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                      {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                      {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                      {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                      {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                      {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                      {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                      {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                      {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
                                      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                      {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static inline uint64_t rotr(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

static inline uint64_t read_le64(const uint8_t *p)
{
    uint64_t x = 0;
    for (int i = 0; i < 8; i++)
        x |= (uint64_t)p[i] << (8 * i);
    return x;
}

static inline void mix(uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] = v[a] + v[b] + x;
    v[d] = rotr(v[d] ^ v[a], 32);
    v[c] = v[c] + v[d];
    v[b] = rotr(v[b] ^ v[c], 24);
    v[a] = v[a] + v[b] + y;
    v[d] = rotr(v[d] ^ v[a], 16);
    v[c] = v[c] + v[d];
    v[b] = rotr(v[b] ^ v[c], 63);
}

static void compress(uint64_t state[8], const uint8_t block[128], uint64_t message_bytes, bool last)
{
    uint64_t m[16], v[16];
    for (int i = 0; i < 16; i++)
        m[i] = read_le64(block + 8 * i);
    memcpy(v, state, 8 * sizeof *v);
    memcpy(v + 8, initial, 8 * sizeof *v);
    v[12] ^= message_bytes;
    v[14] ^= last ? UINT64_MAX : 0;

    for (int round = 0; round < 12; round++) {
        const uint8_t *s = sigma[round];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; i++)
        state[i] ^= v[i] ^ v[i + 8];
}

void blake2b_init(struct blake2b *hash, size_t out_bytes, const uint8_t *key, size_t key_bytes)
{
    assert(out_bytes >= 1 && out_bytes <= BLAKE2B_BYTES && key_bytes <= BLAKE2B_BYTES);
    memcpy(hash->state, initial, sizeof hash->state);
    hash->state[0] ^= 0x01010000 ^ key_bytes << 8 ^ out_bytes;
    hash->message_bytes = 0;
    hash->buffered = 0;
    hash->out_bytes = (unsigned)out_bytes;
    if (key_bytes > 0) {
        memset(hash->buffer, 0, sizeof hash->buffer);
        memcpy(hash->buffer, key, key_bytes);
        hash->buffered = sizeof hash->buffer;
    }
}

void blake2b_update(struct blake2b *hash, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    while (count > 0) {
        /* A full buffer waits until more comes: the last block is compressed differently. */
        if (hash->buffered == sizeof hash->buffer) {
            hash->message_bytes += sizeof hash->buffer;
            compress(hash->state, hash->buffer, hash->message_bytes, false);
            hash->buffered = 0;
        }
        size_t space = sizeof hash->buffer - hash->buffered;
        size_t take = count < space ? count : space;
        memcpy(hash->buffer + hash->buffered, p, take);
        hash->buffered += (unsigned)take;
        p += take;
        count -= take;
    }
}

void blake2b_final(struct blake2b *hash, uint8_t *out)
{
    memset(hash->buffer + hash->buffered, 0, sizeof hash->buffer - hash->buffered);
    hash->message_bytes += hash->buffered;
    compress(hash->state, hash->buffer, hash->message_bytes, true);
    for (unsigned i = 0; i < hash->out_bytes; i++)
        out[i] = (uint8_t)(hash->state[i / 8] >> (8 * (i % 8)));
}

void blake2b(uint8_t *out, size_t out_bytes, const uint8_t *key, size_t key_bytes,
             const void *bytes, size_t count)
{
    struct blake2b hash;
    blake2b_init(&hash, out_bytes, key, key_bytes);
    blake2b_update(&hash, bytes, count);
    blake2b_final(&hash, out);
}
