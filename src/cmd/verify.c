#include "groth16/verify.h"

#include <string.h>

#include "base/memory.h"
#include "cmd/command.h"
#include "cmd/key_files.h"
#include "cmd/prove_input.h"
#include "cmd/public_file.h"

struct verify_arguments {
    const char *circuit, *vk, *params, *c1, *in, *public, *proof;
};

struct verify_run {
    struct threads *threads;
    struct verifying_key vk;
    struct prepared_vk prepared;
    struct proof *proofs;
    size_t proof_count;
    struct public_inputs *inputs; /* a proof */
    size_t input_lists;
    fr *values; /* of all lists */
};

static void release(struct verify_run *run)
{
    memory_free(run->values);
    memory_free(run->inputs);
    memory_free(run->proofs);
    prepared_vk_free(&run->prepared);
    verifying_key_free(&run->vk);
    threads_free(run->threads);
}

static enum status load_vk(struct verify_run *run, const struct verify_arguments *arguments,
                           struct error *err)
{
    char path[KEY_PATH_MAX];
    uint32_t expected = 0;
    enum status status = command_require(arguments->circuit, "--circuit", err);
    if (status == STATUS_OK) {
        status = circuit_input_count(&expected, arguments->circuit, err);
    }
    if (status == STATUS_OK && arguments->vk == NULL) {
        status = key_path(path, key_folder(arguments->params), arguments->circuit, "vk", err);
        if (status == STATUS_OK) {
            status = key_require(path, arguments->circuit, err);
        }
    }
    if (status == STATUS_OK) {
        status = verifying_key_read(&run->vk, arguments->vk != NULL ? arguments->vk : path, err);
    }
    if (status == STATUS_OK && run->vk.ic_count != expected) {
        return error_set(err, STATUS_WRONG_CIRCUIT, arguments->circuit,
                         "the key is for %u inputs, the circuit has %u", run->vk.ic_count,
                         expected);
    }
    return status == STATUS_OK ? prepared_vk_make(&run->prepared, &run->vk, err) : status;
}

/* Errors: WRONG_CIRCUIT. */
static enum status check_circuit(const struct prove_input *input, const char *circuit,
                                 struct error *err)
{
    char name[CIRCUIT_NAME_MAX];
    enum status status = circuit_canonical_name(name, circuit, err);
    if (status == STATUS_OK && strcmp(input->circuit, name) != 0) {
        status = error_set(err, STATUS_WRONG_CIRCUIT, input->c1.c1 != NULL ? "--c1" : "--in",
                           "the statement is for %s, --circuit says %s", input->circuit, circuit);
    }
    return status;
}

static enum status inputs_of_statement(struct verify_run *run,
                                       const struct verify_arguments *arguments, struct error *err)
{
    struct prove_input input = {0};
    enum status status = prove_input_read(&input, arguments->c1, arguments->in, NULL, err);
    if (status == STATUS_OK) {
        status = check_circuit(&input, arguments->circuit, err);
    }
    size_t each = input.input_count;
    run->input_lists = input.end;
    if (status == STATUS_OK) {
        status =
            memory_alloc((void **)&run->values, run->input_lists, each * sizeof(fr), "inputs", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&run->inputs, run->input_lists, sizeof *run->inputs,
                              "inputs", err);
    }
    for (size_t k = 0; k < input.end && status == STATUS_OK; k++) {
        run->inputs[k] = (struct public_inputs){run->values + k * each, each};
        status = prove_input_public(run->values + k * each, &input, k, err);
    }
    prove_input_free(&input);
    return status;
}

static enum status inputs_of_file(struct verify_run *run, const char *path, struct error *err)
{
    size_t each = run->vk.ic_count - 1;
    run->input_lists = run->proof_count;
    enum status status =
        memory_alloc((void **)&run->values, run->input_lists * each, sizeof(fr), "inputs", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&run->inputs, run->input_lists, sizeof *run->inputs,
                              "inputs", err);
    }
    for (size_t i = 0; i < run->input_lists && status == STATUS_OK; i++) {
        run->inputs[i] = (struct public_inputs){run->values + i * each, each};
    }
    return status == STATUS_OK ? public_file_read(run->values, run->proof_count, each, path, err)
                               : status;
}

static enum status load_inputs(struct verify_run *run, const struct verify_arguments *arguments,
                               struct error *err)
{
    int given = (arguments->c1 != NULL) + (arguments->in != NULL) + (arguments->public != NULL);
    if (given != 1) {
        return error_set(err, STATUS_USAGE, "verify",
                         "exactly one of --c1, --in and --public is required");
    }
    enum status status = arguments->public == NULL ? inputs_of_statement(run, arguments, err)
                                                   : inputs_of_file(run, arguments->public, err);
    if (status == STATUS_OK && run->input_lists != run->proof_count) {
        status =
            error_set(err, STATUS_COUNT_MISMATCH, arguments->proof,
                      "%zu proofs of 192 bytes, inputs of %zu", run->proof_count, run->input_lists);
    }
    return status;
}

static json_t *report(const bool *valid, size_t count)
{
    json_t *list = json_array();
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, json_boolean(valid[i]));
        all = all && valid[i];
    }
    return json_pack("{s:b, s:o, s:I}", "valid", all, "proofs", list, "peak_rss_bytes",
                     (json_int_t)memory_peak_rss_bytes());
}

static enum status verify(struct verify_run *run, json_t **result, struct error *err)
{
    bool *valid = NULL;
    enum status status =
        memory_alloc((void **)&valid, run->proof_count, sizeof *valid, "verdicts", err);
    if (status != STATUS_OK) {
        return status;
    }
    status = proofs_verify(valid, &run->prepared, run->proofs, run->inputs, run->proof_count,
                           run->threads, err);
    if (status == STATUS_OK || status == STATUS_PROOF_INVALID) {
        *result = report(valid, run->proof_count);
    }
    memory_free(valid);
    return status;
}

/* A proof of the right length whose points are no points is invalid, not unreadable. */
static enum status load_proofs(struct verify_run *run, const char *path, json_t **result,
                               struct error *err)
{
    struct error cause = {0};
    enum status status = proofs_read(&run->proofs, &run->proof_count, path, &cause);
    switch (status) {
    case STATUS_BAD_ENCODING:
    case STATUS_NON_CANONICAL:
    case STATUS_NOT_ON_CURVE:
    case STATUS_NOT_IN_SUBGROUP:
    case STATUS_POINT_AT_INFINITY:
        *result = json_pack("{s:b, s:[], s:s}", "valid", 0, "proofs", "fault", status_name(status));
        return error_set(err, STATUS_PROOF_INVALID, cause.where, "%s: %s", status_name(status),
                         cause.message);
    default:
        if (err != NULL) {
            *err = cause;
        }
        return status;
    }
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct verify_arguments arguments = {0};
    struct verify_run state = {0};
    bool helped = false;
    const struct command_option options[] = {
        {"circuit", 0, "NAME", "what the proofs are for", &arguments.circuit, NULL},
        {"vk", 0, "FILE", "verifying key", &arguments.vk, NULL},
        {"params", 0, "DIR", "where keys are, instead of --vk", &arguments.params, NULL},
        {"c1", 0, "FILE", "derive the public inputs from this C1", &arguments.c1, NULL},
        {"in", 0, "FILE", "derive them from this PoSt or sector update", &arguments.in, NULL},
        {"public", 0, "FILE", "public inputs: a list a proof, of hex", &arguments.public, NULL},
        {"proof", 0, "FILE", "n x 192 bytes", &arguments.proof, NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "--circuit NAME --proof FILE", options, common,
                                       NULL, 0, NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = command_require(arguments.proof, "--proof", err);
    if (status == STATUS_OK) {
        status = threads_make(&state.threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = load_vk(&state, &arguments, err);
    }
    if (status == STATUS_OK) {
        status = load_proofs(&state, arguments.proof, result, err);
    }
    if (status == STATUS_OK) {
        status = load_inputs(&state, &arguments, err);
    }
    if (status == STATUS_OK) {
        status = verify(&state, result, err);
    }
    release(&state);
    return status;
}

const struct command command_verify = {"verify", "checks proofs against a key and a statement",
                                       run};
