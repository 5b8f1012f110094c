/* Where the parts of a .params file are.
 *
 * The verifying key, then five vectors, each a u32 big-endian count and its points
 * (docs/formats.md). The layout is found from the five counts alone, by checked arithmetic against
 * the file's length, before anything is allocated. */
#ifndef CUZK_FORMATS_PARAMS_LAYOUT_H
#define CUZK_FORMATS_PARAMS_LAYOUT_H

#include "base/file.h"

enum params_part {
    PARAMS_VK,
    PARAMS_H,
    PARAMS_L,
    PARAMS_A,
    PARAMS_B_G1,
    PARAMS_B_G2,
};
#define PARAMS_PARTS 6

#define PARAMS_COUNT_BYTES 4

struct params_section {
    const char *name; /* "vk", "h", "l", "a", "b_g1", "b_g2" */
    uint64_t offset;  /* of the section; its count comes first, but for vk */
    uint64_t bytes;   /* with the count */
    uint32_t count;   /* of points; for vk those of ic */
    unsigned point_bytes;
};

struct params_layout {
    struct params_section section[PARAMS_PARTS];
};

const char *params_part_name(enum params_part part);
unsigned params_point_bytes(enum params_part part);

/* Errors: BAD_FILE (shorter than any key), SECTION_SIZE naming the section that does not fit,
 * TRAILING_DATA, COUNT_MISMATCH, TOO_LARGE, FILE_CHANGED, IO. */
enum status params_layout_read(struct params_layout *out, const struct file_in *file,
                               struct error *err);

#endif
