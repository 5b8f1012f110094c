/* Poseidon as a circuit: wires only at the S-boxes, linear layers inside combinations. */
#ifndef CUZK_CIRCUIT_POSEIDON_H
#define CUZK_CIRCUIT_POSEIDON_H

#include "circuit/num.h"
#include "hash/poseidon.h"

/* out = Poseidon of `arity` numbers under a tag; out may be one of them. arity: one that
 * poseidon_of_arity knows. */
void circuit_poseidon(struct builder *builder, struct num *out, unsigned arity, const fr *tag,
                      const struct num *preimage);

/* Under the tag of trees, columns and hash2. */
void circuit_poseidon_tree(struct builder *builder, struct num *out, unsigned arity,
                           const struct num *preimage);

/* Arity 2 of (x, y). */
void circuit_poseidon_hash2(struct builder *builder, struct num *out, const struct num *x,
                            const struct num *y);

#endif
