/* What a sector update publicly is: registered proofs, challenges, masks, public inputs.
 *
 * New replica = old replica + data * rho; rho depends on phi (of the commitments) and on the high
 * bits of the node's index, h of them. Source: docs/filecoin.md 1.3, 5.3. */
#ifndef CUZK_FILECOIN_UPDATE_RULES_H
#define CUZK_FILECOIN_UPDATE_RULES_H

#include "filecoin/update_circuit.h"

#define UPDATE_CHALLENGES_MAX 1376 /* the Poseidon variant's; 86 a partition otherwise */

/* The sector size of a registered update proof, "StackedDrg32GiBV1". Errors: UNKNOWN_NAME. */
enum status update_proof_of_name(const struct sector_shape **out, const char *name,
                                 struct error *err);

struct update_statement {
    uint8_t comm_r_old[32], comm_d_new[32], comm_r_new[32];
    unsigned height; /* h */
};

/* The h that the network uses for this size. */
unsigned update_height_default(const struct update_shape *shape);

/* Which of SNAP_HEIGHTS bits stands for h. Errors: INPUT_RANGE for an h that the shape has not. */
enum status update_select(unsigned *out, const struct update_shape *shape, unsigned height,
                          struct error *err);

void update_phi(fr *out, const fr *comm_d_new, const fr *comm_r_old);
void update_rho(fr *out, const struct update_shape *shape, const fr *phi, uint64_t node,
                unsigned height);

/* shape->challenge_count node indices of a partition. */
void update_challenges(uint64_t *out, const struct update_shape *shape, const fr *comm_r_new,
                       uint64_t partition);

/* As the verifier derives them, without the leading one: partition and choice of h, comm_r_old,
 * comm_d_new, comm_r_new. Errors: NON_CANONICAL, INPUT_RANGE. */
enum status update_public_inputs(fr out[UPDATE_INPUTS], const struct update_shape *shape,
                                 const struct update_statement *statement, uint64_t partition,
                                 struct error *err);

#endif
