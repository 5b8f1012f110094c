#include "groth16/qap.h"

#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"

/* --- Lagrange values --- */

enum { POINTS_A_TASK = 1024 };

struct lagrange_context {
    fr *out;
    size_t count;
    fr tau, root, factor; /* factor = (tau^m - 1) / m */
};

/* L_k(tau) = factor w^k / (tau - w^k). */
static void lagrange_task(void *context, size_t index, unsigned worker)
{
    const struct lagrange_context *task = context;
    size_t first = index * POINTS_A_TASK;
    size_t count = task->count - first < POINTS_A_TASK ? task->count - first : POINTS_A_TASK;
    fr numerators[POINTS_A_TASK], scratch[POINTS_A_TASK], power;
    uint64_t exponent = first;
    fr *out = task->out + first;

    (void)worker;
    fr_pow(&power, &task->root, &exponent, 1);
    for (size_t i = 0; i < count; i++) {
        numerators[i] = power;
        fr_sub(&out[i], &task->tau, &power);
        fr_mul(&power, &power, &task->root);
    }
    fr_inverse_batch(out, count, scratch);
    for (size_t i = 0; i < count; i++) {
        fr_mul(&out[i], &out[i], &numerators[i]);
        fr_mul(&out[i], &out[i], &task->factor);
    }
    memory_wipe(scratch, sizeof scratch);
}

void qap_lagrange(fr *out, size_t count, const fr *tau, unsigned domain_log2,
                  struct threads *threads)
{
    struct lagrange_context task = {.out = out, .count = count, .tau = *tau};
    fr size, power = *tau;

    fr_root_of_unity(&task.root, domain_log2);
    for (unsigned i = 0; i < domain_log2; i++) {
        fr_sqr(&power, &power);
    }
    fr_sub(&task.factor, &power, &fr_one);
    fr_from_u64(&size, (uint64_t)1 << domain_log2);
    fr_inverse(&size, &size);
    fr_mul(&task.factor, &task.factor, &size);
    threads_run(threads, (count + POINTS_A_TASK - 1) / POINTS_A_TASK, lagrange_task, &task);
    memory_wipe(&task, sizeof task);
    memory_wipe(&power, sizeof power);
}

/* --- transposed product --- */

enum {
    ROWS_A_TASK = 4096,
    /* Neighbours share a lock so that one of them stays in the cache of who fills them. */
    LOCK_SPAN_LOG2 = 4,
    LOCKS = 1 << 14,
};

struct evaluate_context {
    fr *out;
    const struct r1cs_matrices *matrices;
    const fr *lagrange;
    const fr *const *weight;
    atomic_flag *locks; /* lock (j >> LOCK_SPAN_LOG2) mod LOCKS guards out[j] */
};

static void add_locked(struct evaluate_context *task, size_t variable, const fr *value)
{
    atomic_flag *lock = &task->locks[(variable >> LOCK_SPAN_LOG2) % LOCKS];

    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire)) {
#ifdef __x86_64__
        __builtin_ia32_pause();
#endif
    }
    fr_add(&task->out[variable], &task->out[variable], value);
    atomic_flag_clear_explicit(lock, memory_order_release);
}

/* Adds scaled times each coefficient of terms [start, end). The constant one occurs in most rows:
 * its sum is kept apart. */
static void add_terms(struct evaluate_context *task, fr *one, const struct r1cs_block *block,
                      const struct r1cs_instance *instance, uint32_t start, uint32_t end,
                      const fr *scaled)
{
    const struct r1cs_matrices *matrices = task->matrices;

    for (uint32_t i = start; i < end; i++) {
        bool is_input;
        size_t variable = r1cs_place(instance, block->term_wire[i], &is_input);
        unsigned coefficient = block->term_coefficient[i];
        fr value;
        if (coefficient == 0) {
            value = *scaled;
        } else if (coefficient == 1) {
            fr_neg(&value, scaled);
        } else {
            fr_mul(&value, scaled, &matrices->coefficients[coefficient]);
        }
        if (is_input && variable == 0) {
            fr_add(one, one, &value);
        } else {
            add_locked(task, is_input ? variable : matrices->input_count + variable, &value);
        }
    }
}

/* The last instance that starts at or before the row. */
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

static void add_row(struct evaluate_context *task, fr *one, const struct r1cs_block *block,
                    const struct r1cs_instance *instance, uint32_t row)
{
    const uint32_t *start = &block->term_start[3 * (size_t)(row - instance->row_base)];

    for (int k = 0; k < 3; k++) {
        if (task->weight[k] != NULL && start[k] < start[k + 1]) {
            fr scaled;
            fr_mul(&scaled, &task->lagrange[row], task->weight[k]);
            add_terms(task, one, block, instance, start[k], start[k + 1], &scaled);
        }
    }
}

static void evaluate_task(void *context, size_t index, unsigned worker)
{
    struct evaluate_context *task = context;
    const struct r1cs_matrices *matrices = task->matrices;
    uint32_t row = (uint32_t)(index * ROWS_A_TASK);
    uint32_t end =
        matrices->row_count - row < ROWS_A_TASK ? matrices->row_count : row + ROWS_A_TASK;
    fr one = fr_zero;

    (void)worker;
    for (uint32_t i = instance_of_row(matrices, row); row < end; i++) {
        const struct r1cs_instance *instance = &matrices->instances[i];
        const struct r1cs_block *block = &matrices->blocks[instance->block];
        for (; row < end && row - instance->row_base < block->row_count; row++) {
            add_row(task, &one, block, instance, row);
        }
    }
    add_locked(task, 0, &one);
}

enum status qap_evaluate(fr *out, const struct r1cs_matrices *matrices, const fr *lagrange,
                         const fr *const weight[3], struct threads *threads, struct error *err)
{
    struct evaluate_context task = {
        .out = out, .matrices = matrices, .lagrange = lagrange, .weight = weight};
    size_t variables = (size_t)matrices->input_count + matrices->aux_count;
    enum status status =
        memory_alloc((void **)&task.locks, LOCKS, sizeof *task.locks, "locks", err);

    if (status != STATUS_OK) {
        return status;
    }
    for (size_t i = 0; i < LOCKS; i++) {
        atomic_flag_clear(&task.locks[i]);
    }
    memset(out, 0, variables * sizeof *out);
    threads_run(threads, ((size_t)matrices->row_count + ROWS_A_TASK - 1) / ROWS_A_TASK,
                evaluate_task, &task);
    for (uint32_t i = 0; weight[MATRIX_A] != NULL && i < matrices->input_count; i++) {
        fr value;
        fr_mul(&value, &lagrange[(size_t)matrices->row_count + i], weight[MATRIX_A]);
        fr_add(&out[i], &out[i], &value);
    }
    memory_free(task.locks);
    return STATUS_OK;
}
