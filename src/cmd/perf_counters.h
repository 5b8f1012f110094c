/* The processor's event counters, for this thread and the threads it starts from now on, in user
 * mode. They are not to be had everywhere (containers, virtual machines, kernel settings): then the
 * counts say so. */
#ifndef CUZK_CMD_PERF_COUNTERS_H
#define CUZK_CMD_PERF_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

enum perf_event {
    PERF_INSTRUCTIONS,
    PERF_CYCLES,
    PERF_CACHE_MISSES,
};
#define PERF_EVENTS 3

struct perf_counters {
    int fd[PERF_EVENTS]; /* -1 where there is none */
};

struct perf_counts {
    bool known[PERF_EVENTS];
    uint64_t count[PERF_EVENTS]; /* scaled up when the kernel shared a counter out in turns */
};

void perf_counters_open(struct perf_counters *out);
void perf_counters_start(struct perf_counters *counters); /* from zero */
void perf_counters_stop(struct perf_counters *counters, struct perf_counts *out);
void perf_counters_close(struct perf_counters *counters);

#endif
