#include "cmd/bench.h"

#include <stdlib.h>
#include <string.h>

static const struct command *const kinds[] = {&bench_micro, &bench_synth};
#define KIND_COUNT (sizeof kinds / sizeof kinds[0])

enum status bench_runs(size_t *out, const char *text, struct error *err)
{
    uint64_t runs = BENCH_RUNS_DEFAULT;
    enum status status = STATUS_OK;
    if (text != NULL) {
        status = command_number(&runs, text, BENCH_RUNS_MAX, "-n", err);
    }
    if (status == STATUS_OK && runs == 0) {
        status = error_set(err, STATUS_USAGE, "-n", "found 0, expected at least 1 run");
    }
    *out = runs;
    return status;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct bench_summary bench_summarize(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    size_t half = count / 2;
    return (struct bench_summary){
        .min = values[0],
        .median = count % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2,
        .max = values[count - 1],
    };
}

/* Options may stand before the kind, so the first word that is one counts. */
static const struct command *find_kind(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        for (size_t k = 0; k < KIND_COUNT; k++) {
            if (strcmp(argv[i], kinds[k]->name) == 0) {
                return kinds[k];
            }
        }
    }
    return NULL;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    const struct command *kind = find_kind(argc, argv);
    if (kind != NULL) {
        return kind->run(argc, argv, common, result, err);
    }
    const struct command_option none[] = {{0}};
    const char *what = NULL;
    size_t words = 0;
    bool helped = false;
    enum status status = command_parse(argc, argv, "micro|synth (cuzk bench KIND --help)", none,
                                       common, &what, 1, &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    return error_set(err, STATUS_USAGE, "bench", "found \"%s\", expected \"micro\" or \"synth\"",
                     words > 0 ? what : "");
}

const struct command command_bench = {"bench", "measures primitives and witnesses", run};
