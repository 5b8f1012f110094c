#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define ALIGNMENT       ((size_t)64)
#define HUGE_PAGE_BYTES ((size_t)2 << 20)
#define PAGE_BYTES      ((size_t)4096)

bool size_add(size_t *out, size_t a, size_t b)
{
    return !__builtin_add_overflow(a, b, out);
}

bool size_mul(size_t *out, size_t a, size_t b)
{
    return !__builtin_mul_overflow(a, b, out);
}

/* Lies in the ALIGNMENT bytes before every array. */
struct header {
    void *start;         /* what malloc or mmap returned */
    size_t mapped_bytes; /* 0 for malloc */
};

static struct header *header_of(void *pointer)
{
    return (struct header *)((unsigned char *)pointer - ALIGNMENT);
}

static void *allocate_small(size_t bytes)
{
    /* AddressSanitizer sees an overrun only at the edge of the block, so no header there. */
    size_t before = SANITIZED ? 0 : ALIGNMENT;
    void *start = NULL;
    if (posix_memalign(&start, ALIGNMENT, before + bytes) != 0) {
        return NULL;
    }
    void *array = (unsigned char *)start + before;
    if (!SANITIZED) {
        *header_of(array) = (struct header){start, 0};
    }
    return array;
}

/* The array begins on a huge-page boundary, the header on the small page before it. */
static void *allocate_mapped(size_t bytes)
{
    size_t total;
    if (!size_add(&total, bytes, HUGE_PAGE_BYTES + PAGE_BYTES)) {
        return NULL;
    }
    unsigned char *start =
        mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        return NULL;
    }
    uintptr_t first = (uintptr_t)start + PAGE_BYTES;
    size_t padding = (HUGE_PAGE_BYTES - first % HUGE_PAGE_BYTES) % HUGE_PAGE_BYTES;
    unsigned char *array = start + PAGE_BYTES + padding;
    madvise(array, bytes / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES, MADV_HUGEPAGE);
    *header_of(array) = (struct header){start, total};
    return array;
}

static enum status allocate(void **out, size_t count, size_t element_bytes, bool zeroed,
                            const char *what, struct error *err)
{
    size_t bytes;
    *out = NULL;
    if (!size_mul(&bytes, count, element_bytes) || bytes > PTRDIFF_MAX / 2) {
        return error_set(err, STATUS_TOO_LARGE, what,
                         "%zu elements of %zu bytes exceed the address space", count,
                         element_bytes);
    }
    bool mapped = !SANITIZED && bytes >= HUGE_PAGE_BYTES;
    void *array = mapped ? allocate_mapped(bytes) : allocate_small(bytes == 0 ? 1 : bytes);
    if (array == NULL) {
        return error_set(err, STATUS_OUT_OF_MEMORY, what, "%zu bytes could not be allocated",
                         bytes);
    }
    if (zeroed && !mapped) {
        memset(array, 0, bytes);
    }
    *out = array;
    return STATUS_OK;
}

enum status memory_alloc(void **out, size_t count, size_t element_bytes, const char *what,
                         struct error *err)
{
    return allocate(out, count, element_bytes, true, what, err);
}

enum status memory_alloc_raw(void **out, size_t count, size_t element_bytes, const char *what,
                             struct error *err)
{
    return allocate(out, count, element_bytes, false, what, err);
}

void memory_free(void *pointer)
{
    if (pointer == NULL) {
        return;
    }
    if (SANITIZED) {
        free(pointer);
        return;
    }
    struct header header = *header_of(pointer);
    if (header.mapped_bytes != 0) {
        munmap(header.start, header.mapped_bytes);
    } else {
        free(header.start);
    }
}

void memory_wipe(void *pointer, size_t bytes)
{
    if (bytes != 0) {
        explicit_bzero(pointer, bytes);
    }
}

static size_t status_line_bytes(const char *key)
{
    FILE *file = fopen("/proc/self/status", "re");
    if (file == NULL) {
        return 0;
    }
    char line[256];
    size_t prefix = strlen(key);
    size_t kilobytes = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, prefix) == 0) {
            kilobytes = strtoul(line + prefix, NULL, 10);
            break;
        }
    }
    fclose(file);
    return kilobytes * 1024;
}

size_t memory_peak_rss_bytes(void)
{
    return status_line_bytes("VmHWM:");
}

size_t memory_rss_bytes(void)
{
    return status_line_bytes("VmRSS:");
}
