/* The subcommands that prove from a JSON file of vanilla proofs: `post` and `update`. */
#include "cmd/prove_run.h"

/* Errors: WRONG_TYPE for a file that is the other command's. */
static enum status check_kind(const struct prove_input *input, bool update, struct error *err)
{
    if ((input->vanilla.kind == CIRCUIT_SNAP) != update) {
        return error_set(err, STATUS_WRONG_TYPE, "--in",
                         "the file is for %s, which \"cuzk %s\" proves", input->circuit,
                         update ? "post" : "update");
    }
    return STATUS_OK;
}

static enum status run_kind(int argc, char **argv, bool update, struct common_options *common,
                            json_t **result, struct error *err)
{
    const char *in = NULL;
    struct prove_options prove = {0};
    struct prove_input input = {0};
    bool helped = false;
    const struct command_option options[] = {
        {"in", 0, "FILE", "JSON: the statement and its vanilla proofs", &in, NULL},
        PROVE_OPTIONS(&prove),
        {0},
    };
    enum status status = command_parse(argc, argv, "--in FILE --out FILE", options, common, NULL, 0,
                                       NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = command_require(in, "--in", err);
    if (status == STATUS_OK) {
        status = prove_options_parse(&prove, common, err);
    }
    if (status == STATUS_OK) {
        status = prove_input_read(&input, NULL, in, prove.partition, err);
    }
    if (status == STATUS_OK) {
        status = check_kind(&input, update, err);
    }
    if (status == STATUS_OK) {
        status = prove_run(result, &input, NULL, &prove, common, err);
    }
    prove_input_free(&input);
    return status;
}

static enum status run_post(int argc, char **argv, struct common_options *common, json_t **result,
                            struct error *err)
{
    return run_kind(argc, argv, false, common, result, err);
}

static enum status run_update(int argc, char **argv, struct common_options *common, json_t **result,
                              struct error *err)
{
    return run_kind(argc, argv, true, common, result, err);
}

const struct command command_post = {"post", "proves a WinningPoSt or WindowPoSt", run_post};
const struct command command_update = {"update", "proves a sector update (SnapDeals)", run_update};
