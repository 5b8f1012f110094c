#include "circuit/poseidon.h"

#include <assert.h>

enum {
    HALF_FULL_ROUNDS = POSEIDON_FULL_ROUNDS / 2,
    PARTIAL_ROUNDS_MAX = 60,
    BASIS_MAX = POSEIDON_WIDTH_MAX + PARTIAL_ROUNDS_MAX,
};

/* An element of the state: a wire, or a combination of the wires of the basis. */
struct element {
    bool is_wire;
    wire wire;
    fr coefficients[BASIS_MAX];
};

/* SHAPE mode: the state as combinations of the S-box outputs since the last full round. */
struct state {
    struct builder *builder;
    const struct poseidon *poseidon;
    const fr *next_constant;
    wire next_wire;
    unsigned basis_count;
    wire basis[BASIS_MAX];
    struct element elements[POSEIDON_WIDTH_MAX];
};

static void add(struct state *state, enum matrix matrix, wire v, const fr *coefficient)
{
    struct lc *lc = builder_row(state->builder, matrix);
    if (coefficient == NULL) {
        lc_add(lc, v, COEFFICIENT_ONE);
    } else if (!fr_is_zero(coefficient)) {
        lc_add(lc, v, builder_coefficient(state->builder, coefficient));
    }
}

/* A wire for the element: its own, or a new one with a row. */
static wire ensure(struct state *state, unsigned index)
{
    struct element *element = &state->elements[index];
    if (!element->is_wire) {
        for (unsigned i = 0; i < state->basis_count; i++) {
            add(state, MATRIX_A, state->basis[i], &element->coefficients[i]);
        }
        element->wire = state->next_wire++;
        element->is_wire = true;
        add(state, MATRIX_B, WIRE_ONE, NULL);
        add(state, MATRIX_C, element->wire, NULL);
        builder_enforce(state->builder);
    }
    return element->wire;
}

/* element := (element + before)^5 + after; either constant may be NULL. */
static void sbox(struct state *state, unsigned index, const fr *before, const fr *after)
{
    wire l = ensure(state, index), l2 = state->next_wire++, l4 = state->next_wire++;
    wire l5 = state->next_wire++;
    for (enum matrix matrix = MATRIX_A; matrix <= MATRIX_B; matrix++) {
        add(state, matrix, l, NULL);
        if (before != NULL) {
            add(state, matrix, WIRE_ONE, before);
        }
    }
    add(state, MATRIX_C, l2, NULL);
    builder_enforce(state->builder);

    add(state, MATRIX_A, l2, NULL);
    add(state, MATRIX_B, l2, NULL);
    add(state, MATRIX_C, l4, NULL);
    builder_enforce(state->builder);

    add(state, MATRIX_A, l, NULL);
    if (before != NULL) {
        add(state, MATRIX_A, WIRE_ONE, before);
    }
    add(state, MATRIX_B, l4, NULL);
    add(state, MATRIX_C, l5, NULL);
    if (after != NULL) {
        fr minus;
        fr_neg(&minus, after);
        add(state, MATRIX_C, WIRE_ONE, &minus);
    }
    builder_enforce(state->builder);
    state->elements[index].wire = l5;
    state->elements[index].is_wire = true;
}

/* new_j = sum over i of matrix[i][j] old_i. Every element is a wire; first_scale (may be NULL) is
 * the factor of element 0, whose wire is then the constant one. */
static void mix_dense(struct state *state, const fr *matrix, const fr *first_scale)
{
    unsigned width = state->poseidon->width;
    for (unsigned i = 0; i < width; i++) {
        state->basis[i] = state->elements[i].wire;
    }
    state->basis_count = width;
    for (unsigned j = 0; j < width; j++) {
        struct element *element = &state->elements[j];
        element->is_wire = false;
        for (unsigned i = 0; i < width; i++) {
            element->coefficients[i] = matrix[i * width + j];
        }
        if (first_scale != NULL) {
            fr_mul(&element->coefficients[0], &element->coefficients[0], first_scale);
        }
    }
}

/* new_0 = sum of w_hat[i] old_i, new_j = old_j + v_rest[j - 1] old_0. Element 0 is a wire and joins
 * the basis. */
static void mix_sparse(struct state *state, const fr *w_hat, const fr *v_rest)
{
    unsigned width = state->poseidon->width, last = state->basis_count;
    struct element *first = &state->elements[0];
    assert(last < BASIS_MAX);
    for (unsigned q = 0; q < last; q++) {
        fr sum = fr_zero;
        for (unsigned j = 1; j < width; j++) {
            fr product;
            fr_mul(&product, &w_hat[j], &state->elements[j].coefficients[q]);
            fr_add(&sum, &sum, &product);
        }
        first->coefficients[q] = sum;
    }
    state->basis[last] = first->wire;
    state->basis_count++;
    first->coefficients[last] = w_hat[0];
    first->is_wire = false;
    for (unsigned j = 1; j < width; j++) {
        state->elements[j].coefficients[last] = v_rest[j - 1];
    }
}

static void first_round(struct state *state, const fr *tag)
{
    unsigned width = state->poseidon->width;
    const fr *before = state->next_constant, *after = before + width;
    state->next_constant += 2 * (size_t)width;
    fr sum, scale;
    fr_add(&sum, tag, &before[0]);
    fr_sqr(&scale, &sum);
    fr_sqr(&scale, &scale);
    fr_mul(&scale, &scale, &sum);
    fr_add(&scale, &scale, &after[0]);
    for (unsigned i = 1; i < width; i++) {
        sbox(state, i, &before[i], &after[i]);
    }
    state->elements[0].wire = WIRE_ONE;
    mix_dense(state, state->poseidon->mds, &scale);
}

static void full_round(struct state *state, const fr *matrix, bool with_constants)
{
    unsigned width = state->poseidon->width;
    for (unsigned i = 0; i < width; i++) {
        sbox(state, i, NULL, with_constants ? state->next_constant++ : NULL);
    }
    mix_dense(state, matrix, NULL);
}

/* All rows; returns the wire of the result. */
static wire record(struct state *state, const fr *tag, const struct num *preimage)
{
    const struct poseidon *poseidon = state->poseidon;
    unsigned width = poseidon->width;
    for (unsigned i = 1; i < width; i++) {
        state->elements[i].is_wire = true;
        state->elements[i].wire = preimage[i - 1].wire;
    }
    first_round(state, tag);
    full_round(state, poseidon->mds, true);
    full_round(state, poseidon->mds, true);
    full_round(state, poseidon->pre_sparse, true);
    for (size_t k = 0; k < poseidon->partial_rounds; k++) {
        sbox(state, 0, NULL, state->next_constant++);
        mix_sparse(state, &poseidon->sparse_w_hat[k * width],
                   &poseidon->sparse_v_rest[k * (width - 1)]);
    }
    for (int i = 0; i < HALF_FULL_ROUNDS; i++) {
        full_round(state, poseidon->mds, i + 1 < HALF_FULL_ROUNDS);
    }
    return ensure(state, 1);
}

void circuit_poseidon(struct builder *builder, struct num *out, unsigned arity, const fr *tag,
                      const struct num *preimage)
{
    const struct poseidon *poseidon = poseidon_of_arity(arity);
    assert(poseidon != NULL && poseidon->partial_rounds <= PARTIAL_ROUNDS_MAX);
    uint32_t count = (uint32_t)poseidon_wire_count(arity);
    wire first;
    fr *wires = builder_wide(builder, count, &first);
    if (wires != NULL) {
        fr values[POSEIDON_ARITY_MAX];
        for (unsigned i = 0; i < arity; i++) {
            values[i] = preimage[i].value;
        }
        poseidon_hash_wires(wires, poseidon, tag, values);
        out->value = wires[count - 1];
    } else {
        struct state state = {
            .builder = builder,
            .poseidon = poseidon,
            .next_constant = poseidon->compressed,
            .next_wire = first,
        };
        wire result = record(&state, tag, preimage);
        assert(result == first + count - 1);
        (void)result;
        out->value = fr_zero;
    }
    out->wire = first + count - 1;
}

void circuit_poseidon_tree(struct builder *builder, struct num *out, unsigned arity,
                           const struct num *preimage)
{
    fr tag;
    poseidon_tag_tree(&tag, arity);
    circuit_poseidon(builder, out, arity, &tag, preimage);
}

void circuit_poseidon_hash2(struct builder *builder, struct num *out, const struct num *x,
                            const struct num *y)
{
    const struct num preimage[2] = {*x, *y};
    circuit_poseidon_tree(builder, out, 2, preimage);
}
