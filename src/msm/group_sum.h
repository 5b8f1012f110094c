/* Sums of many groups of points at once, by pairwise trees.
 *
 * Groups and their members are queued, then group_sums_run adds every pair of every group of one
 * level of the trees under shared inversions, level by level. About one addition per point, however
 * the points are spread over groups. Members and results are addresses; results may be members. */
#ifndef CUZK_MSM_GROUP_SUM_H
#define CUZK_MSM_GROUP_SUM_H

#include "msm/point_ops.h"

struct group_sums;

/* Queues up to `capacity` members. Owns; free with group_sums_free. Errors: OUT_OF_MEMORY. */
enum status group_sums_make(struct group_sums **out, const struct point_ops *ops, size_t capacity,
                            struct error *err);
void group_sums_free(struct group_sums *sums);
size_t group_sums_bytes(const struct point_ops *ops, size_t capacity);

/* Members that still fit. */
size_t group_sums_room(const struct group_sums *sums);

/* Opens a group whose sum goes to `out`. Each out belongs to one group of a run; a group without
 * members leaves it alone. */
void group_sums_open(struct group_sums *sums, void *out);

/* Adds a member (POINT_OPPOSITE as in point_ops.h) to the group opened last. */
void group_sums_add(struct group_sums *sums, uintptr_t member);

/* Computes and empties the queue. */
void group_sums_run(struct group_sums *sums);

/* Queues one addition for the next group_sums_flush, outside any group; flushes when full. Pairs
 * between two flushes do not depend on each other, and later ones read nothing earlier ones write.
 */
void group_sums_pair(struct group_sums *sums, void *out, uintptr_t a, uintptr_t b);
void group_sums_flush(struct group_sums *sums);

#endif
