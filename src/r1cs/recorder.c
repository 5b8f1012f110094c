#include "r1cs/recorder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "r1cs/bitmap.h"

enum { FIRST_ROOM = 1024 };

/* Doubles an array until `need` more elements fit. */
static bool reserve(void **array, size_t *capacity, size_t count, size_t need, size_t element_bytes)
{
    size_t room = *capacity == 0 ? FIRST_ROOM : *capacity;
    while (room - count < need) {
        room *= 2;
    }
    void *grown = realloc(*array, room * element_bytes);
    if (grown == NULL) {
        return false;
    }
    *array = grown;
    *capacity = room;
    return true;
}

bool recorder_init(struct recorder *recorder, bool flat)
{
    *recorder = (struct recorder){.flat = flat};
    const struct recorder_position start = {0, 0, 0};
    if (!coefficients_init(&recorder->coefficients) ||
        !recorder_open(recorder, &start, false, 0, 0, 0)) {
        recorder_free(recorder);
        return false;
    }
    return true;
}

static void block_free(struct block_record *block)
{
    free(block->term_start);
    free(block->term_wire);
    free(block->term_coefficient);
    free(block->wide_bits);
}

void recorder_free(struct recorder *recorder)
{
    for (int i = 0; i < 3; i++) {
        lc_free(&recorder->row[i]);
    }
    for (uint32_t i = 0; i < recorder->block_count; i++) {
        block_free(&recorder->blocks[i]);
    }
    free(recorder->blocks);
    free(recorder->instances);
    coefficients_free(&recorder->coefficients);
    *recorder = (struct recorder){0};
}

static bool grow_u32(void **array, uint32_t *capacity, uint32_t count, size_t element_bytes)
{
    if (count < *capacity) {
        return true;
    }
    size_t room = *capacity;
    if (!reserve(array, &room, count, 1, element_bytes)) {
        return false;
    }
    *capacity = (uint32_t)room;
    return true;
}

static bool add_instance(struct recorder *recorder, const struct recorder_position *at,
                         uint32_t block, uint32_t pointer_base)
{
    if (!grow_u32((void **)&recorder->instances, &recorder->instance_capacity,
                  recorder->instance_count, sizeof(struct r1cs_instance))) {
        return false;
    }
    recorder->instances[recorder->instance_count++] = (struct r1cs_instance){
        .block = block,
        .row_base = at->row,
        .aux_base = at->aux,
        .input_base = at->input,
        .pointer_base = pointer_base,
    };
    return true;
}

void recorder_close(struct recorder *recorder, const struct recorder_position *at)
{
    if (!recorder->open) {
        return;
    }
    recorder->open = false;
    struct block_record *block = &recorder->blocks[recorder->block_count - 1];
    block->row_count = at->row - recorder->base.row;
    block->aux_count = at->aux - recorder->base.aux;
    block->input_count = at->input - recorder->base.input;
    if (!block->shared && block->row_count + block->aux_count + block->input_count == 0) {
        block_free(block);
        recorder->block_count--;
        recorder->instance_count--;
    }
}

bool recorder_open(struct recorder *recorder, const struct recorder_position *at, bool shared,
                   unsigned kind, uint32_t pointer_base, uint32_t pointer_count)
{
    recorder_close(recorder, at);
    if (!grow_u32((void **)&recorder->blocks, &recorder->block_capacity, recorder->block_count,
                  sizeof(struct block_record))) {
        return false;
    }
    struct block_record *block = &recorder->blocks[recorder->block_count++];
    *block = (struct block_record){.shared = shared, .kind = kind};
    recorder->open = true;
    recorder->base = *at;
    recorder->pointer_base = pointer_base;
    recorder->pointer_count = pointer_count;
    if (!reserve((void **)&block->term_start, &block->start_capacity, 0, 1, sizeof(uint32_t)) ||
        !add_instance(recorder, at, recorder->block_count - 1, pointer_base)) {
        return false;
    }
    block->term_start[block->start_count++] = 0;
    return true;
}

bool recorder_repeat(struct recorder *recorder, struct recorder_position *at, unsigned kind,
                     uint32_t pointer_base, bool *found)
{
    *found = false;
    for (uint32_t i = 0; i < recorder->block_count; i++) {
        const struct block_record *block = &recorder->blocks[i];
        if (block->shared && block->kind == kind) {
            *found = true;
            recorder_close(recorder, at);
            if (!add_instance(recorder, at, i, pointer_base)) {
                return false;
            }
            at->row += block->row_count;
            at->aux += block->aux_count;
            at->input += block->input_count;
            return recorder_open(recorder, at, false, 0, 0, 0);
        }
    }
    return true;
}

static wire_ref reference(const struct recorder *recorder, wire v)
{
    bool shared = recorder->blocks[recorder->block_count - 1].shared;
    if (v & WIRE_AUX_FLAG) {
        uint32_t index = v & ~WIRE_AUX_FLAG;
        if (!shared) {
            return wire_ref_make(WIRE_AUX, index);
        }
        if (index >= recorder->base.aux) {
            return wire_ref_make(WIRE_BLOCK_AUX, index - recorder->base.aux);
        }
        if (index - recorder->pointer_base < recorder->pointer_count) {
            return wire_ref_make(WIRE_BLOCK_POINTER, index - recorder->pointer_base);
        }
        return wire_ref_make(WIRE_AUX, index);
    }
    if (shared && v >= recorder->base.input) {
        return wire_ref_make(WIRE_BLOCK_INPUT, v - recorder->base.input);
    }
    return wire_ref_make(WIRE_INPUT, v);
}

bool recorder_row(struct recorder *recorder, const struct lc *const row[3])
{
    struct block_record *block = &recorder->blocks[recorder->block_count - 1];
    size_t count = (size_t)row[0]->count + row[1]->count + row[2]->count;
    if (block->term_capacity - block->term_count < count) {
        size_t capacity = block->term_capacity;
        if (!reserve((void **)&block->term_wire, &capacity, block->term_count, count,
                     sizeof(wire_ref))) {
            return false;
        }
        capacity = block->term_capacity;
        if (!reserve((void **)&block->term_coefficient, &capacity, block->term_count, count,
                     sizeof(uint16_t))) {
            return false;
        }
        block->term_capacity = capacity;
    }
    if (block->start_capacity - block->start_count < 3 &&
        !reserve((void **)&block->term_start, &block->start_capacity, block->start_count, 3,
                 sizeof(uint32_t))) {
        return false;
    }
    if (block->term_count + count > UINT32_MAX) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < row[k]->count; i++) {
            uint64_t term = row[k]->terms[i];
            block->term_wire[block->term_count] = reference(recorder, lc_term_wire(term));
            block->term_coefficient[block->term_count++] = lc_term_coefficient(term);
        }
        block->term_start[block->start_count++] = (uint32_t)block->term_count;
    }
    recorder->row_count++;
    return true;
}

bool recorder_mark_wide(struct recorder *recorder, uint32_t first, uint32_t count)
{
    struct block_record *block = &recorder->blocks[recorder->block_count - 1];
    size_t begin = first - recorder->base.aux, words = bitmap_words(begin + count);
    if (words > block->wide_words) {
        size_t capacity = block->wide_words;
        if (!reserve((void **)&block->wide_bits, &capacity, block->wide_words,
                     words - block->wide_words, sizeof(uint64_t))) {
            return false;
        }
        memset(block->wide_bits + block->wide_words, 0,
               (capacity - block->wide_words) * sizeof(uint64_t));
        block->wide_words = capacity;
    }
    for (size_t i = begin; i < begin + count; i++) {
        bitmap_set(block->wide_bits, i);
    }
    return true;
}

/* Gives room back; what stays is at least one element, so that no array is NULL. */
static bool fit(void **array, size_t count, size_t element_bytes)
{
    void *fitted = realloc(*array, (count == 0 ? 1 : count) * element_bytes);
    if (fitted == NULL) {
        return false;
    }
    *array = fitted;
    return true;
}

static bool block_finish(struct r1cs_block *out, struct block_record *block)
{
    size_t words = bitmap_words(block->aux_count), had = block->wide_words;
    if (!fit((void **)&block->term_start, block->start_count, sizeof(uint32_t)) ||
        !fit((void **)&block->term_wire, block->term_count, sizeof(wire_ref)) ||
        !fit((void **)&block->term_coefficient, block->term_count, sizeof(uint16_t)) ||
        !fit((void **)&block->wide_bits, words, sizeof(uint64_t))) {
        return false;
    }
    if (words > had) {
        memset(block->wide_bits + had, 0, (words - had) * sizeof(uint64_t));
    }
    *out = (struct r1cs_block){
        .row_count = block->row_count,
        .aux_count = block->aux_count,
        .input_count = block->input_count,
        .term_start = block->term_start,
        .term_wire = block->term_wire,
        .term_coefficient = block->term_coefficient,
        .term_count = block->term_count,
        .wide_bits = block->wide_bits,
    };
    return true;
}

enum status recorder_finish(struct recorder *recorder, struct r1cs_matrices *out,
                            const struct recorder_position *at, struct error *err)
{
    recorder_close(recorder, at);
    struct r1cs_block *blocks = calloc((size_t)recorder->block_count + 1, sizeof *blocks);
    bool fits =
        blocks != NULL &&
        fit((void **)&recorder->instances, recorder->instance_count,
            sizeof(struct r1cs_instance)) &&
        fit((void **)&recorder->coefficients.values, recorder->coefficients.count, sizeof(fr));
    for (uint32_t i = 0; fits && i < recorder->block_count; i++) {
        fits = block_finish(&blocks[i], &recorder->blocks[i]);
    }
    if (!fits) {
        free(blocks);
        return error_set(err, STATUS_OUT_OF_MEMORY, "matrices", "no memory to finish the circuit");
    }
    *out = (struct r1cs_matrices){
        .row_count = at->row,
        .input_count = at->input,
        .aux_count = at->aux,
        .coefficients = recorder->coefficients.values,
        .coefficient_count = recorder->coefficients.count,
        .blocks = blocks,
        .block_count = recorder->block_count,
        .instances = recorder->instances,
        .instance_count = recorder->instance_count,
        .storage = blocks,
    };
    recorder->coefficients.values = NULL;
    recorder->instances = NULL;
    recorder->block_count = 0;
    return r1cs_matrices_complete(out, err);
}
