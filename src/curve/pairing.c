#include "curve/pairing.h"

#include "base/memory.h"
#include "curve/constants.h"

/* One line per doubling and per addition: 63 bits below the top one of |x|, five of them set. */
#define LINE_COUNT (CURVE_X_BITS - 1 + 5)

/* Points whose lines are computed side by side, so that they fit the stack. */
#define CHUNK_POINTS 8

/* The line a + (b xP) w^2 + (c yP) w^3 at P. */
struct line {
    fp2 a, b, c;
};

struct g2_prepared {
    bool is_identity;
    struct line lines[LINE_COUNT];
};

/* Homogeneous coordinates: x = X/Z, y = Y/Z. */
struct projective {
    fp2 x, y, z;
};

static bool x_bit(unsigned bit)
{
    return (CURVE_X_ABS >> bit & 1) != 0;
}

/* t = 2t and the tangent at t. Costello, Lange, Naehrig (eprint 2009/615); docs/math.md. */
static void double_step(struct line *line, struct projective *t)
{
    fp2 xy, b, e, f, h, s;

    fp2_mul(&xy, &t->x, &t->y);
    fp2_sqr(&b, &t->y);
    fp2_sqr(&s, &t->z);
    /* e = 3 b' Z^2 = 12 (u + 1) Z^2 */
    fp2_mul_nonresidue(&e, &s);
    fp2_double(&f, &e);
    fp2_add(&e, &f, &e);
    fp2_double(&e, &e);
    fp2_double(&e, &e);
    /* h = 2YZ */
    fp2_add(&h, &t->y, &t->z);
    fp2_sqr(&h, &h);
    fp2_sub(&h, &h, &b);
    fp2_sub(&h, &h, &s);

    fp2_sub(&line->a, &b, &e);
    fp2_sqr(&s, &t->x);
    fp2_double(&f, &s);
    fp2_add(&f, &f, &s);
    fp2_neg(&line->b, &f);
    line->c = h;

    /* (X, Y, Z) = (2XY (b - 3e), (b + 3e)^2 - 12 e^2, 4bh) */
    fp2_double(&f, &e);
    fp2_add(&f, &f, &e);
    fp2_sub(&s, &b, &f);
    fp2_mul(&s, &s, &xy);
    fp2_double(&t->x, &s);
    fp2_add(&f, &f, &b);
    fp2_sqr(&f, &f);
    fp2_double(&e, &e);
    fp2_sqr(&e, &e);
    fp2_sub(&f, &f, &e);
    fp2_double(&e, &e);
    fp2_sub(&t->y, &f, &e);
    fp2_mul(&b, &b, &h);
    fp2_double(&b, &b);
    fp2_double(&t->z, &b);
}

/* t = t + q and the line through both; q is neither t nor -t, as t = [k]q with 1 < k < r - 1. */
static void add_step(struct line *line, struct projective *t, const g2_affine *q)
{
    fp2 theta, lambda, d, e, f, g, h;

    fp2_mul(&theta, &q->y, &t->z);
    fp2_sub(&theta, &t->y, &theta);
    fp2_mul(&lambda, &q->x, &t->z);
    fp2_sub(&lambda, &t->x, &lambda);

    fp2_mul(&line->a, &theta, &q->x);
    fp2_mul(&d, &lambda, &q->y);
    fp2_sub(&line->a, &line->a, &d);
    fp2_neg(&line->b, &theta);
    line->c = lambda;

    fp2_sqr(&d, &lambda);
    fp2_mul(&e, &lambda, &d);
    fp2_sqr(&f, &theta);
    fp2_mul(&f, &f, &t->z);
    fp2_mul(&g, &t->x, &d);
    fp2_add(&h, &e, &f);
    fp2_sub(&h, &h, &g);
    fp2_sub(&h, &h, &g);
    fp2_mul(&t->x, &lambda, &h);
    fp2_sub(&g, &g, &h);
    fp2_mul(&g, &g, &theta);
    fp2_mul(&f, &e, &t->y);
    fp2_sub(&t->y, &g, &f);
    fp2_mul(&t->z, &t->z, &e);
}

static void start(struct projective *t, const g2_affine *q)
{
    t->x = q->x;
    t->y = q->y;
    t->z = fp2_one;
}

static void multiply_line(fp12 *f, const struct line *line, const g1_affine *p)
{
    fp2 b, c;

    fp2_mul_fp(&b, &line->b, &p->x);
    fp2_mul_fp(&c, &line->c, &p->y);
    fp12_mul_line(f, f, &line->a, &b, &c);
}

enum status g2_prepare(struct g2_prepared **out, const g2_affine *q, struct error *err)
{
    struct g2_prepared *prepared;
    struct projective t;
    void *memory;
    size_t next = 0;
    enum status status = memory_alloc(&memory, 1, sizeof *prepared, "lines of a G2 point", err);

    if (status != STATUS_OK)
        return status;
    prepared = memory;
    prepared->is_identity = g2_affine_is_identity(q);
    if (!prepared->is_identity) {
        start(&t, q);
        for (unsigned bit = CURVE_X_BITS - 1; bit-- > 0;) {
            double_step(&prepared->lines[next++], &t);
            if (x_bit(bit))
                add_step(&prepared->lines[next++], &t, q);
        }
    }
    *out = prepared;
    return STATUS_OK;
}

static void multiply_prepared(fp12 *f, const g1_affine *p, const struct g2_prepared *const *q,
                              size_t count, size_t index)
{
    for (size_t i = 0; i < count; i++) {
        if (!q[i]->is_identity && !g1_affine_is_identity(&p[i]))
            multiply_line(f, &q[i]->lines[index], &p[i]);
    }
}

/* The loop over |x|; x is negative, so the result is inverted, for which the conjugate does up to
 * factors that the final exponentiation removes. */
void miller_loop(fp12 *out, const g1_affine *p, const struct g2_prepared *const *q, size_t count)
{
    fp12 f = fp12_one;
    size_t next = 0;

    for (unsigned bit = CURVE_X_BITS - 1; bit-- > 0;) {
        if (next > 0)
            fp12_sqr(&f, &f);
        multiply_prepared(&f, p, q, count, next++);
        if (x_bit(bit))
            multiply_prepared(&f, p, q, count, next++);
    }
    fp12_conjugate(out, &f);
}

/* The same for at most CHUNK_POINTS finite pairs, with the lines made on the way. */
static void miller_chunk(fp12 *out, const g1_affine *const *p, const g2_affine *const *q,
                         size_t count)
{
    struct projective t[CHUNK_POINTS];
    struct line line;
    fp12 f = fp12_one;

    for (size_t i = 0; i < count; i++)
        start(&t[i], q[i]);
    for (unsigned bit = CURVE_X_BITS - 1; bit-- > 0;) {
        if (bit != CURVE_X_BITS - 2)
            fp12_sqr(&f, &f);
        for (size_t i = 0; i < count; i++) {
            double_step(&line, &t[i]);
            multiply_line(&f, &line, p[i]);
        }
        for (size_t i = 0; i < count && x_bit(bit); i++) {
            add_step(&line, &t[i], q[i]);
            multiply_line(&f, &line, p[i]);
        }
    }
    fp12_conjugate(out, &f);
}

void miller_loop_points(fp12 *out, const g1_affine *p, const g2_affine *q, size_t count)
{
    const g1_affine *chunk_p[CHUNK_POINTS];
    const g2_affine *chunk_q[CHUNK_POINTS];
    fp12 product = fp12_one, f;
    size_t used = 0;

    for (size_t i = 0; i < count; i++) {
        if (!g1_affine_is_identity(&p[i]) && !g2_affine_is_identity(&q[i])) {
            chunk_p[used] = &p[i];
            chunk_q[used++] = &q[i];
        }
        if (used == CHUNK_POINTS || (used > 0 && i + 1 == count)) {
            miller_chunk(&f, chunk_p, chunk_q, used);
            fp12_mul(&product, &product, &f);
            used = 0;
        }
    }
    *out = product;
}

/* out = a^x for a cyclotomic a */
static void pow_x(fp12 *out, const fp12 *a)
{
    const uint64_t x_abs = CURVE_X_ABS;

    fp12_cyclotomic_pow(out, a, &x_abs, 1);
    fp12_conjugate(out, out);
}

/* f^(3 (p^12 - 1)/r), by 3 (p^4 - p^2 + 1)/r = (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3. The factor 3
 * does not divide r, so the result is as good a pairing. Source: Hayashida, Hayasaka, Teruya,
 * eprint 2020/875. */
void final_exponentiation(fp12 *out, const fp12 *f)
{
    fp12 a, b, c, t;

    /* a = f^((p^6 - 1)(p^2 + 1)) */
    fp12_inverse(&t, f);
    fp12_conjugate(&a, f);
    fp12_mul(&a, &a, &t);
    fp12_frobenius(&t, &a, 2);
    fp12_mul(&a, &a, &t);

    /* b = a^((x - 1)^2) */
    pow_x(&b, &a);
    fp12_conjugate(&t, &a);
    fp12_mul(&b, &b, &t);
    pow_x(&c, &b);
    fp12_conjugate(&t, &b);
    fp12_mul(&b, &c, &t);
    /* c = b^(x + p) */
    pow_x(&c, &b);
    fp12_frobenius(&t, &b, 1);
    fp12_mul(&c, &c, &t);
    /* b = c^(x^2 + p^2 - 1) */
    pow_x(&b, &c);
    pow_x(&b, &b);
    fp12_frobenius(&t, &c, 2);
    fp12_mul(&b, &b, &t);
    fp12_conjugate(&t, &c);
    fp12_mul(&b, &b, &t);

    fp12_cyclotomic_sqr(&t, &a);
    fp12_mul(&t, &t, &a);
    fp12_mul(out, &b, &t);
}

bool pairing_product_is_one(const g1_affine *p, const g2_affine *q, size_t count)
{
    fp12 f;

    miller_loop_points(&f, p, q, count);
    final_exponentiation(&f, &f);
    return fp12_is_one(&f);
}
