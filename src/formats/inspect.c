#include "formats/inspect.h"

#include "base/memory.h"

enum { PIECE_BYTES = 8 << 20 };

enum { HASH_FILE_SHA256, HASH_FILE_BLAKE2B, HASH_PART_SHA256, HASH_PART_BLAKE2B, HASHES };

struct hash_pair {
    struct sha256 sha256;
    struct blake2b blake2b;
};

static void hash_pair_init(struct hash_pair *pair)
{
    sha256_init(&pair->sha256);
    blake2b_init(&pair->blake2b, BLAKE2B_BYTES, NULL, 0);
}

static void hash_pair_final(struct hash_pair *pair, struct digests *out)
{
    sha256_final(&pair->sha256, out->sha256);
    blake2b_final(&pair->blake2b, out->blake2b);
}

struct piece {
    struct hash_pair *whole, *part;
    const uint8_t *bytes;
    size_t count;
};

static void hash_task(void *context, size_t index, unsigned worker)
{
    const struct piece *piece = context;

    (void)worker;
    switch (index) {
    case HASH_FILE_SHA256:
        sha256_update(&piece->whole->sha256, piece->bytes, piece->count);
        break;
    case HASH_FILE_BLAKE2B:
        blake2b_update(&piece->whole->blake2b, piece->bytes, piece->count);
        break;
    case HASH_PART_SHA256:
        sha256_update(&piece->part->sha256, piece->bytes, piece->count);
        break;
    default:
        blake2b_update(&piece->part->blake2b, piece->bytes, piece->count);
        break;
    }
}

struct run {
    const struct file_in *file;
    struct threads *threads;
    const struct progress *progress;
    uint8_t *buffer;
    struct hash_pair whole;
};

/* Hashes bytes [offset, offset + bytes) into the file's pair, and into `part` unless it is NULL. */
static enum status hash_range(struct run *run, struct hash_pair *part, uint64_t offset,
                              uint64_t bytes, struct error *err)
{
    for (uint64_t done = 0; done < bytes;) {
        uint64_t left = bytes - done;
        struct piece piece = {.whole = &run->whole,
                              .part = part,
                              .bytes = run->buffer,
                              .count = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES};
        if (!progress_step(run->progress, "digest", offset + done, file_in_bytes(run->file))) {
            return error_set(err, STATUS_INTERRUPTED, file_in_path(run->file), "stopped");
        }
        enum status status = file_in_read(run->file, run->buffer, piece.count, offset + done, err);
        if (status != STATUS_OK) {
            return status;
        }
        threads_run(run->threads, part == NULL ? HASH_PART_SHA256 : HASHES, hash_task, &piece);
        done += piece.count;
    }
    return STATUS_OK;
}

static enum status digest(struct digests *whole, struct digests *parts, const struct file_in *file,
                          const struct params_layout *layout, struct threads *threads,
                          const struct progress *progress, struct error *err)
{
    struct run run = {.file = file, .threads = threads, .progress = progress};
    enum status status = memory_alloc((void **)&run.buffer, PIECE_BYTES, 1, "file piece", err);

    hash_pair_init(&run.whole);
    if (status == STATUS_OK && layout == NULL) {
        status = hash_range(&run, NULL, 0, file_in_bytes(file), err);
    }
    for (unsigned i = 0; status == STATUS_OK && layout != NULL && i < PARAMS_PARTS; i++) {
        struct hash_pair part;
        hash_pair_init(&part);
        status = hash_range(&run, &part, layout->section[i].offset, layout->section[i].bytes, err);
        hash_pair_final(&part, &parts[i]);
    }
    if (status == STATUS_OK) {
        status = file_in_check_unchanged(file, err);
    }
    hash_pair_final(&run.whole, whole);
    memory_free(run.buffer);
    return status;
}

enum status file_digest(struct digests *out, const struct file_in *file, struct threads *threads,
                        const struct progress *progress, struct error *err)
{
    return digest(out, NULL, file, NULL, threads, progress, err);
}

enum status params_digest(struct digests *whole, struct digests sections[PARAMS_PARTS],
                          const struct file_in *file, const struct params_layout *layout,
                          struct threads *threads, const struct progress *progress,
                          struct error *err)
{
    return digest(whole, sections, file, layout, threads, progress, err);
}
