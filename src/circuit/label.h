/* PoRep labels: SHA-256 of replica id, layer, node and 37 parents. */
#ifndef CUZK_CIRCUIT_LABEL_H
#define CUZK_CIRCUIT_LABEL_H

#include "circuit/num.h"

#define LABEL_PARENTS 37

/* *out = label of a node in a layer (a constant). node: its 64 bits, low word first. parents: the
 * parent_count distinct ones; the 37 of the hash go through them again and again. */
void circuit_label(struct builder *builder, struct num *out, const struct stream_bits *replica_id,
                   uint32_t layer, const struct word node[2],
                   const struct stream_bits *const *parents, unsigned parent_count);

#endif
