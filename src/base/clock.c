#include "base/clock.h"

#include <time.h>

static double read_s(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_wall_s(void)
{
    return read_s(CLOCK_MONOTONIC);
}

double clock_cpu_s(void)
{
    return read_s(CLOCK_PROCESS_CPUTIME_ID);
}
