#include "msm/group_sum.h"

#include "base/memory.h"

static size_t pairs_for(size_t capacity)
{
    size_t pairs = (capacity + 7) / 8 * 8;
    return pairs < POINT_PAIRS_MAX ? pairs : POINT_PAIRS_MAX;
}

enum status group_sums_make(struct group_sums **out, const struct point_ops *ops, size_t capacity,
                            struct error *err)
{
    void *self = NULL, *members = NULL, *groups = NULL, *partial = NULL, *pairs = NULL,
         *scratch = NULL;
    enum status status = memory_alloc(&self, 1, sizeof(struct group_sums), "point sums", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&members, capacity, sizeof(uintptr_t), "point sums", err);
    if (status == STATUS_OK)
        status =
            memory_alloc_raw(&groups, capacity, sizeof(struct group_sums_group), "point sums", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&partial, capacity, ops->point_bytes, "point sums", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&pairs, pairs_for(capacity), sizeof(struct point_pair),
                                  "point sums", err);
    if (status == STATUS_OK)
        status = memory_alloc_raw(&scratch, pairs_for(capacity), ops->scratch_bytes_per_pair,
                                  "point sums", err);
    if (status != STATUS_OK) {
        memory_free(pairs);
        memory_free(partial);
        memory_free(groups);
        memory_free(members);
        memory_free(self);
        return status;
    }
    *out = self;
    **out = (struct group_sums){.ops = ops,
                                .capacity = capacity,
                                .pair_capacity = pairs_for(capacity),
                                .members = members,
                                .groups = groups,
                                .partial = partial,
                                .pairs = pairs,
                                .scratch = scratch};
    return STATUS_OK;
}

void group_sums_free(struct group_sums *sums)
{
    if (sums == NULL)
        return;
    memory_free(sums->scratch);
    memory_free(sums->pairs);
    memory_free(sums->partial);
    memory_free(sums->groups);
    memory_free(sums->members);
    memory_free(sums);
}

size_t group_sums_bytes(const struct point_ops *ops, size_t capacity)
{
    return capacity * (sizeof(uintptr_t) + sizeof(struct group_sums_group) + ops->point_bytes) +
           pairs_for(capacity) * (sizeof(struct point_pair) + ops->scratch_bytes_per_pair) +
           sizeof(struct group_sums);
}

void group_sums_flush(struct group_sums *sums)
{
    if (sums->pair_count > 0)
        sums->ops->add_pairs(sums->pairs, sums->pair_count, sums->scratch);
    sums->pair_count = 0;
}

/* One level: halves every group, drops those that are done. */
static void run_level(struct group_sums *sums)
{
    const size_t point_bytes = sums->ops->point_bytes;
    uintptr_t *members = sums->members;
    size_t read = 0, write = 0, groups_left = 0;
    for (size_t g = 0; g < sums->group_count; g++) {
        struct group_sums_group group = sums->groups[g];
        size_t end = read + group.length;
        if (group.length == 1)
            sums->ops->copy(group.out, members[read]);
        if (group.length == 2)
            group_sums_pair(sums, group.out, members[read], members[read + 1]);
        if (group.length > 2) {
            for (; read + 1 < end; read += 2) {
                uint8_t *out = sums->partial + point_bytes * sums->partial_count++;
                group_sums_pair(sums, out, members[read], members[read + 1]);
                members[write++] = (uintptr_t)out;
            }
            if (read < end)
                members[write++] = members[read];
            group.length = (group.length + 1) / 2;
            sums->groups[groups_left++] = group;
        }
        read = end;
    }
    group_sums_flush(sums);
    sums->member_count = write;
    sums->group_count = groups_left;
}

void group_sums_run(struct group_sums *sums)
{
    while (sums->group_count > 0)
        run_level(sums);
    sums->member_count = 0;
    sums->partial_count = 0;
}
