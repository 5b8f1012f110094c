#include "curve/g1.h"

#include "base/memory.h"
#include "curve/constants.h"

#define POINT(name)   g1_##name
#define POINT_AFFINE  g1_affine
#define POINT_XYZZ    g1_xyzz
#define POINT_CURVE_B g1_curve_b
#define FIELD(name)   fp_##name
#define FIELD_ELEMENT fp
#include "curve/point.inc.h"

/* phi(P) = [-x^2]P. As phi^2 + phi + 1 = 0 on the whole curve, it implies [x^4 - x^2 + 1]P = 0,
 * which is [r]P = 0. Source: Scott, eprint 2021/1130. */
bool g1_is_in_subgroup(const g1_affine *a)
{
    g1_affine image;
    g1_xyzz p, q;

    if (g1_affine_is_identity(a))
        return true;
    fp_mul(&image.x, &a->x, &g1_phi_x);
    fp_neg(&image.y, &a->y);
    g1_from_affine(&p, &image);
    g1_from_affine(&q, a);
    g1_mul_x_abs(&q, &q);
    g1_mul_x_abs(&q, &q);
    return g1_equal(&p, &q);
}
