/* Transforms of eight interleaved vectors in a small buffer: what a large transform is made of.
 *
 * A tile holds 2^log_size indices times eight lanes; lane l is a vector of its own. It is loaded
 * from and stored to places in a large array; between, values are in the kernel's own form and not
 * reduced. Inside the tile an index i sits in slot i (natural) or in the slot with i's bits
 * reversed. Transforms use the forward root; the inverse transform is the forward one with indices
 * negated modulo 2^log_size on one side, which load and store do. */
#ifndef CUZK_POLY_NTT_TILE_H
#define CUZK_POLY_NTT_TILE_H

#include <stdbool.h>

#include "field/fr.h"
#include "poly/factor.h"

#define TILE_LANES        8
#define TILE_LOG_SIZE_MAX 11
#define TILE_SLOT_BYTES   320 /* the larger of the two kernels' */
#define TILE_BYTES        ((size_t)TILE_SLOT_BYTES << TILE_LOG_SIZE_MAX)

/* Index i, lane l is values[row * row_stride + l * lane_stride], where row is i with its low
 * rotate_bits bits moved above the others. */
struct tile_place {
    fr *values;
    size_t row_stride, lane_stride;
    unsigned rotate_bits;
};

enum tile_order {
    TILE_NATURAL,
    TILE_REVERSED,
};

/* Index i, lane l is multiplied by seed[l] step[l]^i. */
struct tile_powers {
    fr seed[TILE_LANES], step[TILE_LANES];
};

/* Powers of two of the unit circle in bit-reversed order: entry j is w^(j reversed), w of order
 * 2^(log_count+1); a prefix serves smaller sizes. */
struct tile_roots {
    unsigned log_count;
    fr_factor *scalar;
    void *x8; /* fr_x8_factor, NULL unless the processor has IFMA */
};

struct tile_kernel {
    /* powers and times may be NULL; times (at the same index and lane) multiplies, with the factor
     * that product_unit() gives. */
    void (*load)(void *tile, unsigned log_size, const struct tile_place *from,
                 const struct tile_place *times, bool negate, enum tile_order order,
                 const struct tile_powers *powers);
    /* Tile times what is at the place, same factor. */
    void (*multiply)(void *tile, unsigned log_size, const struct tile_place *times,
                     enum tile_order order);
    /* Natural to reversed slots; odd: at odd powers of the root of order 2^(log_size+1). */
    void (*forward)(void *tile, unsigned log_size, const struct tile_roots *roots, bool odd);
    /* Reversed to natural slots. */
    void (*forward_reversed)(void *tile, unsigned log_size, const struct tile_roots *roots);
    /* powers and plus may be NULL; plus (reduced values) is added after the powers. Values are
     * stored below r when `final`, otherwise below 2^256. */
    void (*store)(const void *tile, unsigned log_size, const struct tile_place *to,
                  const struct tile_place *plus, bool negate, enum tile_order order,
                  const struct tile_powers *powers, bool final);
    /* A product of two variables comes out multiplied by 2^-product_shift. */
    unsigned product_shift;
};

extern const struct tile_kernel tile_kernel_scalar, tile_kernel_x8;

static inline size_t tile_reverse(size_t i, unsigned bits)
{
    size_t x = i;
    x = (x & 0x5555) << 1 | (x >> 1 & 0x5555);
    x = (x & 0x3333) << 2 | (x >> 2 & 0x3333);
    x = (x & 0x0f0f) << 4 | (x >> 4 & 0x0f0f);
    x = (x & 0x00ff) << 8 | (x >> 8 & 0x00ff);
    return x >> (16 - bits);
}

/* Offset in elements of index i, lane 0. */
static inline size_t tile_offset(const struct tile_place *place, size_t i, unsigned log_size)
{
    size_t low = i & (((size_t)1 << place->rotate_bits) - 1);
    size_t row = low << (log_size - place->rotate_bits) | i >> place->rotate_bits;
    return row * place->row_stride;
}

static inline size_t tile_slot(enum tile_order order, size_t i, unsigned log_size)
{
    return order == TILE_NATURAL ? i : tile_reverse(i, log_size);
}

#endif
