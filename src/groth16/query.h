/* A compact assignment as the scalars of one query of the key. Private to the CPU backend.
 *
 * A query has a point for each variable that is present, inputs before aux; the scalars are made in
 * the same order: boolean wires as bits, inputs and wide wires as a list. */
#ifndef CUZK_GROTH16_QUERY_H
#define CUZK_GROTH16_QUERY_H

#include "msm/msm.h"
#include "r1cs/assignment.h"

enum query_kind {
    QUERY_L, /* every aux */
    QUERY_A, /* every input, aux that occur in A */
    QUERY_B, /* inputs and aux that occur in B */
};

struct query {
    struct msm_mixed mixed; /* borrows from the arrays below, or from the assignment */
    uint64_t *bits;
    uint32_t *wide_index;
    fr *wide_scalars;
};

/* Borrows the assignment. Errors: OUT_OF_MEMORY. Free with query_free, which wipes. */
enum status query_make(struct query *out, enum query_kind kind,
                       const struct r1cs_matrices *matrices, const struct assignment *assignment,
                       struct error *err);
void query_free(struct query *query); /* zeroed struct is fine */

/* Bytes that query_make allocates, at most. */
size_t query_bytes(enum query_kind kind, const struct r1cs_matrices *matrices);

#endif
