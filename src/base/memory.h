/* Checked sizes and allocation.
 *
 * Every size that comes from outside goes through size_add/size_mul. Large arrays are 64-byte
 * aligned and, above 2 MiB, backed by huge pages where the kernel has them. Secrets are wiped with
 * memory_wipe. */
#ifndef CUZK_BASE_MEMORY_H
#define CUZK_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* *out = a + b or a * b; false on overflow (then *out is unspecified). */
bool size_add(size_t *out, size_t a, size_t b);
bool size_mul(size_t *out, size_t a, size_t b);

/* Zeroed array of count elements of element_bytes; *out owns it, freed with memory_free. count may
 * be 0 (*out is then non-NULL all the same). Errors: OUT_OF_MEMORY naming `what` and the bytes;
 * TOO_LARGE on overflow. */
enum status memory_alloc(void **out, size_t count, size_t element_bytes, const char *what,
                         struct error *err);

/* Same, contents undefined. For arrays that are overwritten at once. */
enum status memory_alloc_raw(void **out, size_t count, size_t element_bytes, const char *what,
                             struct error *err);

/* Frees what memory_alloc or memory_alloc_raw made; NULL is fine. */
void memory_free(void *pointer);

/* Overwrites with zeros in a way the compiler keeps. */
void memory_wipe(void *pointer, size_t bytes);

/* Peak resident set of this process (VmHWM), current resident set (VmRSS); 0 where unknown. */
size_t memory_peak_rss_bytes(void);
size_t memory_rss_bytes(void);

#endif
