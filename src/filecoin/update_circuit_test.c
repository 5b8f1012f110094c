/* The circuits of sector updates against the reference: counts, densities, digests. */
#include "filecoin/golden_test.h"
#include "filecoin/tree_test.h"
#include "filecoin/update_circuit.h"

struct update_case {
    struct expected_circuit expected;
    bool poseidon;
    unsigned base_levels, log_sub, log_top;
};

static void check_case(const struct update_case *c, bool flat)
{
    struct r1cs_matrices matrices;
    struct update_shape shape;
    const struct inclusion_shape tree =
        test_shape(TREE_POSEIDON, c->base_levels, 3, c->log_sub, c->log_top);
    update_shape_of_tree(&shape, &tree, c->poseidon);
    assert_int_equal(update_matrices(&matrices, &shape, flat, NULL), STATUS_OK);
    golden_circuit(&matrices, &c->expected);
    r1cs_matrices_free(&matrices);
}

/* docs/filecoin.md 6.2 */
static const struct update_case cases[] = {
    {{"Snap 1KiB",
      1248389,
      5,
      1247309,
      1241649,
      327403,
      {2968107, 1249487, 2644258},
      21,
      "9ba6510c3e83eb72a28c3d312b2f531d55a1ed1cff491f3231c3d6c1ee429d22"},
     false,
     1,
     2,
     0},
    {{"Snap 2KiB",
      1705039,
      5,
      1703569,
      1697189,
      444403,
      {4030887, 1706537, 3616648},
      21,
      "f7df72b4a9d40db05f2f02b87e70bbf5887c14242c918579423673a3fc85ab35"},
     false,
     2,
     0,
     0},
    {{"Snap 4KiB",
      2165109,
      5,
      2163189,
      2155229,
      564063,
      {5115087, 2166947, 4593178},
      22,
      "e053a4b036c64532b2929e01ef9951d180c7eb7480886426c8e63162aba601e5"},
     false,
     2,
     1,
     0},
    {{"Snap 8KiB",
      2620359,
      5,
      2618009,
      2609689,
      680063,
      {6166147, 2622537, 5563768},
      22,
      "68f3f6749063b097283cdf0cbd06e4fc1414fd363448e5596ec473a316f2b48b"},
     false,
     2,
     2,
     0},
    {{"Snap 16KiB",
      6300021,
      5,
      6293944,
      6284882,
      1613422,
      {14627205, 6304729, 13416061},
      23,
      "95901cff7438c70e1b8549f7480fb1e451884694b1b0e6e2115f3e21696af84f"},
     false,
     2,
     3,
     0},
    {{"Snap 32KiB",
      6760091,
      5,
      6753564,
      6742922,
      1733082,
      {15711405, 6765139, 14392591},
      23,
      "0b574e28685fc4e9179db802dd9ad56fad539d5dda1bfc07b341e1cb048df747"},
     false,
     2,
     3,
     1},
    {{"Snap-Poseidon 1KiB",
      32164,
      5,
      32454,
      24600,
      23667,
      {217596, 32582, 40063},
      15,
      "7aa76cc1dd1c05089837d61e6e1699f67b8715bcf23bdba1b7e06d9dd4d04c79"},
     true,
     1,
     2,
     0},
    {{"Snap-Poseidon 8KiB",
      47974,
      5,
      48474,
      36720,
      35247,
      {326826, 48662, 60043},
      16,
      "f1d880ddac280207313c336093659a40f925b116e272bf499da8361b77c914fe"},
     true,
     2,
     2,
     0},
};

static void test_circuits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&cases[i], false);
    }
}

static void test_flat_equals_compact(void **state)
{
    (void)state;
    check_case(&cases[0], true);
    check_case(&cases[sizeof cases / sizeof *cases - 1], true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circuits),
        cmocka_unit_test(test_flat_equals_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
