#include "groth16/query.h"

#include "base/memory.h"
#include "r1cs/bitmap.h"

/* Points of the query, and most wide entries it can have. */
static size_t point_count(enum query_kind kind, const struct r1cs_matrices *matrices)
{
    switch (kind) {
    case QUERY_L:
        return matrices->aux_count;
    case QUERY_A:
        return (size_t)matrices->input_count + matrices->a_aux_count;
    case QUERY_B:
        break;
    }
    return (size_t)matrices->b_input_count + matrices->b_aux_count;
}

static size_t wide_max(enum query_kind kind, const struct r1cs_matrices *matrices)
{
    size_t points = point_count(kind, matrices);
    size_t wide = (size_t)matrices->wide_aux_count + (kind == QUERY_L ? 0 : matrices->input_count);

    return wide < points ? wide : points;
}

size_t query_bytes(enum query_kind kind, const struct r1cs_matrices *matrices)
{
    size_t scalar_bytes = kind == QUERY_L ? 0 : sizeof(fr);
    size_t words = kind == QUERY_L ? 0 : bitmap_words(point_count(kind, matrices)) + 1;

    return wide_max(kind, matrices) * (sizeof(uint32_t) + scalar_bytes) + words * sizeof(uint64_t);
}

void query_free(struct query *query)
{
    if (query->wide_scalars != NULL) {
        memory_wipe(query->wide_scalars, query->mixed.wide_count * sizeof(fr));
    }
    if (query->bits != NULL) {
        memory_wipe(query->bits, bitmap_words(query->mixed.count) * sizeof(uint64_t));
    }
    memory_free(query->wide_scalars);
    memory_free(query->wide_index);
    memory_free(query->bits);
    *query = (struct query){0};
}

/* Lists the wide wires; bits and values are the assignment's own. */
static void fill_all(struct query *query, const struct r1cs_matrices *matrices,
                     const struct assignment *assignment)
{
    size_t next = 0;

    for (size_t i = 0; i < bitmap_words(matrices->aux_count); i++) {
        for (uint64_t wide = matrices->wide_bits[i]; wide != 0; wide &= wide - 1) {
            query->wide_index[next++] = (uint32_t)(64 * i + (size_t)__builtin_ctzll(wide));
        }
    }
    query->mixed.wide_count = next;
    query->mixed.bits = assignment->bits;
    query->mixed.wide_scalars = assignment->wide;
}

static void add_wide(struct query *query, size_t index, const fr *value)
{
    size_t next = query->mixed.wide_count++;

    query->wide_index[next] = (uint32_t)index;
    query->wide_scalars[next] = *value;
}

/* Aux wires of one word of the bitmaps, those of `density`, from point `first` on. */
static void fill_word(struct query *query, size_t first, uint64_t density, uint64_t bits,
                      uint64_t wide, const fr *wide_values)
{
    for (uint64_t left = bits & density; left != 0; left &= left - 1) {
        uint64_t below = (left & (~left + 1)) - 1;
        bitmap_set(query->bits, first + (size_t)__builtin_popcountll(density & below));
    }
    for (uint64_t left = wide & density; left != 0; left &= left - 1) {
        uint64_t below = (left & (~left + 1)) - 1;
        add_wide(query, first + (size_t)__builtin_popcountll(density & below),
                 &wide_values[__builtin_popcountll(wide & below)]);
    }
}

static void fill_dense(struct query *query, enum query_kind kind,
                       const struct r1cs_matrices *matrices, const struct assignment *assignment)
{
    const uint64_t *density = kind == QUERY_A ? matrices->a_aux_density : matrices->b_aux_density;
    size_t next = 0;

    for (uint32_t i = 0; i < matrices->input_count; i++) {
        if (kind == QUERY_A || bitmap_get(matrices->b_input_density, i)) {
            add_wide(query, next++, &assignment->inputs[i]);
        }
    }
    for (size_t i = 0; i < bitmap_words(matrices->aux_count); i++) {
        fill_word(query, next, density[i], assignment->bits[i], matrices->wide_bits[i],
                  assignment->wide + matrices->wide_rank[i]);
        next += (size_t)__builtin_popcountll(density[i]);
    }
    query->mixed.bits = query->bits;
    query->mixed.wide_scalars = query->wide_scalars;
}

enum status query_make(struct query *out, enum query_kind kind,
                       const struct r1cs_matrices *matrices, const struct assignment *assignment,
                       struct error *err)
{
    size_t count = point_count(kind, matrices);
    size_t wide = wide_max(kind, matrices);
    enum status status;

    *out = (struct query){.mixed = {.count = count}};
    status =
        memory_alloc_raw((void **)&out->wide_index, wide, sizeof(uint32_t), "wide indices", err);
    if (status == STATUS_OK && kind != QUERY_L) {
        status = memory_alloc((void **)&out->bits, bitmap_words(count) + 1, sizeof(uint64_t),
                              "query bits", err);
    }
    if (status == STATUS_OK && kind != QUERY_L) {
        status =
            memory_alloc_raw((void **)&out->wide_scalars, wide, sizeof(fr), "wide scalars", err);
    }
    if (status != STATUS_OK) {
        query_free(out);
        return status;
    }
    if (kind == QUERY_L) {
        fill_all(out, matrices, assignment);
    } else {
        fill_dense(out, kind, matrices, assignment);
    }
    out->mixed.wide_index = out->wide_index;
    return STATUS_OK;
}
