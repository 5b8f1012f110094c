#include "hash/chacha.h"

#include <string.h>

static inline uint32_t rotl(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static inline void quarter(uint32_t s[16], int a, int b, int c, int d)
{
    s[a] += s[b];
    s[d] = rotl(s[d] ^ s[a], 16);
    s[c] += s[d];
    s[b] = rotl(s[b] ^ s[c], 12);
    s[a] += s[b];
    s[d] = rotl(s[d] ^ s[a], 8);
    s[c] += s[d];
    s[b] = rotl(s[b] ^ s[c], 7);
}

void chacha_block(uint8_t out[CHACHA_BLOCK_BYTES], const uint8_t key[32], const uint32_t tail[4],
                  unsigned rounds)
{
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}; /* "expand 32-byte k" */
    for (int i = 0; i < 8; i++)
        start[4 + i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                       (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
    memcpy(start + 12, tail, 4 * sizeof *tail);

    uint32_t s[16];
    memcpy(s, start, sizeof s);
    for (unsigned round = 0; round < rounds; round += 2) {
        quarter(s, 0, 4, 8, 12);
        quarter(s, 1, 5, 9, 13);
        quarter(s, 2, 6, 10, 14);
        quarter(s, 3, 7, 11, 15);
        quarter(s, 0, 5, 10, 15);
        quarter(s, 1, 6, 11, 12);
        quarter(s, 2, 7, 8, 13);
        quarter(s, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) {
        uint32_t x = s[i] + start[i];
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = (uint8_t)(x >> (8 * j));
    }
}
