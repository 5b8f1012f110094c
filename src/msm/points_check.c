#include "msm/msm.h"

#include "base/memory.h"
#include "msm/points_read.h"

/* Points one task checks: a subgroup check is about 50 microseconds. */
#define CHECK_BLOCK 256

struct check {
    const struct point_group *group;
    const struct point_source *bases;
    size_t first, count;
    unsigned check;
    uint8_t *buffers; /* per worker */
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

static void check_block(void *context, size_t block, unsigned worker)
{
    struct check *check = context;
    const struct point_source *bases = check->bases;
    size_t begin = block * CHECK_BLOCK;
    size_t count = check->count - begin < CHECK_BLOCK ? check->count - begin : CHECK_BLOCK;
    size_t start = check->first + begin;
    struct error error;
    if (first_failure_before(&check->failure, begin))
        return;
    size_t stride =
        bases->form == POINT_FORM_AFFINE ? check->group->affine_bytes : check->group->encoded_bytes;
    const uint8_t *bytes = bases->memory;
    if (bases->form == POINT_FORM_FILE) {
        uint8_t *buffer = check->buffers + worker * CHECK_BLOCK * stride;
        if (file_in_read(bases->file, buffer, count * stride,
                         bases->offset + (uint64_t)start * stride, &error) != STATUS_OK) {
            first_failure_note(&check->failure, begin, &error);
            return;
        }
        bytes = buffer;
    } else {
        bytes += start * stride;
    }
    for (size_t i = 0; i < count; i++) {
        if (check_one(check, start + i, bytes + i * stride, &error) != STATUS_OK) {
            first_failure_note(&check->failure, begin + i, &error);
            return;
        }
    }
}

static enum status check_run(const struct point_group *group, const struct point_source *bases,
                             size_t first, size_t count, unsigned check_kind,
                             struct threads *threads, struct error *err)
{
    struct check check = {
        .group = group, .bases = bases, .first = first, .count = count, .check = check_kind};
    enum status status = points_in_range(bases, first, count, err);
    if (status != STATUS_OK)
        return status;
    void *buffers = NULL;
    if (bases->form == POINT_FORM_FILE) {
        status = memory_alloc_raw(&buffers, threads_count(threads),
                                  CHECK_BLOCK * group->encoded_bytes, "encoded points", err);
        if (status != STATUS_OK)
            return status;
    }
    check.buffers = buffers;
    first_failure_init(&check.failure);
    threads_run(threads, (count + CHECK_BLOCK - 1) / CHECK_BLOCK, check_block, &check);
    memory_free(buffers);
    return first_failure_take(&check.failure, err);
}

enum status points_check_g1(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err)
{
    return check_run(&point_group_g1, bases, first, count, check, threads, err);
}

enum status points_check_g2(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err)
{
    return check_run(&point_group_g2, bases, first, count, check, threads, err);
}
