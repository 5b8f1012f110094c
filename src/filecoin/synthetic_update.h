/* Sector updates of sectors that were never sealed, for tests and measurements of every size.
 *
 * Challenges depend on comm_r_new, so that all of the new replica must be known before the first
 * one. It is: old replica and data are constant over each stretch of leaves that shares one rho
 * (2^h of them), and so is old + data * rho; a tree over them has few distinct nodes. The result
 * passes every check and proves no storage. Equal options give equal bytes. */
#ifndef CUZK_FILECOIN_SYNTHETIC_UPDATE_H
#define CUZK_FILECOIN_SYNTHETIC_UPDATE_H

#include "filecoin/post_input.h"

struct synthetic_update_options {
    const struct sector_shape *sector;
    const char *seed; /* see synthetic_seed_check */
};

/* h is that of the network. Borrows threads (may be NULL) for the call. On OK *out is owned by the
 * caller. Errors: INVALID_ARGUMENT (the seed), OUT_OF_MEMORY. */
enum status synthetic_update(struct vanilla_input *out,
                             const struct synthetic_update_options *options,
                             struct threads *threads, struct error *err);

#endif
