/* What a key file holds, without loading it: digests of the file and of its sections.
 *
 * The file is read once from front to back in bounded memory. The published digest of a Filecoin
 * key is the first 32 hex digits of the BLAKE2b-512 of the whole file. */
#ifndef CUZK_FORMATS_INSPECT_H
#define CUZK_FORMATS_INSPECT_H

#include "base/progress.h"
#include "base/threads.h"
#include "formats/params_layout.h"
#include "hash/blake2b.h"
#include "hash/sha256.h"

struct digests {
    uint8_t sha256[SHA256_BYTES];
    uint8_t blake2b[BLAKE2B_BYTES];
};

/* Of any file. Errors: FILE_CHANGED, IO, OUT_OF_MEMORY, INTERRUPTED. */
enum status file_digest(struct digests *out, const struct file_in *file, struct threads *threads,
                        const struct progress *progress, struct error *err);

/* Of a .params file and of each of its sections (count included). */
enum status params_digest(struct digests *whole, struct digests sections[PARAMS_PARTS],
                          const struct file_in *file, const struct params_layout *layout,
                          struct threads *threads, const struct progress *progress,
                          struct error *err);

#endif
