/* Vanilla proofs of sector updates: one blob a partition, in memory, its reader, its check, its way
 * into the circuit.
 *
 * What the reader accepts has the structure of its sector size (variants, counts, positions, every
 * value below r), so that it can go to the circuit; whether the values fit together is
 * update_vanilla_check. Both variants of the circuit. Source: docs/filecoin.md 2.6, 5.3, 8. */
#ifndef CUZK_FILECOIN_UPDATE_VANILLA_H
#define CUZK_FILECOIN_UPDATE_VANILLA_H

#include "base/threads.h"
#include "filecoin/update_rules.h"

struct update_partition_proof {
    fr comm_c;
    fr *apex_leaves;                            /* update_apex_count */
    struct update_challenge_values *challenges; /* of the shape */
    fr *storage;
};

/* Zeroed, every array in place. Owns; free with update_partition_proof_free. Errors:
 * OUT_OF_MEMORY. */
enum status update_partition_proof_make(struct update_partition_proof *out,
                                        const struct update_shape *shape, struct error *err);
void update_partition_proof_free(struct update_partition_proof *proof); /* a zeroed one is fine */

/* shape: that of the sector. On OK *out is owned by the caller. Errors, with where as in
 * "partition 3, challenge_proofs[7].proof_r_old.data.path.path[2].hashes[1]": BAD_LENGTH (bytes end
 * early), COUNT_MISMATCH, WRONG_TYPE (a variant), INPUT_RANGE (a position), NON_CANONICAL,
 * TRAILING_DATA, OUT_OF_MEMORY. */
enum status update_partition_proof_parse(struct update_partition_proof *out,
                                         const struct update_shape *shape,
                                         const struct sector_shape *sector, const void *bytes,
                                         size_t count, size_t partition, struct error *err);
void update_partition_proof_write(struct bincode_out *out, const struct update_shape *shape,
                                  const struct sector_shape *sector,
                                  const struct update_partition_proof *proof);

/* One partition: comm_r's are hashes of comm_c and the roots; leaves are the challenged ones, and
 * their paths lead to the roots; new leaf = old leaf + data * rho; the apex leaves lead to
 * comm_d_new and every path of tree D goes through them. Reports the first fault. Errors:
 * VANILLA_INVALID, NON_CANONICAL (a commitment), INPUT_RANGE (h). */
enum status update_partition_check(const struct update_shape *shape,
                                   const struct update_statement *statement,
                                   const struct update_partition_proof *proof, uint64_t partition,
                                   struct error *err);

/* All partitions; reports the first faulty one. threads may be NULL. Errors: also COUNT_MISMATCH.
 */
enum status update_vanilla_check(const struct update_shape *shape,
                                 const struct update_statement *statement,
                                 const struct update_partition_proof *proofs, size_t proof_count,
                                 struct threads *threads, struct error *err);

/* The compact assignment of a partition. Owned by the caller. Errors: NON_CANONICAL, INPUT_RANGE,
 * OUT_OF_MEMORY. */
enum status update_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                           const struct update_shape *shape,
                           const struct update_statement *statement,
                           const struct update_partition_proof *proof, uint64_t partition,
                           struct error *err);

#endif
