/* The SHAPE half of the builder: rows into blocks, blocks into matrices. Private to r1cs/. */
#ifndef CUZK_R1CS_RECORDER_H
#define CUZK_R1CS_RECORDER_H

#include "r1cs/lc.h"
#include "r1cs/matrices.h"

/* Where wires and rows stand. */
struct recorder_position {
    uint32_t row, aux, input;
};

struct block_record {
    bool shared; /* made by builder_block_begin; `kind` says which */
    unsigned kind;
    uint32_t row_count, aux_count, input_count;
    uint32_t *term_start;
    size_t start_count, start_capacity;
    wire_ref *term_wire;
    uint16_t *term_coefficient;
    size_t term_count, term_capacity;
    uint64_t *wide_bits;
    size_t wide_words;
};

struct recorder {
    struct coefficients coefficients;
    struct block_record *blocks; /* the last one takes rows while `open` */
    uint32_t block_count, block_capacity;
    struct r1cs_instance *instances;
    uint32_t instance_count, instance_capacity;
    struct recorder_position base; /* of the open block */
    uint32_t row_count;            /* of the whole system so far */
    uint32_t pointer_base, pointer_count;
    bool flat, open;
    struct lc row[3];
};

/* All return false when memory is out; a free recorder is a zeroed one. */
bool recorder_init(struct recorder *recorder, bool flat);
void recorder_free(struct recorder *recorder);

/* Closes what is open (dropping it when empty) and opens the next block. */
bool recorder_open(struct recorder *recorder, const struct recorder_position *at, bool shared,
                   unsigned kind, uint32_t pointer_base, uint32_t pointer_count);
void recorder_close(struct recorder *recorder, const struct recorder_position *at);

/* Adds an instance of the recorded block of that kind and advances *at; *found false when there is
 * none yet. */
bool recorder_repeat(struct recorder *recorder, struct recorder_position *at, unsigned kind,
                     uint32_t pointer_base, bool *found);

/* Normalized combinations become the next row. */
bool recorder_row(struct recorder *recorder, const struct lc *const row[3]);

/* Aux wires [first, first + count), absolute, of the open block are wide. */
bool recorder_mark_wide(struct recorder *recorder, uint32_t first, uint32_t count);

/* Moves everything into *out and completes it. Errors: OUT_OF_MEMORY. */
enum status recorder_finish(struct recorder *recorder, struct r1cs_matrices *out,
                            const struct recorder_position *at, struct error *err);

#endif
