/* What the tests of formats share: golden files in memory, patched copies in a temporary folder. */
#ifndef CUZK_FORMATS_TEST_H
#define CUZK_FORMATS_TEST_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#define TOY "tests/golden/params-toy/"

struct bytes {
    uint8_t *at;
    size_t count;
};

static inline struct bytes bytes_load(const char *path)
{
    struct bytes bytes = {0};
    struct error err = {0};
    if (file_read_all(&bytes.at, &bytes.count, path, (size_t)1 << 30, &err) != STATUS_OK) {
        print_error("%s: %s\n", err.where, err.message);
        fail();
    }
    return bytes;
}

static inline void u32_be_write(uint8_t *out, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

/* One file of this process that every call overwrites. */
static inline const char *temporary_path(void)
{
    static char path[64];
    if (path[0] == '\0') {
        snprintf(path, sizeof path, "/tmp/cuzk-test-%ld", (long)getpid());
    }
    return path;
}

static inline const char *temporary_write(const void *bytes, size_t count)
{
    const char *path = temporary_path();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, count), count);
    close(fd);
    return path;
}

static inline int temporary_remove(void **state)
{
    (void)state;
    unlink(temporary_path());
    return 0;
}

#define assert_status(found, expected, err)                                                        \
    do {                                                                                           \
        enum status status_found = (found);                                                        \
        if (status_found != (expected)) {                                                          \
            print_error("%s (%s: %s), expected %s\n", status_name(status_found), (err)->where,     \
                        (err)->message, status_name(expected));                                    \
        }                                                                                          \
        assert_int_equal(status_found, expected);                                                  \
    } while (0)

#endif
