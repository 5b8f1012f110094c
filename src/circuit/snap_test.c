/* Gadgets of sector updates: the reference's counts, the values they must have, and the compact
 * tree against the flat one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "circuit/snap.h"
#include "hash/poseidon.h"
#include "r1cs/digest.h"

static void alloc(struct builder *builder, struct num *out, uint64_t value)
{
    fr element;
    fr_from_u64(&element, value);
    num_alloc(builder, out, &element);
}

static void shape_begin(struct builder *builder, bool flat)
{
    assert_int_equal(builder_init_shape(builder, flat, NULL), STATUS_OK);
}

static void witness_begin(struct builder *builder)
{
    assert_int_equal(builder_init_witness(builder, NULL, NULL), STATUS_OK);
}

/* Finishes both and checks the witness. */
static void assert_satisfied(struct builder *shape, struct builder *witness, uint32_t rows)
{
    struct r1cs_matrices matrices;
    struct assignment assignment;
    uint32_t unsatisfied, first;
    assert_int_equal(builder_finish_shape(shape, &matrices, NULL), STATUS_OK);
    assert_int_equal(builder_finish_witness(witness, &assignment, NULL), STATUS_OK);
    assert_int_equal(matrices.row_count, rows);
    assert_int_equal(assignment_check(&assignment, &matrices, NULL), STATUS_OK);
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 0);
    assignment_free(&assignment);
    r1cs_matrices_free(&matrices);
}

static void digest_circuit(struct builder *builder, struct snap_digest *out)
{
    struct num comm_r_new, partition;
    alloc(builder, &comm_r_new, 12345);
    alloc(builder, &partition, 3);
    snap_digest(builder, out, &comm_r_new, &partition, 11, 2);
}

static void test_digest(void **state)
{
    (void)state;
    struct builder shape, witness;
    struct snap_digest digest;
    fr tag, pair[2], expected;
    fr_plain plain;
    fr_from_u64(&pair[0], 12345);
    fr_from_u64(&pair[1], 3 * 11 + 2);
    poseidon_tag_randomness(&tag);
    poseidon_hash(&expected, poseidon_of_arity(2), &tag, pair);
    fr_to_plain(&plain, &expected);
    shape_begin(&shape, false);
    digest_circuit(&shape, &digest);
    witness_begin(&witness);
    digest_circuit(&witness, &digest);
    for (unsigned i = 0; i < FR_BITS; i++) {
        assert_int_equal(snap_digest_bit(&digest, i).value, plain.limb[i / 64] >> (i % 64) & 1);
    }
    assert_satisfied(&shape, &witness, 568);
}

static void high_bits_circuit(struct builder *builder, struct num *out, uint64_t challenge,
                              unsigned k)
{
    static const uint8_t heights[SNAP_HEIGHTS] = {7, 8, 9, 10, 11, 12};
    struct word words, select;
    bits_alloc(builder, &words, 0, 30, challenge);
    bits_alloc(builder, &select, 0, 10, (uint64_t)1 << (4 + k) | 9);
    snap_high_bits(builder, out, &words, 30, &select, 4, heights);
}

static void test_high_bits(void **state)
{
    (void)state;
    const uint64_t challenge = 0x2d5a3c71;
    for (unsigned k = 0; k < SNAP_HEIGHTS; k++) {
        struct builder shape, witness;
        struct num out;
        fr expected;
        shape_begin(&shape, false);
        high_bits_circuit(&shape, &out, challenge, k);
        witness_begin(&witness);
        high_bits_circuit(&witness, &out, challenge, k);
        fr_from_u64(&expected, challenge >> (30 - 7 - k));
        assert_true(fr_equal(&out.value, &expected));
        assert_satisfied(&shape, &witness, 40 + 13);
    }
}

/* The tree over some leaves and a path of two more levels above it. */
static void tree_circuit(struct builder *builder, unsigned leaf_count)
{
    const struct inclusion_shape path = {TREE_SHA256, 2, {1, 1}};
    struct num leaves[SNAP_TREE_LEAVES_MAX], siblings[2], root, top, nodes[2];
    struct word index;
    for (unsigned i = 0; i < leaf_count; i++) {
        alloc(builder, &leaves[i], 1000 + i);
    }
    alloc(builder, &siblings[0], 1);
    alloc(builder, &siblings[1], 2);
    bits_alloc(builder, &index, 0, 2, 2);
    snap_tree(builder, &root, leaves, leaf_count, 7);
    nodes[0] = root; /* the second time with this index: left, then right */
    nodes[1] = siblings[0];
    circuit_tree_node(builder, &top, TREE_SHA256, 2, nodes);
    nodes[0] = siblings[1];
    nodes[1] = top;
    circuit_tree_node(builder, &top, TREE_SHA256, 2, nodes);
    snap_path(builder, &path, &root, &top, &index, siblings);
}

static void test_tree(void **state)
{
    (void)state;
    const unsigned leaf_count = 8, node_rows = 45379;
    struct builder shape, flat, witness;
    struct r1cs_matrices compact_matrices, flat_matrices;
    uint8_t digest[2][SHA256_BYTES];
    shape_begin(&shape, false);
    shape_begin(&flat, true);
    tree_circuit(&shape, leaf_count);
    tree_circuit(&flat, leaf_count);
    assert_int_equal(builder_finish_shape(&shape, &compact_matrices, NULL), STATUS_OK);
    assert_int_equal(builder_finish_shape(&flat, &flat_matrices, NULL), STATUS_OK);
    assert_int_equal(r1cs_digest(digest[0], &compact_matrices, NULL, NULL), STATUS_OK);
    assert_int_equal(r1cs_digest(digest[1], &flat_matrices, NULL, NULL), STATUS_OK);
    assert_memory_equal(digest[0], digest[1], SHA256_BYTES);
    assert_int_equal(compact_matrices.a_aux_count, flat_matrices.a_aux_count);
    assert_int_equal(compact_matrices.b_aux_count, flat_matrices.b_aux_count);
    r1cs_matrices_free(&compact_matrices);
    r1cs_matrices_free(&flat_matrices);
    shape_begin(&shape, false);
    tree_circuit(&shape, leaf_count);
    witness_begin(&witness);
    tree_circuit(&witness, leaf_count);
    assert_satisfied(&shape, &witness, 2 + 9 * node_rows + 2 * (node_rows + 2) + 1);
}

static void encode_circuit(struct builder *builder, struct num *out)
{
    struct num replica, data, rho;
    alloc(builder, &replica, 5);
    alloc(builder, &data, 7);
    alloc(builder, &rho, 11);
    snap_encode(builder, out, &replica, &data, &rho);
}

static void test_encode(void **state)
{
    (void)state;
    struct builder shape, witness;
    struct num out;
    fr expected;
    shape_begin(&shape, false);
    encode_circuit(&shape, &out);
    witness_begin(&witness);
    encode_circuit(&witness, &out);
    fr_from_u64(&expected, 5 + 7 * 11);
    assert_true(fr_equal(&out.value, &expected));
    assert_satisfied(&shape, &witness, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digest),
        cmocka_unit_test(test_high_bits),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_encode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
