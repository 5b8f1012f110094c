#include "base/cpu.h"

#include <stdint.h>
#include <string.h>

enum cpu_level cpu_level_current;

static enum cpu_level detected;
static bool has_sha;

static const char *const names[] = {"portable", "adx", "ifma"};

#if defined(__x86_64__)
#include <cpuid.h>

/* XCR0: SSE, AVX, and the three AVX-512 states. */
#define XCR0_AVX512 0xe6u

static uint64_t read_xcr0(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

static bool bit(uint32_t word, unsigned index)
{
    return (word >> index & 1u) != 0;
}

static void detect(void)
{
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) {
        return;
    }
    bool sse41 = bit(c, 19), ssse3 = bit(c, 9), osxsave = bit(c, 27);
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        return;
    }
    bool bmi2 = bit(b, 8), adx = bit(b, 19);
    bool avx512 = bit(b, 16) && bit(b, 17) && bit(b, 30) && bit(b, 31) && bit(b, 21) && bit(c, 1);
    has_sha = bit(b, 29) && sse41 && ssse3;
    if (bmi2 && adx) {
        detected = CPU_ADX;
        if (avx512 && osxsave && (read_xcr0() & XCR0_AVX512) == XCR0_AVX512) {
            detected = CPU_IFMA;
        }
    }
}
#else
static void detect(void)
{
}
#endif

__attribute__((constructor)) static void start(void)
{
    detect();
    cpu_level_current = detected;
}

enum cpu_level cpu_level_detected(void)
{
    return detected;
}

void cpu_level_limit(enum cpu_level limit)
{
    cpu_level_current = limit < detected ? limit : detected;
}

bool cpu_has_sha(void)
{
    return has_sha && cpu_level_current > CPU_PORTABLE;
}

enum status cpu_level_parse(enum cpu_level *out, const char *name, struct error *err)
{
    if (strcmp(name, "auto") == 0) {
        *out = detected;
        return STATUS_OK;
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) != 0) {
            continue;
        }
        if (i > (unsigned)detected) {
            return error_set(err, STATUS_UNSUPPORTED, "--cpu",
                             "found \"%s\", this machine has \"%s\"", name, names[detected]);
        }
        *out = (enum cpu_level)i;
        return STATUS_OK;
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "--cpu",
                     "found \"%s\", expected auto, portable, adx or ifma", name);
}

const char *cpu_level_name(enum cpu_level level)
{
    return names[level];
}
