/* Random bytes from the kernel (getrandom). */
#ifndef CUZK_BASE_RANDOM_H
#define CUZK_BASE_RANDOM_H

#include <stddef.h>

#include "base/status.h"

/* Errors: IO when the kernel gives none. */
enum status random_bytes(void *out, size_t count, struct error *err);

#endif
