#include "filecoin/vanilla_writer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "filecoin/base64_stream.h"

#define LINE_MAX_BYTES 256

/* The first failure is kept; later text is dropped. */
struct output {
    const struct vanilla_input *input;
    struct file_out *file;
    enum status status;
    struct error *err;
};

static void put(struct output *out, const void *text, size_t count)
{
    if (out->status == STATUS_OK) {
        out->status = file_out_write(out->file, text, count, out->err);
    }
}

static void put_format(struct output *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_format(struct output *out, const char *format, ...)
{
    char text[LINE_MAX_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(out, text, (size_t)length);
}

static void put_value(struct output *out, const char *name, const uint8_t value[32])
{
    char hex[65];
    hex_encode(hex, value, 32);
    put_format(out, " \"%s\": \"%s\",\n", name, hex);
}

static void put_blob(struct bincode_out *out, const struct vanilla_input *input, size_t i)
{
    if (input->kind == CIRCUIT_SNAP) {
        update_partition_proof_write(out, &input->update.shape, input->sector,
                                     &input->update.proofs[i]);
    } else {
        post_sector_proof_write(out, &input->post.statement.proof, &input->post.proofs[i]);
    }
}

static void put_proof(struct output *out, size_t i)
{
    struct bincode_out bytes = {0};
    char *text = NULL;
    put_blob(&bytes, out->input, i);
    size_t count = bytes.count;
    if (out->status == STATUS_OK) {
        out->status = memory_alloc_raw((void **)&bytes.bytes, count, 1, "vanilla proof", out->err);
    }
    if (out->status == STATUS_OK) {
        out->status =
            memory_alloc_raw((void **)&text, base64_length(count), 1, "vanilla proof", out->err);
    }
    if (out->status == STATUS_OK) {
        bytes.count = 0;
        put_blob(&bytes, out->input, i);
        size_t length = base64_encode(text, bytes.bytes, count);
        put(out, i > 0 ? ",\n  \"" : "\n  \"", i > 0 ? 5 : 4);
        put(out, text, length);
        put(out, "\"", 1);
    }
    memory_free(text);
    memory_free(bytes.bytes);
}

static void put_proofs(struct output *out, size_t count)
{
    put_format(out, " \"vanilla_proofs_base64\": [");
    for (size_t i = 0; i < count && out->status == STATUS_OK; i++) {
        put_proof(out, i);
    }
    put_format(out, "\n ]\n}\n");
}

static void put_post(struct output *out, const struct post_input *post)
{
    const struct post_statement *statement = &post->statement;
    char name[POST_PROOF_NAME_MAX];
    post_proof_name(name, &statement->proof);
    put_format(out, " \"registered_post_proof\": \"%s\",\n", name);
    put_value(out, "randomness", statement->randomness);
    put_value(out, "prover_id", statement->prover_id);
    put_format(out, " \"sectors\": [");
    for (size_t i = 0; i < statement->sector_count; i++) {
        char hex[65];
        hex_encode(hex, statement->sectors[i].comm_r, 32);
        put_format(out, "%s\n  {\"sector\": %" PRIu64 ", \"comm_r\": \"%s\"}", i > 0 ? "," : "",
                   statement->sectors[i].id, hex);
    }
    put_format(out, "\n ],\n");
    put_proofs(out, statement->sector_count);
}

static void put_update(struct output *out, const struct update_input *update)
{
    put_format(out, " \"registered_update_proof\": \"StackedDrg%sV1\",\n",
               out->input->sector->size_name);
    put_format(out, " \"sector_size\": %" PRIu64 ",\n \"h\": %u,\n", out->input->sector->bytes,
               update->statement.height);
    put_value(out, "comm_r_old", update->statement.comm_r_old);
    put_value(out, "comm_d_new", update->statement.comm_d_new);
    put_value(out, "comm_r_new", update->statement.comm_r_new);
    put_proofs(out, update->proof_count);
}

enum status vanilla_input_write_file(const char *path, bool force,
                                     const struct vanilla_input *input, bool synthetic,
                                     struct error *err)
{
    struct output out = {.input = input, .err = err};
    out.status = file_out_open(&out.file, path, force, err);
    if (out.status != STATUS_OK) {
        return out.status;
    }
    put_format(&out, "{\n%s", synthetic ? " \"synthetic\": true,\n" : "");
    if (input->kind == CIRCUIT_SNAP) {
        put_update(&out, &input->update);
    } else {
        put_post(&out, &input->post);
    }
    if (out.status != STATUS_OK) {
        file_out_discard(out.file);
        return out.status;
    }
    return file_out_commit(out.file, err);
}
