/* The constraint matrices of a circuit, compact: what repeats is stored once.
 *
 * A system is a list of instances; each instance is one block of rows placed at given bases. A
 * block holds its rows as terms (wire reference, index into a dictionary of coefficients), A, B, C
 * of a row one after the other. A wire reference says by its class what its index is relative to,
 * so one block serves every repetition (filecoin circuits repeat per challenge, sector, ..). A
 * circuit without repetition is one block with one instance. Everything is a plain array of
 * fixed-width integers that a GPU can read as it is. Rows are in order of emission; the rows that
 * Groth16 appends for the inputs are not stored. Source: docs/formats.md. */
#ifndef CUZK_R1CS_MATRICES_H
#define CUZK_R1CS_MATRICES_H

#include "base/threads.h"
#include "field/fr.h"

/* A wire reference: class in the top 3 bits, index in the low 29. */
typedef uint32_t wire_ref;

enum wire_class {
    WIRE_INPUT,         /* input number index; 0 is the constant one */
    WIRE_AUX,           /* aux number index */
    WIRE_BLOCK_INPUT,   /* input_base + index */
    WIRE_BLOCK_AUX,     /* aux_base + index */
    WIRE_BLOCK_POINTER, /* aux pointer_base + index: aux wires outside the block that move with the
                           instance */
};
#define WIRE_CLASS_SHIFT 29
#define WIRE_INDEX_MAX   ((1u << WIRE_CLASS_SHIFT) - 1)

static inline wire_ref wire_ref_make(enum wire_class class, uint32_t index)
{
    return (uint32_t) class << WIRE_CLASS_SHIFT | index;
}
static inline enum wire_class wire_ref_class(wire_ref ref)
{
    return (enum wire_class)(ref >> WIRE_CLASS_SHIFT);
}
static inline uint32_t wire_ref_index(wire_ref ref)
{
    return ref & WIRE_INDEX_MAX;
}

enum matrix { MATRIX_A, MATRIX_B, MATRIX_C };

struct r1cs_block {
    uint32_t row_count, aux_count, input_count; /* what one instance adds to the system */
    /* Terms of matrix k of row i are [term_start[3 i + k], term_start[3 i + k + 1]). 3 row_count +
     * 1 entries. Within a matrix of a row: inputs before aux, rising index (once placed), no zero
     * coefficient, each wire once. */
    const uint32_t *term_start;
    const wire_ref *term_wire;
    const uint16_t *term_coefficient; /* index into the dictionary */
    uint64_t term_count;
    const uint64_t *wide_bits; /* bit i set: aux i of the block is a full field element; clear:
                                  boolean by construction */
};

struct r1cs_instance {
    uint32_t block;
    uint32_t row_base, aux_base, input_base; /* first row, aux, input of this instance */
    uint32_t pointer_base;                   /* aux index for WIRE_BLOCK_POINTER */
};

struct r1cs_matrices {
    uint32_t row_count;   /* constraints, without the appended input rows */
    uint32_t input_count; /* with the constant one */
    uint32_t aux_count;
    uint32_t wide_aux_count;
    unsigned domain_log2; /* smallest power of two >= row_count + input_count */
    uint64_t term_count[3];

    const fr *coefficients; /* dictionary, Montgomery form; begins 1, -1, 2, -2 */
    uint32_t coefficient_count;
    const struct r1cs_block *blocks;
    uint32_t block_count;
    const struct r1cs_instance *instances; /* in order of rows, gapless */
    uint32_t instance_count;

    /* Over the whole system, bit i of the wire in bit i mod 64 of word i / 64. */
    const uint64_t *wide_bits;     /* aux */
    const uint32_t *wide_rank;     /* wide aux before each word of wide_bits */
    const uint64_t *a_aux_density; /* aux that occur in A */
    const uint64_t *b_aux_density; /* aux that occur in B */
    const uint64_t
        *b_input_density; /* inputs that occur in B; in A every input is present (appended rows) */
    uint32_t a_aux_count, b_aux_count, b_input_count;

    void *storage; /* what owns the arrays */
};

/* Computes what follows from the rest: counts of terms and wide wires, domain_log2, bitmaps and
 * ranks. Given: row, input and aux counts, coefficients, blocks, instances, all from malloc, and
 * storage not NULL, with which the struct owns them. On error everything is freed. Errors:
 * OUT_OF_MEMORY. */
enum status r1cs_matrices_complete(struct r1cs_matrices *matrices, struct error *err);

void r1cs_matrices_free(struct r1cs_matrices *matrices);

/* Bytes of all arrays, resident. */
size_t r1cs_matrices_bytes(const struct r1cs_matrices *matrices);

/* Absolute index of a reference within an instance; *is_input says which kind. */
static inline uint32_t r1cs_place(const struct r1cs_instance *instance, wire_ref ref,
                                  bool *is_input)
{
    enum wire_class class = wire_ref_class(ref);
    uint32_t index = wire_ref_index(ref);
    *is_input = class == WIRE_INPUT || class == WIRE_BLOCK_INPUT;
    switch (class) {
    case WIRE_BLOCK_INPUT:
        return instance->input_base + index;
    case WIRE_BLOCK_AUX:
        return instance->aux_base + index;
    case WIRE_BLOCK_POINTER:
        return instance->pointer_base + index;
    case WIRE_INPUT:
    case WIRE_AUX:
        break;
    }
    return index;
}

#endif
