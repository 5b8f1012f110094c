#include "hash/sha256.h"

#include <string.h>

#include "base/cpu.h"
#include "hash/sha256_ni.h"

#define BLOCK_BYTES 64

const uint32_t sha256_initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotr(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static inline uint32_t read_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline void write_be32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static void schedule(uint32_t w[64], const uint8_t *block)
{
    for (int i = 0; i < 16; i++)
        w[i] = read_be32(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

void sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t block_count)
{
    uint32_t w[64];
    for (; block_count > 0; block_count--, blocks += BLOCK_BYTES) {
        schedule(w, blocks);
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (int i = 0; i < 64; i++) {
            uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                          sha256_constants[i] + w[i];
            uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}

void sha256_compress(uint32_t state[8], const uint8_t *blocks, size_t block_count)
{
#ifdef __x86_64__
    if (cpu_has_sha()) {
        sha256_compress_ni(state, blocks, block_count);
        return;
    }
#endif
    sha256_compress_portable(state, blocks, block_count);
}

void sha256_init(struct sha256 *hash)
{
    memcpy(hash->state, sha256_initial, sizeof hash->state);
    hash->message_bytes = 0;
}

void sha256_update(struct sha256 *hash, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    size_t buffered = hash->message_bytes % BLOCK_BYTES;
    hash->message_bytes += count;
    if (count == 0)
        return;
    if (buffered > 0) {
        size_t take = BLOCK_BYTES - buffered < count ? BLOCK_BYTES - buffered : count;
        memcpy(hash->buffer + buffered, p, take);
        p += take;
        count -= take;
        if (buffered + take < BLOCK_BYTES)
            return;
        sha256_compress(hash->state, hash->buffer, 1);
    }
    if (count >= BLOCK_BYTES) {
        sha256_compress(hash->state, p, count / BLOCK_BYTES);
        p += count / BLOCK_BYTES * BLOCK_BYTES;
        count %= BLOCK_BYTES;
    }
    if (count > 0)
        memcpy(hash->buffer, p, count);
}

void sha256_final(const struct sha256 *hash, uint8_t out[SHA256_BYTES])
{
    uint8_t tail[2 * BLOCK_BYTES] = {0};
    size_t buffered = hash->message_bytes % BLOCK_BYTES;
    size_t blocks = buffered + 9 > BLOCK_BYTES ? 2 : 1;
    uint64_t bits = hash->message_bytes * 8;

    memcpy(tail, hash->buffer, buffered);
    tail[buffered] = 0x80;
    write_be32(tail + blocks * BLOCK_BYTES - 8, (uint32_t)(bits >> 32));
    write_be32(tail + blocks * BLOCK_BYTES - 4, (uint32_t)bits);

    uint32_t state[8];
    memcpy(state, hash->state, sizeof state);
    sha256_compress(state, tail, blocks);
    for (int i = 0; i < 8; i++)
        write_be32(out + 4 * i, state[i]);
}

void sha256(uint8_t out[SHA256_BYTES], const void *bytes, size_t count)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_update(&hash, bytes, count);
    sha256_final(&hash, out);
}
