/* Words against the same operation bit by bit, over every mixture of constants and negations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "circuit/multieq.h"
#include "r1cs/digest.h"

static uint64_t seed;

static uint32_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(z ^ z >> 31);
}

/* Each bit constant, plain or negated; `kind` 0: no constants, 1: some, 2: many. */
static void random_word(struct builder *builder, struct word *out, uint64_t *random, unsigned kind)
{
    uint32_t constant = kind == 0 ? 0 : next_random(random);
    if (kind == 1) {
        constant &= next_random(random) & next_random(random);
    }
    uint32_t negated = kind == 0 ? 0 : next_random(random), value = next_random(random);
    word_constant(out, value);
    for (unsigned i = 0; i < WORD_BITS; i++) {
        if (!(constant >> i & 1)) {
            struct bit bit = bit_alloc(builder, (value ^ negated) >> i & 1);
            word_set_bit(out, i, negated >> i & 1 ? bit_not(bit) : bit);
        }
    }
}

enum operation { XOR, CH, MAJ, OPERATIONS };

static void apply_word(struct builder *builder, enum operation operation, struct word *out,
                       const struct word *in)
{
    switch (operation) {
    case XOR:
        word_xor(builder, out, &in[0], &in[1]);
        break;
    case CH:
        word_ch(builder, out, &in[0], &in[1], &in[2]);
        break;
    default:
        word_maj(builder, out, &in[0], &in[1], &in[2]);
    }
}

static void apply_bits(struct builder *builder, enum operation operation, struct word *out,
                       const struct word *in)
{
    for (unsigned i = 0; i < WORD_BITS; i++) {
        struct bit x = word_bit(&in[0], i), y = word_bit(&in[1], i), z = word_bit(&in[2], i);
        word_set_bit(out, i,
                     operation == XOR  ? bit_xor(builder, x, y)
                     : operation == CH ? bit_ch(builder, x, y, z)
                                       : bit_maj(builder, x, y, z));
    }
}

static uint32_t expected_value(enum operation operation, const struct word *in)
{
    uint32_t x = in[0].value, y = in[1].value, z = in[2].value;
    return operation == XOR  ? x ^ y
           : operation == CH ? (x & y) | (~x & z)
                             : (x & y) | (x & z) | (y & z);
}

/* Chains of operations, so that results with every mixture become operands again. */
static void circuit(struct builder *builder, bool by_words)
{
    uint64_t random = seed;
    for (unsigned round = 0; round < 60; round++) {
        struct word in[3], out;
        for (int i = 0; i < 3; i++) {
            random_word(builder, &in[i], &random, round % 3);
        }
        for (unsigned step = 0; step < 6; step++) {
            enum operation operation = next_random(&random) % OPERATIONS;
            word_constant(&out, 0);
            if (by_words) {
                apply_word(builder, operation, &out, in);
            } else {
                apply_bits(builder, operation, &out, in);
            }
            if (!builder_is_shape(builder)) {
                assert_int_equal(out.value, expected_value(operation, in));
            }
            assert_int_equal(out.constant & out.negated, 0);
            word_copy(builder, &in[step % 3], &out);
        }
    }
}

static void make(struct r1cs_matrices *matrices, struct assignment *assignment, bool by_words)
{
    struct builder builder;
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    circuit(&builder, by_words);
    assert_int_equal(builder_finish_shape(&builder, matrices, NULL), STATUS_OK);
    assert_int_equal(builder_init_witness(&builder, matrices, NULL), STATUS_OK);
    circuit(&builder, by_words);
    assert_int_equal(builder_finish_witness(&builder, assignment, NULL), STATUS_OK);
}

static void test_words_are_bits(void **state)
{
    (void)state;
    struct r1cs_matrices matrices[2];
    struct assignment assignments[2];
    uint8_t circuits[2][32], witnesses[2][32];
    for (int i = 0; i < 2; i++) {
        make(&matrices[i], &assignments[i], i == 1);
        assert_int_equal(matrices[i].aux_count, assignments[i].aux_count);
        assert_int_equal(r1cs_digest(circuits[i], &matrices[i], NULL, NULL), STATUS_OK);
        witness_digest(witnesses[i], &assignments[i], &matrices[i], NULL);
        uint32_t unsatisfied, first;
        assert_int_equal(
            r1cs_check(&unsatisfied, &first, &matrices[i], &assignments[i], NULL, NULL), STATUS_OK);
        assert_int_equal(unsatisfied, 0);
    }
    assert_memory_equal(circuits[0], circuits[1], 32);
    assert_memory_equal(witnesses[0], witnesses[1], 32);
    for (int i = 0; i < 2; i++) {
        r1cs_matrices_free(&matrices[i]);
        assignment_free(&assignments[i]);
    }
}

/* Sums with constants and negations, many batches: satisfied, with the right values; and a wrong
 * result bit breaks the batch that holds it. */
static void sums(struct builder *builder)
{
    uint64_t random = seed ^ 7;
    struct multieq multieq;
    multieq_init(&multieq, builder);
    for (unsigned round = 0; round < 40; round++) {
        struct word in[ADDITION_OPERANDS_MAX], out;
        const struct word *operands[ADDITION_OPERANDS_MAX];
        unsigned count = 2 + round % (ADDITION_OPERANDS_MAX - 1);
        uint32_t expected = 0;
        for (unsigned i = 0; i < count; i++) {
            random_word(builder, &in[i], &random, i % 3);
            operands[i] = &in[i == 3 ? 0 : i]; /* one twice */
            expected += operands[i]->value;
        }
        multieq_add(&multieq, &out, operands, count);
        if (!builder_is_shape(builder)) {
            assert_int_equal(out.value, expected);
        }
    }
    multieq_finish(&multieq);
}

static void test_sums(void **state)
{
    (void)state;
    struct builder builder;
    struct r1cs_matrices matrices;
    struct assignment assignment;
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    sums(&builder);
    assert_int_equal(builder_finish_shape(&builder, &matrices, NULL), STATUS_OK);
    assert_int_equal(builder_init_witness(&builder, &matrices, NULL), STATUS_OK);
    sums(&builder);
    assert_int_equal(builder_finish_witness(&builder, &assignment, NULL), STATUS_OK);
    uint32_t unsatisfied, first;
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 0);
    /* The last wire is the top carry of the last sum; the last row its batch. */
    assignment.bits[(assignment.aux_count - 1) / 64] ^= (uint64_t)1
                                                        << ((assignment.aux_count - 1) % 64);
    assert_int_equal(r1cs_check(&unsatisfied, &first, &matrices, &assignment, NULL, NULL),
                     STATUS_OK);
    assert_int_equal(unsatisfied, 1);
    assert_int_equal(first, matrices.row_count - 1);
    r1cs_matrices_free(&matrices);
    assignment_free(&assignment);
}

static void test_constant_sum_is_free(void **state)
{
    (void)state;
    struct builder builder;
    struct r1cs_matrices matrices;
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    struct multieq multieq;
    struct word x, y, out;
    word_constant(&x, 0xffffffff);
    word_constant(&y, 3);
    multieq_init(&multieq, &builder);
    multieq_add(&multieq, &out, (const struct word *const[]){&x, &y}, 2);
    multieq_finish(&multieq);
    assert_int_equal(out.value, 2);
    assert_int_equal(out.constant, 0xffffffff);
    assert_int_equal(builder_finish_shape(&builder, &matrices, NULL), STATUS_OK);
    assert_int_equal(matrices.aux_count + matrices.row_count, 0);
    r1cs_matrices_free(&matrices);
}

int main(void)
{
    seed = (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_are_bits),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_constant_sum_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
