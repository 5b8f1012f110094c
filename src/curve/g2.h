/* G2 of BLS12-381: y^2 = x^3 + 4(u + 1) over Fp2.
 *
 * `g2_affine` is x, y; the identity is x = y = 0, which is not on the curve. `g2_xyzz` is X/ZZ,
 * Y/ZZZ with ZZ^3 = ZZZ^2; the identity is ZZ = 0. Every operation is complete: identity, equal and
 * opposite operands are right. Outputs first; aliasing allowed. Formulas: docs/math.md;
 * Explicit-Formulas Database, shortw/xyzz. */
#ifndef CUZK_CURVE_G2_H
#define CUZK_CURVE_G2_H

#include "field/fr.h"
#include "field/fp2.h"

typedef struct {
    fp2 x, y;
} g2_affine;

typedef struct {
    fp2 x, y, zz, zzz;
} g2_xyzz;

extern const g2_affine g2_generator, g2_affine_identity;
extern const g2_xyzz g2_identity;

bool g2_affine_is_identity(const g2_affine *a);
bool g2_affine_equal(const g2_affine *a, const g2_affine *b);
void g2_affine_neg(g2_affine *out, const g2_affine *a);
bool g2_is_on_curve(const g2_affine *a); /* true for the identity */

/* Membership in the subgroup of order r, for a point on the curve: by endomorphism, and by [r]P =
 * 0. */
bool g2_is_in_subgroup(const g2_affine *a);
bool g2_is_in_subgroup_plain(const g2_affine *a);

bool g2_is_identity(const g2_xyzz *a);
bool g2_equal(const g2_xyzz *a, const g2_xyzz *b);
void g2_from_affine(g2_xyzz *out, const g2_affine *a);
void g2_to_affine(g2_affine *out, const g2_xyzz *a);
void g2_to_affine_batch(g2_affine *out, const g2_xyzz *points, size_t count,
                        fp2 *scratch); /* scratch: count */

void g2_add(g2_xyzz *out, const g2_xyzz *a, const g2_xyzz *b);
void g2_add_affine(g2_xyzz *out, const g2_xyzz *a, const g2_affine *b);
void g2_double(g2_xyzz *out, const g2_xyzz *a);
void g2_neg(g2_xyzz *out, const g2_xyzz *a);

/* [k]a for an integer k of `limbs` little-endian limbs. Not constant time. */
void g2_mul_plain(g2_xyzz *out, const g2_xyzz *a, const uint64_t *k, size_t limbs);
void g2_mul(g2_xyzz *out, const g2_xyzz *a, const fr *k);

#endif
