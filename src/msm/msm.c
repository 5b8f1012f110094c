#include "msm/msm.h"

#include <string.h>

#include "base/memory.h"
#include "msm/buckets.h"
#include "msm/msm_run.h"
#include "msm/points_read.h"

/* Everything a call owns. */
struct msm {
    const struct point_ops *ops;
    const struct point_source *bases;
    size_t first;
    const uint32_t *index; /* NULL: bases follow one another */
    const fr *scalars;
    struct buckets_plan plan;
    struct buckets *buckets;
    uint8_t *points;              /* of the chunk */
    struct biased_scalar *biased; /* POINTS_READ_MAX per worker */
    uint8_t *read_buffers;        /* per worker */
    size_t chunk_start, chunk_count;
    struct first_failure failure;
};

static size_t blocks(size_t count)
{
    return (count + POINTS_READ_MAX - 1) / POINTS_READ_MAX;
}

/* Decodes one block of the chunk's points and prepares its scalars. */
static void prepare(void *context, size_t block, unsigned worker)
{
    struct msm *msm = context;
    size_t begin = block * POINTS_READ_MAX;
    size_t count =
        msm->chunk_count - begin < POINTS_READ_MAX ? msm->chunk_count - begin : POINTS_READ_MAX;
    size_t position = msm->chunk_start + begin;
    struct error error;
    size_t bad = 0;
    uint8_t *points = msm->points + begin * msm->ops->point_bytes;
    if (first_failure_before(&msm->failure, position))
        return;
    size_t first = msm->first + (msm->index != NULL ? 0 : position);
    const uint32_t *index = msm->index != NULL ? msm->index + position : NULL;
    if (points_read(points, msm->ops, msm->bases, first, index, count,
                    msm->read_buffers + worker * points_read_buffer_bytes(msm->ops), &bad,
                    &error) != STATUS_OK) {
        first_failure_note(&msm->failure, position, &error);
        return;
    }
    struct biased_scalar *biased = msm->biased + worker * POINTS_READ_MAX;
    for (size_t i = 0; i < count; i++) {
        bool identity = msm->ops->is_identity(points + i * msm->ops->point_bytes);
        digits_bias(&biased[i], &msm->plan.digits,
                    identity ? &fr_zero : &msm->scalars[position + i]);
    }
    buckets_set_scalars(msm->buckets, begin, biased, count);
}

static enum status allocate(struct msm *msm, struct error *err)
{
    void *points, *biased, *buffers;
    enum status status = buckets_make(&msm->buckets, &msm->plan, msm->ops, err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&points, msm->plan.chunk, msm->ops->point_bytes, "points", err);
    if (status != STATUS_OK)
        return status;
    msm->points = points;
    status = memory_alloc_raw(&biased, msm->plan.workers * POINTS_READ_MAX, sizeof *msm->biased,
                              "scalars", err);
    if (status != STATUS_OK)
        return status;
    msm->biased = biased;
    status = memory_alloc_raw(&buffers, msm->plan.workers, points_read_buffer_bytes(msm->ops),
                              "encoded points", err);
    msm->read_buffers = status == STATUS_OK ? buffers : NULL;
    return status;
}

enum status msm_run(void *out, const struct point_ops *ops, const struct point_source *bases,
                    size_t first, const uint32_t *index, const fr *scalars, size_t count,
                    struct threads *threads, struct error *err)
{
    struct msm msm = {
        .ops = ops, .bases = bases, .first = first, .index = index, .scalars = scalars};
    ops->group->sum_clear(out);
    if (count == 0)
        return STATUS_OK;
    enum status status =
        points_in_range(bases, first, index ? (size_t)index[count - 1] + 1 : count, err);
    if (status != STATUS_OK)
        return status;

    buckets_plan_make(&msm.plan, ops, count, threads_count(threads));
    first_failure_init(&msm.failure);
    status = allocate(&msm, err);
    for (size_t start = 0; status == STATUS_OK && start < count; start += msm.plan.chunk) {
        msm.chunk_start = start;
        msm.chunk_count = count - start < msm.plan.chunk ? count - start : msm.plan.chunk;
        threads_run(threads, blocks(msm.chunk_count), prepare, &msm);
        if (first_failure_before(&msm.failure, SIZE_MAX))
            break;
        buckets_add(msm.buckets, msm.points, msm.chunk_count, threads);
    }
    enum status failed = first_failure_take(&msm.failure, err);
    if (status == STATUS_OK)
        status = failed;
    if (status == STATUS_OK)
        buckets_finish(msm.buckets, out, threads);
    if (msm.biased != NULL)
        memory_wipe(msm.biased, msm.plan.workers * POINTS_READ_MAX * sizeof *msm.biased);
    memory_free(msm.read_buffers);
    memory_free(msm.biased);
    memory_free(msm.points);
    buckets_free(msm.buckets);
    return status;
}

static size_t msm_bytes(const struct point_ops *ops, size_t count, unsigned thread_count)
{
    struct buckets_plan plan;
    buckets_plan_make(&plan, ops, count, thread_count);
    size_t all = buckets_bytes(&plan, ops) + plan.chunk * ops->point_bytes +
                 thread_count * (points_read_buffer_bytes(ops) +
                                 POINTS_READ_MAX * sizeof(struct biased_scalar));
    size_t subset = msm_subset_bytes(ops, thread_count);
    return all > subset ? all : subset;
}

enum status msm_g1(g1_xyzz *out, const struct point_source *bases, size_t first, const fr *scalars,
                   size_t count, struct threads *threads, struct error *err)
{
    return msm_run(out, point_ops_g1(), bases, first, NULL, scalars, count, threads, err);
}

enum status msm_g2(g2_xyzz *out, const struct point_source *bases, size_t first, const fr *scalars,
                   size_t count, struct threads *threads, struct error *err)
{
    return msm_run(out, point_ops_g2(), bases, first, NULL, scalars, count, threads, err);
}

size_t msm_g1_bytes(size_t count, unsigned thread_count)
{
    return msm_bytes(point_ops_g1(), count, thread_count);
}

size_t msm_g2_bytes(size_t count, unsigned thread_count)
{
    return msm_bytes(point_ops_g2(), count, thread_count);
}
