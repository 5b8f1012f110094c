/* A digest counts for the very state of the file it was made of. */
#include <sys/stat.h>

#include "base/random.h"
#include "formats/digest_memory.h"
#include "formats/formats_test.h"

static char path[64], beside[80];

static int setup(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s", temporary_path());
    snprintf(beside, sizeof beside, "%s.digest", path);
    return 0;
}

static int teardown(void **state)
{
    unlink(beside);
    return temporary_remove(state);
}

static void set_mtime(time_t seconds, long nanoseconds)
{
    const struct timespec times[2] = {{0, UTIME_OMIT}, {seconds, nanoseconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static struct file_in *open_file(void)
{
    struct file_in *file = NULL;
    assert_int_equal(file_in_open(&file, path, NULL), STATUS_OK);
    return file;
}

/* A file of long ago with remembered digests. */
static void make(struct remembered_digests *kept)
{
    temporary_write("key", 3);
    set_mtime(1000000000, 5);
    assert_int_equal(random_bytes(kept, sizeof *kept, NULL), STATUS_OK);
    struct file_in *file = open_file();
    assert_true(digest_memory_keep(kept, file));
    file_in_close(file);
}

static bool recall(struct remembered_digests *out)
{
    struct file_in *file = open_file();
    bool found = digest_memory_recall(out, file);
    file_in_close(file);
    return found;
}

static void test_kept(void **state)
{
    (void)state;
    struct remembered_digests kept, found;
    temporary_write("key", 3);
    unlink(beside);
    assert_false(recall(&found));
    make(&kept);
    assert_true(recall(&found));
    assert_memory_equal(&kept, &found, sizeof kept);
}

static void test_other_states(void **state)
{
    (void)state;
    struct remembered_digests kept, found;
    make(&kept);
    set_mtime(1000000000, 6);
    assert_false(recall(&found));
    set_mtime(1000000001, 5);
    assert_false(recall(&found));
    set_mtime(1000000000, 5);
    assert_true(recall(&found));
    temporary_write("keys", 4);
    set_mtime(1000000000, 5);
    assert_false(recall(&found));
    make(&kept);
    char other[80];
    snprintf(other, sizeof other, "%s.other", path);
    FILE *copy = fopen(other, "w"); /* while the first exists, so another inode */
    assert_non_null(copy);
    fputs("key", copy);
    fclose(copy);
    assert_int_equal(rename(other, path), 0);
    set_mtime(1000000000, 5);
    assert_false(recall(&found));
}

static void test_not_kept(void **state)
{
    (void)state;
    struct remembered_digests digests = {0};
    unlink(beside);
    temporary_write("key", 3);
    struct file_in *young = open_file();
    assert_false(digest_memory_keep(&digests, young));
    file_in_close(young);
    set_mtime(1000000000, 5);
    struct file_in *changed = open_file();
    set_mtime(1000000000, 6);
    assert_false(digest_memory_keep(&digests, changed));
    file_in_close(changed);
    assert_int_equal(mkdir(beside, 0700), 0);
    struct file_in *file = open_file();
    assert_false(digest_memory_keep(&digests, file));
    file_in_close(file);
    rmdir(beside);
}

/* Whatever is in FILE.digest: it is taken only when it is what would be written. */
static void test_damaged(void **state)
{
    (void)state;
    struct remembered_digests kept, found;
    make(&kept);
    struct bytes text = bytes_load(beside);
    for (size_t length = 0; length <= text.count + 1; length += length + 8 < text.count ? 7 : 1) {
        FILE *file = fopen(beside, "w");
        assert_non_null(file);
        assert_int_equal(fwrite(text.at, 1, length, file), length); /* the last: a zero more */
        fclose(file);
        assert_int_equal(recall(&found), length == text.count);
    }
    for (size_t i = 0; i < text.count; i += 7) {
        FILE *file = fopen(beside, "w");
        assert_non_null(file);
        text.at[i] ^= 0x80;
        assert_int_equal(fwrite(text.at, 1, text.count, file), text.count);
        text.at[i] ^= 0x80;
        fclose(file);
        assert_false(recall(&found));
    }
    memory_free(text.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_other_states),
        cmocka_unit_test(test_not_kept),
        cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
