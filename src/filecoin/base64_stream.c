#include "filecoin/base64_stream.h"

#include <ctype.h>

#define VALID 0x40

static const uint8_t digits[256] = {
    ['A'] = VALID | 0,  ['B'] = VALID | 1,  ['C'] = VALID | 2,  ['D'] = VALID | 3,
    ['E'] = VALID | 4,  ['F'] = VALID | 5,  ['G'] = VALID | 6,  ['H'] = VALID | 7,
    ['I'] = VALID | 8,  ['J'] = VALID | 9,  ['K'] = VALID | 10, ['L'] = VALID | 11,
    ['M'] = VALID | 12, ['N'] = VALID | 13, ['O'] = VALID | 14, ['P'] = VALID | 15,
    ['Q'] = VALID | 16, ['R'] = VALID | 17, ['S'] = VALID | 18, ['T'] = VALID | 19,
    ['U'] = VALID | 20, ['V'] = VALID | 21, ['W'] = VALID | 22, ['X'] = VALID | 23,
    ['Y'] = VALID | 24, ['Z'] = VALID | 25, ['a'] = VALID | 26, ['b'] = VALID | 27,
    ['c'] = VALID | 28, ['d'] = VALID | 29, ['e'] = VALID | 30, ['f'] = VALID | 31,
    ['g'] = VALID | 32, ['h'] = VALID | 33, ['i'] = VALID | 34, ['j'] = VALID | 35,
    ['k'] = VALID | 36, ['l'] = VALID | 37, ['m'] = VALID | 38, ['n'] = VALID | 39,
    ['o'] = VALID | 40, ['p'] = VALID | 41, ['q'] = VALID | 42, ['r'] = VALID | 43,
    ['s'] = VALID | 44, ['t'] = VALID | 45, ['u'] = VALID | 46, ['v'] = VALID | 47,
    ['w'] = VALID | 48, ['x'] = VALID | 49, ['y'] = VALID | 50, ['z'] = VALID | 51,
    ['0'] = VALID | 52, ['1'] = VALID | 53, ['2'] = VALID | 54, ['3'] = VALID | 55,
    ['4'] = VALID | 56, ['5'] = VALID | 57, ['6'] = VALID | 58, ['7'] = VALID | 59,
    ['8'] = VALID | 60, ['9'] = VALID | 61, ['+'] = VALID | 62, ['/'] = VALID | 63};

static enum status bad_character(const struct base64_stream *stream, char found, struct error *err)
{
    if (isprint((unsigned char)found))
        return error_set(err, STATUS_BAD_BASE64, stream->where,
                         "found '%c' at character %llu of the base64", found,
                         (unsigned long long)stream->offset);
    return error_set(err, STATUS_BAD_BASE64, stream->where,
                     "found byte 0x%02x at character %llu of the base64", (unsigned char)found,
                     (unsigned long long)stream->offset);
}

/* One character; writes the group's bytes with its last. */
static enum status push_one(struct base64_stream *stream, uint8_t **out, char character,
                            struct error *err)
{
    uint8_t digit = digits[(uint8_t)character];
    if (character == '=' && stream->in_group >= 2) {
        stream->padding++;
        digit = VALID;
    } else if ((digit & VALID) == 0 || stream->padding > 0) {
        return bad_character(stream, character, err);
    }
    stream->bits = stream->bits << 6 | (digit & 0x3f);
    stream->offset++;
    if (++stream->in_group < 4)
        return STATUS_OK;

    if (stream->padding > 0 && (stream->bits & (stream->padding == 1 ? 0xffu : 0xffffu)) != 0)
        return error_set(err, STATUS_BAD_BASE64, stream->where,
                         "bits are left over before the padding at character %llu of the base64",
                         (unsigned long long)stream->offset);
    for (unsigned i = 0; i < 3 - stream->padding; i++)
        *(*out)++ = (uint8_t)(stream->bits >> (16 - 8 * i));
    stream->bits = 0;
    stream->in_group = 0;
    return STATUS_OK;
}

enum status base64_stream_push(struct base64_stream *stream, uint8_t *out, size_t *out_count,
                               const char *text, size_t count, struct error *err)
{
    uint8_t *end = out;
    size_t i = 0;
    enum status status = STATUS_OK;
    while (i < count && status == STATUS_OK) {
        /* Whole groups. */
        while (stream->in_group == 0 && stream->padding == 0 && count - i >= 4) {
            const uint8_t *p = (const uint8_t *)text + i;
            uint32_t a = digits[p[0]], b = digits[p[1]], c = digits[p[2]], d = digits[p[3]];
            if ((a & b & c & d & VALID) == 0)
                break;
            uint32_t bits = (a & 0x3f) << 18 | (b & 0x3f) << 12 | (c & 0x3f) << 6 | (d & 0x3f);
            end[0] = (uint8_t)(bits >> 16);
            end[1] = (uint8_t)(bits >> 8);
            end[2] = (uint8_t)bits;
            end += 3;
            i += 4;
            stream->offset += 4;
        }
        if (i < count)
            status = push_one(stream, &end, text[i++], err);
    }
    *out_count = (size_t)(end - out);
    return status;
}

enum status base64_stream_finish(const struct base64_stream *stream, struct error *err)
{
    if (stream->in_group == 0)
        return STATUS_OK;
    return error_set(err, STATUS_BAD_BASE64, stream->where,
                     "the base64 ends inside a group of four, after %llu characters",
                     (unsigned long long)stream->offset);
}

size_t base64_encode(char *out, const void *bytes, size_t count)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *in = bytes;
    size_t length = 0;
    for (size_t i = 0; i < count; i += 3) {
        size_t have = count - i < 3 ? count - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < have ? in[i + k] : 0);
        }
        for (size_t k = 0; k < 4; k++) {
            out[length++] = k <= have ? alphabet[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    return length;
}
