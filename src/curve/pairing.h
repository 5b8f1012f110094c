/* Optimal ate pairing on BLS12-381.
 *
 * e(P, Q) = final_exponentiation(miller_loop(P, Q)). A product of pairings shares the squarings of
 * the loop and one final exponentiation. Pairs with an identity contribute 1. Inputs are points of
 * the subgroups. Source: docs/math.md. */
#ifndef CUZK_CURVE_PAIRING_H
#define CUZK_CURVE_PAIRING_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "field/fp12.h"

/* Lines of a fixed G2 point, prepared once (a verifying key's gamma, delta, beta). About 19 KiB. */
struct g2_prepared;
enum status g2_prepare(struct g2_prepared **out, const g2_affine *q,
                       struct error *err); /* free with memory_free */

/* out = product over i of the Miller loop of (p[i], q[i]). */
void miller_loop(fp12 *out, const g1_affine *p, const struct g2_prepared *const *q, size_t count);
void miller_loop_points(fp12 *out, const g1_affine *p, const g2_affine *q, size_t count);

void final_exponentiation(fp12 *out, const fp12 *f);

/* e(p[0], q[0]) ... e(p[count-1], q[count-1]) == 1 */
bool pairing_product_is_one(const g1_affine *p, const g2_affine *q, size_t count);

#endif
