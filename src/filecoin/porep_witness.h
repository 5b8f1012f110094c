/* From a C1 output to the witness of a partition. */
#ifndef CUZK_FILECOIN_POREP_WITNESS_H
#define CUZK_FILECOIN_POREP_WITNESS_H

#include "filecoin/c1.h"
#include "filecoin/porep_circuit.h"

/* Values of partition `partition` for the circuit of shape `shape` (that of the C1's sector).
 * comm_c and comm_r_last are the roots of the first challenge's paths. Owned by the caller. Errors:
 * OUT_OF_MEMORY, NON_CANONICAL. */
enum status porep_values_of_c1(struct porep_values *out, const struct porep_shape *shape,
                               const struct porep_c1 *c1, unsigned partition, struct error *err);

/* The compact assignment of a partition. Owned by the caller. */
enum status porep_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                          const struct porep_c1 *c1, unsigned partition, struct error *err);

#endif
