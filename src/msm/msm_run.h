/* The multi-scalar multiplication over any group, and over bases picked by a list. */
#ifndef CUZK_MSM_MSM_RUN_H
#define CUZK_MSM_MSM_RUN_H

#include "base/threads.h"
#include "msm/point_ops.h"
#include "msm/points.h"

/* out = sum over i < count of [scalars[i]] times base first + index[i] (rising), or first + i when
 * index is NULL. out is ops->group->sum_bytes long. Errors: as in msm.h. */
enum status msm_run(void *out, const struct point_ops *ops, const struct point_source *bases,
                    size_t first, const uint32_t *index, const fr *scalars, size_t count,
                    struct threads *threads, struct error *err);

/* Bytes that adding a bitmap's points allocates. */
size_t msm_subset_bytes(const struct point_ops *ops, unsigned workers);

#endif
