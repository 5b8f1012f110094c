/* A node among its siblings: the inputs of the hash one level up. */
#ifndef CUZK_CIRCUIT_INSERTION_H
#define CUZK_CIRCUIT_INSERTION_H

#include "circuit/num.h"

#define INSERTION_ARITY_MAX 8

/* out[0 .. arity - 1] = siblings with `element` inserted at the position given by the index bits
 * (log2 arity of them, least significant first). arity is 2, 4 or 8; siblings are arity - 1. */
void circuit_insert(struct builder *builder, struct num *out, const struct num *element,
                    const struct bit *index, const struct num *siblings, unsigned arity);

#endif
