/* Random material for the tests of the curve layer, from a seed that is printed.
 *
 * A seed given as the first argument of a test program repeats a run. */
#ifndef CUZK_CURVE_CURVE_TEST_H
#define CUZK_CURVE_CURVE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/random.h"
#include "curve/constants.h"

#define TEST_ORDER_LIMBS 12

/* A small prime of a cofactor, and the order of the whole curve without that prime's powers. */
struct test_small_order {
    uint64_t prime;
    uint64_t multiple[TEST_ORDER_LIMBS];
};

static uint64_t test_random_state;

static inline void test_random_seed(int argc, char **argv)
{
    uint64_t seed = 1;

    if (argc > 1)
        seed = strtoull(argv[1], NULL, 0);
    else
        (void)random_bytes(&seed, sizeof seed, NULL);
    printf("seed 0x%016llx\n", (unsigned long long)seed);
    test_random_state = seed;
}

/* splitmix64 */
static inline uint64_t test_random(void)
{
    uint64_t z = test_random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline void test_fp_random(fp *out)
{
    fp_plain plain;

    do {
        for (int i = 0; i < FP_LIMBS; i++)
            plain.limb[i] = test_random();
        plain.limb[FP_LIMBS - 1] &= 0x1fffffffffffffffu;
    } while (!fp_plain_is_canonical(&plain));
    fp_from_plain(out, &plain);
}

static inline void test_fp2_random(fp2 *out)
{
    test_fp_random(&out->c0);
    test_fp_random(&out->c1);
}

static inline void test_fr_random(fr *out)
{
    fr_plain plain;

    do {
        for (int i = 0; i < FR_LIMBS; i++)
            plain.limb[i] = test_random();
        plain.limb[FR_LIMBS - 1] &= 0x7fffffffffffffffu;
    } while (!fr_plain_is_canonical(&plain));
    fr_from_plain(out, &plain);
}

/* On the curve, almost surely outside the subgroup. */
static inline void test_g1_random_curve(g1_affine *out)
{
    fp y2;

    do {
        test_fp_random(&out->x);
        fp_sqr(&y2, &out->x);
        fp_mul(&y2, &y2, &out->x);
        fp_add(&y2, &y2, &g1_curve_b);
    } while (!fp_sqrt(&out->y, &y2));
    if (test_random() & 1)
        fp_neg(&out->y, &out->y);
}

static inline void test_g2_random_curve(g2_affine *out)
{
    fp2 y2;

    do {
        test_fp2_random(&out->x);
        fp2_sqr(&y2, &out->x);
        fp2_mul(&y2, &y2, &out->x);
        fp2_add(&y2, &y2, &g2_curve_b);
    } while (!fp2_sqrt(&out->y, &y2));
    if (test_random() & 1)
        fp2_neg(&out->y, &out->y);
}

/* In the subgroup. */
static inline void test_g1_random(g1_affine *out)
{
    g1_xyzz p;
    fr k;

    test_fr_random(&k);
    g1_from_affine(&p, &g1_generator);
    g1_mul(&p, &p, &k);
    g1_to_affine(out, &p);
}

static inline void test_g2_random(g2_affine *out)
{
    g2_xyzz p;
    fr k;

    test_fr_random(&k);
    g2_from_affine(&p, &g2_generator);
    g2_mul(&p, &p, &k);
    g2_to_affine(out, &p);
}

static inline void test_from_hex(uint8_t *out, const char *hex)
{
    for (size_t i = 0; hex[2 * i] != 0; i++) {
        char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
        out[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
}

#endif
