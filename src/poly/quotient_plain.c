#include "poly/quotient.h"

static void scale_by_powers(fr *values, unsigned log_size, const fr *base)
{
    fr power = fr_one;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        fr_mul(&values[i], &values[i], &power);
        fr_mul(&power, &power, base);
    }
}

void quotient_plain(fr *a, fr *b, fr *c, unsigned log_size)
{
    size_t size = (size_t)1 << log_size;
    fr shift, shift_inverse, z;
    fr_from_u64(&shift, FR_GENERATOR);
    fr_inverse(&shift_inverse, &shift);

    fr *const vectors[] = {a, b, c};
    for (int v = 0; v < 3; v++) {
        ntt_inverse_plain(vectors[v], log_size);
        scale_by_powers(vectors[v], log_size, &shift);
        ntt_forward_plain(vectors[v], log_size);
    }

    /* z is the same number at every point of the coset. */
    const uint64_t exponent = size;
    fr_pow(&z, &shift, &exponent, 1);
    fr_sub(&z, &z, &fr_one);
    fr_inverse(&z, &z);
    for (size_t i = 0; i < size; i++) {
        fr_mul(&a[i], &a[i], &b[i]);
        fr_sub(&a[i], &a[i], &c[i]);
        fr_mul(&a[i], &a[i], &z);
    }
    ntt_inverse_plain(a, log_size);
    scale_by_powers(a, log_size, &shift_inverse);
}
