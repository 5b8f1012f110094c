/* Whether a C1's values fit together, before any proving: what the circuit would refuse after
 * minutes, and what it cannot see but a chain would refuse. Source: docs/filecoin.md 8. */
#ifndef CUZK_FILECOIN_VANILLA_CHECK_H
#define CUZK_FILECOIN_VANILLA_CHECK_H

#include "base/threads.h"
#include "filecoin/c1.h"
#include "filecoin/challenges.h"

struct seal_identity {
    uint64_t miner_id, sector_number;
};

/* Commitments not zero, roots equal everywhere and hashing to comm_r; challenges and parents those
 * of the registered proof; indices, labels, encodings, Merkle paths and column hashes. With an
 * identity (may be NULL) also the replica id. threads may be NULL. Reports the first fault in order
 * of partition and challenge. `where` begins as in "partition 3, challenge 7, ..".
 * Errors: VANILLA_INVALID, OUT_OF_MEMORY. */
enum status porep_vanilla_check(const struct porep_c1 *c1, const struct seal_identity *identity,
                                struct threads *threads, struct error *err);

void porep_statement_of_c1(struct porep_statement *out, const struct porep_c1 *c1);

#endif
