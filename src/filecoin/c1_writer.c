#include "filecoin/c1_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "filecoin/base64_stream.h"

#define TEXT_BYTES   ((size_t)3 << 14) /* a multiple of 3: base64 of a full buffer has no padding */
#define BASE64_BYTES (TEXT_BYTES / 3 * 4)
#define LIST_MAX     (32 * 4 + 2) /* text of a 32-byte value */

/* Text is gathered in `text` and leaves it as it is or in base64. The first failure is kept; later
 * text is dropped. */
struct output {
    const struct c1_sink *sink;
    const struct sector_shape *shape;
    enum status status;
    struct error *err;
    bool base64;
    size_t used;
    char text[TEXT_BYTES];
    char encoded[BASE64_BYTES];
};

static void flush(struct output *out)
{
    const char *text = out->text;
    size_t count = out->used;
    if (out->base64) {
        count = base64_encode(out->encoded, out->text, out->used);
        text = out->encoded;
    }
    if (out->status == STATUS_OK && count > 0) {
        out->status = out->sink->write(out->sink->context, text, count, out->err);
    }
    out->used = 0;
}

static void put_bytes(struct output *out, const char *text, size_t count)
{
    while (count > 0) {
        size_t room = TEXT_BYTES - out->used;
        size_t take = count < room ? count : room;
        memcpy(out->text + out->used, text, take);
        out->used += take;
        text += take;
        count -= take;
        if (out->used == TEXT_BYTES) {
            flush(out);
        }
    }
}

static void put(struct output *out, const char *text)
{
    put_bytes(out, text, strlen(text));
}

static void put_number(struct output *out, uint64_t number)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%" PRIu64, number);
    put_bytes(out, text, (size_t)length);
}

static void put_value(struct output *out, const uint8_t value[32])
{
    char text[LIST_MAX];
    size_t length = 0;
    for (size_t i = 0; i < 32; i++) {
        unsigned byte = value[i];
        text[length++] = i == 0 ? '[' : ',';
        if (byte >= 100) {
            text[length++] = (char)('0' + byte / 100);
        }
        if (byte >= 10) {
            text[length++] = (char)('0' + byte / 10 % 10);
        }
        text[length++] = (char)('0' + byte % 10);
    }
    text[length++] = ']';
    put_bytes(out, text, length);
}

static void put_values(struct output *out, const uint8_t (*values)[32], size_t count)
{
    put(out, "[");
    for (size_t i = 0; i < count; i++) {
        put(out, i > 0 ? "," : "");
        put_value(out, values[i]);
    }
    put(out, "]");
}

static void put_field(struct output *out, const char *name, const uint8_t value[32])
{
    put(out, name);
    put_value(out, value);
}

static void put_path_element(struct output *out, const uint8_t (*siblings)[32], size_t count,
                             unsigned position)
{
    put(out, "{\"hashes\":");
    put_values(out, siblings, count);
    put(out, ",\"index\":");
    put_number(out, position);
    put(out, "}");
}

static void put_tree_d_path(struct output *out, const struct tree_d_path *path)
{
    put_field(out, "{\"data\":{\"Single\":{\"root\":", path->root);
    put_field(out, ",\"leaf\":", path->leaf);
    put(out, ",\"path\":{\"path\":[");
    for (unsigned level = 0; level < out->shape->log_nodes; level++) {
        put(out, level > 0 ? "," : "");
        put_path_element(out, &path->siblings[level], 1, path->positions[level]);
    }
    put(out, "]}}}}");
}

/* Levels first .. end - 1 as an InclusionPath. */
static void put_levels(struct output *out, const struct tree_path *path, unsigned first,
                       unsigned end)
{
    put(out, "{\"path\":[");
    for (unsigned level = first; level < end; level++) {
        put(out, level > first ? "," : "");
        put_path_element(out, path->siblings[level], tree_level_arity(out->shape, level) - 1,
                         path->positions[level]);
    }
    put(out, "]}");
}

static void put_tree_path(struct output *out, const struct tree_path *path)
{
    const unsigned base = out->shape->base_levels, levels = tree_levels(out->shape);
    if (levels == base) {
        put_field(out, "{\"data\":{\"Single\":{\"root\":", path->root);
        put_field(out, ",\"leaf\":", path->leaf);
        put(out, ",\"path\":");
        put_levels(out, path, 0, base);
        put(out, "}}}");
        return;
    }
    put(out, levels == base + 1 ? "{\"data\":{\"Sub\":{" : "{\"data\":{\"Top\":{");
    put(out, "\"base_proof\":");
    put_levels(out, path, 0, base);
    put(out, ",\"sub_proof\":");
    put_levels(out, path, base, base + 1);
    if (levels == base + 2) {
        put(out, ",\"top_proof\":");
        put_levels(out, path, base + 1, base + 2);
    }
    put_field(out, ",\"root\":", path->root);
    put_field(out, ",\"leaf\":", path->leaf);
    put(out, "}}}");
}

static void put_column(struct output *out, const struct column_proof *column)
{
    put(out, "{\"column\":{\"index\":");
    put_number(out, column->index);
    put(out, ",\"rows\":");
    put_values(out, column->rows, out->shape->layers);
    put(out, ",\"_h\":null},\"inclusion_proof\":");
    put_tree_path(out, &column->path);
    put(out, "}");
}

static void put_columns(struct output *out, const struct column_proof *columns, unsigned count)
{
    put(out, "[");
    for (unsigned i = 0; i < count; i++) {
        put(out, i > 0 ? "," : "");
        put_column(out, &columns[i]);
    }
    put(out, "]");
}

static void put_labeling(struct output *out, const struct labeling_proof *labeling)
{
    put(out, "{\"parents\":");
    put_values(out, labeling->parents, POREP_LABEL_PARENTS);
    put(out, ",\"layer_index\":");
    put_number(out, labeling->layer);
    put(out, ",\"node\":");
    put_number(out, labeling->node);
    put(out, "}");
}

static void put_challenge(struct output *out, const struct porep_challenge *challenge)
{
    put(out, "{\"comm_d_proofs\":");
    put_tree_d_path(out, &challenge->comm_d);
    put(out, ",\"comm_r_last_proof\":");
    put_tree_path(out, &challenge->comm_r_last);
    put(out, ",\"replica_column_proofs\":{\"c_x\":");
    put_column(out, &challenge->c_x);
    put(out, ",\"drg_parents\":");
    put_columns(out, challenge->parents, POREP_DRG_PARENTS);
    put(out, ",\"exp_parents\":");
    put_columns(out, challenge->parents + POREP_DRG_PARENTS, POREP_EXP_PARENTS);
    put(out, "},\"labeling_proofs\":[");
    for (unsigned layer = 0; layer < out->shape->layers; layer++) {
        put(out, layer > 0 ? "," : "");
        put_labeling(out, &challenge->labeling[layer]);
    }
    put(out, "],\"encoding_proof\":");
    put_labeling(out, &challenge->encoding);
    put(out, "}");
}

static void put_partitions(struct output *out, const struct porep_c1 *c1)
{
    for (unsigned k = 0; k < c1->partition_count; k++) {
        put(out, k > 0 ? ",[" : "[");
        for (unsigned i = 0; i < out->shape->challenges && out->status == STATUS_OK; i++) {
            put(out, i > 0 ? "," : "");
            put_challenge(out, &c1->partitions[k][i]);
        }
        put(out, "]");
    }
}

static void put_document(struct output *out, const struct porep_c1 *c1)
{
    put(out, "{\"registered_proof\":\"");
    put(out, c1->proof->name);
    put(out, "\",\"vanilla_proofs\":{\"StackedDrg");
    put(out, out->shape->size_name);
    put(out, "V1\":[");
    put_partitions(out, c1);
    put_field(out, "]},\"comm_r\":", c1->comm_r);
    put_field(out, ",\"comm_d\":", c1->comm_d);
    put_field(out, ",\"replica_id\":", c1->replica_id);
    put_field(out, ",\"seed\":", c1->seed);
    put_field(out, ",\"ticket\":", c1->ticket);
    put(out, "}");
}

static void put_wrapper(struct output *out, const struct porep_c1 *c1)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, c1->sector_number);
    put(out, "{\"SectorNum\":");
    put(out, text);
    put(out, ",\"Phase1Out\":\"");
    flush(out);
    out->base64 = true;
    put_document(out, c1);
    flush(out);
    out->base64 = false;
    put(out, "\",\"SectorSize\":");
    put_number(out, c1->sector_bytes);
    put(out, "}");
}

enum status c1_write(const struct c1_sink *sink, const struct porep_c1 *c1, struct error *err)
{
    void *memory = NULL;
    enum status status = memory_alloc(&memory, 1, sizeof(struct output), "C1 text", err);
    if (status != STATUS_OK) {
        return status;
    }
    struct output *out = memory;
    out->sink = sink;
    out->shape = c1->proof->shape;
    out->err = err;
    if (c1->wrapped) {
        put_wrapper(out, c1);
    } else {
        put_document(out, c1);
    }
    flush(out);
    status = out->status;
    memory_free(memory);
    return status;
}

static enum status write_to_file(void *context, const void *bytes, size_t count, struct error *err)
{
    return file_out_write(context, bytes, count, err);
}

enum status c1_write_file(const char *path, bool force, const struct porep_c1 *c1,
                          struct error *err)
{
    struct file_out *file = NULL;
    enum status status = file_out_open(&file, path, force, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct c1_sink sink = {write_to_file, file};
    status = c1_write(&sink, c1, err);
    if (status != STATUS_OK) {
        file_out_discard(file);
        return status;
    }
    return file_out_commit(file, err);
}
