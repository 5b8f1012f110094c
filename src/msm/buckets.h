/* The bucket method over chunks of points: Pippenger's algorithm with affine buckets.
 *
 * For window w and digit d, bucket (w, d) collects the points whose digit there is d. Chunks of
 * decoded points are sorted by digit once per window and each bucket's new members are added to it
 * by a pairwise tree (group_sum.h). In the end sum over d of d bucket(w, d) is found with two
 * additions a bucket by halving: docs/math.md, "Weighted sums by halving". */
#ifndef CUZK_MSM_BUCKETS_H
#define CUZK_MSM_BUCKETS_H

#include "base/threads.h"
#include "msm/digits.h"
#include "msm/group_sum.h"

/* Points of a chunk: a few for each bucket, which shares sorting and inversions and bounds the
 * passes over the buckets, and few enough to stay in the L3 cache. */
#define BUCKETS_CHUNK_MIN 16384
#define BUCKETS_CHUNK_MAX 65536

struct buckets_plan {
    struct digits digits;
    size_t bucket_count; /* per window, 2^(bits-1) */
    size_t chunk;        /* points */
    size_t parts;        /* tasks per window while adding */
    size_t run;          /* members queued before sums run */
    unsigned workers;
};

/* The cheapest plan for `count` points by a model of the measured costs. */
void buckets_plan_make(struct buckets_plan *out, const struct point_ops *ops, size_t count,
                       unsigned workers);
size_t buckets_bytes(const struct buckets_plan *plan, const struct point_ops *ops);

struct buckets;

/* Owns; free with buckets_free (which wipes what tells of scalars). Errors: OUT_OF_MEMORY. */
enum status buckets_make(struct buckets **out, const struct buckets_plan *plan,
                         const struct point_ops *ops, struct error *err);
void buckets_free(struct buckets *buckets);

/* Sets scalars begin .. begin + count of the chunk to come. From any thread, ranges apart. */
void buckets_set_scalars(struct buckets *buckets, size_t begin, const struct biased_scalar *scalars,
                         size_t count);

/* Adds the chunk: the scalars that were set times points[i], i < count <= plan->chunk. Points have
 * point_ops' form. */
void buckets_add(struct buckets *buckets, const uint8_t *points, size_t count,
                 struct threads *threads);

/* sum = what was added. The buckets are used up. */
void buckets_finish(struct buckets *buckets, void *sum, struct threads *threads);

#endif
