#include "filecoin/json_stream.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum state {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END,
    EXPECT_KEY,
    EXPECT_KEY_OR_END,
    EXPECT_COLON,
    EXPECT_COMMA_OR_END,
    IN_STRING,
    IN_ESCAPE,
    IN_HEX,
    IN_NUMBER,
    IN_LITERAL,
    AT_END,
};

enum number_state {
    AFTER_MINUS,
    AFTER_ZERO,
    IN_INTEGER,
    AFTER_POINT,
    IN_FRACTION,
    AFTER_E,
    AFTER_E_SIGN,
    IN_EXPONENT,
};

void json_stream_init(struct json_stream *stream, json_handler *handler, void *context)
{
    memset(stream, 0, sizeof *stream);
    stream->handler = handler;
    stream->context = context;
    stream->state = EXPECT_VALUE;
}

static enum status unexpected(const struct json_stream *stream, uint8_t found, const char *expected,
                              struct error *err)
{
    char text[16];
    if (isprint(found))
        snprintf(text, sizeof text, "'%c'", found);
    else
        snprintf(text, sizeof text, "byte 0x%02x", found);
    return error_set(err, STATUS_BAD_JSON, NULL, "found %s at byte %llu, expected %s", text,
                     (unsigned long long)stream->offset, expected);
}

static enum status emit(struct json_stream *stream, enum json_kind kind, struct error *err)
{
    struct json_token token = {.kind = kind};
    return stream->handler(stream->context, stream, &token, err);
}

static enum status emit_text(struct json_stream *stream, enum json_kind kind, const char *text,
                             size_t length, struct error *err)
{
    struct json_token token = {.kind = kind, .text = text, .length = length, .cut = stream->cut};
    return stream->handler(stream->context, stream, &token, err);
}

/* --- nesting --- */

static bool top_is_object(const struct json_stream *stream)
{
    unsigned level = stream->depth - 1;
    return stream->is_object[level / 64] >> (level % 64) & 1;
}

static void after_value(struct json_stream *stream)
{
    stream->state = stream->depth == 0 ? AT_END : EXPECT_COMMA_OR_END;
}

static enum status open_level(struct json_stream *stream, bool object, struct error *err)
{
    if (stream->depth == JSON_DEPTH_MAX)
        return error_set(err, STATUS_TOO_LARGE, NULL, "nested deeper than %d at byte %llu",
                         JSON_DEPTH_MAX, (unsigned long long)stream->offset);
    unsigned level = stream->depth++;
    uint64_t bit = (uint64_t)1 << (level % 64);
    if (object)
        stream->is_object[level / 64] |= bit;
    else
        stream->is_object[level / 64] &= ~bit;
    stream->state = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    stream->bytes_into = NULL;
    return emit(stream, object ? JSON_OBJECT : JSON_LIST, err);
}

static enum status close_level(struct json_stream *stream, struct error *err)
{
    bool object = top_is_object(stream);
    stream->depth--;
    after_value(stream);
    return emit(stream, object ? JSON_OBJECT_END : JSON_LIST_END, err);
}

/* --- strings --- */

static void begin_string(struct json_stream *stream, bool key)
{
    stream->state = IN_STRING;
    stream->in_key = key;
    stream->streaming = !key && stream->stream_string;
    stream->stream_string = false;
    stream->length = 0;
    stream->cut = false;
    stream->utf8_left = 0;
    stream->high_surrogate = 0;
}

static enum status add_text(struct json_stream *stream, const char *text, size_t count,
                            struct error *err)
{
    if (stream->streaming)
        return emit_text(stream, JSON_STRING_PART, text, count, err);
    size_t space = sizeof stream->text - stream->length;
    if (count > space) {
        stream->cut = true;
        count = space;
    }
    memcpy(stream->text + stream->length, text, count);
    stream->length += count;
    return STATUS_OK;
}

/* Whether the bytes above 0x7f are UTF-8, one at a time (Unicode 15, table 3-7). */
static bool utf8_accepts(struct json_stream *stream, uint8_t byte)
{
    if (stream->utf8_left > 0) {
        if (byte < stream->utf8_low || byte > stream->utf8_high)
            return false;
        stream->utf8_left--;
        stream->utf8_low = 0x80;
        stream->utf8_high = 0xbf;
        return true;
    }
    if (byte < 0x80)
        return true;
    if (byte < 0xc2 || byte > 0xf4)
        return false;
    stream->utf8_left = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    stream->utf8_low = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    stream->utf8_high = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    return true;
}

static enum status end_string(struct json_stream *stream, struct error *err)
{
    bool key = stream->in_key;
    if (key)
        stream->state = EXPECT_COLON;
    else
        after_value(stream);
    return emit_text(stream, key ? JSON_KEY : JSON_STRING, stream->text, stream->length, err);
}

/* How many of the next bytes are ASCII characters that stand for themselves; the long strings are
 * all of these. */
static size_t plain_count(const uint8_t *bytes, size_t count)
{
    size_t i = 0;
    while (i < count && bytes[i] >= 0x20 && bytes[i] < 0x80 && bytes[i] != '"' && bytes[i] != '\\')
        i++;
    return i;
}

/* From the byte at *at on, as far as the string goes. */
static enum status read_string(struct json_stream *stream, const uint8_t *bytes, size_t *at,
                               size_t count, struct error *err)
{
    size_t from = *at, i = from;
    if (stream->utf8_left == 0 && stream->high_surrogate == 0)
        i += plain_count(bytes + i, count - i);
    bool bad = false;
    for (; i < count && bytes[i] != '"' && bytes[i] != '\\' && !bad; i++)
        bad = bytes[i] < 0x20 || stream->high_surrogate != 0 || !utf8_accepts(stream, bytes[i]);
    i -= bad;
    stream->offset += i - from;
    *at = i;
    if (i > from) {
        enum status status = add_text(stream, (const char *)bytes + from, i - from, err);
        if (status != STATUS_OK)
            return status;
    }
    if (bad)
        return unexpected(stream, bytes[i], "a character of a string", err);
    if (i == count)
        return STATUS_OK;
    if (stream->utf8_left > 0 || (bytes[i] == '"' && stream->high_surrogate != 0))
        return unexpected(stream, bytes[i], "the rest of a character", err);
    stream->offset++;
    *at = i + 1;
    if (bytes[i] == '"')
        return end_string(stream, err);
    stream->state = IN_ESCAPE;
    return STATUS_OK;
}

static enum status read_escape(struct json_stream *stream, uint8_t byte, struct error *err)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    if (byte == 'u') {
        stream->state = IN_HEX;
        stream->hex_digits = 0;
        stream->code = 0;
        return STATUS_OK;
    }
    const char *name = byte != 0 ? strchr(names, byte) : NULL;
    if (name == NULL || stream->high_surrogate != 0)
        return unexpected(stream, byte, "the rest of an escape", err);
    stream->state = IN_STRING;
    return add_text(stream, &values[name - names], 1, err);
}

static enum status add_code(struct json_stream *stream, uint32_t code, struct error *err)
{
    char text[4];
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(lead[length] | code);
    return add_text(stream, text, length, err);
}

static enum status read_hex(struct json_stream *stream, uint8_t byte, struct error *err)
{
    if (!isxdigit(byte))
        return unexpected(stream, byte, "four hexadecimal digits", err);
    int digit = isdigit(byte) ? byte - '0' : tolower(byte) - 'a' + 10;
    stream->code = stream->code << 4 | (uint32_t)digit;
    if (++stream->hex_digits < 4)
        return STATUS_OK;

    stream->state = IN_STRING;
    bool low = stream->code >= 0xdc00 && stream->code < 0xe000;
    if (low != (stream->high_surrogate != 0))
        return error_set(err, STATUS_BAD_JSON, NULL, "half a surrogate pair at byte %llu",
                         (unsigned long long)stream->offset);
    if (stream->code >= 0xd800 && stream->code < 0xdc00) {
        stream->high_surrogate = stream->code;
        return STATUS_OK;
    }
    uint32_t code = stream->code;
    if (low)
        code = 0x10000 + ((stream->high_surrogate - 0xd800) << 10) + (code - 0xdc00);
    stream->high_surrogate = 0;
    return add_code(stream, code, err);
}

/* --- numbers and literals --- */

static void begin_number(struct json_stream *stream, uint8_t byte)
{
    stream->state = IN_NUMBER;
    stream->number = (struct json_token){.kind = JSON_NUMBER, .integer = true};
    stream->number.negative = byte == '-';
    stream->number_state = byte == '-' ? AFTER_MINUS : byte == '0' ? AFTER_ZERO : IN_INTEGER;
    if (byte != '-')
        stream->number.magnitude = (uint64_t)(byte - '0');
}

static void add_digit(struct json_token *number, uint8_t byte)
{
    uint64_t digit = (uint64_t)(byte - '0');
    if (number->magnitude > (UINT64_MAX - digit) / 10)
        number->overflow = true;
    else
        number->magnitude = number->magnitude * 10 + digit;
}

/* Whether the number goes on with this byte. */
static bool number_accepts(struct json_stream *stream, uint8_t byte)
{
    bool digit = byte >= '0' && byte <= '9', e = byte == 'e' || byte == 'E';
    switch (stream->number_state) {
    case AFTER_MINUS:
        if (digit) {
            stream->number_state = byte == '0' ? AFTER_ZERO : IN_INTEGER;
            stream->number.magnitude = (uint64_t)(byte - '0');
        }
        return digit;
    case IN_INTEGER:
        if (digit) {
            add_digit(&stream->number, byte);
            return true;
        }
        /* fall through */
    case AFTER_ZERO:
        if (byte != '.' && !e)
            return false;
        stream->number.integer = false;
        stream->number_state = e ? AFTER_E : AFTER_POINT;
        return true;
    case AFTER_POINT:
    case IN_FRACTION:
        if (digit) {
            stream->number_state = IN_FRACTION;
        } else if (e && stream->number_state == IN_FRACTION) {
            stream->number_state = AFTER_E;
            return true;
        }
        return digit;
    case AFTER_E:
        if (byte == '+' || byte == '-') {
            stream->number_state = AFTER_E_SIGN;
            return true;
        }
        /* fall through */
    default:
        if (digit)
            stream->number_state = IN_EXPONENT;
        return digit;
    }
}

static enum status end_number(struct json_stream *stream, uint8_t byte, struct error *err)
{
    switch (stream->number_state) {
    case AFTER_MINUS:
    case AFTER_POINT:
    case AFTER_E:
    case AFTER_E_SIGN:
        return unexpected(stream, byte, "a digit", err);
    default:
        after_value(stream);
        return stream->handler(stream->context, stream, &stream->number, err);
    }
}

static enum status read_literal(struct json_stream *stream, uint8_t byte, struct error *err)
{
    if (byte != (uint8_t)*stream->literal)
        return unexpected(stream, byte, "true, false or null", err);
    if (*++stream->literal != '\0')
        return STATUS_OK;
    after_value(stream);
    return emit(stream, byte == 'l' ? JSON_NULL : JSON_TRUE_FALSE, err);
}

/* --- values --- */

static enum status begin_value(struct json_stream *stream, uint8_t byte, const char *expected,
                               struct error *err)
{
    bool streamed = stream->stream_string;
    stream->stream_string = false;
    switch (byte) {
    case '{':
        return open_level(stream, true, err);
    case '[':
        return open_level(stream, false, err);
    case '"':
        stream->stream_string = streamed;
        begin_string(stream, false);
        return STATUS_OK;
    case 't':
        stream->literal = "rue";
        break;
    case 'f':
        stream->literal = "alse";
        break;
    case 'n':
        stream->literal = "ull";
        break;
    default:
        if (byte != '-' && !isdigit(byte))
            return unexpected(stream, byte, expected, err);
        begin_number(stream, byte);
        return STATUS_OK;
    }
    stream->state = IN_LITERAL;
    return STATUS_OK;
}

/* One byte between values, or of an escape or literal. */
static enum status read_byte(struct json_stream *stream, uint8_t byte, struct error *err)
{
    switch (stream->state) {
    case IN_ESCAPE:
        return read_escape(stream, byte, err);
    case IN_HEX:
        return read_hex(stream, byte, err);
    case IN_LITERAL:
        return read_literal(stream, byte, err);
    default:
        break;
    }
    if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t')
        return STATUS_OK;

    switch (stream->state) {
    case EXPECT_VALUE:
        return begin_value(stream, byte, "a value", err);
    case EXPECT_VALUE_OR_END:
        return byte == ']' ? close_level(stream, err)
                           : begin_value(stream, byte, "a value or ]", err);
    case EXPECT_KEY_OR_END:
        if (byte == '}')
            return close_level(stream, err);
        /* fall through */
    case EXPECT_KEY:
        if (byte != '"')
            return unexpected(stream, byte, "a field's name", err);
        begin_string(stream, true);
        return STATUS_OK;
    case EXPECT_COLON:
        if (byte != ':')
            return unexpected(stream, byte, ":", err);
        stream->state = EXPECT_VALUE;
        return STATUS_OK;
    case EXPECT_COMMA_OR_END:
        if (byte == (top_is_object(stream) ? '}' : ']'))
            return close_level(stream, err);
        if (byte != ',')
            return unexpected(stream, byte, top_is_object(stream) ? ", or }" : ", or ]", err);
        stream->state = top_is_object(stream) ? EXPECT_KEY : EXPECT_VALUE;
        return STATUS_OK;
    default:
        return error_set(err, STATUS_TRAILING_DATA, NULL,
                         "something follows the document, at byte %llu",
                         (unsigned long long)stream->offset);
    }
}

/* The rest of a list of JSON_BYTES bytes written without blanks; NULL when it is anything else,
 * which then goes the ordinary way. At least 4 * JSON_BYTES + 1 bytes are readable. */
static const uint8_t *read_bytes_list(uint8_t *out, const uint8_t *p)
{
    for (int i = 0; i < JSON_BYTES; i++) {
        unsigned value = (unsigned)*p++ - '0', digit;
        if (value > 9)
            return NULL;
        if ((digit = (unsigned)*p - '0') <= 9) {
            if (value == 0)
                return NULL;
            value = value * 10 + digit;
            if ((digit = (unsigned)*++p - '0') <= 9) {
                value = value * 10 + digit;
                p++;
            }
        }
        if (value > 255 || *p++ != (i == JSON_BYTES - 1 ? ']' : ','))
            return NULL;
        out[i] = (uint8_t)value;
    }
    return p;
}

static enum status try_bytes_list(struct json_stream *stream, const uint8_t *bytes, size_t *at,
                                  size_t count, struct error *err)
{
    uint8_t *into = stream->bytes_into;
    stream->bytes_into = NULL;
    if (count - *at < 4 * JSON_BYTES + 1)
        return STATUS_OK;
    const uint8_t *end = read_bytes_list(into, bytes + *at);
    if (end == NULL)
        return STATUS_OK;
    stream->offset += (uint64_t)(end - (bytes + *at));
    *at = (size_t)(end - bytes);
    stream->depth--;
    after_value(stream);
    return emit(stream, JSON_BYTES_LIST, err);
}

enum status json_stream_push(struct json_stream *stream, const void *bytes, size_t count,
                             struct error *err)
{
    const uint8_t *p = bytes;
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK;) {
        if (stream->state == IN_STRING) {
            status = read_string(stream, p, &i, count, err);
        } else if (stream->state == IN_NUMBER) {
            if (number_accepts(stream, p[i])) {
                i++;
                stream->offset++;
            } else {
                status = end_number(stream, p[i], err);
            }
        } else {
            status = read_byte(stream, p[i], err);
            i++;
            stream->offset++;
            if (stream->bytes_into != NULL && status == STATUS_OK)
                status = try_bytes_list(stream, p, &i, count, err);
        }
    }
    return status;
}

enum status json_stream_finish(const struct json_stream *stream, struct error *err)
{
    if (stream->state == AT_END)
        return STATUS_OK;
    return error_set(err, STATUS_BAD_JSON, NULL, "the document ends early, after %llu bytes",
                     (unsigned long long)stream->offset);
}
