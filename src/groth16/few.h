/* Sum of few multiples: out = sum over i of [scalars[i]] points[i], with shared doublings.
 *
 * For the inputs of a verification, where the buckets of msm/ would cost more to clear than the sum
 * takes. */
#ifndef CUZK_GROTH16_FEW_H
#define CUZK_GROTH16_FEW_H

#include "curve/g1.h"

#define FEW_MAX 512 /* 1.5 MB of tables */

/* count 0 .. FEW_MAX. Errors: OUT_OF_MEMORY. Source: Straus 1964. */
enum status few_sum_g1(g1_xyzz *out, const g1_affine *points, const fr *scalars, size_t count,
                       struct error *err);

#endif
