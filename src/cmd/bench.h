/* The benchmarks behind `cuzk bench`, and what their reports share. */
#ifndef CUZK_CMD_BENCH_H
#define CUZK_CMD_BENCH_H

#include "cmd/command.h"

#define BENCH_RUNS_MAX     10000u
#define BENCH_RUNS_DEFAULT 5

extern const struct command bench_micro, bench_synth;

/* The option -n; BENCH_RUNS_DEFAULT for NULL. Errors: USAGE. */
enum status bench_runs(size_t *out, const char *text, struct error *err);

/* Sorts the values. count >= 1. */
struct bench_summary {
    double min, median, max;
};
struct bench_summary bench_summarize(double *values, size_t count);

#endif
