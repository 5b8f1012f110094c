/* Template: struct point_group. The includer defines POINT(name), POINT_AFFINE, POINT_XYZZ,
 * POINT_GROUP (the table's name) and ENCODED_BYTES. */

static enum status POINT(group_decode)(void *affine, const uint8_t *in, unsigned check,
                                       const char *where, struct error *err)
{
    return POINT(decode)(affine, in, check, where, err);
}

static bool POINT(group_is_identity)(const void *affine)
{
    return POINT(affine_is_identity)(affine);
}

static bool POINT(group_is_on_curve)(const void *affine)
{
    return POINT(is_on_curve)(affine);
}

static bool POINT(group_is_in_subgroup)(const void *affine)
{
    return POINT(is_in_subgroup)(affine);
}

static void POINT(group_sum_clear)(void *sum)
{
    *(POINT_XYZZ *)sum = POINT(identity);
}

static void POINT(group_sum_double)(void *sum)
{
    POINT(double)(sum, sum);
}

static void POINT(group_sum_add)(void *sum, const void *other)
{
    POINT(add)(sum, sum, other);
}

static void POINT(group_sum_add_affine)(void *sum, const void *affine)
{
    POINT(add_affine)(sum, sum, affine);
}

static void POINT(group_sum_to_affine)(void *affine, const void *sum)
{
    POINT(to_affine)(affine, sum);
}

static void POINT(group_sum_add_multiple)(void *sum, const void *affine, const fr *k)
{
    POINT_XYZZ t;
    POINT(from_affine)(&t, affine);
    POINT(mul)(&t, &t, k);
    POINT(add)(sum, sum, &t);
}

const struct point_group POINT_GROUP = {
    .affine_bytes = sizeof(POINT_AFFINE),
    .encoded_bytes = ENCODED_BYTES,
    .sum_bytes = sizeof(POINT_XYZZ),
    .decode = POINT(group_decode),
    .is_identity = POINT(group_is_identity),
    .is_on_curve = POINT(group_is_on_curve),
    .is_in_subgroup = POINT(group_is_in_subgroup),
    .sum_clear = POINT(group_sum_clear),
    .sum_double = POINT(group_sum_double),
    .sum_add = POINT(group_sum_add),
    .sum_add_affine = POINT(group_sum_add_affine),
    .sum_to_affine = POINT(group_sum_to_affine),
    .sum_add_multiple = POINT(group_sum_add_multiple),
};

#undef POINT
#undef POINT_AFFINE
#undef POINT_XYZZ
#undef POINT_GROUP
#undef ENCODED_BYTES
