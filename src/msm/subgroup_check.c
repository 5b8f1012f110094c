#include "msm/subgroup_check.h"

#include <string.h>

#include "base/memory.h"
#include "base/random.h"

/* The 64 tests are taken eight at a time: the points are sorted into 256 buckets by their eight
 * bits, and a test's sum is that of the buckets whose number has its bit. */
#define TESTS   64
#define BUCKETS 256

struct subgroup_check {
    const struct point_ops *ops;
    size_t capacity;
    struct group_sums *sums;
    uint64_t *bits;    /* of each point, one a test */
    uint32_t *members; /* the points sorted by bucket */
    uint8_t *points;   /* BUCKETS buckets, then TESTS sums */
};

enum status subgroup_check_make(struct subgroup_check **out, const struct point_ops *ops,
                                size_t capacity, struct error *err)
{
    void *self = NULL, *bits = NULL, *members = NULL, *points = NULL;
    struct group_sums *sums = NULL;
    size_t queue = capacity < 8 * BUCKETS / 2 ? 8 * BUCKETS / 2 : capacity;
    enum status status =
        memory_alloc(&self, 1, sizeof(struct subgroup_check), "subgroup check", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&bits, capacity, sizeof(uint64_t), "subgroup check", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&members, capacity, sizeof(uint32_t), "subgroup check", err);
    if (status == STATUS_OK)
        status =
            memory_alloc_raw(&points, BUCKETS + TESTS, ops->point_bytes, "subgroup check", err);
    if (status == STATUS_OK)
        status = group_sums_make(&sums, ops, queue, err);
    if (status != STATUS_OK) {
        memory_free(points);
        memory_free(members);
        memory_free(bits);
        memory_free(self);
        return status;
    }
    *out = self;
    **out = (struct subgroup_check){.ops = ops,
                                    .capacity = capacity,
                                    .sums = sums,
                                    .bits = bits,
                                    .members = members,
                                    .points = points};
    return STATUS_OK;
}

void subgroup_check_free(struct subgroup_check *check)
{
    if (check == NULL)
        return;
    group_sums_free(check->sums);
    memory_free(check->points);
    memory_free(check->members);
    memory_free(check->bits);
    memory_free(check);
}

/* Bucket sums of eight tests; empty buckets become identities. */
static void fill_buckets(struct subgroup_check *check, unsigned byte, const uint8_t *points,
                         size_t count)
{
    const size_t bytes = check->ops->point_bytes;
    uint32_t end[BUCKETS + 1] = {0};
    for (size_t i = 0; i < count; i++)
        end[(check->bits[i] >> 8 * byte & 255) + 1]++;
    for (size_t b = 0; b < BUCKETS; b++)
        end[b + 1] += end[b];
    for (size_t i = 0; i < count; i++)
        check->members[end[check->bits[i] >> 8 * byte & 255]++] = (uint32_t)i;

    memset(check->points, 0, BUCKETS * bytes);
    for (size_t b = 1; b < BUCKETS; b++) { /* bucket 0 is in no sum */
        group_sums_open(check->sums, check->points + b * bytes);
        for (uint32_t i = end[b - 1]; i < end[b]; i++)
            group_sums_add(check->sums, (uintptr_t)(points + check->members[i] * bytes));
    }
    group_sums_run(check->sums);
}

static void sum_buckets(struct subgroup_check *check, unsigned byte)
{
    const size_t bytes = check->ops->point_bytes;
    for (unsigned bit = 0; bit < 8; bit++) {
        group_sums_open(check->sums, check->points + (BUCKETS + 8 * byte + bit) * bytes);
        for (size_t b = 1; b < BUCKETS; b++) {
            if (b >> bit & 1)
                group_sums_add(check->sums, (uintptr_t)(check->points + b * bytes));
        }
    }
    group_sums_run(check->sums);
}

enum status subgroup_check_run(struct subgroup_check *check, bool *inside, const uint8_t *points,
                               size_t count, struct error *err)
{
    enum status status = random_bytes(check->bits, count * sizeof *check->bits, err);
    if (status != STATUS_OK)
        return status;
    for (unsigned byte = 0; byte < TESTS / 8; byte++) {
        fill_buckets(check, byte, points, count);
        sum_buckets(check, byte);
    }
    *inside = true;
    for (size_t t = 0; t < TESTS; t++) {
        g2_affine sum; /* holds a g1_affine as well */
        check->ops->to_affine(&sum, check->points + (BUCKETS + t) * check->ops->point_bytes, 1);
        if (!check->ops->group->is_identity(&sum) && !check->ops->group->is_in_subgroup(&sum))
            *inside = false;
    }
    return STATUS_OK;
}
