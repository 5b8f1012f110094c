/* The matrices of a circuit in a file, so that a large circuit is made once a machine.
 *
 * The file holds what cannot be computed from the rest (dictionary, blocks, instances) and a
 * SHA-256 of all of it; bitmaps and counts are computed again when it is read. Every index is
 * checked, so no file, however made, leads to an access out of range; the digest finds damage, it
 * does not prove where the file is from. Source: docs/formats.md, Matrices. */
#ifndef CUZK_R1CS_MATRIX_FILE_H
#define CUZK_R1CS_MATRIX_FILE_H

#include "r1cs/matrices.h"

#define MATRIX_FILE_NAME_MAX 32 /* of a circuit's name, with its final zero */

/* Larger counts are refused: far above any circuit, small enough that what is computed from a file
 * stays in proportion to a real one. */
#define MATRIX_FILE_ROWS_MAX      ((uint32_t)1 << 29)
#define MATRIX_FILE_WIRES_MAX     ((uint32_t)1 << 29) /* aux or inputs: WIRE_INDEX_MAX + 1 */
#define MATRIX_FILE_BLOCKS_MAX    ((uint32_t)1 << 10)
#define MATRIX_FILE_INSTANCES_MAX ((uint32_t)1 << 20)

/* What a file is for. A file of another name or revision is another circuit's. */
struct matrix_file_id {
    const char *circuit; /* shorter than MATRIX_FILE_NAME_MAX */
    uint32_t revision;   /* of the code that describes the circuit */
};

/* Errors: those of file_out, INVALID_ARGUMENT (name too long), TOO_LARGE. */
enum status matrix_file_write(const struct r1cs_matrices *matrices, const struct matrix_file_id *id,
                              const char *path, bool force, struct error *err);

/* Owned, free with r1cs_matrices_free. Errors: MISSING_FILE; BAD_FILE (no such file at all),
 * UNSUPPORTED (format version), WRONG_CIRCUIT, BAD_LENGTH (cut short or grown), TOO_LARGE,
 * SECTION_SIZE (counts that the length does not hold), TRAILING_DATA, DIGEST_MISMATCH; behind a
 * good digest COUNT_MISMATCH, INPUT_RANGE and NON_CANONICAL naming what is wrong; FILE_CHANGED, IO,
 * OUT_OF_MEMORY. */
enum status matrix_file_read(struct r1cs_matrices *out, const struct matrix_file_id *id,
                             const char *path, struct error *err);

#endif
