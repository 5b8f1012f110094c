#include <jansson.h>

#include "formats/formats_test.h"
#include "formats/inspect.h"

/* Lengths, counts and digests as the reference's generator wrote them down. */
static void check_golden(const char *params_path, const char *json_path)
{
    json_t *golden = json_load_file(json_path, 0, NULL);
    json_t *setup = json_object_get(golden, "setup");
    struct params_layout layout;
    struct digests whole, again, sections[PARAMS_PARTS];
    struct file_in *file;
    struct error err = {0};
    char hex[2 * SHA256_BYTES + 1];

    assert_non_null(setup);
    assert_status(file_in_open(&file, params_path, &err), STATUS_OK, &err);
    assert_status(params_layout_read(&layout, file, &err), STATUS_OK, &err);
    assert_status(params_digest(&whole, sections, file, &layout, NULL, NULL, &err), STATUS_OK,
                  &err);
    hex_encode(hex, whole.sha256, SHA256_BYTES);
    assert_string_equal(hex, json_string_value(json_object_get(setup, "params_sha256")));
    for (unsigned i = 0; i < PARAMS_PARTS; i++) {
        json_t *section = json_array_get(json_object_get(setup, "sections"), i);
        assert_string_equal(layout.section[i].name,
                            json_string_value(json_object_get(section, "name")));
        assert_int_equal(layout.section[i].count,
                         json_integer_value(json_object_get(section, "count")));
        assert_int_equal(layout.section[i].offset + layout.section[i].bytes,
                         json_integer_value(json_object_get(section, "end")));
        hex_encode(hex, sections[i].sha256, SHA256_BYTES);
        assert_string_equal(hex, json_string_value(json_object_get(section, "sha256")));
    }
    assert_status(file_digest(&again, file, NULL, NULL, &err), STATUS_OK, &err);
    assert_memory_equal(&again, &whole, sizeof again);
    struct bytes bytes = bytes_load(params_path);
    uint8_t blake[BLAKE2B_BYTES];
    blake2b(blake, sizeof blake, NULL, 0, bytes.at, bytes.count);
    assert_memory_equal(whole.blake2b, blake, sizeof blake);
    memory_free(bytes.at);
    file_in_close(file);
    json_decref(golden);
}

static void test_goldens(void **state)
{
    (void)state;
    check_golden(TOY "toy-2.params", TOY "toy-2.json");
    check_golden(TOY "toy-1000.params", TOY "toy-1000.json");
}

static bool stop(void *context, const char *label, uint64_t done, uint64_t total)
{
    (void)context, (void)label, (void)done, (void)total;
    return false;
}

static void test_stop(void **state)
{
    const struct progress progress = {stop, NULL};
    struct digests whole;
    struct file_in *file;
    struct error err = {0};

    (void)state;
    assert_status(file_in_open(&file, TOY "toy-2.params", &err), STATUS_OK, &err);
    assert_status(file_digest(&whole, file, NULL, &progress, &err), STATUS_INTERRUPTED, &err);
    file_in_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_goldens), cmocka_unit_test(test_stop)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
