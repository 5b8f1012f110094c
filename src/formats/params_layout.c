#include "formats/params_layout.h"

#include <inttypes.h>

#include "curve/encoding.h"
#include "formats/proving_key.h"

static const struct {
    const char *name;
    unsigned point_bytes;
} parts[PARAMS_PARTS] = {
    {"vk", G1_UNCOMPRESSED_BYTES}, {"h", G1_UNCOMPRESSED_BYTES},    {"l", G1_UNCOMPRESSED_BYTES},
    {"a", G1_UNCOMPRESSED_BYTES},  {"b_g1", G1_UNCOMPRESSED_BYTES}, {"b_g2", G2_UNCOMPRESSED_BYTES},
};

const char *params_part_name(enum params_part part)
{
    return parts[part].name;
}

unsigned params_point_bytes(enum params_part part)
{
    return parts[part].point_bytes;
}

/* The section that starts at `offset`. No sum overflows: a file is shorter than 2^63 bytes, a
 * section than 2^40. */
static enum status section_read(struct params_section *out, enum params_part part, uint64_t offset,
                                const struct file_in *file, struct error *err)
{
    uint64_t head = part == PARAMS_VK ? VERIFYING_KEY_HEAD_BYTES : PARAMS_COUNT_BYTES;
    uint64_t file_bytes = file_in_bytes(file);
    const char *path = file_in_path(file);
    uint8_t count[PARAMS_COUNT_BYTES];

    if (file_bytes - offset < head) {
        return error_set(err, STATUS_SECTION_SIZE, path,
                         "section %s starts at byte %" PRIu64 ", the file ends at %" PRIu64
                         " before the section's count",
                         parts[part].name, offset, file_bytes);
    }
    enum status status =
        file_in_read(file, count, sizeof count, offset + head - PARAMS_COUNT_BYTES, err);
    if (status != STATUS_OK) {
        return status;
    }
    *out = (struct params_section){
        .name = parts[part].name,
        .offset = offset,
        .count = (uint32_t)count[0] << 24 | (uint32_t)count[1] << 16 | (uint32_t)count[2] << 8 |
                 count[3],
        .point_bytes = parts[part].point_bytes,
    };
    out->bytes = head + (uint64_t)out->count * out->point_bytes;
    if (file_bytes - offset < out->bytes) {
        return error_set(err, STATUS_SECTION_SIZE, path,
                         "section %s at byte %" PRIu64 " has count %" PRIu32 ", %" PRIu64
                         " bytes, the file has %" PRIu64 " left",
                         out->name, offset, out->count, out->bytes, file_bytes - offset);
    }
    return STATUS_OK;
}

/* What holds for every circuit. */
static enum status counts_check(const struct params_layout *layout, const char *path,
                                struct error *err)
{
    uint64_t ic = layout->section[PARAMS_VK].count;
    uint64_t h = layout->section[PARAMS_H].count;
    uint64_t l = layout->section[PARAMS_L].count;
    uint64_t a = layout->section[PARAMS_A].count;
    uint64_t b_g1 = layout->section[PARAMS_B_G1].count;
    uint64_t b_g2 = layout->section[PARAMS_B_G2].count;

    if (ic == 0) {
        return error_set(err, STATUS_COUNT_MISMATCH, path,
                         "ic has 0 points, expected one for the constant and one an input");
    }
    if (ic > VERIFYING_KEY_IC_MAX) {
        return error_set(err, STATUS_TOO_LARGE, path,
                         "ic has %" PRIu64 " points, at most %" PRIu32 " are read", ic,
                         VERIFYING_KEY_IC_MAX);
    }
    if ((h & (h + 1)) != 0) {
        return error_set(err, STATUS_COUNT_MISMATCH, path,
                         "h has %" PRIu64 " points, expected a power of two less one", h);
    }
    if (a < ic || a > ic + l) {
        return error_set(err, STATUS_COUNT_MISMATCH, path,
                         "a has %" PRIu64 " points, expected %" PRIu64 " .. %" PRIu64
                         " for ic %" PRIu64 " and l %" PRIu64,
                         a, ic, ic + l, ic, l);
    }
    if (b_g1 != b_g2) {
        return error_set(err, STATUS_COUNT_MISMATCH, path,
                         "b_g1 has %" PRIu64 " points, b_g2 %" PRIu64 ", expected equal counts",
                         b_g1, b_g2);
    }
    if (b_g1 > ic + l) {
        return error_set(err, STATUS_COUNT_MISMATCH, path,
                         "b_g1 has %" PRIu64 " points, expected at most %" PRIu64, b_g1, ic + l);
    }
    return STATUS_OK;
}

enum status params_layout_read(struct params_layout *out, const struct file_in *file,
                               struct error *err)
{
    const uint64_t least = VERIFYING_KEY_HEAD_BYTES + (PARAMS_PARTS - 1) * PARAMS_COUNT_BYTES;
    uint64_t offset = 0;

    if (file_in_bytes(file) < least) {
        return error_set(err, STATUS_BAD_FILE, file_in_path(file),
                         "%" PRIu64 " bytes, a proving key has at least %" PRIu64,
                         file_in_bytes(file), least);
    }
    for (unsigned part = 0; part < PARAMS_PARTS; part++) {
        enum status status =
            section_read(&out->section[part], (enum params_part)part, offset, file, err);
        if (status != STATUS_OK) {
            return status;
        }
        offset += out->section[part].bytes;
    }
    if (offset != file_in_bytes(file)) {
        return error_set(err, STATUS_TRAILING_DATA, file_in_path(file),
                         "sections end at byte %" PRIu64 ", the file at %" PRIu64, offset,
                         file_in_bytes(file));
    }
    return counts_check(out, file_in_path(file), err);
}

uint64_t proving_key_file_bytes(uint32_t ic, uint32_t h, uint32_t l, uint32_t a, uint32_t b)
{
    uint64_t g1_points = (uint64_t)ic + h + l + a + b;
    return VERIFYING_KEY_HEAD_BYTES + (PARAMS_PARTS - 1) * PARAMS_COUNT_BYTES +
           g1_points * G1_UNCOMPRESSED_BYTES + (uint64_t)b * G2_UNCOMPRESSED_BYTES;
}
