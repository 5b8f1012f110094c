#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/prove_input.h"
#include "r1cs/digest.h"

struct witness_arguments {
    const char *c1, *in, *partition, *every_text;
    bool digest, check;
    uint64_t every;
};

static json_t *public_inputs(const struct assignment *assignment)
{
    uint8_t bytes[FR_BYTES];
    char hex[2 * FR_BYTES + 1];
    json_t *list = json_array();
    for (uint32_t i = 1; i < assignment->input_count; i++) {
        fr_to_bytes(bytes, &assignment->inputs[i]);
        hex_encode(hex, bytes, FR_BYTES);
        json_array_append_new(list, json_string(hex));
    }
    return list;
}

static void add_digest(json_t *out, const struct r1cs_matrices *matrices,
                       const struct assignment *assignment, uint64_t every)
{
    uint8_t digest[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];
    json_t *list = json_array();
    struct digest_checkpoints checkpoints = {every, command_add_checkpoint, list};
    witness_digest(digest, assignment, matrices, every > 0 ? &checkpoints : NULL);
    hex_encode(hex, digest, SHA256_BYTES);
    json_object_set_new(out, "aux_sha256", json_string(hex));
    json_object_set_new(out, "checkpoints", list);
}

/* A system that is not satisfied is a result, not an error, until all partitions are reported. */
static enum status add_check(json_t *out, bool *satisfied, const struct r1cs_matrices *matrices,
                             const struct assignment *assignment, struct threads *threads,
                             struct error *err)
{
    uint32_t unsatisfied = 0, first = 0;
    enum status status = r1cs_check(&unsatisfied, &first, matrices, assignment, threads, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_object_set_new(out, "unsatisfied", json_integer(unsatisfied));
    json_object_set_new(out, "first_unsatisfied",
                        unsatisfied > 0 ? json_integer(first) : json_null());
    *satisfied = *satisfied && unsatisfied == 0;
    return STATUS_OK;
}

static enum status one_partition(json_t *list, bool *satisfied,
                                 const struct witness_arguments *arguments,
                                 const struct r1cs_matrices *matrices,
                                 const struct prove_input *input, size_t partition,
                                 struct threads *threads, struct error *err)
{
    struct assignment assignment = {0};
    double start = clock_wall_s();
    enum status status = prove_input_witness(&assignment, matrices, input, partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_t *out = json_pack("{s:I, s:f}", "index", (json_int_t)partition, "witness_s",
                            clock_wall_s() - start);
    json_object_set_new(out, "public_inputs", public_inputs(&assignment));
    json_object_set_new(out, "wide_aux", json_integer(assignment.wide_count));
    json_object_set_new(out, "bytes", json_integer((json_int_t)assignment_bytes(&assignment)));
    if (arguments->digest) {
        add_digest(out, matrices, &assignment, arguments->every);
    }
    if (arguments->check) {
        status = add_check(out, satisfied, matrices, &assignment, threads, err);
    }
    json_array_append_new(list, out);
    assignment_free(&assignment);
    return status;
}

static enum status all_partitions(json_t **result, const struct witness_arguments *arguments,
                                  const struct prove_input *input, struct threads *threads,
                                  struct error *err)
{
    struct r1cs_matrices matrices = {0};
    const char *circuit = input->circuit;
    bool satisfied = true;
    json_t *list = json_array();
    enum status status = circuit_matrices(&matrices, circuit, err);
    for (size_t k = input->first; k < input->end && status == STATUS_OK; k++) {
        status = one_partition(list, &satisfied, arguments, &matrices, input, k, threads, err);
    }
    r1cs_matrices_free(&matrices);
    if (status != STATUS_OK) {
        json_decref(list);
        return status;
    }
    *result = json_pack("{s:s, s:f, s:o, s:I}", "circuit", circuit, "parse_s", input->parse_s,
                        "partitions", list, "peak_rss_bytes", (json_int_t)memory_peak_rss_bytes());
    return satisfied
               ? STATUS_OK
               : error_set(err, STATUS_UNSATISFIED, circuit, "the witness breaks constraints");
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct witness_arguments arguments = {0};
    struct prove_input input = {0};
    struct threads *threads = NULL;
    bool helped = false;
    const struct command_option options[] = {
        {"c1", 0, "FILE", "C1 output, wrapped or not", &arguments.c1, NULL},
        {"in", 0, "FILE", "instead: a PoSt or sector update to prove", &arguments.in, NULL},
        {"partition", 0, "K", "only this partition", &arguments.partition, NULL},
        {"digest", 0, NULL, "SHA-256 of the private values", NULL, &arguments.digest},
        {"check", 0, NULL, "count unsatisfied constraints", NULL, &arguments.check},
        {"every", 0, "N", "with --digest: a checkpoint every N values", &arguments.every_text,
         NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "--c1 FILE | --in FILE", options, common, NULL,
                                       0, NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    if (arguments.every_text != NULL) {
        status = command_number(&arguments.every, arguments.every_text, UINT32_MAX, "--every", err);
    }
    if (status == STATUS_OK) {
        status = prove_input_read(&input, arguments.c1, arguments.in, arguments.partition, err);
    }
    if (status == STATUS_OK) {
        status = threads_make(&threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = all_partitions(result, &arguments, &input, threads, err);
    }
    threads_free(threads);
    prove_input_free(&input);
    return status;
}

const struct command command_witness = {"witness", "witness of a statement, its digest and check",
                                        run};
