/* SHA-256 (FIPS 180-4): whole messages, and the compression function on words.
 *
 * The compression uses the processor's SHA extensions where it has them (base/cpu.h), portable C
 * otherwise. */
#ifndef CUZK_HASH_SHA256_H
#define CUZK_HASH_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

extern const uint32_t sha256_initial[8];    /* H0 .. H7 */
extern const uint32_t sha256_constants[64]; /* K0 .. K63 */

struct sha256 {
    uint32_t state[8];
    uint64_t message_bytes;
    uint8_t buffer[64];
};

void sha256_init(struct sha256 *hash);
void sha256_update(struct sha256 *hash, const void *bytes, size_t count);
void sha256_final(const struct sha256 *hash, uint8_t out[SHA256_BYTES]); /* hash may go on */
void sha256(uint8_t out[SHA256_BYTES], const void *bytes, size_t count);

/* state := compression of state with block_count 64-byte blocks. */
void sha256_compress(uint32_t state[8], const uint8_t *blocks, size_t block_count);
void sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t block_count);

#endif
