/* BLAKE2b (RFC 7693), with the key and the short results that Filecoin's synthetic challenges need
 * (libcrypto offers neither before version 3.3). */
#ifndef CUZK_HASH_BLAKE2B_H
#define CUZK_HASH_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#define BLAKE2B_BYTES 64 /* longest result and longest key */

/* out_bytes 1 .. 64, key_bytes 0 .. 64. */
void blake2b(uint8_t *out, size_t out_bytes, const uint8_t *key, size_t key_bytes,
             const void *bytes, size_t count);

/* The same in parts; the hash is used up by final. */
struct blake2b {
    uint64_t state[8];
    uint64_t message_bytes;
    uint8_t buffer[128];
    unsigned buffered, out_bytes;
};
void blake2b_init(struct blake2b *hash, size_t out_bytes, const uint8_t *key, size_t key_bytes);
void blake2b_update(struct blake2b *hash, const void *bytes, size_t count);
void blake2b_final(struct blake2b *hash, uint8_t *out);

#endif
