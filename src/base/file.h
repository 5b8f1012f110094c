/* Files: positional reads that notice change, and outputs that appear whole or not at all.
 *
 * Large inputs are read with pread, never mapped: a file that is cut short or replaced while in use
 * gives FILE_CHANGED, not a signal, and its pages do not count as this process's memory. */
#ifndef CUZK_BASE_FILE_H
#define CUZK_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* --- inputs --- */
struct file_in; /* open file with the size, mtime and inode seen at open */

/* Errors: MISSING_FILE, IO, BAD_FILE (not a regular file, no permission). */
enum status file_in_open(struct file_in **out, const char *path, struct error *err);
void file_in_close(struct file_in *file);
uint64_t file_in_bytes(const struct file_in *file);
const char *file_in_path(const struct file_in *file);

/* Exactly `bytes` bytes at `offset`. Safe from many threads. Errors: FILE_CHANGED when the file
 * ends early, IO. */
enum status file_in_read(const struct file_in *file, void *out, size_t bytes, uint64_t offset,
                         struct error *err);

/* What tells one state of a file from another, as seen at open. */
struct file_identity {
    uint64_t bytes, inode;
    int64_t mtime_s, mtime_ns;
};
struct file_identity file_in_identity(const struct file_in *file);

/* FILE_CHANGED when size, mtime or inode differ from those at open. */
enum status file_in_check_unchanged(const struct file_in *file, struct error *err);

/* Whole file (or pipe, or standard input for "-") into an owned buffer with a zero byte after the
 * end; at most bytes_max. Errors: as above, TOO_LARGE, INTERRUPTED when a signal ended a read. Free
 * with memory_free. */
enum status file_read_all(uint8_t **out, size_t *bytes, const char *path, size_t bytes_max,
                          struct error *err);

/* --- outputs --- */
struct file_out; /* a temporary file beside `path`; buffered */

/* "-" is standard output; an existing device or pipe is written in place. Errors: FILE_EXISTS
 * unless force, MISSING_FILE (no such folder, no name), BAD_FILE (a folder, a link to nothing, no
 * permission), IO. The temporary file is removed by file_out_discard and by file_out_discard_all
 * (async-signal-safe; for SIGINT and SIGTERM). */
enum status file_out_open(struct file_out **out, const char *path, bool force, struct error *err);
/* Whether file_out_open would do, before long work; leaves pipes and devices alone. Errors: those
 * of file_out_open. */
enum status file_out_check(const char *path, bool force, struct error *err);
enum status file_out_write(struct file_out *file, const void *bytes, size_t count,
                           struct error *err);
enum status file_out_commit(struct file_out *file,
                            struct error *err); /* flush, fsync, rename, fsync folder; frees */
void file_out_discard(struct file_out *file);   /* frees; NULL is fine */
void file_out_discard_all(void);

#endif
