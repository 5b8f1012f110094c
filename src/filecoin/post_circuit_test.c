/* The PoSt circuit against the reference: counts, densities, digests; and vector T2. */
#include "filecoin/golden_test.h"
#include "filecoin/post_circuit.h"
#include "filecoin/tree_test.h"
#include "hash/poseidon.h"

struct post_case {
    struct expected_circuit expected;
    unsigned sectors, challenges, base_levels, log_sub, log_top;
};

static void check_case(const struct post_case *c)
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

/* docs/filecoin.md 6.2 */
static const struct post_case cases[] = {
    {{"post test base_8 3x5",
      16869,
      19,
      17067,
      12930,
      12372,
      {115878, 17145, 21174},
      15,
      "a5ff15a9b9f24e883066392c4910147bc6151afe9f9a1feb76eb2801d2850af6"},
     3,
     5,
     2,
     0,
     0},
    {{"post test sub_8_4 3x5",
      22674,
      19,
      22917,
      17355,
      16677,
      {154803, 23010, 28419},
      15,
      "a99fa74712f875c8878fc69efab31dce906c95874c462bee150c730e908cedfc"},
     3,
     5,
     2,
     2,
     0},
    {{"post test top_8_4_2 3x5",
      27384,
      19,
      27642,
      20910,
      20202,
      {186693, 27750, 34269},
      15,
      "75537f17ce18fcbca8ad9f714d5dbeb2b219aa3103f58ce5914c8f2c9f22ebbb"},
     3,
     5,
     2,
     2,
     1},
    {{"post test base_8 2x5",
      11246,
      13,
      11378,
      8620,
      8248,
      {77252, 11430, 14116},
      14,
      "ce22e60909b74cc3c86acf413811c11668f2b3a5b88bc247f84afa713d01f035"},
     2,
     5,
     2,
     0,
     0},
    {{"Winning 2KiB 66x1",
      90750,
      133,
      91674,
      69300,
      66792,
      {621852, 92070, 113652},
      17,
      "a770d642c8b6425a6f575cc4e8812bb7d57030c907a260100880ea83edebcb71"},
     66,
     1,
     2,
     0,
     0},
    {{"Window 2KiB 2x10",
      21866,
      23,
      22128,
      16770,
      16028,
      {150262, 22230, 27456},
      15,
      "8a2c0d48ccf8b908cc1f015ea64e386a11e0349a5c94a30aa34a8f8e5f37f779"},
     2,
     10,
     2,
     0,
     0},
    {{"Winning 8MiB 66x1",
      230670,
      133,
      233442,
      176748,
      169488,
      {1585452, 234366, 289476},
      18,
      "a1aa1b70d68c5d284844a23b9afecf36f4dccbfe3450c9a76e5e06f99f0bcd4f"},
     66,
     1,
     6,
     0,
     0},
    {{"Window 8MiB 2x10",
      64266,
      23,
      65088,
      49330,
      47148,
      {442262, 65350, 80736},
      16,
      "66ede5a29eb8887c75d8a02fd0a10e7a3313ea7575d924b80701376e268990ca"},
     2,
     10,
     6,
     0,
     0},
    {{"Winning 512MiB 66x1",
      300630,
      133,
      304326,
      230472,
      220836,
      {2067252, 305514, 377388},
      19,
      "ebc86f72d378286519b3077fe6436011931dcf805db8b1fe96758f73c8204e00"},
     66,
     1,
     8,
     0,
     0},
    {{"Window 512MiB 2x10",
      85466,
      23,
      86568,
      65610,
      62708,
      {588262, 86910, 107376},
      17,
      "56c368af21afc875133de71463403b571c970bee2025ccb24b9f77159d90a454"},
     2,
     10,
     8,
     0,
     0},
    {{"Winning 4KiB",
      111474,
      133,
      112464,
      84942,
      82302,
      {762168, 112926, 139392},
      17,
      "aba3f12a969793d2d85a866b559108bf0149464ecd341eb3ae286fd0fc753f5d"},
     66,
     1,
     2,
     1,
     0},
    {{"Winning 16KiB",
      125730,
      133,
      127116,
      96162,
      92466,
      {862752, 127644, 157608},
      17,
      "eb3dd74da69d86f7eec825eb25a9a8d5fd94cdaba71eb149ada834ca8c4768f5"},
     66,
     1,
     2,
     3,
     0},
    {{"Winning 32KiB",
      146454,
      133,
      147906,
      111804,
      107976,
      {1003068, 148500, 183348},
      18,
      "22b15570cdf7c30dcb66483a5db4d13ee4af66954aed8535b2ae8cea1415f9f9"},
     66,
     1,
     2,
     3,
     1},
    {{"Window 4KiB 2x10",
      28146,
      23,
      28428,
      21510,
      20728,
      {192782, 28550, 35256},
      15,
      "2c7d7dbd4eb2fd6717ada1ef4018d2f6ff9cb7048c794543f40e94745f7c1ff6"},
     2,
     10,
     2,
     1,
     0},
    {{"Window 16KiB 2x10",
      32466,
      23,
      32868,
      24910,
      23808,
      {223262, 33010, 40776},
      15,
      "0294fbecdce57807161f9e0f0b75b3fba9961d907e4c65343448745dd8395cc6"},
     2,
     10,
     2,
     3,
     0},
    {{"Window 32KiB 2x10",
      38746,
      23,
      39168,
      29650,
      28508,
      {265782, 39330, 48576},
      16,
      "2500e5781881715cb56be11cb76a5c7fda34d3a475d059210bfcac27f6e78dc7"},
     2,
     10,
     2,
     3,
     1},
    {{"Winning 32GiB 66x1",
      370590,
      133,
      375210,
      284196,
      272184,
      {2549052, 376662, 465300},
      19,
      "952195f3ab45afe853212e9fa8e11d7ed4bec4122ba263e426ccd3fba1278f94"},
     66,
     1,
     9,
     3,
     0},
    {{"Winning 64GiB 66x1",
      391314,
      133,
      396000,
      299838,
      287694,
      {2689368, 397518, 491040},
      19,
      "d3982b0761ee9e1663e6f04e10da16fc51f7d9b58f951ce2e8989719055968bd"},
     66,
     1,
     9,
     3,
     1},
    {{"Window 32GiB 1 sector x10",
      53333,
      12,
      54024,
      40945,
      39134,
      {367131, 54235, 67008},
      16,
      "45c31cdb6c4de975a1cd42fb26aa4838ec303371a76d9de508cf37733710e3e9"},
     1,
     10,
     9,
     3,
     0},
    {{"Window 64GiB 1 sector x10",
      56473,
      12,
      57174,
      43315,
      41484,
      {388391, 57395, 70908},
      16,
      "a964e03242469a382038d7b2f95273441e8b396af9bda04859f789424b412c3e"},
     1,
     10,
     9,
     3,
     1},
};

static void test_circuits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case(&cases[i]);
    }
}

static void test_shape_of_sector(void **state)
{
    (void)state;
    struct post_shape shape;
    const struct sector_shape *sector = sector_shape_of_bytes((uint64_t)32 << 30);
    const struct inclusion_shape tree = test_shape(TREE_POSEIDON, 9, 3, 3, 0);
    post_shape_of_sector(&shape, CIRCUIT_WINDOW, sector);
    assert_int_equal(shape.sector_count, 2349);
    assert_int_equal(shape.challenge_count, 10);
    assert_memory_equal(&shape.tree, &tree, sizeof tree);
    post_shape_of_sector(&shape, CIRCUIT_WINNING, sector);
    assert_int_equal(shape.sector_count, 66);
    assert_int_equal(shape.challenge_count, 1);
    assert_memory_equal(&shape.tree, &tree, sizeof tree);
}

/* --- T2: two sectors of three challenges --- */

enum { SECTORS = 2, CHALLENGES = 3, NODES = 64 };

struct t2 {
    struct post_shape shape;
    struct test_tree trees[SECTORS];
    struct merkle_proof proofs[SECTORS][CHALLENGES];
    struct post_sector_values sectors[SECTORS];
};

static void t2_make(struct t2 *t)
{
    *t = (struct t2){.shape = {.sector_count = SECTORS, .challenge_count = CHALLENGES}};
    t->shape.tree = test_shape(TREE_POSEIDON, 2, 3, 0, 0);
    for (unsigned s = 0; s < SECTORS; s++) {
        fr *leaves = calloc(NODES, sizeof(fr)), pair[2];
        for (unsigned i = 0; i < NODES; i++) {
            fr_from_u64(&leaves[i], 10000 * s + i + 1);
        }
        test_tree_make(&t->trees[s], &t->shape.tree, leaves);
        fr_from_u64(&pair[0], 900 + s);
        pair[1] = *test_tree_root(&t->trees[s]);
        t->sectors[s] = (struct post_sector_values){
            .comm_c = pair[0], .comm_r_last = pair[1], .proofs = t->proofs[s]};
        poseidon_hash_tree(&t->sectors[s].comm_r, 2, pair);
        for (unsigned k = 0; k < CHALLENGES; k++) {
            test_tree_open(&t->proofs[s][k], &t->trees[s], (7 * k + s + 1) % NODES);
        }
    }
}

static void t2_free(struct t2 *t)
{
    for (unsigned s = 0; s < SECTORS; s++) {
        for (unsigned k = 0; k < CHALLENGES; k++) {
            free(t->proofs[s][k].siblings);
        }
        test_tree_free(&t->trees[s]);
    }
}

static void test_t2(void **state)
{
    (void)state;
    struct t2 t;
    struct r1cs_matrices matrices, flat;
    struct assignment assignment;
    uint8_t digest[32];
    t2_make(&t);
    assert_int_equal(post_matrices(&matrices, &t.shape, false, NULL), STATUS_OK);
    assert_int_equal(matrices.row_count, 6998);
    assert_int_equal(matrices.aux_count, 7078);
    assert_int_equal(matrices.input_count, 9);
    r1cs_digest(digest, &matrices, NULL, NULL);
    golden_assert_hex(digest, "40166d5c5952dde06df1915e4eb3f957e9103b78c9522ab0a6f974a86769bfa9");
    assert_int_equal(post_matrices(&flat, &t.shape, true, NULL), STATUS_OK);
    r1cs_digest(digest, &flat, NULL, NULL);
    golden_assert_hex(digest, "40166d5c5952dde06df1915e4eb3f957e9103b78c9522ab0a6f974a86769bfa9");
    assert_int_equal(post_assignment(&assignment, &matrices, &t.shape, t.sectors, NULL), STATUS_OK);
    witness_digest(digest, &assignment, &matrices, NULL);
    golden_assert_hex(digest, "c68583c6a54a4bd33567bf63e8c5b59e46d2687d3fad42c24e165eb30dabdcab");
    witness_inputs_digest(digest, &assignment);
    golden_assert_hex(digest, "86b684e92e530d47c95ef13ad9b20d16238f20d113b500f9853b354979de7c29");
    golden_satisfied(&matrices, &assignment);
    golden_satisfied(&flat, &assignment);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
    r1cs_matrices_free(&flat);
    t2_free(&t);
}

/* A wrong value of each kind breaks the circuit where it is used. */
static void test_wrong_values(void **state)
{
    (void)state;
    struct t2 t;
    struct r1cs_matrices matrices;
    t2_make(&t);
    assert_int_equal(post_matrices(&matrices, &t.shape, false, NULL), STATUS_OK);
    const uint32_t sector_rows = 3499, path_rows = 2 * 530 + 2;
    assert_int_equal(matrices.row_count, 2 * sector_rows);
    const struct {
        fr *value;
        uint32_t first;
    } wrong[] = {
        {&t.sectors[0].comm_r, 312},
        {&t.sectors[1].comm_c, sector_rows + 312},
        {&t.sectors[0].comm_r_last, 312},
        {&t.proofs[0][0].leaf, 313 + path_rows - 1},
        {&t.proofs[1][2].siblings[9], sector_rows + 313 + 3 * path_rows - 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct assignment assignment;
        fr kept = *wrong[i].value;
        uint32_t unsatisfied, first;
        fr_add(wrong[i].value, wrong[i].value, &fr_one);
        assert_int_equal(post_assignment(&assignment, &matrices, &t.shape, t.sectors, NULL),
                         STATUS_OK);
        assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                         STATUS_OK);
        assert_true(unsatisfied > 0);
        assert_int_equal(first, wrong[i].first);
        *wrong[i].value = kept;
        assignment_free(&assignment);
    }
    r1cs_matrices_free(&matrices);
    t2_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circuits),
        cmocka_unit_test(test_shape_of_sector),
        cmocka_unit_test(test_t2),
        cmocka_unit_test(test_wrong_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
