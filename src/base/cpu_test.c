#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/cpu.h"
#include "base/random.h"

static void test_limit(void **state)
{
    (void)state;
    enum cpu_level detected = cpu_level_detected();
    assert_int_equal(cpu_level(), detected);
    for (enum cpu_level limit = CPU_PORTABLE; limit <= CPU_IFMA; limit++) {
        cpu_level_limit(limit);
        assert_int_equal(cpu_level(), limit < detected ? limit : detected);
    }
    cpu_level_limit(CPU_PORTABLE);
    assert_false(cpu_has_sha());
    cpu_level_limit(CPU_IFMA);
}

static void test_parse(void **state)
{
    (void)state;
    struct error err;
    enum cpu_level level;
    assert_int_equal(cpu_level_parse(&level, "auto", &err), STATUS_OK);
    assert_int_equal(level, cpu_level_detected());
    for (enum cpu_level asked = CPU_PORTABLE; asked <= CPU_IFMA; asked++) {
        enum status status = cpu_level_parse(&level, cpu_level_name(asked), &err);
        if (asked <= cpu_level_detected()) {
            assert_int_equal(status, STATUS_OK);
            assert_int_equal(level, asked);
        } else {
            assert_int_equal(status, STATUS_UNSUPPORTED);
        }
    }
    assert_int_equal(cpu_level_parse(&level, "AVX", &err), STATUS_UNKNOWN_NAME);
    assert_non_null(strstr(err.message, "portable"));
    assert_int_equal(cpu_level_parse(&level, "", &err), STATUS_UNKNOWN_NAME);
}

static void test_random_differs(void **state)
{
    (void)state;
    unsigned char a[1000], b[1000];
    memset(a, 0, sizeof a);
    assert_int_equal(random_bytes(a, sizeof a, NULL), STATUS_OK);
    assert_int_equal(random_bytes(b, sizeof b, NULL), STATUS_OK);
    assert_memory_not_equal(a, b, sizeof a);
    assert_memory_not_equal(a + 984, b + 984, 16);
    assert_int_equal(random_bytes(NULL, 0, NULL), STATUS_OK);
}

static void test_clocks_rise(void **state)
{
    (void)state;
    double wall = clock_wall_s();
    double cpu = clock_cpu_s();
    volatile unsigned work = 0;
    while (clock_cpu_s() - cpu < 0.01) {
        work++;
    }
    assert_true(clock_wall_s() - wall > 0.009);
    assert_true(clock_wall_s() - wall < 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limit), cmocka_unit_test(test_parse),
                                       cmocka_unit_test(test_random_differs),
                                       cmocka_unit_test(test_clocks_rise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
