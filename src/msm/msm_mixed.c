#include "msm/msm.h"

#include "base/memory.h"
#include "msm/group_sum.h"
#include "msm/msm_run.h"
#include "msm/points_read.h"

/* Bases whose bits one task reads. */
#define SUBSET_BLOCK 16384

struct subset {
    const struct point_ops *ops;
    const struct point_source *bases;
    size_t first, count;
    const uint64_t *bits;
    struct subset_worker {
        struct group_sums *sums;
        uint8_t *points;
        uint8_t *buffer;
        uint32_t *index;
        uint8_t sum[POINT_SUM_BYTES_MAX];
    } * workers;
    struct first_failure failure;
};

/* Positions of the block's set bits. */
static size_t list_bits(uint32_t *index, const uint64_t *bits, size_t begin, size_t end)
{
    size_t n = 0;
    for (size_t word = begin / 64; word * 64 < end; word++) {
        uint64_t left = bits[word];
        if (end - word * 64 < 64)
            left &= ((uint64_t)1 << (end - word * 64)) - 1;
        for (; left != 0; left &= left - 1)
            index[n++] = (uint32_t)(word * 64 + (size_t)__builtin_ctzll(left));
    }
    return n;
}

static void add_subset(void *context, size_t block, unsigned worker_index)
{
    struct subset *subset = context;
    struct subset_worker *worker = &subset->workers[worker_index];
    const size_t bytes = subset->ops->point_bytes;
    size_t begin = block * SUBSET_BLOCK;
    size_t end = subset->count - begin < SUBSET_BLOCK ? subset->count : begin + SUBSET_BLOCK;
    struct error error;
    if (first_failure_before(&subset->failure, begin))
        return;
    size_t n = list_bits(worker->index, subset->bits, begin, end);
    if (n == 0)
        return;
    if (points_read(worker->points, subset->ops, subset->bases, subset->first, worker->index, n,
                    worker->buffer, NULL, &error) != STATUS_OK) {
        first_failure_note(&subset->failure, begin, &error);
        return;
    }
    group_sums_open(worker->sums, worker->points);
    for (size_t i = 0; i < n; i++)
        group_sums_add(worker->sums, (uintptr_t)(worker->points + i * bytes));
    group_sums_run(worker->sums);
    point_sum_add(subset->ops, worker->sum, worker->points);
}

static enum status subset_worker_make(struct subset_worker *worker, const struct point_ops *ops,
                                      struct error *err)
{
    void *p = NULL;
    enum status status = group_sums_make(&worker->sums, ops, SUBSET_BLOCK, err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&p, SUBSET_BLOCK, ops->point_bytes, "points", err);
    if (status != STATUS_OK)
        return status;
    worker->points = p;
    status = memory_alloc_raw(&p, 1, points_read_buffer_bytes(ops), "encoded points", err);
    if (status != STATUS_OK)
        return status;
    worker->buffer = p;
    status = memory_alloc_raw(&p, SUBSET_BLOCK, sizeof *worker->index, "positions", err);
    worker->index = status == STATUS_OK ? p : NULL;
    ops->group->sum_clear(worker->sum);
    return status;
}

static void subset_worker_free(struct subset_worker *worker)
{
    if (worker->index != NULL)
        memory_wipe(worker->index, SUBSET_BLOCK * sizeof *worker->index);
    memory_wipe(worker->sum, sizeof worker->sum);
    memory_free(worker->index);
    memory_free(worker->buffer);
    memory_free(worker->points);
    group_sums_free(worker->sums);
}

size_t msm_subset_bytes(const struct point_ops *ops, unsigned workers)
{
    return workers *
           (sizeof(struct subset_worker) + group_sums_bytes(ops, SUBSET_BLOCK) +
            SUBSET_BLOCK * (ops->point_bytes + sizeof(uint32_t)) + points_read_buffer_bytes(ops));
}

static enum status subset_sum(void *out, const struct point_ops *ops,
                              const struct point_source *bases, size_t first, const uint64_t *bits,
                              size_t count, struct threads *threads, struct error *err)
{
    struct subset subset = {
        .ops = ops, .bases = bases, .first = first, .count = count, .bits = bits};
    unsigned workers = threads_count(threads);
    void *p;
    enum status status = points_in_range(bases, first, count, err);
    if (status == STATUS_OK)
        status = memory_alloc(&p, workers, sizeof *subset.workers, "subset sums", err);
    if (status != STATUS_OK)
        return status;
    subset.workers = p;
    first_failure_init(&subset.failure);
    for (unsigned w = 0; status == STATUS_OK && w < workers; w++)
        status = subset_worker_make(&subset.workers[w], ops, err);
    if (status == STATUS_OK)
        threads_run(threads, (count + SUBSET_BLOCK - 1) / SUBSET_BLOCK, add_subset, &subset);
    enum status failed = first_failure_take(&subset.failure, err);
    if (status == STATUS_OK)
        status = failed;
    for (unsigned w = 0; w < workers; w++) {
        if (status == STATUS_OK)
            ops->group->sum_add(out, subset.workers[w].sum);
        subset_worker_free(&subset.workers[w]);
    }
    memory_free(subset.workers);
    return status;
}

static enum status mixed_run(void *out, const struct point_ops *ops,
                             const struct point_source *bases, size_t first,
                             const struct msm_mixed *scalars, struct threads *threads,
                             struct error *err)
{
    enum status status = msm_run(out, ops, bases, first, scalars->wide_index, scalars->wide_scalars,
                                 scalars->wide_count, threads, err);
    if (status == STATUS_OK && scalars->count > 0)
        status = subset_sum(out, ops, bases, first, scalars->bits, scalars->count, threads, err);
    return status;
}

enum status msm_mixed_g1(g1_xyzz *out, const struct point_source *bases, size_t first,
                         const struct msm_mixed *scalars, struct threads *threads,
                         struct error *err)
{
    return mixed_run(out, point_ops_g1(), bases, first, scalars, threads, err);
}

enum status msm_mixed_g2(g2_xyzz *out, const struct point_source *bases, size_t first,
                         const struct msm_mixed *scalars, struct threads *threads,
                         struct error *err)
{
    return mixed_run(out, point_ops_g2(), bases, first, scalars, threads, err);
}
