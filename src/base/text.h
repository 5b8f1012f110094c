/* Hexadecimal text and sizes. */
#ifndef CUZK_BASE_TEXT_H
#define CUZK_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* out gets 2 * count lower-case digits and a zero. */
void hex_encode(char *out, const uint8_t *bytes, size_t count);

/* Exactly 2 * count digits of either case. Errors: BAD_LENGTH, BAD_ENCODING, with `where`. */
enum status hex_decode(uint8_t *out, size_t count, const char *text, const char *where,
                       struct error *err);

/* "16GiB", "2KiB", "512MiB", "123" (bytes), "1TiB". Errors: INVALID_ARGUMENT. */
enum status size_parse(uint64_t *bytes, const char *text, const char *where, struct error *err);

#endif
