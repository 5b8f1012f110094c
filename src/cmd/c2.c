#include "cmd/prove_run.h"

struct c2_arguments {
    const char *c1, *miner_id, *sector_id;
    struct prove_options prove;
    struct seal_identity identity;
};

static enum status parse_identity(struct c2_arguments *arguments, struct error *err)
{
    enum status status = STATUS_OK;
    if (arguments->miner_id != NULL) {
        status = command_number(&arguments->identity.miner_id, arguments->miner_id, UINT64_MAX,
                                "--miner-id", err);
    }
    if (status == STATUS_OK && arguments->sector_id != NULL) {
        status = command_number(&arguments->identity.sector_number, arguments->sector_id,
                                UINT64_MAX, "--sector-id", err);
    }
    if (status == STATUS_OK && arguments->sector_id != NULL && arguments->miner_id == NULL) {
        status = error_set(err, STATUS_USAGE, "--sector-id", "--sector-id needs --miner-id");
    }
    return status;
}

/* The C1's own sector number stands in for --sector-id. */
static enum status complete_identity(struct c2_arguments *arguments, const struct porep_c1 *c1,
                                     struct error *err)
{
    if (arguments->miner_id == NULL || arguments->sector_id != NULL) {
        return STATUS_OK;
    }
    if (!c1->wrapped) {
        return error_set(err, STATUS_USAGE, "--miner-id",
                         "needs --sector-id: this C1 has no SectorNum");
    }
    arguments->identity.sector_number = (uint64_t)c1->sector_number;
    return STATUS_OK;
}

static enum status prove_c1(json_t **result, struct c2_arguments *arguments,
                            const struct common_options *common, struct error *err)
{
    struct prove_input input = {0};
    enum status status =
        prove_input_read(&input, arguments->c1, NULL, arguments->prove.partition, err);
    if (status == STATUS_OK) {
        status = complete_identity(arguments, input.c1.c1, err);
    }
    if (status == STATUS_OK) {
        status =
            prove_run(result, &input, arguments->miner_id != NULL ? &arguments->identity : NULL,
                      &arguments->prove, common, err);
    }
    prove_input_free(&input);
    return status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct c2_arguments arguments = {0};
    bool helped = false;
    const struct command_option options[] = {
        {"c1", 0, "FILE", "C1 output, wrapped or not", &arguments.c1, NULL},
        PROVE_OPTIONS(&arguments.prove),
        {"miner-id", 0, "M", "check that the sector is this miner's", &arguments.miner_id, NULL},
        {"sector-id", 0, "N", "sector number (else the C1's SectorNum)", &arguments.sector_id,
         NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "--c1 FILE --out FILE", options, common, NULL, 0,
                                       NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = command_require(arguments.c1, "--c1", err);
    if (status == STATUS_OK) {
        status = parse_identity(&arguments, err);
    }
    if (status == STATUS_OK) {
        status = prove_options_parse(&arguments.prove, common, err);
    }
    return status == STATUS_OK ? prove_c1(result, &arguments, common, err) : status;
}

const struct command command_c2 = {"c2", "proves a sealed sector: C1 output to Groth16 proofs",
                                   run};
