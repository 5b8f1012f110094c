#include "base/text.h"

#include <stdbool.h>
#include <string.h>

void hex_encode(char *out, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * count] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

enum status hex_decode(uint8_t *out, size_t count, const char *text, const char *where,
                       struct error *err)
{
    size_t length = strlen(text);
    if (length % 2 != 0 || length / 2 != count) {
        return error_set(err, STATUS_BAD_LENGTH, where,
                         "%zu characters, expected %zu hexadecimal digits", length, 2 * count);
    }
    for (size_t i = 0; i < count; i++) {
        int high = hex_digit(text[2 * i]);
        int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return error_set(err, STATUS_BAD_ENCODING, where,
                             "character %zu is not a hexadecimal digit",
                             2 * i + (high < 0 ? 0 : 1));
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return STATUS_OK;
}

enum status size_parse(uint64_t *bytes, const char *text, const char *where, struct error *err)
{
    static const struct {
        const char *name;
        unsigned shift;
    } units[] = {{"", 0}, {"B", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};

    uint64_t value = 0;
    const char *rest = text;
    bool too_large = false;
    while (*rest >= '0' && *rest <= '9') {
        too_large |= __builtin_mul_overflow(value, (uint64_t)10, &value);
        too_large |= __builtin_add_overflow(value, (uint64_t)(*rest - '0'), &value);
        rest++;
    }
    for (size_t i = 0; rest != text && i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(rest, units[i].name) == 0) {
            too_large |= value > UINT64_MAX >> units[i].shift;
            if (too_large) {
                return error_set(err, STATUS_INVALID_ARGUMENT, where,
                                 "\"%s\" is more than 64 bits hold", text);
            }
            *bytes = value << units[i].shift;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_INVALID_ARGUMENT, where,
                     "\"%s\" is not a size, expected a whole number and KiB, MiB, GiB, TiB or "
                     "nothing",
                     text);
}

/* Bytes of the UTF-8 character at `text` (Unicode 15, table 3-7); 0 when there is none or it is a
 * control character. The zero at the end of the text is no continuation byte. */
static size_t printable_length(const unsigned char *text)
{
    unsigned lead = text[0];
    if (lead < 0x80) {
        return lead >= 0x20 && lead != 0x7f ? 1 : 0;
    }
    size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    unsigned low = lead == 0xc2 || lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xc2 || lead > 0xf4 || text[1] < low || text[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

void text_make_printable(char *text)
{
    while (*text != '\0') {
        size_t length = printable_length((const unsigned char *)text);
        if (length == 0) {
            *text = '?';
            length = 1;
        }
        text += length;
    }
}
