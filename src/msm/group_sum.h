/* Sums of many groups of points at once, by pairwise trees.
 *
 * Groups and their members are queued, then group_sums_run adds every pair of every group of one
 * level of the trees under shared inversions, level by level. About one addition per point, however
 * the points are spread over groups. Members and results are addresses; results may be members. */
#ifndef CUZK_MSM_GROUP_SUM_H
#define CUZK_MSM_GROUP_SUM_H

#include "msm/point_ops.h"

struct group_sums_group {
    void *out;
    size_t length;
};

/* Members are public only for the inline functions. */
struct group_sums {
    const struct point_ops *ops;
    size_t capacity, pair_capacity;

    uintptr_t *members; /* of all groups, one after the other */
    struct group_sums_group *groups;
    size_t member_count, group_count;

    uint8_t *partial; /* sums that are neither leaf nor root: fewer than members */
    size_t partial_count;

    struct point_pair *pairs;
    size_t pair_count;
    void *scratch;
};

/* Queues up to `capacity` members. Owns; free with group_sums_free. Errors: OUT_OF_MEMORY. */
enum status group_sums_make(struct group_sums **out, const struct point_ops *ops, size_t capacity,
                            struct error *err);
void group_sums_free(struct group_sums *sums);
size_t group_sums_bytes(const struct point_ops *ops, size_t capacity);

/* Members that still fit. */
static inline size_t group_sums_room(const struct group_sums *sums)
{
    return sums->capacity - sums->member_count;
}

/* Opens a group whose sum goes to `out`. Each out belongs to one group of a run; a group without
 * members leaves it alone. */
static inline void group_sums_open(struct group_sums *sums, void *out)
{
    bool empty = sums->group_count > 0 && sums->groups[sums->group_count - 1].length == 0;
    if (!empty)
        sums->group_count++;
    sums->groups[sums->group_count - 1] = (struct group_sums_group){.out = out};
}

/* Adds a member (POINT_OPPOSITE as in point_ops.h) to the group opened last. */
static inline void group_sums_add(struct group_sums *sums, uintptr_t member)
{
    sums->members[sums->member_count++] = member;
    sums->groups[sums->group_count - 1].length++;
}

/* Computes and empties the queue. */
void group_sums_run(struct group_sums *sums);

void group_sums_flush(struct group_sums *sums);

/* Queues one addition for the next group_sums_flush, outside any group; flushes when full. Pairs
 * between two flushes do not depend on each other, and later ones read nothing earlier ones write.
 */
static inline void group_sums_pair(struct group_sums *sums, void *out, uintptr_t a, uintptr_t b)
{
    sums->pairs[sums->pair_count++] = (struct point_pair){.a = a, .b = b, .out = out};
    if (sums->pair_count == sums->pair_capacity)
        group_sums_flush(sums);
}

#endif
