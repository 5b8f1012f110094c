#include "cmd/public_file.h"

#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "filecoin/json_stream.h"

#define WHERE "--public"
#define PUBLIC_BYTES_MAX                                                                           \
    ((size_t)256 << 20) /* 126 partitions of the largest circuit: 220 MB of hex */

struct reader {
    fr *values;
    size_t proof_count, input_count;
    size_t lists, items; /* read so far; items: of the list under way */
    unsigned depth;
};

static enum status read_element(struct reader *reader, const struct json_token *token,
                                struct error *err)
{
    char hex[2 * FR_BYTES + 1] = {0};
    uint8_t bytes[FR_BYTES];
    if (token->kind != JSON_STRING) {
        return error_set(err, STATUS_WRONG_TYPE, WHERE, "input %zu is no string of hex digits",
                         reader->items);
    }
    if (reader->items == reader->input_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, WHERE,
                         "list %zu has more than %zu inputs, the key's", reader->lists - 1,
                         reader->input_count);
    }
    if (token->length != 2 * FR_BYTES) {
        return error_set(err, STATUS_BAD_LENGTH, WHERE, "input %zu is not %d hexadecimal digits",
                         reader->items, 2 * FR_BYTES);
    }
    memcpy(hex, token->text, token->length);
    enum status status = hex_decode(bytes, FR_BYTES, hex, WHERE, err);
    if (status == STATUS_OK) {
        size_t at = (reader->lists - 1) * reader->input_count + reader->items;
        status = public_input_decode(&reader->values[at], bytes, reader->items, err);
    }
    reader->items++;
    return status;
}

static enum status begin_list(struct reader *reader, const struct json_token *token,
                              struct error *err)
{
    if (token->kind != JSON_LIST) {
        return reader->depth == 0
                   ? error_set(err, STATUS_WRONG_TYPE, WHERE, "expected a list of lists of hex")
                   : error_set(err, STATUS_WRONG_TYPE, WHERE, "entry %zu is no list",
                               reader->lists);
    }
    if (reader->depth == 1 && reader->lists == reader->proof_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, WHERE, "inputs of more than %zu proofs",
                         reader->proof_count);
    }
    reader->lists += reader->depth;
    reader->items = 0;
    reader->depth++;
    return STATUS_OK;
}

static enum status take_token(void *context, struct json_stream *stream,
                              const struct json_token *token, struct error *err)
{
    struct reader *reader = context;
    (void)stream;
    if (token->kind != JSON_LIST_END) {
        return reader->depth < 2 ? begin_list(reader, token, err)
                                 : read_element(reader, token, err);
    }
    reader->depth--;
    if (reader->depth == 1 && reader->items != reader->input_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, WHERE, "list %zu has %zu inputs, the key %zu",
                         reader->lists - 1, reader->items, reader->input_count);
    }
    return STATUS_OK;
}

enum status public_file_read(fr *values, size_t proof_count, size_t input_count, const char *path,
                             struct error *err)
{
    struct reader reader = {
        .values = values, .proof_count = proof_count, .input_count = input_count};
    struct json_stream stream;
    struct error fault = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    enum status status = file_read_all(&bytes, &count, path, PUBLIC_BYTES_MAX, &fault);
    json_stream_init(&stream, take_token, &reader);
    if (status == STATUS_OK) {
        status = json_stream_push(&stream, bytes, count, &fault);
    }
    if (status == STATUS_OK) {
        status = json_stream_finish(&stream, &fault);
    }
    memory_free(bytes);
    if (status != STATUS_OK) {
        return error_set(err, status, fault.where[0] != '\0' ? fault.where : path, "%s",
                         fault.message);
    }
    if (reader.lists != proof_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, WHERE,
                         "inputs of %zu proofs, found %zu proofs", reader.lists, proof_count);
    }
    return STATUS_OK;
}
