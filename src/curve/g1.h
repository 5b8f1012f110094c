/* G1 of BLS12-381: y^2 = x^3 + 4 over Fp.
 *
 * `g1_affine` is x, y; the identity is x = y = 0, which is not on the curve. `g1_xyzz` is X/ZZ,
 * Y/ZZZ with ZZ^3 = ZZZ^2; the identity is ZZ = 0. Every operation is complete: identity, equal and
 * opposite operands are right. Outputs first; aliasing allowed. Formulas: docs/math.md;
 * Explicit-Formulas Database, shortw/xyzz. */
#ifndef CUZK_CURVE_G1_H
#define CUZK_CURVE_G1_H

#include "field/fr.h"
#include "field/fp.h"

typedef struct {
    fp x, y;
} g1_affine;

typedef struct {
    fp x, y, zz, zzz;
} g1_xyzz;

extern const g1_affine g1_generator, g1_affine_identity;
extern const g1_xyzz g1_identity;

bool g1_affine_is_identity(const g1_affine *a);
bool g1_affine_equal(const g1_affine *a, const g1_affine *b);
void g1_affine_neg(g1_affine *out, const g1_affine *a);
bool g1_is_on_curve(const g1_affine *a); /* true for the identity */

/* Membership in the subgroup of order r, for a point on the curve: by endomorphism, and by [r]P =
 * 0. */
bool g1_is_in_subgroup(const g1_affine *a);
bool g1_is_in_subgroup_plain(const g1_affine *a);

bool g1_is_identity(const g1_xyzz *a);
bool g1_equal(const g1_xyzz *a, const g1_xyzz *b);
void g1_from_affine(g1_xyzz *out, const g1_affine *a);
void g1_to_affine(g1_affine *out, const g1_xyzz *a);
void g1_to_affine_batch(g1_affine *out, const g1_xyzz *points, size_t count,
                        fp *scratch); /* scratch: count */

void g1_add(g1_xyzz *out, const g1_xyzz *a, const g1_xyzz *b);
void g1_add_affine(g1_xyzz *out, const g1_xyzz *a, const g1_affine *b);
void g1_double(g1_xyzz *out, const g1_xyzz *a);
void g1_neg(g1_xyzz *out, const g1_xyzz *a);

/* [k]a for an integer k of `limbs` little-endian limbs. Not constant time. */
void g1_mul_plain(g1_xyzz *out, const g1_xyzz *a, const uint64_t *k, size_t limbs);
void g1_mul(g1_xyzz *out, const g1_xyzz *a, const fr *k);

#endif
