#include "poly/ntt_tile.h"

typedef fr lanes[TILE_LANES];

struct running {
    lanes power;
    fr_factor step[TILE_LANES];
};

static void running_start(struct running *run, const struct tile_powers *powers)
{
    for (int l = 0; l < TILE_LANES; l++) {
        run->power[l] = powers->seed[l];
        fr_factor_make(&run->step[l], &powers->step[l]);
    }
}

static void running_multiply(fr *x, struct running *run)
{
    for (int l = 0; l < TILE_LANES; l++) {
        fr_mul(&x[l], &x[l], &run->power[l]);
        fr_factor_mul(&run->power[l], &run->power[l], &run->step[l]);
    }
}

static void load(void *tile, unsigned log_size, const struct tile_place *from,
                 const struct tile_place *times, bool negate, enum tile_order order,
                 const struct tile_powers *powers)
{
    lanes *slots = tile;
    size_t size = (size_t)1 << log_size;
    struct running run;
    if (powers != NULL)
        running_start(&run, powers);
    for (size_t i = 0; i < size; i++) {
        size_t index = negate ? (size - i) & (size - 1) : i;
        const fr *in = from->values + tile_offset(from, index, log_size);
        fr *x = slots[tile_slot(order, i, log_size)];
        for (size_t l = 0; l < TILE_LANES; l++)
            x[l] = in[l * from->lane_stride];
        if (times != NULL) {
            const fr *y = times->values + tile_offset(times, index, log_size);
            for (size_t l = 0; l < TILE_LANES; l++)
                fr_mul(&x[l], &x[l], &y[l * times->lane_stride]);
        }
        if (powers != NULL)
            running_multiply(x, &run);
    }
}

static void multiply(void *tile, unsigned log_size, const struct tile_place *times,
                     enum tile_order order)
{
    lanes *slots = tile;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        const fr *y = times->values + tile_offset(times, i, log_size);
        fr *x = slots[tile_slot(order, i, log_size)];
        for (size_t l = 0; l < TILE_LANES; l++)
            fr_mul(&x[l], &x[l], &y[l * times->lane_stride]);
    }
}

static void butterflies_by_one(fr *u, fr *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fr t = v[i];
        fr_sub(&v[i], &u[i], &t);
        fr_add(&u[i], &u[i], &t);
    }
}

/* Splits X^(2h) - z^2 into X^h - z and X^h + z, stage by stage. */
static void forward(void *tile, unsigned log_size, const struct tile_roots *roots, bool odd)
{
    lanes *x = tile;
    for (unsigned stage = 0; stage < log_size; stage++) {
        size_t h = (size_t)1 << (log_size - stage - 1);
        size_t first = odd ? (size_t)1 << stage : 0;
        for (size_t j = 0; j < (size_t)1 << stage; j++) {
            fr *u = x[2 * h * j], *v = x[2 * h * j + h];
            if (first + j == 0)
                butterflies_by_one(u, v, h * TILE_LANES);
            else
                fr_factor_butterflies(u, v, h * TILE_LANES, &roots->scalar[first + j]);
        }
    }
}

/* Decimation in time; the j-th factor of a stage belongs to the place with j's bits reversed. */
static void forward_reversed(void *tile, unsigned log_size, const struct tile_roots *roots)
{
    lanes *x = tile;
    for (unsigned stage = 0; stage < log_size; stage++) {
        size_t h = (size_t)1 << stage;
        for (size_t k = 0; k < h; k++) {
            size_t j = tile_reverse(k, stage);
            for (size_t i = k; i < (size_t)1 << log_size; i += 2 * h) {
                if (j == 0)
                    butterflies_by_one(x[i], x[i + h], TILE_LANES);
                else
                    fr_factor_butterflies(x[i], x[i + h], TILE_LANES, &roots->scalar[j]);
            }
        }
    }
}

static void store(const void *tile, unsigned log_size, const struct tile_place *to,
                  const struct tile_place *plus, bool negate, enum tile_order order,
                  const struct tile_powers *powers, bool final)
{
    (void) final;
    const fr *slots = tile;
    lanes x;
    size_t size = (size_t)1 << log_size;
    struct running run;
    if (powers != NULL)
        running_start(&run, powers);
    for (size_t i = 0; i < size; i++) {
        size_t index = negate ? (size - i) & (size - 1) : i;
        const fr *in = slots + TILE_LANES * tile_slot(order, index, log_size);
        fr *out = to->values + tile_offset(to, i, log_size);
        for (int l = 0; l < TILE_LANES; l++)
            x[l] = in[l];
        if (powers != NULL)
            running_multiply(x, &run);
        if (plus != NULL) {
            const fr *y = plus->values + tile_offset(plus, i, log_size);
            for (size_t l = 0; l < TILE_LANES; l++)
                fr_add(&x[l], &x[l], &y[l * plus->lane_stride]);
        }
        for (size_t l = 0; l < TILE_LANES; l++)
            out[l * to->lane_stride] = x[l];
    }
}

const struct tile_kernel tile_kernel_scalar = {
    .load = load,
    .multiply = multiply,
    .forward = forward,
    .forward_reversed = forward_reversed,
    .store = store,
    .product_shift = 0,
};
