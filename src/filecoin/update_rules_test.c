/* Rules of sector updates, and the circuit's vectors T3, T3b, T3c of docs/filecoin.md 5.5. */
#include "filecoin/golden_test.h"
#include "filecoin/update_test.h"

struct vector {
    const char *name;
    unsigned log_sub, log_top;
    uint64_t partition;
    const char *comm_r_old, *comm_d_new, *comm_r_new, *phi; /* big-endian */
    uint64_t challenges[10];
    uint32_t constraints, aux;
    const char *circuit, *values, *inputs;
};

static const struct vector vectors[] = {
    {"T3",
     0,
     0,
     0,
     "2161f3cef6204fb05097f021580c962adf7934d26688b72bc3f4b8d2b959d227",
     "104649a5818e8a300ebb2ffe4f299b25209e53d8b6ab35f705c858762b1f186c",
     "362f04b250846f3be8501b51b9202a4fce1cfd0a4220a077d4f9d79f8ba8f9a4",
     "0d9b9d5913c14abd77fba8d8957b61044f442df9245ac2bef5b1ec98843e1a5c",
     {35, 57, 7, 16, 9, 48, 23, 40, 17, 20},
     1705039,
     1703569,
     "f7df72b4a9d40db05f2f02b87e70bbf5887c14242c918579423673a3fc85ab35",
     "f33801f1a8f93eeb5b505f3846a973cb728c7225d7f27954cb0f19297eb357cc",
     "928ce6348c9d6ae0ed8b349e902834e047984a3b76ea3636ec95852ad88f6c6b"},
    {"T3b",
     3,
     0,
     1,
     "5cb06286c0126a926f9b9000ce85c175e79b144276b5d86db33235328192e25c",
     "037e99adfa1572c287583b9e227a2348434cedcf24e08d4c36af1710b3ba96d6",
     "098abf7ac9cfdae2b517ab7eba9f06e8d1070c35e6488459df84bebafa1644da",
     "0beb06961736b80a51f46c5ffba9e5b163645cba74fa02a62d82e1ef307d54e4",
     {382, 331, 448, 372, 492, 346, 439, 487, 305, 360},
     6300021,
     6293944,
     "95901cff7438c70e1b8549f7480fb1e451884694b1b0e6e2115f3e21696af84f",
     "a56c7bb24a12c06bb3cca8dfd786823aed127bab60110b21365921cccabbbf8d",
     "60d6f6b7e74080a33a8b75e02dfa1b032d237836f090fc7b2e6bf6c7c94ad70f"},
    {"T3c",
     3,
     1,
     1,
     "5f79df091fd00f8058e965b260cee30bac66c575524ee38bb32442985880c1ad",
     "3d85f4c9f86c3073470fa17be983f55da70fd3dd874900ddc48e8b788d48643e",
     "0a1c5f7d96af548b8a682d031c27393a68565f027d544d1de4416ded117c8a28",
     "257a677241e54c5b68f6a557d8b1049161ad0b9dc6e3ebd60c6aa629f56330b6",
     {736, 967, 836, 620, 686, 631, 612, 734, 648, 610},
     6760091,
     6753564,
     "0b574e28685fc4e9179db802dd9ad56fad539d5dda1bfc07b341e1cb048df747",
     "067087d1509f923b92ddfdc7df6e86bd372a33d2feac9aebb57bcb3408c4dcd7",
     "192c675a187dcc624047b4be86393179d03c5d919ada39cc85e761eb98279159"},
};

static void assert_number(const fr *value, const char *big_endian)
{
    uint8_t bytes[32], reversed[32];
    fr_to_bytes(bytes, value);
    for (int i = 0; i < 32; i++) {
        reversed[i] = bytes[31 - i];
    }
    golden_assert_hex(reversed, big_endian);
}

static void check_vector(const struct vector *v)
{
    struct test_update s;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    uint8_t digest[32];
    print_message("%s\n", v->name);
    const struct inclusion_shape tree = test_shape(TREE_POSEIDON, 2, 3, v->log_sub, v->log_top);
    test_update_make(&s, &tree, false, v->partition);
    assert_number(&s.values.comm_r_old, v->comm_r_old);
    assert_number(&s.values.comm_d_new, v->comm_d_new);
    assert_number(&s.values.comm_r_new, v->comm_r_new);
    assert_number(&s.phi, v->phi);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(s.challenges[i].r_old.index, v->challenges[i]);
    }
    assert_int_equal(update_matrices(&matrices, &s.shape, false, NULL), STATUS_OK);
    assert_int_equal(matrices.row_count, v->constraints);
    assert_int_equal(matrices.aux_count, v->aux);
    r1cs_digest(digest, &matrices, NULL, NULL);
    golden_assert_hex(digest, v->circuit);
    assert_int_equal(update_assignment(&assignment, &matrices, &s.shape, &s.values, NULL),
                     STATUS_OK);
    witness_digest(digest, &assignment, &matrices, NULL);
    golden_assert_hex(digest, v->values);
    witness_inputs_digest(digest, &assignment);
    golden_assert_hex(digest, v->inputs);
    golden_satisfied(&matrices, &assignment);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    test_update_free(&s);
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        check_vector(&vectors[i]);
    }
}

/* No vector of the reference has values of the variant: the circuit itself must be satisfied. */
static void test_poseidon_variant(void **state)
{
    (void)state;
    struct test_update s;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    const struct inclusion_shape tree = test_shape(TREE_POSEIDON, 2, 3, 2, 0);
    test_update_make(&s, &tree, true, 0);
    assert_int_equal(update_matrices(&matrices, &s.shape, false, NULL), STATUS_OK);
    assert_int_equal(matrices.row_count, 47974);
    assert_int_equal(update_assignment(&assignment, &matrices, &s.shape, &s.values, NULL),
                     STATUS_OK);
    golden_satisfied(&matrices, &assignment);
    assignment_free(&assignment);
    fr_add(&s.challenges[3].d_new.leaf, &s.challenges[3].d_new.leaf, &fr_one);
    assert_int_equal(update_assignment(&assignment, &matrices, &s.shape, &s.values, NULL),
                     STATUS_OK);
    uint32_t unsatisfied, first;
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_true(unsatisfied >= 2); /* the data's path and the new replica's */
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    test_update_free(&s);
}

static void test_names_and_heights(void **state)
{
    (void)state;
    const struct sector_shape *sector;
    struct update_shape shape;
    struct error err;
    unsigned select;
    assert_int_equal(update_proof_of_name(&sector, "StackedDrg32GiBV1", &err), STATUS_OK);
    assert_int_equal(sector->bytes, (uint64_t)32 << 30);
    assert_int_equal(update_proof_of_name(&sector, "StackedDrg32GiBV1_1", &err),
                     STATUS_UNKNOWN_NAME);
    assert_int_equal(update_proof_of_name(&sector, "StackedDrg4KiBV1", &err), STATUS_UNKNOWN_NAME);
    update_shape_of_sector(&shape, sector, false);
    assert_int_equal(shape.log_partitions, 4);
    assert_int_equal(shape.challenge_count, 86);
    assert_int_equal(update_height_default(&shape), 10);
    assert_int_equal(update_select(&select, &shape, 10, &err), STATUS_OK);
    assert_int_equal(select, 8);
    assert_int_equal(update_select(&select, &shape, 1, &err), STATUS_INPUT_RANGE);
    update_shape_of_sector(&shape, sector, true);
    assert_int_equal(shape.log_partitions, 0);
    assert_int_equal(shape.challenge_count, 1376);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_poseidon_variant),
        cmocka_unit_test(test_names_and_heights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
