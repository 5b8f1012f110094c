#include "filecoin/c1.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/file.h"
#include "base/memory.h"

static const char *const documents[] = {
    "porep-2k/c1.json",          "porep-2k/c1-inner.json",       "porep-8m/c1.json",
    "porep-8m/c1-inner.json",    "porep-512m/c1.json",           "porep-512m/c1-inner.json",
    "porep-2k-v1/c1-inner.json", "porep-2k-synth/c1-inner.json", "porep-2k-ni/c1-inner.json",
    "tiny-4k/c1-inner.json",     "tiny-16k/c1-inner.json",       "tiny-32k/c1-inner.json",
};
#define DOCUMENT_COUNT (sizeof documents / sizeof *documents)

struct text {
    char *bytes;
    size_t count;
};

static struct text load(const char *name)
{
    char path[200];
    struct text text;
    struct error err;
    uint8_t *bytes = NULL;
    snprintf(path, sizeof path, "tests/golden/%s", name);
    assert_int_equal(file_read_all(&bytes, &text.count, path, C1_BYTES_MAX, &err), STATUS_OK);
    text.bytes = (char *)bytes;
    return text;
}

/* `text` with `cut` bytes at `at` replaced. Freed with free. */
static struct text splice(struct text text, size_t at, size_t cut, const char *with)
{
    size_t length = strlen(with);
    struct text out = {malloc(text.count - cut + length + 1), text.count - cut + length};
    assert_non_null(out.bytes);
    memcpy(out.bytes, text.bytes, at);
    memcpy(out.bytes + at, with, length + 1); /* its zero is overwritten */
    memcpy(out.bytes + at + length, text.bytes + at + cut, text.count - at - cut);
    out.bytes[out.count] = '\0';
    return out;
}

static struct porep_c1 *parse(struct text text)
{
    struct porep_c1 *c1 = NULL;
    struct error err = {0};
    enum status status = c1_parse(&c1, text.bytes, text.count, NULL, &err);
    if (status != STATUS_OK)
        print_message("%s: %s: %s\n", status_name(status), err.where, err.message);
    assert_int_equal(status, STATUS_OK);
    return c1;
}

static enum status parse_code(struct text text, struct error *err)
{
    struct porep_c1 *c1 = NULL;
    *err = (struct error){0};
    enum status status = c1_parse(&c1, text.bytes, text.count, NULL, err);
    c1_free(c1);
    return status;
}

/* Refused with this code, the place ending in `where` (NULL: any), and the text freed. */
static void assert_refused(struct text text, enum status code, const char *where)
{
    struct error err;
    enum status status = parse_code(text, &err);
    size_t length = where != NULL ? strlen(where) : 0, found = strlen(err.where);
    if (status != code ||
        (where != NULL && (found < length || strcmp(err.where + found - length, where) != 0))) {
        print_message("found %s at \"%s\" (%s), expected %s at \"..%s\"\n", status_name(status),
                      err.where, err.message, status_name(code), where != NULL ? where : "");
        fail();
    }
    free(text.bytes);
}

static void assert_same(const struct porep_c1 *a, const struct porep_c1 *b)
{
    assert_ptr_equal(a->proof, b->proof);
    assert_int_equal(a->partition_count, b->partition_count);
    assert_memory_equal(a->comm_r, b->comm_r, 5 * 32);
    for (unsigned k = 0; k < a->partition_count; k++)
        assert_memory_equal(a->partitions[k], b->partitions[k],
                            a->proof->shape->challenges * sizeof(struct porep_challenge));
}

/* --- good documents --- */

static struct porep_c1 *parse_in_pieces(struct text text, size_t step_max)
{
    struct c1_reader *reader = NULL;
    struct porep_c1 *c1 = NULL;
    struct error err;
    assert_int_equal(c1_reader_open(&reader, NULL, &err), STATUS_OK);
    for (size_t at = 0; at < text.count;) {
        size_t step = step_max == 1 ? 1 : 1 + (size_t)rand() % step_max;
        if (step > text.count - at)
            step = text.count - at;
        assert_int_equal(c1_reader_push(reader, text.bytes + at, step, &err), STATUS_OK);
        at += step;
    }
    assert_int_equal(c1_reader_finish(reader, &c1, &err), STATUS_OK);
    c1_reader_close(reader);
    return c1;
}

static void pieces_do_not_matter(void **state)
{
    (void)state;
    for (size_t i = 0; i < DOCUMENT_COUNT; i++) {
        struct text text = load(documents[i]);
        struct porep_c1 *whole = parse(text);
        static const size_t steps[] = {1, 7, 300, 40000};
        for (size_t j = 0; j < sizeof steps / sizeof *steps; j++) {
            struct porep_c1 *pieces = parse_in_pieces(text, steps[j]);
            assert_same(whole, pieces);
            c1_free(pieces);
        }
        c1_free(whole);
        memory_free(text.bytes);
    }
}

static void wrapper_holds_the_inner_document(void **state)
{
    (void)state;
    for (size_t i = 0; i < 6; i += 2) {
        struct text outer = load(documents[i]), inner = load(documents[i + 1]);
        struct porep_c1 *a = parse(outer), *b = parse(inner);
        assert_same(a, b);
        assert_true(a->wrapped);
        assert_false(b->wrapped);
        assert_int_equal(a->sector_bytes, a->proof->shape->bytes);
        c1_free(a);
        c1_free(b);
        memory_free(outer.bytes);
        memory_free(inner.bytes);
    }
}

static void files_are_read(void **state)
{
    (void)state;
    struct text text = load(documents[0]);
    struct porep_c1 *whole = parse(text), *file = NULL;
    struct error err;
    assert_int_equal(c1_read_file(&file, "tests/golden/porep-2k/c1.json", NULL, &err), STATUS_OK);
    assert_same(whole, file);
    assert_int_equal(c1_read_file(&file, "tests/golden/none.json", NULL, &err),
                     STATUS_MISSING_FILE);
    c1_free(whole);
    c1_free(file);
    memory_free(text.bytes);
}

static void order_and_blanks_do_not_matter(void **state)
{
    (void)state;
    static const char *const names[] = {"porep-2k/c1.json", "porep-2k-ni/c1-inner.json",
                                        "tiny-32k/c1-inner.json"};
    static const size_t styles[] = {JSON_COMPACT | JSON_SORT_KEYS, JSON_INDENT(3), 0};
    for (size_t i = 0; i < 9; i++) {
        struct text text = load(names[i / 3]);
        struct porep_c1 *plain = parse(text);
        json_t *json = json_loadb(text.bytes, text.count, 0, NULL);
        struct text styled = {json_dumps(json, styles[i % 3]), 0};
        assert_non_null(styled.bytes);
        styled.count = strlen(styled.bytes);
        struct porep_c1 *c1 = parse(styled);
        assert_same(plain, c1);
        c1_free(plain);
        c1_free(c1);
        free(styled.bytes);
        json_decref(json);
        memory_free(text.bytes);
    }
}

/* --- a small scanner, for surgery on good documents --- */

/* End of the value that starts at `at`. */
static size_t value_end(const char *s, size_t at)
{
    int depth = 0;
    for (size_t i = at;; i++) {
        if (s[i] == '"') {
            for (i++; s[i] != '"'; i++)
                continue;
        } else if (s[i] == '{' || s[i] == '[') {
            depth++;
        } else if (s[i] == '}' || s[i] == ']') {
            depth--;
        }
        bool more = strchr("{[\"", s[i]) == NULL && strchr(",]}", s[i + 1]) == NULL;
        if (depth == 0 && !more)
            return i + 1;
    }
}

/* The next `"name":` after the value at *value on (0: the first); false at the end. */
static bool next_field(struct text text, size_t *at, char name[64], size_t *value)
{
    for (size_t i = *value; i < text.count; i++) {
        if (text.bytes[i] != '"')
            continue;
        size_t end = i + 1;
        while (text.bytes[end] != '"')
            end++;
        if (text.bytes[end + 1] == ':') {
            snprintf(name, 64, "%.*s", (int)(end - i - 1), text.bytes + i + 1);
            *at = i;
            *value = end + 2;
            return true;
        }
        i = end;
    }
    return false;
}

static bool is_variant(const char *name)
{
    return strcmp(name, "Single") == 0 || strcmp(name, "Sub") == 0 || strcmp(name, "Top") == 0 ||
           strncmp(name, "StackedDrg", 10) == 0;
}

/* Whether `what` ends where `at` is. */
static bool follows(struct text text, size_t at, const char *what)
{
    size_t length = strlen(what);
    return at >= length && memcmp(text.bytes + at - length, what, length) == 0;
}

/* Fields of the second challenge and of the document: one of each kind in every position. */
static bool is_examined(struct text text, size_t at)
{
    const char *last_challenge = NULL, *p = text.bytes;
    while ((p = strstr(p, "{\"comm_d_proofs\"")) != NULL)
        last_challenge = p++;
    return at < 200 || at > (size_t)(last_challenge - text.bytes);
}

/* --- broken documents --- */

static void every_field_is_required_and_single(void **state)
{
    (void)state;
    static const char *const names[] = {"porep-2k/c1-inner.json", "tiny-32k/c1-inner.json"};
    for (size_t d = 0; d < 2; d++) {
        struct text text = load(names[d]);
        char name[64], *copy;
        size_t at, value = 0;
        while (next_field(text, &at, name, &value)) {
            if (!is_examined(text, at))
                continue;
            size_t end = value_end(text.bytes, value), length = end - at;
            /* Removed, with the comma after or before it. */
            size_t from = at, cut = length;
            if (text.bytes[end] == ',')
                cut++;
            else if (text.bytes[at - 1] == ',')
                from--, cut++;
            assert_refused(splice(text, from, cut, ""), STATUS_MISSING_FIELD,
                           is_variant(name) ? NULL : name);
            /* There twice. */
            copy = malloc(length + 2);
            assert_non_null(copy);
            memcpy(copy, text.bytes + at, length);
            memcpy(copy + length, ",", 2);
            assert_refused(splice(text, at, 0, copy), STATUS_DUPLICATE_FIELD,
                           is_variant(name) ? NULL : name);
            free(copy);
        }
        memory_free(text.bytes);
    }
}

static void every_field_has_its_type(void **state)
{
    (void)state;
    static const char *const values[] = {"null",      "true", "\"no\"", "-1",
                                         "{\"a\":0}", "[]",   "1.5",    "[\"x\"]"};
    struct text text = load("porep-2k/c1-inner.json");
    char name[64];
    size_t at, value = 0;
    while (next_field(text, &at, name, &value)) {
        if (!is_examined(text, at))
            continue;
        size_t end = value_end(text.bytes, value);
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            struct text broken = splice(text, value, end - value, values[i]);
            struct error err;
            enum status status = parse_code(broken, &err);
            bool scalar_instead = i < 4 && text.bytes[value] != '"';
            if (strcmp(name, "_h") == 0 && i == 0)
                assert_int_equal(status, STATUS_OK);
            else if (scalar_instead)
                assert_int_equal(status, STATUS_WRONG_TYPE);
            else
                assert_int_equal(status_class(status), CLASS_BAD_INPUT);
            free(broken.bytes);
        }
    }
    memory_free(text.bytes);
}

/* Every list one item short and one too long. */
static void every_list_has_its_length(void **state)
{
    (void)state;
    static const char *const names[] = {"porep-2k/c1-inner.json", "tiny-4k/c1-inner.json"};
    for (size_t d = 0; d < 2; d++) {
        struct text text = load(names[d]);
        for (size_t at = 0; at < text.count; at++) {
            if (text.bytes[at] != '[' || !is_examined(text, at))
                continue;
            bool bytes = text.bytes[at + 1] != '[' && text.bytes[at + 1] != '{';
            size_t end = value_end(text.bytes, at + 1);
            size_t comma = text.bytes[end] == ',';
            enum status code = bytes ? STATUS_BAD_LENGTH : STATUS_COUNT_MISMATCH;
            assert_refused(splice(text, at + 1, end - at - 1 + comma, ""), code, NULL);

            char *item = malloc(end - at + 1);
            assert_non_null(item);
            snprintf(item, end - at + 1, "%.*s,", (int)(end - at - 1), text.bytes + at + 1);
            struct text longer = splice(text, at + 1, 0, item);
            longer = (struct text){longer.bytes, longer.count};
            assert_refused(longer, code, NULL);
            free(item);
        }
        memory_free(text.bytes);
    }
}

static struct text replace(struct text text, const char *what, const char *with)
{
    char *found = strstr(text.bytes, what);
    assert_non_null(found);
    return splice(text, (size_t)(found - text.bytes), strlen(what), with);
}

#define BYTES_255_8 "255,255,255,255,255,255,255,255"
#define BYTES_255   "[" BYTES_255_8 "," BYTES_255_8 "," BYTES_255_8 "," BYTES_255_8 "]"

static void values_are_in_range(void **state)
{
    (void)state;
    struct text text = load("porep-2k/c1-inner.json");
    for (size_t at = 0; at < text.count; at++) {
        if (text.bytes[at] != '[' || text.bytes[at + 1] == '[' || text.bytes[at + 1] == '{' ||
            !is_examined(text, at))
            continue;
        size_t end = value_end(text.bytes, at);
        bool hashed_only = follows(text, at, "\"seed\":") || follows(text, at, "\"ticket\":");
        if (!hashed_only)
            assert_refused(splice(text, at, end - at, BYTES_255), STATUS_NON_CANONICAL, NULL);
        assert_refused(splice(text, at + 1, 0, "256,"), STATUS_TOO_LARGE, NULL);
        assert_refused(splice(text, at + 1, 0, "01,"), STATUS_BAD_JSON, NULL);
        assert_refused(splice(text, at + 1, 0, "1e0,"), STATUS_WRONG_TYPE, NULL);
        assert_refused(splice(text, at + 1, 0, "-3,"), STATUS_WRONG_TYPE, NULL);
        assert_refused(splice(text, at + 1, 0, "123456789012345678901234567890,"), STATUS_TOO_LARGE,
                       NULL);
    }
    assert_refused(replace(text, "\"index\":1}", "\"index\":2}"), STATUS_INPUT_RANGE,
                   "path[0].index");
    assert_refused(replace(text, "\"index\":1}", "\"index\":4294967296}"), STATUS_TOO_LARGE, NULL);
    assert_refused(replace(text, "\"layer_index\":1", "\"layer_index\":18446744073709551616"),
                   STATUS_TOO_LARGE, "partition 0, challenge 0, labeling_proofs[0].layer_index");
    memory_free(text.bytes);
}

static void names_are_known(void **state)
{
    (void)state;
    struct text text = load("porep-2k/c1-inner.json"), tiny = load("tiny-4k/c1-inner.json");
    assert_refused(replace(text, "StackedDrg2KiBV1_1", "StackedDrg2KiBV1_9"), STATUS_UNKNOWN_NAME,
                   "registered_proof");
    assert_refused(replace(text, "StackedDrg2KiBV1_1", "StackedDrg8MiBV1_1"), STATUS_UNKNOWN_NAME,
                   "vanilla_proofs");
    assert_refused(replace(text, "\"StackedDrg2KiBV1\"", "\"StackedDrg2KiBV1_1\""),
                   STATUS_UNKNOWN_NAME, "vanilla_proofs");
    assert_refused(replace(text, "\"Single\"", "\"Double\""), STATUS_UNKNOWN_NAME,
                   "partition 0, challenge 0, comm_d_proofs.data");
    assert_refused(replace(text, "\"Single\"", "\"Sub\""), STATUS_UNKNOWN_NAME, NULL);
    assert_refused(replace(tiny, "\"Sub\"", "\"Top\""), STATUS_UNKNOWN_NAME, NULL);
    /* Two choices in one variant. */
    assert_refused(replace(text, "\"data\":{", "\"data\":{\"Sub\":{},"), STATUS_UNKNOWN_NAME, NULL);
    memory_free(text.bytes);
    memory_free(tiny.bytes);
}

static void unknown_fields_are_ignored(void **state)
{
    (void)state;
    struct text text = load("tiny-32k/c1-inner.json");
    struct porep_c1 *plain = parse(text);
    for (size_t at = 0; at < text.count; at++) {
        /* Not inside the variants. */
        if (text.bytes[at] != '{' || (at > 0 && !is_examined(text, at)) ||
            follows(text, at, "\"data\":") || follows(text, at, "\"vanilla_proofs\":"))
            continue;
        struct text more =
            splice(text, at + 1, 0, "\"zz\":{\"a\":[1,{\"root\":null}],\"b\":-1e9},");
        struct porep_c1 *c1 = parse(more);
        assert_same(plain, c1);
        c1_free(c1);
        free(more.bytes);
    }
    struct text escaped = replace(text, "\"comm_r\"", "\"comm\\u005f\\u0072\"");
    struct porep_c1 *c1 = parse(escaped);
    assert_same(plain, c1);
    c1_free(c1);
    free(escaped.bytes);
    c1_free(plain);
    memory_free(text.bytes);
}

static void nothing_follows(void **state)
{
    (void)state;
    struct text text = load("porep-2k/c1-inner.json"), outer = load("porep-2k/c1.json");
    assert_refused(splice(text, text.count, 0, " \n\t{"), STATUS_TRAILING_DATA, NULL);
    assert_refused(splice(outer, outer.count, 0, "\n0"), STATUS_TRAILING_DATA, NULL);
    struct text blanks = splice(text, text.count, 0, " \n\r\t");
    c1_free(parse(blanks));
    free(blanks.bytes);
    memory_free(text.bytes);
    memory_free(outer.bytes);
}

static void truncation_is_noticed(void **state)
{
    (void)state;
    static const char *const names[] = {"porep-2k/c1.json", "tiny-16k/c1-inner.json"};
    for (size_t d = 0; d < 2; d++) {
        struct text text = load(names[d]);
        for (size_t length = 0; length < text.count; length += 1 + length % 211) {
            struct error err;
            assert_int_equal(parse_code((struct text){text.bytes, length}, &err), STATUS_BAD_JSON);
        }
        memory_free(text.bytes);
    }
}

static void wrapper_is_checked(void **state)
{
    (void)state;
    struct text text = load("porep-2k/c1.json");
    assert_refused(replace(text, "\"SectorSize\":2048", "\"SectorSize\":4096"),
                   STATUS_COUNT_MISMATCH, "SectorSize");
    assert_refused(replace(text, ",\"SectorSize\":2048", ""), STATUS_MISSING_FIELD, "SectorSize");
    assert_refused(replace(text, "\"Phase1Out\"", "\"Phase2Out\""), STATUS_MISSING_FIELD,
                   "Phase1Out");
    const size_t inside = 70000; /* of the base64 */
    assert_refused(splice(text, inside, 1, "!"), STATUS_BAD_BASE64, NULL);
    assert_refused(splice(text, inside, 1, "="), STATUS_BAD_BASE64, NULL);
    assert_refused(splice(text, inside, 1, "\\n"), STATUS_BAD_BASE64, NULL);
    /* A character lost in the middle garbles what follows. */
    struct error err;
    struct text shorter = splice(text, inside, 1, "");
    assert_int_equal(status_class(parse_code(shorter, &err)), CLASS_BAD_INPUT);
    free(shorter.bytes);
    /* Escapes of base64 characters are the characters. */
    char escape[8];
    snprintf(escape, sizeof escape, "\\u%04x", (unsigned)(uint8_t)text.bytes[inside]);
    struct text escaped = splice(text, inside, 1, escape);
    c1_free(parse(escaped));
    free(escaped.bytes);
    memory_free(text.bytes);
}

static void fewer_partitions_are_an_option(void **state)
{
    (void)state;
    struct text text = load("porep-2k-ni/c1-inner.json");
    char *list = strstr(text.bytes, "\"StackedDrg2KiBV1\":[");
    assert_non_null(list);
    size_t first = (size_t)(list - text.bytes) + strlen("\"StackedDrg2KiBV1\":[");
    struct text fewer = splice(text, first, value_end(text.bytes, first) + 1 - first, "");
    struct c1_options options = {.fewer_partitions = true};
    struct porep_c1 *c1 = NULL;
    struct error err;
    assert_int_equal(c1_parse(&c1, fewer.bytes, fewer.count, &options, &err), STATUS_OK);
    assert_int_equal(c1->partition_count, 12);
    c1_free(c1);
    assert_refused(fewer, STATUS_COUNT_MISMATCH, "vanilla_proofs");
    struct text none = splice(text, first, value_end(text.bytes, first - 1) - 1 - first, "");
    assert_int_equal(c1_parse(&c1, none.bytes, none.count, &options, &err), STATUS_COUNT_MISMATCH);
    free(none.bytes);
    memory_free(text.bytes);
}

/* One flipped bit may give another document, but never more than a coded error. */
static void flipped_bits_are_harmless(void **state)
{
    (void)state;
    unsigned seed = (unsigned)time(NULL);
    print_message("seed %u\n", seed);
    srand(seed);
    static const char *const names[] = {"porep-2k/c1.json", "tiny-32k/c1-inner.json"};
    for (int run = 0; run < 2000; run++) {
        static struct text texts[2];
        struct text *text = &texts[run % 2];
        if (text->bytes == NULL)
            *text = load(names[run % 2]);
        size_t at = (size_t)rand() % text->count;
        char bit = (char)(1 << rand() % 8);
        struct error err;
        text->bytes[at] ^= bit;
        enum status status = parse_code(*text, &err);
        text->bytes[at] ^= bit;
        assert_true(status == STATUS_OK || status_class(status) == CLASS_BAD_INPUT);
        if (run >= 1998)
            memory_free(text->bytes);
    }
}

static void errors_stay(void **state)
{
    (void)state;
    struct c1_reader *reader = NULL;
    struct porep_c1 *c1 = NULL;
    struct error err;
    assert_int_equal(c1_reader_open(&reader, NULL, &err), STATUS_OK);
    assert_int_equal(c1_reader_push(reader, "{\"comm_r\":[1,x", 14, &err), STATUS_BAD_JSON);
    assert_string_equal(err.where, "comm_r");
    assert_int_equal(c1_reader_push(reader, "1]}", 3, &err), STATUS_BAD_JSON);
    assert_int_equal(c1_reader_finish(reader, &c1, &err), STATUS_BAD_JSON);
    assert_null(c1);
    c1_reader_close(reader);
    c1_reader_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_do_not_matter),
        cmocka_unit_test(wrapper_holds_the_inner_document),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(order_and_blanks_do_not_matter),
        cmocka_unit_test(every_field_is_required_and_single),
        cmocka_unit_test(every_field_has_its_type),
        cmocka_unit_test(every_list_has_its_length),
        cmocka_unit_test(values_are_in_range),
        cmocka_unit_test(names_are_known),
        cmocka_unit_test(unknown_fields_are_ignored),
        cmocka_unit_test(nothing_follows),
        cmocka_unit_test(truncation_is_noticed),
        cmocka_unit_test(wrapper_is_checked),
        cmocka_unit_test(fewer_partitions_are_an_option),
        cmocka_unit_test(flipped_bits_are_harmless),
        cmocka_unit_test(errors_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
