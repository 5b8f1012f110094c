#include "poly/quotient.h"

void quotient(const struct ntt_plan *plan, struct threads *threads, fr *a, fr *b, fr *c)
{
    unsigned log_size = ntt_plan_log_size(plan);
    size_t size = (size_t)1 << log_size;
    fr shift, half;
    fr_root_of_unity(&shift, log_size + 1);
    fr_from_u64(&half, 2);
    fr_inverse(&half, &half);

    for (size_t i = 0; i < size; i++)
        fr_mul(&c[i], &a[i], &b[i]);
    ntt_inverse(plan, threads, c);
    ntt_inverse(plan, threads, a);
    ntt_forward_coset(plan, threads, a, &shift);
    ntt_inverse(plan, threads, b);
    ntt_forward_coset(plan, threads, b, &shift);
    for (size_t i = 0; i < size; i++)
        fr_mul(&a[i], &a[i], &b[i]);
    ntt_inverse_coset(plan, threads, a, &shift);
    for (size_t i = 0; i < size; i++) {
        fr_sub(&a[i], &c[i], &a[i]);
        fr_mul(&a[i], &a[i], &half);
    }
}
