/* Identities that enter a seal: porep id, prover id, replica id. Source: docs/filecoin.md 1.4. */
#ifndef CUZK_FILECOIN_IDS_H
#define CUZK_FILECOIN_IDS_H

#include "filecoin/proof_kinds.h"

/* Registered number u64 LE, nonce 0. */
void porep_id(uint8_t out[32], const struct seal_proof *proof);

/* Payload of the miner's id address: the actor number in LEB128, zero padded. */
void prover_id(uint8_t out[32], uint64_t miner_id);

void replica_id(uint8_t out[32], const uint8_t prover[32], uint64_t sector_number,
                const uint8_t ticket[32], const uint8_t comm_d[32], const uint8_t porep[32]);

#endif
