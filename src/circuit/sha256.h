/* SHA-256 as a circuit, on words. */
#ifndef CUZK_CIRCUIT_SHA256_H
#define CUZK_CIRCUIT_SHA256_H

#include "circuit/num.h"

/* One compression; out aliases nothing. block: 16 words. */
void circuit_sha256_compress(struct builder *builder, struct word out[8],
                             const struct word state[8], const struct word *const block[16]);

/* Hash of a message of word_count big-endian words (32 * word_count bits). */
void circuit_sha256(struct builder *builder, struct stream_bits *out,
                    const struct word *const *message, size_t word_count);

/* Tree node: both numbers to bits, hash, and the first 254 bits of the result (as a number) packed.
 */
void circuit_sha256_node(struct builder *builder, struct num *out, const struct num *left,
                         const struct num *right);

#endif
