/* Combinations, blocks, and evaluation of made-up circuits, each against a plain way of doing it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "base/memory.h"
#include "r1cs/bitmap.h"
#include "r1cs/builder.h"
#include "r1cs/digest.h"

static uint64_t seed;

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void random_fr(fr *out, uint64_t *state)
{
    uint8_t bytes[64];
    for (int i = 0; i < 64; i++) {
        bytes[i] = (uint8_t)next_random(state);
    }
    fr_from_wide_bytes(out, bytes);
}

/* --- combinations --- */

enum { LC_WIRES = 40 };

static void test_lc_normalize_is_a_sum(void **state)
{
    (void)state;
    uint64_t random = seed;
    struct coefficients coefficients;
    assert_true(coefficients_init(&coefficients));
    struct lc lc = {0};
    for (int round = 0; round < 200; round++) {
        fr sums[2][LC_WIRES]; /* inputs, aux */
        memset(sums, 0, sizeof sums);
        size_t count = next_random(&random) % 300;
        for (size_t i = 0; i < count; i++) {
            uint64_t pick = next_random(&random);
            bool aux = pick & 1;
            uint32_t index = (uint32_t)(pick / 2 % LC_WIRES);
            /* Mostly powers and their negatives, so that terms cancel. */
            uint32_t coefficient =
                coefficients_power(&coefficients, (unsigned)(pick / 1024 % 3), pick / 4096 % 2);
            lc_add(&lc, (aux ? WIRE_AUX_FLAG : 0) | index, coefficient);
            fr_add(&sums[aux][index], &sums[aux][index], &coefficients.values[coefficient]);
        }
        if (round % 2 == 0) {
            fr constant;
            random_fr(&constant, &random);
            lc_add_constant(&lc, &constant);
            fr_add(&sums[0][0], &sums[0][0], &constant);
        }
        assert_true(lc_normalize(&lc, &coefficients));
        uint32_t at = 0;
        for (int aux = 0; aux < 2; aux++) {
            for (uint32_t index = 0; index < LC_WIRES; index++) {
                if (fr_is_zero(&sums[aux][index])) {
                    continue;
                }
                assert_true(at < lc.count);
                assert_int_equal(lc_term_wire(lc.terms[at]), (aux ? WIRE_AUX_FLAG : 0) | index);
                assert_true(fr_equal(&coefficients.values[lc_term_coefficient(lc.terms[at])],
                                     &sums[aux][index]));
                at++;
            }
        }
        assert_int_equal(at, lc.count);
        lc_clear(&lc);
    }
    lc_free(&lc);
    coefficients_free(&coefficients);
}

static void test_dictionary_has_an_end(void **state)
{
    (void)state;
    struct coefficients coefficients;
    assert_true(coefficients_init(&coefficients));
    fr value = fr_zero, negative;
    for (uint32_t i = 1; i <= COEFFICIENTS_MAX / 2; i++) {
        fr_add(&value, &value, &fr_one);
        fr_neg(&negative, &value);
        assert_true(coefficients_find(&coefficients, &value) != COEFFICIENTS_FULL);
        assert_true(coefficients_find(&coefficients, &negative) != COEFFICIENTS_FULL);
    }
    assert_int_equal(coefficients.count, COEFFICIENTS_MAX);
    assert_int_equal(coefficients_find(&coefficients, &fr_one), COEFFICIENT_ONE);
    fr_add(&value, &value, &fr_one);
    assert_int_equal(coefficients_find(&coefficients, &value), COEFFICIENTS_FULL);
    coefficients_free(&coefficients);
}

/* --- circuits --- */

enum { TOP_BITS = 100, TOP_WIDE = 7, BLOCK_BITS = 70, BLOCK_WIDE = 5, POINTED = 3 };

/* A random combination of wires of a block, of the top and of what the pointer shows. */
static void random_lc(struct builder *builder, enum matrix matrix, uint64_t *random,
                      const wire *first, wire input, wire pointed)
{
    size_t count = next_random(random) % 6;
    for (size_t i = 0; i < count; i++) {
        uint64_t pick = next_random(random);
        wire v = WIRE_AUX_FLAG;
        switch (pick % 6) {
        case 0:
            v = WIRE_ONE;
            break;
        case 1:
            v = input;
            break;
        case 2:
            v = pointed + (uint32_t)(pick / 64 % POINTED);
            break;
        case 3:
            v |= (uint32_t)(pick / 64 % (TOP_BITS + TOP_WIDE));
            break;
        default:
            v = first[0] + (uint32_t)(pick / 64 % (BLOCK_BITS + BLOCK_WIDE));
        }
        fr value;
        random_fr(&value, random);
        lc_add(builder_row(builder, matrix), v,
               pick / 8 % 2 ? (uint32_t)(pick / 16 % 4) : builder_coefficient(builder, &value));
    }
}

static void alloc(struct builder *builder, unsigned bits, uint32_t wide, uint64_t *random)
{
    for (unsigned i = 0; i < bits; i++) {
        builder_bits(builder, next_random(random) & 1, 1);
    }
    wire first;
    fr *values = builder_wide(builder, wide, &first);
    for (uint32_t i = 0; i < wide; i++) {
        fr value;
        random_fr(&value, random);
        if (values != NULL) {
            values[i] = value;
        }
    }
}

/* Block bodies depend on their kind only, values on the instance. */
static void block_body(struct builder *builder, unsigned kind, uint64_t *values, wire pointed)
{
    uint64_t shape = seed + kind;
    wire first = WIRE_AUX_FLAG | builder->aux_count;
    alloc(builder, BLOCK_BITS, BLOCK_WIDE, values);
    fr value;
    random_fr(&value, values);
    wire input = builder_input(builder, &value);
    if (builder_is_shape(builder)) {
        for (int row = 0; row < 50; row++) {
            for (enum matrix matrix = MATRIX_A; matrix <= MATRIX_C; matrix++) {
                random_lc(builder, matrix, &shape, &first, input, pointed);
            }
            builder_enforce(builder);
        }
    }
}

static void circuit(struct builder *builder)
{
    uint64_t values = seed ^ 1;
    alloc(builder, TOP_BITS, TOP_WIDE, &values);
    wire pointer_area = WIRE_AUX_FLAG | builder->aux_count;
    alloc(builder, 20 * POINTED, 0, &values);
    for (unsigned i = 0; i < 20; i++) {
        unsigned kind = i % 3 == 1;
        wire pointed = pointer_area + POINTED * ((i * 7) % 20);
        if (builder_block_begin(builder, kind, pointed, POINTED)) {
            block_body(builder, kind, &values, pointed);
            builder_block_end(builder);
        }
        if (i == 10) {
            wire bit = builder_bits(builder, 1, 1);
            if (builder_is_shape(builder)) {
                builder_enforce_boolean(builder, bit);
            }
        }
    }
}

static void make_shape(struct r1cs_matrices *out, bool flat)
{
    struct builder builder;
    assert_int_equal(builder_init_shape(&builder, flat, NULL), STATUS_OK);
    circuit(&builder);
    assert_int_equal(builder_finish_shape(&builder, out, NULL), STATUS_OK);
}

static void make_witness(struct assignment *out, const struct r1cs_matrices *sizes)
{
    struct builder builder;
    assert_int_equal(builder_init_witness(&builder, sizes, NULL), STATUS_OK);
    circuit(&builder);
    assert_int_equal(builder_finish_witness(&builder, out, NULL), STATUS_OK);
}

static void test_flat_equals_compact(void **state)
{
    (void)state;
    struct r1cs_matrices compact, flat;
    make_shape(&compact, false);
    make_shape(&flat, true);
    assert_int_equal(compact.block_count, 4); /* top, two kinds, the bit between */
    assert_int_equal(compact.instance_count, 22);
    assert_int_equal(flat.block_count, 1);
    assert_int_equal(flat.instance_count, 1);
    assert_int_equal(compact.row_count, 20 * 50 + 1);
    assert_int_equal(compact.row_count, flat.row_count);
    assert_int_equal(compact.aux_count, flat.aux_count);
    assert_int_equal(compact.input_count, 21);
    assert_int_equal(compact.wide_aux_count, TOP_WIDE + 20 * BLOCK_WIDE);
    assert_int_equal(compact.wide_aux_count, flat.wide_aux_count);
    assert_memory_equal(compact.term_count, flat.term_count, sizeof flat.term_count);
    assert_int_equal(compact.a_aux_count, flat.a_aux_count);
    assert_int_equal(compact.b_aux_count, flat.b_aux_count);
    assert_int_equal(compact.b_input_count, flat.b_input_count);
    size_t bytes = bitmap_words(flat.aux_count) * 8;
    assert_memory_equal(compact.wide_bits, flat.wide_bits, bytes);
    assert_memory_equal(compact.a_aux_density, flat.a_aux_density, bytes);
    assert_memory_equal(compact.b_aux_density, flat.b_aux_density, bytes);
    assert_true(r1cs_matrices_bytes(&compact) < r1cs_matrices_bytes(&flat));
    uint8_t digests[2][32];
    assert_int_equal(r1cs_digest(digests[0], &compact, NULL, NULL), STATUS_OK);
    assert_int_equal(r1cs_digest(digests[1], &flat, NULL, NULL), STATUS_OK);
    assert_memory_equal(digests[0], digests[1], 32);
    r1cs_matrices_free(&compact);
    r1cs_matrices_free(&flat);
}

/* <row, assignment> the plain way: dense values, one multiplication a term. */
static void plain_row(fr *out, const struct r1cs_matrices *flat, enum matrix matrix, uint32_t row,
                      const fr *inputs, const fr *aux)
{
    const struct r1cs_block *block = &flat->blocks[0];
    *out = fr_zero;
    for (uint32_t i = block->term_start[3 * row + matrix];
         i < block->term_start[3 * row + matrix + 1]; i++) {
        bool is_input;
        uint32_t index = r1cs_place(&flat->instances[0], block->term_wire[i], &is_input);
        fr product;
        fr_mul(&product, &flat->coefficients[block->term_coefficient[i]],
               is_input ? &inputs[index] : &aux[index]);
        fr_add(out, out, &product);
    }
}

static void test_evaluate(void **state)
{
    (void)state;
    struct r1cs_matrices compact, flat;
    struct assignment assignment;
    make_shape(&compact, false);
    make_shape(&flat, true);
    make_witness(&assignment, &compact);
    assert_int_equal(assignment_check(&assignment, &compact, NULL), STATUS_OK);
    struct threads *threads = NULL;
    assert_int_equal(threads_make(&threads, 2, NULL), STATUS_OK);
    fr *aux = NULL, *found = NULL;
    size_t out_count = (size_t)1 << compact.domain_log2;
    assert_true(out_count >= compact.row_count + compact.input_count);
    assert_int_equal(memory_alloc((void **)&aux, compact.aux_count, sizeof(fr), "aux", NULL),
                     STATUS_OK);
    assert_int_equal(memory_alloc((void **)&found, out_count, sizeof(fr), "rows", NULL), STATUS_OK);
    assignment_expand(aux, &assignment, &compact, 0, 1);
    assignment_expand(aux + 1, &assignment, &compact, 1, compact.aux_count - 1);
    for (enum matrix matrix = MATRIX_A; matrix <= MATRIX_C; matrix++) {
        r1cs_evaluate(found, out_count, &compact, matrix, &assignment, threads);
        for (uint32_t row = 0; row < out_count; row++) {
            fr expected = fr_zero;
            if (row < flat.row_count) {
                plain_row(&expected, &flat, matrix, row, assignment.inputs, aux);
            } else if (matrix == MATRIX_A && row - flat.row_count < flat.input_count) {
                expected = assignment.inputs[row - flat.row_count];
            }
            assert_true(fr_equal(&found[row], &expected));
        }
    }
    memory_free(aux);
    memory_free(found);
    threads_free(threads);
    assignment_free(&assignment);
    r1cs_matrices_free(&compact);
    r1cs_matrices_free(&flat);
}

/* Arrays that grow hold what arrays of the right size hold. */
static void test_witness_grows(void **state)
{
    (void)state;
    struct r1cs_matrices sizes = {.input_count = 1, .aux_count = 1, .wide_aux_count = 1};
    struct assignment grown;
    struct builder builder;
    assert_int_equal(builder_init_witness(&builder, &sizes, NULL), STATUS_OK);
    const uint32_t count = 5000;
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(builder_bits(&builder, i * 11u % 128, 7), WIRE_AUX_FLAG | 8 * i);
        wire first;
        fr *value = builder_wide(&builder, 1, &first);
        assert_int_equal(first, WIRE_AUX_FLAG | (8 * i + 7));
        fr_from_u64(value, i);
        assert_int_equal(builder_input(&builder, value), i + 1);
    }
    assert_int_equal(builder_finish_witness(&builder, &grown, NULL), STATUS_OK);
    assert_int_equal(grown.aux_count, 8 * count);
    assert_int_equal(grown.wide_count, count);
    assert_int_equal(grown.input_count, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        fr expected;
        fr_from_u64(&expected, i);
        assert_int_equal(grown.bits[i / 8] >> (i % 8 * 8) & 0xff, i * 11u % 128);
        assert_true(fr_equal(&grown.wide[i], &expected));
        assert_true(fr_equal(&grown.inputs[i + 1], &expected));
    }
    assignment_free(&grown);
}

/* Too many wires: latched, and everything after it is harmless. */
static void test_failure_is_latched(void **state)
{
    (void)state;
    struct builder builder;
    struct r1cs_matrices matrices;
    struct error err = {0};
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    builder.aux_count = WIRE_INDEX_MAX - 100;
    for (int i = 0; i < 10; i++) {
        wire bit = builder_bits(&builder, 0, 64);
        builder_enforce_boolean(&builder, bit);
        wire wide;
        assert_null(builder_wide(&builder, BUILDER_WIDE_MAX, &wide));
        if (builder_block_begin(&builder, 1, wide, 1)) {
            builder_block_end(&builder);
        }
    }
    assert_true(builder.failed);
    assert_int_equal(builder_finish_shape(&builder, &matrices, &err), STATUS_TOO_LARGE);
    assert_int_equal(err.status, STATUS_TOO_LARGE);
    assert_null(matrices.storage);
}

static void note_checkpoint(void *context, uint64_t at, const uint8_t digest[32])
{
    uint8_t *note = context;
    assert_int_equal(at % 7, 0);
    memcpy(note, digest, 32);
}

/* The checkpoint after all but the last rows is the digest of the circuit without them. */
static void test_checkpoints(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    make_shape(&matrices, true);
    uint8_t note[32], digest[32];
    const struct digest_checkpoints checkpoints = {7, note_checkpoint, note};
    assert_int_equal(r1cs_digest(digest, &matrices, &checkpoints, NULL), STATUS_OK);
    struct r1cs_block cut = matrices.blocks[0];
    cut.row_count -= cut.row_count % 7;
    struct r1cs_matrices shorter = matrices;
    shorter.blocks = &cut;
    assert_int_equal(r1cs_digest(digest, &shorter, NULL, NULL), STATUS_OK);
    assert_memory_equal(digest, note, 32);
    r1cs_matrices_free(&matrices);
}

int main(void)
{
    seed = (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lc_normalize_is_a_sum), cmocka_unit_test(test_dictionary_has_an_end),
        cmocka_unit_test(test_flat_equals_compact),   cmocka_unit_test(test_evaluate),
        cmocka_unit_test(test_witness_grows),         cmocka_unit_test(test_failure_is_latched),
        cmocka_unit_test(test_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
