/* Sums of words modulo 2^32, with their equalities packed many to a constraint.
 *
 * An addition allocates the bits of the full sum, and hands "operands = result bits" to the packer,
 * which shifts equalities next to each other as long as they fit 253 bits. Rows therefore come
 * late, after wires that were allocated since. */
#ifndef CUZK_CIRCUIT_MULTIEQ_H
#define CUZK_CIRCUIT_MULTIEQ_H

#include "circuit/word.h"

#define ADDITION_OPERANDS_MAX 10

struct multieq {
    struct builder *builder;
    struct lc left, right;
    unsigned bits_used;
};

void multieq_init(struct multieq *multieq, struct builder *builder);
void multieq_finish(struct multieq *multieq); /* emits what is pending, frees */

/* out = sum of 2 .. ADDITION_OPERANDS_MAX words; out aliases none. */
void multieq_add(struct multieq *multieq, struct word *out, const struct word *const *operands,
                 unsigned count);

#endif
