#include "curve/g2.h"

#include "base/memory.h"
#include "curve/constants.h"

#define POINT(name)   g2_##name
#define POINT_AFFINE  g2_affine
#define POINT_XYZZ    g2_xyzz
#define POINT_CURVE_B g2_curve_b
#define FIELD(name)   fp2_##name
#define FIELD_ELEMENT fp2
#include "curve/point.inc.h"

/* psi(Q) = [x]Q. As psi^2 - (x + 1) psi + p = 0 on the whole curve, it implies [p - x]Q = 0, and p
 * - x = h1 r with h1 the cofactor of G1, which shares no factor with the cofactor of G2. Source:
 * Scott, eprint 2021/1130. */
bool g2_is_in_subgroup(const g2_affine *a)
{
    g2_affine image;
    g2_xyzz p, q;

    if (g2_affine_is_identity(a))
        return true;
    fp2_conjugate(&image.x, &a->x);
    fp2_conjugate(&image.y, &a->y);
    fp2_mul(&image.x, &image.x, &g2_psi_x);
    fp2_mul(&image.y, &image.y, &g2_psi_y);
    fp2_neg(&image.y, &image.y); /* x is negative */
    g2_from_affine(&p, &image);
    g2_from_affine(&q, a);
    g2_mul_x_abs(&q, &q);
    return g2_equal(&p, &q);
}
