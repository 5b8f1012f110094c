/* Template: struct point_ops over affine points, one pair at a time, for G1 and G2.
 *
 * The includer defines POINT(name), POINT_AFFINE, FIELD(name), FIELD_ELEMENT, ENCODED_BYTES, and
 * POINT_GROUP and POINT_OPS, the names of the tables. Source: Montgomery's simultaneous
 * inversion; docs/math.md, "Many additions, one inversion". */

enum outcome { SUM, FIRST, SECOND, IDENTITY };

struct addition {
    FIELD_ELEMENT x1, x2, y1, y2, numerator, denominator, prefix;
    enum outcome outcome;
};

/* Numerator and denominator of the slope; 1 where there is none. */
static void begin(struct addition *t, const POINT_AFFINE *a, const POINT_AFFINE *b)
{
    t->outcome = POINT(affine_is_identity)(a) ? SECOND : POINT(affine_is_identity)(b) ? FIRST : SUM;
    FIELD(sub)(&t->denominator, &t->x2, &t->x1);
    FIELD(sub)(&t->numerator, &t->y2, &t->y1);
    if (t->outcome == SUM && FIELD(is_zero)(&t->denominator)) {
        if (!FIELD(is_zero)(&t->numerator)) {
            t->outcome = IDENTITY;
        } else {
            FIELD(double)(&t->denominator, &t->y1);
            FIELD(sqr)(&t->numerator, &t->x1);
            FIELD_ELEMENT twice;
            FIELD(double)(&twice, &t->numerator);
            FIELD(add)(&t->numerator, &t->numerator, &twice);
        }
    }
    if (t->outcome != SUM)
        t->denominator = FIELD(one);
}

static void finish(POINT_AFFINE *out, const struct addition *t, const FIELD_ELEMENT *inverse)
{
    FIELD_ELEMENT slope, x, y;
    switch (t->outcome) {
    case SUM:
        FIELD(mul)(&slope, &t->numerator, inverse);
        FIELD(sqr)(&x, &slope);
        FIELD(sub)(&x, &x, &t->x1);
        FIELD(sub)(&x, &x, &t->x2);
        FIELD(sub)(&y, &t->x1, &x);
        FIELD(mul)(&y, &y, &slope);
        FIELD(sub)(&out->y, &y, &t->y1);
        out->x = x;
        break;
    case FIRST:
        out->x = t->x1;
        out->y = t->y1;
        break;
    case SECOND:
        out->x = t->x2;
        out->y = t->y2;
        break;
    case IDENTITY:
        *out = POINT(affine_identity);
        break;
    }
}

static const POINT_AFFINE *point_at(uintptr_t tagged)
{
    return (const POINT_AFFINE *)(tagged & ~POINT_OPPOSITE);
}

static void add_pairs(const struct point_pair *pairs, size_t count, void *scratch)
{
    struct addition *additions = scratch;
    FIELD_ELEMENT product = FIELD(one);
    for (size_t i = 0; i < count; i++) {
        struct addition *t = &additions[i];
        const POINT_AFFINE *a = point_at(pairs[i].a), *b = point_at(pairs[i].b);
        if (i + 4 < count) {
            __builtin_prefetch(point_at(pairs[i + 4].a));
            __builtin_prefetch(point_at(pairs[i + 4].b));
        }
        t->x1 = a->x;
        t->y1 = a->y;
        t->x2 = b->x;
        t->y2 = b->y;
        if (pairs[i].a & POINT_OPPOSITE)
            FIELD(neg)(&t->y1, &t->y1);
        if (pairs[i].b & POINT_OPPOSITE)
            FIELD(neg)(&t->y2, &t->y2);
        begin(t, a, b);
        t->prefix = product;
        FIELD(mul)(&product, &product, &t->denominator);
    }
    FIELD_ELEMENT inverse;
    FIELD(inverse)(&inverse, &product);
    for (size_t i = count; i-- > 0;) {
        const struct addition *t = &additions[i];
        FIELD_ELEMENT own;
        FIELD(mul)(&own, &inverse, &t->prefix);
        FIELD(mul)(&inverse, &inverse, &t->denominator);
        finish(pairs[i].out, t, &own);
    }
}

static void copy(void *out, uintptr_t a)
{
    POINT_AFFINE t = *point_at(a);
    if (a & POINT_OPPOSITE)
        POINT(affine_neg)(&t, &t);
    memcpy(out, &t, sizeof t);
}

static bool is_identity(const void *a)
{
    return POINT(affine_is_identity)(a);
}

static size_t decode(void *out, const uint8_t *in, const uint32_t *index, size_t count)
{
    POINT_AFFINE *points = out;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *bytes = in + (index ? index[i] : i) * ENCODED_BYTES;
        if (POINT(decode)(&points[i], bytes, POINT_CHECK_NONE, "", NULL) != STATUS_OK)
            return i;
    }
    return count;
}

static void from_affine(void *out, const void *in, const uint32_t *index, size_t count)
{
    const POINT_AFFINE *points = in;
    if (index == NULL) {
        memcpy(out, in, count * sizeof *points);
        return;
    }
    for (size_t i = 0; i < count; i++)
        ((POINT_AFFINE *)out)[i] = points[index[i]];
}

static void to_affine(void *out, const void *in, size_t count)
{
    memcpy(out, in, count * sizeof(POINT_AFFINE));
}

static size_t off_curve(const void *points, size_t count)
{
    const POINT_AFFINE *p = points;
    size_t i = 0;
    while (i < count && !POINT(affine_is_identity)(&p[i]) && POINT(is_on_curve)(&p[i]))
        i++;
    return i;
}

const struct point_ops POINT_OPS = {
    .group = &POINT_GROUP,
    .point_bytes = sizeof(POINT_AFFINE),
    .scratch_bytes_per_pair = sizeof(struct addition),
    .add_pairs = add_pairs,
    .copy = copy,
    .is_identity = is_identity,
    .decode = decode,
    .from_affine = from_affine,
    .to_affine = to_affine,
    .off_curve = off_curve,
};
