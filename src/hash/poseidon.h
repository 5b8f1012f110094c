/* Poseidon over Fr with Filecoin's constants (x^5, 8 full rounds, width = arity + 1, result =
 * element 1).
 *
 * Arities 2, 4, 8 and 11. The constants are generated (scripts/gen_poseidon.py) and their digests
 * tested. Two forms: the plain permutation (round constants, dense matrix every round), kept as the
 * reference; and the optimized one (compressed constants, sparse matrices in the partial rounds),
 * whose intermediate values are the wires of the circuit. Source: Grassi et al., eprint 2019/458;
 * docs/math.md. */
#ifndef CUZK_HASH_POSEIDON_H
#define CUZK_HASH_POSEIDON_H

#include "field/fr.h"

#define POSEIDON_ARITY_MAX   11
#define POSEIDON_WIDTH_MAX   12
#define POSEIDON_FULL_ROUNDS 8

struct poseidon {
    unsigned arity, width, partial_rounds;
    const fr *round_constants; /* (8 + partial_rounds) * width, row by round */
    const fr *compressed;      /* 8 * width + partial_rounds, in order of use */
    const fr *mds;             /* width * width, [i][j] at i * width + j, symmetric */
    const fr *pre_sparse;      /* width * width */
    const fr *sparse_w_hat;    /* partial_rounds * width */
    const fr *sparse_v_rest;   /* partial_rounds * (width - 1) */
};

/* The static parameters of an arity; NULL for an arity that Filecoin does not use. */
const struct poseidon *poseidon_of_arity(unsigned arity);

/* Domain tags (state element 0): trees, columns and hash2 use 2^arity - 1; SnapDeals randomness
 * 2^40. */
void poseidon_tag_tree(fr *out, unsigned arity);
void poseidon_tag_randomness(fr *out);

/* Hash of `arity` elements under a tag. */
void poseidon_hash(fr *out, const struct poseidon *poseidon, const fr *tag, const fr *preimage);
void poseidon_hash_plain(fr *out, const struct poseidon *poseidon, const fr *tag,
                         const fr *preimage);

/* Tree tag. */
void poseidon_hash_tree(fr *out, unsigned arity, const fr *preimage);

/* Hash that also writes the circuit's wires, in allocation order: per sbox l (when the input was
 * not a wire), l^2, l^4, l^5 + post; the last is the result. wires: poseidon_wire_count(arity) =
 * 311, 377, 505, 598 elements. */
size_t poseidon_wire_count(unsigned arity);
void poseidon_hash_wires(fr *wires, const struct poseidon *poseidon, const fr *tag,
                         const fr *preimage);

#endif
