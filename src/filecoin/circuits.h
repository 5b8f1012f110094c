/* Circuits by name: "porep-2k" .. "porep-64g", "tiny-4k" .. "tiny-32k", "toy-2", "toy-1000". */
#ifndef CUZK_FILECOIN_CIRCUITS_H
#define CUZK_FILECOIN_CIRCUITS_H

#include "filecoin/proof_kinds.h"
#include "r1cs/matrices.h"

/* The matrices of a circuit; owned, free with r1cs_matrices_free. Errors: UNKNOWN_NAME listing the
 * names, OUT_OF_MEMORY. */
enum status circuit_matrices(struct r1cs_matrices *out, const char *name, struct error *err);

/* The file name of the circuit's key without folder and extension: the official v28 name, or the
 * circuit's own name for toys. Errors: UNKNOWN_NAME. */
enum status circuit_key_name(char out[PARAMETER_NAME_MAX], const char *name, struct error *err);

/* Inputs of the circuit, the leading one included, without making its matrices. Errors:
 * UNKNOWN_NAME. */
enum status circuit_input_count(uint32_t *out, const char *name, struct error *err);

#endif
