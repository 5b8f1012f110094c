#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

struct file_in {
    int descriptor;
    char path[1024];
    struct stat seen;
};

static enum status open_error(const char *path, struct error *err)
{
    enum status status = errno == ENOENT || errno == ENOTDIR ? STATUS_MISSING_FILE : STATUS_IO;
    return error_set(err, status, path, "cannot open: %s", strerror(errno));
}

enum status file_in_open(struct file_in **out, const char *path, struct error *err)
{
    struct file_in *file = NULL;
    *out = NULL;
    enum status status = memory_alloc((void **)&file, 1, sizeof *file, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    file->descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (file->descriptor < 0) {
        status = open_error(path, err);
        memory_free(file);
        return status;
    }
    strncpy(file->path, path, sizeof file->path - 1);
    if (fstat(file->descriptor, &file->seen) != 0) {
        status = error_set(err, STATUS_IO, path, "cannot stat: %s", strerror(errno));
    } else if (!S_ISREG(file->seen.st_mode)) {
        status = error_set(err, STATUS_BAD_FILE, path, "not a regular file");
    }
    if (status != STATUS_OK) {
        file_in_close(file);
        return status;
    }
    *out = file;
    return STATUS_OK;
}

void file_in_close(struct file_in *file)
{
    if (file != NULL) {
        close(file->descriptor);
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

enum status file_in_read(const struct file_in *file, void *out, size_t bytes, uint64_t offset,
                         struct error *err)
{
    uint8_t *at = out;
    while (bytes > 0) {
        ssize_t got = pread(file->descriptor, at, bytes, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return error_set(err, STATUS_IO, file->path, "cannot read at byte %llu: %s",
                             (unsigned long long)offset, strerror(errno));
        }
        if (got == 0) {
            return error_set(err, STATUS_FILE_CHANGED, file->path,
                             "ends at byte %llu, had %llu bytes when opened",
                             (unsigned long long)offset, (unsigned long long)file->seen.st_size);
        }
        at += got;
        bytes -= (size_t)got;
        offset += (uint64_t)got;
    }
    return STATUS_OK;
}

enum status file_in_check_unchanged(const struct file_in *file, struct error *err)
{
    struct stat now;
    if (fstat(file->descriptor, &now) != 0) {
        return error_set(err, STATUS_IO, file->path, "cannot stat: %s", strerror(errno));
    }
    if (now.st_size != file->seen.st_size || now.st_mtim.tv_sec != file->seen.st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != file->seen.st_mtim.tv_nsec || now.st_ino != file->seen.st_ino) {
        return error_set(err, STATUS_FILE_CHANGED, file->path,
                         "changed while in use: %lld bytes now, %lld when opened",
                         (long long)now.st_size, (long long)file->seen.st_size);
    }
    return STATUS_OK;
}

/* Reads a stream of unknown length, doubling the buffer. */
static enum status read_stream(uint8_t **out, size_t *bytes, int descriptor, const char *path,
                               size_t bytes_max, struct error *err)
{
    size_t capacity = 1 << 16, length = 0;
    uint8_t *buffer = NULL;
    enum status status = memory_alloc_raw((void **)&buffer, capacity + 1, 1, path, err);
    while (status == STATUS_OK) {
        if (length == capacity) {
            uint8_t *larger = NULL;
            status = memory_alloc_raw((void **)&larger, 2 * capacity + 1, 1, path, err);
            if (status != STATUS_OK) {
                break;
            }
            memcpy(larger, buffer, length);
            memory_free(buffer);
            buffer = larger;
            capacity *= 2;
        }
        ssize_t got = read(descriptor, buffer + length, capacity - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            status = error_set(err, STATUS_IO, path, "cannot read: %s", strerror(errno));
        } else if (got == 0) {
            break;
        } else if (length + (size_t)got > bytes_max) {
            status = error_set(err, STATUS_TOO_LARGE, path, "more than %zu bytes", bytes_max);
        } else {
            length += (size_t)got;
        }
    }
    if (status != STATUS_OK) {
        memory_free(buffer);
        return status;
    }
    buffer[length] = 0;
    *out = buffer;
    *bytes = length;
    return STATUS_OK;
}

enum status file_read_all(uint8_t **out, size_t *bytes, const char *path, size_t bytes_max,
                          struct error *err)
{
    *out = NULL;
    *bytes = 0;
    if (strcmp(path, "-") == 0) {
        return read_stream(out, bytes, STDIN_FILENO, "standard input", bytes_max, err);
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return open_error(path, err);
    }
    enum status status = read_stream(out, bytes, descriptor, path, bytes_max, err);
    close(descriptor);
    return status;
}
