#include "base/cpu.h"
#include "cmd/micro_cases.h"
#include "field/fp_x8_array.h"

static enum status prepare(void **state, unsigned log_size, struct threads *threads,
                           struct error *err)
{
    (void)log_size, (void)threads;
    *state = NULL;
    if (cpu_level() < CPU_IFMA) {
        return error_set(err, STATUS_UNSUPPORTED, "fp_mul_x8",
                         "needs AVX-512 IFMA, the level is \"%s\"", cpu_level_name(cpu_level()));
    }
    return STATUS_OK;
}

static double run(void *state)
{
    struct fp_x8_timing timing;
    (void)state;
    fp_x8_measure(&timing, 1);
    return timing.mul_ns;
}

static void release(void *state)
{
    (void)state;
}

const struct micro_case micro_fp_mul_x8 = {"fp_mul_x8", "ns", 0, prepare, run, release};
