#include "filecoin/c1.h"

#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "filecoin/base64_stream.h"
#include "filecoin/c1_schema.h"
#include "filecoin/json_stream.h"

#define DECODED_BYTES (32 * 1024) /* of base64 at a time: stays in the first caches */
#define FILE_STEP     ((size_t)1 << 20)

enum document_kind { UNDECIDED, BARE, WRAPPER };

enum wrapper_field { NO_FIELD, SECTOR_NUM = 1, PHASE1_OUT = 2, SECTOR_SIZE = 4 };

static const struct {
    const char *name;
    enum wrapper_field field;
    enum json_kind kind;
} wrapper_fields[] = {
    {"SectorNum", SECTOR_NUM, JSON_NUMBER},
    {"Phase1Out", PHASE1_OUT, JSON_STRING},
    {"SectorSize", SECTOR_SIZE, JSON_NUMBER},
};
#define WRAPPER_FIELDS (sizeof wrapper_fields / sizeof *wrapper_fields)

struct c1_reader {
    struct c1_options options;
    struct porep_c1 *c1;
    enum document_kind kind;
    struct json_stream outer, inner; /* inner: the decoded document of a wrapper */
    struct c1_schema schema;
    struct base64_stream base64;
    uint64_t bytes;
    unsigned skipping; /* open levels of an ignored value of the wrapper */
    enum wrapper_field field;
    unsigned seen;
    bool outer_open;
    struct error failure; /* the first one */
    uint8_t decoded[DECODED_BYTES + 3];
};

/* --- the wrapper --- */

static enum wrapper_field wrapper_field_of(const struct json_token *key)
{
    for (size_t i = 0; i < WRAPPER_FIELDS; i++) {
        const char *name = wrapper_fields[i].name;
        if (strlen(name) == key->length && memcmp(name, key->text, key->length) == 0)
            return wrapper_fields[i].field;
    }
    return NO_FIELD;
}

static const char *wrapper_field_name(enum wrapper_field field)
{
    for (size_t i = 0; i < WRAPPER_FIELDS; i++) {
        if (wrapper_fields[i].field == field)
            return wrapper_fields[i].name;
    }
    return NULL;
}

static enum status push_base64(struct c1_reader *reader, const char *text, size_t length,
                               struct error *err)
{
    while (length > 0) {
        size_t take = length < DECODED_BYTES / 3 * 4 ? length : DECODED_BYTES / 3 * 4;
        size_t count;
        struct error base64_error;
        enum status base64_status =
            base64_stream_push(&reader->base64, reader->decoded, &count, text, take, &base64_error);
        /* What is wrong before the bad character comes first. */
        enum status status = json_stream_push(&reader->inner, reader->decoded, count, err);
        if (status != STATUS_OK)
            return status;
        if (base64_status != STATUS_OK) {
            *err = base64_error;
            return base64_status;
        }
        text += take;
        length -= take;
    }
    return STATUS_OK;
}

static enum status end_base64(struct c1_reader *reader, struct error *err)
{
    enum status status = base64_stream_finish(&reader->base64, err);
    return status != STATUS_OK ? status : json_stream_finish(&reader->inner, err);
}

static enum status set_number(struct c1_reader *reader, const struct json_token *token,
                              struct error *err)
{
    const char *name = wrapper_field_name(reader->field);
    bool sector = reader->field == SECTOR_NUM;
    bool negative = token->negative && (token->magnitude != 0 || token->overflow);
    if (!token->integer || (negative && !sector))
        return error_set(err, STATUS_WRONG_TYPE, name, "found a number that is no integer%s",
                         sector ? "" : " from 0 on");
    if (negative)
        return error_set(err, STATUS_INPUT_RANGE, name, "found a negative number");
    if (token->overflow || (sector && token->magnitude > INT64_MAX))
        return error_set(err, STATUS_TOO_LARGE, name, "the number does not fit in %d bits",
                         sector ? 63 : 64);
    if (sector)
        reader->c1->sector_number = (int64_t)token->magnitude;
    else
        reader->c1->sector_bytes = token->magnitude;
    return STATUS_OK;
}

static enum status wrapper_value(struct c1_reader *reader, const struct json_token *token,
                                 struct error *err)
{
    enum json_kind found = token->kind == JSON_STRING_PART ? JSON_STRING : token->kind;
    if (reader->field == NO_FIELD) {
        reader->skipping = found == JSON_OBJECT || found == JSON_LIST;
        return STATUS_OK;
    }
    bool text = reader->field == PHASE1_OUT;
    if (found != (text ? JSON_STRING : JSON_NUMBER))
        return error_set(err, STATUS_WRONG_TYPE, wrapper_field_name(reader->field), "expected a %s",
                         text ? "string" : "number");
    if (!text)
        return set_number(reader, token, err);
    return token->kind == JSON_STRING_PART ? push_base64(reader, token->text, token->length, err)
                                           : end_base64(reader, err);
}

static enum status wrapper_key(struct c1_reader *reader, struct json_stream *stream,
                               const struct json_token *token, struct error *err)
{
    reader->field = wrapper_field_of(token);
    if ((reader->seen & reader->field) != 0)
        return error_set(err, STATUS_DUPLICATE_FIELD, wrapper_field_name(reader->field),
                         "the field is there twice");
    reader->seen |= reader->field;
    stream->stream_string = reader->field == PHASE1_OUT;
    return STATUS_OK;
}

/* The first known name says what the document is. */
static enum status decide(struct c1_reader *reader, const struct json_token *key, struct error *err)
{
    if (wrapper_field_of(key) != NO_FIELD) {
        reader->kind = WRAPPER;
        return STATUS_OK;
    }
    if (!c1_schema_knows(key->text, key->length))
        return STATUS_OK;
    reader->kind = BARE;
    const struct json_token object = {.kind = JSON_OBJECT};
    return c1_schema_token(&reader->schema, &reader->outer, &object, err);
}

static enum status outer_token(void *context, struct json_stream *stream,
                               const struct json_token *token, struct error *err)
{
    struct c1_reader *reader = context;
    if (reader->skipping > 0) {
        reader->skipping += token->kind == JSON_OBJECT || token->kind == JSON_LIST;
        reader->skipping -= token->kind == JSON_OBJECT_END || token->kind == JSON_LIST_END;
        return STATUS_OK;
    }
    if (reader->kind == UNDECIDED && token->kind == JSON_KEY) {
        enum status status = decide(reader, token, err);
        if (status != STATUS_OK)
            return status;
    }
    if (reader->kind == BARE)
        return c1_schema_token(&reader->schema, stream, token, err);
    if (!reader->outer_open) {
        if (token->kind != JSON_OBJECT)
            return error_set(err, STATUS_WRONG_TYPE, "", "the document is not an object");
        reader->outer_open = true;
        return STATUS_OK;
    }
    if (token->kind == JSON_KEY)
        return wrapper_key(reader, stream, token, err);
    if (token->kind == JSON_OBJECT_END)
        return STATUS_OK;
    return wrapper_value(reader, token, err);
}

/* --- the reader --- */

enum status c1_reader_open(struct c1_reader **out, const struct c1_options *options,
                           struct error *err)
{
    void *reader_memory = NULL, *c1_memory = NULL;
    enum status status =
        memory_alloc(&reader_memory, 1, sizeof(struct c1_reader), "C1 reader", err);
    if (status == STATUS_OK)
        status = memory_alloc(&c1_memory, 1, sizeof(struct porep_c1), "C1", err);
    if (status != STATUS_OK) {
        memory_free(reader_memory);
        return status;
    }
    struct c1_reader *reader = reader_memory;
    if (options != NULL)
        reader->options = *options;
    reader->c1 = c1_memory;
    json_stream_init(&reader->outer, outer_token, reader);
    json_stream_init(&reader->inner, c1_schema_token, &reader->schema);
    reader->base64.where = wrapper_field_name(PHASE1_OUT);
    c1_schema_init(&reader->schema, reader->c1, &reader->options);
    *out = reader;
    return STATUS_OK;
}

/* Keeps the failure, with the field under way where the error itself names none. */
static enum status fail(struct c1_reader *reader, struct error *failure, struct error *err)
{
    if (failure->where[0] == '\0') {
        c1_schema_where(&reader->schema, failure->where, sizeof failure->where);
        if (failure->where[0] == '\0' && reader->kind == WRAPPER && reader->field != NO_FIELD)
            strcpy(failure->where, wrapper_field_name(reader->field));
    }
    reader->failure = *failure;
    if (err != NULL)
        *err = *failure;
    return failure->status;
}

static enum status repeat_failure(const struct c1_reader *reader, struct error *err)
{
    if (err != NULL)
        *err = reader->failure;
    return reader->failure.status;
}

enum status c1_reader_push(struct c1_reader *reader, const void *bytes, size_t count,
                           struct error *err)
{
    if (reader->failure.status != STATUS_OK)
        return repeat_failure(reader, err);
    struct error failure = {0};
    enum status status;
    if (count > C1_BYTES_MAX - reader->bytes) {
        status = error_set(&failure, STATUS_TOO_LARGE, "", "more than %llu bytes",
                           (unsigned long long)C1_BYTES_MAX);
    } else {
        reader->bytes += count;
        status = json_stream_push(&reader->outer, bytes, count, &failure);
    }
    return status == STATUS_OK ? STATUS_OK : fail(reader, &failure, err);
}

static enum status finish(struct c1_reader *reader, struct error *err)
{
    enum status status = json_stream_finish(&reader->outer, err);
    if (status != STATUS_OK)
        return status;
    if (reader->kind == UNDECIDED)
        return error_set(err, STATUS_MISSING_FIELD, "registered_proof",
                         "the document has neither Phase1Out nor the fields of a C1");
    for (size_t i = 0; reader->kind == WRAPPER && i < WRAPPER_FIELDS; i++) {
        if ((reader->seen & wrapper_fields[i].field) == 0)
            return error_set(err, STATUS_MISSING_FIELD, wrapper_fields[i].name,
                             "the field is missing");
    }
    if ((status = c1_schema_finish(&reader->schema, err)) != STATUS_OK)
        return status;
    const struct sector_shape *shape = reader->c1->proof->shape;
    reader->c1->wrapped = reader->kind == WRAPPER;
    if (reader->c1->wrapped && reader->c1->sector_bytes != shape->bytes)
        return error_set(err, STATUS_COUNT_MISMATCH, "SectorSize",
                         "found %llu, sectors of the registered proof have %llu bytes",
                         (unsigned long long)reader->c1->sector_bytes,
                         (unsigned long long)shape->bytes);
    return STATUS_OK;
}

enum status c1_reader_finish(struct c1_reader *reader, struct porep_c1 **out, struct error *err)
{
    if (reader->failure.status != STATUS_OK)
        return repeat_failure(reader, err);
    struct error failure = {0};
    if (finish(reader, &failure) != STATUS_OK)
        return fail(reader, &failure, err);
    *out = reader->c1;
    reader->c1 = NULL;
    error_set(&reader->failure, STATUS_INVALID_ARGUMENT, "", "the reader has finished");
    return STATUS_OK;
}

void c1_reader_close(struct c1_reader *reader)
{
    if (reader == NULL)
        return;
    c1_free(reader->c1);
    memory_free(reader);
}

void c1_free(struct porep_c1 *c1)
{
    if (c1 == NULL)
        return;
    for (unsigned i = 0; i < c1->partition_count; i++)
        memory_free(c1->partitions[i]);
    memory_free(c1);
}

/* --- the whole at once --- */

enum status c1_parse(struct porep_c1 **out, const void *bytes, size_t count,
                     const struct c1_options *options, struct error *err)
{
    struct c1_reader *reader = NULL;
    enum status status = c1_reader_open(&reader, options, err);
    if (status == STATUS_OK)
        status = c1_reader_push(reader, bytes, count, err);
    if (status == STATUS_OK)
        status = c1_reader_finish(reader, out, err);
    c1_reader_close(reader);
    return status;
}

static enum status read_standard_input(struct porep_c1 **out, const struct c1_options *options,
                                       struct error *err)
{
    uint8_t *bytes = NULL;
    size_t count;
    enum status status = file_read_all(&bytes, &count, "-", C1_BYTES_MAX, err);
    if (status == STATUS_OK)
        status = c1_parse(out, bytes, count, options, err);
    memory_free(bytes);
    return status;
}

static enum status push_file(struct c1_reader *reader, const struct file_in *file, uint8_t *buffer,
                             struct error *err)
{
    uint64_t size = file_in_bytes(file);
    for (uint64_t at = 0; at < size; at += FILE_STEP) {
        size_t step = size - at < FILE_STEP ? (size_t)(size - at) : FILE_STEP;
        enum status status = file_in_read(file, buffer, step, at, err);
        if (status == STATUS_OK)
            status = c1_reader_push(reader, buffer, step, err);
        if (status != STATUS_OK)
            return status;
    }
    return file_in_check_unchanged(file, err);
}

enum status c1_read_file(struct porep_c1 **out, const char *path, const struct c1_options *options,
                         struct error *err)
{
    if (strcmp(path, "-") == 0)
        return read_standard_input(out, options, err);
    struct file_in *file = NULL;
    struct c1_reader *reader = NULL;
    void *buffer = NULL;
    enum status status = file_in_open(&file, path, err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&buffer, FILE_STEP, 1, "file buffer", err);
    if (status == STATUS_OK)
        status = c1_reader_open(&reader, options, err);
    if (status == STATUS_OK)
        status = push_file(reader, file, buffer, err);
    if (status == STATUS_OK)
        status = c1_reader_finish(reader, out, err);
    c1_reader_close(reader);
    memory_free(buffer);
    file_in_close(file);
    return status;
}
