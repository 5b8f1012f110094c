#include "poly/quotient.h"

#include "poly/ntt_pass.h"

/* Sizes below a tile's. */
static void small_quotient(unsigned log_size, fr *a, fr *b, fr *c)
{
    for (size_t i = 0; i < (size_t)1 << log_size; i++)
        fr_mul(&c[i], &a[i], &b[i]);
    quotient_plain(a, b, c, log_size);
}

void quotient(const struct ntt_plan *plan, struct threads *threads, fr *a, fr *b, fr *c)
{
    if (plan->outer_bits == 0) {
        small_quotient(plan->log_size, a, b, c);
        return;
    }

    fr scale, half, minus_half, unit;
    fr_from_u64(&scale, (uint64_t)1 << plan->log_size);
    fr_inverse(&scale, &scale);
    fr_from_u64(&unit, (uint64_t)1 << ntt_kernel(plan)->product_shift);
    fr_from_u64(&half, 2);
    fr_inverse(&half, &half);
    fr_mul(&half, &half, &unit);
    fr_mul(&half, &half, &scale);
    fr_neg(&minus_half, &half);

    struct ntt_pass pass = {.plan = plan, .threads = threads, .inverse = true, .scale = &half};
    ntt_pass_down(&pass, a, b, c);
    pass.scale = &scale;
    ntt_pass_down(&pass, a, NULL, a);
    ntt_pass_turn(&pass, a);
    ntt_pass_down(&pass, b, NULL, b);
    ntt_pass_turn(&pass, b);
    pass.coset = NTT_ODD;
    pass.scale = &minus_half;
    ntt_pass_product(&pass, a, b);
    ntt_pass_last(&pass, b, c, a, true);
}
