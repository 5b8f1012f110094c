/* Verification of Groth16 proofs, one or many under one key.
 *
 * A proof is valid when e(A, B) = e(alpha, beta) e(sum x_i ic_i, gamma) e(C, delta). Many are
 * checked as one equation, each weighted by a random 128-bit number, with one final
 * exponentiation; when that fails each is checked alone. Proofs come from formats/proof.h, which
 * has checked their points. Source: docs/filecoin.md 3.5. */
#ifndef CUZK_GROTH16_VERIFY_H
#define CUZK_GROTH16_VERIFY_H

#include "base/threads.h"
#include "curve/pairing.h"
#include "formats/proof.h"
#include "formats/proving_key.h"

struct prepared_vk {
    const struct verifying_key *vk; /* borrowed */
    struct g2_prepared *beta, *gamma, *delta;
};

/* Errors: OUT_OF_MEMORY. */
enum status prepared_vk_make(struct prepared_vk *out, const struct verifying_key *vk,
                             struct error *err);
void prepared_vk_free(struct prepared_vk *prepared); /* zeroed struct is fine */

struct public_inputs { /* of one proof, without the leading one; borrowed */
    const fr *values;
    size_t count;
};

/* 32 bytes little-endian. Errors: INPUT_RANGE, naming the index, when not below r. */
enum status public_input_decode(fr *out, const uint8_t bytes[FR_BYTES], size_t index,
                                struct error *err);

/* Any number of them, end to end; out: count elements. Errors: also BAD_LENGTH (not 32 count
 * bytes). */
enum status public_inputs_decode(fr *out, size_t count, const uint8_t *bytes, size_t byte_count,
                                 struct error *err);

/* Errors: PROOF_INVALID; COUNT_MISMATCH when the key is for another number of inputs;
 * OUT_OF_MEMORY. */
enum status proof_verify(const struct prepared_vk *prepared, const struct proof *proof,
                         const struct public_inputs *inputs, struct threads *threads,
                         struct error *err);

/* inputs[j] belongs to proofs[j]. valid (may be NULL): a verdict a proof, written when the result
 * is OK or PROOF_INVALID. Errors: PROOF_INVALID naming the first bad proof; INVALID_ARGUMENT for
 * count 0; as above, and IO (no random numbers). */
enum status proofs_verify(bool *valid, const struct prepared_vk *prepared,
                          const struct proof *proofs, const struct public_inputs *inputs,
                          size_t count, struct threads *threads, struct error *err);

#endif
