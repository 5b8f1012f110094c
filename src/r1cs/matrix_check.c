#include "r1cs/matrix_check.h"

#include <inttypes.h>
#include <string.h>

#include "r1cs/bitmap.h"
#include "r1cs/coefficients.h"
#include "r1cs/matrix_file.h"

enum { FIRST_COEFFICIENTS = 4 }; /* 1, -1, 2, -2 */

enum status matrix_check_counts(const struct r1cs_matrices *matrices, const char *where,
                                struct error *err)
{
    const struct {
        const char *name;
        uint32_t found, limit;
    } counts[] = {
        {"rows", matrices->row_count, MATRIX_FILE_ROWS_MAX},
        {"inputs", matrices->input_count, MATRIX_FILE_WIRES_MAX},
        {"aux wires", matrices->aux_count, MATRIX_FILE_WIRES_MAX},
        {"coefficients", matrices->coefficient_count, COEFFICIENTS_MAX},
        {"blocks", matrices->block_count, MATRIX_FILE_BLOCKS_MAX},
        {"instances", matrices->instance_count, MATRIX_FILE_INSTANCES_MAX},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i].found > counts[i].limit) {
            return error_set(err, STATUS_TOO_LARGE, where, "%" PRIu32 " %s, at most %" PRIu32,
                             counts[i].found, counts[i].name, counts[i].limit);
        }
    }
    if (matrices->input_count == 0) {
        return error_set(err, STATUS_COUNT_MISMATCH, where, "no inputs, expected the constant one");
    }
    if (matrices->coefficient_count < FIRST_COEFFICIENTS) {
        return error_set(err, STATUS_COUNT_MISMATCH, where, "%" PRIu32 " coefficients, at least %d",
                         matrices->coefficient_count, FIRST_COEFFICIENTS);
    }
    return STATUS_OK;
}

static enum status check_coefficients(const struct r1cs_matrices *matrices, const char *where,
                                      struct error *err)
{
    fr first[FIRST_COEFFICIENTS];
    first[COEFFICIENT_ONE] = fr_one;
    fr_neg(&first[COEFFICIENT_MINUS_ONE], &fr_one);
    fr_add(&first[COEFFICIENT_TWO], &fr_one, &fr_one);
    fr_neg(&first[COEFFICIENT_MINUS_TWO], &first[COEFFICIENT_TWO]);
    for (uint32_t i = 0; i < matrices->coefficient_count; i++) {
        fr_plain limbs;
        memcpy(&limbs, &matrices->coefficients[i], sizeof limbs);
        if (!fr_plain_is_canonical(&limbs)) {
            return error_set(err, STATUS_NON_CANONICAL, where, "coefficient %" PRIu32, i);
        }
        if (i < FIRST_COEFFICIENTS && !fr_equal(&matrices->coefficients[i], &first[i])) {
            return error_set(err, STATUS_INPUT_RANGE, where,
                             "coefficient %" PRIu32 " of the first four (1, -1, 2, -2) is another",
                             i);
        }
    }
    return STATUS_OK;
}

/* Index limits of the classes within one block; the pointer class is checked with the instances. */
struct limits {
    uint32_t of_class[8];
};

/* *span: one more than the largest pointer index. */
static enum status check_terms(uint32_t *span, const struct r1cs_block *block,
                               const struct limits *limits, uint32_t coefficient_count,
                               const char *where, struct error *err)
{
    *span = 0;
    for (uint64_t i = 0; i < block->term_count; i++) {
        unsigned class = (unsigned)wire_ref_class(block->term_wire[i]);
        uint32_t index = wire_ref_index(block->term_wire[i]);
        if (index >= limits->of_class[class]) {
            return error_set(err, STATUS_INPUT_RANGE, where,
                             "term %" PRIu64 ": wire %" PRIu32
                             " of class %u, the limit is %" PRIu32,
                             i, index, class, limits->of_class[class]);
        }
        if (block->term_coefficient[i] >= coefficient_count) {
            return error_set(err, STATUS_INPUT_RANGE, where,
                             "term %" PRIu64 ": coefficient %u, there are %" PRIu32, i,
                             (unsigned)block->term_coefficient[i], coefficient_count);
        }
        if (class == WIRE_BLOCK_POINTER && index >= *span) {
            *span = index + 1;
        }
    }
    return STATUS_OK;
}

static enum status check_starts(const struct r1cs_block *block, const char *where,
                                struct error *err)
{
    size_t last = 3 * (size_t)block->row_count;
    bool rises = block->term_start[0] == 0 && block->term_start[last] == block->term_count;
    for (size_t i = 0; i < last; i++) {
        rises &= block->term_start[i] <= block->term_start[i + 1];
    }
    return rises ? STATUS_OK
                 : error_set(err, STATUS_INPUT_RANGE, where,
                             "starts of terms do not rise from 0 to %" PRIu64, block->term_count);
}

static enum status check_block(uint32_t *span, const struct r1cs_matrices *matrices, uint32_t index,
                               const char *where, struct error *err)
{
    const struct r1cs_block *block = &matrices->blocks[index];
    const struct limits limits = {{
        [WIRE_INPUT] = matrices->input_count,
        [WIRE_AUX] = matrices->aux_count,
        [WIRE_BLOCK_INPUT] = block->input_count,
        [WIRE_BLOCK_AUX] = block->aux_count,
        [WIRE_BLOCK_POINTER] = matrices->aux_count,
    }};
    if (block->row_count > matrices->row_count || block->aux_count > matrices->aux_count ||
        block->input_count > matrices->input_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, where,
                         "block %" PRIu32 " is larger than the circuit", index);
    }
    unsigned tail = block->aux_count % 64;
    if (tail != 0 && block->wide_bits[block->aux_count / 64] >> tail != 0) {
        return error_set(err, STATUS_INPUT_RANGE, where,
                         "block %" PRIu32 ": wide bits behind aux %" PRIu32, index,
                         block->aux_count);
    }
    enum status status = check_starts(block, where, err);
    return status == STATUS_OK
               ? check_terms(span, block, &limits, matrices->coefficient_count, where, err)
               : status;
}

/* spans: of the blocks. */
static enum status check_instances(const struct r1cs_matrices *matrices, const uint32_t *spans,
                                   const char *where, struct error *err)
{
    uint64_t row = 0, aux = 0, input = 0;
    for (uint32_t i = 0; i < matrices->instance_count; i++) {
        const struct r1cs_instance *instance = &matrices->instances[i];
        if (instance->block >= matrices->block_count) {
            return error_set(err, STATUS_INPUT_RANGE, where,
                             "instance %" PRIu32 ": block %" PRIu32 ", there are %" PRIu32, i,
                             instance->block, matrices->block_count);
        }
        if (instance->row_base != row || instance->aux_base != aux ||
            instance->input_base != input) {
            return error_set(err, STATUS_COUNT_MISMATCH, where,
                             "instance %" PRIu32 " does not begin where the one before ends", i);
        }
        if ((uint64_t)instance->pointer_base + spans[instance->block] > matrices->aux_count) {
            return error_set(err, STATUS_INPUT_RANGE, where,
                             "instance %" PRIu32 ": pointer wires behind aux %" PRIu32, i,
                             matrices->aux_count);
        }
        row += matrices->blocks[instance->block].row_count;
        aux += matrices->blocks[instance->block].aux_count;
        input += matrices->blocks[instance->block].input_count;
    }
    if (row != matrices->row_count || aux != matrices->aux_count ||
        input != matrices->input_count) {
        return error_set(err, STATUS_COUNT_MISMATCH, where,
                         "instances make %" PRIu64 " rows, %" PRIu64 " aux, %" PRIu64
                         " inputs, the circuit has %" PRIu32 ", %" PRIu32 ", %" PRIu32,
                         row, aux, input, matrices->row_count, matrices->aux_count,
                         matrices->input_count);
    }
    return STATUS_OK;
}

enum status matrix_check(const struct r1cs_matrices *matrices, const char *where, struct error *err)
{
    uint32_t spans[MATRIX_FILE_BLOCKS_MAX] = {0};
    enum status status = check_coefficients(matrices, where, err);
    for (uint32_t i = 0; i < matrices->block_count && status == STATUS_OK; i++) {
        status = check_block(&spans[i], matrices, i, where, err);
    }
    return status == STATUS_OK ? check_instances(matrices, spans, where, err) : status;
}
