/* C1 outputs of sectors that were never sealed, for tests and measurements of every size.
 *
 * The sector's data are zeros, so comm_d and every tree D sibling are known. Its ids, ticket and
 * seed give the challenges, the graph gives their parents; rows of the parents are made up, labels
 * of the challenged nodes are computed from them, layer by layer and nodes rising, because in small
 * sectors parents may be challenged too. Trees C and R know only these nodes. The result satisfies
 * the circuit and every check of a real C1, yet proves no storage: no sector of this replica
 * exists. Equal options give equal bytes. Source: docs/filecoin.md 7.4. */
#ifndef CUZK_FILECOIN_SYNTHETIC_POREP_H
#define CUZK_FILECOIN_SYNTHETIC_POREP_H

#include "base/progress.h"
#include "base/threads.h"
#include "filecoin/c1.h"

struct synthetic_porep_options {
    const struct seal_proof *proof; /* an interactive one */
    const char *seed;               /* see synthetic_seed_check */
    uint64_t miner_id;
    uint64_t sector_number; /* at most INT64_MAX, the limit of the wrapper */
    unsigned partitions;    /* first ones of the seal; 0 for all */
};

/* Borrows threads (may be NULL) for the call. *out is owned by the caller, wrapped. Errors:
 * UNSUPPORTED for synthetic and non-interactive seals, whose challenges depend on comm_r, which
 * here depends on the challenges; INVALID_ARGUMENT; OUT_OF_MEMORY; INTERRUPTED. */
enum status synthetic_porep(struct porep_c1 **out, const struct synthetic_porep_options *options,
                            struct threads *threads, const struct progress *progress,
                            struct error *err);

/* The interactive seal of a size: API 1.1, the order of parents since 2020. NULL when the size has
 * none. */
const struct seal_proof *synthetic_seal_of_shape(const struct sector_shape *shape);

#endif
