/* What a batch of proofs will take, before anything runs. */
#include "cmd/command.h"
#include "filecoin/circuits.h"
#include "groth16/backend.h"

#define BATCH_MAX 100000u

static enum status plan(json_t **result, const char *circuit, size_t batch, struct threads *threads,
                        struct error *err)
{
    struct r1cs_matrices m = {0};
    struct backend *backend = NULL;
    struct backend_description about;
    struct backend_plan plan;
    enum status status = circuit_matrices(&m, circuit, err);
    if (status == STATUS_OK) {
        status = cpu_backend_open(&backend, threads, err);
    }
    if (status == STATUS_OK) {
        status = backend->operations->plan(backend, &plan, &m, batch, err);
    }
    if (status == STATUS_OK) {
        backend->operations->describe(backend, &about);
        uint32_t h = (uint32_t)(((uint64_t)1 << m.domain_log2) - 1);
        uint64_t file =
            proving_key_file_bytes(m.input_count, h, m.aux_count, m.input_count + m.a_aux_count,
                                   m.b_input_count + m.b_aux_count);
        *result =
            json_pack("{s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "circuit",
                      circuit, "batch", (json_int_t)batch, "backend", about.name, "threads",
                      (json_int_t)threads_count(threads), "key_bytes", (json_int_t)plan.key_bytes,
                      "matrix_bytes", (json_int_t)plan.matrix_bytes, "witness_bytes",
                      (json_int_t)plan.witness_bytes, "scratch_bytes",
                      (json_int_t)plan.scratch_bytes, "host_bytes", (json_int_t)plan.host_bytes,
                      "device_bytes", (json_int_t)plan.device_bytes, "params_file_bytes",
                      (json_int_t)file, "machine_bytes", (json_int_t)about.bytes);
    }
    if (backend != NULL) {
        backend->operations->close(backend);
    }
    r1cs_matrices_free(&m);
    return status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    const char *circuit = NULL, *batch_text = NULL;
    struct threads *threads = NULL;
    uint64_t batch = 1;
    bool helped = false;
    const struct command_option options[] = {
        {"circuit", 0, "NAME", "porep-2k, tiny-16k, toy-2, ..", &circuit, NULL},
        {"batch", 0, "K", "proofs at a time (1)", &batch_text, NULL},
        {0},
    };
    enum status status =
        command_parse(argc, argv, "--circuit NAME", options, common, NULL, 0, NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = command_require(circuit, "--circuit", err);
    if (status == STATUS_OK && batch_text != NULL) {
        status = command_number(&batch, batch_text, BATCH_MAX, "--batch", err);
    }
    if (status == STATUS_OK && batch == 0) {
        status = error_set(err, STATUS_USAGE, "--batch", "found 0, expected at least 1 proof");
    }
    if (status == STATUS_OK) {
        status = threads_make(&threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = plan(result, circuit, batch, threads, err);
    }
    threads_free(threads);
    return status;
}

const struct command command_plan = {"plan", "memory a batch of proofs takes", run};
