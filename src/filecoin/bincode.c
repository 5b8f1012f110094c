#include "filecoin/bincode.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void bincode_init(struct bincode *in, const void *bytes, size_t count, struct error *err)
{
    *in = (struct bincode){.bytes = bytes, .count = count, .status = STATUS_OK, .err = err};
}

void bincode_owner(struct bincode *in, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->owner, sizeof in->owner, format, arguments);
    va_end(arguments);
}

void bincode_enter(struct bincode *in, const char *name, uint64_t index)
{
    assert(in->depth < BINCODE_DEPTH_MAX);
    in->path[in->depth].name = name;
    in->path[in->depth++].index = index;
}

void bincode_leave(struct bincode *in)
{
    assert(in->depth > 0);
    in->depth--;
}

/* --- failures --- */

struct text {
    char *bytes;
    size_t room, used;
};

static void text_add(struct text *text, const char *before, const char *name, uint64_t index)
{
    char part[80];
    int length = index == BINCODE_NO_INDEX
                     ? snprintf(part, sizeof part, "%s%s", before, name)
                     : snprintf(part, sizeof part, "%s%s[%" PRIu64 "]", before, name, index);
    for (int i = 0; i < length && i < (int)sizeof part - 1 && text->used + 1 < text->room; i++) {
        text->bytes[text->used++] = part[i];
    }
    text->bytes[text->used] = 0;
}

void bincode_fail(struct bincode *in, enum status status, const char *field, uint64_t index,
                  const char *format, ...)
{
    if (in->status != STATUS_OK) {
        return;
    }
    in->status = status;
    char where[sizeof in->err->where], message[256];
    struct text text = {where, sizeof where, 0};
    const char *before = "";
    if (in->owner[0] != 0) {
        text_add(&text, "", in->owner, BINCODE_NO_INDEX);
        before = ", ";
    }
    for (unsigned i = 0; i < in->depth; i++) {
        text_add(&text, before, in->path[i].name, in->path[i].index);
        before = ".";
    }
    text_add(&text, before, field, index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(in->err, status, where, "%s", message);
}

/* --- values --- */

/* The next bytes, NULL when there are not so many. */
static const uint8_t *take(struct bincode *in, size_t count, const char *field, uint64_t index)
{
    if (in->status != STATUS_OK) {
        return NULL;
    }
    if (in->count - in->at < count) {
        bincode_fail(in, STATUS_BAD_LENGTH, field, index,
                     "found %zu bytes in all, expected %zu for this field at offset %zu", in->count,
                     count, in->at);
        return NULL;
    }
    const uint8_t *taken = in->bytes + in->at;
    in->at += count;
    return taken;
}

static uint64_t take_integer(struct bincode *in, size_t bytes, const char *field)
{
    const uint8_t *taken = take(in, bytes, field, BINCODE_NO_INDEX);
    uint64_t value = 0;
    for (size_t i = 0; taken != NULL && i < bytes; i++) {
        value |= (uint64_t)taken[i] << (8 * i);
    }
    return value;
}

uint64_t bincode_u64(struct bincode *in, const char *field)
{
    return take_integer(in, 8, field);
}

uint64_t bincode_below(struct bincode *in, const char *field, uint64_t limit)
{
    uint64_t value = take_integer(in, 8, field);
    if (value >= limit) {
        bincode_fail(in, STATUS_INPUT_RANGE, field, BINCODE_NO_INDEX,
                     "found %" PRIu64 ", expected less than %" PRIu64, value, limit);
        return 0;
    }
    return value;
}

void bincode_count(struct bincode *in, const char *field, uint64_t expected)
{
    uint64_t count = take_integer(in, 8, field);
    if (count != expected) {
        bincode_fail(in, STATUS_COUNT_MISMATCH, field, BINCODE_NO_INDEX,
                     "found %" PRIu64 " items, expected %" PRIu64, count, expected);
    }
}

void bincode_variant(struct bincode *in, uint32_t expected)
{
    uint64_t variant = take_integer(in, 4, "variant");
    if (variant != expected) {
        bincode_fail(in, STATUS_WRONG_TYPE, "variant", BINCODE_NO_INDEX,
                     "found variant %" PRIu64 ", expected %" PRIu32, variant, expected);
    }
}

void bincode_fr(struct bincode *in, fr *out, const char *field, uint64_t index)
{
    const uint8_t *taken = take(in, FR_BYTES, field, index);
    *out = fr_zero;
    if (taken != NULL && fr_from_bytes(out, taken, NULL, NULL) != STATUS_OK) {
        *out = fr_zero;
        bincode_fail(in, STATUS_NON_CANONICAL, field, index,
                     "found a value that is not below the field's modulus");
    }
}

enum status bincode_finish(struct bincode *in)
{
    if (in->status == STATUS_OK && in->at != in->count) {
        in->depth = 0;
        bincode_fail(in, STATUS_TRAILING_DATA, "end", BINCODE_NO_INDEX,
                     "found %zu bytes, expected %zu", in->count, in->at);
    }
    return in->status;
}

/* --- writing --- */

static void put_integer(struct bincode_out *out, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes && out->bytes != NULL; i++) {
        out->bytes[out->count + i] = (uint8_t)(value >> (8 * i));
    }
    out->count += bytes;
}

void bincode_put_u32(struct bincode_out *out, uint32_t value)
{
    put_integer(out, value, 4);
}

void bincode_put_u64(struct bincode_out *out, uint64_t value)
{
    put_integer(out, value, 8);
}

void bincode_put_fr(struct bincode_out *out, const fr *value)
{
    if (out->bytes != NULL) {
        fr_to_bytes(out->bytes + out->count, value);
    }
    out->count += FR_BYTES;
}
