/* Rules of PoSt: names, challenges (the example of docs/filecoin.md 5.2), partitions, checks. */
#include "filecoin/golden_test.h"
#include "filecoin/post_rules.h"

static void test_names(void **state)
{
    (void)state;
    struct post_proof proof;
    struct error err;
    assert_int_equal(post_proof_of_name(&proof, "StackedDrgWinning512MiBV1", &err), STATUS_OK);
    assert_int_equal(proof.kind, CIRCUIT_WINNING);
    assert_int_equal(proof.shape->bytes, (uint64_t)512 << 20);
    assert_int_equal(post_proof_of_name(&proof, "StackedDrgWindow32GiBV1", &err), STATUS_OK);
    assert_int_equal(proof.kind, CIRCUIT_WINDOW);
    assert_int_equal(proof.api, API_1_0);
    assert_int_equal(post_proof_of_name(&proof, "StackedDrgWindow64GiBV1_2", &err), STATUS_OK);
    assert_int_equal(proof.api, API_1_2);
    assert_int_equal(proof.shape->window_sectors, 2300);
    static const char *const unknown[] = {"",
                                          "StackedDrgWindow",
                                          "StackedDrgWindow4KiBV1",
                                          "StackedDrgWindow32GiBV1_1",
                                          "StackedDrgWinning32GiBV1_2",
                                          "StackedDrgWindow32GiBV1 ",
                                          "StackedDrg32GiBV1"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        assert_int_equal(post_proof_of_name(&proof, unknown[i], &err), STATUS_UNKNOWN_NAME);
    }
}

static struct post_statement statement_of(const char *name, struct post_sector *sectors,
                                          size_t count)
{
    struct post_statement statement = {.sector_count = count, .sectors = sectors};
    assert_int_equal(post_proof_of_name(&statement.proof, name, NULL), STATUS_OK);
    memset(statement.randomness, 1, 32);
    return statement;
}

static void test_challenges(void **state)
{
    (void)state;
    static const uint64_t expected[] = {467379060, 565416565, 755704786, 294062492, 594232517};
    struct post_sector sectors[2] = {{.id = 77}, {.id = 123}};
    struct post_statement window = statement_of("StackedDrgWindow32GiBV1_2", sectors, 2);
    struct post_statement winning = statement_of("StackedDrgWinning32GiBV1", sectors + 1, 1);
    struct post_statement counted = statement_of("StackedDrgWindow32GiBV1", sectors, 2);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(post_challenge(&window, 1, i), expected[i]);
        assert_int_equal(post_challenge(&winning, 0, i), expected[i]);
        counted.sectors = sectors + 1;
        assert_int_equal(post_challenge(&counted, 0, i), expected[i]);
        counted.sectors = sectors;
        assert_int_not_equal(post_challenge(&counted, 1, i), expected[i]);
        /* Index 10 + i of sector 123 is challenge i in place 1. */
        assert_int_equal(post_challenge(&counted, 1, i), post_challenge(&winning, 0, 10 + i));
    }
}

static void test_partitions(void **state)
{
    (void)state;
    struct post_sector sectors[5] = {{.id = 1}, {.id = 2}, {.id = 3}, {.id = 4}, {.id = 5}};
    struct post_statement s = statement_of("StackedDrgWindow2KiBV1", sectors, 5);
    fr inputs[22], again[22];
    struct error err;
    for (unsigned i = 0; i < 5; i++) {
        sectors[i].comm_r[0] = (uint8_t)(10 + i);
    }
    assert_int_equal(post_public_input_count(&s.proof), 22);
    assert_int_equal(post_partition_count(&s.proof, 5), 3);
    assert_int_equal(post_partition_count(&s.proof, 4), 2);
    assert_int_equal(post_public_inputs(inputs, &s, 2, &err), STATUS_OK);
    /* Padding repeats the last sector as it is. */
    assert_memory_equal(inputs, inputs + 11, 11 * sizeof(fr));
    s.sector_count = 4;
    assert_int_equal(post_public_inputs(again, &s, 1, &err), STATUS_OK);
    assert_memory_not_equal(again, again + 11, 11 * sizeof(fr));
    assert_int_equal(post_public_inputs(again, &s, 2, &err), STATUS_INPUT_RANGE);
    memset(sectors[3].comm_r, 0xff, 32);
    assert_int_equal(post_public_inputs(again, &s, 1, &err), STATUS_NON_CANONICAL);
    assert_string_equal(err.where, "sector 4, comm_r");
}

static void test_statement_check(void **state)
{
    (void)state;
    struct post_sector sectors[3] = {{.id = 9}, {.id = 7}, {.id = 8}};
    struct post_statement s = statement_of("StackedDrgWindow2KiBV1", sectors, 3);
    struct error err;
    assert_int_equal(post_statement_check(&s, &err), STATUS_OK);
    sectors[2].id = 9;
    assert_int_equal(post_statement_check(&s, &err), STATUS_DUPLICATE_FIELD);
    s.sector_count = 0;
    assert_int_equal(post_statement_check(&s, &err), STATUS_COUNT_MISMATCH);
    s.sector_count = POST_SECTORS_MAX + 1;
    assert_int_equal(post_statement_check(&s, &err), STATUS_TOO_LARGE);
    s.sector_count = 1;
    memset(s.randomness, 0xff, 32);
    assert_int_equal(post_statement_check(&s, &err), STATUS_NON_CANONICAL);
    assert_string_equal(err.where, "randomness");
    s = statement_of("StackedDrgWinning2KiBV1", sectors, 2);
    assert_int_equal(post_statement_check(&s, &err), STATUS_COUNT_MISMATCH);
    s.sector_count = 1;
    memset(s.prover_id, 0xff, 32);
    assert_int_equal(post_statement_check(&s, &err), STATUS_NON_CANONICAL);
    assert_string_equal(err.where, "prover_id");
}

/* Any number is below the count; one eligible sector is always chosen. */
static void test_winning_sector(void **state)
{
    (void)state;
    const uint8_t prover[32] = {3}, randomness[32] = {4};
    assert_int_equal(post_winning_sector(prover, randomness, 1), 0);
    for (uint64_t eligible = 2; eligible < 50; eligible++) {
        assert_true(post_winning_sector(prover, randomness, eligible) < eligible);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),          cmocka_unit_test(test_challenges),
        cmocka_unit_test(test_partitions),     cmocka_unit_test(test_statement_check),
        cmocka_unit_test(test_winning_sector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
