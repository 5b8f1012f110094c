/* Reading a point source in the form that sums work with, and the first failure of many tasks. */
#ifndef CUZK_MSM_POINTS_READ_H
#define CUZK_MSM_POINTS_READ_H

#include <pthread.h>
#include <stdatomic.h>

#include "msm/point_ops.h"
#include "msm/points.h"

/* Bytes of a buffer for points_read, one per worker. */
#define POINTS_READ_MAX 1024
size_t points_read_buffer_bytes(const struct point_ops *ops);

/* COUNT_MISMATCH unless the source has points [first, first + count). */
enum status points_in_range(const struct point_source *source, size_t first, size_t count,
                            struct error *err);

/* out[i] = point first + index[i] (rising), or first + i when index is NULL, i < count. Errors:
 * those of the file, and of the first encoding that is not canonical, with its number. Then
 * *bad (if not NULL) is that number. */
enum status points_read(void *out, const struct point_ops *ops, const struct point_source *source,
                        size_t first, const uint32_t *index, size_t count, uint8_t *buffer,
                        size_t *bad, struct error *err);

/* "h[17]" */
void point_name(char *out, size_t bytes, const struct point_source *source, size_t number);

/* The failure with the lowest position among those of parallel tasks. */
struct first_failure {
    pthread_mutex_t mutex;   /* guards error */
    _Atomic size_t position; /* SIZE_MAX while there is none */
    struct error error;
};
void first_failure_init(struct first_failure *failure);
void first_failure_note(struct first_failure *failure, size_t position, const struct error *error);
bool first_failure_before(struct first_failure *failure, size_t position);
enum status first_failure_take(struct first_failure *failure, struct error *err);

#endif
