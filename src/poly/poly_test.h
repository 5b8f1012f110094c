/* Shared by the tests of this layer: random vectors, and loops over processor levels and thread
 * counts. */
#ifndef CUZK_POLY_TEST_H
#define CUZK_POLY_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/cpu.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/threads.h"
#include "field/fr.h"

static uint64_t test_state;

static inline uint64_t test_next(void)
{
    uint64_t x = test_state += 0x9e3779b97f4a7c15; /* splitmix64 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static inline void test_random_fr(fr *out)
{
    uint8_t wide[64];
    for (int i = 0; i < 8; i++) {
        uint64_t x = test_next();
        memcpy(wide + 8 * i, &x, 8);
    }
    fr_from_wide_bytes(out, wide);
}

static inline fr *test_vector(unsigned log_size)
{
    void *values;
    assert_int_equal(memory_alloc(&values, (size_t)1 << log_size, sizeof(fr), "test vector", NULL),
                     STATUS_OK);
    return values;
}

static inline void test_random_vector(fr *values, unsigned log_size)
{
    for (size_t i = 0; i < (size_t)1 << log_size; i++)
        test_random_fr(&values[i]);
}

static inline void test_assert_equal(const fr *a, const fr *b, unsigned log_size)
{
    assert_memory_equal(a, b, sizeof(fr) << log_size);
}

/* Edge vectors: all zero, all one, all r-1, one at the first, last and a middle place, random. */
#define TEST_VECTORS 7
static inline void test_fill(fr *values, unsigned log_size, unsigned kind)
{
    size_t size = (size_t)1 << log_size;
    fr minus_one;
    fr_neg(&minus_one, &fr_one);
    for (size_t i = 0; i < size; i++)
        values[i] = kind == 1 ? fr_one : kind == 2 ? minus_one : fr_zero;
    if (kind == 3)
        values[0] = fr_one;
    if (kind == 4)
        values[size - 1] = minus_one;
    if (kind == 5)
        values[size / 3] = fr_one;
    if (kind == 6)
        test_random_vector(values, log_size);
}

static inline void test_start(void)
{
    assert_int_equal(random_bytes(&test_state, sizeof test_state, NULL), STATUS_OK);
    printf("seed %#018llx\n", (unsigned long long)test_state);
}

#endif
