#include "r1cs/builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "r1cs/bitmap.h"
#include "r1cs/recorder.h"

enum {
    FIRST_BITS = 1 << 16,
    FIRST_WIDE = BUILDER_WIDE_MAX,
    FIRST_INPUTS = 64,
    /* Room that is always there, so that a failed builder can go on writing. */
    BITS_MIN = 2 * BUILDER_WIDE_MAX + 64,
};

/* --- start, failure, end --- */

enum status builder_init_shape(struct builder *builder, bool flat, struct error *err)
{
    *builder = (struct builder){.aux_limit = WIRE_INDEX_MAX, .wide_limit = WIRE_INDEX_MAX};
    builder->recorder = malloc(sizeof *builder->recorder);
    if (builder->recorder == NULL || !recorder_init(builder->recorder, flat)) {
        free(builder->recorder);
        builder->recorder = NULL;
        return error_set(err, STATUS_OUT_OF_MEMORY, "matrices", "no memory to start a circuit");
    }
    builder->input_count = 1;
    return STATUS_OK;
}

static enum status alloc_bits(uint64_t **out, uint32_t limit, struct error *err)
{
    /* One word past the limit: a run of bits may be written across its end. */
    return memory_alloc((void **)out, bitmap_words(limit) + 1, sizeof(uint64_t), "witness bits",
                        err);
}

static uint32_t at_least(uint32_t value, uint32_t least)
{
    return value < least ? least : value;
}

enum status builder_init_witness(struct builder *builder, const struct r1cs_matrices *sizes,
                                 struct error *err)
{
    *builder = (struct builder){
        .aux_limit = sizes == NULL ? FIRST_BITS : at_least(sizes->aux_count + 64, BITS_MIN),
        .wide_limit = at_least(sizes == NULL ? 0 : sizes->wide_aux_count, FIRST_WIDE),
        .input_capacity = sizes != NULL ? sizes->input_count : FIRST_INPUTS,
    };
    enum status status = alloc_bits(&builder->bits, builder->aux_limit, err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&builder->wide, builder->wide_limit, sizeof(fr),
                              "wide witness values", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&builder->inputs, builder->input_capacity, sizeof(fr),
                              "inputs", err);
    }
    if (status != STATUS_OK) {
        builder_free(builder);
        return status;
    }
    builder->inputs[builder->input_count++] = fr_one;
    return STATUS_OK;
}

void builder_fail(struct builder *builder, enum status status, const char *message)
{
    if (!builder->failed) {
        builder->failed = true;
        error_set(&builder->failure, status, "circuit", "%s", message);
    }
}

static void free_secret(void *array, size_t bytes)
{
    if (array != NULL) {
        memory_wipe(array, bytes);
        memory_free(array);
    }
}

void builder_free(struct builder *builder)
{
    if (builder->recorder != NULL) {
        recorder_free(builder->recorder);
        free(builder->recorder);
    }
    free_secret(builder->bits, (bitmap_words(builder->aux_limit) + 1) * sizeof(uint64_t));
    free_secret(builder->wide, builder->wide_limit * sizeof(fr));
    free_secret(builder->inputs, builder->input_capacity * sizeof(fr));
    *builder = (struct builder){0};
}

static struct recorder_position position(const struct builder *builder)
{
    return (struct recorder_position){
        builder->recorder->row_count,
        builder->aux_count,
        builder->input_count,
    };
}

static enum status take_failure(struct builder *builder, struct error *err)
{
    if (builder->failed) {
        if (err != NULL) {
            *err = builder->failure;
        }
        return builder->failure.status;
    }
    return STATUS_OK;
}

enum status builder_finish_shape(struct builder *builder, struct r1cs_matrices *out,
                                 struct error *err)
{
    assert(builder_is_shape(builder));
    *out = (struct r1cs_matrices){0};
    enum status status = take_failure(builder, err);
    if (status == STATUS_OK) {
        struct recorder_position at = position(builder);
        status = recorder_finish(builder->recorder, out, &at, err);
    }
    if (status != STATUS_OK) {
        r1cs_matrices_free(out);
    }
    builder_free(builder);
    return status;
}

enum status builder_finish_witness(struct builder *builder, struct assignment *out,
                                   struct error *err)
{
    assert(!builder_is_shape(builder));
    *out = (struct assignment){0};
    enum status status = take_failure(builder, err);
    if (status == STATUS_OK) {
        *out = (struct assignment){
            .input_count = builder->input_count,
            .aux_count = builder->aux_count,
            .wide_count = builder->wide_count,
            .inputs = builder->inputs,
            .bits = builder->bits,
            .wide = builder->wide,
        };
        builder->inputs = NULL;
        builder->bits = NULL;
        builder->wide = NULL;
    }
    builder_free(builder);
    return status;
}

/* --- wires --- */

static uint32_t doubled(uint32_t limit, uint32_t need)
{
    uint64_t room = limit;
    while (room - limit < need) {
        room *= 2;
    }
    return (uint32_t)(room < WIRE_INDEX_MAX ? room : WIRE_INDEX_MAX);
}

/* After a failure the wires overwrite the beginning again: the result is thrown away, but every
 * write stays inside the arrays. */
static void start_over(struct builder *builder)
{
    builder->aux_count = 0;
    builder->wide_count = 0;
}

static void fail_count(struct builder *builder)
{
    builder_fail(builder, STATUS_TOO_LARGE,
                 "more than 2^29 - 1 wires, the most a circuit may have");
    start_over(builder);
}

/* Replaces *array by a larger copy; the old one is wiped. */
static bool move_array(void **array, size_t old_bytes, size_t new_count, size_t element_bytes,
                       struct error *err)
{
    void *larger = NULL;
    if (memory_alloc(&larger, new_count, element_bytes, "witness", err) != STATUS_OK) {
        return false;
    }
    memcpy(larger, *array, old_bytes);
    free_secret(*array, old_bytes);
    *array = larger;
    return true;
}

void builder_more_bits(struct builder *builder)
{
    uint32_t limit = doubled(builder->aux_limit, 64);
    if (builder_is_shape(builder) || limit - builder->aux_count < 64) {
        fail_count(builder);
        return;
    }
    size_t old_bytes = (bitmap_words(builder->aux_limit) + 1) * sizeof(uint64_t);
    if (!move_array((void **)&builder->bits, old_bytes, bitmap_words(limit) + 1, sizeof(uint64_t),
                    NULL)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the witness");
        start_over(builder);
        return;
    }
    builder->aux_limit = limit;
}

void builder_more_wide(struct builder *builder, uint32_t count)
{
    assert(count <= BUILDER_WIDE_MAX);
    while (!builder->failed && builder->aux_limit - builder->aux_count < count + 64) {
        if (builder_is_shape(builder)) {
            fail_count(builder);
            return;
        }
        builder_more_bits(builder);
    }
    if (builder->wide_limit - builder->wide_count >= count) {
        return;
    }
    uint32_t limit = doubled(builder->wide_limit, count);
    if (limit - builder->wide_count < count ||
        !move_array((void **)&builder->wide, builder->wide_limit * sizeof(fr), limit, sizeof(fr),
                    NULL)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the witness");
        start_over(builder);
        return;
    }
    builder->wide_limit = limit;
}

void builder_mark_wide(struct builder *builder, uint32_t count)
{
    if (!builder->failed && !recorder_mark_wide(builder->recorder, builder->aux_count, count)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the matrices");
    }
}

wire builder_input(struct builder *builder, const fr *value)
{
    if (builder->input_count == WIRE_INDEX_MAX) {
        builder_fail(builder, STATUS_TOO_LARGE, "more than 2^29 - 1 inputs");
        return WIRE_ONE;
    }
    if (!builder_is_shape(builder)) {
        if (builder->input_count == builder->input_capacity) {
            uint32_t capacity = doubled(builder->input_capacity, 1);
            if (!move_array((void **)&builder->inputs, builder->input_count * sizeof(fr), capacity,
                            sizeof(fr), NULL)) {
                builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the inputs");
                return WIRE_ONE;
            }
            builder->input_capacity = capacity;
        }
        builder->inputs[builder->input_count] = *value;
    }
    return builder->input_count++;
}

/* --- rows --- */

static uint32_t coefficient_or_fail(struct builder *builder, uint32_t index)
{
    if (index == COEFFICIENTS_FULL) {
        builder_fail(builder, STATUS_TOO_LARGE, "more than 65536 distinct coefficients");
        return COEFFICIENT_ONE;
    }
    return index;
}

uint32_t builder_coefficient(struct builder *builder, const fr *value)
{
    return coefficient_or_fail(builder, coefficients_find(&builder->recorder->coefficients, value));
}

uint32_t builder_power(struct builder *builder, unsigned exponent, bool negative)
{
    return coefficient_or_fail(
        builder, coefficients_power(&builder->recorder->coefficients, exponent, negative));
}

struct lc *builder_row(struct builder *builder, enum matrix matrix)
{
    return &builder->recorder->row[matrix];
}

void builder_enforce(struct builder *builder)
{
    struct lc *row = builder->recorder->row;
    builder_enforce_lcs(builder, &row[MATRIX_A], &row[MATRIX_B], &row[MATRIX_C]);
    for (int i = 0; i < 3; i++) {
        lc_clear(&row[i]);
    }
}

void builder_enforce_lcs(struct builder *builder, struct lc *a, struct lc *b, struct lc *c)
{
    if (builder->failed) {
        return;
    }
    struct recorder *recorder = builder->recorder;
    struct coefficients *coefficients = &recorder->coefficients;
    if (!lc_normalize(a, coefficients) || !lc_normalize(b, coefficients) ||
        !lc_normalize(c, coefficients)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY,
                     "no memory for a row, or more than 65536 distinct coefficients");
        return;
    }
    if (recorder->row_count == WIRE_INDEX_MAX) {
        builder_fail(builder, STATUS_TOO_LARGE, "more than 2^29 - 1 constraints");
        return;
    }
    if (!recorder_row(recorder, (const struct lc *const[3]){a, b, c})) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the matrices");
    }
}

void builder_enforce_boolean(struct builder *builder, wire v)
{
    struct lc *row = builder->recorder->row;
    lc_add(&row[MATRIX_A], WIRE_ONE, COEFFICIENT_ONE);
    lc_add(&row[MATRIX_A], v, COEFFICIENT_MINUS_ONE);
    lc_add(&row[MATRIX_B], v, COEFFICIENT_ONE);
    builder_enforce(builder);
}

/* --- blocks --- */

static bool open_block(struct builder *builder, bool shared, unsigned kind, wire pointer_first,
                       uint32_t pointer_count)
{
    struct recorder_position at = position(builder);
    if (!recorder_open(builder->recorder, &at, shared, kind, pointer_first & ~WIRE_AUX_FLAG,
                       pointer_count)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the matrices");
        return false;
    }
    return true;
}

bool builder_block_begin(struct builder *builder, unsigned kind, wire pointer_first,
                         uint32_t pointer_count)
{
    if (!builder_is_shape(builder) || builder->recorder->flat) {
        return true;
    }
    if (builder->failed) {
        return false;
    }
    struct recorder_position at = position(builder), before = at;
    bool found = false;
    if (!recorder_repeat(builder->recorder, &at, kind, pointer_first & ~WIRE_AUX_FLAG, &found)) {
        builder_fail(builder, STATUS_OUT_OF_MEMORY, "no memory for the matrices");
        return false;
    }
    if (!found) {
        return open_block(builder, true, kind, pointer_first, pointer_count);
    }
    if (at.row > WIRE_INDEX_MAX || at.aux > WIRE_INDEX_MAX || at.input > WIRE_INDEX_MAX ||
        at.row < before.row || at.aux < before.aux || at.input < before.input) {
        builder_fail(builder, STATUS_TOO_LARGE, "more than 2^29 - 1 wires or constraints");
        return false;
    }
    builder->recorder->row_count = at.row;
    builder->aux_count = at.aux;
    builder->input_count = at.input;
    return false;
}

void builder_block_end(struct builder *builder)
{
    if (builder_is_shape(builder) && !builder->recorder->flat && !builder->failed) {
        open_block(builder, false, 0, 0, 0);
    }
}
