#include "field/fp_x8_array.h"

#include <string.h>

#include "base/clock.h"
#include "field/fp2_x8.h"

/* Eight fp to lanes; lanes past `count` are zero. */
static void load(fp_x8 *out, const fp *in, size_t count)
{
    static const uint64_t factor_limb[FP_X8_LIMBS] = FP_X8_FROM_FP;
    uint64_t row[8][FP_X8_LIMBS] = {{0}};
    const uint64_t *rows[8];
    for (size_t i = 0; i < 8; i++) {
        if (i < count)
            _mm512_storeu_si512(row[i], fp_x8_split_words(in[i].limb));
        rows[i] = row[i];
    }
    fp_x8 factor;
    fp_x8_set(&factor, factor_limb);
    fp_x8_load_lanes(out, rows);
    fp_x8_mul(out, out, &factor);
}

static void store(fp *out, const fp_x8 *in, size_t count)
{
    uint64_t row[8][FP_X8_LIMBS];
    uint64_t *rows[8];
    for (size_t i = 0; i < 8; i++)
        rows[i] = row[i];
    fp_x8_store_lanes(rows, in);
    for (size_t i = 0; i < count; i++)
        fp_x8_to_fp(&out[i], row[i]);
}

static size_t part(size_t i, size_t count)
{
    return count - i < 8 ? count - i : 8;
}

static void enlarge(fp_x8 *a, unsigned times)
{
    fp_x8_add_p_raw(a, a, times);
    fp_x8_carry(a, a);
}

void fp_x8_array_mul_large(fp *out, const fp *a, const fp *b, size_t count, unsigned times)
{
    for (size_t i = 0; i < count; i += 8) {
        fp_x8 x, y;
        load(&x, a + i, part(i, count));
        load(&y, b + i, part(i, count));
        enlarge(&x, times);
        enlarge(&y, times);
        fp_x8_mul(&x, &x, &y);
        store(out + i, &x, part(i, count));
    }
}

void fp_x8_array_mul(fp *out, const fp *a, const fp *b, size_t count)
{
    fp_x8_array_mul_large(out, a, b, count, 0);
}

void fp_x8_array_sqr(fp *out, const fp *a, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        fp_x8 x;
        load(&x, a + i, part(i, count));
        fp_x8_sqr(&x, &x);
        store(out + i, &x, part(i, count));
    }
}

void fp_x8_array_sub(fp *out, const fp *a, const fp *b, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        fp_x8 x, y;
        load(&x, a + i, part(i, count));
        load(&y, b + i, part(i, count));
        fp_x8_sub_raw(&x, &x, &y);
        fp_x8_fold(&x, &x, 1);
        store(out + i, &x, part(i, count));
    }
}

static void load2(fp2_x8 *out, const fp2 *in, size_t count, unsigned times)
{
    fp c0[8], c1[8];
    for (size_t i = 0; i < count; i++) {
        c0[i] = in[i].c0;
        c1[i] = in[i].c1;
    }
    load(&out->c0, c0, count);
    load(&out->c1, c1, count);
    enlarge(&out->c0, times);
    enlarge(&out->c1, times);
}

static void store2(fp2 *out, const fp2_x8 *in, size_t count)
{
    fp c0[8], c1[8];
    store(c0, &in->c0, count);
    store(c1, &in->c1, count);
    for (size_t i = 0; i < count; i++) {
        out[i].c0 = c0[i];
        out[i].c1 = c1[i];
    }
}

void fp2_x8_array_mul_large(fp2 *out, const fp2 *a, const fp2 *b, size_t count, unsigned times)
{
    for (size_t i = 0; i < count; i += 8) {
        fp2_x8 x, y;
        load2(&x, a + i, part(i, count), times);
        load2(&y, b + i, part(i, count), times);
        fp2_x8_mul(&x, &x, &y);
        store2(out + i, &x, part(i, count));
    }
}

void fp2_x8_array_mul(fp2 *out, const fp2 *a, const fp2 *b, size_t count)
{
    fp2_x8_array_mul_large(out, a, b, count, 0);
}

void fp2_x8_array_sqr(fp2 *out, const fp2 *a, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        fp2_x8 x;
        load2(&x, a + i, part(i, count), 0);
        fp2_x8_sqr(&x, &x);
        store2(out + i, &x, part(i, count));
    }
}

void fp_x8_array_from_bytes(fp *out, const uint8_t *bytes, size_t count)
{
    static const uint64_t factor_limb[FP_X8_LIMBS] = FP_X8_FROM_PLAIN;
    fp_x8 factor;
    fp_x8_set(&factor, factor_limb);
    for (size_t i = 0; i < count; i += 8) {
        uint64_t row[8][FP_X8_LIMBS] = {{0}};
        const uint64_t *rows[8];
        for (size_t k = 0; k < 8; k++) {
            if (k < part(i, count))
                _mm512_storeu_si512(row[k], fp_x8_split_bytes(bytes + 48 * (i + k)));
            rows[k] = row[k];
        }
        fp_x8 x;
        fp_x8_load_lanes(&x, rows);
        fp_x8_mul(&x, &x, &factor);
        store(out + i, &x, part(i, count));
    }
}

#define MEASURE_COUNT 32

static __attribute__((noinline)) void many_mul(fp_x8 *a, const fp_x8 *b)
{
    for (int i = 0; i < MEASURE_COUNT; i++)
        fp_x8_mul(&a[i], &a[i], &b[i]);
}

static __attribute__((noinline)) void many_sqr(fp_x8 *a, const fp_x8 *b)
{
    (void)b;
    for (int i = 0; i < MEASURE_COUNT; i++)
        fp_x8_sqr(&a[i], &a[i]);
}

static __attribute__((noinline)) void many_mul2(fp_x8 *a, const fp_x8 *b)
{
    for (int i = 0; i < MEASURE_COUNT; i += 2) {
        fp2_x8 x = {a[i], a[i + 1]}, y = {b[i], b[i + 1]};
        fp2_x8_mul(&x, &x, &y);
        a[i] = x.c0;
        a[i + 1] = x.c1;
    }
}

static __attribute__((noinline)) void many_sqr2(fp_x8 *a, const fp_x8 *b)
{
    (void)b;
    for (int i = 0; i < MEASURE_COUNT; i += 2) {
        fp2_x8 x = {a[i], a[i + 1]};
        fp2_x8_sqr(&x, &x);
        a[i] = x.c0;
        a[i + 1] = x.c1;
    }
}

static double measure(void (*many)(fp_x8 *, const fp_x8 *), unsigned runs)
{
    fp_x8 a[MEASURE_COUNT], b[MEASURE_COUNT];
    fp values[8];
    for (int i = 0; i < MEASURE_COUNT; i++) {
        for (int k = 0; k < 8; k++)
            memset(&values[k], (17 * i + k + 1) & 15, sizeof values[k]);
        load(&a[i], values, 8);
        b[i] = a[i];
    }
    double best = 1e9;
    for (unsigned run = 0; run < runs; run++) {
        double start = clock_wall_s();
        for (int i = 0; i < 64; i++)
            many(a, b);
        double ns = (clock_wall_s() - start) * 1e9 / (64.0 * MEASURE_COUNT * 8);
        best = ns < best ? ns : best;
    }
    return best;
}

void fp_x8_measure(struct fp_x8_timing *out, unsigned runs)
{
    out->mul_ns = measure(many_mul, runs);
    out->sqr_ns = measure(many_sqr, runs);
    out->fp2_mul_ns = 2 * measure(many_mul2, runs);
    out->fp2_sqr_ns = 2 * measure(many_sqr2, runs);
}
