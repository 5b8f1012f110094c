#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

#define BUFFER_BYTES ((size_t)1 << 20)
#define PATH_BYTES   1024
#define OUTPUTS_MAX  16 /* outputs open at once in one process: a key, its vk, a report, .. */

/* Names to unlink when the process is told to stop. A slot is written before its flag is set, so
 * that a signal handler sees whole names only. */
static struct {
    atomic_bool used, ready;
    char path[PATH_BYTES];
} temporary[OUTPUTS_MAX];

struct file_out {
    int descriptor;
    bool is_stdout;
    size_t slot, length;
    char path[PATH_BYTES];
    uint8_t buffer[BUFFER_BYTES];
};

static enum status take_slot(struct file_out *file, struct error *err)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        if (!atomic_exchange(&temporary[i].used, true)) {
            int length = snprintf(temporary[i].path, PATH_BYTES, "%s.%d.%zu.tmp", file->path,
                                  (int)getpid(), i);
            if (length < 0 || length >= PATH_BYTES) {
                atomic_store(&temporary[i].used, false);
                return error_set(err, STATUS_TOO_LARGE, file->path, "path of %d bytes, at most %d",
                                 length, PATH_BYTES - 1);
            }
            file->slot = i;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_BUSY, file->path, "%d outputs are open already", OUTPUTS_MAX);
}

static void release_slot(struct file_out *file)
{
    atomic_store(&temporary[file->slot].ready, false);
    atomic_store(&temporary[file->slot].used, false);
}

static enum status open_temporary(struct file_out *file, bool force, struct error *err)
{
    struct stat seen;
    if (!force && lstat(file->path, &seen) == 0) {
        return error_set(err, STATUS_FILE_EXISTS, file->path,
                         "the output exists already; --force overwrites it");
    }
    enum status status = take_slot(file, err);
    if (status != STATUS_OK) {
        return status;
    }
    const char *name = temporary[file->slot].path;
    file->descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file->descriptor < 0) {
        release_slot(file);
        return error_set(err, errno == ENOENT ? STATUS_MISSING_FILE : STATUS_IO, file->path,
                         "cannot write here: %s", strerror(errno));
    }
    atomic_store(&temporary[file->slot].ready, true);
    return STATUS_OK;
}

enum status file_out_open(struct file_out **out, const char *path, bool force, struct error *err)
{
    struct file_out *file = NULL;
    *out = NULL;
    if (strlen(path) >= PATH_BYTES) {
        return error_set(err, STATUS_TOO_LARGE, path, "path of %zu bytes, at most %d", strlen(path),
                         PATH_BYTES - 1);
    }
    enum status status = memory_alloc_raw((void **)&file, 1, sizeof *file, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    file->length = 0;
    file->is_stdout = strcmp(path, "-") == 0;
    strcpy(file->path, path);
    if (file->is_stdout) {
        file->descriptor = STDOUT_FILENO;
    } else {
        status = open_temporary(file, force, err);
    }
    if (status != STATUS_OK) {
        memory_free(file);
        return status;
    }
    *out = file;
    return STATUS_OK;
}

static enum status write_through(struct file_out *file, const uint8_t *bytes, size_t count,
                                 struct error *err)
{
    while (count > 0) {
        ssize_t put = write(file->descriptor, bytes, count);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return error_set(err, STATUS_IO, file->path, "cannot write: %s", strerror(errno));
        }
        bytes += put;
        count -= (size_t)put;
    }
    return STATUS_OK;
}

static enum status flush(struct file_out *file, struct error *err)
{
    size_t length = file->length;
    file->length = 0;
    return write_through(file, file->buffer, length, err);
}

enum status file_out_write(struct file_out *file, const void *bytes, size_t count,
                           struct error *err)
{
    if (count > BUFFER_BYTES - file->length) {
        enum status status = flush(file, err);
        if (status != STATUS_OK) {
            return status;
        }
    }
    if (count > BUFFER_BYTES) {
        return write_through(file, bytes, count, err);
    }
    memcpy(file->buffer + file->length, bytes, count);
    file->length += count;
    return STATUS_OK;
}

static enum status sync_folder(const char *path, struct error *err)
{
    char folder[PATH_BYTES];
    strcpy(folder, path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        strcpy(folder, ".");
    } else {
        slash[slash == folder] = 0;
    }
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return error_set(err, STATUS_IO, folder, "cannot open: %s", strerror(errno));
    }
    int result = fsync(descriptor);
    close(descriptor);
    /* Some file systems refuse to sync a folder; the rename itself has succeeded. */
    return result != 0 && errno != EINVAL
               ? error_set(err, STATUS_IO, folder, "cannot sync: %s", strerror(errno))
               : STATUS_OK;
}

static enum status rename_into_place(struct file_out *file, struct error *err)
{
    if (fsync(file->descriptor) != 0) {
        return error_set(err, STATUS_IO, file->path, "cannot sync: %s", strerror(errno));
    }
    if (rename(temporary[file->slot].path, file->path) != 0) {
        return error_set(err, STATUS_IO, file->path, "cannot rename: %s", strerror(errno));
    }
    atomic_store(&temporary[file->slot].ready, false);
    return sync_folder(file->path, err);
}

enum status file_out_commit(struct file_out *file, struct error *err)
{
    enum status status = flush(file, err);
    if (status == STATUS_OK && !file->is_stdout) {
        status = rename_into_place(file, err);
    }
    file_out_discard(file);
    return status;
}

void file_out_discard(struct file_out *file)
{
    if (file == NULL) {
        return;
    }
    if (!file->is_stdout) {
        close(file->descriptor);
        if (atomic_load(&temporary[file->slot].ready)) {
            unlink(temporary[file->slot].path);
        }
        release_slot(file);
    }
    memory_free(file);
}

void file_out_discard_all(void)
{
    for (size_t i = 0; i < OUTPUTS_MAX; i++) {
        if (atomic_load(&temporary[i].ready)) {
            unlink(temporary[i].path);
        }
    }
}
