/* Circuits by name: "porep-2k" .. "porep-64g", "winning-2k", "window-2k", "update-2k",
 * "update-poseidon-2k" .. of the same sizes, "tiny-4k" .. "tiny-32k" (PoRep), "toy-2", "toy-1000".
 * Aliases: "wpost-" is "window-", "snap-" is "update-". */
#ifndef CUZK_FILECOIN_CIRCUITS_H
#define CUZK_FILECOIN_CIRCUITS_H

#include "filecoin/proof_kinds.h"
#include "r1cs/matrices.h"

#define CIRCUIT_NAME_MAX 40

/* "window-32g" for CIRCUIT_WINDOW of 32 GiB. */
void circuit_name(char out[CIRCUIT_NAME_MAX], enum circuit_kind kind,
                  const struct sector_shape *sector);

/* The name that an alias stands for; other names as they are. Errors: UNKNOWN_NAME. */
enum status circuit_canonical_name(char out[CIRCUIT_NAME_MAX], const char *name, struct error *err);

/* The matrices of a circuit; owned, free with r1cs_matrices_free. Errors: UNKNOWN_NAME listing the
 * names, OUT_OF_MEMORY. */
enum status circuit_matrices(struct r1cs_matrices *out, const char *name, struct error *err);

/* Goes up when the constraints, the order of wires or the blocks of any circuit change: files of an
 * older revision are made again. */
#define CIRCUITS_REVISION 1

/* What the cache did. */
struct circuit_cache_use {
    bool loaded;  /* the matrices come from the file */
    bool written; /* they were made, and the file is new */
    struct error
        warning; /* why the file was not used, or not written; status OK when all is well */
};

/* The same, by way of the file FOLDER/NAME.matrices (r1cs/matrix_file.h): read when it is good,
 * else made and written. A file that is bad, or a folder that cannot be written, is a warning, not
 * an error; a file that is not there is neither. `use` may be NULL. Errors: as above. */
enum status circuit_matrices_cached(struct r1cs_matrices *out, const char *name, const char *folder,
                                    struct circuit_cache_use *use, struct error *err);

/* The file name of the circuit's key without folder and extension: the official v28 name, or the
 * circuit's own name for toys. Errors: UNKNOWN_NAME. */
enum status circuit_key_name(char out[PARAMETER_NAME_MAX], const char *name, struct error *err);

/* Inputs of the circuit, the leading one included, without making its matrices. Errors:
 * UNKNOWN_NAME. */
enum status circuit_input_count(uint32_t *out, const char *name, struct error *err);

#endif
