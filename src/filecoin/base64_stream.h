/* Base64 (RFC 4648 section 4: standard alphabet, padding required, no blanks) that comes in pieces.
 */
#ifndef CUZK_FILECOIN_BASE64_STREAM_H
#define CUZK_FILECOIN_BASE64_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct base64_stream { /* starts zeroed, but for: */
    const char *where; /* for errors */
    uint64_t offset;   /* characters so far */
    uint32_t bits;     /* of the group under way */
    unsigned in_group, padding;
};

/* Bytes that `count` characters can give at most, also with a group under way. */
static inline size_t base64_stream_bytes(size_t count)
{
    return count / 4 * 3 + 3;
}

/* out has room for base64_stream_bytes(count). Errors: BAD_BASE64 with the character's offset; out
 * and *out_count then hold what came before it. */
enum status base64_stream_push(struct base64_stream *stream, uint8_t *out, size_t *out_count,
                               const char *text, size_t count, struct error *err);

/* After the last character. Errors: BAD_BASE64 for an unfinished group. */
enum status base64_stream_finish(const struct base64_stream *stream, struct error *err);

/* Characters that `count` bytes give; out has room for them, no zero at the end. A part that is not
 * the last one has a multiple of three bytes. */
static inline size_t base64_length(size_t count)
{
    return (count + 2) / 3 * 4;
}
size_t base64_encode(char *out, const void *bytes, size_t count);

#endif
