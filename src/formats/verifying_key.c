#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "formats/proving_key.h"

/* Length of the fixed points and the count. */
enum { OFFSET_IC_COUNT = VERIFYING_KEY_HEAD_BYTES - 4 };

size_t verifying_key_bytes(uint32_t ic_count)
{
    return VERIFYING_KEY_HEAD_BYTES + (size_t)ic_count * G1_UNCOMPRESSED_BYTES;
}

void verifying_key_free(struct verifying_key *key)
{
    memory_free(key->ic);
    *key = (struct verifying_key){0};
}

/* Decodes one point after the other; the first fault stays. */
struct reader {
    const uint8_t *next;
    const char *path;
    enum status status;
    struct error fault;
    struct error *err;
};

static void reader_fail(struct reader *reader, const char *name)
{
    error_set(reader->err, reader->status, reader->path, "%s: %s", name, reader->fault.message);
}

static void read_g1(struct reader *reader, g1_affine *out, const char *name)
{
    if (reader->status != STATUS_OK) {
        return;
    }
    reader->status = g1_decode(out, reader->next, POINT_CHECK_SUBGROUP, name, &reader->fault);
    reader->next += G1_UNCOMPRESSED_BYTES;
    if (reader->status != STATUS_OK) {
        reader_fail(reader, name);
    }
}

static void read_g2(struct reader *reader, g2_affine *out, const char *name)
{
    if (reader->status != STATUS_OK) {
        return;
    }
    reader->status = g2_decode(out, reader->next, POINT_CHECK_SUBGROUP, name, &reader->fault);
    reader->next += G2_UNCOMPRESSED_BYTES;
    if (reader->status != STATUS_OK) {
        reader_fail(reader, name);
    }
}

static enum status length_check(uint32_t *ic_count, const uint8_t *bytes, size_t count,
                                const char *where, struct error *err)
{
    if (count < VERIFYING_KEY_HEAD_BYTES) {
        return error_set(err, STATUS_BAD_FILE, where, "%zu bytes, a verifying key has at least %d",
                         count, VERIFYING_KEY_HEAD_BYTES);
    }
    const uint8_t *field = bytes + OFFSET_IC_COUNT;
    uint32_t ic =
        (uint32_t)field[0] << 24 | (uint32_t)field[1] << 16 | (uint32_t)field[2] << 8 | field[3];
    uint64_t expected = VERIFYING_KEY_HEAD_BYTES + (uint64_t)ic * G1_UNCOMPRESSED_BYTES;
    if (count < expected) {
        return error_set(err, STATUS_SECTION_SIZE, where,
                         "ic has count %" PRIu32 ", so %" PRIu64 " bytes in all, found %zu", ic,
                         expected, count);
    }
    if (count > expected) {
        return error_set(err, STATUS_TRAILING_DATA, where,
                         "the key ends at byte %" PRIu64 ", the data at %zu", expected, count);
    }
    if (ic == 0) {
        return error_set(err, STATUS_COUNT_MISMATCH, where,
                         "ic has 0 points, expected one for the constant and one an input");
    }
    if (ic > VERIFYING_KEY_IC_MAX) {
        return error_set(err, STATUS_TOO_LARGE, where,
                         "ic has %" PRIu32 " points, at most %" PRIu32 " are read", ic,
                         VERIFYING_KEY_IC_MAX);
    }
    *ic_count = ic;
    return STATUS_OK;
}

enum status verifying_key_decode(struct verifying_key *out, const uint8_t *bytes, size_t count,
                                 const char *where, struct error *err)
{
    struct verifying_key key = {0};
    struct reader reader = {.next = bytes, .path = where, .status = STATUS_OK, .err = err};
    enum status status = length_check(&key.ic_count, bytes, count, where, err);

    if (status == STATUS_OK) {
        status = memory_alloc((void **)&key.ic, key.ic_count, sizeof *key.ic, "ic", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    read_g1(&reader, &key.alpha_g1, "alpha_g1");
    read_g1(&reader, &key.beta_g1, "beta_g1");
    read_g2(&reader, &key.beta_g2, "beta_g2");
    read_g2(&reader, &key.gamma_g2, "gamma_g2");
    read_g1(&reader, &key.delta_g1, "delta_g1");
    read_g2(&reader, &key.delta_g2, "delta_g2");
    reader.next += 4;
    for (uint32_t i = 0; i < key.ic_count && reader.status == STATUS_OK; i++) {
        char name[24];
        snprintf(name, sizeof name, "ic[%" PRIu32 "]", i);
        read_g1(&reader, &key.ic[i], name);
    }
    status = reader.status;
    if (status == STATUS_OK && g2_affine_equal(&key.gamma_g2, &key.delta_g2)) {
        status = error_set(err, STATUS_INSECURE_KEY, where,
                           "delta_g2 equals gamma_g2, anyone can make proofs for this key");
    }
    if (status != STATUS_OK) {
        verifying_key_free(&key);
        return status;
    }
    *out = key;
    return STATUS_OK;
}

enum status verifying_key_read(struct verifying_key *out, const char *path, struct error *err)
{
    uint8_t *bytes = NULL;
    size_t count;
    enum status status =
        file_read_all(&bytes, &count, path, verifying_key_bytes(VERIFYING_KEY_IC_MAX), err);

    if (status == STATUS_OK) {
        status = verifying_key_decode(out, bytes, count, path, err);
    }
    memory_free(bytes);
    return status;
}

void verifying_key_encode(uint8_t *out, const struct verifying_key *key)
{
    g1_encode(out, &key->alpha_g1);
    g1_encode(out + 96, &key->beta_g1);
    g2_encode(out + 192, &key->beta_g2);
    g2_encode(out + 384, &key->gamma_g2);
    g1_encode(out + 576, &key->delta_g1);
    g2_encode(out + 672, &key->delta_g2);
    for (unsigned i = 0; i < 4; i++) {
        out[OFFSET_IC_COUNT + i] = (uint8_t)(key->ic_count >> (24 - 8 * i));
    }
    for (size_t i = 0; i < key->ic_count; i++) {
        g1_encode(out + VERIFYING_KEY_HEAD_BYTES + i * G1_UNCOMPRESSED_BYTES, &key->ic[i]);
    }
}

enum status verifying_key_write(const struct verifying_key *key, const char *path, bool force,
                                struct error *err)
{
    size_t count = verifying_key_bytes(key->ic_count);
    uint8_t *bytes = NULL;
    struct file_out *file = NULL;
    enum status status = memory_alloc((void **)&bytes, count, 1, "verifying key", err);

    if (status == STATUS_OK) {
        verifying_key_encode(bytes, key);
        status = file_out_open(&file, path, force, err);
    }
    if (status == STATUS_OK) {
        status = file_out_write(file, bytes, count, err);
    }
    if (status == STATUS_OK) {
        status = file_out_commit(file, err);
        file = NULL;
    }
    file_out_discard(file);
    memory_free(bytes);
    return status;
}

bool verifying_key_equal(const struct verifying_key *a, const struct verifying_key *b)
{
    bool equal =
        a->ic_count == b->ic_count && g1_affine_equal(&a->alpha_g1, &b->alpha_g1) &&
        g1_affine_equal(&a->beta_g1, &b->beta_g1) && g1_affine_equal(&a->delta_g1, &b->delta_g1) &&
        g2_affine_equal(&a->beta_g2, &b->beta_g2) && g2_affine_equal(&a->gamma_g2, &b->gamma_g2) &&
        g2_affine_equal(&a->delta_g2, &b->delta_g2);

    for (uint32_t i = 0; equal && i < a->ic_count; i++) {
        equal = g1_affine_equal(&a->ic[i], &b->ic[i]);
    }
    return equal;
}
