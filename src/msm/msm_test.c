/* Multi-scalar multiplication, subset sums, fixed bases: against known logarithms and the plain
 * path, at every processor level. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/cpu.h"
#include "curve/constants.h"
#include "msm/buckets.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"

static uint64_t seed;
static struct threads *threads;

static uint64_t next_random(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    uint64_t x = seed ^ seed >> 29;
    x *= 0xbf58476d1ce4e5b9ULL;
    return x ^ x >> 32;
}

static void random_scalar(fr *out)
{
    uint8_t bytes[64];
    for (size_t i = 0; i < sizeof bytes; i += 8) {
        uint64_t x = next_random();
        memcpy(bytes + i, &x, 8);
    }
    fr_from_wide_bytes(out, bytes);
}

/* Random; all 0; all 1; all r - 1; tiny; one value for all; edges of the digits and of r / 2. */
#define SCALAR_KINDS 7
static void fill_scalars(fr *out, size_t count, int kind)
{
    fr one_value, t;
    random_scalar(&one_value);
    for (size_t i = 0; i < count; i++) {
        switch (kind) {
        case 0:
            random_scalar(&out[i]);
            break;
        case 1:
            out[i] = fr_zero;
            break;
        case 2:
            out[i] = fr_one;
            break;
        case 3:
            fr_neg(&out[i], &fr_one);
            break;
        case 4:
            fr_from_u64(&out[i], next_random() % 6);
            break;
        case 5:
            out[i] = one_value;
            break;
        default: /* 2^k - 1, 2^k, 2^k + 1, (r - 1) / 2 + small, and their opposites */
            fr_from_u64(&t, 2);
            fr_pow(&out[i], &t, &(uint64_t){next_random() % 255}, 1);
            if (next_random() % 4 == 0)
                fr_inverse(&out[i], &t);
            fr_from_u64(&t, next_random() % 3);
            fr_add(&out[i], &out[i], &t);
            fr_sub(&out[i], &out[i], &fr_one);
            if (next_random() % 2)
                fr_neg(&out[i], &out[i]);
        }
    }
}

/* Points of the curves with small x; their orders are not r. */
static void g1_outside_point(g1_affine *out)
{
    fp y2;
    out->x = fp_one;
    do {
        fp_add(&out->x, &out->x, &fp_one);
        fp_sqr(&y2, &out->x);
        fp_mul(&y2, &y2, &out->x);
        fp_add(&y2, &y2, &g1_curve_b);
    } while (!fp_sqrt(&out->y, &y2));
}

static void g2_outside_point(g2_affine *out)
{
    fp2 y2;
    out->x = fp2_one;
    do {
        fp2_add(&out->x, &out->x, &fp2_one);
        fp2_sqr(&y2, &out->x);
        fp2_mul(&y2, &y2, &out->x);
        fp2_add(&y2, &y2, &g2_curve_b);
    } while (!fp2_sqrt(&out->y, &y2));
}

#define G(name)          g1_##name
#define T(name)          g1_##name
#define AFFINE           g1_affine
#define XYZZ             g1_xyzz
#define FIELD_ELEMENT    fp
#define ENCODED          G1_UNCOMPRESSED_BYTES
#define MSM_RUN          msm_g1
#define MSM_MIXED        msm_mixed_g1
#define MSM_PLAIN        msm_g1_plain
#define CHECK            points_check_g1
#define FIXED(name)      fixed_base_g1_##name
#define FIXED_BASE       struct fixed_base_g1
#define CHUNK_TEST_MAX   ((size_t)2 * BUCKETS_CHUNK_MAX + 1)
#define MIXED_TEST_COUNT 40000
#include "msm/msm_test.inc.h"
#undef G
#undef T
#undef AFFINE
#undef XYZZ
#undef FIELD_ELEMENT
#undef ENCODED
#undef MSM_RUN
#undef MSM_MIXED
#undef MSM_PLAIN
#undef CHECK
#undef FIXED
#undef FIXED_BASE
#undef CHUNK_TEST_MAX
#undef MIXED_TEST_COUNT

#define G(name)          g2_##name
#define T(name)          g2_##name
#define AFFINE           g2_affine
#define XYZZ             g2_xyzz
#define FIELD_ELEMENT    fp2
#define ENCODED          G2_UNCOMPRESSED_BYTES
#define MSM_RUN          msm_g2
#define MSM_MIXED        msm_mixed_g2
#define MSM_PLAIN        msm_g2_plain
#define CHECK            points_check_g2
#define FIXED(name)      fixed_base_g2_##name
#define FIXED_BASE       struct fixed_base_g2
#define CHUNK_TEST_MAX   ((size_t)BUCKETS_CHUNK_MAX + 1)
#define MIXED_TEST_COUNT 17000
#include "msm/msm_test.inc.h"

/* An argument limits the run to tests whose names match, as in 'g1_*'. */
int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    seed = (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    if (threads_make(&threads, 3, NULL) != STATUS_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(g1_test_sizes),
        cmocka_unit_test(g1_test_degenerate_bases),
        cmocka_unit_test(g1_test_sources),
        cmocka_unit_test(g1_test_mixed),
        cmocka_unit_test(g1_test_chunks),
        cmocka_unit_test(g1_test_check),
        cmocka_unit_test(g1_test_fixed_base),
        cmocka_unit_test(g2_test_sizes),
        cmocka_unit_test(g2_test_degenerate_bases),
        cmocka_unit_test(g2_test_sources),
        cmocka_unit_test(g2_test_mixed),
        cmocka_unit_test(g2_test_chunks),
        cmocka_unit_test(g2_test_check),
        cmocka_unit_test(g2_test_fixed_base),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    threads_free(threads);
    return failed;
}
