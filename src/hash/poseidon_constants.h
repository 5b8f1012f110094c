/* The four generated constant sets (scripts/gen_poseidon.py); use poseidon_of_arity. */
#ifndef CUZK_HASH_POSEIDON_CONSTANTS_H
#define CUZK_HASH_POSEIDON_CONSTANTS_H

#include "hash/poseidon.h"

extern const struct poseidon poseidon_2, poseidon_4, poseidon_8, poseidon_11;

#endif
