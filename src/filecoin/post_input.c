#include "filecoin/post_input.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "filecoin/base64_stream.h"
#include "filecoin/ids.h"

/* --- fields --- */

/* `inside` is the place of the object, "" for the document itself. */
static enum status get(json_t **out, json_t *object, const char *inside, const char *name,
                       json_type type, struct error *err)
{
    static const char *const types[] = {"object", "array", "string", "integer",
                                        "real",   "true",  "false",  "null"};
    char where[96];
    snprintf(where, sizeof where, "%s%s", inside, name);
    *out = json_object_get(object, name);
    if (*out == NULL) {
        return error_set(err, STATUS_MISSING_FIELD, where, "there is no such field");
    }
    if (json_typeof(*out) != type) {
        return error_set(err, STATUS_WRONG_TYPE, where, "found type %s, expected %s",
                         types[json_typeof(*out)], types[type]);
    }
    return STATUS_OK;
}

static enum status get_bytes(uint8_t out[32], json_t *object, const char *inside, const char *name,
                             struct error *err)
{
    json_t *text;
    char where[96];
    enum status status = get(&text, object, inside, name, JSON_STRING, err);
    snprintf(where, sizeof where, "%s%s", inside, name);
    return status != STATUS_OK ? status : hex_decode(out, 32, json_string_value(text), where, err);
}

static enum status get_number(uint64_t *out, json_t *object, const char *inside, const char *name,
                              struct error *err)
{
    json_t *number;
    char where[96];
    enum status status = get(&number, object, inside, name, JSON_INTEGER, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_int_t value = json_integer_value(number);
    if (value < 0) {
        snprintf(where, sizeof where, "%s%s", inside, name);
        return error_set(err, STATUS_INPUT_RANGE, where, "found %lld, expected no less than 0",
                         (long long)value);
    }
    *out = (uint64_t)value;
    return STATUS_OK;
}

/* Element i of vanilla_proofs_base64; *bytes is freed with memory_free. */
static enum status decode_proof(uint8_t **bytes, size_t *count, json_t *list, size_t i,
                                struct error *err)
{
    json_t *text = json_array_get(list, i);
    char where[64];
    struct error inner = {0};
    snprintf(where, sizeof where, "vanilla_proofs_base64[%zu]", i);
    if (!json_is_string(text)) {
        return error_set(err, STATUS_WRONG_TYPE, where, "expected a string");
    }
    size_t length = json_string_length(text);
    struct base64_stream stream = {0};
    enum status status =
        memory_alloc_raw((void **)bytes, base64_stream_bytes(length), 1, "vanilla proof", err);
    if (status != STATUS_OK) {
        return status;
    }
    status = base64_stream_push(&stream, *bytes, count, json_string_value(text), length, &inner);
    if (status == STATUS_OK) {
        status = base64_stream_finish(&stream, &inner);
    }
    if (status != STATUS_OK) {
        memory_free(*bytes);
        *bytes = NULL;
        return error_set(err, status, where, "%s", inner.message);
    }
    return STATUS_OK;
}

static enum status check_count(json_t *list, const char *name, size_t expected, struct error *err)
{
    if (json_array_size(list) != expected) {
        return error_set(err, STATUS_COUNT_MISMATCH, name, "found %zu items, expected %zu",
                         json_array_size(list), expected);
    }
    return STATUS_OK;
}

/* --- PoSt --- */

/* prover_id, or what follows from miner_id; both must agree. */
static enum status read_prover(struct post_statement *out, json_t *root, struct error *err)
{
    uint64_t miner = 0;
    uint8_t derived[32];
    bool has_miner = json_object_get(root, "miner_id") != NULL;
    bool has_prover = json_object_get(root, "prover_id") != NULL;
    enum status status = STATUS_OK;
    if (has_miner) {
        status = get_number(&miner, root, "", "miner_id", err);
    }
    prover_id(derived, miner);
    if (status == STATUS_OK && (has_prover || !has_miner)) {
        status = get_bytes(out->prover_id, root, "", "prover_id", err);
    } else {
        memcpy(out->prover_id, derived, sizeof derived);
    }
    if (status == STATUS_OK && has_miner && memcmp(out->prover_id, derived, sizeof derived) != 0) {
        status = error_set(err, STATUS_INVALID_ARGUMENT, "prover_id",
                           "it is not that of miner_id %" PRIu64, miner);
    }
    return status;
}

static enum status read_sectors(struct post_statement *out, json_t *root, struct error *err)
{
    json_t *list;
    enum status status = get(&list, root, "", "sectors", JSON_ARRAY, err);
    if (status != STATUS_OK) {
        return status;
    }
    size_t count = json_array_size(list);
    status = memory_alloc((void **)&out->sectors, count, sizeof *out->sectors, "sectors", err);
    if (status != STATUS_OK) {
        return status;
    }
    out->sector_count = count;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        json_t *sector = json_array_get(list, i);
        char inside[48];
        snprintf(inside, sizeof inside, "sectors[%zu].", i);
        status = get_number(&out->sectors[i].id, sector, inside, "sector", err);
        if (status == STATUS_OK) {
            status = get_bytes(out->sectors[i].comm_r, sector, inside, "comm_r", err);
        }
    }
    return status;
}

static enum status read_post_statement(struct post_statement *out, json_t *root, struct error *err)
{
    json_t *name;
    enum status status = get(&name, root, "", "registered_post_proof", JSON_STRING, err);
    if (status == STATUS_OK) {
        status = post_proof_of_name(&out->proof, json_string_value(name), err);
    }
    if (status == STATUS_OK) {
        status = get_bytes(out->randomness, root, "", "randomness", err);
    }
    if (status == STATUS_OK) {
        status = read_prover(out, root, err);
    }
    if (status == STATUS_OK) {
        status = read_sectors(out, root, err);
    }
    return status != STATUS_OK ? status : post_statement_check(out, err);
}

static enum status read_post(struct vanilla_input *out, json_t *root, struct error *err)
{
    struct post_input *post = &out->post;
    json_t *list;
    enum status status = read_post_statement(&post->statement, root, err);
    if (status == STATUS_OK) {
        status = get(&list, root, "", "vanilla_proofs_base64", JSON_ARRAY, err);
    }
    if (status == STATUS_OK) {
        status = check_count(list, "vanilla_proofs_base64", post->statement.sector_count, err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&post->proofs, post->statement.sector_count,
                              sizeof *post->proofs, "vanilla proofs", err);
    }
    for (size_t i = 0; status == STATUS_OK && i < post->statement.sector_count; i++) {
        uint8_t *bytes = NULL;
        size_t count = 0;
        status = decode_proof(&bytes, &count, list, i, err);
        if (status == STATUS_OK) {
            status = post_sector_proof_parse(&post->proofs[i], &post->statement.proof, bytes, count,
                                             i, err);
        }
        memory_free(bytes);
    }
    out->kind = post->statement.proof.kind;
    out->sector = post->statement.proof.shape;
    return status;
}

/* --- update --- */

static enum status read_sector_size(const struct sector_shape *sector, json_t *root,
                                    struct error *err)
{
    uint64_t bytes = sector->bytes;
    enum status status = STATUS_OK;
    if (json_object_get(root, "sector_size") != NULL) {
        status = get_number(&bytes, root, "", "sector_size", err);
    }
    if (status == STATUS_OK && bytes != sector->bytes) {
        status = error_set(err, STATUS_INVALID_ARGUMENT, "sector_size",
                           "found %" PRIu64 ", expected %" PRIu64, bytes, sector->bytes);
    }
    return status;
}

static enum status read_height(struct update_input *out, json_t *root, struct error *err)
{
    uint64_t height = update_height_default(&out->shape);
    unsigned select;
    enum status status = STATUS_OK;
    if (json_object_get(root, "h") != NULL) {
        status = get_number(&height, root, "", "h", err);
    }
    out->statement.height = height < UINT32_MAX ? (unsigned)height : UINT32_MAX;
    return status != STATUS_OK ? status
                               : update_select(&select, &out->shape, out->statement.height, err);
}

static enum status read_update_statement(struct update_input *out,
                                         const struct sector_shape **sector, json_t *root,
                                         struct error *err)
{
    struct update_statement *statement = &out->statement;
    json_t *name;
    enum status status = get(&name, root, "", "registered_update_proof", JSON_STRING, err);
    if (status == STATUS_OK) {
        status = update_proof_of_name(sector, json_string_value(name), err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    fr inputs[UPDATE_INPUTS];
    update_shape_of_sector(&out->shape, *sector, false);
    if ((status = read_sector_size(*sector, root, err)) != STATUS_OK ||
        (status = read_height(out, root, err)) != STATUS_OK ||
        (status = get_bytes(statement->comm_r_old, root, "", "comm_r_old", err)) != STATUS_OK ||
        (status = get_bytes(statement->comm_d_new, root, "", "comm_d_new", err)) != STATUS_OK ||
        (status = get_bytes(statement->comm_r_new, root, "", "comm_r_new", err)) != STATUS_OK) {
        return status;
    }
    return update_public_inputs(inputs, &out->shape, statement, 0, err);
}

static enum status read_update(struct vanilla_input *out, json_t *root, struct error *err)
{
    struct update_input *update = &out->update;
    json_t *list;
    enum status status = read_update_statement(update, &out->sector, root, err);
    if (status == STATUS_OK) {
        status = get(&list, root, "", "vanilla_proofs_base64", JSON_ARRAY, err);
    }
    size_t partitions = (size_t)1 << update->shape.log_partitions;
    if (status == STATUS_OK) {
        status = check_count(list, "vanilla_proofs_base64", partitions, err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&update->proofs, partitions, sizeof *update->proofs,
                              "vanilla proofs", err);
    }
    for (size_t i = 0; status == STATUS_OK && i < partitions; i++) {
        uint8_t *bytes = NULL;
        size_t count = 0;
        update->proof_count = partitions;
        status = decode_proof(&bytes, &count, list, i, err);
        if (status == STATUS_OK) {
            status = update_partition_proof_parse(&update->proofs[i], &update->shape, out->sector,
                                                  bytes, count, i, err);
        }
        memory_free(bytes);
    }
    out->kind = CIRCUIT_SNAP;
    return status;
}

/* --- the document --- */

enum status vanilla_input_parse(struct vanilla_input *out, const void *bytes, size_t count,
                                struct error *err)
{
    json_error_t fault;
    *out = (struct vanilla_input){0};
    json_t *root = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &fault);
    if (root == NULL) {
        bool duplicate = json_error_code(&fault) == json_error_duplicate_key;
        return error_set(err, duplicate ? STATUS_DUPLICATE_FIELD : STATUS_BAD_JSON, "vanilla input",
                         "%s at offset %d", fault.text, fault.position);
    }
    enum status status;
    if (json_object_get(root, "registered_update_proof") != NULL) {
        status = read_update(out, root, err);
    } else {
        status = read_post(out, root, err);
    }
    json_decref(root);
    if (status != STATUS_OK) {
        vanilla_input_free(out);
    }
    return status;
}

enum status vanilla_input_read(struct vanilla_input *out, const char *path, struct error *err)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    *out = (struct vanilla_input){0};
    enum status status = file_read_all(&bytes, &count, path, VANILLA_INPUT_BYTES_MAX, err);
    if (status == STATUS_OK) {
        status = vanilla_input_parse(out, bytes, count, err);
    }
    memory_free(bytes);
    return status;
}

void vanilla_input_free(struct vanilla_input *input)
{
    for (size_t i = 0; input->post.proofs != NULL && i < input->post.statement.sector_count; i++) {
        post_sector_proof_free(&input->post.proofs[i]);
    }
    for (size_t i = 0; input->update.proofs != NULL && i < input->update.proof_count; i++) {
        update_partition_proof_free(&input->update.proofs[i]);
    }
    memory_free(input->post.proofs);
    memory_free(input->post.statement.sectors);
    memory_free(input->update.proofs);
    *input = (struct vanilla_input){0};
}
