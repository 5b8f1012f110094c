/* What this processor offers, and a way to use less of it.
 *
 * Levels are ordered: each includes the ones before. The level is a property of the process:
 * detected on first use, lowered by cpu_level_limit (command line --cpu, tests). Arithmetic results
 * are the same at every level. */
#ifndef CUZK_BASE_CPU_H
#define CUZK_BASE_CPU_H

#include <stdbool.h>

#include "base/status.h"

enum cpu_level {
    CPU_PORTABLE, /* C with 128-bit integers */
    CPU_ADX,      /* x86-64 with BMI2 and ADX */
    CPU_IFMA,     /* also AVX-512 F, DQ, BW, VL, IFMA and VBMI, state enabled by the kernel */
};

extern enum cpu_level cpu_level_current; /* read through cpu_level() */
static inline enum cpu_level cpu_level(void)
{
    return cpu_level_current;
}

/* Highest level of this machine. */
enum cpu_level cpu_level_detected(void);

/* Uses min(detected, limit) from now on. Call while no other thread computes. */
void cpu_level_limit(enum cpu_level limit);

/* SHA extensions; false when the level is limited to PORTABLE. */
bool cpu_has_sha(void);

/* "auto", "portable", "adx", "ifma". Errors: UNKNOWN_NAME listing the names; UNSUPPORTED naming
 * what this machine has. */
enum status cpu_level_parse(enum cpu_level *out, const char *name, struct error *err);
const char *cpu_level_name(enum cpu_level level);

#endif
