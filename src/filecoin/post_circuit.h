/* The PoSt circuit: one partition of sectors, each with challenges (FallbackPoStCircuit of the
 * reference). WinningPoSt and WindowPoSt differ in counts only.
 *
 * It states, for each sector: comm_r = H(comm_c, comm_r_last), and each challenged leaf lies in
 * tree R. Public are comm_r and the leaves' indices. All sectors are instances of one block.
 * Source: docs/filecoin.md 5.2. */
#ifndef CUZK_FILECOIN_POST_CIRCUIT_H
#define CUZK_FILECOIN_POST_CIRCUIT_H

#include "filecoin/merkle_proof.h"

struct post_shape {
    unsigned sector_count;
    unsigned challenge_count;    /* of a sector */
    struct inclusion_shape tree; /* R */
};

/* kind: CIRCUIT_WINNING or CIRCUIT_WINDOW. */
void post_shape_of_sector(struct post_shape *out, enum circuit_kind kind,
                          const struct sector_shape *sector);

/* With the leading one. */
uint32_t post_input_count(const struct post_shape *shape);

/* Sectors may share proofs. */
struct post_sector_values {
    fr comm_r, comm_c, comm_r_last;
    const struct merkle_proof *proofs; /* shape->challenge_count; borrowed; roots are not used */
};

/* sectors: shape->sector_count; may be NULL in SHAPE mode. */
void post_circuit(struct builder *builder, const struct post_shape *shape,
                  const struct post_sector_values *sectors);

/* Start to finish; results are owned by the caller. `flat` stores every sector the long way (for
 * comparison). Errors: OUT_OF_MEMORY, TOO_LARGE. */
enum status post_matrices(struct r1cs_matrices *out, const struct post_shape *shape, bool flat,
                          struct error *err);
enum status post_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                            const struct post_shape *shape,
                            const struct post_sector_values *sectors, struct error *err);

#endif
