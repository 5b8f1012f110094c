#include "field/fp6.h"

#include "field/constants.h"

const fp6 fp6_zero;
const fp6 fp6_one = {.c0 = {FP_ONE, {{0}}}};

void fp6_add(fp6 *out, const fp6 *a, const fp6 *b)
{
    fp2_add(&out->c0, &a->c0, &b->c0);
    fp2_add(&out->c1, &a->c1, &b->c1);
    fp2_add(&out->c2, &a->c2, &b->c2);
}

void fp6_sub(fp6 *out, const fp6 *a, const fp6 *b)
{
    fp2_sub(&out->c0, &a->c0, &b->c0);
    fp2_sub(&out->c1, &a->c1, &b->c1);
    fp2_sub(&out->c2, &a->c2, &b->c2);
}

void fp6_neg(fp6 *out, const fp6 *a)
{
    fp2_neg(&out->c0, &a->c0);
    fp2_neg(&out->c1, &a->c1);
    fp2_neg(&out->c2, &a->c2);
}

void fp6_double(fp6 *out, const fp6 *a)
{
    fp2_double(&out->c0, &a->c0);
    fp2_double(&out->c1, &a->c1);
    fp2_double(&out->c2, &a->c2);
}

/* out = (a0 + a1)(b0 + b1) - t0 - t1 = a0 b1 + a1 b0, given t0 = a0 b0 and t1 = a1 b1 */
static void cross_product(fp2 *out, const fp2 *a0, const fp2 *a1, const fp2 *b0, const fp2 *b1,
                          const fp2 *t0, const fp2 *t1)
{
    fp2 sum_a, sum_b;

    fp2_add(&sum_a, a0, a1);
    fp2_add(&sum_b, b0, b1);
    fp2_mul(&sum_a, &sum_a, &sum_b);
    fp2_sub(&sum_a, &sum_a, t0);
    fp2_sub(out, &sum_a, t1);
}

/* Karatsuba, six products; v^3 = u + 1. */
void fp6_mul(fp6 *out, const fp6 *a, const fp6 *b)
{
    fp2 t0, t1, t2, x01, x02, x12;

    fp2_mul(&t0, &a->c0, &b->c0);
    fp2_mul(&t1, &a->c1, &b->c1);
    fp2_mul(&t2, &a->c2, &b->c2);
    cross_product(&x01, &a->c0, &a->c1, &b->c0, &b->c1, &t0, &t1);
    cross_product(&x02, &a->c0, &a->c2, &b->c0, &b->c2, &t0, &t2);
    cross_product(&x12, &a->c1, &a->c2, &b->c1, &b->c2, &t1, &t2);
    fp2_mul_nonresidue(&x12, &x12);
    fp2_add(&out->c0, &t0, &x12);
    fp2_mul_nonresidue(&t2, &t2);
    fp2_add(&out->c1, &x01, &t2);
    fp2_add(&out->c2, &x02, &t1);
}

/* Chung and Hasan's SQR2: c2 comes from (a0 - a1 + a2)^2. */
void fp6_sqr(fp6 *out, const fp6 *a)
{
    fp2 s0, s1, s2, s3, s4;

    fp2_sqr(&s0, &a->c0);
    fp2_mul(&s1, &a->c0, &a->c1);
    fp2_double(&s1, &s1);
    fp2_sub(&s2, &a->c0, &a->c1);
    fp2_add(&s2, &s2, &a->c2);
    fp2_sqr(&s2, &s2);
    fp2_mul(&s3, &a->c1, &a->c2);
    fp2_double(&s3, &s3);
    fp2_sqr(&s4, &a->c2);

    fp2_add(&s2, &s2, &s1);
    fp2_add(&s2, &s2, &s3);
    fp2_sub(&s2, &s2, &s0);
    fp2_sub(&out->c2, &s2, &s4);
    fp2_mul_nonresidue(&s3, &s3);
    fp2_add(&out->c0, &s0, &s3);
    fp2_mul_nonresidue(&s4, &s4);
    fp2_add(&out->c1, &s1, &s4);
}

void fp6_mul_by_1(fp6 *out, const fp6 *a, const fp2 *b1)
{
    fp2 t0, t1;

    fp2_mul(&t0, &a->c2, b1);
    fp2_mul(&t1, &a->c0, b1);
    fp2_mul(&out->c2, &a->c1, b1);
    fp2_mul_nonresidue(&out->c0, &t0);
    out->c1 = t1;
}

void fp6_mul_by_01(fp6 *out, const fp6 *a, const fp2 *b0, const fp2 *b1)
{
    fp2 t0, t1, x0, x01, x2;

    fp2_mul(&t0, &a->c0, b0);
    fp2_mul(&t1, &a->c1, b1);
    cross_product(&x01, &a->c0, &a->c1, b0, b1, &t0, &t1);
    fp2_mul(&x0, &a->c2, b1);
    fp2_mul(&x2, &a->c2, b0);
    fp2_mul_nonresidue(&x0, &x0);
    fp2_add(&out->c0, &t0, &x0);
    out->c1 = x01;
    fp2_add(&out->c2, &x2, &t1);
}

void fp6_mul_nonresidue(fp6 *out, const fp6 *a)
{
    fp2 top = a->c2;

    out->c2 = a->c1;
    out->c1 = a->c0;
    fp2_mul_nonresidue(&out->c0, &top);
}

/* The adjoint (x0, x1, x2) over the norm a0 x0 + (u + 1)(a1 x2 + a2 x1). */
void fp6_inverse(fp6 *out, const fp6 *a)
{
    fp2 x0, x1, x2, norm, t;

    fp2_sqr(&x0, &a->c0);
    fp2_mul(&t, &a->c1, &a->c2);
    fp2_mul_nonresidue(&t, &t);
    fp2_sub(&x0, &x0, &t);
    fp2_sqr(&x1, &a->c2);
    fp2_mul_nonresidue(&x1, &x1);
    fp2_mul(&t, &a->c0, &a->c1);
    fp2_sub(&x1, &x1, &t);
    fp2_sqr(&x2, &a->c1);
    fp2_mul(&t, &a->c0, &a->c2);
    fp2_sub(&x2, &x2, &t);

    fp2_mul(&norm, &a->c1, &x2);
    fp2_mul(&t, &a->c2, &x1);
    fp2_add(&norm, &norm, &t);
    fp2_mul_nonresidue(&norm, &norm);
    fp2_mul(&t, &a->c0, &x0);
    fp2_add(&norm, &norm, &t);
    fp2_inverse(&norm, &norm);
    fp2_mul(&out->c0, &x0, &norm);
    fp2_mul(&out->c1, &x1, &norm);
    fp2_mul(&out->c2, &x2, &norm);
}

bool fp6_is_zero(const fp6 *a)
{
    return fp2_is_zero(&a->c0) && fp2_is_zero(&a->c1) && fp2_is_zero(&a->c2);
}

bool fp6_equal(const fp6 *a, const fp6 *b)
{
    return fp2_equal(&a->c0, &b->c0) && fp2_equal(&a->c1, &b->c1) && fp2_equal(&a->c2, &b->c2);
}
