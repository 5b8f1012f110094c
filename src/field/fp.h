/* The base field of BLS12-381: integers modulo p (381 bits).
 *
 * `fp` is an element in Montgomery form with R = 2^384, always canonical. `fp_plain` is the
 * integer. Byte form is 48 bytes, big-endian, canonical (as point encodings have it). Outputs
 * first; aliasing allowed. */
#ifndef CUZK_FIELD_FP_H
#define CUZK_FIELD_FP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "field/dispatch.h"

#define FP_LIMBS 6
#define FP_BYTES 48
#define FP_BITS  381

typedef struct {
    uint64_t limb[FP_LIMBS];
} fp;

typedef struct {
    uint64_t limb[FP_LIMBS];
} fp_plain;

extern const fp fp_zero, fp_one;
extern const fp_plain fp_modulus;

/* add, sub, mul: out = a op b; neg, double, sqr: out = op a; is_zero, equal. The *_portable ones
 * are the plain path, whatever the processor. */
#define F        fp
#define F_(name) fp_##name
#define F_LIMBS  FP_LIMBS
#include "field/operations.inc.h"

void fp_pow(fp *out, const fp *a, const uint64_t *e, size_t limbs);
void fp_inverse(fp *out, const fp *a);                        /* 0 for 0 */
void fp_inverse_batch(fp *values, size_t count, fp *scratch); /* zeros stay zero */
bool fp_sqrt(fp *out, const fp *a);                           /* false when there is none */

/* root = sqrt(a) and root_inverse = 1/root (0 for 0) with one exponentiation; false, outputs
 * untouched, when there is none. root_inverse may not alias root. */
bool fp_sqrt_and_inverse(fp *root, fp *root_inverse, const fp *a);

bool fp_is_larger(const fp *a); /* a > (p-1)/2 as an integer */

void fp_from_plain(fp *out, const fp_plain *a); /* a must be < p */
void fp_to_plain(fp_plain *out, const fp *a);
bool fp_plain_is_canonical(const fp_plain *a); /* a < p */

/* Byte form. Errors of fp_from_bytes: NON_CANONICAL. */
enum status fp_from_bytes(fp *out, const uint8_t bytes[FP_BYTES], const char *where,
                          struct error *err);
void fp_to_bytes(uint8_t out[FP_BYTES], const fp *a);

#endif
