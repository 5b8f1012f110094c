#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/status.h"

static void test_fill(void **state)
{
    (void)state;
    struct error err;
    assert_int_equal(error_set(&err, STATUS_BAD_FILE, "a.bin", "%d found", 3), STATUS_BAD_FILE);
    assert_int_equal(err.status, STATUS_BAD_FILE);
    assert_string_equal(err.where, "a.bin");
    assert_string_equal(err.message, "3 found");
    assert_int_equal(error_set(NULL, STATUS_IO, NULL, "unseen"), STATUS_IO);
    error_set(&err, STATUS_IO, NULL, "x");
    assert_string_equal(err.where, "");
}

static void test_long_text_is_cut(void **state)
{
    (void)state;
    char text[2000];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = 0;
    struct error err;
    error_set(&err, STATUS_IO, text, "%s", text);
    assert_int_equal(strlen(err.where), sizeof err.where - 1);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void test_names_and_classes(void **state)
{
    (void)state;
    assert_string_equal(status_name(STATUS_NOT_ON_CURVE), "NOT_ON_CURVE");
    assert_string_equal(status_name(STATUS_OK), "OK");
    assert_string_equal(status_name(STATUS_INTERRUPTED), "INTERRUPTED");
    assert_string_equal(error_class_name(status_class(STATUS_NOT_ON_CURVE)), "BAD_INPUT");
    static const struct {
        enum status status;
        int exit_code;
    } rows[] = {{STATUS_OK, 0},           {STATUS_PROOF_INVALID, 1}, {STATUS_USAGE, 2},
                {STATUS_BUSY, 3},         {STATUS_OUT_OF_MEMORY, 3}, {STATUS_SELF_CHECK, 4},
                {STATUS_INTERRUPTED, 130}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(error_class_exit_code(status_class(rows[i].status)), rows[i].exit_code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fill),
                                       cmocka_unit_test(test_long_text_is_cut),
                                       cmocka_unit_test(test_names_and_classes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
