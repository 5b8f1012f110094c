#include "msm/msm.h"

#include "base/memory.h"
#include "msm/points_read.h"
#include "msm/subgroup_check.h"

/* Points one task checks together. Larger blocks share the cost of testing 64 sums. */
#define BLOCK_MIN 256
#define BLOCK_MAX 16384

struct check {
    const struct point_ops *ops;
    const struct point_group *group;
    const struct point_source *bases;
    size_t first, count, block;
    unsigned check;
    struct check_worker {
        struct subgroup_check *subgroup; /* NULL unless asked for */
        uint8_t *points;                 /* a block */
        uint8_t *buffer;                 /* of points_read */
    } * workers;
    struct first_failure failure;
};

static enum status check_affine(const struct check *check, const void *point, const char *name,
                                struct error *err)
{
    unsigned kind = check->check & ~POINT_ALLOW_INFINITY;
    bool identity = check->group->is_identity(point);
    if (identity && !(check->check & POINT_ALLOW_INFINITY))
        return error_set(err, STATUS_POINT_AT_INFINITY, name,
                         "found the point at infinity, expected a finite point");
    if (!identity && kind != POINT_CHECK_NONE && !check->group->is_on_curve(point))
        return error_set(err, STATUS_NOT_ON_CURVE, name, "point is not on the curve");
    if (!identity && kind == POINT_CHECK_SUBGROUP && !check->group->is_in_subgroup(point))
        return error_set(err, STATUS_NOT_IN_SUBGROUP, name,
                         "point is on the curve but outside the subgroup of order r");
    return STATUS_OK;
}

static enum status check_one(const struct check *check, size_t number, const uint8_t *bytes,
                             struct error *err)
{
    char name[96];
    g2_affine point;
    point_name(name, sizeof name, check->bases, number);
    if (check->bases->form == POINT_FORM_AFFINE)
        return check_affine(check, bytes, name, err);
    return check->group->decode(&point, bytes, check->check, name, err);
}

/* The points of a block one by one, for the first that is wrong. */
static enum status check_each(const struct check *check, size_t start, size_t count,
                              uint8_t *buffer, size_t *bad, struct error *err)
{
    const struct point_source *bases = check->bases;
    size_t stride =
        bases->form == POINT_FORM_AFFINE ? check->group->affine_bytes : check->group->encoded_bytes;
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        const uint8_t *bytes = bases->memory;
        *bad = start + i;
        if (bases->form == POINT_FORM_FILE) {
            status = file_in_read(bases->file, buffer, stride,
                                  bases->offset + (uint64_t)(start + i) * stride, err);
            bytes = buffer;
        } else {
            bytes += (start + i) * stride;
        }
        if (status == STATUS_OK)
            status = check_one(check, start + i, bytes, err);
    }
    return status;
}

/* Whether a block is good for sure; otherwise check_each tells. */
static bool check_together(const struct check *check, struct check_worker *worker, size_t start,
                           size_t count)
{
    bool inside = true;
    unsigned kind = check->check & ~POINT_ALLOW_INFINITY;
    if (points_read(worker->points, check->ops, check->bases, start, NULL, count, worker->buffer,
                    NULL, NULL) != STATUS_OK)
        return false;
    if (kind == POINT_CHECK_NONE)
        return check->bases->form != POINT_FORM_AFFINE;
    if (check->ops->off_curve(worker->points, count) < count)
        return false;
    if (kind == POINT_CHECK_SUBGROUP &&
        subgroup_check_run(worker->subgroup, &inside, worker->points, count, NULL) != STATUS_OK)
        return false;
    return inside;
}

static void check_block(void *context, size_t block, unsigned worker_index)
{
    struct check *check = context;
    struct check_worker *worker = &check->workers[worker_index];
    size_t begin = block * check->block;
    size_t count = check->count - begin < check->block ? check->count - begin : check->block;
    size_t start = check->first + begin, bad = 0;
    struct error error;
    if (first_failure_before(&check->failure, start))
        return;
    if (check_together(check, worker, start, count))
        return;
    if (check_each(check, start, count, worker->buffer, &bad, &error) != STATUS_OK)
        first_failure_note(&check->failure, bad, &error);
}

static enum status worker_make(struct check_worker *worker, const struct check *check,
                               struct error *err)
{
    void *p;
    enum status status = memory_alloc_raw(&p, check->block, check->ops->point_bytes, "points", err);
    if (status != STATUS_OK)
        return status;
    worker->points = p;
    status = memory_alloc_raw(&p, 1, points_read_buffer_bytes(check->ops), "encoded points", err);
    if (status != STATUS_OK)
        return status;
    worker->buffer = p;
    if ((check->check & ~POINT_ALLOW_INFINITY) == POINT_CHECK_SUBGROUP)
        status = subgroup_check_make(&worker->subgroup, check->ops, check->block, err);
    return status;
}

static enum status check_run(const struct point_ops *ops, const struct point_source *bases,
                             size_t first, size_t count, unsigned check_kind,
                             struct threads *threads, struct error *err)
{
    unsigned workers = threads_count(threads);
    struct check check = {.ops = ops,
                          .group = ops->group,
                          .bases = bases,
                          .first = first,
                          .count = count,
                          .check = check_kind};
    void *p;
    check.block = count / (4 * (size_t)workers);
    check.block = check.block < BLOCK_MIN ? BLOCK_MIN : check.block;
    check.block = check.block > BLOCK_MAX ? BLOCK_MAX : check.block;
    enum status status = points_in_range(bases, first, count, err);
    if (status == STATUS_OK)
        status = memory_alloc(&p, workers, sizeof *check.workers, "point checks", err);
    if (status != STATUS_OK)
        return status;
    check.workers = p;
    first_failure_init(&check.failure);
    for (unsigned w = 0; status == STATUS_OK && w < workers; w++)
        status = worker_make(&check.workers[w], &check, err);
    if (status == STATUS_OK)
        threads_run(threads, (count + check.block - 1) / check.block, check_block, &check);
    enum status failed = first_failure_take(&check.failure, err);
    for (unsigned w = 0; w < workers; w++) {
        subgroup_check_free(check.workers[w].subgroup);
        memory_free(check.workers[w].buffer);
        memory_free(check.workers[w].points);
    }
    memory_free(check.workers);
    return status != STATUS_OK ? status : failed;
}

enum status points_check_g1(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err)
{
    return check_run(point_ops_g1(), bases, first, count, check, threads, err);
}

enum status points_check_g2(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err)
{
    return check_run(point_ops_g2(), bases, first, count, check, threads, err);
}
