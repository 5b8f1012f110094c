/* The published keys: which file is which, how long it is and what its digest is.
 *
 * A digest is the first 32 hex digits of the BLAKE2b-512 of the whole file. A file with an official
 * name and another digest is not the network's key, whatever else is right with it. Source:
 * docs/filecoin.md 1.5. */
#ifndef CUZK_FILECOIN_OFFICIAL_KEYS_H
#define CUZK_FILECOIN_OFFICIAL_KEYS_H

#include "filecoin/proof_kinds.h"
#include "hash/blake2b.h"

#define PUBLISHED_DIGEST_DIGITS 32

struct official_file {
    const char *digest; /* PUBLISHED_DIGEST_DIGITS */
    uint64_t bytes;
};

struct official_key {
    enum circuit_kind kind;
    const char *size_name; /* of the sector: "32GiB" */
    struct official_file params, vk;
};

extern const struct official_key official_keys[];
extern const size_t official_key_count;

/* By the last component of a path, which must be an official name with .params or .vk; NULL for
 * any other. */
const struct official_file *official_file_of_path(const char *path);

/* Is this the published file, by the BLAKE2b-512 of the whole. */
bool official_digest_agrees(const struct official_file *file, const uint8_t blake2b[BLAKE2B_BYTES]);

#endif
