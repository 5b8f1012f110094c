/* Booleans: a constant, an allocated bit, or the negation of one.
 *
 * The operations look at what is constant before they allocate, in a fixed order, so that wires and
 * constraints come out as the reference has them. Values are meaningful in WITNESS mode, and for
 * constants in both. Source: docs/filecoin.md 4.1 (as in bellperson). */
#ifndef CUZK_CIRCUIT_BIT_H
#define CUZK_CIRCUIT_BIT_H

#include "r1cs/builder.h"

struct bit {
    wire wire; /* unless constant */
    bool value, constant;
    bool negated; /* value = 1 - wire; never with constant */
};

static inline struct bit bit_constant(bool value)
{
    return (struct bit){.value = value, .constant = true};
}
static inline bool bit_is(struct bit x, bool value) /* the constant `value` */
{
    return x.constant && x.value == value;
}
static inline struct bit bit_not(struct bit x)
{
    return (struct bit){x.wire, !x.value, x.constant, !x.constant && !x.negated};
}

/* New bit with its constraint. */
struct bit bit_alloc(struct builder *builder, bool value);

struct bit bit_xor(struct builder *builder, struct bit x, struct bit y);
struct bit bit_and(struct builder *builder, struct bit x, struct bit y);

/* SHA-256's choice (x and y) xor (not x and z), and majority. */
struct bit bit_ch(struct builder *builder, struct bit x, struct bit y, struct bit z);
struct bit bit_maj(struct builder *builder, struct bit x, struct bit y, struct bit z);

/* Adds coefficient * x; the coefficient is one of 1, -1, 2, -2 by its index. SHAPE only. */
void lc_add_bit(struct lc *lc, struct bit x, uint32_t coefficient);

/* Adds 2^exponent * x. SHAPE only. */
void lc_add_bit_power(struct builder *builder, struct lc *lc, struct bit x, unsigned exponent);

#endif
