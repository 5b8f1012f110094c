#include "filecoin/c1_schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "field/fr.h"
#include "filecoin/c1_fields.h"

void c1_schema_init(struct c1_schema *schema, struct porep_c1 *c1, const struct c1_options *options)
{
    memset(schema, 0, sizeof *schema);
    schema->c1 = c1;
    schema->options = options;
}

static const struct schema_field *find(const struct schema_field *field, const char *name,
                                       size_t length)
{
    for (unsigned i = 0; i < field->field_count; i++) {
        const char *candidate = field->fields[i].name;
        if (strlen(candidate) == length && memcmp(candidate, name, length) == 0)
            return &field->fields[i];
    }
    return NULL;
}

bool c1_schema_knows(const char *name, size_t length)
{
    return find(&c1_document, name, length) != NULL;
}

/* --- paths and errors --- */

/* How far the path has been written. */
struct writer {
    char *out;
    size_t bytes, length;
};

__attribute__((format(printf, 2, 3))) static void add(struct writer *w, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(w->out + w->length, w->bytes - w->length, format, arguments);
    va_end(arguments);
    w->length += (size_t)n;
    if (w->length >= w->bytes)
        w->length = w->bytes - 1;
}

/* `name`, if not NULL, is a field below the one under way. */
static void write_where(const struct c1_schema *schema, const char *name, char *out,
                        size_t out_bytes)
{
    struct writer w = {out, out_bytes, 0};
    const char *dot = "";
    out[0] = '\0';
    for (unsigned i = 0; i < schema->depth; i++) {
        const struct schema_frame *frame = &schema->frames[i];
        if (frame->field->place == PARTITIONS && frame->count > 0) {
            w.length = 0;
            add(&w, "partition %u", frame->count - 1);
            dot = ", ";
        } else if (frame->field->place == PARTITION && frame->count > 0) {
            add(&w, ", challenge %u", frame->count - 1);
        } else if (frame->field->shape == LIST) {
            if (frame->count > 0)
                add(&w, "[%u]", frame->count - 1);
        } else if (frame->child != NULL) {
            add(&w, "%s%s", dot,
                frame->child->place == PARTITIONS ? schema->tag : frame->child->name);
            dot = ".";
        }
    }
    if (name != NULL)
        add(&w, "%s%s", dot, name);
}

void c1_schema_where(const struct c1_schema *schema, char *out, size_t out_bytes)
{
    write_where(schema, NULL, out, out_bytes);
}

/* Fills err->where from the schema, `name` (may be NULL) added. */
__attribute__((format(printf, 5, 6))) static enum status refuse(const struct c1_schema *schema,
                                                                enum status status,
                                                                const char *name, struct error *err,
                                                                const char *format, ...)
{
    char where[sizeof err->where], message[sizeof err->message];
    write_where(schema, name, where, sizeof where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_set(err, status, where, "%s", message);
}

/* --- setting up --- */

static unsigned list_count(const struct c1_schema *schema, enum place place)
{
    switch (place) {
    case PARTITIONS:
        return POREP_PARTITIONS_MAX;
    case PARTITION:
        return schema->shape->challenges;
    case LEVELS:
        return schema->level_end - schema->level_first;
    case SIBLINGS:
        return schema->tree_d != NULL ? 1 : tree_level_arity(schema->shape, schema->level) - 1;
    case DRG_COLUMNS:
        return POREP_DRG_PARENTS;
    case EXP_COLUMNS:
        return POREP_EXP_PARENTS;
    case ROWS:
    case LABELINGS:
        return schema->shape->layers;
    default:
        return POREP_LABEL_PARENTS;
    }
}

static void set_levels(struct c1_schema *schema, enum place part)
{
    unsigned base = schema->tree_d != NULL ? schema->shape->log_nodes : schema->shape->base_levels;
    schema->level_first = part == PATH_BASE ? 0 : part == PATH_SUB ? base : base + 1;
    schema->level_end = part == PATH_BASE ? base : schema->level_first + 1;
}

static enum status begin_partition(struct c1_schema *schema, struct error *err)
{
    void *challenges = NULL;
    enum status status = memory_alloc(&challenges, schema->shape->challenges,
                                      sizeof(struct porep_challenge), "challenges", err);
    if (status == STATUS_OK)
        schema->c1->partitions[schema->c1->partition_count++] = challenges;
    return status;
}

/* Points the schema at where the field's values go; `index` is the item's of a list. */
static enum status enter(struct c1_schema *schema, const struct schema_field *field, unsigned index,
                         struct error *err)
{
    struct porep_challenge *ch = schema->challenge;
    struct porep_c1 *c1 = schema->c1;
    switch (field->place) {
    case PARTITION:
        return begin_partition(schema, err);
    case CHALLENGE:
        schema->challenge = &c1->partitions[c1->partition_count - 1][index];
        break;
    case COMM_D:
        schema->tree_d = &ch->comm_d;
        break;
    case COMM_R_LAST:
        schema->tree_d = NULL;
        schema->tree = &ch->comm_r_last;
        break;
    case C_X:
        schema->column = &ch->c_x;
        break;
    case DRG_COLUMN:
        schema->column = &ch->parents[index];
        break;
    case EXP_COLUMN:
        schema->column = &ch->parents[POREP_DRG_PARENTS + index];
        break;
    case COLUMN_TREE:
        schema->tree_d = NULL;
        schema->tree = &schema->column->path;
        break;
    case PATH_BASE:
    case PATH_SUB:
    case PATH_TOP:
        set_levels(schema, field->place);
        break;
    case LEVEL:
        schema->level = schema->level_first + index;
        break;
    case LABELING:
        schema->labeling = &ch->labeling[index];
        break;
    case ENCODING:
        schema->labeling = &ch->encoding;
        break;
    case ROOT:
        schema->value = schema->tree_d != NULL ? schema->tree_d->root : schema->tree->root;
        break;
    case LEAF:
        schema->value = schema->tree_d != NULL ? schema->tree_d->leaf : schema->tree->leaf;
        break;
    case SIBLING:
        schema->value = schema->tree_d != NULL ? schema->tree_d->siblings[schema->level]
                                               : schema->tree->siblings[schema->level][index];
        break;
    case ROW:
        schema->value = schema->column->rows[index];
        break;
    case LABEL_PARENT:
        schema->value = schema->labeling->parents[index];
        break;
    case VALUE_COMM_R:
        schema->value = c1->comm_r;
        break;
    case VALUE_COMM_D:
        schema->value = c1->comm_d;
        break;
    case VALUE_REPLICA_ID:
        schema->value = c1->replica_id;
        break;
    case VALUE_SEED:
        schema->value = c1->seed;
        break;
    case VALUE_TICKET:
        schema->value = c1->ticket;
        break;
    default:
        break;
    }
    return STATUS_OK;
}

/* --- scalars --- */

static enum status set_number(struct c1_schema *schema, const struct schema_field *field,
                              const struct json_token *token, struct error *err)
{
    uint64_t value = token->magnitude;
    if (!token->integer || (token->negative && value != 0))
        return refuse(schema, STATUS_WRONG_TYPE, NULL, err,
                      "found a number that is no integer from 0 on");
    if (token->overflow || (field->place != LABEL_NODE && value > UINT32_MAX))
        return refuse(schema, STATUS_TOO_LARGE, NULL, err, "the number does not fit in %d bits",
                      token->overflow ? 64 : 32);

    unsigned arity;
    switch (field->place) {
    case POSITION:
        arity = schema->tree_d != NULL ? 2 : tree_level_arity(schema->shape, schema->level);
        if (value >= arity)
            return refuse(schema, STATUS_INPUT_RANGE, NULL, err,
                          "found position %llu, the level's arity is %u", (unsigned long long)value,
                          arity);
        if (schema->tree_d != NULL)
            schema->tree_d->positions[schema->level] = (uint8_t)value;
        else
            schema->tree->positions[schema->level] = (uint8_t)value;
        break;
    case COLUMN_INDEX:
        schema->column->index = (uint32_t)value;
        break;
    case LABEL_LAYER:
        schema->labeling->layer = (uint32_t)value;
        break;
    default:
        schema->labeling->node = value;
        break;
    }
    return STATUS_OK;
}

static bool is_canonical(const uint8_t bytes[32])
{
    fr_plain plain;
    for (int i = 0; i < FR_LIMBS; i++) {
        plain.limb[i] = 0;
        for (int j = 8; j-- > 0;)
            plain.limb[i] = plain.limb[i] << 8 | bytes[8 * i + j];
    }
    return fr_plain_is_canonical(&plain);
}

static enum status end_value(struct c1_schema *schema, const struct schema_field *field,
                             struct error *err)
{
    /* Ticket and seed are only hashed. */
    if (field->place == VALUE_SEED || field->place == VALUE_TICKET || is_canonical(schema->value))
        return STATUS_OK;
    return refuse(schema, STATUS_NON_CANONICAL, NULL, err,
                  "the value is not below the modulus of the scalar field");
}

/* A number of a 32-byte value that came the slow way. */
static enum status set_byte(struct c1_schema *schema, struct schema_frame *frame,
                            const struct json_token *token, struct error *err)
{
    if (token->kind != JSON_NUMBER || !token->integer || (token->negative && token->magnitude != 0))
        return refuse(schema, STATUS_WRONG_TYPE, NULL, err, "item %u is not a number from 0 to 255",
                      frame->count);
    if (token->overflow || token->magnitude > 255)
        return refuse(schema, STATUS_TOO_LARGE, NULL, err, "item %u is above 255", frame->count);
    if (frame->count == 32)
        return refuse(schema, STATUS_BAD_LENGTH, NULL, err,
                      "found more than 32 bytes, expected 32");
    schema->value[frame->count++] = (uint8_t)token->magnitude;
    return STATUS_OK;
}

/* --- tokens --- */

static const char *kind_name(enum json_kind kind)
{
    switch (kind) {
    case JSON_OBJECT:
        return "an object";
    case JSON_LIST:
        return "a list";
    case JSON_STRING:
        return "a string";
    case JSON_NUMBER:
        return "a number";
    case JSON_NULL:
        return "null";
    default:
        return "true or false";
    }
}

static bool kind_fits(enum json_kind kind, enum shape_of shape)
{
    switch (shape) {
    case OBJECT:
    case VARIANT:
        return kind == JSON_OBJECT;
    case LIST:
    case VALUE:
        return kind == JSON_LIST;
    case NUMBER:
        return kind == JSON_NUMBER;
    case NAME:
        return kind == JSON_STRING;
    default:
        return kind == JSON_NULL;
    }
}

static const char *shape_name(enum shape_of shape)
{
    static const char *const names[] = {"an object", "an object", "a list", "a list of 32 bytes",
                                        "a number",  "a string",  "null"};
    return names[shape];
}

/* The variant that a path of the shape at hand has to have. */
static const char *variant_of(const struct c1_schema *schema)
{
    if (schema->tree_d != NULL || schema->shape->sub_arity == 0)
        return "Single";
    return schema->shape->top_arity == 0 ? "Sub" : "Top";
}

static enum status choose_variant(struct c1_schema *schema, struct schema_frame *frame,
                                  const struct json_token *token, struct error *err)
{
    if (frame->count > 0)
        return refuse(schema, STATUS_DUPLICATE_FIELD, NULL, err,
                      "found a second variant \"%.*s\", expected one", (int)token->length,
                      token->text);
    frame->count = 1;
    if (frame->field->place == TAG) {
        schema->shape = sector_shape_of_vanilla_tag(token->text, token->length);
        if (schema->shape == NULL)
            return refuse(schema, STATUS_UNKNOWN_NAME, NULL, err,
                          "no vanilla proofs are called \"%.*s\"", (int)token->length, token->text);
        snprintf(schema->tag, sizeof schema->tag, "%.*s", (int)token->length, token->text);
        frame->child = &frame->field->fields[0];
        return STATUS_OK;
    }
    const struct schema_field *child = find(frame->field, token->text, token->length);
    if (child == NULL || strcmp(child->name, variant_of(schema)) != 0)
        return refuse(schema, STATUS_UNKNOWN_NAME, NULL, err, "found variant \"%.*s\", expected %s",
                      (int)token->length, token->text, variant_of(schema));
    frame->child = child;
    return STATUS_OK;
}

static enum status take_key(struct c1_schema *schema, const struct json_token *token,
                            struct error *err)
{
    struct schema_frame *frame = &schema->frames[schema->depth - 1];
    frame->child = NULL;
    if (frame->field->shape == VARIANT)
        return choose_variant(schema, frame, token, err);
    const struct schema_field *child = find(frame->field, token->text, token->length);
    if (child == NULL)
        return STATUS_OK;
    frame->child = child;
    unsigned bit = 1u << (child - frame->field->fields);
    if ((frame->count & bit) != 0)
        return refuse(schema, STATUS_DUPLICATE_FIELD, NULL, err, "the field is there twice");
    frame->count |= bit;
    return STATUS_OK;
}

/* The field that the value about to come belongs to; NULL for one that is ignored. */
static enum status next_field(struct c1_schema *schema, const struct schema_field **out,
                              unsigned *index, struct error *err)
{
    *index = 0;
    if (schema->depth == 0) {
        *out = &c1_document;
        return STATUS_OK;
    }
    struct schema_frame *frame = &schema->frames[schema->depth - 1];
    if (frame->field->shape != LIST) {
        *out = frame->child;
        return STATUS_OK;
    }
    unsigned count = list_count(schema, frame->field->place);
    if (frame->count == count) {
        return refuse(schema, STATUS_COUNT_MISMATCH, NULL, err,
                      "found more than %u items, expected %s%u", count,
                      frame->field->place == PARTITIONS ? "at most " : "", count);
    }
    *index = frame->count++;
    *out = &frame->field->fields[0];
    return STATUS_OK;
}

static enum status begin_value(struct c1_schema *schema, struct json_stream *stream,
                               const struct json_token *token, struct error *err)
{
    const struct schema_field *field = NULL;
    unsigned index;
    enum status status = next_field(schema, &field, &index, err);
    if (status != STATUS_OK)
        return status;
    if (field == NULL) {
        schema->skipping = token->kind == JSON_OBJECT || token->kind == JSON_LIST;
        return STATUS_OK;
    }
    if (!kind_fits(token->kind, field->shape))
        return refuse(schema, STATUS_WRONG_TYPE, NULL, err, "found %s, expected %s",
                      kind_name(token->kind), shape_name(field->shape));
    if (field->shape == NUMBER)
        return set_number(schema, field, token, err);
    if (field->shape == NAME) {
        const struct seal_proof **proof = &schema->c1->proof;
        return seal_proof_of_name(proof, token->text, token->length, err);
    }
    if (field->shape == NOTHING)
        return STATUS_OK;

    if ((status = enter(schema, field, index, err)) != STATUS_OK)
        return status;
    schema->frames[schema->depth++] = (struct schema_frame){.field = field};
    if (field->shape == VALUE)
        stream->bytes_into = schema->value;
    return STATUS_OK;
}

static enum status end_object(struct c1_schema *schema, struct schema_frame *frame,
                              struct error *err)
{
    const struct schema_field *field = frame->field;
    frame->child = NULL;
    if (field->shape == VARIANT && frame->count == 0)
        return refuse(schema, STATUS_MISSING_FIELD, NULL, err, "the variant is missing");
    for (unsigned i = 0; field->shape == OBJECT && i < field->field_count; i++) {
        if ((frame->count >> i & 1) == 0)
            return refuse(schema, STATUS_MISSING_FIELD, field->fields[i].name, err,
                          "the field is missing");
    }
    return STATUS_OK;
}

static enum status end_list(struct c1_schema *schema, struct schema_frame *frame, struct error *err)
{
    unsigned found = frame->count;
    frame->count = 0; /* errors concern the list, not its last item */
    if (frame->field->shape == VALUE) {
        if (found != 32)
            return refuse(schema, STATUS_BAD_LENGTH, NULL, err, "found %u bytes, expected 32",
                          found);
        return end_value(schema, frame->field, err);
    }
    if (frame->field->place == PARTITIONS)
        return STATUS_OK; /* counted when the registered proof is known */
    unsigned count = list_count(schema, frame->field->place);
    if (found != count)
        return refuse(schema, STATUS_COUNT_MISMATCH, NULL, err, "found %u items, expected %u",
                      found, count);
    return STATUS_OK;
}

static enum status end_level(struct c1_schema *schema, enum json_kind kind, struct error *err)
{
    struct schema_frame *frame = &schema->frames[schema->depth - 1];
    enum status status;
    if (kind == JSON_BYTES_LIST)
        status = end_value(schema, frame->field, err);
    else if (kind == JSON_OBJECT_END)
        status = end_object(schema, frame, err);
    else
        status = end_list(schema, frame, err);
    if (status == STATUS_OK && --schema->depth == 0)
        schema->done = true;
    return status;
}

static void skip(struct c1_schema *schema, enum json_kind kind)
{
    if (kind == JSON_OBJECT || kind == JSON_LIST)
        schema->skipping++;
    else if (kind == JSON_OBJECT_END || kind == JSON_LIST_END)
        schema->skipping--;
}

enum status c1_schema_token(void *context, struct json_stream *stream,
                            const struct json_token *token, struct error *err)
{
    struct c1_schema *schema = context;
    if (schema->skipping > 0) {
        skip(schema, token->kind);
        return STATUS_OK;
    }
    switch (token->kind) {
    case JSON_KEY:
        return take_key(schema, token, err);
    case JSON_OBJECT_END:
    case JSON_LIST_END:
    case JSON_BYTES_LIST:
        return end_level(schema, token->kind, err);
    default:
        break;
    }
    struct schema_frame *top = schema->depth > 0 ? &schema->frames[schema->depth - 1] : NULL;
    if (top != NULL && top->field->shape == VALUE)
        return set_byte(schema, top, token, err);
    return begin_value(schema, stream, token, err);
}

/* --- the document as a whole --- */

enum status c1_schema_finish(struct c1_schema *schema, struct error *err)
{
    const struct porep_c1 *c1 = schema->c1;
    if (schema->shape != c1->proof->shape)
        return error_set(err, STATUS_UNKNOWN_NAME, "vanilla_proofs",
                         "found tag %s, the registered proof %s has StackedDrg%sV1", schema->tag,
                         c1->proof->name, c1->proof->shape->size_name);
    unsigned expected = seal_proof_partitions(c1->proof);
    bool fewer = schema->options != NULL && schema->options->fewer_partitions;
    if (c1->partition_count == expected ||
        (fewer && c1->partition_count >= 1 && c1->partition_count < expected))
        return STATUS_OK;
    return error_set(err, STATUS_COUNT_MISMATCH, "vanilla_proofs",
                     "found %u partitions, expected %s%u", c1->partition_count,
                     fewer ? "1 to " : "", expected);
}
