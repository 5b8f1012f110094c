/* A proving key against the circuit it is said to be for, and its points against the curve. */
#ifndef CUZK_GROTH16_KEY_H
#define CUZK_GROTH16_KEY_H

#include "base/progress.h"
#include "formats/proving_key.h"
#include "r1cs/matrices.h"

/* Counts only. Errors: COUNT_MISMATCH naming the section and both counts; WRONG_CIRCUIT when the
 * domain is beyond NTT_LOG_SIZE_MAX. */
enum status key_check_circuit(const struct proving_key *key, const struct r1cs_matrices *matrices,
                              struct error *err);

/* Every point of the five vectors (those of the vk are checked when the key is opened), with
 * POINT_CHECK_NONE (nothing is read), _CURVE or _SUBGROUP. Multi-threaded, in bounded memory.
 * Errors: those of points, naming section and index; FILE_CHANGED, IO, INTERRUPTED. */
enum status key_check_points(const struct proving_key *key, enum point_check check,
                             struct threads *threads, const struct progress *progress,
                             struct error *err);

/* "none", "curve", "subgroup". Errors: UNKNOWN_NAME. */
enum status point_check_parse(enum point_check *out, const char *name, struct error *err);

#endif
