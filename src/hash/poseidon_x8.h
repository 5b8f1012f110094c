/* Eight Poseidon hashes of one arity at once, under the tree tag.
 *
 * With AVX-512 IFMA (cpu_level() CPU_IFMA) eight lanes of one permutation, about eight times the
 * throughput of poseidon_hash; otherwise eight calls of it. The results are the same. */
#ifndef CUZK_HASH_POSEIDON_X8_H
#define CUZK_HASH_POSEIDON_X8_H

#include "hash/poseidon.h"

#define POSEIDON_LANES 8

struct poseidon_x8; /* constants prepared for multiplication; 0.3 MB for arity 11 */

/* arity: one of poseidon_of_arity. Errors: OUT_OF_MEMORY. */
enum status poseidon_x8_make(struct poseidon_x8 **out, unsigned arity, struct error *err);
void poseidon_x8_free(struct poseidon_x8 *poseidon); /* NULL is fine */

/* preimages: element i of lane l at l * arity + i. May be called from many threads. */
void poseidon_x8_hash(fr out[POSEIDON_LANES], const struct poseidon_x8 *poseidon,
                      const fr *preimages);

/* Also the wires of poseidon_hash_wires: those of lane l from l * poseidon_wire_count(arity) on. */
void poseidon_x8_hash_wires(fr *wires, const struct poseidon_x8 *poseidon, const fr *preimages);

#endif
