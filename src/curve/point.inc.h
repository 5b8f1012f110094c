/* Arithmetic of a short Weierstrass curve y^2 = x^3 + b in XYZZ coordinates, for G1 and G2.
 *
 * The includer defines POINT(name), POINT_AFFINE, POINT_XYZZ (the group's names), FIELD(name),
 * FIELD_ELEMENT and POINT_CURVE_B. Neither curve has a point with y = 0. Formulas:
 * Explicit-Formulas Database, shortw/xyzz: dbl-2008-s-1, add-2008-s, madd-2008-s; docs/math.md. */

#define WINDOW_BITS 4u

const POINT_AFFINE POINT(affine_identity);
const POINT_XYZZ POINT(identity);

bool POINT(affine_is_identity)(const POINT_AFFINE *a)
{
    return FIELD(is_zero)(&a->x) && FIELD(is_zero)(&a->y);
}

bool POINT(affine_equal)(const POINT_AFFINE *a, const POINT_AFFINE *b)
{
    return FIELD(equal)(&a->x, &b->x) && FIELD(equal)(&a->y, &b->y);
}

void POINT(affine_neg)(POINT_AFFINE *out, const POINT_AFFINE *a)
{
    out->x = a->x;
    FIELD(neg)(&out->y, &a->y);
}

bool POINT(is_on_curve)(const POINT_AFFINE *a)
{
    FIELD_ELEMENT left, right;

    if (POINT(affine_is_identity)(a))
        return true;
    FIELD(sqr)(&left, &a->y);
    FIELD(sqr)(&right, &a->x);
    FIELD(mul)(&right, &right, &a->x);
    FIELD(add)(&right, &right, &POINT_CURVE_B);
    return FIELD(equal)(&left, &right);
}

bool POINT(is_in_subgroup_plain)(const POINT_AFFINE *a)
{
    POINT_XYZZ p;

    POINT(from_affine)(&p, a);
    POINT(mul_plain)(&p, &p, fr_modulus.limb, FR_LIMBS);
    return POINT(is_identity)(&p);
}

bool POINT(is_identity)(const POINT_XYZZ *a)
{
    return FIELD(is_zero)(&a->zz);
}

bool POINT(equal)(const POINT_XYZZ *a, const POINT_XYZZ *b)
{
    FIELD_ELEMENT left, right;

    if (POINT(is_identity)(a) || POINT(is_identity)(b))
        return POINT(is_identity)(a) && POINT(is_identity)(b);
    FIELD(mul)(&left, &a->x, &b->zz);
    FIELD(mul)(&right, &b->x, &a->zz);
    if (!FIELD(equal)(&left, &right))
        return false;
    FIELD(mul)(&left, &a->y, &b->zzz);
    FIELD(mul)(&right, &b->y, &a->zzz);
    return FIELD(equal)(&left, &right);
}

void POINT(from_affine)(POINT_XYZZ *out, const POINT_AFFINE *a)
{
    if (POINT(affine_is_identity)(a)) {
        *out = POINT(identity);
        return;
    }
    out->x = a->x;
    out->y = a->y;
    out->zz = FIELD(one);
    out->zzz = FIELD(one);
}

/* With i = 1/ZZZ: y = Y i and, as ZZ^3 = ZZZ^2, x = X (ZZ i)^2. */
static void POINT(scale)(POINT_AFFINE *out, const POINT_XYZZ *a, const FIELD_ELEMENT *zzz_inverse)
{
    FIELD_ELEMENT t;

    FIELD(mul)(&t, &a->zz, zzz_inverse);
    FIELD(sqr)(&t, &t);
    FIELD(mul)(&out->x, &a->x, &t);
    FIELD(mul)(&out->y, &a->y, zzz_inverse);
}

void POINT(to_affine)(POINT_AFFINE *out, const POINT_XYZZ *a)
{
    FIELD_ELEMENT inverse;

    if (POINT(is_identity)(a)) {
        *out = POINT(affine_identity);
        return;
    }
    FIELD(inverse)(&inverse, &a->zzz);
    POINT(scale)(out, a, &inverse);
}

void POINT(to_affine_batch)(POINT_AFFINE *out, const POINT_XYZZ *points, size_t count,
                            FIELD_ELEMENT *scratch)
{
    FIELD_ELEMENT product = FIELD(one), inverse;

    for (size_t i = 0; i < count; i++) {
        scratch[i] = product;
        if (!POINT(is_identity)(&points[i]))
            FIELD(mul)(&product, &product, &points[i].zzz);
    }
    FIELD(inverse)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        if (POINT(is_identity)(&points[i])) {
            out[i] = POINT(affine_identity);
            continue;
        }
        FIELD(mul)(&inverse, &product, &scratch[i]);
        FIELD(mul)(&product, &product, &points[i].zzz);
        POINT(scale)(&out[i], &points[i], &inverse);
    }
}

void POINT(double)(POINT_XYZZ *out, const POINT_XYZZ *a)
{
    FIELD_ELEMENT u, v, w, s, m, t;

    FIELD(double)(&u, &a->y);
    FIELD(sqr)(&v, &u);
    FIELD(mul)(&w, &u, &v);
    FIELD(mul)(&s, &a->x, &v);
    FIELD(sqr)(&t, &a->x);
    FIELD(double)(&m, &t);
    FIELD(add)(&m, &m, &t);
    FIELD(mul)(&t, &w, &a->y);
    FIELD(sqr)(&out->x, &m);
    FIELD(sub)(&out->x, &out->x, &s);
    FIELD(sub)(&out->x, &out->x, &s);
    FIELD(sub)(&s, &s, &out->x);
    FIELD(mul)(&s, &m, &s);
    FIELD(sub)(&out->y, &s, &t);
    FIELD(mul)(&out->zz, &v, &a->zz);
    FIELD(mul)(&out->zzz, &w, &a->zzz);
}

/* The shared end of both additions: out = the sum from u1 = x1, s1 = y1 over the common
 * denominators zz, zzz, and the differences p of x and r of y, p != 0. */
static void POINT(add_finish)(POINT_XYZZ *out, const FIELD_ELEMENT *u1, const FIELD_ELEMENT *s1,
                              const FIELD_ELEMENT *zz, const FIELD_ELEMENT *zzz,
                              const FIELD_ELEMENT *p, const FIELD_ELEMENT *r)
{
    FIELD_ELEMENT pp, ppp, q, x, t;

    FIELD(sqr)(&pp, p);
    FIELD(mul)(&ppp, p, &pp);
    FIELD(mul)(&q, u1, &pp);
    FIELD(mul)(&t, s1, &ppp);
    FIELD(sqr)(&x, r);
    FIELD(sub)(&x, &x, &ppp);
    FIELD(sub)(&x, &x, &q);
    FIELD(sub)(&x, &x, &q);
    FIELD(sub)(&q, &q, &x);
    FIELD(mul)(&q, r, &q);
    out->x = x;
    FIELD(sub)(&out->y, &q, &t);
    FIELD(mul)(&out->zz, zz, &pp);
    FIELD(mul)(&out->zzz, zzz, &ppp);
}

void POINT(add)(POINT_XYZZ *out, const POINT_XYZZ *a, const POINT_XYZZ *b)
{
    FIELD_ELEMENT u1, s1, p, r, zz, zzz;

    if (POINT(is_identity)(a)) {
        *out = *b;
        return;
    }
    if (POINT(is_identity)(b)) {
        *out = *a;
        return;
    }
    FIELD(mul)(&u1, &a->x, &b->zz);
    FIELD(mul)(&s1, &a->y, &b->zzz);
    FIELD(mul)(&p, &b->x, &a->zz);
    FIELD(mul)(&r, &b->y, &a->zzz);
    FIELD(sub)(&p, &p, &u1);
    FIELD(sub)(&r, &r, &s1);
    if (FIELD(is_zero)(&p)) {
        if (FIELD(is_zero)(&r))
            POINT(double)(out, a);
        else
            *out = POINT(identity);
        return;
    }
    FIELD(mul)(&zz, &a->zz, &b->zz);
    FIELD(mul)(&zzz, &a->zzz, &b->zzz);
    POINT(add_finish)(out, &u1, &s1, &zz, &zzz, &p, &r);
}

void POINT(add_affine)(POINT_XYZZ *out, const POINT_XYZZ *a, const POINT_AFFINE *b)
{
    FIELD_ELEMENT p, r;

    if (POINT(is_identity)(a)) {
        POINT(from_affine)(out, b);
        return;
    }
    if (POINT(affine_is_identity)(b)) {
        *out = *a;
        return;
    }
    FIELD(mul)(&p, &b->x, &a->zz);
    FIELD(mul)(&r, &b->y, &a->zzz);
    FIELD(sub)(&p, &p, &a->x);
    FIELD(sub)(&r, &r, &a->y);
    if (FIELD(is_zero)(&p)) {
        if (FIELD(is_zero)(&r))
            POINT(double)(out, a);
        else
            *out = POINT(identity);
        return;
    }
    POINT(add_finish)(out, &a->x, &a->y, &a->zz, &a->zzz, &p, &r);
}

void POINT(neg)(POINT_XYZZ *out, const POINT_XYZZ *a)
{
    FIELD_ELEMENT y;

    FIELD(neg)(&y, &a->y);
    *out = *a;
    out->y = y;
}

static size_t POINT(window)(const uint64_t *k, size_t index)
{
    size_t bit = index * WINDOW_BITS;

    return (size_t)(k[bit / 64] >> (bit % 64)) & ((1u << WINDOW_BITS) - 1);
}

void POINT(mul_plain)(POINT_XYZZ *out, const POINT_XYZZ *a, const uint64_t *k, size_t limbs)
{
    POINT_XYZZ multiples[1u << WINDOW_BITS];
    POINT_XYZZ sum = POINT(identity);

    multiples[0] = POINT(identity);
    for (size_t i = 1; i < 1u << WINDOW_BITS; i++)
        POINT(add)(&multiples[i], &multiples[i - 1], a);
    for (size_t i = limbs * 64 / WINDOW_BITS; i-- > 0;) {
        for (unsigned bit = 0; bit < WINDOW_BITS && !POINT(is_identity)(&sum); bit++)
            POINT(double)(&sum, &sum);
        POINT(add)(&sum, &sum, &multiples[POINT(window)(k, i)]);
    }
    *out = sum;
}

void POINT(mul)(POINT_XYZZ *out, const POINT_XYZZ *a, const fr *k)
{
    fr_plain plain;

    fr_to_plain(&plain, k);
    POINT(mul_plain)(out, a, plain.limb, FR_LIMBS);
    memory_wipe(&plain, sizeof plain);
}

/* [|x|]a for the curve parameter x, whose few ones make plain double-and-add the shortest. */
static void POINT(mul_x_abs)(POINT_XYZZ *out, const POINT_XYZZ *a)
{
    POINT_XYZZ base = *a, sum = *a;

    for (unsigned bit = CURVE_X_BITS - 1; bit-- > 0;) {
        POINT(double)(&sum, &sum);
        if (CURVE_X_ABS >> bit & 1)
            POINT(add)(&sum, &sum, &base);
    }
    *out = sum;
}

#undef WINDOW_BITS
