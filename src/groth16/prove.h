/* From assignments to checked proofs, on whatever backend.
 *
 * The backend makes five sums a proof; here they are blinded with fresh r and s, assembled,
 * encoded, read back and verified under the key's own vk before they are handed out. Source:
 * docs/filecoin.md 3.3. */
#ifndef CUZK_GROTH16_PROVE_H
#define CUZK_GROTH16_PROVE_H

#include "groth16/backend.h"
#include "groth16/verify.h"

/* The blinding of one proof. Secret; never used twice. */
struct prove_randomness {
    fr r, s;
};

/* Uniform. Errors: IO. */
enum status prove_randomness_draw(struct prove_randomness *out, struct error *err);

/* A = alpha + a + [r] delta, B = beta + b2 + [s] delta,
 * C = [s](alpha + a) + [r](beta + b1) + [rs] delta + h + l. Wipes what it unblinds. */
void proof_assemble(struct proof *out, const struct verifying_key *vk,
                    const struct proof_sums *sums, const struct prove_randomness *randomness);

/* UNSATISFIED, naming the assignment, the first constraint it breaks and how many; otherwise the
 * errors of r1cs_check. */
enum status prove_check_satisfied(const struct r1cs_matrices *matrices,
                                  const struct assignment *const *assignments, size_t count,
                                  struct threads *threads, struct error *err);

/* The common end of a job: sums of `count` proofs to proofs, PROOF_BYTES each. unsafe_randomness:
 * NULL for fresh r, s a proof; else these for every proof, which tests want and which gives the
 * witness away when used twice. inputs: what each proof must hold for, and is verified against.
 * Wipes the sums. Errors: SELF_CHECK naming the first proof that does not hold (nothing is written
 * then); IO, OUT_OF_MEMORY, COUNT_MISMATCH. */
enum status prove_finish(uint8_t *proofs, const struct prepared_vk *vk, struct proof_sums *sums,
                         const struct public_inputs *inputs, size_t count,
                         const struct prove_randomness *unsafe_randomness, struct threads *threads,
                         struct error *err);

struct prover { /* all borrowed */
    struct backend *backend;
    struct backend_key *key;
    const struct r1cs_matrices *matrices;
    const struct prepared_vk *vk;
    struct threads *threads;
};

/* The whole way for assignments of one circuit. check_satisfied: look for a broken constraint
 * first, so that a wrong witness is named as such at once. timings may be NULL. Errors: those of
 * prove_check_satisfied, of the backend, and of prove_finish. */
enum status prove(const struct prover *prover, uint8_t *proofs,
                  const struct assignment *const *assignments, size_t count, bool check_satisfied,
                  const struct prove_randomness *unsafe_randomness, struct backend_timings *timings,
                  struct error *err);

#endif
