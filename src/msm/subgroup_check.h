/* Membership in the subgroup for many points of the curve at once.
 *
 * 64 sums of random halves of the points are tested instead of the points: if one point lies
 * outside, each sum lies outside with probability at least 1/2, so that all 64 pass with
 * probability at most 2^-64. The bits come from the kernel after the points are fixed. A point
 * costs eight additions. docs/math.md, "Membership of many points". */
#ifndef CUZK_MSM_SUBGROUP_CHECK_H
#define CUZK_MSM_SUBGROUP_CHECK_H

#include "msm/group_sum.h"

struct subgroup_check;

/* For up to `capacity` points a call. Owns; free with subgroup_check_free. Errors: OUT_OF_MEMORY.
 */
enum status subgroup_check_make(struct subgroup_check **out, const struct point_ops *ops,
                                size_t capacity, struct error *err);
void subgroup_check_free(struct subgroup_check *check);

/* *inside: whether all of the points, in ops' form and on the curve, are in the subgroup. Errors:
 * IO when there is no randomness. */
enum status subgroup_check_run(struct subgroup_check *check, bool *inside, const uint8_t *points,
                               size_t count, struct error *err);

#endif
