#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static char folder[64];
static char path[128];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/cuzk-file-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    snprintf(path, sizeof path, "%s/data", folder);
    return 0;
}

static unsigned file_count(void)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        count += entry->d_name[0] != '.';
    }
    closedir(dir);
    return count;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_read_at(void **state)
{
    (void)state;
    struct error err;
    struct file_in *file;
    char text[8] = {0};
    write_file("0123456789");
    assert_int_equal(file_in_open(&file, path, &err), STATUS_OK);
    assert_int_equal(file_in_bytes(file), 10);
    assert_string_equal(file_in_path(file), path);
    assert_int_equal(file_in_read(file, text, 4, 3, &err), STATUS_OK);
    assert_string_equal(text, "3456");
    assert_int_equal(file_in_read(file, text, 0, 10, &err), STATUS_OK);
    assert_int_equal(file_in_read(file, text, 1, 10, &err), STATUS_FILE_CHANGED);
    assert_int_equal(file_in_read(file, text, 4, UINT64_MAX - 1, &err), STATUS_FILE_CHANGED);
    assert_int_equal(file_in_check_unchanged(file, &err), STATUS_OK);
    file_in_close(file);
    file_in_close(NULL);
}

static void test_change_is_seen(void **state)
{
    (void)state;
    struct error err;
    struct file_in *file;
    char text[8];
    write_file("0123456789");
    assert_int_equal(file_in_open(&file, path, &err), STATUS_OK);
    assert_int_equal(truncate(path, 5), 0);
    assert_int_equal(file_in_read(file, text, 4, 3, &err), STATUS_FILE_CHANGED);
    assert_int_equal(file_in_check_unchanged(file, &err), STATUS_FILE_CHANGED);
    file_in_close(file);

    assert_int_equal(file_in_open(&file, path, &err), STATUS_OK);
    unlink(path);
    write_file("01234");
    assert_int_equal(file_in_check_unchanged(file, &err), STATUS_FILE_CHANGED);
    file_in_close(file);

    assert_int_equal(file_in_open(&file, path, &err), STATUS_OK);
    unlink(path);
    assert_int_equal(file_in_check_unchanged(file, &err), STATUS_FILE_CHANGED);
    file_in_close(file);
}

static void test_open_refused(void **state)
{
    (void)state;
    struct error err;
    struct file_in *file;
    uint8_t *bytes;
    size_t count;
    assert_int_equal(file_in_open(&file, folder, &err), STATUS_BAD_FILE);
    assert_null(file);
    assert_int_equal(file_in_open(&file, "/dev/null", &err), STATUS_BAD_FILE);
    assert_int_equal(file_in_open(&file, "/nowhere/x", &err), STATUS_MISSING_FILE);
    assert_string_equal(err.where, "/nowhere/x");
    assert_int_equal(file_read_all(&bytes, &count, "/nowhere/x", 9, &err), STATUS_MISSING_FILE);
    assert_int_equal(file_read_all(&bytes, &count, folder, 9, &err), STATUS_BAD_FILE);
    assert_null(bytes);
}

static void test_read_all(void **state)
{
    (void)state;
    struct error err;
    uint8_t *bytes;
    size_t count;
    write_file("0123456789");
    assert_int_equal(file_read_all(&bytes, &count, path, 10, &err), STATUS_OK);
    assert_int_equal(count, 10);
    assert_string_equal((char *)bytes, "0123456789");
    memory_free(bytes);
    assert_int_equal(file_read_all(&bytes, &count, path, SIZE_MAX, &err), STATUS_OK);
    memory_free(bytes);
    assert_int_equal(file_read_all(&bytes, &count, path, 9, &err), STATUS_TOO_LARGE);
    assert_null(bytes);
    write_file("");
    assert_int_equal(file_read_all(&bytes, &count, path, 0, &err), STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(bytes[0], 0);
    memory_free(bytes);
}

/* A pipe has no size: the buffer must grow, and the limit hold. */
static void test_read_all_of_a_stream(void **state)
{
    (void)state;
    enum { BYTES = 300001 };
    static const size_t limits[] = {BYTES, BYTES - 1, 10};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            signal(SIGPIPE, SIG_IGN);
            close(ends[0]);
            for (int j = 0; j < BYTES; j++) {
                if (write(ends[1], "ab", 1) != 1) {
                    break;
                }
            }
            _exit(0);
        }
        close(ends[1]);
        char name[32];
        snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
        uint8_t *bytes;
        size_t count;
        struct error err;
        enum status status = file_read_all(&bytes, &count, name, limits[i], &err);
        close(ends[0]);
        waitpid(child, NULL, 0);
        assert_int_equal(status, i == 0 ? STATUS_OK : STATUS_TOO_LARGE);
        if (i == 0) {
            assert_int_equal(count, BYTES);
            assert_int_equal(strlen((char *)bytes), BYTES);
        }
        memory_free(bytes);
    }
}

static void check_content(const char *expected)
{
    uint8_t *bytes;
    size_t count;
    assert_int_equal(file_read_all(&bytes, &count, path, 1 << 20, NULL), STATUS_OK);
    assert_string_equal((char *)bytes, expected);
    memory_free(bytes);
}

static void test_output_appears_whole(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    assert_int_equal(file_out_open(&out, path, false, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "abc", 3, &err), STATUS_OK);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(file_count(), 1);
    assert_int_equal(file_out_write(out, "def", 3, &err), STATUS_OK);
    assert_int_equal(file_out_commit(out, &err), STATUS_OK);
    assert_int_equal(file_count(), 1);
    check_content("abcdef");
}

static void test_existing_output(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    write_file("old");
    assert_int_equal(file_out_open(&out, path, false, &err), STATUS_FILE_EXISTS);
    assert_null(out);
    assert_int_equal(file_out_open(&out, path, true, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "new", 3, &err), STATUS_OK);
    check_content("old");
    file_out_discard(out);
    check_content("old");
    assert_int_equal(file_count(), 1);
    assert_int_equal(file_out_open(&out, path, true, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "new", 3, &err), STATUS_OK);
    assert_int_equal(file_out_commit(out, &err), STATUS_OK);
    check_content("new");
    assert_int_equal(file_count(), 1);
}

/* Someone else creates the name between open and commit. */
static void test_output_appeared_meanwhile(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    assert_int_equal(file_out_open(&out, path, false, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "ours", 4, &err), STATUS_OK);
    write_file("theirs");
    assert_int_equal(file_out_commit(out, &err), STATUS_FILE_EXISTS);
    check_content("theirs");
    assert_int_equal(file_count(), 1);
}

static void test_symbolic_link_is_followed(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    struct stat seen;
    char other[140];
    snprintf(other, sizeof other, "%s-link", path);
    write_file("old");
    assert_int_equal(symlink(path, other), 0);
    assert_int_equal(file_out_open(&out, other, true, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "new", 3, &err), STATUS_OK);
    assert_int_equal(file_out_commit(out, &err), STATUS_OK);
    assert_int_equal(lstat(other, &seen), 0);
    assert_true(S_ISLNK(seen.st_mode));
    unlink(other);
    check_content("new");
}

static void test_devices_are_kept(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    struct stat seen;
    assert_int_equal(file_out_open(&out, "/dev/null", true, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "x", 1, &err), STATUS_OK);
    assert_int_equal(file_out_commit(out, &err), STATUS_OK);
    assert_int_equal(stat("/dev/null", &seen), 0);
    assert_true(S_ISCHR(seen.st_mode));
}

static void test_output_refused(void **state)
{
    (void)state;
    struct error err;
    struct file_out *out;
    assert_int_equal(file_out_open(&out, "/nowhere/x", true, &err), STATUS_MISSING_FILE);
    assert_int_equal(file_out_open(&out, folder, true, &err), STATUS_BAD_FILE);
    assert_int_equal(file_out_open(&out, "/dev/full", true, &err), STATUS_OK);
    assert_int_equal(file_out_write(out, "x", 1, &err), STATUS_OK);
    assert_int_equal(file_out_commit(out, &err), STATUS_IO);
    file_out_discard(NULL);
}

static void test_large_writes(void **state)
{
    (void)state;
    enum { BYTES = 5 << 20 };
    void *memory;
    struct file_out *out;
    assert_int_equal(memory_alloc_raw(&memory, BYTES, 1, "data", NULL), STATUS_OK);
    uint8_t *data = memory;
    for (size_t i = 0; i < BYTES; i++) {
        data[i] = (uint8_t)(i * 2654435761u >> 13);
    }
    assert_int_equal(file_out_open(&out, path, false, NULL), STATUS_OK);
    size_t done = 0;
    for (size_t step = 1; done < BYTES; step = step * 3 + 1) {
        size_t count = step < BYTES - done ? step : BYTES - done;
        assert_int_equal(file_out_write(out, data + done, count, NULL), STATUS_OK);
        done += count;
    }
    assert_int_equal(file_out_commit(out, NULL), STATUS_OK);
    uint8_t *back;
    size_t count;
    assert_int_equal(file_read_all(&back, &count, path, BYTES, NULL), STATUS_OK);
    assert_int_equal(count, BYTES);
    assert_memory_equal(back, data, BYTES);
    memory_free(back);
    memory_free(data);
}

static void on_signal(int number)
{
    file_out_discard_all();
    _exit(128 + number);
}

static void test_signal_leaves_nothing(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct file_out *out;
        signal(SIGTERM, on_signal);
        if (file_out_open(&out, path, false, NULL) != STATUS_OK ||
            file_out_write(out, "x", 1, NULL) != STATUS_OK || write(ends[1], "r", 1) != 1) {
            _exit(1);
        }
        for (;;) {
            pause();
        }
    }
    char ready;
    assert_int_equal(read(ends[0], &ready, 1), 1);
    assert_int_equal(file_count(), 1);
    kill(child, SIGTERM);
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 128 + SIGTERM);
    assert_int_equal(file_count(), 0);
    close(ends[0]);
    close(ends[1]);
}

static void test_check_is_open_without_a_trace(void **state)
{
    (void)state;
    char other[160];
    snprintf(other, sizeof other, "%s/other", folder);
    assert_int_equal(file_out_check(path, false, NULL), STATUS_OK);
    assert_int_equal(file_count(), 0);
    assert_int_equal(file_out_check("-", false, NULL), STATUS_OK);
    assert_int_equal(file_out_check("/dev/null", false, NULL), STATUS_OK);
    assert_int_equal(file_out_check("", true, NULL), STATUS_MISSING_FILE);
    assert_int_equal(file_out_check(folder, true, NULL), STATUS_BAD_FILE);

    assert_int_equal(symlink(path, other), 0);
    assert_int_equal(file_out_check(other, true, NULL), STATUS_BAD_FILE);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(file_out_check(path, false, NULL), STATUS_OK); /* and does not wait */
    unlink(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(file_out_check(path, false, NULL), STATUS_FILE_EXISTS);
    assert_int_equal(file_out_check(other, true, NULL), STATUS_OK);
    assert_int_equal(file_count(), 2);
    unlink(other);
}

#define FILE_TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_read_at),
        FILE_TEST(test_change_is_seen),
        FILE_TEST(test_open_refused),
        FILE_TEST(test_read_all),
        FILE_TEST(test_read_all_of_a_stream),
        FILE_TEST(test_output_appears_whole),
        FILE_TEST(test_existing_output),
        FILE_TEST(test_output_appeared_meanwhile),
        FILE_TEST(test_symbolic_link_is_followed),
        FILE_TEST(test_devices_are_kept),
        FILE_TEST(test_output_refused),
        FILE_TEST(test_check_is_open_without_a_trace),
        FILE_TEST(test_large_writes),
        FILE_TEST(test_signal_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
