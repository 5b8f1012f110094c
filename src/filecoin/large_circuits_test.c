/* Digests of the large PoSt and update circuits: minutes each, so labelled long. */
#include "filecoin/golden_test.h"
#include "filecoin/post_circuit.h"
#include "filecoin/tree_test.h"
#include "filecoin/update_circuit.h"

struct post_case {
    struct expected_circuit expected;
    unsigned sectors, challenges, base_levels, log_sub, log_top;
};

static void check_post(const struct post_case *c)
{
    struct r1cs_matrices matrices;
    const struct post_shape shape = {
        .sector_count = c->sectors,
        .challenge_count = c->challenges,
        .tree = test_shape(TREE_POSEIDON, c->base_levels, 3, c->log_sub, c->log_top),
    };
    assert_int_equal(post_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    golden_circuit(&matrices, &c->expected);
    assert_int_equal(post_input_count(&shape), c->expected.inputs);
    assert_int_equal(matrices.block_count, 2); /* the one, a sector */
    r1cs_matrices_free(&matrices);
}

struct update_case {
    struct expected_circuit expected;
    bool poseidon;
    unsigned base_levels, log_sub, log_top;
};

static void check_update(const struct update_case *c)
{
    struct r1cs_matrices matrices;
    struct update_shape shape;
    const struct inclusion_shape tree =
        test_shape(TREE_POSEIDON, c->base_levels, 3, c->log_sub, c->log_top);
    update_shape_of_tree(&shape, &tree, c->poseidon);
    assert_int_equal(update_matrices(&matrices, &shape, false, NULL), STATUS_OK);
    golden_circuit(&matrices, &c->expected);
    r1cs_matrices_free(&matrices);
}

/* docs/filecoin.md 6.2 */
static const struct post_case post_cases[] = {
    {{"Window 32GiB 2349x10",
      125279217,
      25840,
      126902376,
      96179805,
      91925766,
      {862390719, 127398015, 157401792},
      27,
      "767c39b95466ce5e90a649f136678bd38a19fff94e2bb4a2efe3b8171dd25b97"},
     2349,
     10,
     9,
     3,
     0},
    {{"Window 64GiB 2300x10",
      129887900,
      25301,
      131500200,
      99624500,
      95413200,
      {893299300, 132008500, 163088400},
      27,
      "cf8daee292662b414353bfa283d77aa88526d97f71c082e0ed30feb5cf02f0b8"},
     2300,
     10,
     9,
     3,
     1},
};
static const struct update_case update_cases[] = {
    {{"Snap 8MiB",
      10007503,
      5,
      9998039,
      9981015,
      2567921,
      {23284273, 10015181, 21302734},
      24,
      "e24acc86f8c17835410a3e73d0b447faa04538d7bc3302be2fb45e3f68bd0dbf"},
     false,
     6,
     0,
     0},
    {{"Snap 16MiB",
      10467573,
      5,
      10457659,
      10439055,
      2687581,
      {24368473, 10475591, 22279264},
      24,
      "62ada3d640f7946c115cb1d98b21f105626e2299f68a513d5b14a469004a4b1c"},
     false,
     6,
     1,
     0},
    {{"Snap 512MiB",
      57450479,
      5,
      57401314,
      57212317,
      14916879,
      {135362847, 57500527, 121971144},
      26,
      "7cf744c996fe422c67a666cbe9036b32a2e676692aa5a02a94d4c213c93246f9"},
     false,
     8,
     0,
     0},
    {{"Snap 32GiB",
      81049499,
      5,
      80978488,
      80743581,
      20983607,
      {190374907, 81118127, 172187492},
      27,
      "6e85c79f3e15c908360e87e0e8f074f5811aa443c2891fd246334bf1e43b8a6b"},
     false,
     9,
     3,
     0},
    {{"Snap 64GiB",
      85006101,
      5,
      84931220,
      84682725,
      22012683,
      {199699027, 85077653, 180585650},
      27,
      "773c90362db8bb89476fb409ce242222a6a2a7b9903cbec78df68e6e30adbb1f"},
     false,
     9,
     3,
     1},
    {{"Snap-Poseidon 32GiB",
      22305906,
      5,
      22593319,
      17104392,
      16340709,
      {153822196, 22680528, 28116285},
      25,
      "ad3e45f35a17cec1616acdc88148b96aee18643d317fb3ec5eb9e7fd99204267"},
     true,
     9,
     3,
     0},
    {{"Snap-Poseidon 64GiB",
      23597970,
      5,
      23889511,
      18078600,
      17306661,
      {162585940, 23980848, 29726205},
      25,
      "bbfc480e00099e3eda9675e266f30972b982d79628e2ba7b3f6d048c26825c60"},
     true,
     9,
     3,
     1},
};

static void test_post(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof post_cases / sizeof *post_cases; i++) {
        check_post(&post_cases[i]);
    }
}

static void test_update(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof update_cases / sizeof *update_cases; i++) {
        check_update(&update_cases[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_post),
        cmocka_unit_test(test_update),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
