/* Constants of the tower Fp12, written by scripts/gen_curve.py from the curve parameter. */
#ifndef CUZK_FIELD_TOWER_CONSTANTS_H
#define CUZK_FIELD_TOWER_CONSTANTS_H

#include "field/fp2.h"

/* tower_frobenius[n - 1][i - 1] = (u + 1)^(i (p^n - 1)/6), by which the n-th power of Frobenius
 * multiplies the coefficient of w^i. */
extern const fp2 tower_frobenius[3][5];

#endif
