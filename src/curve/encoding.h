/* Point encodings of BLS12-381, as Zcash has them.
 *
 * Big-endian coordinates; G2 has c1 before c0. Flags in the top bits of byte 0: 0x80 compressed,
 * 0x40 infinity, 0x20 y is the larger root (compressed only). Readers accept exactly the canonical
 * encodings, so that what is accepted encodes to the same bytes; a refused point leaves `out`
 * alone. Each kind of fault has its own code:
 *   BAD_ENCODING       wrong flags for the form, or infinity with other bits set
 *   POINT_AT_INFINITY  unless POINT_ALLOW_INFINITY
 *   NON_CANONICAL      a coordinate >= p
 *   NOT_ON_CURVE       no such point
 *   NOT_IN_SUBGROUP    with POINT_CHECK_SUBGROUP
 * `where` names the point in messages. */
#ifndef CUZK_CURVE_ENCODING_H
#define CUZK_CURVE_ENCODING_H

#include "curve/g1.h"
#include "curve/g2.h"

#define G1_COMPRESSED_BYTES   48
#define G1_UNCOMPRESSED_BYTES 96
#define G2_COMPRESSED_BYTES   96
#define G2_UNCOMPRESSED_BYTES 192

enum point_check {
    POINT_CHECK_NONE, /* flags and range only; compressed points are always checked on the curve */
    POINT_CHECK_CURVE,
    POINT_CHECK_SUBGROUP, /* curve and subgroup */
};
#define POINT_ALLOW_INFINITY 0x100u /* or-ed to the check */

void g1_encode(uint8_t out[G1_UNCOMPRESSED_BYTES], const g1_affine *a);
void g1_encode_compressed(uint8_t out[G1_COMPRESSED_BYTES], const g1_affine *a);
void g2_encode(uint8_t out[G2_UNCOMPRESSED_BYTES], const g2_affine *a);
void g2_encode_compressed(uint8_t out[G2_COMPRESSED_BYTES], const g2_affine *a);

enum status g1_decode(g1_affine *out, const uint8_t in[G1_UNCOMPRESSED_BYTES], unsigned check,
                      const char *where, struct error *err);
enum status g1_decode_compressed(g1_affine *out, const uint8_t in[G1_COMPRESSED_BYTES],
                                 unsigned check, const char *where, struct error *err);
enum status g2_decode(g2_affine *out, const uint8_t in[G2_UNCOMPRESSED_BYTES], unsigned check,
                      const char *where, struct error *err);
enum status g2_decode_compressed(g2_affine *out, const uint8_t in[G2_COMPRESSED_BYTES],
                                 unsigned check, const char *where, struct error *err);

#endif
