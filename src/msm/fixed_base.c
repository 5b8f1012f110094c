#include "msm/fixed_base.h"

#include <string.h>

#include "base/memory.h"
#include "msm/digits.h"
#include "msm/point_ops.h"

/* Outputs computed in lock-step, window by window: many for each entry of a window's row, which
 * then stays in the cache. */
#define BLOCK_MAX 16384
#define BLOCK_MIN 512
#define PAIRS     POINT_PAIRS_MAX

struct fixed_base {
    const struct point_ops *ops;
    struct digits digits;
    size_t row;     /* multiples per window, 2^(bits-1) */
    uint8_t *table; /* [window][m - 1] = [m 2^(bits window)] base */
};

struct fixed_base_g1 {
    struct fixed_base common;
};

struct fixed_base_g2 {
    struct fixed_base common;
};

static void fixed_base_free(struct fixed_base *table)
{
    if (table == NULL)
        return;
    memory_free(table->table);
    memory_free(table);
}

/* Cheapest for making the table and using it expected_count times. Wider windows than 14 bits would
 * make a table that no cache holds. */
static unsigned choose_bits(size_t expected_count)
{
    unsigned best = DIGITS_BITS_MIN;
    double best_cost = 0;
    for (unsigned bits = DIGITS_BITS_MIN; bits <= 14; bits++) {
        struct digits digits;
        digits_make(&digits, bits);
        double cost = digits.windows * ((double)expected_count + (double)((size_t)1 << (bits - 1)));
        if (bits == DIGITS_BITS_MIN || cost < best_cost) {
            best = bits;
            best_cost = cost;
        }
    }
    return best;
}

/* The first multiple of every window. */
static void fill_powers(struct fixed_base *table, const void *base)
{
    uint64_t buffer[POINT_SUM_BYTES_MAX / 8];
    uint64_t affine[POINT_AFFINE_BYTES_MAX / 8];
    const struct point_group *group = table->ops->group;
    group->sum_clear(buffer);
    group->sum_add_affine(buffer, base);
    for (unsigned w = 0; w < table->digits.windows; w++) {
        group->sum_to_affine(affine, buffer);
        table->ops->from_affine(table->table + w * table->row * table->ops->point_bytes, affine,
                                NULL, 1);
        for (unsigned i = 0; i < table->digits.bits; i++)
            group->sum_double(buffer);
    }
}

/* The rest of the table: [filled + m] = [filled] + [m] for m <= filled, all windows side by side.
 */
struct fill {
    struct fixed_base *table;
    uint8_t *scratch;
    struct point_pair *pairs;
    size_t filled, tasks_per_row;
};

static void fill_part(void *context, size_t index, unsigned worker)
{
    const struct fill *fill = context;
    const struct fixed_base *table = fill->table;
    const size_t bytes = table->ops->point_bytes;
    struct point_pair *pairs = fill->pairs + worker * PAIRS;
    uint8_t *row = table->table + index / fill->tasks_per_row * table->row * bytes;
    size_t begin = index % fill->tasks_per_row * PAIRS;
    size_t end = fill->filled - begin < PAIRS ? fill->filled : begin + PAIRS;
    for (size_t m = begin; m < end; m++)
        pairs[m - begin] = (struct point_pair){.a = (uintptr_t)(row + (fill->filled - 1) * bytes),
                                               .b = (uintptr_t)(row + m * bytes),
                                               .out = row + (fill->filled + m) * bytes};
    table->ops->add_pairs(pairs, end - begin,
                          fill->scratch + worker * PAIRS * table->ops->scratch_bytes_per_pair);
}

static enum status fill_table(struct fixed_base *table, struct threads *threads, struct error *err)
{
    struct fill fill = {.table = table};
    void *scratch = NULL, *pairs = NULL;
    unsigned workers = threads_count(threads);
    enum status status = memory_alloc_raw(
        &scratch, workers, PAIRS * table->ops->scratch_bytes_per_pair, "fixed base", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&pairs, workers, PAIRS * sizeof *fill.pairs, "fixed base", err);
    if (status == STATUS_OK) {
        fill.scratch = scratch;
        fill.pairs = pairs;
        for (fill.filled = 1; fill.filled < table->row; fill.filled *= 2) {
            fill.tasks_per_row = (fill.filled + PAIRS - 1) / PAIRS;
            threads_run(threads, table->digits.windows * fill.tasks_per_row, fill_part, &fill);
        }
        memory_free(pairs);
    }
    memory_free(scratch);
    return status;
}

static enum status fixed_base_make(struct fixed_base **out, const struct point_ops *ops,
                                   const void *base, size_t expected_count, struct threads *threads,
                                   struct error *err)
{
    void *self, *points;
    enum status status = memory_alloc(&self, 1, sizeof(struct fixed_base), "fixed base", err);
    if (status != STATUS_OK)
        return status;
    struct fixed_base *table = self;
    table->ops = ops;
    digits_make(&table->digits, choose_bits(expected_count));
    table->row = (size_t)1 << (table->digits.bits - 1);
    status = memory_alloc_raw(&points, table->digits.windows * table->row, ops->point_bytes,
                              "fixed base", err);
    if (status == STATUS_OK) {
        table->table = points;
        fill_powers(table, base);
        status = fill_table(table, threads, err);
    }
    if (status != STATUS_OK) {
        fixed_base_free(table);
        return status;
    }
    *out = table;
    return STATUS_OK;
}

struct multiples {
    const struct fixed_base *table;
    uint8_t *out;
    const fr *scalars;
    size_t count, block;
    struct multiples_worker {
        uint8_t *points; /* BLOCK_MAX sums */
        uint8_t *scratch;
        struct point_pair pairs[PAIRS];
        struct biased_scalar biased[BLOCK_MAX];
        bool started[BLOCK_MAX];
    } * workers;
};

static void add_window(struct multiples_worker *worker, const struct fixed_base *table,
                       unsigned window, size_t count)
{
    const size_t bytes = table->ops->point_bytes;
    struct digit_field field = digit_field(&table->digits, window);
    const uint8_t *row = table->table + window * table->row * bytes;
    size_t pair_count = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t digit = digit_at(&field, &worker->biased[i]);
        if (digit == 0)
            continue;
        size_t m = (size_t)(digit < 0 ? -digit : digit);
        uintptr_t multiple = (uintptr_t)(row + (m - 1) * bytes) | (digit < 0 ? POINT_OPPOSITE : 0);
        uint8_t *point = worker->points + i * bytes;
        if (pair_count == PAIRS) {
            table->ops->add_pairs(worker->pairs, pair_count, worker->scratch);
            pair_count = 0;
        }
        if (worker->started[i])
            worker->pairs[pair_count++] =
                (struct point_pair){.a = (uintptr_t)point, .b = multiple, .out = point};
        else
            table->ops->copy(point, multiple);
        worker->started[i] = true;
    }
    if (pair_count > 0)
        table->ops->add_pairs(worker->pairs, pair_count, worker->scratch);
}

static void multiply_block(void *context, size_t block, unsigned worker_index)
{
    struct multiples *multiples = context;
    const struct fixed_base *table = multiples->table;
    struct multiples_worker *worker = &multiples->workers[worker_index];
    size_t begin = block * multiples->block;
    size_t count =
        multiples->count - begin < multiples->block ? multiples->count - begin : multiples->block;
    for (size_t i = 0; i < count; i++)
        digits_bias(&worker->biased[i], &table->digits, &multiples->scalars[begin + i]);
    memset(worker->started, 0, sizeof worker->started);
    memset(worker->points, 0, count * table->ops->point_bytes);
    for (unsigned w = 0; w < table->digits.windows; w++)
        add_window(worker, table, w, count);
    table->ops->to_affine(multiples->out + begin * table->ops->group->affine_bytes, worker->points,
                          count);
}

static enum status fixed_base_mul(const struct fixed_base *table, void *out, const fr *scalars,
                                  size_t count, struct threads *threads, struct error *err)
{
    struct multiples multiples = {.table = table, .out = out, .scalars = scalars, .count = count};
    unsigned workers = threads_count(threads);
    void *p;
    enum status status = memory_alloc(&p, workers, sizeof *multiples.workers, "fixed base", err);
    if (status != STATUS_OK)
        return status;
    multiples.workers = p;
    multiples.block = count / (4 * (size_t)workers);
    multiples.block = multiples.block < BLOCK_MIN ? BLOCK_MIN : multiples.block;
    multiples.block = multiples.block > BLOCK_MAX ? BLOCK_MAX : multiples.block;
    for (unsigned w = 0; status == STATUS_OK && w < workers; w++) {
        status = memory_alloc_raw(&p, multiples.block, table->ops->point_bytes, "fixed base", err);
        if (status == STATUS_OK) {
            multiples.workers[w].points = p;
            status =
                memory_alloc_raw(&p, PAIRS, table->ops->scratch_bytes_per_pair, "fixed base", err);
        }
        if (status == STATUS_OK)
            multiples.workers[w].scratch = p;
    }
    if (status == STATUS_OK)
        threads_run(threads, (count + multiples.block - 1) / multiples.block, multiply_block,
                    &multiples);
    for (unsigned w = 0; w < workers; w++) {
        memory_free(multiples.workers[w].scratch);
        memory_free(multiples.workers[w].points);
    }
    memory_wipe(multiples.workers, workers * sizeof *multiples.workers);
    memory_free(multiples.workers);
    return status;
}

enum status fixed_base_g1_make(struct fixed_base_g1 **out, const g1_affine *base,
                               size_t expected_count, struct threads *threads, struct error *err)
{
    struct fixed_base *table;
    enum status status =
        fixed_base_make(&table, point_ops_g1(), base, expected_count, threads, err);
    if (status == STATUS_OK)
        *out = (struct fixed_base_g1 *)table;
    return status;
}

enum status fixed_base_g2_make(struct fixed_base_g2 **out, const g2_affine *base,
                               size_t expected_count, struct threads *threads, struct error *err)
{
    struct fixed_base *table;
    enum status status =
        fixed_base_make(&table, point_ops_g2(), base, expected_count, threads, err);
    if (status == STATUS_OK)
        *out = (struct fixed_base_g2 *)table;
    return status;
}

void fixed_base_g1_free(struct fixed_base_g1 *table)
{
    fixed_base_free(table != NULL ? &table->common : NULL);
}

void fixed_base_g2_free(struct fixed_base_g2 *table)
{
    fixed_base_free(table != NULL ? &table->common : NULL);
}

enum status fixed_base_g1_mul(const struct fixed_base_g1 *table, g1_affine *out, const fr *scalars,
                              size_t count, struct threads *threads, struct error *err)
{
    return fixed_base_mul(&table->common, out, scalars, count, threads, err);
}

enum status fixed_base_g2_mul(const struct fixed_base_g2 *table, g2_affine *out, const fr *scalars,
                              size_t count, struct threads *threads, struct error *err)
{
    return fixed_base_mul(&table->common, out, scalars, count, threads, err);
}
