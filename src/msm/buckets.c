#include "msm/buckets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Of one window's buckets, so that sweeping them does not go to memory; more windows are cheaper.
 */
#define WINDOW_BYTES_MAX ((size_t)2 << 20)
#define RUN_MAX          16384
#define MEMBER_OPPOSITE  0x80000000U

struct buckets {
    struct buckets_plan plan;
    const struct point_ops *ops;
    uint8_t *points;       /* [window][bucket]; written once occupied */
    uint8_t *occupied;     /* [window][bucket] */
    uint32_t *start;       /* [window][bucket + 1]: bucket d's members in `members` begin there */
    int32_t *digits;       /* [window][chunk] */
    uint32_t *members;     /* [window][chunk]: number in the chunk, MEMBER_OPPOSITE */
    uint8_t *bit_sums;     /* [window][bits]: see reduce_window */
    uint8_t *bit_occupied; /* [window][bits] */
    struct group_sums **sums; /* per worker */
    const uint8_t *chunk_points;

    size_t chunk_count;
};

/* Additions that fit the time of one shared inversion, with the rest of a batch's fixed cost. */
static const double inversion_cost = 50;

static double window_cost(size_t count, size_t buckets, unsigned bits)
{
    size_t filled = count < buckets ? count : buckets;
    return (double)count + 2 * (double)filled + inversion_cost * (2 * bits + 4);
}

void buckets_plan_make(struct buckets_plan *out, const struct point_ops *ops, size_t count,
                       unsigned workers)
{
    double best = 0;
    memset(out, 0, sizeof *out);
    for (unsigned bits = DIGITS_BITS_MIN; bits <= DIGITS_BITS_MAX; bits++) {
        struct digits digits;
        digits_make(&digits, bits);
        size_t buckets = (size_t)1 << (bits - 1);
        if (buckets * ops->point_bytes > WINDOW_BYTES_MAX)
            break;
        double cost = digits.windows * window_cost(count, buckets, bits);
        if (bits == DIGITS_BITS_MIN || cost < best) {
            best = cost;
            out->digits = digits;
            out->bucket_count = buckets;
        }
    }
    out->chunk = 4 * out->bucket_count;
    out->chunk = out->chunk < BUCKETS_CHUNK_MIN ? BUCKETS_CHUNK_MIN : out->chunk;
    out->chunk = out->chunk > BUCKETS_CHUNK_MAX ? BUCKETS_CHUNK_MAX : out->chunk;
    out->chunk = out->chunk > count ? count : out->chunk;
    out->workers = workers;
    out->parts = workers == 1 ? 1 : (4 * workers + out->digits.windows - 1) / out->digits.windows;
    size_t most = 2 * out->chunk > out->bucket_count ? 2 * out->chunk : out->bucket_count;
    out->run = (most < RUN_MAX ? most : RUN_MAX) + 2;
}

static size_t per_window_bytes(const struct buckets_plan *plan, const struct point_ops *ops)
{
    return plan->bucket_count * (ops->point_bytes + 1) +
           (plan->bucket_count + 2) * sizeof(uint32_t) + plan->chunk * 2 * sizeof(uint32_t) +
           plan->digits.bits * (ops->point_bytes + 1);
}

size_t buckets_bytes(const struct buckets_plan *plan, const struct point_ops *ops)
{
    return plan->digits.windows * per_window_bytes(plan, ops) +
           plan->workers * (group_sums_bytes(ops, plan->run) + sizeof(void *)) +
           sizeof(struct buckets);
}

static enum status allocate(struct buckets *b, struct error *err)
{
    const struct buckets_plan *plan = &b->plan;
    size_t windows = plan->digits.windows, buckets = plan->bucket_count;
    void *p = NULL;
    enum status status = STATUS_OK;
    const struct {
        void **out;
        size_t count, bytes;
    } arrays[] = {
        {(void **)&b->points, windows * buckets, b->ops->point_bytes},
        {(void **)&b->start, windows * (buckets + 2), sizeof(uint32_t)},
        {(void **)&b->digits, windows * plan->chunk, sizeof(int32_t)},
        {(void **)&b->members, windows * plan->chunk, sizeof(uint32_t)},
        {(void **)&b->bit_sums, windows * plan->digits.bits, b->ops->point_bytes},
    };
    for (size_t i = 0; status == STATUS_OK && i < sizeof arrays / sizeof arrays[0]; i++) {
        status = memory_alloc_raw(&p, arrays[i].count, arrays[i].bytes, "buckets", err);
        if (status == STATUS_OK)
            *arrays[i].out = p;
    }
    if (status == STATUS_OK) {
        status = memory_alloc(&p, windows * buckets, 1, "buckets", err);
        b->occupied = status == STATUS_OK ? p : NULL;
    }
    if (status == STATUS_OK) {
        status = memory_alloc(&p, windows * plan->digits.bits, 1, "buckets", err);
        b->bit_occupied = status == STATUS_OK ? p : NULL;
    }
    if (status == STATUS_OK) {
        status = memory_alloc(&p, plan->workers, sizeof *b->sums, "buckets", err);
        b->sums = status == STATUS_OK ? p : NULL;
    }
    for (unsigned w = 0; status == STATUS_OK && w < plan->workers; w++)
        status = group_sums_make(&b->sums[w], b->ops, plan->run, err);
    return status;
}

enum status buckets_make(struct buckets **out, const struct buckets_plan *plan,
                         const struct point_ops *ops, struct error *err)
{
    void *self;
    enum status status = memory_alloc(&self, 1, sizeof(struct buckets), "buckets", err);
    if (status != STATUS_OK)
        return status;
    struct buckets *buckets = self;
    buckets->plan = *plan;
    buckets->ops = ops;
    status = allocate(buckets, err);
    if (status != STATUS_OK) {
        buckets_free(buckets);
        return status;
    }
    *out = buckets;
    return STATUS_OK;
}

/* Only what was written: memory that was never touched stays untouched. */
static void wipe_buckets(struct buckets *buckets)
{
    size_t count = buckets->plan.digits.windows * buckets->plan.bucket_count;
    for (size_t i = 0; i < count; i++) {
        if (buckets->occupied[i])
            memory_wipe(buckets->points + i * buckets->ops->point_bytes, buckets->ops->point_bytes);
    }
}

void buckets_free(struct buckets *buckets)
{
    if (buckets == NULL)
        return;
    size_t windows = buckets->plan.digits.windows;
    if (buckets->members != NULL)
        memory_wipe(buckets->members, windows * buckets->plan.chunk * sizeof *buckets->members);
    if (buckets->digits != NULL)
        memory_wipe(buckets->digits, windows * buckets->plan.chunk * sizeof *buckets->digits);
    if (buckets->occupied != NULL)
        wipe_buckets(buckets);
    for (unsigned w = 0; buckets->sums != NULL && w < buckets->plan.workers; w++)
        group_sums_free(buckets->sums[w]);
    memory_free(buckets->sums);
    memory_free(buckets->bit_occupied);
    memory_free(buckets->bit_sums);
    memory_free(buckets->occupied);
    memory_free(buckets->members);
    memory_free(buckets->digits);
    memory_free(buckets->start);
    memory_free(buckets->points);
    memory_free(buckets);
}

/* Sorts the chunk's points by their digit in one window; zero digits are left out. */
static void sort_window(void *context, size_t window, unsigned worker)
{
    struct buckets *b = context;
    (void)worker;
    const int32_t *digits = b->digits + window * b->plan.chunk;
    uint32_t *start = b->start + window * (b->plan.bucket_count + 2);
    uint32_t *members = b->members + window * b->plan.chunk;
    /* start[d + 1] counts bucket d - 1, then is where it is filled, then where it ends. */
    memset(start, 0, (b->plan.bucket_count + 2) * sizeof *start);
    for (size_t i = 0; i < b->chunk_count; i++) {
        start[abs(digits[i]) + 1]++;
    }
    start[1] = 0;
    for (size_t d = 1; d <= b->plan.bucket_count; d++)
        start[d + 1] += start[d];
    for (size_t i = 0; i < b->chunk_count; i++) {
        if (digits[i] != 0)
            members[start[abs(digits[i])]++] =
                (uint32_t)i | ((uint32_t)digits[i] & MEMBER_OPPOSITE);
    }
}

/* First bucket of part `part` of a window, so that parts have about equally many members. */
static size_t part_start(const struct buckets *b, const uint32_t *start, size_t part)
{
    if (part == b->plan.parts)
        return b->plan.bucket_count;
    size_t target = (size_t)start[b->plan.bucket_count] * part / b->plan.parts;
    size_t low = 0, high = b->plan.bucket_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (start[middle] < target)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds the sorted members of one part of a window to their buckets. After sort_window bucket d's
 * members are those from start[d] to start[d + 1]. */
static void add_part(void *context, size_t index, unsigned worker)
{
    struct buckets *b = context;
    size_t window = index / b->plan.parts, part = index % b->plan.parts;
    const size_t bytes = b->ops->point_bytes;
    const uint32_t *start = b->start + window * (b->plan.bucket_count + 2);
    const uint32_t *members = b->members + window * b->plan.chunk;
    uint8_t *points = b->points + window * b->plan.bucket_count * bytes;
    uint8_t *occupied = b->occupied + window * b->plan.bucket_count;
    struct group_sums *sums = b->sums[worker];
    size_t end = part_start(b, start, part + 1);

    for (size_t d = part_start(b, start, part); d < end; d++) {
        for (uint32_t i = start[d]; i < start[d + 1];) {
            if (group_sums_room(sums) < 2)
                group_sums_run(sums);
            group_sums_open(sums, points + d * bytes);
            if (occupied[d])
                group_sums_add(sums, (uintptr_t)(points + d * bytes));
            occupied[d] = 1;
            for (; i < start[d + 1] && group_sums_room(sums) > 0; i++) {
                uintptr_t point =
                    (uintptr_t)(b->chunk_points + (members[i] & ~MEMBER_OPPOSITE) * bytes);
                group_sums_add(sums, point | (members[i] & MEMBER_OPPOSITE ? POINT_OPPOSITE : 0));
            }
        }
    }
    group_sums_run(sums);
}

void buckets_set_scalars(struct buckets *buckets, size_t begin, const struct biased_scalar *scalars,
                         size_t count)
{
    for (unsigned w = 0; w < buckets->plan.digits.windows; w++) {
        struct digit_field field = digit_field(&buckets->plan.digits, w);
        int32_t *digits = buckets->digits + w * buckets->plan.chunk + begin;
        for (size_t i = 0; i < count; i++)
            digits[i] = (int32_t)digit_at(&field, &scalars[i]);
    }
}

void buckets_add(struct buckets *buckets, const uint8_t *points, size_t count,
                 struct threads *threads)
{
    buckets->chunk_points = points;
    buckets->chunk_count = count;
    size_t windows = buckets->plan.digits.windows;
    threads_run(threads, windows, sort_window, buckets);
    threads_run(threads, windows * buckets->plan.parts, add_part, buckets);
}

/* Halves the window's buckets: b'[j] = b[2j] + b[2j+1], in the place of b[2j], so that the odd ones
 * of every level stay where they are, 2^level apart. */
static void halve(struct buckets *b, uint8_t *points, uint8_t *occupied, struct group_sums *sums)
{
    const size_t bytes = b->ops->point_bytes;
    for (size_t stride = 1; stride < b->plan.bucket_count; stride *= 2) {
        for (size_t d = 0; d < b->plan.bucket_count; d += 2 * stride) {
            uint8_t *even = points + d * bytes, *odd = points + (d + stride) * bytes;
            if (!occupied[d + stride])
                continue;
            if (occupied[d])
                group_sums_pair(sums, even, (uintptr_t)even, (uintptr_t)odd);
            else
                memcpy(even, odd, bytes);
            occupied[d] = 1;
        }
        group_sums_flush(sums);
    }
}

/* sum over d of (d + 1) bucket d = S + sum over l of 2^l O_l, where S is the sum of all buckets and
 * O_l the sum of the odd ones of level l. bit_sums[l] becomes O_l for l < bits - 1 and
 * bit_sums[bits - 1] S. */
static void reduce_window(void *context, size_t window, unsigned worker)
{
    struct buckets *b = context;
    const size_t bytes = b->ops->point_bytes;
    unsigned bits = b->plan.digits.bits;
    uint8_t *points = b->points + window * b->plan.bucket_count * bytes;
    uint8_t *occupied = b->occupied + window * b->plan.bucket_count;
    uint8_t *bit_sums = b->bit_sums + window * bits * bytes;
    uint8_t *bit_occupied = b->bit_occupied + window * bits;
    struct group_sums *sums = b->sums[worker];

    halve(b, points, occupied, sums);
    for (unsigned l = 0; l + 1 < bits; l++) {
        size_t stride = (size_t)1 << l;
        uint8_t *out = bit_sums + l * bytes;
        bool open = false;
        for (size_t d = stride; d < b->plan.bucket_count; d += 2 * stride) {
            if (!occupied[d])
                continue;
            if (group_sums_room(sums) < 2) {
                group_sums_run(sums);
                open = false;
            }
            if (!open) {
                group_sums_open(sums, out);
                if (bit_occupied[l])
                    group_sums_add(sums, (uintptr_t)out);
            }
            open = true;
            bit_occupied[l] = 1;
            group_sums_add(sums, (uintptr_t)(points + d * bytes));
        }
    }
    group_sums_run(sums);
    bit_occupied[bits - 1] = occupied[0];
    memcpy(bit_sums + (bits - 1) * bytes, points, bytes);
}

void buckets_finish(struct buckets *buckets, void *sum, struct threads *threads)
{
    const struct point_ops *ops = buckets->ops;
    unsigned bits = buckets->plan.digits.bits;
    threads_run(threads, buckets->plan.digits.windows, reduce_window, buckets);
    ops->group->sum_clear(sum);
    for (unsigned w = buckets->plan.digits.windows; w-- > 0;) {
        const uint8_t *points = buckets->bit_sums + (size_t)w * bits * ops->point_bytes;
        const uint8_t *occupied = buckets->bit_occupied + (size_t)w * bits;
        for (unsigned l = bits; l-- > 0;) {
            ops->group->sum_double(sum);
            if (l + 1 < bits && occupied[l])
                point_sum_add(ops, sum, points + l * ops->point_bytes);
        }
        if (occupied[bits - 1])
            point_sum_add(ops, sum, points + (bits - 1) * ops->point_bytes);
    }
}
