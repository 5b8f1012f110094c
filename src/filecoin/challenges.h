/* Challenges of a seal: interactive, synthetic, non-interactive. Source: docs/filecoin.md 5.1. */
#ifndef CUZK_FILECOIN_CHALLENGES_H
#define CUZK_FILECOIN_CHALLENGES_H

#include "field/fr.h"
#include "filecoin/proof_kinds.h"

/* What a seal is publicly about. The byte arrays are borrowed by no one. */
struct porep_statement {
    const struct seal_proof *proof;
    uint8_t replica_id[32], comm_d[32], comm_r[32], seed[32];
};

/* The shape's `challenges` nodes (1 .. nodes - 1) of a partition, by the registered proof's rule.
 */
void porep_challenges(uint64_t *out, const struct porep_statement *statement, unsigned partition);

/* The rules themselves: `count` challenges from number `first` on. */
void challenges_interactive(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                            const uint8_t replica_id[32], const uint8_t seed[32]);
void challenges_non_interactive(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                                const uint8_t replica_id[32], const uint8_t comm_r[32]);

#define SYNTHETIC_CHALLENGES ((uint64_t)1 << 18) /* or the number of nodes, if less */

/* set_size  how many synthetic challenges there are to choose from. */
void challenges_synthetic(uint64_t *out, unsigned count, uint32_t first, uint64_t nodes,
                          uint64_t set_size, const uint8_t replica_id[32], const uint8_t comm_r[32],
                          const uint8_t seed[32]);
uint64_t synthetic_challenge(uint64_t index, uint64_t nodes, const uint8_t replica_id[32],
                             const uint8_t comm_r[32]);

/* Public inputs of a partition as the verifier derives them, without the leading one:
 * replica_id, comm_d, comm_r; then of each challenge c: c, its 6 DRG and 8 expander parents, c, c,
 * c. out has porep_public_input_count(shape) elements. Errors: NON_CANONICAL. */
size_t porep_public_input_count(const struct sector_shape *shape);
enum status porep_public_inputs(fr *out, const struct porep_statement *statement,
                                unsigned partition, struct error *err);

#endif
