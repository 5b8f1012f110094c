/* Made-up field elements for synthetic sectors: a pseudo-random function of a text and two numbers.
 *
 * A value is SHA-256 of "('TEXT', TAG, A, B)", read as a little-endian integer and shifted right by
 * three bits, which puts it below r. Text and numbers in decimal; the tag, in quotes, may be
 * missing. So the sectors are easy to make again elsewhere (tests/reference/filecoin_values.py). */
#ifndef CUZK_FILECOIN_SYNTHETIC_VALUE_H
#define CUZK_FILECOIN_SYNTHETIC_VALUE_H

#include <stdint.h>

#include "base/status.h"
#include "hash/sha256.h"

#define SYNTHETIC_SEED_MAX 100 /* characters: a seed is a name, no document */

/* 1 .. SYNTHETIC_SEED_MAX printable ASCII characters without quote and backslash. Errors:
 * INVALID_ARGUMENT. */
enum status synthetic_seed_check(const char *seed, struct error *err);

struct synthetic_source {
    struct sha256 prefix;
};

/* The text is seed followed by suffix; tag may be NULL. */
void synthetic_source_init(struct synthetic_source *source, const char *seed, const char *suffix,
                           const char *tag);
void synthetic_value(uint8_t out[32], const struct synthetic_source *source, uint64_t a,
                     uint64_t b);

/* SHA-256 of `what` and the seed: tickets and randomness. */
void synthetic_bytes(uint8_t out[32], const char *what, const char *seed);

#endif
