/* JSON files that hold a PoSt or a sector update to be proved: what is public, and the vanilla
 * proofs in base64.
 *
 * PoSt: registered_post_proof, randomness, prover_id or miner_id, sectors [{sector, comm_r}],
 * vanilla_proofs_base64 (one a sector, in the same order). Update: registered_update_proof,
 * comm_r_old, comm_d_new, comm_r_new, vanilla_proofs_base64 (one a partition); optionally h and
 * sector_size. 32-byte values are hex, little-endian. Other fields are ignored. */
#ifndef CUZK_FILECOIN_POST_INPUT_H
#define CUZK_FILECOIN_POST_INPUT_H

#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"

#define VANILLA_INPUT_BYTES_MAX ((size_t)1 << 30) /* 2349 sectors of 32 GiB: 78 MB a partition */

struct post_input {
    struct post_statement statement;
    struct post_sector_proof *proofs; /* one a sector */
};

struct update_input {
    struct update_statement statement;
    struct update_shape shape;
    struct update_partition_proof *proofs; /* one a partition */
    size_t proof_count;
};

struct vanilla_input {
    enum circuit_kind kind; /* CIRCUIT_WINNING, CIRCUIT_WINDOW or CIRCUIT_SNAP */
    const struct sector_shape *sector;
    struct post_input post;
    struct update_input update;
};

/* A file, or standard input for "-". On OK *out is owned by the caller. Errors: those of the
 * vanilla proofs' readers, of post_statement_check, of file_read_all; BAD_JSON with the place,
 * DUPLICATE_FIELD, MISSING_FIELD, WRONG_TYPE, BAD_LENGTH and BAD_ENCODING (hex), BAD_BASE64 (with
 * the list's index), INPUT_RANGE, COUNT_MISMATCH, UNKNOWN_NAME, NON_CANONICAL. */
enum status vanilla_input_read(struct vanilla_input *out, const char *path, struct error *err);

/* The same from memory. */
enum status vanilla_input_parse(struct vanilla_input *out, const void *bytes, size_t count,
                                struct error *err);
void vanilla_input_free(struct vanilla_input *input); /* a zeroed one is fine */

#endif
