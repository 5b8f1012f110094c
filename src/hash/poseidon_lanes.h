/* The permutation on eight lanes of AVX-512 IFMA; behind poseidon_x8.h. Call only when cpu_level()
 * is CPU_IFMA. */
#ifndef CUZK_HASH_POSEIDON_LANES_H
#define CUZK_HASH_POSEIDON_LANES_H

#include "hash/poseidon.h"

#ifdef __x86_64__

struct poseidon_lanes;

enum status poseidon_lanes_make(struct poseidon_lanes **out, const struct poseidon *poseidon,
                                struct error *err);
void poseidon_lanes_free(struct poseidon_lanes *lanes);

/* wires may be NULL. Layouts as in poseidon_x8.h. */
void poseidon_lanes_hash(fr out[8], fr *wires, const struct poseidon_lanes *lanes,
                         const fr *preimages);

#endif

#endif
