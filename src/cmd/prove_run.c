#include "cmd/prove_run.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/key_files.h"

/* Everything a run holds; freed in one place. */
struct prove_state {
    const struct prove_input *input;
    struct threads *threads;
    char params_path[KEY_PATH_MAX];
    struct proving_key key;
    struct prepared_vk vk;
    struct r1cs_matrices matrices;
    struct backend *backend;
    struct backend_key *resident;
    size_t count; /* partitions to prove */
    struct proof_sums *sums;
    struct public_inputs *inputs; /* of a partition each */
    fr *values;                   /* count * input_count */
    uint8_t *proofs;
    json_t *partitions;
    double check_s, key_load_s, witness_s, prove_s, verify_s;
};

static void release(struct prove_state *state)
{
    if (state->resident != NULL) {
        state->backend->operations->key_unload(state->backend, state->resident);
    }
    if (state->backend != NULL) {
        state->backend->operations->close(state->backend);
    }
    if (state->sums != NULL) {
        memory_wipe(state->sums, state->count * sizeof *state->sums);
    }
    memory_free(state->sums);
    memory_free(state->inputs);
    memory_free(state->values);
    memory_free(state->proofs);
    json_decref(state->partitions);
    r1cs_matrices_free(&state->matrices);
    prepared_vk_free(&state->vk);
    proving_key_close(&state->key);
    threads_free(state->threads);
}

/* --- options --- */

static enum status fixed_scalar(fr *out, const char *text, size_t length, struct error *err)
{
    char digits[24];
    uint64_t value = 0;
    if (length == 0 || length >= sizeof digits) {
        return error_set(err, STATUS_USAGE, "--unsafe-fixed-rs",
                         "expected two numbers, as in 11,13");
    }
    memcpy(digits, text, length);
    digits[length] = 0;
    enum status status = command_number(&value, digits, UINT64_MAX, "--unsafe-fixed-rs", err);
    if (status == STATUS_OK) {
        fr_from_u64(out, value);
    }
    return status;
}

static enum status parse_fixed(struct prove_options *options, struct error *err)
{
    const char *text = options->fixed_rs;
    const char *comma = strchr(text, ',');
    if (comma == NULL) {
        return error_set(err, STATUS_USAGE, "--unsafe-fixed-rs", "found \"%s\", expected R,S",
                         text);
    }
    enum status status = fixed_scalar(&options->fixed.r, text, (size_t)(comma - text), err);
    if (status == STATUS_OK) {
        status = fixed_scalar(&options->fixed.s, comma + 1, strlen(comma + 1), err);
    }
    fputs("cuzk: warning: --unsafe-fixed-rs: this proof is not zero-knowledge; for tests only\n",
          stderr);
    return status;
}

enum status prove_options_parse(struct prove_options *options, struct common_options *common,
                                struct error *err)
{
    enum status status = command_require(options->out, "--out", err);
    if (status == STATUS_OK) {
        status = point_check_parse(&options->check_level,
                                   options->check != NULL ? options->check : "curve", err);
    }
    if (status == STATUS_OK && options->fixed_rs != NULL) {
        status = parse_fixed(options, err);
    }
    if (status == STATUS_OK) {
        status = command_output(options->out, common, err);
    }
    return status == STATUS_OK ? file_out_check(options->out, common->force, err) : status;
}

/* --- before the proof --- */

/* An error document like any other, with all faulty sectors. */
static json_t *faulty(const struct post_faults *faults, const struct error *err)
{
    json_t *list = json_array();
    for (size_t i = 0; i < faults->count; i++) {
        json_array_append_new(list, json_integer((json_int_t)faults->sectors[i]));
    }
    return json_pack("{s:{s:s, s:s, s:o, s:o}, s:o}", "error", "class",
                     error_class_name(status_class(err->status)), "code", status_name(err->status),
                     "message", command_text(err->message), "where", command_text(err->where),
                     "faulty_sectors", list);
}

/* What must be wrong before minutes of work are spent. */
static enum status check_input(json_t **result, struct prove_state *state,
                               const struct seal_identity *identity,
                               const struct prove_options *options, struct error *err)
{
    const char *circuit = state->input->circuit;
    struct post_faults faults = {0};
    enum status status =
        key_path(state->params_path, key_folder(options->params), circuit, "params", err);
    if (status == STATUS_OK) {
        status = key_require(state->params_path, circuit, err);
    }
    if (status == STATUS_OK) {
        double start = clock_wall_s();
        status = prove_input_check(state->input, identity, &faults, state->threads, err);
        state->check_s = clock_wall_s() - start;
    }
    if (status == STATUS_VANILLA_INVALID && faults.count > 0) {
        *result = faulty(&faults, err);
    }
    post_faults_free(&faults);
    return status;
}

static enum status load_key(struct prove_state *state, const struct prove_options *options,
                            const struct progress *progress, struct error *err)
{
    double start = clock_wall_s();
    enum status status = circuit_matrices(&state->matrices, state->input->circuit, err);
    if (status == STATUS_OK) {
        status = proving_key_open(&state->key, state->params_path, err);
    }
    if (status == STATUS_OK) {
        status = key_check_circuit(&state->key, &state->matrices, err);
    }
    if (status == STATUS_OK) {
        status = key_check_points(&state->key, options->check_level, state->threads, progress, err);
    }
    if (status == STATUS_OK) {
        status = prepared_vk_make(&state->vk, &state->key.vk, err);
    }
    if (status == STATUS_OK) {
        status = cpu_backend_open(&state->backend, state->threads, err);
    }
    if (status == STATUS_OK) {
        status = state->backend->operations->key_load(state->backend, &state->resident,
                                                      &state->matrices, &state->key, progress, err);
    }
    state->key_load_s = clock_wall_s() - start;
    return status;
}

static enum status make_room(struct prove_state *state, struct error *err)
{
    size_t each = state->input->input_count;
    state->partitions = json_array();
    enum status status = memory_alloc((void **)&state->values, state->count, each * sizeof(fr),
                                      "public inputs", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&state->inputs, state->count, sizeof *state->inputs,
                              "public inputs", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&state->sums, state->count, sizeof *state->sums,
                              "proof sums", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&state->proofs, state->count, PROOF_BYTES, "proofs", err);
    }
    for (size_t i = 0; i < state->count && status == STATUS_OK; i++) {
        state->inputs[i] = (struct public_inputs){state->values + i * each, each};
        status = prove_input_public(state->values + i * each, state->input, state->input->first + i,
                                    err);
    }
    return status;
}

/* --- the proof --- */

static enum status prove_sums(struct prove_state *state, const struct assignment *assignment,
                              struct proof_sums *sums, const struct progress *progress,
                              struct error *err)
{
    const struct backend_operations *operations = state->backend->operations;
    struct backend_job *job = NULL;
    struct backend_timings timings;
    enum status status =
        operations->prove_start(state->backend, &job, state->resident, &assignment, 1, err);
    if (status == STATUS_OK) {
        status = operations->prove_wait(state->backend, job, sums, &timings, progress, err);
    }
    return status;
}

static enum status prove_partition(struct prove_state *state, size_t number,
                                   const struct progress *progress, struct error *err)
{
    struct assignment assignment = {0};
    size_t partition = state->input->first + number;
    double start = clock_wall_s();
    enum status status =
        prove_input_witness(&assignment, &state->matrices, state->input, partition, err);
    double witnessed = clock_wall_s();
    if (status == STATUS_OK) {
        status = prove_sums(state, &assignment, &state->sums[number], progress, err);
    }
    double proved = clock_wall_s();
    assignment_free(&assignment);
    state->witness_s += witnessed - start;
    state->prove_s += proved - witnessed;
    json_array_append_new(state->partitions,
                          json_pack("{s:I, s:f, s:f}", "index", (json_int_t)partition, "witness_s",
                                    witnessed - start, "prove_s", proved - witnessed));
    return status;
}

static enum status prove_partitions(struct prove_state *state, const struct progress *progress,
                                    struct error *err)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < state->count && status == STATUS_OK; i++) {
        if (!progress_step(progress, "partitions", i, state->count)) {
            return error_set(err, STATUS_INTERRUPTED, state->input->circuit,
                             "stopped before partition %zu", i);
        }
        status = prove_partition(state, i, progress, err);
    }
    return status;
}

static enum status finish(struct prove_state *state, const struct prove_options *options,
                          struct error *err)
{
    double start = clock_wall_s();
    /* First, because a key written to meanwhile is why a proof would fail. */
    enum status status = file_in_check_unchanged(state->key.file, err);
    if (status == STATUS_OK) {
        status =
            prove_finish(state->proofs, &state->vk, state->sums, state->inputs, state->count,
                         options->fixed_rs != NULL ? &options->fixed : NULL, state->threads, err);
    }
    state->verify_s = clock_wall_s() - start;
    if (status == STATUS_OK && command_interrupted()) {
        status = error_set(err, STATUS_INTERRUPTED, state->input->circuit,
                           "stopped before the proof was written");
    }
    return status;
}

static enum status write_proofs(struct prove_state *state, const struct prove_options *options,
                                const struct common_options *common, struct error *err)
{
    struct file_out *file = NULL;
    enum status status = file_out_open(&file, options->out, common->force, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = file_out_write(file, state->proofs, state->count * PROOF_BYTES, err);
    if (status != STATUS_OK) {
        file_out_discard(file);
        return status;
    }
    return file_out_commit(file, err);
}

static json_t *report(struct prove_state *state, const struct prove_options *options,
                      double total_s)
{
    struct backend_description device;
    char hex[2 * PROOF_BYTES + 1];
    state->backend->operations->describe(state->backend, &device);
    for (size_t i = 0; i < state->count; i++) {
        hex_encode(hex, state->proofs + i * PROOF_BYTES, PROOF_BYTES);
        json_object_set_new(json_array_get(state->partitions, i), "proof", json_string(hex));
    }
    return json_pack("{s:s, s:O, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:s, s:s, s:b}", "circuit",
                     state->input->circuit, "partitions", state->partitions, "parse_s",
                     state->input->parse_s, "check_s", state->check_s, "witness_s",
                     state->witness_s, "prove_s", state->prove_s, "verify_s", state->verify_s,
                     "key_load_s", state->key_load_s, "total_s", total_s, "peak_rss_bytes",
                     (json_int_t)memory_peak_rss_bytes(), "backend", device.name, "device",
                     device.device, "unsafe_fixed_rs", options->fixed_rs != NULL);
}

enum status prove_run(json_t **result, const struct prove_input *input,
                      const struct seal_identity *identity, const struct prove_options *options,
                      const struct common_options *common, struct error *err)
{
    struct prove_state state = {.input = input, .count = input->end - input->first};
    const struct progress *progress = command_progress(common);
    double start = clock_wall_s();
    enum status status = threads_make(&state.threads, common->threads, err);
    if (status == STATUS_OK) {
        status = check_input(result, &state, identity, options, err);
    }
    if (status == STATUS_OK) {
        status = make_room(&state, err);
    }
    if (status == STATUS_OK) {
        status = load_key(&state, options, progress, err);
    }
    if (status == STATUS_OK) {
        status = prove_partitions(&state, progress, err);
    }
    if (status == STATUS_OK) {
        status = finish(&state, options, err);
    }
    if (status == STATUS_OK) {
        status = write_proofs(&state, options, common, err);
    }
    if (status == STATUS_OK) {
        *result = report(&state, options, input->parse_s + clock_wall_s() - start);
    }
    release(&state);
    return status;
}
