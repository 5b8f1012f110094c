/* Key generation: matrices and secrets become a .params file and the .vk beside it.
 *
 * The file is written from front to back in slices; resident are one field element a row, one a
 * variable, and a table of multiples of each generator. The bytes depend on nothing but matrices
 * and secrets, and are those of the reference's generator for the same secrets. Source:
 * docs/filecoin.md 2.7, 3.2. */
#ifndef CUZK_GROTH16_SETUP_H
#define CUZK_GROTH16_SETUP_H

#include "base/progress.h"
#include "groth16/secrets.h"
#include "r1cs/matrices.h"

/* Both files appear whole or not at all. Progress labels are the sections. Errors: those of
 * setup_secrets_check and file_out_open; WRONG_CIRCUIT when an aux wire occurs in no constraint (no
 * key can bind it) or the domain is beyond NTT_LOG_SIZE_MAX; OUT_OF_MEMORY, IO, INTERRUPTED. */
enum status setup_run(const struct setup_secrets *secrets, const struct r1cs_matrices *matrices,
                      const char *params_path, const char *vk_path, bool force,
                      struct threads *threads, const struct progress *progress, struct error *err);

/* Bytes that setup_run holds at its peak, without the tables of multiples, and length of the
 * .params file. */
uint64_t setup_resident_bytes(const struct r1cs_matrices *matrices);
uint64_t setup_params_bytes(const struct r1cs_matrices *matrices);

#endif
