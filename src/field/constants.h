/* Numbers of the two prime fields of BLS12-381, all derived from the curve parameter
 * x = -0xd201000000010000. Montgomery R is 2^256 for fr, 2^384 for fp.
 * Written by scripts/gen_field.py; do not edit. */
/* clang-format off */
#ifndef CUZK_FIELD_CONSTANTS_H
#define CUZK_FIELD_CONSTANTS_H

#define FR_NEG_INVERSE_64 0xfffffffeffffffff /* -1/r mod 2^64 */
#define FP_NEG_INVERSE_64 0x89f3fffcfffcfffd /* -1/p mod 2^64 */

/* limbs of r and p, least first */
#define FR_MODULUS_0 0xffffffff00000001
#define FR_MODULUS_1 0x53bda402fffe5bfe
#define FR_MODULUS_2 0x3339d80809a1d805
#define FR_MODULUS_3 0x73eda753299d7d48

#define FP_MODULUS_0 0xb9feffffffffaaab
#define FP_MODULUS_1 0x1eabfffeb153ffff
#define FP_MODULUS_2 0x6730d2a0f6b0f624
#define FP_MODULUS_3 0x64774b84f38512bf
#define FP_MODULUS_4 0x4b1ba7b6434bacd7
#define FP_MODULUS_5 0x1a0111ea397fe69a

#ifndef __ASSEMBLER__

#include "field/fp.h"
#include "field/fr.h"

extern const fr_plain fr_r2, fr_r3; /* R^2, R^3 mod r */
extern const fp_plain fp_r2, fp_r3; /* R^2, R^3 mod p */

/* fp_one as an initializer, for constants of the fields above it */
#define FP_ONE {{0x760900000002fffd, 0xebf4000bc40c0002, 0x5f48985753c758ba, 0x77ce585370525745, \
      0x5c071a97a256ec6d, 0x15f65ec3fa80e493}}

/* i-th: a primitive 2^i-th root of unity, the square of the (i+1)-th */
extern const fr fr_roots[FR_TWO_ADICITY + 1];

extern const uint64_t fr_odd_part_half[4]; /* (t-1)/2 with r-1 = 2^32 t, t odd */
extern const fp fp_half;                   /* 1/2 */
extern const fp_plain fp_modulus_half;     /* (p-1)/2 */
extern const uint64_t fp_sqrt_exponent[6]; /* (p-3)/4 */

#endif
#endif
