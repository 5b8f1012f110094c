#include "poly/ntt_pass.h"

#include <string.h>

#include "base/cpu.h"

enum level {
    LEVEL_X,
    LEVEL_Y,
    LEVEL_Z,
};

struct job {
    const struct ntt_pass *pass;
    const struct tile_kernel *kernel;
    enum level level;
    fr *in, *times, *out;
    bool natural;
};

/* A tile of one level: `lane` and up, or eight rows for level Z. */
struct geometry {
    unsigned log_size;
    unsigned rotate_bits; /* of the scrambled side */
    size_t base, row_stride, lane_stride;
    size_t lane;       /* index of lane 0 below this level */
    size_t root_scale; /* the level's root is w^root_scale, w of order 2^(log_size+1) */
    size_t natural_base;
};

static bool merged(const struct ntt_plan *plan)
{
    return plan->middle_bits <= 1;
}

static size_t tile_count(const struct ntt_plan *plan, enum level level)
{
    unsigned bits = plan->outer_bits + plan->middle_bits;
    if (level == LEVEL_Y)
        bits = 2 * plan->outer_bits;
    else if (level == LEVEL_X && merged(plan))
        bits = plan->outer_bits;
    return ((size_t)1 << bits) / TILE_LANES;
}

static struct geometry geometry(const struct ntt_plan *plan, enum level level, size_t tile)
{
    unsigned outer = plan->outer_bits, middle = plan->middle_bits;
    size_t mask = ((size_t)1 << outer) / TILE_LANES - 1;
    struct geometry g = {.lane_stride = 1};
    switch (level) {
    case LEVEL_X:
        g.log_size = merged(plan) ? outer + middle : outer;
        g.rotate_bits = outer;
        g.lane = tile * TILE_LANES;
        g.base = g.lane;
        g.row_stride = (size_t)1 << (plan->log_size - g.log_size);
        g.root_scale = 2;
        break;
    case LEVEL_Y:
        g.log_size = middle;
        g.rotate_bits = middle;
        g.lane = (tile & mask) * TILE_LANES;
        g.base = (tile >> (outer - 3) << (middle + outer)) + g.lane;
        g.row_stride = (size_t)1 << outer;
        g.root_scale = (size_t)2 << outer;
        break;
    case LEVEL_Z:
        g.log_size = outer;
        g.rotate_bits = outer;
        g.lane_stride = (size_t)1 << (middle + outer);
        /* y first, so that neighbours in time share the rows of the natural result */
        size_t y = tile & (((size_t)1 << middle) - 1), x = (tile >> middle) * TILE_LANES;
        g.base = (x << (middle + outer)) + (y << outer);
        g.row_stride = 1;
        g.natural_base = (y << outer) + x;
        break;
    }
    return g;
}

static struct tile_place scrambled(const struct geometry *g, fr *values)
{
    return (struct tile_place){values + g->base, g->row_stride, g->lane_stride, g->rotate_bits};
}

static struct tile_place natural(const struct geometry *g, fr *values)
{
    return (struct tile_place){values + g->base, g->row_stride, g->lane_stride, g->log_size};
}

void ntt_root_power(const struct ntt_plan *plan, fr *out, uint64_t exponent)
{
    *out = fr_one;
    for (unsigned i = 0; i <= plan->log_size; i++) {
        if (exponent >> i & 1)
            fr_mul(out, out, &plan->root_square[i]);
    }
}

const struct tile_kernel *ntt_kernel(const struct ntt_plan *plan)
{
    return cpu_level() >= CPU_IFMA && plan->roots.x8 != NULL ? &tile_kernel_x8
                                                             : &tile_kernel_scalar;
}

static void power_of(fr *out, const fr *base, uint64_t exponent)
{
    fr_pow(out, base, &exponent, 1);
}

/* Between a level and the next: index k of the level and lane i below meet in w^(root_scale k i),
 * times the k-th part of the coset shift; inverted for the inverse transform. */
static void twiddles(struct tile_powers *powers, const struct ntt_pass *pass,
                     const struct geometry *g, bool inverse, enum ntt_coset coset, const fr *scale)
{
    uint64_t exponent = g->root_scale * g->lane, step = g->root_scale;
    if (coset == NTT_ODD)
        exponent += g->root_scale / 2;
    fr next;
    ntt_root_power(pass->plan, &powers->step[0], inverse ? 0 - exponent : exponent);
    ntt_root_power(pass->plan, &next, inverse ? 0 - step : step);
    if (coset == NTT_SHIFT) {
        fr part;
        power_of(&part, pass->shift, g->root_scale / 2);
        if (inverse)
            fr_inverse(&part, &part);
        fr_mul(&powers->step[0], &powers->step[0], &part);
    }
    for (int l = 0; l < TILE_LANES; l++) {
        powers->seed[l] = scale == NULL ? fr_one : *scale;
        if (l > 0)
            fr_mul(&powers->step[l], &powers->step[l - 1], &next);
    }
}

/* The shift of a forward transform down is applied to the natural order: x n2 n3 + lane. */
static void shift_powers(struct tile_powers *powers, const struct ntt_pass *pass,
                         const struct geometry *g)
{
    power_of(&powers->seed[0], pass->shift, g->lane);
    power_of(&powers->step[0], pass->shift, g->row_stride);
    for (int l = 1; l < TILE_LANES; l++) {
        fr_mul(&powers->seed[l], &powers->seed[l - 1], pass->shift);
        powers->step[l] = powers->step[0];
    }
}

static void down_task(void *context, size_t index, unsigned worker)
{
    _Alignas(64) unsigned char tile[TILE_BYTES];
    (void)worker;
    const struct job *job = context;
    const struct ntt_pass *pass = job->pass;
    const struct tile_kernel *kernel = job->kernel;
    struct geometry g = geometry(pass->plan, job->level, index);
    struct tile_place in = natural(&g, job->in), out = scrambled(&g, job->out), times;
    struct tile_powers before, after;
    bool shift = job->level == LEVEL_X && pass->coset == NTT_SHIFT && !pass->inverse;
    if (job->times != NULL)
        times = natural(&g, job->times);
    if (shift)
        shift_powers(&before, pass, &g);
    twiddles(&after, pass, &g, pass->inverse, pass->inverse ? pass->coset : NTT_SUBGROUP,
             job->level == LEVEL_X ? pass->scale : NULL);
    kernel->load(tile, g.log_size, &in, job->times == NULL ? NULL : &times, pass->inverse,
                 TILE_NATURAL, shift ? &before : NULL);
    kernel->forward(tile, g.log_size, &pass->plan->roots, false);
    kernel->store(tile, g.log_size, &out, NULL, false, TILE_REVERSED, &after, false);
}

static void run_level(const struct ntt_pass *pass, enum level level, threads_task *task,
                      struct job job)
{
    job.pass = pass;
    job.kernel = ntt_kernel(pass->plan);
    job.level = level;
    threads_run(pass->threads, tile_count(pass->plan, level), task, &job);
}

void ntt_pass_down(const struct ntt_pass *pass, fr *in, fr *times, fr *out)
{
    run_level(pass, LEVEL_X, down_task, (struct job){.in = in, .times = times, .out = out});
    if (!merged(pass->plan))
        run_level(pass, LEVEL_Y, down_task, (struct job){.in = out, .out = out});
}

/* The part of the inverse coset shift that belongs to z. */
static void last_powers(struct tile_powers *powers, const struct ntt_pass *pass)
{
    unsigned bits = pass->plan->log_size - pass->plan->outer_bits;
    if (pass->coset == NTT_ODD) {
        ntt_root_power(pass->plan, &powers->step[0], 0 - ((uint64_t)1 << bits));
    } else {
        power_of(&powers->step[0], pass->shift, (uint64_t)1 << bits);
        fr_inverse(&powers->step[0], &powers->step[0]);
    }
    for (int l = 0; l < TILE_LANES; l++) {
        powers->seed[l] = fr_one;
        powers->step[l] = powers->step[0];
    }
}

static void last_task(void *context, size_t index, unsigned worker)
{
    _Alignas(64) unsigned char tile[TILE_BYTES];
    (void)worker;
    const struct job *job = context;
    const struct ntt_pass *pass = job->pass;
    const struct tile_kernel *kernel = job->kernel;
    struct geometry g = geometry(pass->plan, LEVEL_Z, index);
    struct tile_place in = scrambled(&g, job->in), out = scrambled(&g, job->out), plus;
    struct tile_powers powers;
    bool shifted = pass->inverse && pass->coset != NTT_SUBGROUP;
    if (job->natural) {
        out.values = job->out + g.natural_base;
        out.row_stride = (size_t)1 << (pass->plan->log_size - pass->plan->outer_bits);
        out.lane_stride = 1;
    }
    if (job->times != NULL) {
        plus = scrambled(&g, job->times);
        kernel->load(tile, g.log_size, &plus, NULL, pass->inverse, TILE_NATURAL, NULL);
        kernel->forward(tile, g.log_size, &pass->plan->roots, false);
        kernel->store(tile, g.log_size, &plus, NULL, false, TILE_REVERSED, NULL, false);
    }
    if (shifted)
        last_powers(&powers, pass);
    kernel->load(tile, g.log_size, &in, NULL, pass->inverse, TILE_NATURAL, NULL);
    kernel->forward(tile, g.log_size, &pass->plan->roots, false);
    kernel->store(tile, g.log_size, &out, job->times == NULL ? NULL : &plus, false, TILE_REVERSED,
                  shifted ? &powers : NULL, true);
}

void ntt_pass_last(const struct ntt_pass *pass, fr *in, fr *plus, fr *out, bool to_natural)
{
    run_level(pass, LEVEL_Z, last_task,
              (struct job){.in = in, .times = plus, .out = out, .natural = to_natural});
}

static void turn_task(void *context, size_t index, unsigned worker)
{
    _Alignas(64) unsigned char tile[TILE_BYTES];
    (void)worker;
    const struct job *job = context;
    const struct tile_kernel *kernel = job->kernel;
    const struct tile_roots *roots = &job->pass->plan->roots;
    struct geometry g = geometry(job->pass->plan, LEVEL_Z, index);
    struct tile_place place = scrambled(&g, job->in);
    kernel->load(tile, g.log_size, &place, NULL, true, TILE_REVERSED, NULL);
    kernel->forward_reversed(tile, g.log_size, roots);
    kernel->forward(tile, g.log_size, roots, true);
    kernel->store(tile, g.log_size, &place, NULL, false, TILE_REVERSED, NULL, false);
}

void ntt_pass_turn(const struct ntt_pass *pass, fr *values)
{
    run_level(pass, LEVEL_Z, turn_task, (struct job){.in = values});
}

/* Loads from scrambled order and transforms: natural index in reversed slots. */
static void load_up(unsigned char *tile, const struct job *job, const struct geometry *g,
                    fr *values)
{
    struct tile_place place = scrambled(g, values);
    struct tile_powers powers;
    twiddles(&powers, job->pass, g, false, NTT_ODD, NULL);
    job->kernel->load(tile, g->log_size, &place, NULL, false, TILE_NATURAL, &powers);
    job->kernel->forward(tile, g->log_size, &job->pass->plan->roots, false);
}

static void up_task(void *context, size_t index, unsigned worker)
{
    _Alignas(64) unsigned char tile[TILE_BYTES];
    (void)worker;
    const struct job *job = context;
    struct geometry g = geometry(job->pass->plan, job->level, index);
    struct tile_place out = natural(&g, job->in);
    load_up(tile, job, &g, job->in);
    job->kernel->store(tile, g.log_size, &out, NULL, false, TILE_REVERSED, NULL, false);
}

static void product_task(void *context, size_t index, unsigned worker)
{
    _Alignas(64) unsigned char tile[TILE_BYTES];
    (void)worker;
    const struct job *job = context;
    const struct ntt_pass *pass = job->pass;
    const struct tile_kernel *kernel = job->kernel;
    struct geometry g = geometry(pass->plan, LEVEL_X, index);
    struct tile_place a = natural(&g, job->in), b = scrambled(&g, job->out);
    struct tile_powers powers;
    load_up(tile, job, &g, job->in);
    kernel->store(tile, g.log_size, &a, NULL, false, TILE_REVERSED, NULL, false);
    load_up(tile, job, &g, job->out);
    kernel->multiply(tile, g.log_size, &a, TILE_REVERSED);
    kernel->forward_reversed(tile, g.log_size, &pass->plan->roots);
    twiddles(&powers, pass, &g, true, NTT_ODD, pass->scale);
    kernel->store(tile, g.log_size, &b, NULL, true, TILE_NATURAL, &powers, false);
}

void ntt_pass_product(const struct ntt_pass *pass, fr *a, fr *b)
{
    if (!merged(pass->plan)) {
        run_level(pass, LEVEL_Y, up_task, (struct job){.in = a});
        run_level(pass, LEVEL_Y, up_task, (struct job){.in = b});
    }
    run_level(pass, LEVEL_X, product_task, (struct job){.in = a, .out = b});
    if (!merged(pass->plan))
        run_level(pass, LEVEL_Y, down_task, (struct job){.in = b, .out = b});
}

struct swap {
    unsigned outer_bits, middle_bits;
    fr *values;
};

#define SWAP_BLOCK 8

/* block[j][i] = from[i][j]: whole rows are read and written, as rows far apart share cache sets. */
static void read_transposed(fr block[SWAP_BLOCK][SWAP_BLOCK], const fr *from, size_t row)
{
    for (size_t i = 0; i < SWAP_BLOCK; i++)
        for (size_t j = 0; j < SWAP_BLOCK; j++)
            block[j][i] = from[i * row + j];
}

static void write_block(fr *to, size_t row, fr block[SWAP_BLOCK][SWAP_BLOCK])
{
    for (size_t i = 0; i < SWAP_BLOCK; i++)
        memcpy(to + i * row, block[i], sizeof block[i]);
}

static void swap_task(void *context, size_t index, unsigned worker)
{
    (void)worker;
    const struct swap *swap = context;
    fr left[SWAP_BLOCK][SWAP_BLOCK], right[SWAP_BLOCK][SWAP_BLOCK];
    size_t size = (size_t)1 << swap->outer_bits;
    size_t row = size << swap->middle_bits;
    size_t x = (index >> swap->middle_bits) * SWAP_BLOCK;
    size_t y = index & (((size_t)1 << swap->middle_bits) - 1);
    fr *plane = swap->values + (y << swap->outer_bits);
    for (size_t z = x; z < size; z += SWAP_BLOCK) {
        read_transposed(left, plane + x * row + z, row);
        if (z != x) {
            read_transposed(right, plane + z * row + x, row);
            write_block(plane + x * row + z, row, right);
        }
        write_block(plane + z * row + x, row, left);
    }
}

void ntt_pass_swap(const struct ntt_plan *plan, struct threads *threads, fr *values)
{
    struct swap swap = {plan->outer_bits, plan->middle_bits, values};
    threads_run(threads, ((size_t)1 << (plan->outer_bits + plan->middle_bits)) / SWAP_BLOCK,
                swap_task, &swap);
}
