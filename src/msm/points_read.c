#include "msm/points_read.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

size_t points_read_buffer_bytes(const struct point_ops *ops)
{
    return POINTS_READ_MAX * ops->group->encoded_bytes;
}

enum status points_in_range(const struct point_source *source, size_t first, size_t count,
                            struct error *err)
{
    if (first > source->count || count > source->count - first)
        return error_set(err, STATUS_COUNT_MISMATCH, source->name,
                         "found %zu points, expected %zu from number %zu on", source->count, count,
                         first);
    return STATUS_OK;
}

void point_name(char *out, size_t bytes, const struct point_source *source, size_t number)
{
    snprintf(out, bytes, "%s[%zu]", source->name, number);
}

/* The message for encoding `number` at `bytes`. */
static enum status refuse(const struct point_ops *ops, const struct point_source *source,
                          size_t number, const uint8_t *bytes, size_t *bad, struct error *err)
{
    char name[96];
    g2_affine point;
    point_name(name, sizeof name, source, number);
    if (bad != NULL)
        *bad = number;
    enum status status = ops->group->decode(&point, bytes, POINT_CHECK_CURVE, name, err);
    if (status != STATUS_OK)
        return status;
    return error_set(err, STATUS_INTERNAL, name, "encoding was refused by one decoder only");
}

/* Points whose numbers lie within POINTS_READ_MAX of the first one. */
static size_t span(const uint32_t *index, size_t count)
{
    if (index == NULL)
        return count < POINTS_READ_MAX ? count : POINTS_READ_MAX;
    size_t n = 1;
    while (n < count && index[n] - index[0] < POINTS_READ_MAX)
        n++;
    return n;
}

static enum status read_span(void *out, const struct point_ops *ops,
                             const struct point_source *source, size_t start, const uint32_t *index,
                             size_t count, uint8_t *buffer, size_t *bad, struct error *err)
{
    uint32_t relative[POINTS_READ_MAX];
    assert(count > 0);
    size_t last = count - 1;
    if (index != NULL) {
        for (size_t i = 0; i < count; i++)
            relative[i] = index[i] - index[0];
        last = relative[count - 1];
        index = relative;
    }
    const uint8_t *bytes = source->memory;
    if (source->form == POINT_FORM_AFFINE) {
        ops->from_affine(out, bytes + start * ops->group->affine_bytes, index, count);
        return STATUS_OK;
    }
    if (source->form == POINT_FORM_ENCODED) {
        bytes += start * ops->group->encoded_bytes;
    } else {
        bytes = buffer;
        enum status status =
            file_in_read(source->file, buffer, (last + 1) * ops->group->encoded_bytes,
                         source->offset + (uint64_t)start * ops->group->encoded_bytes, err);
        if (status != STATUS_OK) {
            if (bad != NULL)
                *bad = start;
            return status;
        }
    }
    size_t good = ops->decode(out, bytes, index, count);
    if (good == count)
        return STATUS_OK;
    size_t position = index != NULL ? index[good] : good;
    return refuse(ops, source, start + position, bytes + position * ops->group->encoded_bytes, bad,
                  err);
}

enum status points_read(void *out, const struct point_ops *ops, const struct point_source *source,
                        size_t first, const uint32_t *index, size_t count, uint8_t *buffer,
                        size_t *bad, struct error *err)
{
    uint8_t *points = out;
    for (size_t i = 0; i < count;) {
        const uint32_t *here = index != NULL ? index + i : NULL;
        size_t n = span(here, count - i);
        enum status status =
            read_span(points + i * ops->point_bytes, ops, source,
                      first + (index != NULL ? index[i] : i), here, n, buffer, bad, err);
        if (status != STATUS_OK)
            return status;
        i += n;
    }
    return STATUS_OK;
}

void first_failure_init(struct first_failure *failure)
{
    memset(failure, 0, sizeof *failure);
    pthread_mutex_init(&failure->mutex, NULL);
    atomic_init(&failure->position, SIZE_MAX);
}

void first_failure_note(struct first_failure *failure, size_t position, const struct error *error)
{
    pthread_mutex_lock(&failure->mutex);
    if (position < atomic_load(&failure->position)) {
        atomic_store(&failure->position, position);
        failure->error = *error;
    }
    pthread_mutex_unlock(&failure->mutex);
}

bool first_failure_before(struct first_failure *failure, size_t position)
{
    return atomic_load_explicit(&failure->position, memory_order_relaxed) < position;
}

enum status first_failure_take(struct first_failure *failure, struct error *err)
{
    enum status status = STATUS_OK;
    if (atomic_load(&failure->position) != SIZE_MAX) {
        status = failure->error.status;
        if (err != NULL)
            *err = failure->error;
    }
    pthread_mutex_destroy(&failure->mutex);
    return status;
}
