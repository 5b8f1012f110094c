#include <string.h>

#include "base/memory.h"
#include "cmd/bench.h"
#include "cmd/micro.h"
#include "poly/ntt.h"

static json_t *report(const struct micro_case *micro, unsigned log_size, double *values,
                      size_t count)
{
    json_t *runs = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(runs, json_real(values[i]));
    }
    struct bench_summary summary = bench_summarize(values, count);
    return json_pack("{s:s, s:I, s:s, s:f, s:f, s:f, s:f, s:o}", "name", micro->name, "size",
                     (json_int_t)(log_size > 0 ? (json_int_t)1 << log_size : 1), "unit",
                     micro->unit, "value", summary.median, "min", summary.min, "median",
                     summary.median, "max", summary.max, "runs", runs);
}

static enum status run_case(json_t **out, const struct micro_case *micro, unsigned log_size,
                            size_t count, struct threads *threads, struct error *err)
{
    void *state = NULL;
    double *values = NULL;
    enum status status = memory_alloc((void **)&values, count, sizeof *values, "run times", err);
    if (status == STATUS_OK) {
        status = micro->prepare(&state, log_size, threads, err);
    }
    if (status == STATUS_OK) {
        micro->run(state);
        for (size_t i = 0; i < count; i++) {
            values[i] = micro->run(state);
            if (values[i] < 0) {
                status = error_set(err, STATUS_SELF_CHECK, micro->name, "a benchmark run failed");
            }
        }
        *out = report(micro, log_size, values, count);
    }
    micro->release(state);
    memory_free(values);
    return status;
}

struct bench_arguments {
    const char *only, *log_size, *runs;
};

static enum status all_cases(const struct bench_arguments *arguments, struct threads *threads,
                             json_t **result, struct error *err)
{
    uint64_t log_size = 0;
    size_t runs;
    bool found = false;
    enum status status = bench_runs(&runs, arguments->runs, err);
    if (status == STATUS_OK && arguments->log_size != NULL) {
        status =
            command_number(&log_size, arguments->log_size, NTT_LOG_SIZE_MAX, "--log-size", err);
    }
    json_t *results = json_array();
    for (unsigned i = 0; i < micro_case_count && status == STATUS_OK; i++) {
        const struct micro_case *micro = micro_cases[i];
        if (arguments->only != NULL && strcmp(arguments->only, micro->name) != 0) {
            continue;
        }
        found = true;
        unsigned size = micro->log_size_default > 0 && log_size > 0 ? (unsigned)log_size
                                                                    : micro->log_size_default;
        json_t *one = NULL;
        status = run_case(&one, micro, size, runs, threads, err);
        if (status == STATUS_UNSUPPORTED && arguments->only == NULL) {
            status = STATUS_OK; /* this machine has no such path */
            continue;
        }
        json_array_append_new(results, one);
    }
    if (status == STATUS_OK && !found) {
        status =
            error_set(err, STATUS_UNKNOWN_NAME, "--only", "no benchmark \"%s\"", arguments->only);
    }
    if (status != STATUS_OK) {
        json_decref(results);
        return status;
    }
    *result = json_pack("{s:o, s:o, s:s}", "results", results, "machine", command_machine(threads),
                        "revision", command_revision());
    return STATUS_OK;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct bench_arguments arguments = {0};
    const char *what = NULL;
    size_t words = 0;
    bool helped = false;
    struct threads *threads = NULL;
    const struct command_option options[] = {
        {"only", 0, "NAME", "only this benchmark", &arguments.only, NULL},
        {"log-size", 0, "N", "2^N points or elements", &arguments.log_size, NULL},
        {"runs", 'n', "N", "measured runs after one warm-up (5)", &arguments.runs, NULL},
        {0},
    };
    enum status status =
        command_parse(argc, argv, "micro", options, common, &what, 1, &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = threads_make(&threads, common->threads, err);
    if (status == STATUS_OK) {
        status = all_cases(&arguments, threads, result, err);
    }
    threads_free(threads);
    return status;
}

const struct command bench_micro = {"micro", "the primitives", run};
