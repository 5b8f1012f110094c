#include "base/text.h"

#include <string.h>

void hex_encode(char *out, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * count] = 0;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

enum status hex_decode(uint8_t *out, size_t count, const char *text, const char *where,
                       struct error *err)
{
    size_t length = strlen(text);
    if (length != 2 * count) {
        return error_set(err, STATUS_BAD_LENGTH, where, "found %zu hex digits, expected %zu",
                         length, 2 * count);
    }
    for (size_t i = 0; i < count; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return error_set(err, STATUS_BAD_ENCODING, where, "no hex digit at position %zu",
                             2 * i + (high >= 0));
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
    } units[] = {{"", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};
    uint64_t value = 0;
    const char *at = text;
    bool good = *at >= '0' && *at <= '9';
    for (; *at >= '0' && *at <= '9'; at++) {
        good = good && !__builtin_mul_overflow(value, 10u, &value) &&
               !__builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
    }
    for (size_t i = 0; good && i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(at, units[i].name) == 0 && value <= UINT64_MAX >> units[i].shift) {
            *bytes = value << units[i].shift;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_INVALID_ARGUMENT, where,
                     "found \"%s\", expected a size such as 2KiB, 512MiB or 16GiB", text);
}
