/* WinningPoSt and WindowPoSt of sectors that were never sealed, for tests and measurements.
 *
 * Challenges do not depend on comm_r, so that each sector gets a tree R of which the challenged
 * leaves are known (filecoin/synthetic_tree.h), all values made up from the seed and the sector's
 * number. The result passes every check and proves no storage. Equal options give equal bytes. */
#ifndef CUZK_FILECOIN_SYNTHETIC_POST_H
#define CUZK_FILECOIN_SYNTHETIC_POST_H

#include "base/progress.h"
#include "filecoin/post_input.h"

struct synthetic_post_options {
    struct post_proof proof;
    const char *seed; /* see synthetic_seed_check */
    uint64_t miner_id;
    uint64_t first_sector; /* number; the others follow */
    size_t sectors;        /* 1 for WinningPoSt */
};

/* Borrows threads (may be NULL) for the call. On OK *out is owned by the caller. Errors:
 * INVALID_ARGUMENT (the seed), COUNT_MISMATCH, TOO_LARGE, OUT_OF_MEMORY, INTERRUPTED. */
enum status synthetic_post(struct vanilla_input *out, const struct synthetic_post_options *options,
                           struct threads *threads, const struct progress *progress,
                           struct error *err);

#endif
