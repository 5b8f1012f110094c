#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/resource.h>

#include "base/memory.h"

static void test_sizes(void **state)
{
    (void)state;
    size_t out;
    assert_true(size_add(&out, SIZE_MAX - 1, 1));
    assert_true(out == SIZE_MAX);
    assert_false(size_add(&out, SIZE_MAX, 1));
    assert_true(size_mul(&out, SIZE_MAX / 3, 3));
    assert_true(size_mul(&out, 0, SIZE_MAX));
    assert_int_equal(out, 0);
    assert_false(size_mul(&out, SIZE_MAX / 2 + 1, 2));
}

static void test_alloc(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 64, 65, 4096, (2 << 20) - 1, 2 << 20, (5 << 20) + 3};
    struct error err;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        void *array;
        assert_int_equal(memory_alloc(&array, sizes[i], 1, "array", &err), STATUS_OK);
        assert_non_null(array);
        assert_int_equal((uintptr_t)array % 64, 0);
        unsigned char *bytes = array;
        for (size_t j = 0; j < sizes[i]; j++) {
            if (bytes[j] != 0) {
                fail_msg("byte %zu of %zu is not zero", j, sizes[i]);
            }
        }
        memset(array, 0xff, sizes[i]);
        memory_free(array);
    }
    void *raw;
    assert_int_equal(memory_alloc_raw(&raw, 3, 1 << 20, "array", &err), STATUS_OK);
    memset(raw, 1, 3 << 20);
    memory_free(raw);
    memory_free(NULL);
}

static void test_impossible_sizes(void **state)
{
    (void)state;
    struct error err;
    void *array = &err;
    assert_int_equal(memory_alloc(&array, SIZE_MAX / 2, 3, "array", &err), STATUS_TOO_LARGE);
    assert_null(array);
    assert_int_equal(memory_alloc(&array, SIZE_MAX, 1, "array", &err), STATUS_TOO_LARGE);
    assert_string_equal(err.where, "array");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
static void test_out_of_memory(void **state)
{
    (void)state;
    struct rlimit old, low = {(rlim_t)256 << 20, RLIM_INFINITY};
    getrlimit(RLIMIT_AS, &old);
    low.rlim_max = old.rlim_max;
    setrlimit(RLIMIT_AS, &low);
    struct error err;
    void *array;
    enum status status = memory_alloc(&array, 1, (size_t)1 << 30, "witness", &err);
    setrlimit(RLIMIT_AS, &old);
    assert_int_equal(status, STATUS_OUT_OF_MEMORY);
    assert_null(array);
    assert_string_equal(err.where, "witness");
    assert_non_null(strstr(err.message, "1073741824"));
}
#endif

static void test_wipe(void **state)
{
    (void)state;
    unsigned char secret[40];
    memset(secret, 7, sizeof secret);
    memory_wipe(secret + 1, sizeof secret - 2);
    for (size_t i = 1; i < sizeof secret - 1; i++) {
        assert_int_equal(secret[i], 0);
    }
    assert_int_equal(secret[0], 7);
    assert_int_equal(secret[39], 7);
    memory_wipe(NULL, 0);
}

static void test_resident_set(void **state)
{
    (void)state;
    size_t before = memory_rss_bytes();
    assert_true(before > 0);
    void *array;
    assert_int_equal(memory_alloc_raw(&array, 32, 1 << 20, "array", NULL), STATUS_OK);
    memset(array, 1, (size_t)32 << 20);
    /* The kernel batches these counts, so they are near, not exact. */
    size_t slack = (size_t)8 << 20;
    assert_true(memory_rss_bytes() + slack >= before + ((size_t)32 << 20));
    assert_true(memory_peak_rss_bytes() + slack >= memory_rss_bytes());
    memory_free(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_alloc),
        cmocka_unit_test(test_impossible_sizes),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
        cmocka_unit_test(test_out_of_memory),
#endif
        cmocka_unit_test(test_wipe),
        cmocka_unit_test(test_resident_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
