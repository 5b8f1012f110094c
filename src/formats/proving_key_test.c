#include "formats/formats_test.h"
#include "formats/params_layout.h"
#include "formats/params_writer.h"
#include "formats/proving_key.h"

static struct bytes golden;
static struct params_layout layout; /* of the golden key */

static int load(void **state)
{
    struct file_in *file;
    struct error err = {0};

    (void)state;
    golden = bytes_load(TOY "toy-2.params");
    assert_status(file_in_open(&file, TOY "toy-2.params", &err), STATUS_OK, &err);
    assert_status(params_layout_read(&layout, file, &err), STATUS_OK, &err);
    file_in_close(file);
    return 0;
}

static int unload(void **state)
{
    memory_free(golden.at);
    return temporary_remove(state);
}

static void expect(enum status expected, const void *bytes, size_t count, const char *in_message)
{
    struct proving_key key;
    struct error err = {0};

    assert_status(proving_key_open(&key, temporary_write(bytes, count), &err), expected, &err);
    assert_string_equal(err.where, temporary_path());
    if (strstr(err.message, in_message) == NULL) {
        print_error("'%s' does not name '%s'\n", err.message, in_message);
        fail();
    }
}

static void test_counts(void **state)
{
    static const struct {
        const char *path;
        uint32_t ic;
        size_t h, l, a, b;
    } keys[] = {{TOY "toy-2.params", 3, 7, 5, 6, 5}, {TOY "toy-1000.params", 3, 2047, 2001, 0, 0}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct proving_key key;
        struct verifying_key vk;
        struct error err = {0};
        char vk_path[80];

        assert_status(proving_key_open(&key, keys[i].path, &err), STATUS_OK, &err);
        assert_int_equal(key.vk.ic_count, keys[i].ic);
        assert_int_equal(key.h.count, keys[i].h);
        assert_int_equal(key.l.count, keys[i].l);
        if (keys[i].a != 0) {
            assert_int_equal(key.a.count, keys[i].a);
            assert_int_equal(key.b_g1.count, keys[i].b);
        }
        assert_int_equal(key.b_g1.count, key.b_g2.count);
        assert_int_equal(proving_key_file_bytes(key.vk.ic_count, (uint32_t)key.h.count,
                                                (uint32_t)key.l.count, (uint32_t)key.a.count,
                                                (uint32_t)key.b_g1.count),
                         file_in_bytes(key.file));
        snprintf(vk_path, sizeof vk_path, "%.*s.vk", (int)(strlen(keys[i].path) - 7), keys[i].path);
        assert_status(verifying_key_read(&vk, vk_path, &err), STATUS_OK, &err);
        assert_true(verifying_key_equal(&vk, &key.vk));
        verifying_key_free(&vk);
        proving_key_close(&key);
    }
    assert_int_equal(proving_key_file_bytes(40, 4194303, 2685673, 2674948, 685522), 1114707768);
    assert_int_equal(
        proving_key_file_bytes(UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX),
        888 + 7 * 96 * (uint64_t)UINT32_MAX);
}

static void test_case_1_not_a_key(void **state)
{
    static const char page[179] = "<!DOCTYPE html><html><head><title>404</title></head>";
    struct proving_key key;
    struct error err = {0};

    (void)state;
    expect(STATUS_BAD_FILE, page, sizeof page, "179 bytes");
    expect(STATUS_BAD_FILE, "", 0, "0 bytes");
    struct bytes left = bytes_load(temporary_path()); /* the file is left alone */
    assert_int_equal(left.count, 0);
    memory_free(left.at);
    unlink(temporary_path());
    assert_status(proving_key_open(&key, temporary_path(), &err), STATUS_MISSING_FILE, &err);
    assert_status(proving_key_open(&key, "/tmp", &err), STATUS_BAD_FILE, &err);
}

static void test_case_3_key_absent(void **state)
{
    struct proving_key key;
    struct error err = {0};

    (void)state;
    assert_status(proving_key_open(&key, "/nonexistent/v28.params", &err), STATUS_MISSING_FILE,
                  &err);
    assert_string_equal(err.where, "/nonexistent/v28.params");
}

/* Every length: only the whole file is a key; the section that the cut meets is named. */
static void test_case_14_cut_at_every_byte(void **state)
{
    (void)state;
    for (size_t count = 0; count < golden.count; count++) {
        unsigned part = 0;
        while (count >= layout.section[part].offset + layout.section[part].bytes) {
            part++;
        }
        if (count < 888) {
            expect(STATUS_BAD_FILE, golden.at, count, "at least 888");
        } else {
            char name[16];
            snprintf(name, sizeof name, "section %s", params_part_name((enum params_part)part));
            expect(STATUS_SECTION_SIZE, golden.at, count, name);
        }
    }
}

static size_t count_offset(unsigned part)
{
    return part == PARAMS_VK ? 864 : (size_t)layout.section[part].offset;
}

static void test_case_12_count_lies(void **state)
{
    static const uint32_t lies[] = {0x01000000, 0x7fffffff, 0x80000000, 0xffffffff};
    size_t before = memory_peak_rss_bytes();

    (void)state;
    for (unsigned part = 0; part < PARAMS_PARTS; part++) {
        uint8_t *count = golden.at + count_offset(part);
        uint32_t true_count = layout.section[part].count;
        for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
            u32_be_write(count, lies[i]);
            expect(STATUS_SECTION_SIZE, golden.at, golden.count, params_part_name(part));
        }
        /* One more or one less: the sections after it no longer start at a count. */
        for (int step = -1; step <= 1; step += 2) {
            struct proving_key key;
            struct error err = {0};
            u32_be_write(count, true_count + (uint32_t)step);
            assert_int_not_equal(
                proving_key_open(&key, temporary_write(golden.at, golden.count), &err), STATUS_OK);
        }
        u32_be_write(count, true_count);
    }
    assert_true(memory_peak_rss_bytes() - before < (size_t)1 << 20);
}

/* Counts times bytes that would wrap 32 bits, and 64 bits when summed carelessly. */
static void test_case_16_products_that_wrap(void **state)
{
    uint8_t *count = golden.at + count_offset(PARAMS_B_G2);

    (void)state;
    /* 0x05555555 * 192 = 2^34 - 192 + .. : its low 32 bits are small. */
    u32_be_write(count, 0x05555555 + 1);
    expect(STATUS_SECTION_SIZE, golden.at, golden.count, "b_g2");
    u32_be_write(count, layout.section[PARAMS_B_G2].count);
}

static void test_case_61_trailing_bytes(void **state)
{
    uint8_t *longer = calloc(golden.count + 192, 1);

    (void)state;
    assert_non_null(longer);
    memcpy(longer, golden.at, golden.count);
    expect(STATUS_TRAILING_DATA, longer, golden.count + 1, "end at byte");
    expect(STATUS_TRAILING_DATA, longer, golden.count + 192, "end at byte");
    free(longer);
}

/* Whole points moved from one section to another: lengths hold, counts do not. */
static void test_counts_of_no_circuit(void **state)
{
    uint8_t *h = golden.at + count_offset(PARAMS_H);
    uint8_t *l = golden.at + count_offset(PARAMS_L);
    uint8_t saved[96 + 4];
    size_t points = 96 * (size_t)layout.section[PARAMS_H].count;

    (void)state;
    /* h gives its last point to l: 6 and 6. */
    memcpy(saved, l - 96, sizeof saved);
    u32_be_write(h, layout.section[PARAMS_H].count - 1);
    memmove(l - 96 + 4, l - 96, 96);
    u32_be_write(l - 96, layout.section[PARAMS_L].count + 1);
    expect(STATUS_COUNT_MISMATCH, golden.at, golden.count, "h has 6");
    memcpy(l - 96, saved, sizeof saved);
    u32_be_write(h, layout.section[PARAMS_H].count);
    assert_ptr_equal(h + 4 + points, l);

    /* b_g1 gives its last two points to b_g2. */
    uint8_t *b_g1 = golden.at + count_offset(PARAMS_B_G1);
    uint8_t *b_g2 = golden.at + count_offset(PARAMS_B_G2);
    uint8_t moved[192 + 4];
    memcpy(moved, b_g2 - 192, sizeof moved);
    u32_be_write(b_g1, layout.section[PARAMS_B_G1].count - 2);
    memmove(b_g2 - 192 + 4, b_g2 - 192, 192);
    u32_be_write(b_g2 - 192, layout.section[PARAMS_B_G2].count + 1);
    expect(STATUS_COUNT_MISMATCH, golden.at, golden.count, "b_g1 has 3 points, b_g2 6");
    memcpy(b_g2 - 192, moved, sizeof moved);
    u32_be_write(b_g1, layout.section[PARAMS_B_G1].count);
}

/* A section of 5 GiB that takes no disk: offsets beyond 4 GiB. */
static void test_case_13_over_4_gib(void **state)
{
    const uint32_t h_count = ((uint32_t)1 << 26) - 1;
    const uint64_t shift = ((uint64_t)h_count - layout.section[PARAMS_H].count) * 96;
    struct proving_key key;
    struct error err = {0};
    const char *path = temporary_path();
    size_t tail = (size_t)layout.section[PARAMS_L].offset;
    uint8_t point[192];
    uint8_t count[4];

    (void)state;
    u32_be_write(count, h_count);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, golden.at, tail, 0), tail);
    assert_int_equal(pwrite(fd, count, 4, (off_t)layout.section[PARAMS_H].offset), 4);
    assert_int_equal(pwrite(fd, golden.at + tail, golden.count - tail, (off_t)(tail + shift)),
                     golden.count - tail);
    close(fd);
    assert_status(proving_key_open(&key, path, &err), STATUS_OK, &err);
    assert_int_equal(key.h.count, h_count);
    assert_int_equal(key.b_g2.offset, layout.section[PARAMS_B_G2].offset + 4 + shift);
    assert_status(file_in_read(key.file, point, sizeof point, key.b_g2.offset, &err), STATUS_OK,
                  &err);
    assert_memory_equal(point, golden.at + layout.section[PARAMS_B_G2].offset + 4, sizeof point);
    proving_key_close(&key);
    unlink(path);
}

static void test_case_59_file_cut_after_open(void **state)
{
    struct proving_key key;
    struct error err = {0};
    uint8_t point[192];

    (void)state;
    assert_status(proving_key_open(&key, temporary_write(golden.at, golden.count), &err), STATUS_OK,
                  &err);
    assert_int_equal(truncate(temporary_path(), 1000), 0);
    assert_status(file_in_read(key.file, point, sizeof point, key.b_g2.offset, &err),
                  STATUS_FILE_CHANGED, &err);
    proving_key_close(&key);
    /* A removed file stays readable. */
    assert_status(proving_key_open(&key, temporary_write(golden.at, golden.count), &err), STATUS_OK,
                  &err);
    unlink(temporary_path());
    assert_status(file_in_read(key.file, point, sizeof point, key.b_g2.offset, &err), STATUS_OK,
                  &err);
    proving_key_close(&key);
}

static void test_case_63_delta_is_gamma(void **state)
{
    uint8_t saved[192];

    (void)state;
    memcpy(saved, golden.at + 672, sizeof saved);
    memcpy(golden.at + 672, golden.at + 384, sizeof saved);
    expect(STATUS_INSECURE_KEY, golden.at, golden.count, "delta_g2");
    memcpy(golden.at + 672, saved, sizeof saved);
}

/* --- writing --- */

static void copy_section(struct params_writer *writer, const struct point_source *source,
                         enum params_part part, size_t piece, struct threads *threads)
{
    struct error err = {0};
    uint8_t bytes[192];

    assert_status(params_writer_section(writer, part, (uint32_t)source->count, &err), STATUS_OK,
                  &err);
    g1_affine *g1 = calloc(piece, sizeof *g1);
    g2_affine *g2 = calloc(piece, sizeof *g2);
    assert_true(g1 != NULL && g2 != NULL);
    for (size_t i = 0, held = 0; i < source->count; i++) {
        unsigned point_bytes = params_point_bytes(part);
        assert_status(
            file_in_read(source->file, bytes, point_bytes, source->offset + i * point_bytes, &err),
            STATUS_OK, &err);
        if (part == PARAMS_B_G2) {
            assert_status(g2_decode(&g2[held], bytes, POINT_CHECK_CURVE, "", &err), STATUS_OK,
                          &err);
        } else {
            assert_status(g1_decode(&g1[held], bytes, POINT_CHECK_CURVE, "", &err), STATUS_OK,
                          &err);
        }
        if (++held == piece || i + 1 == source->count) {
            enum status status = part == PARAMS_B_G2
                                     ? params_writer_g2(writer, g2, held, threads, &err)
                                     : params_writer_g1(writer, g1, held, threads, &err);
            assert_status(status, STATUS_OK, &err);
            held = 0;
        }
    }
    free(g1);
    free(g2);
}

static void test_writer_copies(void **state)
{
    struct proving_key key;
    struct params_writer *writer;
    struct threads *threads;
    struct error err = {0};

    (void)state;
    struct bytes expected = bytes_load(TOY "toy-1000.params");
    assert_status(threads_make(&threads, 2, &err), STATUS_OK, &err);
    for (size_t piece = 1; piece <= 5000; piece *= 71) {
        assert_status(proving_key_open(&key, TOY "toy-1000.params", &err), STATUS_OK, &err);
        assert_status(params_writer_open(&writer, temporary_path(), true, &err), STATUS_OK, &err);
        assert_status(params_writer_vk(writer, &key.vk, &err), STATUS_OK, &err);
        copy_section(writer, &key.h, PARAMS_H, piece, threads);
        copy_section(writer, &key.l, PARAMS_L, piece, threads);
        copy_section(writer, &key.a, PARAMS_A, piece, threads);
        copy_section(writer, &key.b_g1, PARAMS_B_G1, piece, threads);
        copy_section(writer, &key.b_g2, PARAMS_B_G2, piece, threads);
        assert_status(params_writer_commit(writer, &err), STATUS_OK, &err);
        struct bytes found = bytes_load(temporary_path());
        assert_int_equal(found.count, expected.count);
        assert_memory_equal(found.at, expected.at, found.count);
        memory_free(found.at);
        proving_key_close(&key);
    }
    threads_free(threads);
    memory_free(expected.at);
}

static void test_writer_order(void **state)
{
    struct params_writer *writer;
    struct verifying_key vk;
    struct error err = {0};

    (void)state;
    unlink(temporary_path());
    assert_status(verifying_key_read(&vk, TOY "toy-2.vk", &err), STATUS_OK, &err);
    assert_status(params_writer_open(&writer, temporary_path(), false, &err), STATUS_OK, &err);
    assert_status(params_writer_section(writer, PARAMS_H, 1, &err), STATUS_INTERNAL, &err);
    assert_status(params_writer_vk(writer, &vk, &err), STATUS_OK, &err);
    assert_status(params_writer_g1(writer, &g1_generator, 1, NULL, &err), STATUS_INTERNAL, &err);
    assert_status(params_writer_section(writer, PARAMS_H, 1, &err), STATUS_OK, &err);
    assert_status(params_writer_section(writer, PARAMS_L, 1, &err), STATUS_INTERNAL, &err);
    assert_status(params_writer_g2(writer, &g2_generator, 1, NULL, &err), STATUS_INTERNAL, &err);
    assert_status(params_writer_g1(writer, &g1_generator, 1, NULL, &err), STATUS_OK, &err);
    assert_status(params_writer_g1(writer, &g1_generator, 1, NULL, &err), STATUS_INTERNAL, &err);
    assert_status(params_writer_commit(writer, &err), STATUS_INTERNAL, &err);
    assert_int_not_equal(access(temporary_path(), F_OK), 0);
    verifying_key_free(&vk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_case_1_not_a_key),
        cmocka_unit_test(test_case_3_key_absent),
        cmocka_unit_test(test_case_14_cut_at_every_byte),
        cmocka_unit_test(test_case_12_count_lies),
        cmocka_unit_test(test_case_16_products_that_wrap),
        cmocka_unit_test(test_case_61_trailing_bytes),
        cmocka_unit_test(test_counts_of_no_circuit),
        cmocka_unit_test(test_case_13_over_4_gib),
        cmocka_unit_test(test_case_59_file_cut_after_open),
        cmocka_unit_test(test_case_63_delta_is_gamma),
        cmocka_unit_test(test_writer_copies),
        cmocka_unit_test(test_writer_order),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
