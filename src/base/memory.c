#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGNMENT  64u
#define HUGE_BYTES ((size_t)2 << 20)

bool size_add(size_t *out, size_t a, size_t b)
{
    return !__builtin_add_overflow(a, b, out);
}

bool size_mul(size_t *out, size_t a, size_t b)
{
    return !__builtin_mul_overflow(a, b, out);
}

static enum status allocate(void **out, bool zero, size_t count, size_t element_bytes,
                            const char *what, struct error *err)
{
    size_t bytes = 0, padded = 0;
    *out = NULL;
    if (!size_mul(&bytes, count, element_bytes) || !size_add(&padded, bytes, HUGE_BYTES)) {
        return error_set(err, STATUS_TOO_LARGE, what, "%zu elements of %zu bytes overflow a size",
                         count, element_bytes);
    }
    size_t alignment = bytes >= HUGE_BYTES ? HUGE_BYTES : ALIGNMENT;
    size_t rounded = bytes == 0 ? alignment : (bytes + alignment - 1) / alignment * alignment;
    void *pointer = aligned_alloc(alignment, rounded);
    if (pointer == NULL) {
        return error_set(err, STATUS_OUT_OF_MEMORY, what, "no memory for %zu bytes", bytes);
    }
    if (alignment == HUGE_BYTES) {
        /* Advice only: without huge pages the array is merely slower. */
        (void)madvise(pointer, rounded, MADV_HUGEPAGE);
    }
    if (zero) {
        memset(pointer, 0, rounded);
    }
    *out = pointer;
    return STATUS_OK;
}

enum status memory_alloc(void **out, size_t count, size_t element_bytes, const char *what,
                         struct error *err)
{
    return allocate(out, true, count, element_bytes, what, err);
}

enum status memory_alloc_raw(void **out, size_t count, size_t element_bytes, const char *what,
                             struct error *err)
{
    return allocate(out, false, count, element_bytes, what, err);
}

void memory_free(void *pointer)
{
    free(pointer);
}

void memory_wipe(void *pointer, size_t bytes)
{
    if (bytes > 0) {
        explicit_bzero(pointer, bytes);
    }
}

static size_t status_field_bytes(const char *name)
{
    char line[256];
    size_t kib = 0;
    FILE *file = fopen("/proc/self/status", "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            kib = strtoull(line + strlen(name), NULL, 10);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kib * 1024;
}

size_t memory_peak_rss_bytes(void)
{
    return status_field_bytes("VmHWM:");
}

size_t memory_rss_bytes(void)
{
    return status_field_bytes("VmRSS:");
}
