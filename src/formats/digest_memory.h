/* Digests of a large file, remembered beside it so that it is read through once.
 *
 * FILE.digest says which state of the file (length, mtime, inode) had which digests; it counts only
 * while all three agree. It saves time, it is no proof: who can write it can replace the key as
 * well. Source: docs/formats.md. */
#ifndef CUZK_FORMATS_DIGEST_MEMORY_H
#define CUZK_FORMATS_DIGEST_MEMORY_H

#include <stdbool.h>

#include "formats/inspect.h"

struct remembered_digests {
    struct digests whole;
    uint8_t section_sha256[PARAMS_PARTS][SHA256_BYTES];
};

/* False when nothing usable is remembered for the file as it was when opened. */
bool digest_memory_recall(struct remembered_digests *out, const struct file_in *file);

/* False when it cannot be written, when the file has changed since it was opened, or when it was
 * written to so recently that a later change might bear the same time. */
bool digest_memory_keep(const struct remembered_digests *digests, const struct file_in *file);

#endif
