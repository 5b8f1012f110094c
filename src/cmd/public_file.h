/* The file of --public: a list, one a proof, of lists of field elements in hex. */
#ifndef CUZK_CMD_PUBLIC_FILE_H
#define CUZK_CMD_PUBLIC_FILE_H

#include "groth16/verify.h"

/* Reads exactly proof_count lists of input_count elements, end to end, into values. No tree of the
 * JSON is made: memory is bounded by the file's size. Errors: MISSING_FILE, BAD_FILE, IO,
 * TOO_LARGE, BAD_JSON, TRAILING_DATA, WRONG_TYPE, COUNT_MISMATCH, BAD_LENGTH, BAD_ENCODING,
 * INPUT_RANGE. */
enum status public_file_read(fr *values, size_t proof_count, size_t input_count, const char *path,
                             struct error *err);

#endif
