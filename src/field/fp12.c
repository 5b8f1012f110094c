#include "field/fp12.h"

#include "field/constants.h"
#include "field/tower_constants.h"

const fp12 fp12_one = {.c0 = {.c0 = {FP_ONE, {{0}}}}};

void fp12_mul(fp12 *out, const fp12 *a, const fp12 *b)
{
    fp6 t0, t1, sum_a, sum_b;

    fp6_add(&sum_a, &a->c0, &a->c1);
    fp6_add(&sum_b, &b->c0, &b->c1);
    fp6_mul(&t0, &a->c0, &b->c0);
    fp6_mul(&t1, &a->c1, &b->c1);
    fp6_mul(&sum_a, &sum_a, &sum_b);
    fp6_sub(&sum_a, &sum_a, &t0);
    fp6_sub(&out->c1, &sum_a, &t1);
    fp6_mul_nonresidue(&t1, &t1);
    fp6_add(&out->c0, &t0, &t1);
}

/* With t = a0 a1: c0 = (a0 + a1)(a0 + v a1) - t - v t, c1 = 2t. */
void fp12_sqr(fp12 *out, const fp12 *a)
{
    fp6 t, left, right;

    fp6_add(&left, &a->c0, &a->c1);
    fp6_mul_nonresidue(&right, &a->c1);
    fp6_add(&right, &right, &a->c0);
    fp6_mul(&t, &a->c0, &a->c1);
    fp6_mul(&left, &left, &right);
    fp6_double(&out->c1, &t);
    fp6_sub(&left, &left, &t);
    fp6_mul_nonresidue(&t, &t);
    fp6_sub(&out->c0, &left, &t);
}

void fp12_conjugate(fp12 *out, const fp12 *a)
{
    out->c0 = a->c0;
    fp6_neg(&out->c1, &a->c1);
}

/* The conjugate over the norm a0^2 - v a1^2. */
void fp12_inverse(fp12 *out, const fp12 *a)
{
    fp6 norm, t;

    fp6_sqr(&norm, &a->c0);
    fp6_sqr(&t, &a->c1);
    fp6_mul_nonresidue(&t, &t);
    fp6_sub(&norm, &norm, &t);
    fp6_inverse(&norm, &norm);
    fp6_mul(&out->c0, &a->c0, &norm);
    fp6_neg(&norm, &norm);
    fp6_mul(&out->c1, &a->c1, &norm);
}

bool fp12_is_one(const fp12 *a)
{
    return fp12_equal(a, &fp12_one);
}

bool fp12_equal(const fp12 *a, const fp12 *b)
{
    return fp6_equal(&a->c0, &b->c0) && fp6_equal(&a->c1, &b->c1);
}

/* The line is (a + b v) + (c v) w. */
void fp12_mul_line(fp12 *out, const fp12 *f, const fp2 *a, const fp2 *b, const fp2 *c)
{
    fp6 t0, t1, sum;
    fp2 b_c;

    fp6_mul_by_01(&t0, &f->c0, a, b);
    fp6_mul_by_1(&t1, &f->c1, c);
    fp2_add(&b_c, b, c);
    fp6_add(&sum, &f->c0, &f->c1);
    fp6_mul_by_01(&sum, &sum, a, &b_c);
    fp6_sub(&sum, &sum, &t0);
    fp6_sub(&out->c1, &sum, &t1);
    fp6_mul_nonresidue(&t1, &t1);
    fp6_add(&out->c0, &t0, &t1);
}

void fp12_frobenius(fp12 *out, const fp12 *a, unsigned power)
{
    /* The coefficients of w, w^2, ..., w^5; that of 1 is only conjugated. */
    fp2 *const to[5] = {&out->c1.c0, &out->c0.c1, &out->c1.c1, &out->c0.c2, &out->c1.c2};

    *out = *a;
    if (power % 2 != 0)
        fp2_conjugate(&out->c0.c0, &out->c0.c0);
    for (int i = 0; i < 5; i++) {
        if (power % 2 != 0)
            fp2_conjugate(to[i], to[i]);
        fp2_mul(to[i], to[i], &tower_frobenius[power - 1][i]);
    }
}

void fp12_pow(fp12 *out, const fp12 *a, const uint64_t *e, size_t limbs)
{
    fp12 base = *a, result = fp12_one;

    for (size_t bit = limbs * 64; bit-- > 0;) {
        fp12_sqr(&result, &result);
        if (e[bit / 64] >> (bit % 64) & 1)
            fp12_mul(&result, &result, &base);
    }
    *out = result;
}

/* (x + y s)^2 in Fp4 = Fp2[s]/(s^2 - (u + 1)) */
static void fp4_sqr(fp2 *out0, fp2 *out1, const fp2 *x, const fp2 *y)
{
    fp2 x2, y2, sum;

    fp2_add(&sum, x, y);
    fp2_sqr(&x2, x);
    fp2_sqr(&y2, y);
    fp2_sqr(&sum, &sum);
    fp2_sub(&sum, &sum, &x2);
    fp2_sub(out1, &sum, &y2);
    fp2_mul_nonresidue(&y2, &y2);
    fp2_add(out0, &x2, &y2);
}

/* out = 3 t - 2 z */
static void triple_minus(fp2 *out, const fp2 *t, const fp2 *z)
{
    fp2 d;

    fp2_sub(&d, t, z);
    fp2_double(&d, &d);
    fp2_add(out, &d, t);
}

/* out = 3 t + 2 z */
static void triple_plus(fp2 *out, const fp2 *t, const fp2 *z)
{
    fp2 d;

    fp2_add(&d, t, z);
    fp2_double(&d, &d);
    fp2_add(out, &d, t);
}

/* Granger and Scott, eprint 2009/565. */
void fp12_cyclotomic_sqr(fp12 *out, const fp12 *a)
{
    fp2 a0, a1, b0, b1, c0, c1;

    fp4_sqr(&a0, &a1, &a->c0.c0, &a->c1.c1);
    fp4_sqr(&b0, &b1, &a->c1.c0, &a->c0.c2);
    fp4_sqr(&c0, &c1, &a->c0.c1, &a->c1.c2);
    fp2_mul_nonresidue(&c1, &c1);
    triple_minus(&out->c0.c0, &a0, &a->c0.c0);
    triple_minus(&out->c0.c1, &b0, &a->c0.c1);
    triple_minus(&out->c0.c2, &c0, &a->c0.c2);
    triple_plus(&out->c1.c0, &c1, &a->c1.c0);
    triple_plus(&out->c1.c1, &a1, &a->c1.c1);
    triple_plus(&out->c1.c2, &b1, &a->c1.c2);
}

void fp12_cyclotomic_pow(fp12 *out, const fp12 *a, const uint64_t *e, size_t limbs)
{
    fp12 base = *a, result = fp12_one;
    bool started = false;

    for (size_t bit = limbs * 64; bit-- > 0;) {
        if (started)
            fp12_cyclotomic_sqr(&result, &result);
        if (e[bit / 64] >> (bit % 64) & 1) {
            if (started)
                fp12_mul(&result, &result, &base);
            else
                result = base;
            started = true;
        }
    }
    *out = result;
}
