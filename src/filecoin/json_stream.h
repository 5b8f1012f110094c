/* JSON (RFC 8259) that comes in pieces, as tokens to a handler; keeps nothing but its state.
 *
 * Two short cuts for large documents: a string may be streamed in parts, and a list of exactly
 * `JSON_BYTES` numbers 0 .. 255 may be read straight to its place. */
#ifndef CUZK_FILECOIN_JSON_STREAM_H
#define CUZK_FILECOIN_JSON_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define JSON_DEPTH_MAX 128 /* what common readers allow */
#define JSON_TEXT_MAX  128 /* of a key or string; the longest name of the schemas has 42 */
#define JSON_BYTES     32

enum json_kind {
    JSON_OBJECT,     /* { */
    JSON_OBJECT_END, /* } */
    JSON_LIST,       /* [ */
    JSON_LIST_END,   /* ] */
    JSON_KEY,
    JSON_STRING,
    JSON_STRING_PART, /* of a streamed string; JSON_STRING without text ends it */
    JSON_NUMBER,
    JSON_TRUE_FALSE,
    JSON_NULL,
    JSON_BYTES_LIST, /* in place of the numbers and the end of a list of bytes */
};

struct json_token {
    enum json_kind kind;
    const char *text; /* KEY, STRING, STRING_PART: unescaped UTF-8, valid during the call */
    size_t length;
    bool cut;                         /* was longer than JSON_TEXT_MAX */
    bool integer, negative, overflow; /* NUMBER; overflow: magnitude above 2^64 - 1 */
    uint64_t magnitude;
};

struct json_stream;
typedef enum status json_handler(void *context, struct json_stream *stream,
                                 const struct json_token *token, struct error *err);

struct json_stream {
    json_handler *handler;
    void *context;

    /* Set by the handler during a call, used up by what comes next. */
    bool stream_string;  /* at KEY: deliver the value, if a string, in parts */
    uint8_t *bytes_into; /* at LIST: JSON_BYTES bytes may be written here */

    /* Own state. */
    uint64_t offset;
    unsigned state, depth;
    uint64_t is_object[JSON_DEPTH_MAX / 64]; /* bit of each open level */
    bool in_key, streaming;
    char text[JSON_TEXT_MAX];
    size_t length;
    bool cut;
    unsigned hex_digits, utf8_left;
    uint8_t utf8_low, utf8_high; /* bounds of the next continuation byte */
    uint32_t code, high_surrogate;
    unsigned number_state;
    struct json_token number;
    const char *literal;
};

void json_stream_init(struct json_stream *stream, json_handler *handler, void *context);

/* Errors: BAD_JSON and TRAILING_DATA with the byte's offset; TOO_LARGE (depth); the handler's. The
 * stream is not to be used after an error. */
enum status json_stream_push(struct json_stream *stream, const void *bytes, size_t count,
                             struct error *err);

/* After the last byte. Errors: BAD_JSON when the document is not complete. */
enum status json_stream_finish(const struct json_stream *stream, struct error *err);

#endif
