/* An assignment in compact form: a bitmap for boolean wires, a dense array for wide ones.
 *
 * Which aux wires are wide is a property of the circuit (matrices->wide_bits), not of the values.
 * Aux i boolean: its value is bit i of `bits`. Aux i wide: bit i of `bits` is 0 and its value is
 * wide[rank of i among the wide ones]. About 70 MB for a 32 GiB PoRep partition. Witness values are
 * secret: assignment_free wipes them. */
#ifndef CUZK_R1CS_ASSIGNMENT_H
#define CUZK_R1CS_ASSIGNMENT_H

#include "r1cs/matrices.h"

struct assignment {
    uint32_t input_count; /* with the constant one */
    uint32_t aux_count;
    uint32_t wide_count;
    fr *inputs;     /* [0] = 1 */
    uint64_t *bits; /* (aux_count + 63) / 64 words */
    fr *wide;
};

/* Zeroed arrays of the given dimensions (inputs[0] = 1). Owns; free with assignment_free. Errors:
 * OUT_OF_MEMORY. */
enum status assignment_make(struct assignment *out, uint32_t input_count, uint32_t aux_count,
                            uint32_t wide_count, struct error *err);
void assignment_free(struct assignment *assignment); /* wipes; zeroed struct is fine */
size_t assignment_bytes(const struct assignment *assignment);

/* COUNT_MISMATCH with both numbers when the assignment's dimensions are not the matrices';
 * INVALID_ARGUMENT when a wide wire has its bit set or inputs[0] is not 1. */
enum status assignment_check(const struct assignment *assignment,
                             const struct r1cs_matrices *matrices, struct error *err);

/* Value of aux wires [first, first + count), dense Montgomery form: for digests and tests. */
void assignment_expand(fr *out, const struct assignment *assignment,
                       const struct r1cs_matrices *matrices, uint32_t first, uint32_t count);

/* out[i] = <row i of the matrix, assignment> for i < row_count + input_count (the appended rows
 * give the inputs for A, 0 for B and C), zeros up to out_count >= that. Multi-threaded, straight
 * from the compact form. */
void r1cs_evaluate(fr *out, size_t out_count, const struct r1cs_matrices *matrices,
                   enum matrix matrix, const struct assignment *assignment,
                   struct threads *threads);

/* Number of unsatisfied constraints and the first of them (row index; row_count when none). */
enum status r1cs_check(uint32_t *unsatisfied, uint32_t *first, const struct r1cs_matrices *matrices,
                       const struct assignment *assignment, struct threads *threads,
                       struct error *err);

#endif
