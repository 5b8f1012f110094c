/* Hexadecimal text, sizes, text from outside. */
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

/* Puts '?' for every byte that is a control character or not part of a UTF-8 character, so that the
 * text stays on its line and fits in JSON. */
void text_make_printable(char *text);

#endif
