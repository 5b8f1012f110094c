/* The JSON files of PoSt and sector updates: what is wrong is named. */
#include "filecoin/golden_test.h"
#include "filecoin/post_input.h"

static enum status parse(json_t *root, struct error *err)
{
    struct vanilla_input input;
    char *text = json_dumps(root, JSON_COMPACT);
    enum status status = vanilla_input_parse(&input, text, strlen(text), err);
    free(text);
    vanilla_input_free(&input);
    return status;
}

/* One field replaced (or taken away, for NULL) in a good document. */
struct change {
    const char *field;
    const char *json; /* with JSON_DECODE_ANY */
    enum status status;
    const char *where;
};

static void check_changes(const char *path, const struct change *changes, size_t count)
{
    struct error err;
    for (size_t i = 0; i < count; i++) {
        const struct change *c = &changes[i];
        json_t *root = golden_load(path);
        if (c->json == NULL) {
            json_object_del(root, c->field);
        } else {
            json_error_t fault;
            json_t *value = json_loads(c->json, JSON_DECODE_ANY, &fault);
            assert_non_null(value);
            json_object_set_new(root, c->field, value);
        }
        enum status status = parse(root, &err);
        if (status != c->status || (status != STATUS_OK && strcmp(err.where, c->where) != 0)) {
            fail_msg("%s %s: %s at \"%s\": %s", c->field, c->json, status_name(status), err.where,
                     err.message);
        }
        json_decref(root);
    }
}

#define HEX_FF "\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\""
#define HEX_01 "\"0100000000000000000000000000000000000000000000000000000000000000\""

static void test_post_fields(void **state)
{
    (void)state;
    static const struct change changes[] = {
        {"miner_id", NULL, STATUS_OK, ""},
        {"prover_id", NULL, STATUS_OK, ""},
        {"anything", "[1, {}]", STATUS_OK, ""},
        {"registered_post_proof", NULL, STATUS_MISSING_FIELD, "registered_post_proof"},
        {"registered_post_proof", "7", STATUS_WRONG_TYPE, "registered_post_proof"},
        {"registered_post_proof", "\"StackedDrgWindow3KiBV1\"", STATUS_UNKNOWN_NAME,
         "registered_post_proof"},
        {"registered_post_proof", "\"StackedDrgWindow8MiBV1_2\"", STATUS_COUNT_MISMATCH,
         "sector 101, inclusion_proofs[0].data.path.path"},
        {"registered_post_proof", "\"StackedDrgWinning2KiBV1\"", STATUS_COUNT_MISMATCH, "sectors"},
        {"randomness", NULL, STATUS_MISSING_FIELD, "randomness"},
        {"randomness", "\"00\"", STATUS_BAD_LENGTH, "randomness"},
        {"randomness", HEX_FF, STATUS_NON_CANONICAL, "randomness"},
        {"randomness", "\"zz00000000000000000000000000000000000000000000000000000000000000\"",
         STATUS_BAD_ENCODING, "randomness"},
        {"prover_id", HEX_FF, STATUS_INVALID_ARGUMENT, "prover_id"},
        {"prover_id", HEX_01, STATUS_INVALID_ARGUMENT, "prover_id"},
        {"miner_id", "1101", STATUS_INVALID_ARGUMENT, "prover_id"},
        {"miner_id", "-1", STATUS_INPUT_RANGE, "miner_id"},
        {"sectors", NULL, STATUS_MISSING_FIELD, "sectors"},
        {"sectors", "{}", STATUS_WRONG_TYPE, "sectors"},
        {"sectors", "[]", STATUS_COUNT_MISMATCH, "sectors"},
        {"sectors", "[3]", STATUS_MISSING_FIELD, "sectors[0].sector"},
        {"sectors", "[{\"sector\": 1.5}]", STATUS_WRONG_TYPE, "sectors[0].sector"},
        {"sectors", "[{\"sector\": 1, \"comm_r\": \"\"}]", STATUS_BAD_LENGTH, "sectors[0].comm_r"},
        {"sectors",
         "[{\"sector\": 1, \"comm_r\": " HEX_01 "}, {\"sector\": 1, \"comm_r\": " HEX_01 "}]",
         STATUS_DUPLICATE_FIELD, "sectors"},
        {"sectors", "[{\"sector\": 1, \"comm_r\": " HEX_01 "}]", STATUS_COUNT_MISMATCH,
         "vanilla_proofs_base64"},
        {"vanilla_proofs_base64", NULL, STATUS_MISSING_FIELD, "vanilla_proofs_base64"},
        {"vanilla_proofs_base64", "[]", STATUS_COUNT_MISMATCH, "vanilla_proofs_base64"},
        {"vanilla_proofs_base64", "[0, 0, 0]", STATUS_WRONG_TYPE, "vanilla_proofs_base64[0]"},
        {"vanilla_proofs_base64", "[\"AA=\", \"\", \"\"]", STATUS_BAD_BASE64,
         "vanilla_proofs_base64[0]"},
        {"vanilla_proofs_base64", "[\"A*==\", \"\", \"\"]", STATUS_BAD_BASE64,
         "vanilla_proofs_base64[0]"},
        {"vanilla_proofs_base64", "[\"\", \"\", \"\"]", STATUS_BAD_LENGTH,
         "vanilla proof 0, sector_id"},
    };
    check_changes("post-2k/window.json", changes, sizeof changes / sizeof *changes);
}

static void test_update_fields(void **state)
{
    (void)state;
    static const struct change changes[] = {
        {"sector_size", NULL, STATUS_OK, ""},
        {"h", "1", STATUS_OK, ""},
        {"h", "2", STATUS_INPUT_RANGE, "h"},
        {"h", "4294967297", STATUS_INPUT_RANGE, "h"},
        {"h", "\"1\"", STATUS_WRONG_TYPE, "h"},
        {"sector_size", "4096", STATUS_INVALID_ARGUMENT, "sector_size"},
        {"registered_update_proof", "\"StackedDrg2KiBV1_1\"", STATUS_UNKNOWN_NAME,
         "registered_update_proof"},
        {"registered_update_proof", "\"StackedDrg8MiBV1\"", STATUS_INVALID_ARGUMENT, "sector_size"},
        {"comm_r_old", NULL, STATUS_MISSING_FIELD, "comm_r_old"},
        {"comm_d_new", HEX_FF, STATUS_NON_CANONICAL, "comm_d_new"},
        {"comm_r_new", "[]", STATUS_WRONG_TYPE, "comm_r_new"},
        {"vanilla_proofs_base64", "[\"\", \"\"]", STATUS_COUNT_MISMATCH, "vanilla_proofs_base64"},
        {"vanilla_proofs_base64", "[\"AAAA\"]", STATUS_BAD_LENGTH, "partition 0, comm_c"},
    };
    check_changes("update-2k/update.json", changes, sizeof changes / sizeof *changes);
}

static void test_documents(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum status status;
    } documents[] = {
        {"", STATUS_BAD_JSON},
        {"{", STATUS_BAD_JSON},
        {"{} {}", STATUS_BAD_JSON},
        {"[]", STATUS_MISSING_FIELD},
        {"{}", STATUS_MISSING_FIELD},
        {"{\"a\": 1, \"a\": 2}", STATUS_DUPLICATE_FIELD},
        {"{\"registered_update_proof\": null}", STATUS_WRONG_TYPE},
    };
    struct vanilla_input input;
    struct error err;
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        const char *text = documents[i].text;
        assert_int_equal(vanilla_input_parse(&input, text, strlen(text), &err),
                         documents[i].status);
        vanilla_input_free(&input);
    }
    assert_int_equal(vanilla_input_read(&input, "tests/golden/no-such-file.json", &err),
                     STATUS_MISSING_FILE);
}

static void test_kinds(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        enum circuit_kind kind;
        size_t count;
    } files[] = {
        {"tests/golden/post-2k/winning.json", CIRCUIT_WINNING, 1},
        {"tests/golden/post-2k/window.json", CIRCUIT_WINDOW, 3},
        {"tests/golden/update-2k/update.json", CIRCUIT_SNAP, 1},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct vanilla_input input;
        struct error err;
        assert_int_equal(vanilla_input_read(&input, files[i].path, &err), STATUS_OK);
        assert_int_equal(input.kind, files[i].kind);
        assert_int_equal(input.sector->bytes, 2048);
        assert_int_equal(input.kind == CIRCUIT_SNAP ? input.update.proof_count
                                                    : input.post.statement.sector_count,
                         files[i].count);
        vanilla_input_free(&input);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_post_fields),
        cmocka_unit_test(test_update_fields),
        cmocka_unit_test(test_documents),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
