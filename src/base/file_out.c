#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/random.h"

#define BUFFER_BYTES ((size_t)1 << 20)

struct file_out {
    int fd;
    bool force;
    bool in_place;     /* standard output, a device or a pipe: nothing to rename */
    char *path;        /* owned; with symbolic links followed */
    char *temporary;   /* in the registry, or NULL */
    size_t used_bytes; /* of buffer */
    unsigned char *buffer;
};

/* Temporary names to remove on a signal. A name is freed only by who takes it out of its slot, so
 * the handler never reads freed memory. */
enum { OUTPUTS_MAX = 64 };
static _Atomic(char *) registry[OUTPUTS_MAX];

static bool registry_add(char *name)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        char *empty = NULL;
        if (atomic_compare_exchange_strong(&registry[i], &empty, name)) {
            return true;
        }
    }
    return false;
}

/* False when file_out_discard_all has it. */
static bool registry_take(char *name)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        char *expected = name;
        if (atomic_compare_exchange_strong(&registry[i], &expected, NULL)) {
            return true;
        }
    }
    return false;
}

void file_out_discard_all(void)
{
    int saved = errno;
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        char *name = atomic_exchange(&registry[i], NULL);
        if (name != NULL) {
            unlink(name);
        }
    }
    errno = saved;
}

/* A copy with room for extra_bytes more. */
static enum status copy_text(char **out, const char *text, size_t extra_bytes, struct error *err)
{
    size_t bytes = strlen(text) + 1;
    void *memory = NULL;
    enum status status = memory_alloc(&memory, bytes + extra_bytes, 1, "path", err);
    if (status == STATUS_OK) {
        memcpy(memory, text, bytes);
    }
    *out = memory;
    return status;
}

static enum status create_error(const char *path, int code, struct error *err)
{
    enum status status = STATUS_IO;
    if (code == ENOENT || code == ENOTDIR) {
        status = STATUS_MISSING_FILE;
    } else if (code == EACCES || code == EISDIR || code == ELOOP || code == ENAMETOOLONG) {
        status = STATUS_BAD_FILE;
    }
    return error_set(err, status, path, "cannot be created: %s", strerror(code));
}

/* Opens path.XXXXXXXX.tmp for a random X. */
static enum status create_temporary(struct file_out *file, struct error *err)
{
    static const char suffix[] = ".0123456789abcdef.tmp";
    uint64_t tag;
    enum status status = random_bytes(&tag, sizeof tag, err);
    if (status != STATUS_OK) {
        return status;
    }
    char *name;
    status = copy_text(&name, file->path, sizeof suffix, err);
    if (status != STATUS_OK) {
        return status;
    }
    snprintf(name + strlen(name), sizeof suffix, ".%016llx.tmp", (unsigned long long)tag);
    if (!registry_add(name)) {
        memory_free(name);
        return error_set(err, STATUS_IO, file->path, "more than %d output files open", OUTPUTS_MAX);
    }
    file->fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file->fd < 0) {
        int code = errno;
        if (registry_take(name)) {
            memory_free(name);
        }
        return create_error(file->path, code, err);
    }
    file->temporary = name;
    return STATUS_OK;
}

static enum status open_target(struct file_out *file, const char *path, struct error *err)
{
    struct stat found;
    if (strcmp(path, "-") == 0) {
        file->fd = STDOUT_FILENO;
        file->in_place = true;
        return copy_text(&file->path, "standard output", 0, err);
    }
    if (stat(path, &found) != 0) {
        if (errno != ENOENT || path[0] == '\0') {
            return create_error(path, errno, err);
        }
        if (lstat(path, &found) == 0) {
            return error_set(err, STATUS_BAD_FILE, path, "is a symbolic link to nothing");
        }
        enum status status = copy_text(&file->path, path, 0, err);
        return status == STATUS_OK ? create_temporary(file, err) : status;
    }
    if (S_ISDIR(found.st_mode)) {
        return error_set(err, STATUS_BAD_FILE, path, "is a folder");
    }
    if (!S_ISREG(found.st_mode)) {
        file->in_place = true;
        file->fd = open(path, O_WRONLY | O_CLOEXEC);
        if (file->fd < 0) {
            return create_error(path, errno, err);
        }
        return copy_text(&file->path, path, 0, err);
    }
    if (!file->force) {
        return error_set(err, STATUS_FILE_EXISTS, path, "exists; --force replaces it");
    }
    char resolved[PATH_MAX];
    if (realpath(path, resolved) == NULL) {
        return create_error(path, errno, err);
    }
    enum status status = copy_text(&file->path, resolved, 0, err);
    return status == STATUS_OK ? create_temporary(file, err) : status;
}

enum status file_out_open(struct file_out **out, const char *path, bool force, struct error *err)
{
    *out = NULL;
    void *memory;
    enum status status = memory_alloc(&memory, 1, sizeof(struct file_out), "output file", err);
    if (status != STATUS_OK) {
        return status;
    }
    struct file_out *file = memory;
    file->fd = -1;
    file->force = force;
    status = memory_alloc_raw(&memory, BUFFER_BYTES, 1, "output buffer", err);
    if (status == STATUS_OK) {
        file->buffer = memory;
        status = open_target(file, path, err);
    }
    if (status != STATUS_OK) {
        file_out_discard(file);
        return status;
    }
    *out = file;
    return STATUS_OK;
}

enum status file_out_check(const char *path, bool force, struct error *err)
{
    struct stat found;
    if (strcmp(path, "-") == 0) {
        return STATUS_OK;
    }
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode)) {
        return access(path, W_OK) == 0 ? STATUS_OK : create_error(path, errno, err);
    }
    struct file_out *file = NULL;
    enum status status = file_out_open(&file, path, force, err);
    file_out_discard(file);
    return status;
}

static enum status write_through(struct file_out *file, const unsigned char *bytes, size_t count,
                                 struct error *err)
{
    while (count > 0) {
        ssize_t written = write(file->fd, bytes, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return error_set(err, STATUS_IO, file->path, "write: %s", strerror(errno));
        }
        bytes += written;
        count -= (size_t)written;
    }
    return STATUS_OK;
}

static enum status flush(struct file_out *file, struct error *err)
{
    size_t count = file->used_bytes;
    file->used_bytes = 0;
    return write_through(file, file->buffer, count, err);
}

enum status file_out_write(struct file_out *file, const void *bytes, size_t count,
                           struct error *err)
{
    if (count > BUFFER_BYTES - file->used_bytes) {
        enum status status = flush(file, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    if (count > BUFFER_BYTES) {
        return write_through(file, bytes, count, err);
    }
    if (count > 0) {
        memcpy(file->buffer + file->used_bytes, bytes, count);
        file->used_bytes += count;
    }
    return STATUS_OK;
}

/* The rename itself reaches the disk with the folder; file systems that cannot are left alone. */
static void sync_folder(char *path)
{
    char *slash = strrchr(path, '/');
    const char *folder = ".";
    if (slash == path) {
        folder = "/";
    } else if (slash != NULL) {
        *slash = '\0';
        folder = path;
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

static enum status rename_into_place(struct file_out *file, struct error *err)
{
    unsigned flags = file->force ? 0 : RENAME_NOREPLACE;
    int result = renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path, flags);
    if (result != 0 && flags != 0 && (errno == EINVAL || errno == ENOSYS)) {
        /* This file system has no RENAME_NOREPLACE; link refuses an existing name as well. */
        result = link(file->temporary, file->path);
        if (result == 0) {
            unlink(file->temporary);
        } else if (errno == EPERM || errno == EOPNOTSUPP) {
            result = rename(file->temporary, file->path);
        }
    }
    if (result != 0) {
        bool exists = errno == EEXIST;
        return error_set(err, exists ? STATUS_FILE_EXISTS : STATUS_IO, file->path,
                         "rename from %s: %s", file->temporary, strerror(errno));
    }
    if (registry_take(file->temporary)) {
        memory_free(file->temporary);
    }
    file->temporary = NULL;
    return STATUS_OK;
}

enum status file_out_commit(struct file_out *file, struct error *err)
{
    enum status status = flush(file, err);
    if (status == STATUS_OK && !file->in_place && fsync(file->fd) != 0) {
        status = error_set(err, STATUS_IO, file->path, "fsync: %s", strerror(errno));
    }
    if (status == STATUS_OK && file->fd != STDOUT_FILENO) {
        int fd = file->fd;
        file->fd = -1;
        if (close(fd) != 0) {
            status = error_set(err, STATUS_IO, file->path, "close: %s", strerror(errno));
        }
    }
    if (status == STATUS_OK && !file->in_place) {
        status = rename_into_place(file, err);
        if (status == STATUS_OK) {
            sync_folder(file->path);
        }
    }
    file_out_discard(file);
    return status;
}

void file_out_discard(struct file_out *file)
{
    if (file == NULL) {
        return;
    }
    if (file->fd >= 0 && file->fd != STDOUT_FILENO) {
        close(file->fd);
    }
    if (file->temporary != NULL) {
        unlink(file->temporary);
        if (registry_take(file->temporary)) {
            memory_free(file->temporary);
        }
    }
    memory_free(file->path);
    memory_free(file->buffer);
    memory_free(file);
}
