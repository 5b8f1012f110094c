/* Readers and writers of point encodings, for G1 and G2.
 *
 * The includer defines POINT(name), POINT_AFFINE, POINT_CURVE_B, FIELD(name), FIELD_ELEMENT,
 * COORDINATE_BYTES, and FIELD(read) and FIELD(write) for one coordinate. */

void POINT(encode)(uint8_t out[2 * COORDINATE_BYTES], const POINT_AFFINE *a)
{
    FIELD(write)(out, &a->x);
    FIELD(write)(out + COORDINATE_BYTES, &a->y);
    if (POINT(affine_is_identity)(a))
        out[0] = FLAG_INFINITY;
}

void POINT(encode_compressed)(uint8_t out[COORDINATE_BYTES], const POINT_AFFINE *a)
{
    FIELD(write)(out, &a->x);
    out[0] |= FLAG_COMPRESSED;
    if (POINT(affine_is_identity)(a))
        out[0] |= FLAG_INFINITY;
    else if (FIELD(is_larger)(&a->y))
        out[0] |= FLAG_LARGER;
}

static enum status POINT(check_membership)(const POINT_AFFINE *a, unsigned check, const char *where,
                                           struct error *err)
{
    if ((check & CHECK_MASK) == POINT_CHECK_SUBGROUP && !POINT(is_in_subgroup)(a))
        return error_set(err, STATUS_NOT_IN_SUBGROUP, where,
                         "point is on the curve but outside the subgroup of order r");
    return STATUS_OK;
}

enum status POINT(decode)(POINT_AFFINE *out, const uint8_t in[2 * COORDINATE_BYTES], unsigned check,
                          const char *where, struct error *err)
{
    POINT_AFFINE a = POINT(affine_identity);
    bool infinity;
    enum status status = flags_check(&infinity, in, 2 * COORDINATE_BYTES, false, check, where, err);

    if (status == STATUS_OK && !infinity)
        status = FIELD(read)(&a.x, in, where, err);
    if (status == STATUS_OK && !infinity)
        status = FIELD(read)(&a.y, in + COORDINATE_BYTES, where, err);
    if (status == STATUS_OK && !infinity) {
        /* Coordinates 0, 0 without the infinity flag must not pass for the identity. */
        if (POINT(affine_is_identity)(&a) ||
            ((check & CHECK_MASK) != POINT_CHECK_NONE && !POINT(is_on_curve)(&a)))
            return error_set(err, STATUS_NOT_ON_CURVE, where, "point is not on the curve");
        status = POINT(check_membership)(&a, check, where, err);
    }
    if (status == STATUS_OK)
        *out = a;
    return status;
}

enum status POINT(decode_compressed)(POINT_AFFINE *out, const uint8_t in[COORDINATE_BYTES],
                                     unsigned check, const char *where, struct error *err)
{
    POINT_AFFINE a = POINT(affine_identity);
    FIELD_ELEMENT y2;
    uint8_t x_bytes[COORDINATE_BYTES];
    bool infinity;
    enum status status = flags_check(&infinity, in, COORDINATE_BYTES, true, check, where, err);

    if (status == STATUS_OK && !infinity) {
        memcpy(x_bytes, in, sizeof x_bytes);
        x_bytes[0] &= (uint8_t)~FLAGS;
        status = FIELD(read)(&a.x, x_bytes, where, err);
    }
    if (status == STATUS_OK && !infinity) {
        FIELD(sqr)(&y2, &a.x);
        FIELD(mul)(&y2, &y2, &a.x);
        FIELD(add)(&y2, &y2, &POINT_CURVE_B);
        if (!FIELD(sqrt)(&a.y, &y2))
            return error_set(err, STATUS_NOT_ON_CURVE, where,
                             "no point of the curve has this x coordinate");
        if (FIELD(is_larger)(&a.y) != ((in[0] & FLAG_LARGER) != 0))
            FIELD(neg)(&a.y, &a.y);
        status = POINT(check_membership)(&a, check, where, err);
    }
    if (status == STATUS_OK)
        *out = a;
    return status;
}
