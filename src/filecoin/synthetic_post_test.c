/* Made-up PoSt and updates: they pass the checks, satisfy the circuit, and survive the file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <unistd.h>

#include "filecoin/circuits.h"
#include "filecoin/synthetic_post.h"
#include "filecoin/synthetic_update.h"
#include "filecoin/vanilla_writer.h"
#include "r1cs/assignment.h"

static struct synthetic_post_options post_options(const char *circuit, enum circuit_kind kind,
                                                  enum api_version api, size_t sectors)
{
    return (struct synthetic_post_options){
        .proof = {kind, api, sector_shape_of_porep_circuit(circuit)},
        .seed = "post test",
        .miner_id = 1000,
        .first_sector = 7,
        .sectors = sectors,
    };
}

static void check(const struct vanilla_input *input)
{
    const struct update_input *update = &input->update;
    struct error err = {0};
    enum status status =
        input->kind == CIRCUIT_SNAP
            ? update_vanilla_check(&update->shape, &update->statement, update->proofs,
                                   update->proof_count, NULL, &err)
            : post_vanilla_check(NULL, &input->post.statement, input->post.proofs, NULL, &err);
    if (status != STATUS_OK) {
        fail_msg("%s: %s (%s)", status_name(status), err.message, err.where);
    }
}

/* What was written reads as the same statement and proofs. */
static void round_trip(const struct vanilla_input *input)
{
    struct vanilla_input again;
    struct error err = {0};
    char path[64];
    snprintf(path, sizeof path, "/tmp/cuzk-synthetic-post-test-%d", (int)getpid());
    assert_int_equal(vanilla_input_write_file(path, true, input, true, NULL), STATUS_OK);
    enum status status = vanilla_input_read(&again, path, &err);
    unlink(path);
    if (status != STATUS_OK) {
        fail_msg("%s: %s (%s)", status_name(status), err.message, err.where);
    }
    assert_int_equal(again.kind, input->kind);
    assert_ptr_equal(again.sector, input->sector);
    check(&again);
    vanilla_input_free(&again);
}

static void test_post_passes(void **state)
{
    (void)state;
    const struct synthetic_post_options cases[] = {
        post_options("porep-2k", CIRCUIT_WINNING, API_1_0, 1),
        post_options("porep-2k", CIRCUIT_WINDOW, API_1_0, 3),
        post_options("porep-2k", CIRCUIT_WINDOW, API_1_2, 3),
        post_options("porep-8m", CIRCUIT_WINDOW, API_1_2, 4),
        post_options("porep-32g", CIRCUIT_WINNING, API_1_0, 1),
        post_options("porep-64g", CIRCUIT_WINDOW, API_1_2, 2),
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct vanilla_input input;
        assert_int_equal(synthetic_post(&input, &cases[i], NULL, NULL, NULL), STATUS_OK);
        check(&input);
        round_trip(&input);
        vanilla_input_free(&input);
    }
}

static void test_update_passes(void **state)
{
    (void)state;
    const char *circuits[] = {"porep-2k", "porep-8m", "porep-32g"};
    for (size_t i = 0; i < 3; i++) {
        struct vanilla_input input;
        const struct synthetic_update_options options = {sector_shape_of_porep_circuit(circuits[i]),
                                                         "update test"};
        assert_int_equal(synthetic_update(&input, &options, NULL, NULL), STATUS_OK);
        assert_memory_not_equal(input.update.statement.comm_r_old,
                                input.update.statement.comm_r_new, 32);
        check(&input);
        round_trip(&input);
        vanilla_input_free(&input);
    }
}

static void test_circuit_is_satisfied(void **state)
{
    (void)state;
    struct vanilla_input input;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    uint32_t unsatisfied = 1, first = 0;
    const struct synthetic_post_options options =
        post_options("porep-2k", CIRCUIT_WINDOW, API_1_2, 3);
    assert_int_equal(synthetic_post(&input, &options, NULL, NULL, NULL), STATUS_OK);
    assert_int_equal(circuit_matrices(&matrices, "window-2k", NULL), STATUS_OK);
    assert_int_equal(
        post_witness(&assignment, &matrices, &options.proof, input.post.proofs, 3, 1, NULL),
        STATUS_OK);
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 0);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    vanilla_input_free(&input);
}

static void test_bad_options(void **state)
{
    (void)state;
    struct vanilla_input input;
    struct synthetic_post_options options = post_options("porep-2k", CIRCUIT_WINNING, API_1_0, 2);
    assert_int_equal(synthetic_post(&input, &options, NULL, NULL, NULL), STATUS_COUNT_MISMATCH);
    options.sectors = 0;
    assert_int_equal(synthetic_post(&input, &options, NULL, NULL, NULL), STATUS_COUNT_MISMATCH);
    options.sectors = 1;
    options.seed = "it's";
    assert_int_equal(synthetic_post(&input, &options, NULL, NULL, NULL), STATUS_INVALID_ARGUMENT);
    const struct synthetic_update_options update = {options.proof.shape, ""};
    assert_int_equal(synthetic_update(&input, &update, NULL, NULL), STATUS_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_post_passes),
        cmocka_unit_test(test_update_passes),
        cmocka_unit_test(test_circuit_is_satisfied),
        cmocka_unit_test(test_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
