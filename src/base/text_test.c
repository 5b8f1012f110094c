#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void test_hex(void **state)
{
    (void)state;
    uint8_t bytes[4];
    char text[9];
    struct error err;
    assert_int_equal(hex_decode(bytes, 4, "00fFA07e", "field", &err), STATUS_OK);
    assert_memory_equal(bytes, "\x00\xff\xa0\x7e", 4);
    hex_encode(text, bytes, 4);
    assert_string_equal(text, "00ffa07e");
    hex_encode(text, bytes, 0);
    assert_string_equal(text, "");
    assert_int_equal(hex_decode(bytes, 0, "", "field", &err), STATUS_OK);
}

static void test_hex_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum status status;
    } rows[] = {{"", STATUS_BAD_LENGTH},
                {"00ff", STATUS_BAD_LENGTH},
                {"00ff00f", STATUS_BAD_LENGTH},
                {"00ff00ff0", STATUS_BAD_LENGTH},
                {"0x00ff00", STATUS_BAD_ENCODING},
                {"00ff00g0", STATUS_BAD_ENCODING},
                {"00ff00 0", STATUS_BAD_ENCODING},
                {"00ff\xff\xff"
                 "00",
                 STATUS_BAD_ENCODING}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t bytes[4];
        struct error err;
        assert_int_equal(hex_decode(bytes, 4, rows[i].text, "field", &err), rows[i].status);
        assert_string_equal(err.where, "field");
    }
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } rows[] = {{"0", 0},
                {"123", 123},
                {"2KiB", 2048},
                {"512MiB", (uint64_t)512 << 20},
                {"16GiB", (uint64_t)16 << 30},
                {"1TiB", (uint64_t)1 << 40},
                {"18446744073709551615", UINT64_MAX},
                {"16777215TiB", (uint64_t)16777215 << 40}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t bytes;
        assert_int_equal(size_parse(&bytes, rows[i].text, "budget", NULL), STATUS_OK);
        assert_true(bytes == rows[i].bytes);
    }
}

static void test_sizes_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {"",
                                       "KiB",
                                       "-1",
                                       "+1",
                                       "1.5GiB",
                                       "1 GiB",
                                       " 1",
                                       "2KB",
                                       "2kib",
                                       "2KiBx",
                                       "0x10",
                                       "1e3",
                                       "16777216TiB",
                                       "18446744073709551616",
                                       "99999999999999999999999"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t bytes;
        struct error err;
        if (size_parse(&bytes, rows[i], "budget", &err) != STATUS_INVALID_ARGUMENT) {
            fail_msg("\"%s\" accepted", rows[i]);
        }
        assert_string_equal(err.where, "budget");
    }
}

static void test_printable(void **state)
{
    (void)state;
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", ""},
        {"plain ~", "plain ~"},
        {"a\nb\x1b[31m\x7f", "a?b?[31m?"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "????\xc2\xa0"},
        {"\xc3", "?"},
        {"\xe2\x82", "??"},
        {"\xf0\x9f\x98", "???"},
        {"\xf0\x9f\x98x", "???x"},
        {"\xc0\x80\xc1\xbf\x80\xff", "??????"},
        {"\xe0\x9f\xbf", "???"},
        {"\xed\xa0\x80", "???"},
        {"\xed\x9f\xbf", "\xed\x9f\xbf"},
        {"\xf0\x8f\xbf\xbf", "????"},
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"\xf4\x90\x80\x80", "????"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[32];
        strcpy(text, rows[i].text);
        text_make_printable(text);
        assert_string_equal(text, rows[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hex), cmocka_unit_test(test_hex_refused),
        cmocka_unit_test(test_sizes), cmocka_unit_test(test_sizes_refused),
        cmocka_unit_test(test_printable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
