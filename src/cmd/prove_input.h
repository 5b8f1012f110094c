/* What several subcommands prove, verify or make witnesses of: a C1 output (--c1), or a PoSt or
 * sector update (--in). Partitions are numbered within the whole statement. */
#ifndef CUZK_CMD_PROVE_INPUT_H
#define CUZK_CMD_PROVE_INPUT_H

#include "cmd/c1_input.h"
#include "filecoin/circuits.h"
#include "filecoin/post_input.h"
#include "filecoin/vanilla_check.h"

struct prove_input {
    struct c1_input c1;           /* c1.c1 is NULL when read from --in */
    struct vanilla_input vanilla; /* else this one */
    char circuit[CIRCUIT_NAME_MAX];
    size_t first, end;  /* partitions asked for: first .. end - 1 */
    size_t input_count; /* public inputs of a partition, without the leading one */
    double parse_s;
};

/* Exactly one of c1 and in names a file; partition is the option's text or NULL for all. On OK *out
 * is owned by the caller. Errors: USAGE, those of the readers, INPUT_RANGE for a partition that the
 * statement does not have. */
enum status prove_input_read(struct prove_input *out, const char *c1, const char *in,
                             const char *partition, struct error *err);
void prove_input_free(struct prove_input *input); /* a zeroed one is fine */

/* Whether the vanilla proofs hold. identity: of a C1 only, may be NULL. faults: of a PoSt only,
 * owned by the caller also on error. Errors: VANILLA_INVALID, OUT_OF_MEMORY. */
enum status prove_input_check(const struct prove_input *input, const struct seal_identity *identity,
                              struct post_faults *faults, struct threads *threads,
                              struct error *err);

/* input->input_count values as the verifier derives them. Errors: NON_CANONICAL, INPUT_RANGE. */
enum status prove_input_public(fr *out, const struct prove_input *input, size_t partition,
                               struct error *err);

/* Owned by the caller. Errors: those of porep_witness, post_witness, update_witness. */
enum status prove_input_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                                const struct prove_input *input, size_t partition,
                                struct error *err);

#endif
