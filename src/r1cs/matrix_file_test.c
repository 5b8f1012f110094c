/* Matrices to a file and back, and files that are damaged or made to harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "r1cs/digest.h"
#include "r1cs/matrix_file.h"
#include "r1cs/toy.h"

enum { HEAD_BYTES = 80, REVISION = 7 };

static char folder[64];
static char path[128];
static const struct matrix_file_id id = {"toy-2", REVISION};

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/cuzk-matrices-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/toy.matrices", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_bytes(const uint8_t *bytes, size_t count)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0600); /* truncation would cost a flush each time */
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, count, 0), count);
    assert_int_equal(ftruncate(fd, (off_t)count), 0);
    assert_int_equal(close(fd), 0);
}

static void redigest(uint8_t *bytes, size_t count)
{
    sha256(bytes + count - SHA256_BYTES, bytes, count - SHA256_BYTES);
}

static enum status read_file(struct error *err)
{
    struct r1cs_matrices matrices = {0};
    enum status status = matrix_file_read(&matrices, &id, path, err);
    r1cs_matrices_free(&matrices);
    return status;
}

/* A circuit with two instances of a block, an input in each, and pointer wires. */
static void make_blocks(struct r1cs_matrices *out)
{
    struct builder builder = {0};
    fr seven;
    fr_from_u64(&seven, 7);
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    wire area = builder_bits(&builder, 0, 64);
    wire wide;
    builder_wide(&builder, 1, &wide);
    builder_enforce_boolean(&builder, area);
    for (unsigned i = 0; i < 2; i++) {
        if (!builder_block_begin(&builder, 1, area + 8 * i, 8)) {
            continue;
        }
        wire in = builder_input(&builder, &fr_one), bit = builder_bits(&builder, 0, 3), value;
        builder_wide(&builder, 2, &value);
        lc_add(builder_row(&builder, MATRIX_A), area + 8 * i + 5, COEFFICIENT_ONE);
        lc_add(builder_row(&builder, MATRIX_A), wide, builder_coefficient(&builder, &seven));
        lc_add(builder_row(&builder, MATRIX_B), bit + 2, COEFFICIENT_TWO);
        lc_add(builder_row(&builder, MATRIX_C), in, COEFFICIENT_ONE);
        lc_add(builder_row(&builder, MATRIX_C), value, COEFFICIENT_MINUS_ONE);
        builder_enforce(&builder);
        builder_block_end(&builder);
    }
    builder_enforce_boolean(&builder, area + 1);
    assert_int_equal(builder_finish_shape(&builder, out, NULL), STATUS_OK);
    assert_int_equal(out->instance_count, 4);
}

/* The file of a circuit as bytes; memory_free. */
static uint8_t *file_of(size_t *count, const struct r1cs_matrices *matrices)
{
    uint8_t *bytes = NULL;
    assert_int_equal(matrix_file_write(matrices, &id, path, true, NULL), STATUS_OK);
    assert_int_equal(file_read_all(&bytes, count, path, 1 << 20, NULL), STATUS_OK);
    return bytes;
}

static uint8_t *file_of_blocks(size_t *count)
{
    struct r1cs_matrices matrices;
    make_blocks(&matrices);
    uint8_t *bytes = file_of(count, &matrices);
    r1cs_matrices_free(&matrices);
    return bytes;
}

static void assert_same(const struct r1cs_matrices *a, const struct r1cs_matrices *b)
{
    uint8_t digest_a[SHA256_BYTES], digest_b[SHA256_BYTES];
    struct density_digests density_a, density_b;
    assert_int_equal(r1cs_digest(digest_a, a, NULL, NULL), STATUS_OK);
    assert_int_equal(r1cs_digest(digest_b, b, NULL, NULL), STATUS_OK);
    assert_memory_equal(digest_a, digest_b, sizeof digest_a);
    r1cs_density_digests(&density_a, a);
    r1cs_density_digests(&density_b, b);
    assert_memory_equal(&density_a, &density_b, sizeof density_a);
    assert_int_equal(a->row_count, b->row_count);
    assert_int_equal(a->input_count, b->input_count);
    assert_int_equal(a->aux_count, b->aux_count);
    assert_int_equal(a->wide_aux_count, b->wide_aux_count);
    assert_int_equal(a->domain_log2, b->domain_log2);
    assert_int_equal(a->instance_count, b->instance_count);
    assert_memory_equal(a->term_count, b->term_count, sizeof a->term_count);
    assert_int_equal(r1cs_matrices_bytes(a), r1cs_matrices_bytes(b));
}

static void round_trip(struct r1cs_matrices *matrices)
{
    struct r1cs_matrices read;
    assert_int_equal(matrix_file_write(matrices, &id, path, true, NULL), STATUS_OK);
    assert_int_equal(matrix_file_read(&read, &id, path, NULL), STATUS_OK);
    assert_same(matrices, &read);
    r1cs_matrices_free(&read);
    r1cs_matrices_free(matrices);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    make_blocks(&matrices);
    round_trip(&matrices);
    assert_int_equal(toy_matrices(&matrices, 2, NULL), STATUS_OK);
    round_trip(&matrices);
    assert_int_equal(toy_matrices(&matrices, 1000, NULL), STATUS_OK);
    round_trip(&matrices);
}

static void test_write_refusals(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    const struct matrix_file_id longest = {"a-name-of-thirty-two-characters.", 1};
    make_blocks(&matrices);
    assert_int_equal(matrix_file_write(&matrices, &id, path, true, NULL), STATUS_OK);
    assert_int_equal(matrix_file_write(&matrices, &id, path, false, NULL), STATUS_FILE_EXISTS);
    assert_int_equal(matrix_file_write(&matrices, &longest, path, true, NULL),
                     STATUS_INVALID_ARGUMENT);
    r1cs_matrices_free(&matrices);
}

static void test_other_circuit(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    struct error err;
    size_t count;
    uint8_t *bytes = file_of_blocks(&count);
    const struct matrix_file_id others[] = {
        {"toy-1000", REVISION}, {"toy-", REVISION}, {"toy-2", REVISION + 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(matrix_file_read(&matrices, &others[i], path, &err), STATUS_WRONG_CIRCUIT);
        assert_non_null(strstr(err.message, "toy-2"));
    }
    bytes[8]++; /* format version */
    redigest(bytes, count);
    write_bytes(bytes, count);
    assert_int_equal(read_file(NULL), STATUS_UNSUPPORTED);
    bytes[0]++;
    write_bytes(bytes, count);
    assert_int_equal(read_file(NULL), STATUS_BAD_FILE);
    memory_free(bytes);
    unlink(path);
    assert_int_equal(read_file(NULL), STATUS_MISSING_FILE);
}

static void test_cut_short(void **state)
{
    (void)state;
    size_t count;
    uint8_t *bytes = file_of_blocks(&count);
    for (size_t length = 0; length < count; length++) {
        write_bytes(bytes, length);
        enum status expected =
            length < HEAD_BYTES + SHA256_BYTES ? STATUS_BAD_FILE : STATUS_BAD_LENGTH;
        assert_int_equal(read_file(NULL), expected);
    }
    uint8_t *longer = test_malloc(count + 1);
    memcpy(longer, bytes, count);
    longer[count] = 0;
    write_bytes(longer, count + 1);
    assert_int_equal(read_file(NULL), STATUS_BAD_LENGTH);
    test_free(longer);
    memory_free(bytes);
}

/* Every single bit of a file counts. */
static void test_bit_flips(void **state)
{
    (void)state;
    struct error err;
    size_t count;
    uint8_t *bytes = file_of_blocks(&count);
    for (size_t bit = 0; bit < 8 * count; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        write_bytes(bytes, count);
        assert_int_not_equal(read_file(&err), STATUS_OK);
        assert_int_equal(status_class(err.status), CLASS_BAD_INPUT);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    bytes[HEAD_BYTES + 40] ^= 1;
    write_bytes(bytes, count);
    assert_int_equal(read_file(NULL), STATUS_DIGEST_MISMATCH);
    memory_free(bytes);
}

/* The same with a digest that agrees: refused, or safe to use. */
static void test_forged_bit_flips(void **state)
{
    (void)state;
    size_t count, taken = 0;
    uint8_t *bytes = file_of_blocks(&count);
    for (size_t bit = 0; bit < 8 * (count - SHA256_BYTES); bit++) {
        struct r1cs_matrices matrices = {0};
        struct assignment assignment = {0};
        fr *out = NULL;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        redigest(bytes, count);
        write_bytes(bytes, count);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (matrix_file_read(&matrices, &id, path, NULL) != STATUS_OK) {
            continue;
        }
        taken++;
        size_t size = (size_t)1 << matrices.domain_log2;
        assert_int_equal(assignment_make(&assignment, matrices.input_count, matrices.aux_count,
                                         matrices.wide_aux_count, NULL),
                         STATUS_OK);
        assert_int_equal(memory_alloc((void **)&out, size, sizeof(fr), "values", NULL), STATUS_OK);
        for (enum matrix k = MATRIX_A; k <= MATRIX_C; k++) {
            r1cs_evaluate(out, size, &matrices, k, &assignment, NULL);
        }
        memory_free(out);
        assignment_free(&assignment);
        r1cs_matrices_free(&matrices);
    }
    assert_true(taken > 0);
    memory_free(bytes);
}

/* Where things are in the file of make_blocks. */
struct places {
    size_t coefficients, instances, first_block, second_block;
};

static struct places find_places(void)
{
    struct r1cs_matrices m;
    make_blocks(&m);
    const struct r1cs_block *first = &m.blocks[0];
    struct places places = {.coefficients = HEAD_BYTES};
    places.instances = places.coefficients + m.coefficient_count * sizeof(fr);
    places.first_block = places.instances + m.instance_count * sizeof(struct r1cs_instance);
    places.second_block = places.first_block + 24 + 4 * (3 * (size_t)first->row_count + 1) +
                          6 * first->term_count + 8 * ((first->aux_count + 63) / 64);
    r1cs_matrices_free(&m);
    return places;
}

static void test_forged_values(void **state)
{
    (void)state;
    const struct places at = find_places();
    size_t starts = at.second_block + 24, wires = starts + 4 * 4;
    size_t indices = wires + 4 * 5, wide = indices + 2 * 5;
    const struct {
        size_t offset;
        uint32_t value;
        enum status expected;
    } cases[] = {
        {48, UINT32_MAX, STATUS_TOO_LARGE},                /* rows */
        {48, 5, STATUS_COUNT_MISMATCH},                    /* rows: one more than there are */
        {52, 0, STATUS_COUNT_MISMATCH},                    /* inputs */
        {52, 1 << 30, STATUS_TOO_LARGE},                   /* inputs */
        {52, 1 << 29, STATUS_COUNT_MISMATCH},              /* inputs */
        {56, 1 << 29, STATUS_COUNT_MISMATCH},              /* aux */
        {56, 74, STATUS_COUNT_MISMATCH},                   /* aux: one less */
        {60, 3, STATUS_COUNT_MISMATCH},                    /* coefficients */
        {60, COEFFICIENTS_MAX, STATUS_SECTION_SIZE},       /* coefficients */
        {64, MATRIX_FILE_BLOCKS_MAX, STATUS_SECTION_SIZE}, /* blocks */
        {64, MATRIX_FILE_BLOCKS_MAX + 1, STATUS_TOO_LARGE},
        {64, 2, STATUS_TRAILING_DATA},
        {68, MATRIX_FILE_INSTANCES_MAX, STATUS_SECTION_SIZE}, /* instances */
        {at.coefficients, 0, STATUS_INPUT_RANGE},             /* not 1 */
        {at.coefficients + 28, UINT32_MAX, STATUS_NON_CANONICAL},
        {at.instances + 20, 3, STATUS_INPUT_RANGE},          /* its block */
        {at.instances + 24, 2, STATUS_COUNT_MISMATCH},       /* its row */
        {at.instances + 36, 1000, STATUS_INPUT_RANGE},       /* its pointers */
        {at.instances + 36, UINT32_MAX, STATUS_INPUT_RANGE}, /* its pointers */
        {at.second_block, UINT32_MAX, STATUS_SECTION_SIZE},  /* rows */
        {at.second_block + 16, 1 << 20, STATUS_SECTION_SIZE},
        {at.second_block + 20, 1u << 31, STATUS_SECTION_SIZE}, /* terms: overflows */
        {starts, 1, STATUS_INPUT_RANGE},
        {starts + 4, 100, STATUS_INPUT_RANGE},
        {starts + 12, 4, STATUS_INPUT_RANGE},
        {wires, 0xa0000000u, STATUS_INPUT_RANGE}, /* no such class */
        {wires, (uint32_t)WIRE_INPUT << 29 | 3, STATUS_INPUT_RANGE},
        {wires, (uint32_t)WIRE_AUX << 29 | 75, STATUS_INPUT_RANGE},
        {wires, (uint32_t)WIRE_BLOCK_INPUT << 29 | 1, STATUS_INPUT_RANGE},
        {wires, (uint32_t)WIRE_BLOCK_AUX << 29 | 5, STATUS_INPUT_RANGE},
        {wires, (uint32_t)WIRE_BLOCK_POINTER << 29 | 68, STATUS_INPUT_RANGE},
        {indices, 5, STATUS_INPUT_RANGE},
        {wide, 1u << 5, STATUS_INPUT_RANGE},
    };
    size_t count;
    uint8_t *bytes = file_of_blocks(&count), *forged = test_malloc(count);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error err = {0};
        memcpy(forged, bytes, count);
        memcpy(forged + cases[i].offset, &cases[i].value, sizeof cases[i].value);
        redigest(forged, count);
        write_bytes(forged, count);
        if (read_file(&err) != cases[i].expected) {
            fail_msg("case %zu: %s: %s", i, status_name(err.status), err.message);
        }
    }
    test_free(forged);
    memory_free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_write_refusals),
        cmocka_unit_test(test_other_circuit), cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_bit_flips),     cmocka_unit_test(test_forged_bit_flips),
        cmocka_unit_test(test_forged_values),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
