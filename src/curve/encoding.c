#include "curve/encoding.h"

#include <string.h>

#include "curve/constants.h"

#define FLAG_COMPRESSED 0x80u
#define FLAG_INFINITY   0x40u
#define FLAG_LARGER     0x20u
#define FLAGS           (FLAG_COMPRESSED | FLAG_INFINITY | FLAG_LARGER)
#define CHECK_MASK      0xffu

static bool all_zero(const uint8_t *bytes, size_t count)
{
    uint8_t any = 0;

    for (size_t i = 0; i < count; i++)
        any |= bytes[i];
    return any == 0;
}

static enum status flags_check(bool *infinity, const uint8_t *in, size_t count, bool compressed,
                               unsigned check, const char *where, struct error *err)
{
    unsigned flags = in[0] & FLAGS;

    if ((flags & FLAG_COMPRESSED) != (compressed ? FLAG_COMPRESSED : 0u))
        return error_set(
            err, STATUS_BAD_ENCODING, where, "first byte 0x%02x: flag 0x80 must be %s for %s point",
            in[0], compressed ? "set" : "clear", compressed ? "a compressed" : "an uncompressed");
    if (!compressed && (flags & FLAG_LARGER) != 0)
        return error_set(err, STATUS_BAD_ENCODING, where,
                         "first byte 0x%02x: flag 0x20 must be clear for an uncompressed point",
                         in[0]);
    *infinity = (flags & FLAG_INFINITY) != 0;
    if (!*infinity)
        return STATUS_OK;
    if ((in[0] & ~(FLAG_COMPRESSED | FLAG_INFINITY)) != 0 || !all_zero(in + 1, count - 1))
        return error_set(err, STATUS_BAD_ENCODING, where,
                         "point at infinity with other bits set, expected all zero");
    if ((check & POINT_ALLOW_INFINITY) == 0)
        return error_set(err, STATUS_POINT_AT_INFINITY, where,
                         "point at infinity, expected a finite point");
    return STATUS_OK;
}

static enum status fp_read(fp *out, const uint8_t *in, const char *where, struct error *err)
{
    return fp_from_bytes(out, in, where, err);
}

static void fp_write(uint8_t *out, const fp *a)
{
    fp_to_bytes(out, a);
}

static enum status fp2_read(fp2 *out, const uint8_t *in, const char *where, struct error *err)
{
    enum status status = fp_from_bytes(&out->c1, in, where, err);

    return status != STATUS_OK ? status : fp_from_bytes(&out->c0, in + FP_BYTES, where, err);
}

static void fp2_write(uint8_t *out, const fp2 *a)
{
    fp_to_bytes(out, &a->c1);
    fp_to_bytes(out + FP_BYTES, &a->c0);
}

#define POINT(name)      g1_##name
#define POINT_AFFINE     g1_affine
#define POINT_CURVE_B    g1_curve_b
#define FIELD(name)      fp_##name
#define FIELD_ELEMENT    fp
#define COORDINATE_BYTES G1_COMPRESSED_BYTES
#include "curve/encoding.inc.h"

#undef POINT
#undef POINT_AFFINE
#undef POINT_CURVE_B
#undef FIELD
#undef FIELD_ELEMENT
#undef COORDINATE_BYTES
#define POINT(name)      g2_##name
#define POINT_AFFINE     g2_affine
#define POINT_CURVE_B    g2_curve_b
#define FIELD(name)      fp2_##name
#define FIELD_ELEMENT    fp2
#define COORDINATE_BYTES G2_COMPRESSED_BYTES
#include "curve/encoding.inc.h"
