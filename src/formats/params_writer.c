#include "formats/params_writer.h"

#include <inttypes.h>

#include "base/memory.h"

enum {
    PIECE_BYTES = 4 << 20, /* encoded before it is written */
    POINTS_A_TASK = 512,
};

struct params_writer {
    struct file_out *file;
    uint8_t *buffer;     /* PIECE_BYTES */
    unsigned next_part;  /* PARAMS_PARTS when all have begun */
    uint64_t points_due; /* of the section that has begun */
};

enum status params_writer_open(struct params_writer **out, const char *path, bool force,
                               struct error *err)
{
    struct params_writer *writer = NULL;
    enum status status = memory_alloc((void **)&writer, 1, sizeof *writer, "key writer", err);

    if (status == STATUS_OK) {
        status = memory_alloc((void **)&writer->buffer, PIECE_BYTES, 1, "key writer", err);
    }
    if (status == STATUS_OK) {
        status = file_out_open(&writer->file, path, force, err);
    }
    if (status != STATUS_OK) {
        params_writer_discard(writer);
        return status;
    }
    *out = writer;
    return STATUS_OK;
}

void params_writer_discard(struct params_writer *writer)
{
    if (writer != NULL) {
        file_out_discard(writer->file);
        memory_free(writer->buffer);
        memory_free(writer);
    }
}

/* The next part must be this one, and the one before complete. */
static enum status part_begin(struct params_writer *writer, unsigned part, struct error *err)
{
    if (writer->next_part != part || writer->points_due != 0) {
        return error_set(err, STATUS_INTERNAL, "key writer",
                         "part %u begins where part %u is next and %" PRIu64 " points are due",
                         part, writer->next_part, writer->points_due);
    }
    writer->next_part++;
    return STATUS_OK;
}

enum status params_writer_vk(struct params_writer *writer, const struct verifying_key *key,
                             struct error *err)
{
    size_t count = verifying_key_bytes(key->ic_count);
    uint8_t *bytes = NULL;
    enum status status = part_begin(writer, PARAMS_VK, err);

    if (status == STATUS_OK) {
        status = memory_alloc((void **)&bytes, count, 1, "verifying key", err);
    }
    if (status == STATUS_OK) {
        verifying_key_encode(bytes, key);
        status = file_out_write(writer->file, bytes, count, err);
    }
    memory_free(bytes);
    return status;
}

enum status params_writer_section(struct params_writer *writer, enum params_part part,
                                  uint32_t count, struct error *err)
{
    const uint8_t bytes[PARAMS_COUNT_BYTES] = {(uint8_t)(count >> 24), (uint8_t)(count >> 16),
                                               (uint8_t)(count >> 8), (uint8_t)count};
    enum status status = part_begin(writer, part, err);

    if (status != STATUS_OK) {
        return status;
    }
    writer->points_due = count;
    return file_out_write(writer->file, bytes, sizeof bytes, err);
}

static enum status points_due(struct params_writer *writer, unsigned point_bytes, size_t count,
                              struct error *err)
{
    bool fits = writer->next_part > PARAMS_H && writer->points_due >= count &&
                params_point_bytes((enum params_part)(writer->next_part - 1)) == point_bytes;

    if (!fits) {
        return error_set(err, STATUS_INTERNAL, "key writer",
                         "%zu points of %u bytes where %" PRIu64 " are due in part %u", count,
                         point_bytes, writer->points_due, writer->next_part - 1);
    }
    writer->points_due -= count;
    return STATUS_OK;
}

#define POINT(name)        g1_##name
#define POINT_AFFINE       g1_affine
#define POINT_BYTES        G1_UNCOMPRESSED_BYTES
#define PARAMS_WRITER_NAME params_writer_g1
#include "formats/params_writer.inc.h"

#undef POINT
#undef POINT_AFFINE
#undef POINT_BYTES
#undef PARAMS_WRITER_NAME
#define POINT(name)        g2_##name
#define POINT_AFFINE       g2_affine
#define POINT_BYTES        G2_UNCOMPRESSED_BYTES
#define PARAMS_WRITER_NAME params_writer_g2
#include "formats/params_writer.inc.h"

enum status params_writer_commit(struct params_writer *writer, struct error *err)
{
    enum status status = part_begin(writer, PARAMS_PARTS, err);

    if (status == STATUS_OK) {
        status = file_out_commit(writer->file, err);
        writer->file = NULL;
    }
    params_writer_discard(writer);
    return status;
}
