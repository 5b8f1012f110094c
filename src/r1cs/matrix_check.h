/* Are matrices from a file safe to compute with? Private to matrix_file. */
#ifndef CUZK_R1CS_MATRIX_CHECK_H
#define CUZK_R1CS_MATRIX_CHECK_H

#include "r1cs/matrices.h"

/* The counts of the whole, before any array is there. Errors: TOO_LARGE, COUNT_MISMATCH (no input,
 * a dictionary without its first entries). */
enum status matrix_check_counts(const struct r1cs_matrices *matrices, const char *where,
                                struct error *err);

/* All that r1cs_matrices_complete, r1cs_evaluate and the digests rely on: canonical coefficients
 * that begin 1, -1, 2, -2; starts that rise to the number of terms; references and coefficient
 * indices in range; no bits behind the end of a bitmap; instances without gaps that add up to the
 * counts. Errors: NON_CANONICAL, INPUT_RANGE, COUNT_MISMATCH. */
enum status matrix_check(const struct r1cs_matrices *matrices, const char *where,
                         struct error *err);

#endif
