/* The scalar field of BLS12-381: integers modulo r (255 bits).
 *
 * `fr` is an element in Montgomery form with R = 2^256, always canonical (limbs of a value < r,
 * little-endian limbs). `fr_plain` is the integer itself. Byte form is 32 bytes, little-endian,
 * canonical. Outputs come first; an output may alias any input. Arithmetic cannot fail. */
#ifndef CUZK_FIELD_FR_H
#define CUZK_FIELD_FR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "field/dispatch.h"

#define FR_LIMBS       4
#define FR_BYTES       32
#define FR_BITS        255
#define FR_TWO_ADICITY 32
#define FR_GENERATOR   7 /* multiplicative generator; the coset shift of Groth16 */

typedef struct {
    uint64_t limb[FR_LIMBS];
} fr;

typedef struct {
    uint64_t limb[FR_LIMBS];
} fr_plain;

extern const fr fr_zero, fr_one;
extern const fr_plain fr_modulus;

/* add, sub, mul: out = a op b; neg, double, sqr: out = op a; is_zero, equal. The *_portable ones
 * are the plain path, whatever the processor. */
#define F        fr
#define F_(name) fr_##name
#define F_LIMBS  FR_LIMBS
#include "field/operations.inc.h"

/* a^e; e is `limbs` little-endian limbs. Not constant time. */
void fr_pow(fr *out, const fr *a, const uint64_t *e, size_t limbs);

/* 1/a; 0 for 0. */
void fr_inverse(fr *out, const fr *a);

/* Each element by its inverse, in place, with one inversion (Montgomery's trick); zeros stay zero.
 * scratch: count elements. */
void fr_inverse_batch(fr *values, size_t count, fr *scratch);

/* A square root of a; false (out untouched) when there is none. */
bool fr_sqrt(fr *out, const fr *a);

/* Primitive 2^log_order-th root of unity, the one of 7^((r-1)/2^32); log_order 0 .. FR_TWO_ADICITY.
 */
void fr_root_of_unity(fr *out, unsigned log_order);

void fr_from_u64(fr *out, uint64_t value);
void fr_from_plain(fr *out, const fr_plain *a); /* a must be < r */
void fr_to_plain(fr_plain *out, const fr *a);
bool fr_plain_is_canonical(const fr_plain *a); /* a < r */

/* Byte form. Errors of fr_from_bytes: NON_CANONICAL. */
enum status fr_from_bytes(fr *out, const uint8_t bytes[FR_BYTES], const char *where,
                          struct error *err);
void fr_to_bytes(uint8_t out[FR_BYTES], const fr *a);

/* The 512-bit little-endian integer modulo r (also for 256 bits, upper half zero). */
void fr_from_wide_bytes(fr *out, const uint8_t bytes[64]);

/* Uniform in [0, r) by rejection from getrandom. Errors: IO. */
enum status fr_random(fr *out, struct error *err);

#endif
