#include "hash/poseidon.h"

#include <assert.h>
#include <string.h>

#include "hash/poseidon_constants.h"

#define HALF_ROUNDS (POSEIDON_FULL_ROUNDS / 2)

const struct poseidon *poseidon_of_arity(unsigned arity)
{
    switch (arity) {
    case 2:
        return &poseidon_2;
    case 4:
        return &poseidon_4;
    case 8:
        return &poseidon_8;
    case 11:
        return &poseidon_11;
    default:
        return NULL;
    }
}

void poseidon_tag_tree(fr *out, unsigned arity)
{
    assert(arity >= 1 && arity < 64);
    fr_from_u64(out, ((uint64_t)1 << arity) - 1);
}

void poseidon_tag_randomness(fr *out)
{
    fr_from_u64(out, (uint64_t)1 << 40);
}

/* --- plain form --- */

static void fifth_power(fr *x)
{
    fr square, fourth;
    fr_sqr(&square, x);
    fr_sqr(&fourth, &square);
    fr_mul(x, &fourth, x);
}

static void apply_dense(fr *state, const fr *matrix, unsigned width)
{
    fr out[POSEIDON_WIDTH_MAX], term;
    for (unsigned j = 0; j < width; j++) {
        fr_mul(&out[j], &matrix[j], &state[0]);
        for (unsigned i = 1; i < width; i++) {
            fr_mul(&term, &matrix[i * width + j], &state[i]);
            fr_add(&out[j], &out[j], &term);
        }
    }
    memcpy(state, out, width * sizeof *state);
}

void poseidon_hash_plain(fr *out, const struct poseidon *poseidon, const fr *tag,
                         const fr *preimage)
{
    const unsigned width = poseidon->width;
    const unsigned rounds = POSEIDON_FULL_ROUNDS + poseidon->partial_rounds;
    fr state[POSEIDON_WIDTH_MAX];
    state[0] = *tag;
    memcpy(state + 1, preimage, poseidon->arity * sizeof *state);

    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < width; i++)
            fr_add(&state[i], &state[i], &poseidon->round_constants[round * width + i]);
        bool full = round < HALF_ROUNDS || round >= rounds - HALF_ROUNDS;
        for (unsigned i = 0; i < (full ? width : 1); i++)
            fifth_power(&state[i]);
        apply_dense(state, poseidon->mds, width);
    }
    *out = state[1];
}

/* --- optimized form, with or without the circuit's wires --- */

/* Where the next wire goes; NULL keeps none. */
struct wire_writer {
    fr *next;
};

static inline void write_wire(struct wire_writer *writer, const fr *value)
{
    if (writer->next != NULL)
        *writer->next++ = *value;
}

/* x := (x + pre)^5 + post; wires: the square, the fourth power, the result. */
static inline void sbox(struct wire_writer *writer, fr *x, const fr *pre, const fr *post)
{
    fr base = *x, square, fourth;
    if (pre != NULL)
        fr_add(&base, &base, pre);
    fr_sqr(&square, &base);
    fr_sqr(&fourth, &square);
    fr_mul(x, &fourth, &base);
    if (post != NULL)
        fr_add(x, x, post);
    write_wire(writer, &square);
    write_wire(writer, &fourth);
    write_wire(writer, x);
}

static inline void full_round(struct wire_writer *writer, fr *state, unsigned width, const fr *post,
                              const fr *matrix)
{
    for (unsigned i = 0; i < width; i++) {
        write_wire(writer, &state[i]);
        sbox(writer, &state[i], NULL, post != NULL ? &post[i] : NULL);
    }
    apply_dense(state, matrix, width);
}

/* The tag is a constant, so element 0 has no wires; the others already are wires. */
static inline void first_round(struct wire_writer *writer, fr *state,
                               const struct poseidon *poseidon)
{
    const unsigned width = poseidon->width;
    const fr *pre = poseidon->compressed, *post = pre + width;
    struct wire_writer none = {NULL};
    sbox(&none, &state[0], &pre[0], &post[0]);
    for (unsigned i = 1; i < width; i++)
        sbox(writer, &state[i], &pre[i], &post[i]);
    apply_dense(state, poseidon->mds, width);
}

static inline void apply_sparse(fr *state, const fr *w_hat, const fr *v_rest, unsigned width)
{
    fr first, term;
    fr_mul(&first, &w_hat[0], &state[0]);
    for (unsigned i = 1; i < width; i++) {
        fr_mul(&term, &w_hat[i], &state[i]);
        fr_add(&first, &first, &term);
    }
    for (unsigned j = 1; j < width; j++) {
        fr_mul(&term, &v_rest[j - 1], &state[0]);
        fr_add(&state[j], &state[j], &term);
    }
    state[0] = first;
}

static void permute(fr *out, struct wire_writer *writer, const struct poseidon *poseidon,
                    const fr *tag, const fr *preimage)
{
    const unsigned width = poseidon->width;
    fr state[POSEIDON_WIDTH_MAX];
    state[0] = *tag;
    memcpy(state + 1, preimage, poseidon->arity * sizeof *state);

    first_round(writer, state, poseidon);
    const fr *next = poseidon->compressed + 2 * width;
    for (unsigned round = 1; round < HALF_ROUNDS; round++, next += width)
        full_round(writer, state, width, next,
                   round == HALF_ROUNDS - 1 ? poseidon->pre_sparse : poseidon->mds);
    for (unsigned k = 0; k < poseidon->partial_rounds; k++, next++) {
        write_wire(writer, &state[0]);
        sbox(writer, &state[0], NULL, next);
        apply_sparse(state, poseidon->sparse_w_hat + k * width,
                     poseidon->sparse_v_rest + k * (width - 1), width);
    }
    for (unsigned round = 0; round < HALF_ROUNDS; round++, next += width)
        full_round(writer, state, width, round < HALF_ROUNDS - 1 ? next : NULL, poseidon->mds);
    write_wire(writer, &state[1]);
    *out = state[1];
}

void poseidon_hash(fr *out, const struct poseidon *poseidon, const fr *tag, const fr *preimage)
{
    struct wire_writer none = {NULL};
    permute(out, &none, poseidon, tag, preimage);
}

void poseidon_hash_tree(fr *out, unsigned arity, const fr *preimage)
{
    const struct poseidon *poseidon = poseidon_of_arity(arity);
    assert(poseidon != NULL);
    fr tag;
    poseidon_tag_tree(&tag, arity);
    poseidon_hash(out, poseidon, &tag, preimage);
}

size_t poseidon_wire_count(unsigned arity)
{
    const struct poseidon *poseidon = poseidon_of_arity(arity);
    assert(poseidon != NULL);
    /* Three an sbox, one more where the input is not a wire yet, and the result. */
    return 3 * arity +
           4 * ((POSEIDON_FULL_ROUNDS - 1) * poseidon->width + poseidon->partial_rounds) + 1;
}

void poseidon_hash_wires(fr *wires, const struct poseidon *poseidon, const fr *tag,
                         const fr *preimage)
{
    struct wire_writer writer = {wires};
    fr result;
    permute(&result, &writer, poseidon, tag, preimage);
}
