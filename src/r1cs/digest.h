/* Digests that name a circuit or a witness, for comparison with other implementations.
 *
 * All are SHA-256. Circuit: for each constraint in order, for each of A, B, C: u32 LE number of
 * terms, then the terms, inputs before aux by rising index: u8 kind (0 input, 1 aux), u32 LE index,
 * 32-byte LE canonical coefficient. Appended input rows are no part of it. Witness: the values in
 * order, 32-byte LE canonical. Everything streams: no expanded copy is made. Source:
 * docs/formats.md, Digests. */
#ifndef CUZK_R1CS_DIGEST_H
#define CUZK_R1CS_DIGEST_H

#include "hash/sha256.h"
#include "r1cs/assignment.h"

/* Called with the digest of the stream so far each time `at` (constraints, or values) is a multiple
 * of the interval. */
struct digest_checkpoints {
    uint64_t every;
    void (*reached)(void *context, uint64_t at, const uint8_t digest[SHA256_BYTES]);
    void *context;
};

/* checkpoints may be NULL. Errors: OUT_OF_MEMORY. */
enum status r1cs_digest(uint8_t out[SHA256_BYTES], const struct r1cs_matrices *matrices,
                        const struct digest_checkpoints *checkpoints, struct error *err);

/* Digest of each density set: bit i in bit i mod 8 of byte i / 8, ceil(n / 8) bytes. */
struct density_digests {
    uint8_t a_aux[SHA256_BYTES], b_input[SHA256_BYTES], b_aux[SHA256_BYTES];
};
void r1cs_density_digests(struct density_digests *out, const struct r1cs_matrices *matrices);

/* Aux values. */
void witness_digest(uint8_t out[SHA256_BYTES], const struct assignment *assignment,
                    const struct r1cs_matrices *matrices,
                    const struct digest_checkpoints *checkpoints);

/* Inputs, the leading one included. */
void witness_inputs_digest(uint8_t out[SHA256_BYTES], const struct assignment *assignment);

#endif
