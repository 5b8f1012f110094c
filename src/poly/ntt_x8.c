#include "poly/ntt_tile.h"

#include "field/fr_x8.h"
#include "poly/ntt_roots_x8.h"

/* Bounds. A tile's values start below 2^256 < 2.21 r. A butterfly adds to u a product below 6 r, or
 * subtracts it and adds 6 r, so that values grow by 6 r a stage; factors may be as large as
 * 2^260 > 35.3 r. Stages 5 and 10 (and 0 where the values are not fresh) first reduce u below
 * 1.04 r: 2.21 + 5 6 = 32.3 and 1.04 + 5 6 = 31.1. Products by 1 in stages 0 and 1 are left out;
 * there values reach 2.21 + 3 = 5.3 and 5.3 + 6 = 11.3, less than the general case allows. */
#define PRODUCT_BOUND 6

_Static_assert(sizeof(fr_x8) == TILE_SLOT_BYTES, "slot size");

const size_t tile_root_x8_bytes = sizeof(fr_x8_factor);

void tile_roots_x8_fill(void *out, const fr *roots, size_t count)
{
    fr_x8_factor *factors = out;
    for (size_t i = 0; i < count; i++)
        fr_x8_factor_make(&factors[i], &roots[i]);
}

/* u, v become u + z v, u - z v. */
FR_X8_INLINE void butterfly(fr_x8 *u, fr_x8 *v, const fr_x8_factor *z, bool reduce)
{
    fr_x8 factor, sum;
    if (reduce)
        fr_x8_reduce(u, u);
    fr_x8_carry(&factor, v);
    fr_x8_mul_factor_add(&sum, u, &factor, z);
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++) {
        __m512i twice = _mm512_add_epi64(u->limb[i], u->limb[i]);
        v->limb[i] = _mm512_sub_epi64(_mm512_add_epi64(twice, fr_x8_multiple(PRODUCT_BOUND, i)),
                                      sum.limb[i]);
    }
    *u = sum;
}

FR_X8_INLINE void butterfly_by_one(fr_x8 *u, fr_x8 *v, unsigned bound)
{
    fr_x8 sum, difference;
    fr_x8_add(&sum, u, v);
    fr_x8_sub(&difference, u, v, bound);
    *u = sum;
    *v = difference;
}

/* Two stages: z1 for (x0, x2) and (x1, x3), then z2 for (x0, x1) and z3 for (x2, x3). `ones` stages
 * from the first on have a factor 1 for z1 and z2; first_stage is 0 or 1 then. */
struct quad_kind {
    bool reduce_first, reduce_second;
    unsigned first_stage, ones;
};

FR_X8_INLINE void quad(fr_x8 *x0, fr_x8 *x1, fr_x8 *x2, fr_x8 *x3, const fr_x8_factor *z1,
                       const fr_x8_factor *z23, struct quad_kind kind)
{
    /* Keeps compilers from moving the broadcasts out of loops, into more registers than there are:
     * from the stack they would cost as much as from the table. */
    __asm__("" : "+r"(z1), "+r"(z23));
    fr_x8 a = *x0, b = *x1, c = *x2, d = *x3;
    if (kind.ones > 0) {
        butterfly_by_one(&a, &c, kind.first_stage == 0 ? 3 : 6);
        butterfly_by_one(&b, &d, kind.first_stage == 0 ? 3 : 6);
    } else {
        butterfly(&a, &c, z1, kind.reduce_first);
        butterfly(&b, &d, z1, kind.reduce_first);
    }
    if (kind.ones > 1)
        butterfly_by_one(&a, &b, 6);
    else
        butterfly(&a, &b, z23, kind.reduce_second);
    *x0 = a;
    *x1 = b;
    butterfly(&c, &d, z23 + 1, kind.reduce_second);
    *x2 = c;
    *x3 = d;
}

/* count quads, x[i], x[i + h1], .. with the same factors. */
FR_X8_INLINE void quads(fr_x8 *x, size_t h1, size_t h2, size_t count, const fr_x8_factor *z1,
                        const fr_x8_factor *z23, struct quad_kind kind)
{
    for (size_t i = 0; i < count; i++)
        quad(x + i, x + i + h1, x + i + h2, x + i + h1 + h2, z1, z23, kind);
}

/* Stages stage and stage + 1 with the j-th factors; h1, h2 are the distances of the second and of
 * the first stage. fresh: the tile was just loaded and the plain roots are used. */
static void run_quads(fr_x8 *x, size_t h1, size_t h2, size_t count, const fr_x8_factor *z,
                      unsigned stage, size_t j, bool odd)
{
    size_t first = odd ? (size_t)1 << stage : 0;
    const fr_x8_factor *z1 = z + first + j, *z23 = z + 2 * (first + j);
    if (!odd && j == 0 && stage == 0)
        quads(x, h1, h2, count, z1, z23, (struct quad_kind){false, false, 0, 2});
    else if (!odd && j == 0 && stage == 1)
        quads(x, h1, h2, count, z1, z23, (struct quad_kind){false, false, 1, 1});
    else if (stage % 5 == 0 && (stage > 0 || odd))
        quads(x, h1, h2, count, z1, z23, (struct quad_kind){true, false, 0, 0});
    else if (stage % 5 == 4)
        quads(x, h1, h2, count, z1, z23, (struct quad_kind){false, true, 0, 0});
    else
        quads(x, h1, h2, count, z1, z23, (struct quad_kind){false, false, 0, 0});
}

/* Stage 0 alone, for an odd number of stages. */
static void run_pairs(fr_x8 *x, size_t half, size_t count, const fr_x8_factor *z, bool odd)
{
    for (size_t i = 0; i < count; i++) {
        if (odd)
            butterfly(x + i, x + i + half, z + 1, true);
        else
            butterfly_by_one(x + i, x + i + half, 3);
    }
}

/* Blocks of this size stay in the first-level cache for all the stages inside. */
#define BLOCK_LOG_SIZE 6

/* Splits X^(2h) - z^2 into X^h - z and X^h + z, stage by stage. */
static void forward(void *tile, unsigned log_size, const struct tile_roots *roots, bool odd)
{
    fr_x8 *x = tile;
    const fr_x8_factor *z = roots->x8;
    size_t size = (size_t)1 << log_size;
    unsigned stage = log_size & 1;
    if (stage == 1)
        run_pairs(x, size / 2, size / 2, z, odd);
    for (; log_size - stage > BLOCK_LOG_SIZE; stage += 2) {
        size_t h = size >> (stage + 2);
        for (size_t j = 0; j < (size_t)1 << stage; j++)
            run_quads(x + 4 * h * j, h, 2 * h, h, z, stage, j, odd);
    }
    size_t blocks = (size_t)1 << stage;
    for (size_t block = 0; block < blocks; block++) {
        for (unsigned s = stage; s < log_size; s += 2) {
            size_t h = size >> (s + 2);
            size_t count = (size_t)1 << (s - stage);
            for (size_t j = block * count; j < (block + 1) * count; j++)
                run_quads(x + 4 * h * j, h, 2 * h, h, z, s, j, odd);
        }
    }
}

FR_X8_INLINE void reversed_quads(fr_x8 *x, size_t size, const fr_x8_factor *z, unsigned stage,
                                 struct quad_kind kind)
{
    size_t h = (size_t)1 << stage;
    for (size_t k = 0; k < h; k++) {
        size_t j = tile_reverse(k, stage);
        for (size_t i = k; i < size; i += 4 * h) {
            if (k == 0 && stage <= 1)
                run_quads(x + i, 2 * h, h, 1, z, stage, 0, false);
            else
                quad(x + i, x + i + 2 * h, x + i + h, x + i + 3 * h, z + j, z + 2 * j, kind);
        }
    }
}

/* Stages stage and stage + 1 of decimation in time; the j-th factor of a stage belongs to the place
 * with j's bits reversed. */
static void run_reversed_quads(fr_x8 *x, size_t size, const fr_x8_factor *z, unsigned stage)
{
    if (stage % 5 == 0 && stage > 0)
        reversed_quads(x, size, z, stage, (struct quad_kind){true, false, 0, 0});
    else if (stage % 5 == 4)
        reversed_quads(x, size, z, stage, (struct quad_kind){false, true, 0, 0});
    else
        reversed_quads(x, size, z, stage, (struct quad_kind){false, false, 0, 0});
}

static void forward_reversed(void *tile, unsigned log_size, const struct tile_roots *roots)
{
    fr_x8 *x = tile;
    const fr_x8_factor *z = roots->x8;
    size_t size = (size_t)1 << log_size;
    unsigned low = log_size <= BLOCK_LOG_SIZE ? log_size : BLOCK_LOG_SIZE - (log_size & 1);
    for (size_t block = 0; block < size; block += (size_t)1 << low) {
        unsigned stage = log_size & 1;
        for (size_t i = 0; stage == 1 && i < (size_t)1 << low; i += 2)
            run_pairs(x + block + i, 1, 1, z, false);
        for (; stage < low; stage += 2)
            run_reversed_quads(x + block, (size_t)1 << low, z, stage);
    }
    for (unsigned stage = low; stage < log_size; stage += 2)
        run_reversed_quads(x, size, z, stage);
}

/* Running powers in each lane, times 2^260 so that a product with them keeps the data's form;
 * carried and below 6 r. Two chains, of even and of odd indices, because one is bound by latency.
 */
struct running {
    fr_x8 power[2];
    fr_x8_factors step;
};

FR_X8_INLINE void set_zero(fr_x8 *x)
{
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        x->limb[i] = _mm512_setzero_si512();
}

static void running_start(struct running *run, const struct tile_powers *powers)
{
    fr radix, step[2][TILE_LANES];
    fr_x8 zero, seed;
    fr_x8_factor up; /* from 2^256 to 2^260 */
    fr_from_u64(&radix, 16);
    fr_x8_factor_make(&up, &radix);
    for (int l = 0; l < TILE_LANES; l++) {
        fr_mul(&step[0][l], &powers->seed[l], &powers->step[l]);
        fr_mul(&step[1][l], &powers->step[l], &powers->step[l]);
    }
    set_zero(&zero);
    fr_x8_load(&seed, powers->seed, 1);
    fr_x8_mul_factor_add(&run->power[0], &zero, &seed, &up);
    fr_x8_carry(&run->power[0], &run->power[0]);
    fr_x8_load(&seed, step[0], 1);
    fr_x8_mul_factor_add(&run->power[1], &zero, &seed, &up);
    fr_x8_carry(&run->power[1], &run->power[1]);
    fr_x8_factors_make(&run->step, step[1]);
}

/* x raw; the product is below 6 r x / 2^260 + r. */
FR_X8_INLINE void running_multiply(fr_x8 *x, struct running *run, size_t i)
{
    fr_x8 zero, next, *power = &run->power[i & 1];
    fr_x8_carry(x, x);
    fr_x8_mul(x, x, power);
    set_zero(&zero);
    fr_x8_mul_factors_add(&next, &zero, power, &run->step);
    fr_x8_carry(power, &next);
}

FR_X8_INLINE void load_from(fr_x8 *x, const struct tile_place *place, size_t i, unsigned log_size)
{
    const fr *in = place->values + tile_offset(place, i, log_size);
    if (place->lane_stride == 1)
        fr_x8_load(x, in, 1);
    else
        fr_x8_load(x, in, place->lane_stride);
}

static void load(void *tile, unsigned log_size, const struct tile_place *from,
                 const struct tile_place *times, bool negate, enum tile_order order,
                 const struct tile_powers *powers)
{
    fr_x8 *slots = tile;
    size_t size = (size_t)1 << log_size;
    struct running run;
    if (powers != NULL)
        running_start(&run, powers);
    for (size_t i = 0; i < size; i++) {
        size_t index = negate ? (size - i) & (size - 1) : i;
        fr_x8 x, y;
        load_from(&x, from, index, log_size);
        if (times != NULL) {
            load_from(&y, times, index, log_size);
            fr_x8_mul(&x, &x, &y); /* below 2.21 2.21 / 35.3 + 1 = 1.2 r */
        }
        if (powers != NULL)
            running_multiply(&x, &run, i); /* loaded: below 6 2.21 / 35.3 + 1 = 1.4 r */
        slots[tile_slot(order, i, log_size)] = x;
    }
}

static void multiply(void *tile, unsigned log_size, const struct tile_place *times,
                     enum tile_order order)
{
    fr_x8 *slots = tile;
    for (size_t i = 0; i < (size_t)1 << log_size; i++) {
        fr_x8 *x = &slots[tile_slot(order, i, log_size)], y;
        load_from(&y, times, i, log_size);
        fr_x8_carry(x, x);
        fr_x8_mul(x, x, &y);
        fr_x8_reduce(x, x);
    }
}

static void store(const void *tile, unsigned log_size, const struct tile_place *to,
                  const struct tile_place *plus, bool negate, enum tile_order order,
                  const struct tile_powers *powers, bool final)
{
    const fr_x8 *slots = tile;
    size_t size = (size_t)1 << log_size;
    struct running run;
    if (powers != NULL)
        running_start(&run, powers);
    for (size_t i = 0; i < size; i++) {
        size_t index = negate ? (size - i) & (size - 1) : i;
        fr_x8 x = slots[tile_slot(order, index, log_size)], y;
        if (powers != NULL)
            running_multiply(&x, &run, i);
        if (plus != NULL) {
            load_from(&y, plus, i, log_size);
            fr_x8_add(&x, &x, &y);
        }
        if (final)
            fr_x8_canonical(&x, &x);
        else
            fr_x8_reduce(&x, &x);
        fr *out = to->values + tile_offset(to, i, log_size);
        if (to->lane_stride == 1)
            fr_x8_store(out, 1, &x);
        else
            fr_x8_store(out, to->lane_stride, &x);
    }
}

const struct tile_kernel tile_kernel_x8 = {
    .load = load,
    .multiply = multiply,
    .forward = forward,
    .forward_reversed = forward_reversed,
    .store = store,
    .product_shift = 4,
};
