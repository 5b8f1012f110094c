#include "field/fp2.h"

#include "field/constants.h"

const fp2 fp2_zero = {{{0}}, {{0}}};
const fp2 fp2_one = {FP_ONE, {{0}}};

void fp2_add(fp2 *out, const fp2 *a, const fp2 *b)
{
    fp_add(&out->c0, &a->c0, &b->c0);
    fp_add(&out->c1, &a->c1, &b->c1);
}

void fp2_sub(fp2 *out, const fp2 *a, const fp2 *b)
{
    fp_sub(&out->c0, &a->c0, &b->c0);
    fp_sub(&out->c1, &a->c1, &b->c1);
}

void fp2_neg(fp2 *out, const fp2 *a)
{
    fp_neg(&out->c0, &a->c0);
    fp_neg(&out->c1, &a->c1);
}

void fp2_double(fp2 *out, const fp2 *a)
{
    fp_double(&out->c0, &a->c0);
    fp_double(&out->c1, &a->c1);
}

/* Karatsuba: (a0 + a1)(b0 + b1) - a0 b0 - a1 b1 = a0 b1 + a1 b0 */
void fp2_mul_portable(fp2 *out, const fp2 *a, const fp2 *b)
{
    fp low, high, sa, sb, cross;
    fp_add(&sa, &a->c0, &a->c1);
    fp_add(&sb, &b->c0, &b->c1);
    fp_mul(&low, &a->c0, &b->c0);
    fp_mul(&high, &a->c1, &b->c1);
    fp_mul(&cross, &sa, &sb);
    fp_sub(&cross, &cross, &low);
    fp_sub(&out->c1, &cross, &high);
    fp_sub(&out->c0, &low, &high);
}

/* (a0 + a1)(a0 - a1), 2 a0 a1 */
void fp2_sqr_portable(fp2 *out, const fp2 *a)
{
    fp sum, difference, cross;
    fp_add(&sum, &a->c0, &a->c1);
    fp_sub(&difference, &a->c0, &a->c1);
    fp_mul(&cross, &a->c0, &a->c1);
    fp_mul(&out->c0, &sum, &difference);
    fp_double(&out->c1, &cross);
}

void fp2_mul_fp(fp2 *out, const fp2 *a, const fp *b)
{
    fp factor = *b;
    fp_mul(&out->c0, &a->c0, &factor);
    fp_mul(&out->c1, &a->c1, &factor);
}

void fp2_mul_nonresidue(fp2 *out, const fp2 *a)
{
    fp difference;
    fp_sub(&difference, &a->c0, &a->c1);
    fp_add(&out->c1, &a->c0, &a->c1);
    out->c0 = difference;
}

void fp2_conjugate(fp2 *out, const fp2 *a)
{
    out->c0 = a->c0;
    fp_neg(&out->c1, &a->c1);
}

static void norm(fp *out, const fp2 *a)
{
    fp square;
    fp_sqr(&square, &a->c1);
    fp_sqr(out, &a->c0);
    fp_add(out, out, &square);
}

/* conjugate / norm */
void fp2_inverse(fp2 *out, const fp2 *a)
{
    fp n;
    norm(&n, a);
    fp_inverse(&n, &n);
    fp_mul(&out->c0, &a->c0, &n);
    fp_neg(&n, &n);
    fp_mul(&out->c1, &a->c1, &n);
}

void fp2_inverse_batch(fp2 *values, size_t count, fp2 *scratch)
{
    fp2 product = fp2_one;
    for (size_t i = 0; i < count; i++) {
        scratch[i] = product;
        if (!fp2_is_zero(&values[i]))
            fp2_mul(&product, &product, &values[i]);
    }
    fp2_inverse(&product, &product);
    for (size_t i = count; i-- > 0;) {
        if (fp2_is_zero(&values[i]))
            continue;
        fp2 value = values[i];
        fp2_mul(&values[i], &product, &scratch[i]);
        fp2_mul(&product, &product, &value);
    }
}

/* Complex method: with n = sqrt(norm), x0^2 = (a0 +- n)/2 for the sign that gives a square, and
 * x1 = a1 / (2 x0). The two candidates multiply to -a1^2/4, so exactly one is a square when
 * a1 != 0. */
bool fp2_sqrt(fp2 *out, const fp2 *a)
{
    fp2 x;
    fp n, half, inverse;
    if (fp_is_zero(&a->c1)) {
        x = fp2_zero;
        if (!fp_sqrt(&x.c0, &a->c0)) {
            /* -1 is no square, so -a0 is one */
            fp_neg(&n, &a->c0);
            (void)fp_sqrt(&x.c1, &n);
        }
        *out = x;
        return true;
    }
    norm(&n, a);
    if (!fp_sqrt(&n, &n))
        return false;
    fp_add(&half, &a->c0, &n);
    fp_mul(&half, &half, &fp_half);
    if (!fp_sqrt_and_inverse(&x.c0, &inverse, &half)) {
        fp_sub(&half, &half, &n);
        if (!fp_sqrt_and_inverse(&x.c0, &inverse, &half))
            return false;
    }
    fp_mul(&inverse, &inverse, &fp_half);
    fp_mul(&x.c1, &a->c1, &inverse);
    *out = x;
    return true;
}

bool fp2_is_zero(const fp2 *a)
{
    return fp_is_zero(&a->c0) && fp_is_zero(&a->c1);
}

bool fp2_equal(const fp2 *a, const fp2 *b)
{
    return fp_equal(&a->c0, &b->c0) && fp_equal(&a->c1, &b->c1);
}

bool fp2_is_larger(const fp2 *a)
{
    return fp_is_zero(&a->c1) ? fp_is_larger(&a->c0) : fp_is_larger(&a->c1);
}
