/* Constants of the curves, written by scripts/gen_curve.py from the curve parameter. */
#ifndef CUZK_CURVE_CONSTANTS_H
#define CUZK_CURVE_CONSTANTS_H

#include "curve/g1.h"
#include "curve/g2.h"

/* The parameter of BLS12-381 is x = -CURVE_X_ABS. */
#define CURVE_X_ABS  0xd201000000010000u
#define CURVE_X_BITS 64

extern const fp g1_curve_b;  /* 4 */
extern const fp2 g2_curve_b; /* 4(u + 1) */

/* phi(x, y) = (g1_phi_x x, y), which is [-x^2] on the subgroup of G1. */
extern const fp g1_phi_x;

/* psi(x, y) = (g2_psi_x conj(x), g2_psi_y conj(y)), which is [x] on the subgroup of G2. */
extern const fp2 g2_psi_x, g2_psi_y;

#endif
