#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

struct file_in {
    int fd;
    struct stat seen; /* at open */
    char path[];
};

static enum status open_error(const char *path, int code, struct error *err)
{
    bool missing = code == ENOENT || code == ENOTDIR;
    bool unusable = code == EACCES || code == EISDIR || code == ELOOP || code == ENAMETOOLONG;
    enum status status = missing ? STATUS_MISSING_FILE : unusable ? STATUS_BAD_FILE : STATUS_IO;
    return error_set(err, status, path, "cannot be opened for reading: %s", strerror(code));
}

enum status file_in_open(struct file_in **out, const char *path, struct error *err)
{
    *out = NULL;
    size_t bytes;
    if (!size_add(&bytes, sizeof(struct file_in) + 1, strlen(path))) {
        return error_set(err, STATUS_TOO_LARGE, NULL, "path too long");
    }
    /* O_NONBLOCK: opening a FIFO must not wait for a writer. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return open_error(path, errno, err);
    }
    enum status status;
    struct stat seen;
    if (fstat(fd, &seen) != 0) {
        status = error_set(err, STATUS_IO, path, "fstat: %s", strerror(errno));
        goto fail;
    }
    if (!S_ISREG(seen.st_mode)) {
        status = error_set(err, STATUS_BAD_FILE, path, "not a regular file");
        goto fail;
    }
    void *memory;
    status = memory_alloc(&memory, 1, bytes, "input file", err);
    if (status != STATUS_OK) {
        goto fail;
    }
    struct file_in *file = memory;
    file->fd = fd;
    file->seen = seen;
    memcpy(file->path, path, strlen(path) + 1);
    *out = file;
    return STATUS_OK;
fail:
    close(fd);
    return status;
}

void file_in_close(struct file_in *file)
{
    if (file != NULL) {
        close(file->fd);
        memory_free(file);
    }
}

uint64_t file_in_bytes(const struct file_in *file)
{
    return (uint64_t)file->seen.st_size;
}

const char *file_in_path(const struct file_in *file)
{
    return file->path;
}

struct file_identity file_in_identity(const struct file_in *file)
{
    return (struct file_identity){
        .bytes = file_in_bytes(file),
        .inode = (uint64_t)file->seen.st_ino,
        .mtime_s = (int64_t)file->seen.st_mtim.tv_sec,
        .mtime_ns = (int64_t)file->seen.st_mtim.tv_nsec,
    };
}

enum status file_in_read(const struct file_in *file, void *out, size_t bytes, uint64_t offset,
                         struct error *err)
{
    uint64_t size = file_in_bytes(file);
    if (offset > size || bytes > size - offset) {
        return error_set(err, STATUS_FILE_CHANGED, file->path,
                         "%zu bytes at %llu wanted, the file has %llu", bytes,
                         (unsigned long long)offset, (unsigned long long)size);
    }
    unsigned char *next = out;
    while (bytes > 0) {
        ssize_t got = pread(file->fd, next, bytes, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return error_set(err, STATUS_IO, file->path, "read at %llu: %s",
                             (unsigned long long)offset, strerror(errno));
        }
        if (got == 0) {
            return error_set(err, STATUS_FILE_CHANGED, file->path,
                             "ends at %llu, had %llu bytes when opened", (unsigned long long)offset,
                             (unsigned long long)size);
        }
        next += got;
        offset += (uint64_t)got;
        bytes -= (size_t)got;
    }
    return STATUS_OK;
}

static bool same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

enum status file_in_check_unchanged(const struct file_in *file, struct error *err)
{
    struct stat open_file, named_file;
    if (fstat(file->fd, &open_file) != 0) {
        return error_set(err, STATUS_IO, file->path, "fstat: %s", strerror(errno));
    }
    if (!same(&file->seen, &open_file)) {
        return error_set(err, STATUS_FILE_CHANGED, file->path,
                         "written to while in use: %lld bytes, had %lld when opened",
                         (long long)open_file.st_size, (long long)file->seen.st_size);
    }
    if (stat(file->path, &named_file) != 0 || !same(&file->seen, &named_file)) {
        return error_set(err, STATUS_FILE_CHANGED, file->path, "removed or replaced while in use");
    }
    return STATUS_OK;
}

/* Grows *buffer to `capacity` bytes and one more. */
static enum status grow(uint8_t **buffer, size_t used, size_t capacity, const char *path,
                        struct error *err)
{
    void *larger;
    enum status status = memory_alloc_raw(&larger, capacity + 1, 1, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (used > 0) {
        memcpy(larger, *buffer, used);
    }
    memory_free(*buffer);
    *buffer = larger;
    return STATUS_OK;
}

static enum status read_stream(uint8_t **out, size_t *bytes, int fd, size_t expected_bytes,
                               size_t bytes_max, const char *path, struct error *err)
{
    uint8_t *buffer = NULL;
    size_t used = 0;
    /* One byte more than expected, so that the end is seen without growing. */
    size_t limit = bytes_max < SIZE_MAX / 4 ? bytes_max + 1 : SIZE_MAX / 4;
    size_t capacity = expected_bytes < limit ? expected_bytes + 1 : limit;
    enum status status = grow(&buffer, 0, capacity, path, err);
    while (status == STATUS_OK) {
        ssize_t got = read(fd, buffer + used, capacity - used);
        if (got < 0 && errno == EINTR) {
            /* Whoever writes into the pipe may never do so again. */
            status = error_set(err, STATUS_INTERRUPTED, path, "stopped after %zu bytes", used);
            break;
        }
        if (got < 0) {
            bool folder = errno == EISDIR;
            status = error_set(err, folder ? STATUS_BAD_FILE : STATUS_IO, path, "read at %zu: %s",
                               used, strerror(errno));
            break;
        }
        if (got == 0) {
            buffer[used] = 0;
            *out = buffer;
            *bytes = used;
            return STATUS_OK;
        }
        used += (size_t)got;
        if (used > bytes_max) {
            status = error_set(err, STATUS_TOO_LARGE, path, "more than %zu bytes", bytes_max);
        } else if (used == capacity) {
            capacity = capacity < limit / 2 ? 2 * capacity : limit;
            status = grow(&buffer, used, capacity, path, err);
        }
    }
    memory_free(buffer);
    return status;
}

enum status file_read_all(uint8_t **out, size_t *bytes, const char *path, size_t bytes_max,
                          struct error *err)
{
    enum { STREAM_BYTES = 65536 };
    *out = NULL;
    *bytes = 0;
    if (strcmp(path, "-") == 0) {
        return read_stream(out, bytes, STDIN_FILENO, STREAM_BYTES, bytes_max, "standard input",
                           err);
    }
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return open_error(path, errno, err);
    }
    enum status status;
    struct stat seen;
    if (fstat(fd, &seen) != 0) {
        status = error_set(err, STATUS_IO, path, "fstat: %s", strerror(errno));
    } else if (S_ISREG(seen.st_mode) && (uint64_t)seen.st_size > bytes_max) {
        status = error_set(err, STATUS_TOO_LARGE, path, "%lld bytes, at most %zu",
                           (long long)seen.st_size, bytes_max);
    } else {
        size_t expected = S_ISREG(seen.st_mode) ? (size_t)seen.st_size : STREAM_BYTES;
        status = read_stream(out, bytes, fd, expected, bytes_max, path, err);
    }
    close(fd);
    return status;
}
