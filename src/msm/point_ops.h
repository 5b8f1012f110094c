/* What sums of many points need from a group, as tables of functions.
 *
 * The bucket method, subset sums and fixed-base tables are written once over opaque points. A
 * point_group is G1 or G2 on affine points and g1_xyzz / g2_xyzz sums; a point_ops adds points of
 * one stored form in bulk: affine points as they are, or limbs of 52 bits for eight lanes. In every
 * form the identity is all zero bytes. */
#ifndef CUZK_MSM_POINT_OPS_H
#define CUZK_MSM_POINT_OPS_H

#include "curve/encoding.h"

struct point_group {
    size_t affine_bytes, encoded_bytes, sum_bytes;

    enum status (*decode)(void *affine, const uint8_t *in, unsigned check, const char *where,
                          struct error *err);
    bool (*is_identity)(const void *affine);
    bool (*is_on_curve)(const void *affine);
    bool (*is_in_subgroup)(const void *affine); /* of a point on the curve */

    void (*sum_clear)(void *sum);
    void (*sum_double)(void *sum);
    void (*sum_add)(void *sum, const void *other);
    void (*sum_add_affine)(void *sum, const void *affine);
    void (*sum_to_affine)(void *affine, const void *sum);
    void (*sum_add_multiple)(void *sum, const void *affine, const fr *k); /* sum += [k] affine */
};

extern const struct point_group point_group_g1, point_group_g2;

#define POINT_AFFINE_BYTES_MAX sizeof(g2_affine)
#define POINT_SUM_BYTES_MAX    sizeof(g2_xyzz)

/* Addresses of stored points, with bit 0 of a or b set where the opposite point is meant. */
struct point_pair {
    uintptr_t a, b;
    void *out;
};
#define POINT_OPPOSITE ((uintptr_t)1)

/* Pairs that share one inversion; what add_pairs keeps of them is about what an L2 cache holds. */
#define POINT_PAIRS_MAX 2048

struct point_ops {
    const struct point_group *group;
    size_t point_bytes;
    size_t scratch_bytes_per_pair; /* of add_pairs, 64-byte aligned; for a multiple of 8 pairs */

    /* out = a + b for each pair, count <= POINT_PAIRS_MAX. Any operands: identities, equal,
     * opposite. All points are read before the first is written. */
    void (*add_pairs)(const struct point_pair *pairs, size_t count, void *scratch);
    void (*copy)(void *out, uintptr_t a);
    bool (*is_identity)(const void *a);

    /* Between forms, count points; index (NULL for 0, 1, ..) says which of the inputs. decode
     * returns the position of the first input that is not a canonical, finite encoding, or count;
     * points from there on are undefined. */
    size_t (*decode)(void *out, const uint8_t *in, const uint32_t *index, size_t count);
    void (*from_affine)(void *out, const void *affine, const uint32_t *index, size_t count);
    void (*to_affine)(void *affine, const void *in, size_t count);

    /* Position of the first point that is not on the curve (as the identity), or count. */
    size_t (*off_curve)(const void *points, size_t count);
};

/* The fastest table for cpu_level(). */
const struct point_ops *point_ops_g1(void);
const struct point_ops *point_ops_g2(void);

extern const struct point_ops point_ops_g1_plain, point_ops_g2_plain;
extern const struct point_ops point_ops_g1_x8, point_ops_g2_x8; /* CPU_IFMA only */

/* sum += a stored point */
void point_sum_add(const struct point_ops *ops, void *sum, const void *point);

#endif
