/* Numbers of the base field in eight limbs of 52 bits, Montgomery R = 2^416.
 * Written by scripts/gen_fp_x8.py; do not edit. */
/* clang-format off */
#ifndef CUZK_FIELD_FP_X8_CONSTANTS_H
#define CUZK_FIELD_FP_X8_CONSTANTS_H

#define FP_X8_NEG_INVERSE 0x3fffcfffcfffdULL /* -1/p mod 2^52 */

/* limbs of p */
#define FP_X8_P0 0xeffffffffaaabULL
#define FP_X8_P1 0xfeb153ffffb9fULL
#define FP_X8_P2 0x6b0f6241eabffULL
#define FP_X8_P3 0x12bf6730d2a0fULL
#define FP_X8_P4 0x764774b84f385ULL
#define FP_X8_P5 0x1ba7b6434bacdULL
#define FP_X8_P6 0x1ea397fe69a4bULL
#define FP_X8_P7 0x000000001a011ULL

/* 2^416 mod p */
#define FP_X8_ONE \
    {0x6480ea8e9b9af, 0x65766c8fe444f, 0x8b540fea96f7d, 0x3b2ee82efd422, \
     0xa6723e5f0ade5, 0xff6eb6fdd4230, 0xe06ef23c24a25, 0x0000000014c8e}
/* 2^832 mod p: integer to this form */
#define FP_X8_FROM_PLAIN \
    {0xa5bf4cb89af51, 0x3afbba7ca31a2, 0x2646160ec71f1, 0xa84d710465903, \
     0x3480a4a188311, 0x98e5907ad91f5, 0x2075d74507266, 0x0000000008746}
/* 2^448 mod p: fp to this form */
#define FP_X8_FROM_FP \
    {0x7fde37dba9366, 0x4e27525bc342b, 0x1f5b1e9778489, 0xb872b2b91b9dc, \
     0xb206f497dfcaf, 0x4137cc89a9b0b, 0xd9d20d7e39959, 0x000000000411c}
/* 2^384 mod p: this form to fp */
#define FP_X8_TO_FP \
    {0x900000002fffd, 0x0bc40c0002760, 0x3c758baebf400, 0x57455f4898575, \
     0xd77ce58537052, 0x071a97a256ec6, 0xec3fa80e4935c, 0x0000000015f65}
/* 4 in this form: the curve's constant */
#define FP_X8_FOUR \
    {0xc203aa3a7e6bb, 0x99c5b63f91e5d, 0xec2218e49b9f5, 0xb47d6b297d25b, \
     0x36f29b533dd05, 0xaac3b92d6d85a, 0x25d100f5559b6, 0x0000000005208}
/* 16 p^2, sixteen limbs */
#define FP_X8_16_P_SQUARED \
    {0x00001c718e390, 0xd76382eab26aa, 0x113cfd7ced6b1, 0x743162c338362, \
     0x66bf91ed3e71b, 0xe85a87091a049, 0x9c86185c7b292, 0x978ef011d6861, \
     0xca6ef53149330, 0x050a62cfd16dd, 0xe59e49349e8bd, 0x0e50e7046b466, \
     0xa22f25e9e2dc9, 0x35fc74bd278ea, 0x0002a437a4b8c, 0x0000000000000}
/* raw limbs; an fp times this is the 52-bit form */
#define FP_TO_X8_FACTOR \
    {{0x44f6480ea8e9b9af, 0xa96f7d65766c8fe4, 0xe82efd4228b540fe, \
      0x6723e5f0ade53b2e, 0x25ff6eb6fdd4230a, 0x14c8ee06ef23c24a}}
/* raw limbs; the 52-bit form times this is an fp */
#define FP_FROM_X8_FACTOR \
    {{0x0000000000000000, 0x0000000000000000, 0x0000000000000000, \
      0x0000000000000000, 0x0000000000000000, 0x0000000100000000}}

#endif
