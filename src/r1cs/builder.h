/* One description of a circuit, two uses.
 *
 * A circuit is C code over a builder. In SHAPE mode the builder records constraints into compact
 * matrices (r1cs/matrices.h) and values are ignored; in WITNESS mode it appends values to a compact
 * assignment (r1cs/assignment.h) and constraints are ignored. Both run the same code, so they
 * cannot drift apart. Failures (memory, too many wires or coefficients) are kept in the builder
 * and reported by builder_finish_*, so that gadgets return nothing. */
#ifndef CUZK_R1CS_BUILDER_H
#define CUZK_R1CS_BUILDER_H

#include "r1cs/assignment.h"
#include "r1cs/lc.h"

struct recorder;

struct builder {
    struct recorder *recorder; /* NULL in WITNESS mode */
    uint32_t input_count, aux_count, wide_count;
    uint32_t aux_limit, wide_limit; /* room; builder_bits wants 64 to spare */
    uint32_t input_capacity;
    uint64_t *bits;
    fr *wide;
    fr *inputs;
    bool failed;
    struct error failure; /* the first one */
};

/* SHAPE. With `flat`, builder_block_begin never shares: every row is stored the long way. Errors:
 * OUT_OF_MEMORY. */
enum status builder_init_shape(struct builder *builder, bool flat, struct error *err);

/* WITNESS. `sizes` (may be NULL) says how much room the arrays need, so that they never move.
 * Errors: OUT_OF_MEMORY. */
enum status builder_init_witness(struct builder *builder, const struct r1cs_matrices *sizes,
                                 struct error *err);

/* The result, or the first failure (OUT_OF_MEMORY, TOO_LARGE). The builder is freed either way. */
enum status builder_finish_shape(struct builder *builder, struct r1cs_matrices *out,
                                 struct error *err);
enum status builder_finish_witness(struct builder *builder, struct assignment *out,
                                   struct error *err);
void builder_free(struct builder *builder); /* wipes; after a finish or on a zeroed struct: no-op */

static inline bool builder_is_shape(const struct builder *builder)
{
    return builder->recorder != NULL;
}

/* Remembers the first failure; `message` is a literal. */
void builder_fail(struct builder *builder, enum status status, const char *message);

/* --- wires --- */

#define BUILDER_WIDE_MAX 1024 /* of one call; the largest permutation has 598 */

void builder_more_bits(struct builder *builder);
void builder_more_wide(struct builder *builder, uint32_t count);
void builder_mark_wide(struct builder *builder, uint32_t count);

/* `count` (0 .. 64) boolean wires with consecutive numbers, bit i of `values` the value of wire i;
 * bits from count on are clear. Returns the first. */
static inline wire builder_bits(struct builder *builder, uint64_t values, unsigned count)
{
    if (__builtin_expect(builder->aux_limit - builder->aux_count < 64, 0)) {
        builder_more_bits(builder);
    }
    uint32_t at = builder->aux_count;
    if (builder->recorder == NULL) {
        unsigned shift = at % 64;
        builder->bits[at / 64] |= values << shift;
        if (shift + count > 64) {
            builder->bits[at / 64 + 1] |= values >> (64 - shift);
        }
    }
    builder->aux_count = at + count;
    return WIRE_AUX_FLAG | at;
}

/* `count` (0 .. BUILDER_WIDE_MAX) wide wires with consecutive numbers; *first is the first. Returns
 * where to write their values (Montgomery form), NULL in SHAPE mode. */
static inline fr *builder_wide(struct builder *builder, uint32_t count, wire *first)
{
    if (builder->aux_limit - builder->aux_count < (uint64_t)count + 64 ||
        builder->wide_limit - builder->wide_count < count) {
        builder_more_wide(builder, count);
    }
    if (builder->recorder != NULL) {
        builder_mark_wide(builder, count);
    }
    fr *values = builder->recorder == NULL ? builder->wide + builder->wide_count : NULL;
    *first = WIRE_AUX_FLAG | builder->aux_count;
    builder->aux_count += count;
    builder->wide_count += count;
    return values;
}

/* A new input. `value` is read in WITNESS mode only. */
wire builder_input(struct builder *builder, const fr *value);

/* --- rows; SHAPE mode only --- */

/* Index of a coefficient, or of 2^exponent or -2^exponent. Zero is no coefficient. */
uint32_t builder_coefficient(struct builder *builder, const fr *value);
uint32_t builder_power(struct builder *builder, unsigned exponent, bool negative);

/* The combination under construction for the next row. */
struct lc *builder_row(struct builder *builder, enum matrix matrix);

/* Emits the row made of the three combinations of builder_row, and empties them. */
void builder_enforce(struct builder *builder);

/* Emits a row of other combinations, normalized in place. */
void builder_enforce_lcs(struct builder *builder, struct lc *a, struct lc *b, struct lc *c);

/* (1 - v) v = 0. */
void builder_enforce_boolean(struct builder *builder, wire v);

/* --- what repeats --- */

/* Starts a block of the given kind (any number). True: the body must be run and followed by
 * builder_block_end; always so in WITNESS mode and the first time in SHAPE mode. False: an
 * instance of the recorded block was added instead, counters have advanced, and no wire of the
 * block exists for the caller. Blocks do not nest. A body refers to its own wires, to wires that
 * existed before the first block of its kind, and to aux wires pointer_first ..
 * + pointer_count - 1, which may be others for each instance; all instances of a kind must be equal
 * in everything but these bases and values, and pointer wires must lie between the same fixed
 * wires. */
bool builder_block_begin(struct builder *builder, unsigned kind, wire pointer_first,
                         uint32_t pointer_count);
void builder_block_end(struct builder *builder);

#endif
