/* Arrays of fp through the eight-lane arithmetic: what tests compare and benchmarks time. Each
 * function needs cpu_level() == CPU_IFMA; outputs may be inputs. */
#ifndef CUZK_FIELD_FP_X8_ARRAY_H
#define CUZK_FIELD_FP_X8_ARRAY_H

#include "field/fp2.h"

/* out[i] = a[i] b[i], a[i]^2, a[i] - b[i] (through the fold that sums of points use) */
void fp_x8_array_mul(fp *out, const fp *a, const fp *b, size_t count);
void fp_x8_array_sqr(fp *out, const fp *a, size_t count);
void fp_x8_array_sub(fp *out, const fp *a, const fp *b, size_t count);
void fp2_x8_array_mul(fp2 *out, const fp2 *a, const fp2 *b, size_t count);
void fp2_x8_array_sqr(fp2 *out, const fp2 *a, size_t count);

/* The same with every operand carried and the given number of times p larger, up to 8, so that the
 * bounds of products are reached. */
void fp_x8_array_mul_large(fp *out, const fp *a, const fp *b, size_t count, unsigned times);
void fp2_x8_array_mul_large(fp2 *out, const fp2 *a, const fp2 *b, size_t count, unsigned times);

/* Integers from 48 big-endian bytes each, canonical, to fp. */
void fp_x8_array_from_bytes(fp *out, const uint8_t *bytes, size_t count);

/* Nanoseconds a product and a square in registers and cache, best of `runs`. */
struct fp_x8_timing {
    double mul_ns, sqr_ns, fp2_mul_ns, fp2_sqr_ns;
};
void fp_x8_measure(struct fp_x8_timing *out, unsigned runs);

#endif
