#include "poly/ntt.h"

#include "base/memory.h"

struct ntt_plan {
    unsigned log_size;
};

enum status ntt_plan_make(struct ntt_plan **out, unsigned log_size, struct error *err)
{
    *out = NULL;
    if (log_size > NTT_LOG_SIZE_MAX)
        return error_set(err, STATUS_INVALID_ARGUMENT, "transform", "log size %u, at most %d",
                         log_size, NTT_LOG_SIZE_MAX);
    enum status status = memory_alloc((void **)out, 1, sizeof **out, "transform plan", err);
    if (status == STATUS_OK)
        (*out)->log_size = log_size;
    return status;
}

void ntt_plan_free(struct ntt_plan *plan)
{
    memory_free(plan);
}

size_t ntt_plan_bytes(unsigned log_size)
{
    (void)log_size;
    return sizeof(struct ntt_plan);
}

unsigned ntt_plan_log_size(const struct ntt_plan *plan)
{
    return plan->log_size;
}

static void scale_by_powers(fr *values, unsigned log_size, const fr *base)
{
    fr power = fr_one;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        fr_mul(&values[i], &values[i], &power);
        fr_mul(&power, &power, base);
    }
}

void ntt_forward(const struct ntt_plan *plan, struct threads *threads, fr *values)
{
    (void)threads;
    ntt_forward_plain(values, plan->log_size);
}

void ntt_inverse(const struct ntt_plan *plan, struct threads *threads, fr *values)
{
    (void)threads;
    ntt_inverse_plain(values, plan->log_size);
}

void ntt_forward_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift)
{
    scale_by_powers(values, plan->log_size, shift);
    ntt_forward(plan, threads, values);
}

void ntt_inverse_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift)
{
    fr inverse;
    ntt_inverse(plan, threads, values);
    fr_inverse(&inverse, shift);
    scale_by_powers(values, plan->log_size, &inverse);
}
