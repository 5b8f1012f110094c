/* 32-bit words of Booleans (circuit/bit.h), all 32 at once.
 *
 * Which bits are constant and which are negated views is kept as masks that evolve alike in both
 * modes. In WITNESS mode an operation is a few machine instructions on the value, and its wires are
 * appended together; in SHAPE mode the bits are walked one by one. Bit 0 is the least significant.
 */
#ifndef CUZK_CIRCUIT_WORD_H
#define CUZK_CIRCUIT_WORD_H

#include "circuit/bit.h"

#define WORD_BITS 32

struct word {
    uint32_t value;        /* in SHAPE mode only the constant bits mean something */
    uint32_t constant;     /* bits that are constant */
    uint32_t negated;      /* bits whose value is 1 - wire; disjoint from constant */
    wire wires[WORD_BITS]; /* SHAPE mode only, where not constant */
};

void word_constant(struct word *out, uint32_t value);

/* 32 x bit_alloc. */
void word_alloc(struct builder *builder, struct word *out, uint32_t value);

/* Bits that were allocated in a row: bit i of `out` is wire first + i for i < count (at most 32),
 * constant 0 above. */
void word_of_wires(struct builder *builder, struct word *out, uint32_t value, wire first,
                   unsigned count);

struct bit word_bit(const struct word *word, unsigned i);
void word_set_bit(struct word *word, unsigned i, struct bit bit);

/* out must not alias in. */
void word_copy(const struct builder *builder, struct word *out, const struct word *in);
void word_rotate_right(const struct builder *builder, struct word *out, const struct word *in,
                       unsigned n);
void word_shift_right(const struct builder *builder, struct word *out, const struct word *in,
                      unsigned n);
void word_swap_bytes(const struct builder *builder, struct word *out, const struct word *in);

/* Bit by bit, from bit 0 up; majority allocates v and y-and-z of a bit before those of the next.
 * out must not alias an operand. */
void word_xor(struct builder *builder, struct word *out, const struct word *x,
              const struct word *y);
void word_ch(struct builder *builder, struct word *out, const struct word *x, const struct word *y,
             const struct word *z);
void word_maj(struct builder *builder, struct word *out, const struct word *x, const struct word *y,
              const struct word *z);

/* Adds 2^shift * word. SHAPE only. */
void lc_add_word(struct builder *builder, struct lc *lc, const struct word *word, unsigned shift);

#endif
