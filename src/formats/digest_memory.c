#include "formats/digest_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/text.h"

enum {
    TEXT_MAX = 2048,
    AGE_MIN_S = 2, /* coarser than the times of any file system in use */
};

/* Path of the file beside; memory_free. NULL when memory is out. */
static char *beside(const struct file_in *file)
{
    const char *path = file_in_path(file);
    size_t bytes = strlen(path) + sizeof ".digest";
    char *out = NULL;
    if (memory_alloc((void **)&out, bytes, 1, "path", NULL) == STATUS_OK) {
        snprintf(out, bytes, "%s.digest", path);
    }
    return out;
}

/* The text up to the digests: what must agree, byte for byte. */
static size_t write_head(char *out, size_t bytes, const struct file_in *file)
{
    struct file_identity id = file_in_identity(file);
    int length = snprintf(out, bytes,
                          "cuzk digest 1\nbytes %" PRIu64 "\nmtime %" PRId64 ".%09" PRId64
                          "\ninode %" PRIu64 "\n",
                          id.bytes, id.mtime_s, id.mtime_ns, id.inode);
    return (size_t)length;
}

struct line {
    const char *name;
    uint8_t *bytes;
    size_t count;
};
#define LINES (2 + PARAMS_PARTS)

/* The digests in the order in which they are written. */
static void list_lines(struct line lines[LINES], struct remembered_digests *digests)
{
    lines[0] = (struct line){"sha256", digests->whole.sha256, SHA256_BYTES};
    lines[1] = (struct line){"blake2b", digests->whole.blake2b, BLAKE2B_BYTES};
    for (unsigned i = 0; i < PARAMS_PARTS; i++) {
        lines[2 + i] = (struct line){params_part_name((enum params_part)i),
                                     digests->section_sha256[i], SHA256_BYTES};
    }
}

/* Reads "name hex\n" and returns what follows, NULL when the text is another. */
static const char *parse_line(const struct line *line, const char *text)
{
    char hex[2 * BLAKE2B_BYTES + 1];
    size_t name = strlen(line->name), digits = 2 * line->count;
    if (strncmp(text, line->name, name) != 0 || text[name] != ' ' ||
        strnlen(text + name + 1, digits + 1) <= digits || text[name + 1 + digits] != '\n') {
        return NULL;
    }
    memcpy(hex, text + name + 1, digits);
    hex[digits] = '\0';
    return hex_decode(line->bytes, line->count, hex, NULL, NULL) == STATUS_OK
               ? text + name + 1 + digits + 1
               : NULL;
}

bool digest_memory_recall(struct remembered_digests *out, const struct file_in *file)
{
    char head[TEXT_MAX], *path = beside(file);
    struct line lines[LINES];
    uint8_t *text = NULL;
    size_t length = 0, head_length = write_head(head, sizeof head, file);
    bool read = path != NULL && file_read_all(&text, &length, path, TEXT_MAX, NULL) == STATUS_OK;
    const char *next = NULL;
    if (read && length >= head_length && memcmp(text, head, head_length) == 0) {
        next = (const char *)text + head_length;
    }
    list_lines(lines, out);
    for (unsigned i = 0; i < LINES && next != NULL; i++) {
        next = parse_line(&lines[i], next);
    }
    bool good = next != NULL && next == (const char *)text + length;
    memory_free(text);
    memory_free(path);
    return good;
}

static bool write_text(const char *path, const char *text, size_t length)
{
    struct file_out *out = NULL;
    if (file_out_open(&out, path, true, NULL) != STATUS_OK) {
        return false;
    }
    if (file_out_write(out, text, length, NULL) != STATUS_OK) {
        file_out_discard(out);
        return false;
    }
    return file_out_commit(out, NULL) == STATUS_OK;
}

bool digest_memory_keep(const struct remembered_digests *digests, const struct file_in *file)
{
    char text[TEXT_MAX];
    struct remembered_digests copy = *digests;
    struct line lines[LINES];
    size_t length = write_head(text, sizeof text, file);
    if ((int64_t)time(NULL) - file_in_identity(file).mtime_s < AGE_MIN_S ||
        file_in_check_unchanged(file, NULL) != STATUS_OK) {
        return false;
    }
    list_lines(lines, &copy);
    for (unsigned i = 0; i < LINES; i++) {
        char hex[2 * BLAKE2B_BYTES + 1];
        hex_encode(hex, lines[i].bytes, lines[i].count);
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s %s\n", lines[i].name, hex);
    }
    char *path = beside(file);
    bool written = path != NULL && write_text(path, text, length);
    memory_free(path);
    return written;
}
