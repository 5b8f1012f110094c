/* The C1 reader on small texts: JSON's and base64's grammar. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "filecoin/c1.h"
#include "filecoin/json_stream.h"

static enum status parse_code(const char *text, size_t count, struct error *err)
{
    struct porep_c1 *c1 = NULL;
    *err = (struct error){0};
    enum status status = c1_parse(&c1, text, count, NULL, err);
    c1_free(c1);
    return status;
}

static void text_is_json(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum status code;
    } cases[] = {
        {"", STATUS_BAD_JSON},
        {"[]", STATUS_WRONG_TYPE},
        {"17 ", STATUS_WRONG_TYPE},
        {"{}", STATUS_MISSING_FIELD},
        {"{\"a\":1}", STATUS_MISSING_FIELD},
        {"{\"a\":01}", STATUS_BAD_JSON},
        {"{\"a\":-}", STATUS_BAD_JSON},
        {"{\"a\":1.}", STATUS_BAD_JSON},
        {"{\"a\":1e+}", STATUS_BAD_JSON},
        {"{\"a\":.5}", STATUS_BAD_JSON},
        {"{\"a\":+5}", STATUS_BAD_JSON},
        {"{\"a\":nul}", STATUS_BAD_JSON},
        {"{\"a\":1,}", STATUS_BAD_JSON},
        {"{\"a\" 1}", STATUS_BAD_JSON},
        {"{a:1}", STATUS_BAD_JSON},
        {"{\"a\":[1,]}", STATUS_BAD_JSON},
        {"{\"a\":[1}", STATUS_BAD_JSON},
        {"{\"a\":\"\\x\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\\u12g4\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\\ud800\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\\ud800\\u0041\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\\udc00\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\n\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\xc0\x80\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\xed\xa0\x80\"}", STATUS_BAD_JSON},
        {"{\"a\":\"\xe2\x82\"}", STATUS_BAD_JSON},
        {"{\"a\":[0, -0, 1.5e-7, 1E9, true, false, null, \"\\ud83d\\ude00\xe2\x82\xac\\n\"]}",
         STATUS_MISSING_FIELD},
        {"{} {}", STATUS_TRAILING_DATA},
        {"{\"SectorNum\":1,\"SectorNum\":1}", STATUS_DUPLICATE_FIELD},
        {"{\"SectorNum\":\"1\"}", STATUS_WRONG_TYPE},
        {"{\"SectorNum\":1.5}", STATUS_WRONG_TYPE},
        {"{\"SectorNum\":9223372036854775808}", STATUS_TOO_LARGE},
        {"{\"SectorNum\":-1}", STATUS_INPUT_RANGE},
        {"{\"SectorNum\":-99999999999999999999}", STATUS_INPUT_RANGE},
        {"{\"SectorSize\":-1}", STATUS_WRONG_TYPE},
        {"{\"Phase1Out\":7}", STATUS_WRONG_TYPE},
        {"{\"Phase1Out\":\"\"}", STATUS_BAD_JSON},
        {"{\"Phase1Out\":\"e30=\"}", STATUS_MISSING_FIELD},
        {"{\"Phase1Out\":\"e30\"}", STATUS_BAD_BASE64},
        {"{\"Phase1Out\":\"e31=\"}", STATUS_BAD_BASE64},
        {"{\"Phase1Out\":\"e3=0\"}", STATUS_BAD_BASE64},
        {"{\"Phase1Out\":\"=\"}", STATUS_BAD_BASE64},
        {"{\"Phase1Out\":\"IA==IA==\"}", STATUS_BAD_BASE64},
        {"{\"Phase1Out\":\"e-0=\"}", STATUS_BAD_BASE64},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err;
        enum status status = parse_code(cases[i].text, strlen(cases[i].text), &err);
        if (status != cases[i].code)
            print_message("%s: %s, %s\n", cases[i].text, status_name(status), err.message);
        assert_int_equal(status, cases[i].code);
    }
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    static char text[5 + 100000] = "{\"a\":";
    memset(text + 5, '[', sizeof text - 5);
    for (size_t depth = JSON_DEPTH_MAX - 2; depth <= sizeof text - 5; depth = depth * 3 / 2) {
        struct error err;
        assert_int_equal(parse_code(text, 5 + depth, &err),
                         depth < JSON_DEPTH_MAX ? STATUS_BAD_JSON : STATUS_TOO_LARGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_json),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
