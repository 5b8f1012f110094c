/* One call that proves: options, key, partitions, proofs checked and written, report. What `c2`,
 * `post` and `update` share. */
#ifndef CUZK_CMD_PROVE_RUN_H
#define CUZK_CMD_PROVE_RUN_H

#include "cmd/command.h"
#include "cmd/prove_input.h"
#include "groth16/key.h"
#include "groth16/prove.h"

struct prove_options {
    const char *out, *params, *partition, *fixed_rs, *check;
    struct prove_randomness fixed; /* of fixed_rs */
    enum point_check check_level;
};

/* Rows of a struct command_option table. */
#define PROVE_OPTIONS(options)                                                                     \
    {"out", 'o', "FILE", "the proofs, 192 bytes a partition", &(options)->out, NULL},              \
        {"params", 0, "DIR", "where the keys are", &(options)->params, NULL},                      \
        {"partition", 0, "K", "only this partition", &(options)->partition, NULL},                 \
        {"check",           0,   "LEVEL", "points of the key: curve (default), subgroup or none",  \
         &(options)->check, NULL},                                                                 \
    {                                                                                              \
        "unsafe-fixed-rs", 0, "R,S", "tests only: no fresh randomness", &(options)->fixed_rs, NULL \
    }

/* Turns the texts into values, warns of fixed randomness, refuses an output that exists. Errors:
 * USAGE, FILE_EXISTS and others of file_out_check. */
enum status prove_options_parse(struct prove_options *options, struct common_options *common,
                                struct error *err);

/* Vanilla check, key, proofs, their verification, the output file. identity: of a C1, may be NULL.
 * *result is the report; on VANILLA_INVALID of a PoSt it holds the error and faulty_sectors.
 * Errors: MISSING_KEY and others of the key, VANILLA_INVALID, INTERRUPTED, those of the backend, of
 * prove_finish and of the output. */
enum status prove_run(json_t **result, const struct prove_input *input,
                      const struct seal_identity *identity, const struct prove_options *options,
                      const struct common_options *common, struct error *err);

#endif
