#include "r1cs/assignment.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "r1cs/bitmap.h"
#include "r1cs/coefficients.h"

__extension__ typedef unsigned __int128 u128;

enum {
    ROWS_A_TASK = 8192,
    SMALL_MAX = 8, /* sums of unit coefficients up to this are looked up */
};

enum status assignment_make(struct assignment *out, uint32_t input_count, uint32_t aux_count,
                            uint32_t wide_count, struct error *err)
{
    *out = (struct assignment){
        .input_count = input_count, .aux_count = aux_count, .wide_count = wide_count};
    enum status status =
        memory_alloc((void **)&out->inputs, input_count, sizeof(fr), "inputs", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&out->bits, bitmap_words(aux_count), sizeof(uint64_t),
                              "witness bits", err);
    }
    if (status == STATUS_OK) {
        status =
            memory_alloc((void **)&out->wide, wide_count, sizeof(fr), "wide witness values", err);
    }
    if (status != STATUS_OK) {
        assignment_free(out);
        return status;
    }
    if (input_count > 0) {
        out->inputs[0] = fr_one;
    }
    return STATUS_OK;
}

static void free_secret(void *array, size_t bytes)
{
    if (array != NULL) {
        memory_wipe(array, bytes);
        memory_free(array);
    }
}

void assignment_free(struct assignment *assignment)
{
    free_secret(assignment->inputs, assignment->input_count * sizeof(fr));
    free_secret(assignment->bits, bitmap_words(assignment->aux_count) * sizeof(uint64_t));
    free_secret(assignment->wide, assignment->wide_count * sizeof(fr));
    *assignment = (struct assignment){0};
}

size_t assignment_bytes(const struct assignment *assignment)
{
    return ((size_t)assignment->input_count + assignment->wide_count) * sizeof(fr) +
           bitmap_words(assignment->aux_count) * sizeof(uint64_t);
}

enum status assignment_check(const struct assignment *assignment,
                             const struct r1cs_matrices *matrices, struct error *err)
{
    const struct {
        const char *name;
        uint32_t found, expected;
    } counts[] = {
        {"inputs", assignment->input_count, matrices->input_count},
        {"aux wires", assignment->aux_count, matrices->aux_count},
        {"wide aux wires", assignment->wide_count, matrices->wide_aux_count},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i].found != counts[i].expected) {
            return error_set(err, STATUS_COUNT_MISMATCH, "assignment",
                             "%" PRIu32 " %s, the circuit has %" PRIu32, counts[i].found,
                             counts[i].name, counts[i].expected);
        }
    }
    if (assignment->input_count == 0 || !fr_equal(&assignment->inputs[0], &fr_one)) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "assignment", "input 0 is not one");
    }
    for (size_t i = 0; i < bitmap_words(assignment->aux_count); i++) {
        uint64_t both = assignment->bits[i] & matrices->wide_bits[i];
        if (both != 0) {
            return error_set(err, STATUS_INVALID_ARGUMENT, "assignment",
                             "aux %zu is wide and has its bit set",
                             64 * i + (size_t)__builtin_ctzll(both));
        }
    }
    return STATUS_OK;
}

static inline const fr *wide_value(const struct assignment *assignment,
                                   const struct r1cs_matrices *matrices, uint32_t aux)
{
    uint64_t below = matrices->wide_bits[aux / 64] & (((uint64_t)1 << (aux % 64)) - 1);
    return &assignment->wide[matrices->wide_rank[aux / 64] + (uint32_t)__builtin_popcountll(below)];
}

void assignment_expand(fr *out, const struct assignment *assignment,
                       const struct r1cs_matrices *matrices, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t aux = first + i;
        if (bitmap_get(matrices->wide_bits, aux)) {
            out[i] = *wide_value(assignment, matrices, aux);
        } else {
            out[i] = bitmap_get(assignment->bits, aux) ? fr_one : fr_zero;
        }
    }
}

/* --- evaluation --- */

/* What all workers read. */
struct evaluation {
    const struct r1cs_matrices *matrices;
    const struct assignment *assignment;
    fr small[2 * SMALL_MAX + 1]; /* [SMALL_MAX + i] = i */
};

static void evaluation_init(struct evaluation *evaluation, const struct r1cs_matrices *matrices,
                            const struct assignment *assignment)
{
    evaluation->matrices = matrices;
    evaluation->assignment = assignment;
    evaluation->small[SMALL_MAX] = fr_zero;
    for (int i = 1; i <= SMALL_MAX; i++) {
        fr_add(&evaluation->small[SMALL_MAX + i], &evaluation->small[SMALL_MAX + i - 1], &fr_one);
        fr_sub(&evaluation->small[SMALL_MAX - i], &evaluation->small[SMALL_MAX - i + 1], &fr_one);
    }
}

/* Adds coefficient times a full field element. */
static void add_wide(fr *sum, const fr *coefficients, unsigned coefficient, const fr *value)
{
    if (coefficient == COEFFICIENT_ONE) {
        fr_add(sum, sum, value);
    } else if (coefficient == COEFFICIENT_MINUS_ONE) {
        fr_sub(sum, sum, value);
    } else {
        fr product;
        fr_mul(&product, &coefficients[coefficient], value);
        fr_add(sum, sum, &product);
    }
}

/* A sum of canonical elements, not reduced: 2^64 of them fit. */
struct wide_sum {
    uint64_t limb[FR_LIMBS + 1];
};

/* sum += bit ? element : 0, without a branch: bits of a witness cannot be predicted. */
static inline void wide_sum_add(struct wide_sum *sum, const fr *element, uint64_t bit)
{
    uint64_t mask = 0 - bit;
    u128 carry = 0;
    for (int i = 0; i < FR_LIMBS; i++) {
        carry += (u128)sum->limb[i] + (element->limb[i] & mask);
        sum->limb[i] = (uint64_t)carry;
        carry >>= 64;
    }
    sum->limb[FR_LIMBS] += (uint64_t)carry;
}

/* Montgomery form is linear: the sum of the forms, reduced. The top limb counts 2^256, whose
 * multiple is what conversion to Montgomery form makes of an integer. */
static void wide_sum_reduce(fr *out, const struct wide_sum *sum)
{
    fr top, low;
    fr_from_u64(&top, sum->limb[FR_LIMBS]);
    memcpy(low.limb, sum->limb, sizeof low.limb);
    for (;;) {
        fr_plain plain;
        memcpy(plain.limb, low.limb, sizeof plain.limb);
        if (fr_plain_is_canonical(&plain)) { /* after two subtractions at most */
            break;
        }
        u128 borrow = 0;
        for (int i = 0; i < FR_LIMBS; i++) {
            borrow = (u128)low.limb[i] - fr_modulus.limb[i] - borrow;
            low.limb[i] = (uint64_t)borrow;
            borrow = borrow >> 64 & 1;
        }
    }
    fr_add(out, &top, &low);
}

static void add_small(fr *sum, const struct evaluation *evaluation, int64_t small)
{
    if (small >= -SMALL_MAX && small <= SMALL_MAX) {
        fr_add(sum, sum, &evaluation->small[SMALL_MAX + small]);
    } else {
        fr value;
        fr_from_u64(&value, (uint64_t)(small < 0 ? -small : small));
        if (small < 0) {
            fr_sub(sum, sum, &value);
        } else {
            fr_add(sum, sum, &value);
        }
    }
}

/* The first entries of every dictionary. */
static const int8_t small_coefficients[] = {1, -1, 2, -2};

/* <terms start .. end - 1 of the block, assignment>. Boolean wires with small coefficients are
 * counted as an integer: they are most of the terms. */
static void evaluate_terms(fr *out, const struct evaluation *evaluation,
                           const struct r1cs_block *block, const struct r1cs_instance *instance,
                           uint32_t start, uint32_t end)
{
    const struct r1cs_matrices *matrices = evaluation->matrices;
    const struct assignment *assignment = evaluation->assignment;
    const fr *coefficients = matrices->coefficients;
    fr sum = fr_zero;
    struct wide_sum bits_sum = {{0}};
    bool has_bits_sum = false;
    int64_t small = 0;
    for (uint32_t i = start; i < end; i++) {
        bool is_input;
        uint32_t index = r1cs_place(instance, block->term_wire[i], &is_input);
        unsigned coefficient = block->term_coefficient[i];
        uint64_t bit = 1; /* of the constant one */
        if (is_input && index != 0) {
            add_wide(&sum, coefficients, coefficient, &assignment->inputs[index]);
            continue;
        }
        if (!is_input) {
            if (bitmap_get(matrices->wide_bits, index)) {
                add_wide(&sum, coefficients, coefficient, wide_value(assignment, matrices, index));
                continue;
            }
            bit = bitmap_get(assignment->bits, index);
        }
        if (coefficient <= COEFFICIENT_MINUS_TWO) {
            small += (int64_t)bit * small_coefficients[coefficient];
        } else {
            wide_sum_add(&bits_sum, &coefficients[coefficient], bit);
            has_bits_sum = true;
        }
    }
    if (has_bits_sum) {
        fr reduced;
        wide_sum_reduce(&reduced, &bits_sum);
        fr_add(&sum, &sum, &reduced);
    }
    add_small(&sum, evaluation, small);
    *out = sum;
}

/* The instance that holds a row: the last one that has rows and starts at or before it. */
static uint32_t instance_of_row(const struct r1cs_matrices *matrices, uint32_t row)
{
    uint32_t low = 0, high = matrices->instance_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (matrices->instances[middle].row_base <= row) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Calls visit for every row of [first, end), in order. */
typedef void visit_row(void *context, uint32_t row, const struct r1cs_block *block,
                       const struct r1cs_instance *instance, const uint32_t *term_start);

static inline void walk_rows(const struct r1cs_matrices *matrices, uint32_t first, uint32_t end,
                             visit_row *visit, void *context)
{
    uint32_t row = first;
    for (uint32_t i = instance_of_row(matrices, first); row < end; i++) {
        const struct r1cs_instance *instance = &matrices->instances[i];
        const struct r1cs_block *block = &matrices->blocks[instance->block];
        for (; row < end && row - instance->row_base < block->row_count; row++) {
            visit(context, row, block, instance,
                  &block->term_start[3 * (size_t)(row - instance->row_base)]);
        }
    }
}

struct evaluate_task {
    struct evaluation evaluation;
    fr *out;
    size_t out_count;
    enum matrix matrix;
};

static void evaluate_row(void *context, uint32_t row, const struct r1cs_block *block,
                         const struct r1cs_instance *instance, const uint32_t *term_start)
{
    struct evaluate_task *task = context;
    evaluate_terms(&task->out[row], &task->evaluation, block, instance, term_start[task->matrix],
                   term_start[task->matrix + 1]);
}

static void evaluate_range(void *context, size_t index, unsigned worker)
{
    (void)worker;
    struct evaluate_task *task = context;
    const struct r1cs_matrices *matrices = task->evaluation.matrices;
    size_t row = index * ROWS_A_TASK, end = row + ROWS_A_TASK;
    end = end < task->out_count ? end : task->out_count;
    if (row < matrices->row_count) {
        size_t last = end < matrices->row_count ? end : matrices->row_count;
        walk_rows(matrices, (uint32_t)row, (uint32_t)last, evaluate_row, task);
        row = last;
    }
    for (; row < end; row++) {
        size_t input = row - matrices->row_count;
        bool given = task->matrix == MATRIX_A && input < matrices->input_count;
        task->out[row] = given ? task->evaluation.assignment->inputs[input] : fr_zero;
    }
}

void r1cs_evaluate(fr *out, size_t out_count, const struct r1cs_matrices *matrices,
                   enum matrix matrix, const struct assignment *assignment, struct threads *threads)
{
    struct evaluate_task task = {.out = out, .out_count = out_count, .matrix = matrix};
    evaluation_init(&task.evaluation, matrices, assignment);
    threads_run(threads, (out_count + ROWS_A_TASK - 1) / ROWS_A_TASK, evaluate_range, &task);
}

/* --- checking --- */

struct check_result {
    uint32_t unsatisfied, first;
    char padding[56]; /* a cache line each: workers write these */
};

struct check_task {
    struct evaluation evaluation;
    struct check_result *results; /* one a worker */
};

struct check_walk {
    struct evaluation *evaluation;
    struct check_result *result;
};

static void check_row(void *context, uint32_t row, const struct r1cs_block *block,
                      const struct r1cs_instance *instance, const uint32_t *term_start)
{
    struct check_walk *walk = context;
    fr value[3], product;
    for (int k = 0; k < 3; k++) {
        evaluate_terms(&value[k], walk->evaluation, block, instance, term_start[k],
                       term_start[k + 1]);
    }
    fr_mul(&product, &value[0], &value[1]);
    if (!fr_equal(&product, &value[2])) {
        walk->result->unsatisfied++;
        if (row < walk->result->first) {
            walk->result->first = row;
        }
    }
}

static void check_range(void *context, size_t index, unsigned worker)
{
    struct check_task *task = context;
    const struct r1cs_matrices *matrices = task->evaluation.matrices;
    uint32_t first = (uint32_t)(index * ROWS_A_TASK);
    uint32_t end =
        matrices->row_count - first > ROWS_A_TASK ? first + ROWS_A_TASK : matrices->row_count;
    struct check_walk walk = {&task->evaluation, &task->results[worker]};
    walk_rows(matrices, first, end, check_row, &walk);
}

enum status r1cs_check(uint32_t *unsatisfied, uint32_t *first, const struct r1cs_matrices *matrices,
                       const struct assignment *assignment, struct threads *threads,
                       struct error *err)
{
    *unsatisfied = 0;
    *first = matrices->row_count;
    enum status status = assignment_check(assignment, matrices, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct check_task task = {0};
    evaluation_init(&task.evaluation, matrices, assignment);
    unsigned workers = threads_count(threads);
    status = memory_alloc((void **)&task.results, workers, sizeof *task.results, "check", err);
    if (status != STATUS_OK) {
        return status;
    }
    for (unsigned i = 0; i < workers; i++) {
        task.results[i].first = matrices->row_count;
    }
    threads_run(threads, ((size_t)matrices->row_count + ROWS_A_TASK - 1) / ROWS_A_TASK, check_range,
                &task);
    for (unsigned i = 0; i < workers; i++) {
        *unsatisfied += task.results[i].unsatisfied;
        if (task.results[i].first < *first) {
            *first = task.results[i].first;
        }
    }
    memory_free(task.results);
    return STATUS_OK;
}
