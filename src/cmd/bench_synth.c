/* Making a witness, and nothing else. */
#include <sys/resource.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cmd/bench.h"
#include "cmd/perf_counters.h"
#include "cmd/prove_input.h"

struct synth {
    const struct prove_input *input;
    size_t partition;
    struct r1cs_matrices matrices;
    struct perf_counters counters;
    size_t witness_bytes;
};

struct synth_run {
    double witness_s, user_s;
    struct perf_counts counts;
};

static double user_s(void)
{
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

static enum status run_once(struct synth *synth, struct synth_run *out, struct error *err)
{
    struct assignment assignment = {0};
    double user = user_s(), start = clock_wall_s();
    perf_counters_start(&synth->counters);
    enum status status =
        prove_input_witness(&assignment, &synth->matrices, synth->input, synth->partition, err);
    perf_counters_stop(&synth->counters, &out->counts);
    out->witness_s = clock_wall_s() - start;
    out->user_s = user_s() - user;
    if (status == STATUS_OK) {
        synth->witness_bytes = assignment_bytes(&assignment);
    }
    assignment_free(&assignment);
    return status;
}

static json_t *describe_run(const struct synth_run *run)
{
    static const char *const names[PERF_EVENTS] = {
        [PERF_INSTRUCTIONS] = "instructions",
        [PERF_CYCLES] = "cycles",
        [PERF_CACHE_MISSES] = "cache_misses",
    };
    json_t *out = json_pack("{s:f, s:f}", "witness_s", run->witness_s, "user_s", run->user_s);
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        json_object_set_new(out, names[i],
                            run->counts.known[i] ? json_integer((json_int_t)run->counts.count[i])
                                                 : json_null());
    }
    return out;
}

/* After one run that is not reported. */
static enum status run_all(json_t *list, double *times, struct synth *synth, size_t count,
                           struct error *err)
{
    struct synth_run one;
    enum status status = run_once(synth, &one, err);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        status = command_interrupted()
                     ? error_set(err, STATUS_INTERRUPTED, "bench", "after %zu runs", i)
                     : run_once(synth, &one, err);
        times[i] = one.witness_s;
        json_array_append_new(list, describe_run(&one));
    }
    return status;
}

static enum status measure(json_t **result, struct synth *synth, size_t count,
                           const struct threads *threads, struct error *err)
{
    const char *circuit = synth->input->circuit;
    double *times = NULL;
    json_t *list = json_array();
    enum status status = memory_alloc((void **)&times, count, sizeof *times, "run times", err);
    if (status == STATUS_OK) {
        status = circuit_matrices(&synth->matrices, circuit, err);
    }
    if (status == STATUS_OK) {
        perf_counters_open(&synth->counters);
        status = run_all(list, times, synth, count, err);
        perf_counters_close(&synth->counters);
    }
    if (status == STATUS_OK) {
        struct bench_summary summary = bench_summarize(times, count);
        *result = json_pack("{s:s, s:I, s:O, s:{s:f, s:f, s:f}, s:I, s:I, s:o, s:s}", "circuit",
                            circuit, "partition", (json_int_t)synth->partition, "runs", list,
                            "witness_s", "min", summary.min, "median", summary.median, "max",
                            summary.max, "bytes", (json_int_t)synth->witness_bytes,
                            "peak_rss_bytes", (json_int_t)memory_peak_rss_bytes(), "machine",
                            command_machine(threads), "revision", command_revision());
    }
    r1cs_matrices_free(&synth->matrices);
    json_decref(list);
    memory_free(times);
    return status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    const char *c1 = NULL, *in = NULL, *runs_text = NULL, *partition = NULL, *what = NULL;
    struct prove_input input = {0};
    size_t words = 0, runs;
    bool helped = false;
    const struct command_option options[] = {
        {"c1", 0, "FILE", "C1 output, wrapped or not", &c1, NULL},
        {"in", 0, "FILE", "instead: a PoSt or sector update to prove", &in, NULL},
        {"partition", 0, "K", "the partition to make (0)", &partition, NULL},
        {"runs", 'n', "N", "measured runs after one warm-up (5)", &runs_text, NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "synth --c1 FILE", options, common, &what, 1,
                                       &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = bench_runs(&runs, runs_text, err);
    if (status == STATUS_OK) {
        status = prove_input_read(&input, c1, in, partition, err);
    }
    if (status == STATUS_OK) {
        struct synth synth = {.input = &input, .partition = input.first};
        status = measure(result, &synth, runs, NULL, err);
    }
    prove_input_free(&input);
    return status;
}

const struct command bench_synth = {"synth", "making a witness", run};
