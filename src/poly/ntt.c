#include "poly/ntt_pass.h"

#include "base/cpu.h"
#include "base/memory.h"
#include "poly/ntt_roots_x8.h"

/* Two outer digits while a tile takes half of the bits, three above. */
static unsigned choose_outer_bits(unsigned log_size)
{
    if (log_size < NTT_PASS_LOG_SIZE_MIN)
        return 0;
    return log_size <= 2 * TILE_LOG_SIZE_MAX ? log_size / 2 : (log_size + 1) / 3;
}

static void set_digits(struct ntt_plan *plan, unsigned log_size, unsigned outer_bits)
{
    plan->log_size = log_size;
    plan->outer_bits = outer_bits;
    plan->middle_bits = outer_bits == 0 ? 0 : log_size - 2 * outer_bits;
}

/* Roots needed by the largest tile: as many as it has indices, for the odd coset. */
static unsigned root_log_count(const struct ntt_plan *plan)
{
    unsigned outer = plan->outer_bits, middle = plan->middle_bits;
    if (middle <= 1)
        return outer + middle;
    return outer > middle ? outer : middle;
}

static size_t bytes_of(const struct ntt_plan *plan)
{
    size_t per_root =
        sizeof(fr_factor) + (cpu_level_detected() >= CPU_IFMA ? tile_root_x8_bytes : 0);
    return sizeof *plan + (plan->outer_bits == 0 ? 0 : per_root << root_log_count(plan));
}

size_t ntt_plan_bytes(unsigned log_size)
{
    struct ntt_plan plan = {0};
    set_digits(&plan, log_size, choose_outer_bits(log_size));
    return bytes_of(&plan);
}

/* Entry j + 2^i is entry j times a root of order 2^(i+2): bit i of j weighs that much when j's bits
 * are reversed. */
static void fill_roots(fr *roots, unsigned log_count)
{
    roots[0] = fr_one;
    for (unsigned i = 0; i < log_count; i++) {
        fr root;
        fr_root_of_unity(&root, i + 2);
        for (size_t j = 0; j < (size_t)1 << i; j++)
            fr_mul(&roots[j + ((size_t)1 << i)], &roots[j], &root);
    }
}

static enum status make_roots(struct tile_roots *out, unsigned log_count, struct error *err)
{
    size_t count = (size_t)1 << log_count;
    const char *what = "roots of unity";
    fr *roots = NULL;
    out->log_count = log_count;
    enum status status = memory_alloc_raw((void **)&roots, count, sizeof *roots, what, err);
    if (status != STATUS_OK)
        return status;
    fill_roots(roots, log_count);
    status = memory_alloc_raw((void **)&out->scalar, count, sizeof *out->scalar, what, err);
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        fr_factor_make(&out->scalar[i], &roots[i]);
    if (status == STATUS_OK && cpu_level_detected() >= CPU_IFMA) {
        status = memory_alloc_raw(&out->x8, count, tile_root_x8_bytes, what, err);
        if (status == STATUS_OK)
            tile_roots_x8_fill(out->x8, roots, count);
    }
    memory_free(roots);
    return status;
}

enum status ntt_plan_make_digits(struct ntt_plan **out, unsigned log_size, unsigned outer_bits,
                                 struct error *err)
{
    struct ntt_plan *plan;
    *out = NULL;
    enum status status = memory_alloc((void **)&plan, 1, sizeof *plan, "transform plan", err);
    if (status != STATUS_OK)
        return status;
    set_digits(plan, log_size, outer_bits);
    for (unsigned i = 0; i <= log_size; i++)
        fr_root_of_unity(&plan->root_square[i], log_size + 1 - i);
    if (plan->outer_bits > 0)
        status = make_roots(&plan->roots, root_log_count(plan), err);
    if (status != STATUS_OK) {
        ntt_plan_free(plan);
        return status;
    }
    *out = plan;
    return STATUS_OK;
}

enum status ntt_plan_make(struct ntt_plan **out, unsigned log_size, struct error *err)
{
    *out = NULL;
    if (log_size > NTT_LOG_SIZE_MAX)
        return error_set(err, STATUS_INVALID_ARGUMENT, "transform",
                         "found log size %u, expected at most %d", log_size, NTT_LOG_SIZE_MAX);
    return ntt_plan_make_digits(out, log_size, choose_outer_bits(log_size), err);
}

void ntt_plan_free(struct ntt_plan *plan)
{
    if (plan == NULL)
        return;
    memory_free(plan->roots.x8);
    memory_free(plan->roots.scalar);
    memory_free(plan);
}

unsigned ntt_plan_log_size(const struct ntt_plan *plan)
{
    return plan->log_size;
}

/* Sizes below a tile's. */
static void small_scale_by_powers(fr *values, unsigned log_size, const fr *base)
{
    fr power = fr_one;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        fr_mul(&values[i], &values[i], &power);
        fr_mul(&power, &power, base);
    }
}

static void small_transform(unsigned log_size, bool inverse, fr *values, const fr *shift)
{
    if (inverse) {
        ntt_inverse_plain(values, log_size);
        if (shift != NULL) {
            fr back;
            fr_inverse(&back, shift);
            small_scale_by_powers(values, log_size, &back);
        }
    } else {
        if (shift != NULL)
            small_scale_by_powers(values, log_size, shift);
        ntt_forward_plain(values, log_size);
    }
}

static void transform(const struct ntt_plan *plan, struct threads *threads, bool inverse,
                      fr *values, const fr *shift)
{
    if (plan->outer_bits == 0) {
        small_transform(plan->log_size, inverse, values, shift);
        return;
    }
    fr scale;
    fr_from_u64(&scale, (uint64_t)1 << plan->log_size);
    fr_inverse(&scale, &scale);
    struct ntt_pass pass = {
        .plan = plan,
        .threads = threads,
        .inverse = inverse,
        .coset = shift == NULL ? NTT_SUBGROUP : NTT_SHIFT,
        .shift = shift,
        .scale = inverse ? &scale : NULL,
    };
    ntt_pass_down(&pass, values, NULL, values);
    ntt_pass_last(&pass, values, NULL, values, false);
    ntt_pass_swap(plan, threads, values);
}

void ntt_forward(const struct ntt_plan *plan, struct threads *threads, fr *values)
{
    transform(plan, threads, false, values, NULL);
}

void ntt_inverse(const struct ntt_plan *plan, struct threads *threads, fr *values)
{
    transform(plan, threads, true, values, NULL);
}

void ntt_forward_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift)
{
    transform(plan, threads, false, values, shift);
}

void ntt_inverse_coset(const struct ntt_plan *plan, struct threads *threads, fr *values,
                       const fr *shift)
{
    transform(plan, threads, true, values, shift);
}
