#include "r1cs/matrices.h"

#include <stdlib.h>

#include "r1cs/bitmap.h"

void r1cs_matrices_free(struct r1cs_matrices *matrices)
{
    if (matrices->storage == NULL) {
        return;
    }
    for (uint32_t i = 0; i < matrices->block_count; i++) {
        const struct r1cs_block *block = &matrices->blocks[i];
        free((void *)block->term_start);
        free((void *)block->term_wire);
        free((void *)block->term_coefficient);
        free((void *)block->wide_bits);
    }
    free((void *)matrices->blocks);
    free((void *)matrices->instances);
    free((void *)matrices->coefficients);
    free((void *)matrices->wide_bits);
    free((void *)matrices->wide_rank);
    free((void *)matrices->a_aux_density);
    free((void *)matrices->b_aux_density);
    free((void *)matrices->b_input_density);
    *matrices = (struct r1cs_matrices){0};
}

size_t r1cs_matrices_bytes(const struct r1cs_matrices *matrices)
{
    size_t aux_words = bitmap_words(matrices->aux_count);
    size_t bytes = matrices->coefficient_count * sizeof(fr) +
                   matrices->block_count * sizeof(struct r1cs_block) +
                   matrices->instance_count * sizeof(struct r1cs_instance) +
                   aux_words * (3 * sizeof(uint64_t) + sizeof(uint32_t)) +
                   bitmap_words(matrices->input_count) * sizeof(uint64_t);
    for (uint32_t i = 0; i < matrices->block_count; i++) {
        const struct r1cs_block *block = &matrices->blocks[i];
        bytes += (3 * (size_t)block->row_count + 1) * sizeof(uint32_t) +
                 block->term_count * (sizeof(wire_ref) + sizeof(uint16_t)) +
                 bitmap_words(block->aux_count) * sizeof(uint64_t);
    }
    return bytes;
}

/* --- completing --- */

/* Which wires occur in one matrix of one block. */
struct occurrence {
    uint64_t *aux;      /* of the block */
    uint64_t *input;    /* of the block */
    uint64_t *pointer;  /* from pointer_base on */
    uint64_t *absolute; /* aux of the system; shared by all blocks */
    uint64_t *absolute_input;
};

static void mark_matrix(const struct occurrence *out, const struct r1cs_block *block,
                        enum matrix matrix)
{
    for (uint32_t row = 0; row < block->row_count; row++) {
        const uint32_t *start = &block->term_start[3 * (size_t)row + matrix];
        for (uint32_t i = start[0]; i < start[1]; i++) {
            uint32_t index = wire_ref_index(block->term_wire[i]);
            switch (wire_ref_class(block->term_wire[i])) {
            case WIRE_INPUT:
                bitmap_set(out->absolute_input, index);
                break;
            case WIRE_AUX:
                bitmap_set(out->absolute, index);
                break;
            case WIRE_BLOCK_INPUT:
                bitmap_set(out->input, index);
                break;
            case WIRE_BLOCK_AUX:
                bitmap_set(out->aux, index);
                break;
            case WIRE_BLOCK_POINTER:
                bitmap_set(out->pointer, index);
                break;
            }
        }
    }
}

static uint32_t pointer_span(const struct r1cs_block *block)
{
    uint32_t span = 0;
    for (uint64_t i = 0; i < block->term_count; i++) {
        wire_ref ref = block->term_wire[i];
        if (wire_ref_class(ref) == WIRE_BLOCK_POINTER && wire_ref_index(ref) >= span) {
            span = wire_ref_index(ref) + 1;
        }
    }
    return span;
}

/* Marks the wires of one matrix of one block in the bitmaps of the system, for all its instances.
 */
static bool mark_block(uint64_t *aux, uint64_t *input, const struct r1cs_matrices *matrices,
                       uint32_t index, enum matrix matrix)
{
    const struct r1cs_block *block = &matrices->blocks[index];
    uint32_t span = pointer_span(block);
    struct occurrence seen = {
        .aux = calloc(bitmap_words(block->aux_count) + 1, sizeof(uint64_t)),
        .input = calloc(bitmap_words(block->input_count) + 1, sizeof(uint64_t)),
        .pointer = calloc(bitmap_words(span) + 1, sizeof(uint64_t)),
        .absolute = aux,
        .absolute_input = input,
    };
    bool done = seen.aux != NULL && seen.input != NULL && seen.pointer != NULL;
    if (done) {
        mark_matrix(&seen, block, matrix);
        for (uint32_t i = 0; i < matrices->instance_count; i++) {
            const struct r1cs_instance *instance = &matrices->instances[i];
            if (instance->block == index) {
                bitmap_or_range(aux, instance->aux_base, seen.aux, block->aux_count);
                bitmap_or_range(input, instance->input_base, seen.input, block->input_count);
                bitmap_or_range(aux, instance->pointer_base, seen.pointer, span);
            }
        }
    }
    free(seen.aux);
    free(seen.input);
    free(seen.pointer);
    return done;
}

static void count_terms(struct r1cs_matrices *matrices)
{
    for (uint32_t i = 0; i < matrices->instance_count; i++) {
        const struct r1cs_block *block = &matrices->blocks[matrices->instances[i].block];
        bool counted = false;
        for (uint32_t j = 0; j < i && !counted; j++) {
            counted = matrices->instances[j].block == matrices->instances[i].block;
        }
        if (counted) {
            continue;
        }
        uint64_t times = 0, terms[3] = {0};
        for (uint32_t j = i; j < matrices->instance_count; j++) {
            times += matrices->instances[j].block == matrices->instances[i].block;
        }
        for (size_t k = 0; k < 3 * (size_t)block->row_count; k++) {
            terms[k % 3] += block->term_start[k + 1] - block->term_start[k];
        }
        for (int k = 0; k < 3; k++) {
            matrices->term_count[k] += times * terms[k];
        }
    }
}

enum status r1cs_matrices_complete(struct r1cs_matrices *matrices, struct error *err)
{
    size_t aux_words = bitmap_words(matrices->aux_count);
    size_t input_words = bitmap_words(matrices->input_count);
    uint64_t *wide = calloc(aux_words + 1, sizeof(uint64_t));
    uint32_t *rank = calloc(aux_words + 1, sizeof(uint32_t));
    uint64_t *a_aux = calloc(aux_words + 1, sizeof(uint64_t));
    uint64_t *b_aux = calloc(aux_words + 1, sizeof(uint64_t));
    uint64_t *b_input = calloc(input_words + 1, sizeof(uint64_t));
    uint64_t *a_input = calloc(input_words + 1, sizeof(uint64_t));
    bool done = wide && rank && a_aux && b_aux && b_input && a_input;
    for (uint32_t i = 0; done && i < matrices->block_count; i++) {
        done = mark_block(a_aux, a_input, matrices, i, MATRIX_A) &&
               mark_block(b_aux, b_input, matrices, i, MATRIX_B);
    }
    free(a_input);
    matrices->wide_bits = wide;
    matrices->wide_rank = rank;
    matrices->a_aux_density = a_aux;
    matrices->b_aux_density = b_aux;
    matrices->b_input_density = b_input;
    if (!done) {
        r1cs_matrices_free(matrices);
        return error_set(err, STATUS_OUT_OF_MEMORY, "matrices", "no memory for the densities");
    }
    for (uint32_t i = 0; i < matrices->instance_count; i++) {
        const struct r1cs_instance *instance = &matrices->instances[i];
        const struct r1cs_block *block = &matrices->blocks[instance->block];
        bitmap_or_range(wide, instance->aux_base, block->wide_bits, block->aux_count);
    }
    uint32_t wide_count = 0;
    for (size_t i = 0; i < aux_words; i++) {
        rank[i] = wide_count;
        wide_count += (uint32_t)__builtin_popcountll(wide[i]);
    }
    matrices->wide_aux_count = wide_count;
    matrices->a_aux_count = (uint32_t)bitmap_count(a_aux, aux_words);
    matrices->b_aux_count = (uint32_t)bitmap_count(b_aux, aux_words);
    matrices->b_input_count = (uint32_t)bitmap_count(b_input, input_words);
    matrices->domain_log2 = 0;
    while ((uint64_t)1 << matrices->domain_log2 <
           (uint64_t)matrices->row_count + matrices->input_count) {
        matrices->domain_log2++;
    }
    matrices->term_count[0] = matrices->term_count[1] = matrices->term_count[2] = 0;
    count_terms(matrices);
    return STATUS_OK;
}
