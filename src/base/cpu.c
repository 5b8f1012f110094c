#include "base/cpu.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

struct cpu_features {
    enum cpu_level level;
    bool sha;
};

#if defined(__x86_64__)

/* Bits of CPUID leaf 7 subleaf 0; Intel SDM volume 2, CPUID. */
#define EBX_BMI2       (1u << 8)
#define EBX_AVX512F    (1u << 16)
#define EBX_AVX512DQ   (1u << 17)
#define EBX_ADX        (1u << 19)
#define EBX_AVX512IFMA (1u << 21)
#define EBX_SHA        (1u << 29)
#define EBX_AVX512BW   (1u << 30)
#define EBX_AVX512VL   (1u << 31)
#define ECX_AVX512VBMI (1u << 1)
/* Bits of CPUID leaf 1. */
#define ECX1_SSSE3   (1u << 9)
#define ECX1_SSE41   (1u << 19)
#define ECX1_OSXSAVE (1u << 27)
/* XCR0: SSE, AVX, opmask, upper halves of ZMM0-15, ZMM16-31. */
#define XCR0_AVX512 0xe6u

static unsigned long long xcr0(void)
{
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (unsigned long long)high << 32 | low;
}

static bool has_all(unsigned bits, unsigned wanted)
{
    return (bits & wanted) == wanted;
}

static struct cpu_features detect(void)
{
    struct cpu_features features = {CPU_PORTABLE, false};
    unsigned eax, ebx, ecx, edx, ecx1;
    if (!__get_cpuid(1, &eax, &ebx, &ecx1, &edx) ||
        !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        return features;
    }
    features.sha = has_all(ebx, EBX_SHA) && has_all(ecx1, ECX1_SSSE3 | ECX1_SSE41);
    if (!has_all(ebx, EBX_BMI2 | EBX_ADX)) {
        return features;
    }
    features.level = CPU_ADX;
    if (has_all(ecx1, ECX1_OSXSAVE) && (xcr0() & XCR0_AVX512) == XCR0_AVX512 &&
        has_all(ebx, EBX_AVX512F | EBX_AVX512DQ | EBX_AVX512BW | EBX_AVX512VL | EBX_AVX512IFMA) &&
        has_all(ecx, ECX_AVX512VBMI)) {
        features.level = CPU_IFMA;
    }
    return features;
}

#else

static struct cpu_features detect(void)
{
    return (struct cpu_features){CPU_PORTABLE, false};
}

#endif

enum cpu_level cpu_level_current = CPU_PORTABLE;
static bool sha_current;

/* Before main, so that cpu_level() is a plain load. */
__attribute__((constructor)) static void cpu_level_initialise(void)
{
    cpu_level_limit(CPU_IFMA);
}

enum cpu_level cpu_level_detected(void)
{
    return detect().level;
}

void cpu_level_limit(enum cpu_level limit)
{
    struct cpu_features features = detect();
    cpu_level_current = features.level < limit ? features.level : limit;
    sha_current = features.sha && limit != CPU_PORTABLE;
}

bool cpu_has_sha(void)
{
    return sha_current;
}

static const char *const level_names[] = {
    [CPU_PORTABLE] = "portable", [CPU_ADX] = "adx", [CPU_IFMA] = "ifma"};

enum status cpu_level_parse(enum cpu_level *out, const char *name, struct error *err)
{
    enum cpu_level detected = cpu_level_detected();
    if (strcmp(name, "auto") == 0) {
        *out = detected;
        return STATUS_OK;
    }
    for (enum cpu_level level = CPU_PORTABLE; level <= CPU_IFMA; level++) {
        if (strcmp(name, level_names[level]) != 0) {
            continue;
        }
        if (level > detected) {
            return error_set(err, STATUS_UNSUPPORTED, "cpu", "\"%s\" asked, this machine has %s",
                             name, level_names[detected]);
        }
        *out = level;
        return STATUS_OK;
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "cpu",
                     "\"%s\" found, expected auto, portable, adx or ifma", name);
}

const char *cpu_level_name(enum cpu_level level)
{
    return level_names[level];
}
