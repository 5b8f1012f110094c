#include "msm/msm.h"

#include <string.h>

#include "msm/points_read.h"

static enum status plain(void *out, const struct point_group *group,
                         const struct point_source *bases, size_t first, const fr *scalars,
                         size_t count, struct error *err)
{
    uint8_t buffer[G2_UNCOMPRESSED_BYTES];
    group->sum_clear(out);
    enum status status = points_in_range(bases, first, count, err);
    for (size_t i = 0; status == STATUS_OK && i < count; i++) {
        size_t number = first + i;
        g2_affine point; /* holds a g1_affine as well */
        const uint8_t *bytes = bases->memory;
        if (bases->form == POINT_FORM_AFFINE) {
            memcpy(&point, bytes + number * group->affine_bytes, group->affine_bytes);
        } else {
            char name[96];
            point_name(name, sizeof name, bases, number);
            bytes += bases->form == POINT_FORM_ENCODED ? number * group->encoded_bytes : 0;
            if (bases->form == POINT_FORM_FILE) {
                bytes = buffer;
                status = file_in_read(bases->file, buffer, group->encoded_bytes,
                                      bases->offset + (uint64_t)number * group->encoded_bytes, err);
            }
            if (status == STATUS_OK)
                status = group->decode(&point, bytes, POINT_CHECK_NONE, name, err);
        }
        if (status == STATUS_OK)
            group->sum_add_multiple(out, &point, &scalars[i]);
    }
    return status;
}

enum status msm_g1_plain(g1_xyzz *out, const struct point_source *bases, size_t first,
                         const fr *scalars, size_t count, struct error *err)
{
    return plain(out, &point_group_g1, bases, first, scalars, count, err);
}

enum status msm_g2_plain(g2_xyzz *out, const struct point_source *bases, size_t first,
                         const fr *scalars, size_t count, struct error *err)
{
    return plain(out, &point_group_g2, bases, first, scalars, count, err);
}
