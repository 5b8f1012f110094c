/* The SHA-256 compression with the SHA extensions of x86-64; call only where cpu_has_sha(). */
#ifndef CUZK_HASH_SHA256_NI_H
#define CUZK_HASH_SHA256_NI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __x86_64__
void sha256_compress_ni(uint32_t state[8], const uint8_t *blocks, size_t block_count);
#endif

#endif
