#include "r1cs/matrix_file.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "hash/sha256.h"
#include "r1cs/bitmap.h"
#include "r1cs/matrix_check.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arrays are written as they are");

#define FORMAT_VERSION 1u

static const char magic[8] = {'C', 'U', 'Z', 'K', 'R', '1', 'C', 'S'};

struct file_head {
    char magic[8];
    uint32_t version, revision;
    char circuit[MATRIX_FILE_NAME_MAX];
    uint32_t row_count, input_count, aux_count;
    uint32_t coefficient_count, block_count, instance_count;
    uint64_t file_bytes;
};
struct block_head {
    uint32_t row_count, aux_count, input_count, zero;
    uint64_t term_count;
};
_Static_assert(sizeof(struct file_head) == 80 && sizeof(struct block_head) == 24 &&
                   sizeof(struct r1cs_instance) == 20 && sizeof(fr) == 32,
               "no padding in what is written as it is");

static size_t start_count(const struct r1cs_block *block)
{
    return 3 * (size_t)block->row_count + 1;
}

/* --- writing --- */

struct sink {
    struct file_out *file;
    struct sha256 hash;
    enum status status; /* first failure */
    struct error *err;
};

static void put(struct sink *sink, const void *bytes, size_t count)
{
    if (sink->status == STATUS_OK) {
        sha256_update(&sink->hash, bytes, count);
        sink->status = file_out_write(sink->file, bytes, count, sink->err);
    }
}

/* All arrays are in memory, so their sum cannot overflow. */
static uint64_t file_bytes_of(const struct r1cs_matrices *m)
{
    uint64_t bytes = sizeof(struct file_head) + (uint64_t)m->coefficient_count * sizeof(fr) +
                     (uint64_t)m->instance_count * sizeof(struct r1cs_instance) + SHA256_BYTES;
    for (uint32_t i = 0; i < m->block_count; i++) {
        const struct r1cs_block *block = &m->blocks[i];
        bytes += sizeof(struct block_head) + start_count(block) * sizeof(uint32_t) +
                 block->term_count * (sizeof(wire_ref) + sizeof(uint16_t)) +
                 bitmap_words(block->aux_count) * sizeof(uint64_t);
    }
    return bytes;
}

static void put_block(struct sink *sink, const struct r1cs_block *block)
{
    struct block_head head = {
        .row_count = block->row_count,
        .aux_count = block->aux_count,
        .input_count = block->input_count,
        .term_count = block->term_count,
    };
    put(sink, &head, sizeof head);
    put(sink, block->term_start, start_count(block) * sizeof(uint32_t));
    put(sink, block->term_wire, block->term_count * sizeof(wire_ref));
    put(sink, block->term_coefficient, block->term_count * sizeof(uint16_t));
    put(sink, block->wide_bits, bitmap_words(block->aux_count) * sizeof(uint64_t));
}

static void put_all(struct sink *sink, const struct r1cs_matrices *m,
                    const struct matrix_file_id *id)
{
    uint8_t digest[SHA256_BYTES];
    struct file_head head = {
        .version = FORMAT_VERSION,
        .revision = id->revision,
        .row_count = m->row_count,
        .input_count = m->input_count,
        .aux_count = m->aux_count,
        .coefficient_count = m->coefficient_count,
        .block_count = m->block_count,
        .instance_count = m->instance_count,
        .file_bytes = file_bytes_of(m),
    };
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.circuit, id->circuit, strlen(id->circuit));
    put(sink, &head, sizeof head);
    put(sink, m->coefficients, m->coefficient_count * sizeof(fr));
    put(sink, m->instances, m->instance_count * sizeof(struct r1cs_instance));
    for (uint32_t i = 0; i < m->block_count; i++) {
        put_block(sink, &m->blocks[i]);
    }
    sha256_final(&sink->hash, digest);
    put(sink, digest, sizeof digest);
}

enum status matrix_file_write(const struct r1cs_matrices *matrices, const struct matrix_file_id *id,
                              const char *path, bool force, struct error *err)
{
    struct sink sink = {.err = err};
    if (strlen(id->circuit) >= MATRIX_FILE_NAME_MAX) {
        return error_set(err, STATUS_INVALID_ARGUMENT, path, "circuit name of %zu characters",
                         strlen(id->circuit));
    }
    enum status status = matrix_check_counts(matrices, path, err);
    if (status == STATUS_OK) {
        status = file_out_open(&sink.file, path, force, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    sha256_init(&sink.hash);
    put_all(&sink, matrices, id);
    if (sink.status != STATUS_OK) {
        file_out_discard(sink.file);
        return sink.status;
    }
    return file_out_commit(sink.file, err);
}

/* --- reading --- */

struct source {
    const struct file_in *file;
    uint64_t offset, end; /* end of the arrays: the digest follows */
    struct sha256 hash;
};

static enum status take(struct source *source, void *out, size_t bytes, struct error *err)
{
    enum { CHUNK_BYTES = 1 << 18 }; /* hashed while in cache */
    for (uint8_t *next = out; bytes > 0;) {
        size_t count = bytes < CHUNK_BYTES ? bytes : CHUNK_BYTES;
        enum status status = file_in_read(source->file, next, count, source->offset, err);
        if (status != STATUS_OK) {
            return status;
        }
        sha256_update(&source->hash, next, count);
        source->offset += count;
        next += count;
        bytes -= count;
    }
    return STATUS_OK;
}

/* *out, from malloc, owned by the caller also on error. */
static enum status take_array(void *out, struct source *source, size_t count, size_t element_bytes,
                              const char *what, struct error *err)
{
    const char *path = file_in_path(source->file);
    uint64_t left = source->end - source->offset;
    size_t bytes;
    if (!size_mul(&bytes, count, element_bytes) || bytes > left) {
        return error_set(err, STATUS_SECTION_SIZE, path,
                         "%zu %s of %zu bytes at %" PRIu64 ", %" PRIu64 " bytes are left", count,
                         what, element_bytes, source->offset, left);
    }
    void *array = malloc(bytes > 0 ? bytes : 1);
    if (array == NULL) {
        return error_set(err, STATUS_OUT_OF_MEMORY, path, "%zu bytes for %s", bytes, what);
    }
    memcpy(out, &array, sizeof array);
    return take(source, array, bytes, err);
}

static enum status check_head(const struct file_head *head, const struct matrix_file_id *id,
                              const struct file_in *file, struct error *err)
{
    const char *path = file_in_path(file);
    char expected[MATRIX_FILE_NAME_MAX] = {0};
    if (memcmp(head->magic, magic, sizeof magic) != 0) {
        return error_set(err, STATUS_BAD_FILE, path, "no file of matrices: it begins otherwise");
    }
    if (head->version != FORMAT_VERSION) {
        return error_set(err, STATUS_UNSUPPORTED, path,
                         "format version %" PRIu32 ", expected %" PRIu32, head->version,
                         FORMAT_VERSION);
    }
    strncpy(expected, id->circuit, sizeof expected - 1);
    if (memcmp(head->circuit, expected, sizeof expected) != 0 || head->revision != id->revision) {
        return error_set(err, STATUS_WRONG_CIRCUIT, path,
                         "circuit \"%.*s\" revision %" PRIu32 ", expected \"%s\" revision %" PRIu32,
                         (int)strnlen(head->circuit, sizeof head->circuit), head->circuit,
                         head->revision, id->circuit, id->revision);
    }
    if (head->file_bytes != file_in_bytes(file)) {
        return error_set(err, STATUS_BAD_LENGTH, path, "%" PRIu64 " bytes, the head says %" PRIu64,
                         file_in_bytes(file), head->file_bytes);
    }
    return STATUS_OK;
}

static enum status take_block(struct r1cs_block *block, struct source *source, struct error *err)
{
    struct block_head head;
    assert(block != NULL);
    if (source->end - source->offset < sizeof head) {
        return error_set(err, STATUS_SECTION_SIZE, file_in_path(source->file),
                         "no room for the head of a block at %" PRIu64, source->offset);
    }
    enum status status = take(source, &head, sizeof head, err);
    if (status != STATUS_OK) {
        return status;
    }
    block->row_count = head.row_count;
    block->aux_count = head.aux_count;
    block->input_count = head.input_count;
    block->term_count = head.term_count;
    status = take_array(&block->term_start, source, start_count(block), sizeof(uint32_t),
                        "starts of terms", err);
    if (status == STATUS_OK) {
        status = take_array(&block->term_wire, source, block->term_count, sizeof(wire_ref),
                            "wires of terms", err);
    }
    if (status == STATUS_OK) {
        status = take_array(&block->term_coefficient, source, block->term_count, sizeof(uint16_t),
                            "coefficients of terms", err);
    }
    if (status == STATUS_OK) {
        status = take_array(&block->wide_bits, source, bitmap_words(block->aux_count),
                            sizeof(uint64_t), "words of the wide bits", err);
    }
    return status;
}

static enum status take_all(struct r1cs_matrices *out, struct source *source, struct error *err)
{
    struct r1cs_block *blocks;
    enum status status = take_array(&out->coefficients, source, out->coefficient_count, sizeof(fr),
                                    "coefficients", err);
    if (status == STATUS_OK) {
        status = take_array(&out->instances, source, out->instance_count,
                            sizeof(struct r1cs_instance), "instances", err);
    }
    uint32_t block_count = out->block_count;
    out->block_count = 0;
    for (blocks = out->storage; out->block_count < block_count && status == STATUS_OK;) {
        status = take_block(&blocks[out->block_count++], source, err);
    }
    if (status == STATUS_OK && source->offset != source->end) {
        status = error_set(err, STATUS_TRAILING_DATA, file_in_path(source->file),
                           "%" PRIu64 " bytes behind the last block", source->end - source->offset);
    }
    return status;
}

static enum status check_digest(const struct source *source, struct error *err)
{
    uint8_t stored[SHA256_BYTES], found[SHA256_BYTES];
    enum status status = file_in_read(source->file, stored, sizeof stored, source->offset, err);
    sha256_final(&source->hash, found);
    if (status == STATUS_OK && memcmp(stored, found, sizeof found) != 0) {
        return error_set(err, STATUS_DIGEST_MISMATCH, file_in_path(source->file),
                         "the SHA-256 at the end is not that of the file");
    }
    return status;
}

/* With storage set the struct owns what was read so far, whatever happens. */
static enum status make_empty(struct r1cs_matrices *out, const struct file_head *head,
                              const char *path, struct error *err)
{
    *out = (struct r1cs_matrices){
        .row_count = head->row_count,
        .input_count = head->input_count,
        .aux_count = head->aux_count,
        .coefficient_count = head->coefficient_count,
        .block_count = head->block_count,
        .instance_count = head->instance_count,
    };
    enum status status = matrix_check_counts(out, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    struct r1cs_block *blocks = calloc((size_t)head->block_count + 1, sizeof *blocks);
    if (blocks == NULL) {
        return error_set(err, STATUS_OUT_OF_MEMORY, path, "%" PRIu32 " blocks", head->block_count);
    }
    out->blocks = out->storage = blocks;
    return STATUS_OK;
}

static enum status read_open_file(struct r1cs_matrices *out, const struct matrix_file_id *id,
                                  const struct file_in *file, struct error *err)
{
    struct source source = {.file = file, .end = file_in_bytes(file)};
    struct file_head head;
    if (source.end < sizeof head + SHA256_BYTES) {
        return error_set(err, STATUS_BAD_FILE, file_in_path(file),
                         "no file of matrices: %" PRIu64 " bytes", source.end);
    }
    source.end -= SHA256_BYTES;
    sha256_init(&source.hash);
    enum status status = take(&source, &head, sizeof head, err);
    if (status == STATUS_OK) {
        status = check_head(&head, id, file, err);
    }
    if (status == STATUS_OK) {
        status = make_empty(out, &head, file_in_path(file), err);
    }
    if (status == STATUS_OK) {
        status = take_all(out, &source, err);
    }
    if (status == STATUS_OK) {
        status = check_digest(&source, err);
    }
    return status == STATUS_OK ? matrix_check(out, file_in_path(file), err) : status;
}

enum status matrix_file_read(struct r1cs_matrices *out, const struct matrix_file_id *id,
                             const char *path, struct error *err)
{
    struct r1cs_matrices read = {0};
    struct file_in *file = NULL;
    enum status status = file_in_open(&file, path, err);
    if (status == STATUS_OK) {
        status = read_open_file(&read, id, file, err);
    }
    file_in_close(file);
    if (status == STATUS_OK) {
        status = r1cs_matrices_complete(&read, err); /* frees on error */
    }
    if (status != STATUS_OK) {
        r1cs_matrices_free(&read);
        return status;
    }
    *out = read;
    return STATUS_OK;
}
