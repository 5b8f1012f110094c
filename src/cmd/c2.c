#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/c1_input.h"
#include "cmd/command.h"
#include "cmd/key_files.h"
#include "filecoin/circuits.h"
#include "filecoin/porep_witness.h"
#include "filecoin/vanilla_check.h"
#include "groth16/key.h"
#include "groth16/prove.h"

struct c2_arguments {
    const char *c1, *out, *params, *partition, *miner_id, *sector_id, *fixed_rs, *check;
    struct prove_randomness fixed;
    struct seal_identity identity;
    enum point_check check_level;
};

/* Everything a run holds; freed in one place. */
struct c2_run {
    struct threads *threads;
    struct c1_input input;
    const char *circuit;
    char params_path[KEY_PATH_MAX];
    struct proving_key key;
    struct prepared_vk vk;
    struct r1cs_matrices matrices;
    struct backend *backend;
    struct backend_key *resident;
    size_t count; /* partitions to prove */
    struct proof_sums *sums;
    fr *inputs; /* count * input_count */
    size_t input_count;
    uint8_t *proofs;
    json_t *partitions;
    double check_s, key_load_s, witness_s, prove_s, verify_s;
};

static void release(struct c2_run *run)
{
    if (run->resident != NULL) {
        run->backend->operations->key_unload(run->backend, run->resident);
    }
    if (run->backend != NULL) {
        run->backend->operations->close(run->backend);
    }
    if (run->sums != NULL) {
        memory_wipe(run->sums, run->count * sizeof *run->sums);
    }
    memory_free(run->sums);
    memory_free(run->inputs);
    memory_free(run->proofs);
    json_decref(run->partitions);
    r1cs_matrices_free(&run->matrices);
    prepared_vk_free(&run->vk);
    proving_key_close(&run->key);
    c1_input_free(&run->input);
    threads_free(run->threads);
}

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

static enum status parse_fixed(struct c2_arguments *arguments, struct error *err)
{
    const char *text = arguments->fixed_rs;
    const char *comma = strchr(text, ',');
    if (comma == NULL) {
        return error_set(err, STATUS_USAGE, "--unsafe-fixed-rs", "found \"%s\", expected R,S",
                         text);
    }
    enum status status = fixed_scalar(&arguments->fixed.r, text, (size_t)(comma - text), err);
    if (status == STATUS_OK) {
        status = fixed_scalar(&arguments->fixed.s, comma + 1, strlen(comma + 1), err);
    }
    fputs("cuzk: warning: --unsafe-fixed-rs: this proof is not zero-knowledge; for tests only\n",
          stderr);
    return status;
}

static enum status parse_values(struct c2_arguments *arguments, struct error *err)
{
    enum status status = command_require(arguments->c1, "--c1", err);
    if (status == STATUS_OK) {
        status = command_require(arguments->out, "--out", err);
    }
    if (status == STATUS_OK) {
        status = point_check_parse(&arguments->check_level,
                                   arguments->check != NULL ? arguments->check : "curve", err);
    }
    if (status == STATUS_OK && arguments->fixed_rs != NULL) {
        status = parse_fixed(arguments, err);
    }
    if (status == STATUS_OK && arguments->miner_id != NULL) {
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

/* What must be wrong before minutes of work are spent. */
static enum status read_inputs(struct c2_run *run, struct c2_arguments *arguments,
                               struct error *err)
{
    enum status status = c1_input_read(&run->input, arguments->c1, arguments->partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    const struct porep_c1 *c1 = run->input.c1;
    run->circuit = c1->proof->shape->porep_circuit;
    run->count = run->input.end - run->input.first;
    status = key_path(run->params_path, key_folder(arguments->params), run->circuit, "params", err);
    if (status == STATUS_OK) {
        status = key_require(run->params_path, run->circuit, err);
    }
    if (status == STATUS_OK && arguments->miner_id != NULL && arguments->sector_id == NULL) {
        if (!c1->wrapped) {
            return error_set(err, STATUS_USAGE, "--miner-id",
                             "needs --sector-id: this C1 has no SectorNum");
        }
        arguments->identity.sector_number = (uint64_t)c1->sector_number;
    }
    if (status == STATUS_OK) {
        double start = clock_wall_s();
        status = porep_vanilla_check(c1, arguments->miner_id != NULL ? &arguments->identity : NULL,
                                     run->threads, err);
        run->check_s = clock_wall_s() - start;
    }
    return status;
}

static enum status load_key(struct c2_run *run, const struct c2_arguments *arguments,
                            const struct progress *progress, struct error *err)
{
    double start = clock_wall_s();
    enum status status = circuit_matrices(&run->matrices, run->circuit, err);
    if (status == STATUS_OK) {
        status = proving_key_open(&run->key, run->params_path, err);
    }
    if (status == STATUS_OK) {
        status = key_check_circuit(&run->key, &run->matrices, err);
    }
    if (status == STATUS_OK) {
        status = key_check_points(&run->key, arguments->check_level, run->threads, progress, err);
    }
    if (status == STATUS_OK) {
        status = prepared_vk_make(&run->vk, &run->key.vk, err);
    }
    if (status == STATUS_OK) {
        status = cpu_backend_open(&run->backend, run->threads, err);
    }
    if (status == STATUS_OK) {
        status = run->backend->operations->key_load(run->backend, &run->resident, &run->matrices,
                                                    &run->key, progress, err);
    }
    run->key_load_s = clock_wall_s() - start;
    return status;
}

static enum status make_room(struct c2_run *run, struct error *err)
{
    run->input_count = porep_public_input_count(run->input.c1->proof->shape);
    run->partitions = json_array();
    enum status status =
        memory_alloc((void **)&run->sums, run->count, sizeof *run->sums, "proof sums", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&run->inputs, run->count * run->input_count, sizeof(fr),
                              "public inputs", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&run->proofs, run->count, PROOF_BYTES, "proofs", err);
    }
    return status;
}

static enum status prove_sums(struct c2_run *run, const struct assignment *assignment,
                              struct proof_sums *sums, struct error *err)
{
    const struct backend_operations *operations = run->backend->operations;
    struct backend_job *job = NULL;
    struct backend_timings timings;
    enum status status =
        operations->prove_start(run->backend, &job, run->resident, &assignment, 1, err);
    if (status == STATUS_OK) {
        status = operations->prove_wait(run->backend, job, sums, &timings, err);
    }
    return status;
}

static enum status prove_partition(struct c2_run *run, size_t number, struct error *err)
{
    struct assignment assignment = {0};
    struct porep_statement statement;
    unsigned partition = run->input.first + (unsigned)number;
    double start = clock_wall_s();
    porep_statement_of_c1(&statement, run->input.c1);
    enum status status =
        porep_public_inputs(run->inputs + number * run->input_count, &statement, partition, err);
    if (status == STATUS_OK) {
        status = porep_witness(&assignment, &run->matrices, run->input.c1, partition, err);
    }
    double witnessed = clock_wall_s();
    if (status == STATUS_OK) {
        status = prove_sums(run, &assignment, &run->sums[number], err);
    }
    double proved = clock_wall_s();
    assignment_free(&assignment);
    run->witness_s += witnessed - start;
    run->prove_s += proved - witnessed;
    json_array_append_new(run->partitions,
                          json_pack("{s:i, s:f, s:f}", "index", (int)partition, "witness_s",
                                    witnessed - start, "prove_s", proved - witnessed));
    return status;
}

static enum status finish(struct c2_run *run, const struct c2_arguments *arguments,
                          struct error *err)
{
    struct public_inputs inputs[POREP_PARTITIONS_MAX];
    double start = clock_wall_s();
    for (size_t i = 0; i < run->count; i++) {
        inputs[i] = (struct public_inputs){run->inputs + i * run->input_count, run->input_count};
    }
    enum status status =
        prove_finish(run->proofs, &run->vk, run->sums, inputs, run->count,
                     arguments->fixed_rs != NULL ? &arguments->fixed : NULL, run->threads, err);
    run->verify_s = clock_wall_s() - start;
    if (status == STATUS_OK) {
        status = file_in_check_unchanged(run->key.file, err);
    }
    return status;
}

static enum status write_proofs(struct c2_run *run, const struct c2_arguments *arguments,
                                const struct common_options *common, struct error *err)
{
    struct file_out *file = NULL;
    enum status status = file_out_open(&file, arguments->out, common->force, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = file_out_write(file, run->proofs, run->count * PROOF_BYTES, err);
    if (status != STATUS_OK) {
        file_out_discard(file);
        return status;
    }
    return file_out_commit(file, err);
}

static json_t *report(struct c2_run *run, const struct c2_arguments *arguments, double total_s)
{
    struct backend_description device;
    char hex[2 * PROOF_BYTES + 1];
    run->backend->operations->describe(run->backend, &device);
    for (size_t i = 0; i < run->count; i++) {
        hex_encode(hex, run->proofs + i * PROOF_BYTES, PROOF_BYTES);
        json_object_set_new(json_array_get(run->partitions, i), "proof", json_string(hex));
    }
    return json_pack("{s:s, s:O, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:s, s:s, s:b}", "circuit",
                     run->circuit, "partitions", run->partitions, "parse_s", run->input.parse_s,
                     "check_s", run->check_s, "witness_s", run->witness_s, "prove_s", run->prove_s,
                     "verify_s", run->verify_s, "key_load_s", run->key_load_s, "total_s", total_s,
                     "peak_rss_bytes", (json_int_t)memory_peak_rss_bytes(), "backend", device.name,
                     "device", device.device, "unsafe_fixed_rs", arguments->fixed_rs != NULL);
}

static enum status prove_all(struct c2_run *run, struct c2_arguments *arguments,
                             const struct common_options *common, json_t **result,
                             struct error *err)
{
    const struct progress *progress = command_progress(common);
    double start = clock_wall_s();
    enum status status = read_inputs(run, arguments, err);
    if (status == STATUS_OK) {
        status = load_key(run, arguments, progress, err);
    }
    if (status == STATUS_OK) {
        status = make_room(run, err);
    }
    for (size_t i = 0; i < run->count && status == STATUS_OK; i++) {
        if (!progress_step(progress, "partitions", i, run->count)) {
            return error_set(err, STATUS_INTERRUPTED, run->circuit, "stopped before partition %zu",
                             i);
        }
        status = prove_partition(run, i, err);
    }
    if (status == STATUS_OK) {
        status = finish(run, arguments, err);
    }
    if (status == STATUS_OK && command_interrupted()) {
        status = error_set(err, STATUS_INTERRUPTED, run->circuit,
                           "stopped before the proof was written");
    }
    if (status == STATUS_OK) {
        status = write_proofs(run, arguments, common, err);
    }
    if (status == STATUS_OK) {
        *result = report(run, arguments, clock_wall_s() - start);
    }
    return status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct c2_arguments arguments = {0};
    struct c2_run state = {0};
    bool helped = false;
    const struct command_option options[] = {
        {"c1", 0, "FILE", "C1 output, wrapped or not", &arguments.c1, NULL},
        {"out", 'o', "FILE", "the proofs, 192 bytes a partition", &arguments.out, NULL},
        {"params", 0, "DIR", "where the keys are", &arguments.params, NULL},
        {"partition", 0, "K", "only this partition", &arguments.partition, NULL},
        {"miner-id", 0, "M", "check that the sector is this miner's", &arguments.miner_id, NULL},
        {"sector-id", 0, "N", "sector number (else the C1's SectorNum)", &arguments.sector_id,
         NULL},
        {"check", 0, "LEVEL", "points of the key: curve (default), subgroup or none",
         &arguments.check, NULL},
        {"unsafe-fixed-rs", 0, "R,S", "tests only: no fresh randomness", &arguments.fixed_rs, NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "--c1 FILE --out FILE", options, common, NULL, 0,
                                       NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = parse_values(&arguments, err);
    if (status == STATUS_OK) {
        status = command_output(arguments.out, common, err);
    }
    if (status == STATUS_OK) {
        status = file_out_check(arguments.out, common->force, err);
    }
    if (status == STATUS_OK) {
        status = threads_make(&state.threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = prove_all(&state, &arguments, common, result, err);
    }
    release(&state);
    return status;
}

const struct command command_c2 = {"c2", "proves a sealed sector: C1 output to Groth16 proofs",
                                   run};
