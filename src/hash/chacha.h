/* The ChaCha block function with any even number of rounds, as Filecoin's deterministic draws use
 * it. Source: Bernstein, "ChaCha, a variant of Salsa20", 2008; RFC 8439. */
#ifndef CUZK_HASH_CHACHA_H
#define CUZK_HASH_CHACHA_H

#include <stdint.h>

#define CHACHA_BLOCK_BYTES 64

/* tail  words 12 .. 15: counter and nonce, divided as the caller likes. */
void chacha_block(uint8_t out[CHACHA_BLOCK_BYTES], const uint8_t key[32], const uint32_t tail[4],
                  unsigned rounds);

#endif
