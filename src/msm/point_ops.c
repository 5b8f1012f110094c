#include "msm/point_ops.h"

#include "base/cpu.h"

const struct point_ops *point_ops_g1(void)
{
    return cpu_level() >= CPU_IFMA ? &point_ops_g1_x8 : &point_ops_g1_plain;
}

const struct point_ops *point_ops_g2(void)
{
    return cpu_level() >= CPU_IFMA ? &point_ops_g2_x8 : &point_ops_g2_plain;
}

void point_sum_add(const struct point_ops *ops, void *sum, const void *point)
{
    g2_affine affine; /* holds a g1_affine as well */
    ops->to_affine(&affine, point, 1);
    ops->group->sum_add_affine(sum, &affine);
}
