/* Fp12 = Fp6[w]/(w^2 - v), the target of the pairing. Outputs first; aliasing allowed.
 *
 * The cyclotomic functions hold for elements of order dividing p^4 - p^2 + 1, which is what
 * a^((p^6 - 1)(p^2 + 1)) gives for any a != 0; there the inverse is the conjugate. Formulas:
 * docs/math.md. */
#ifndef CUZK_FIELD_FP12_H
#define CUZK_FIELD_FP12_H

#include "field/fp6.h"

typedef struct {
    fp6 c0, c1; /* c0 + c1 w */
} fp12;

extern const fp12 fp12_one;

void fp12_mul(fp12 *out, const fp12 *a, const fp12 *b);
void fp12_sqr(fp12 *out, const fp12 *a);
void fp12_conjugate(fp12 *out, const fp12 *a); /* a^(p^6) */
void fp12_inverse(fp12 *out, const fp12 *a);   /* 0 for 0 */
bool fp12_is_one(const fp12 *a);
bool fp12_equal(const fp12 *a, const fp12 *b);

/* Times a + b w^2 + c w^3, the shape of a line. */
void fp12_mul_line(fp12 *out, const fp12 *f, const fp2 *a, const fp2 *b, const fp2 *c);

/* a^(p^power), power 1 .. 3. */
void fp12_frobenius(fp12 *out, const fp12 *a, unsigned power);

/* a^e; e is `limbs` little-endian limbs. Not constant time. */
void fp12_pow(fp12 *out, const fp12 *a, const uint64_t *e, size_t limbs);

void fp12_cyclotomic_sqr(fp12 *out, const fp12 *a);
void fp12_cyclotomic_pow(fp12 *out, const fp12 *a, const uint64_t *e, size_t limbs);

#endif
