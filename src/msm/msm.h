/* Multi-scalar multiplication: out = sum over i of [scalars[i]] bases[i], in G1 and G2.
 *
 * Signed-digit buckets filled with batch-affine additions; eight lanes of AVX-512 IFMA where the
 * processor has them. Any input is right: identities, repeated and opposite bases, scalars 0, 1, r
 * - 1, all equal. count 0 gives the identity. The bases start at point `first` of the source.
 * Threads are borrowed. Errors: OUT_OF_MEMORY, and those of reading points (BAD_ENCODING,
 * NON_CANONICAL, FILE_CHANGED, IO) naming the source and index. Source: docs/math.md. */
#ifndef CUZK_MSM_MSM_H
#define CUZK_MSM_MSM_H

#include "base/threads.h"
#include "msm/points.h"

/* scalars: count elements in Montgomery form, borrowed, unchanged. */
enum status msm_g1(g1_xyzz *out, const struct point_source *bases, size_t first, const fr *scalars,
                   size_t count, struct threads *threads, struct error *err);
enum status msm_g2(g2_xyzz *out, const struct point_source *bases, size_t first, const fr *scalars,
                   size_t count, struct threads *threads, struct error *err);

/* Sum over a mixed list: base number `first + i` is added once when bit i of `bits` is set (i <
 * count; 64 bits a word, LSB first), and [wide_scalars[j]] times base number `first +
 * wide_index[j]` for j < wide_count (rising indices). This is how a compact assignment meets a
 * query: booleans as a bitmap, wide wires as a list. */
struct msm_mixed {
    const uint64_t *bits;
    size_t count;
    const uint32_t *wide_index;
    const fr *wide_scalars;
    size_t wide_count;
};
enum status msm_mixed_g1(g1_xyzz *out, const struct point_source *bases, size_t first,
                         const struct msm_mixed *scalars, struct threads *threads,
                         struct error *err);
enum status msm_mixed_g2(g2_xyzz *out, const struct point_source *bases, size_t first,
                         const struct msm_mixed *scalars, struct threads *threads,
                         struct error *err);

/* Double-and-add, one base at a time: the reference for tests. */
enum status msm_g1_plain(g1_xyzz *out, const struct point_source *bases, size_t first,
                         const fr *scalars, size_t count, struct error *err);
enum status msm_g2_plain(g2_xyzz *out, const struct point_source *bases, size_t first,
                         const fr *scalars, size_t count, struct error *err);

/* Bytes that msm_g1 / msm_g2, or msm_mixed_g1 / msm_mixed_g2 with `count` wide scalars, will
 * allocate, at most. */
size_t msm_g1_bytes(size_t count, unsigned thread_count);
size_t msm_g2_bytes(size_t count, unsigned thread_count);

/* Reads and decodes points [first, first + count) with the given point_check (curve/encoding.h); on
 * failure names the first bad index. Multi-threaded; for key checks. */
enum status points_check_g1(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err);
enum status points_check_g2(const struct point_source *bases, size_t first, size_t count,
                            unsigned check, struct threads *threads, struct error *err);

#endif
