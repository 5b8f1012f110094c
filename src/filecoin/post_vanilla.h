/* Vanilla proofs of PoSt: one blob a sector, in memory, its reader, its check, its way into the
 * circuit.
 *
 * What the reader accepts has the structure of its registered proof (variants, counts, positions,
 * every value below r), so that it can go to the circuit; whether the values fit together and
 * answer the right challenges is post_vanilla_check. Source: docs/filecoin.md 2.5, 5.2, 8. */
#ifndef CUZK_FILECOIN_POST_VANILLA_H
#define CUZK_FILECOIN_POST_VANILLA_H

#include "base/threads.h"
#include "filecoin/post_circuit.h"
#include "filecoin/post_rules.h"

struct post_sector_proof {
    uint64_t sector;
    fr comm_r, comm_c, comm_r_last;
    struct merkle_proof *proofs; /* post_challenges_per_sector */
    fr *storage;
};

/* Zeroed, every array in place. Owns; free with post_sector_proof_free. Errors: OUT_OF_MEMORY. */
enum status post_sector_proof_make(struct post_sector_proof *out, const struct post_proof *proof,
                                   struct error *err);
void post_sector_proof_free(struct post_sector_proof *proof); /* a zeroed one is fine */

/* position: place among all blobs, named in errors until the sector is known. On OK *out is owned
 * by the caller. Errors, with where as in "sector 101,
 * inclusion_proofs[3].data.base_proof.path[2].hashes[1]": BAD_LENGTH (bytes end early),
 * COUNT_MISMATCH, WRONG_TYPE (a variant), INPUT_RANGE (a position), NON_CANONICAL, TRAILING_DATA,
 * OUT_OF_MEMORY. */
enum status post_sector_proof_parse(struct post_sector_proof *out, const struct post_proof *proof,
                                    const void *bytes, size_t count, size_t position,
                                    struct error *err);
void post_sector_proof_write(struct bincode_out *out, const struct post_proof *proof,
                             const struct post_sector_proof *sector);

/* --- check --- */

struct post_faults {
    uint64_t *sectors; /* ids, rising */
    size_t count;
};
void post_faults_free(struct post_faults *faults);

/* proofs[i] is that of statement->sectors[i]: same id and comm_r, comm_r = H(comm_c, comm_r_last),
 * each leaf is the challenged one and leads to comm_r_last. All faulty sectors are reported: in the
 * message (as many as fit) and, unless NULL, in *faults (owned by the caller, also on error).
 * threads may be NULL. Errors: those of post_statement_check, VANILLA_INVALID, OUT_OF_MEMORY. */
enum status post_vanilla_check(struct post_faults *faults, const struct post_statement *statement,
                               const struct post_sector_proof *proofs, struct threads *threads,
                               struct error *err);

/* --- the circuit --- */

/* The sectors of a partition, padded; they borrow from proofs. *out has post_partition_sectors
 * elements, freed with memory_free. Errors: INPUT_RANGE (no such partition), OUT_OF_MEMORY. */
enum status post_partition_values(struct post_sector_values **out, const struct post_proof *proof,
                                  const struct post_sector_proof *proofs, size_t proof_count,
                                  size_t partition, struct error *err);

/* The compact assignment of a partition. Owned by the caller. */
enum status post_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                         const struct post_proof *proof, const struct post_sector_proof *proofs,
                         size_t proof_count, size_t partition, struct error *err);

#endif
