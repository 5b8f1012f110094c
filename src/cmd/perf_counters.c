#include "cmd/perf_counters.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t events[PERF_EVENTS] = {
    [PERF_INSTRUCTIONS] = PERF_COUNT_HW_INSTRUCTIONS,
    [PERF_CYCLES] = PERF_COUNT_HW_CPU_CYCLES,
    [PERF_CACHE_MISSES] = PERF_COUNT_HW_CACHE_MISSES,
};

void perf_counters_open(struct perf_counters *out)
{
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        struct perf_event_attr attributes = {
            .type = PERF_TYPE_HARDWARE,
            .size = sizeof attributes,
            .config = events[i],
            .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
            .disabled = 1,
            .inherit = 1,
            .exclude_kernel = 1,
            .exclude_hv = 1,
        };
        out->fd[i] =
            (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
}

void perf_counters_start(struct perf_counters *counters)
{
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        if (counters->fd[i] >= 0) {
            ioctl(counters->fd[i], PERF_EVENT_IOC_RESET, 0);
            ioctl(counters->fd[i], PERF_EVENT_IOC_ENABLE, 0);
        }
    }
}

void perf_counters_stop(struct perf_counters *counters, struct perf_counts *out)
{
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        struct {
            uint64_t value, enabled, running;
        } seen;
        out->known[i] = false;
        if (counters->fd[i] < 0) {
            continue;
        }
        ioctl(counters->fd[i], PERF_EVENT_IOC_DISABLE, 0);
        if (read(counters->fd[i], &seen, sizeof seen) == (ssize_t)sizeof seen && seen.running > 0) {
            double share = (double)seen.enabled / (double)seen.running;
            out->known[i] = true;
            out->count[i] =
                seen.enabled == seen.running ? seen.value : (uint64_t)((double)seen.value * share);
        }
    }
}

void perf_counters_close(struct perf_counters *counters)
{
    for (unsigned i = 0; i < PERF_EVENTS; i++) {
        if (counters->fd[i] >= 0) {
            close(counters->fd[i]);
        }
    }
}
