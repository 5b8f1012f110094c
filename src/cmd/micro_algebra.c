#include "base/clock.h"
#include "base/memory.h"
#include "cmd/micro_cases.h"
#include "hash/sha256.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"
#include "poly/quotient.h"

/* Elements that depend on their index only, so that two builds measure the same work. */
static void make_scalars(fr *out, size_t count, uint64_t domain)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t words[2] = {domain, i};
        uint8_t wide[64] = {0};
        sha256(wide, words, sizeof words);
        sha256(wide + 32, wide, 32);
        fr_from_wide_bytes(&out[i], wide);
    }
}

struct msm_state {
    struct threads *threads;
    size_t count;
    fr *scalars;
    void *points;
    struct point_source source;
};

static void msm_release(void *state)
{
    struct msm_state *s = state;
    if (s != NULL) {
        memory_free(s->points);
        memory_free(s->scalars);
    }
    memory_free(s);
}

static enum status msm_prepare(void **state, unsigned log_size, struct threads *threads,
                               size_t point_bytes, struct error *err)
{
    struct msm_state *s = NULL;
    enum status status = memory_alloc((void **)&s, 1, sizeof *s, "benchmark", err);
    if (status != STATUS_OK) {
        return status;
    }
    *state = s;
    s->threads = threads;
    s->count = (size_t)1 << log_size;
    status = memory_alloc((void **)&s->scalars, s->count, sizeof(fr), "scalars", err);
    if (status == STATUS_OK) {
        status = memory_alloc(&s->points, s->count, point_bytes, "points", err);
    }
    if (status == STATUS_OK) {
        make_scalars(s->scalars, s->count, 1);
    }
    s->source = (struct point_source){
        .form = POINT_FORM_AFFINE, .memory = s->points, .count = s->count, .name = "bench"};
    return status;
}

static enum status g1_prepare(void **state, unsigned log_size, struct threads *threads,
                              struct error *err)
{
    struct fixed_base_g1 *table = NULL;
    enum status status = msm_prepare(state, log_size, threads, sizeof(g1_affine), err);
    if (status != STATUS_OK) {
        return status;
    }
    struct msm_state *s = *state;
    status = fixed_base_g1_make(&table, &g1_generator, s->count, threads, err);
    if (status == STATUS_OK) {
        status = fixed_base_g1_mul(table, s->points, s->scalars, s->count, threads, err);
    }
    fixed_base_g1_free(table);
    make_scalars(s->scalars, s->count, 2);
    return status;
}

static enum status g2_prepare_points(void **state, unsigned log_size, struct threads *threads,
                                     struct error *err)
{
    struct fixed_base_g2 *table = NULL;
    enum status status = msm_prepare(state, log_size, threads, sizeof(g2_affine), err);
    if (status != STATUS_OK) {
        return status;
    }
    struct msm_state *s = *state;
    status = fixed_base_g2_make(&table, &g2_generator, s->count, threads, err);
    if (status == STATUS_OK) {
        status = fixed_base_g2_mul(table, s->points, s->scalars, s->count, threads, err);
    }
    fixed_base_g2_free(table);
    make_scalars(s->scalars, s->count, 2);
    return status;
}

static double g1_run(void *state)
{
    struct msm_state *s = state;
    g1_xyzz sum;
    double start = clock_wall_s();
    enum status status = msm_g1(&sum, &s->source, 0, s->scalars, s->count, s->threads, NULL);
    return status == STATUS_OK ? clock_wall_s() - start : -1;
}

static double g2_run(void *state)
{
    struct msm_state *s = state;
    g2_xyzz sum;
    double start = clock_wall_s();
    enum status status = msm_g2(&sum, &s->source, 0, s->scalars, s->count, s->threads, NULL);
    return status == STATUS_OK ? clock_wall_s() - start : -1;
}

const struct micro_case micro_g1_msm = {"g1_msm", "s", 16, g1_prepare, g1_run, msm_release};
const struct micro_case micro_g2_msm = {"g2_msm", "s", 16, g2_prepare_points, g2_run, msm_release};

struct transform_state {
    struct threads *threads;
    struct ntt_plan *plan;
    unsigned log_size;
    fr *vectors[3];
};

static void transform_release(void *state)
{
    struct transform_state *s = state;
    for (unsigned i = 0; s != NULL && i < 3; i++) {
        memory_free(s->vectors[i]);
    }
    if (s != NULL) {
        ntt_plan_free(s->plan);
    }
    memory_free(s);
}

static enum status transform_prepare(void **state, unsigned log_size, struct threads *threads,
                                     unsigned vectors, struct error *err)
{
    struct transform_state *s = NULL;
    enum status status = memory_alloc((void **)&s, 1, sizeof *s, "benchmark", err);
    if (status != STATUS_OK) {
        return status;
    }
    *state = s;
    s->threads = threads;
    s->log_size = log_size;
    status = ntt_plan_make(&s->plan, log_size, err);
    for (unsigned i = 0; status == STATUS_OK && i < vectors; i++) {
        status =
            memory_alloc((void **)&s->vectors[i], (size_t)1 << log_size, sizeof(fr), "vector", err);
        if (status == STATUS_OK) {
            make_scalars(s->vectors[i], (size_t)1 << log_size, i);
        }
    }
    return status;
}

static enum status ntt_prepare(void **state, unsigned log_size, struct threads *threads,
                               struct error *err)
{
    return transform_prepare(state, log_size, threads, 1, err);
}

static enum status quotient_prepare(void **state, unsigned log_size, struct threads *threads,
                                    struct error *err)
{
    return transform_prepare(state, log_size, threads, 3, err);
}

static double ntt_run(void *state)
{
    struct transform_state *s = state;
    double start = clock_wall_s();
    ntt_forward(s->plan, s->threads, s->vectors[0]);
    double butterflies = (double)s->log_size * (double)((size_t)1 << s->log_size) / 2;
    return (clock_wall_s() - start) * 1e9 / butterflies;
}

static double quotient_run(void *state)
{
    struct transform_state *s = state;
    double start = clock_wall_s();
    quotient(s->plan, s->threads, s->vectors[0], s->vectors[1], s->vectors[2]);
    return clock_wall_s() - start;
}

const struct micro_case micro_ntt = {"ntt",       "ns/butterfly", 20,
                                     ntt_prepare, ntt_run,        transform_release};
const struct micro_case micro_quotient = {"quotient",       "s",          20,
                                          quotient_prepare, quotient_run, transform_release};
