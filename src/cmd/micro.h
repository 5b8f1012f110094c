/* Micro-benchmarks of the primitives, on inputs made here. Each run returns one figure in the
 * case's unit. */
#ifndef CUZK_CMD_MICRO_H
#define CUZK_CMD_MICRO_H

#include "base/status.h"
#include "base/threads.h"

struct micro_case {
    const char *name;
    const char *unit;          /* "ns" an operation, "s" a call, "ns/butterfly" */
    unsigned log_size_default; /* 0: the size is fixed */
    enum status (*prepare)(void **state, unsigned log_size, struct threads *threads,
                           struct error *err);
    double (*run)(void *state); /* after one warm-up run */
    void (*release)(void *state);
};

extern const struct micro_case *const micro_cases[];
extern const unsigned micro_case_count;

#endif
