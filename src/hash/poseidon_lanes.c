#include "hash/poseidon_lanes.h"

#ifdef __x86_64__

#include <string.h>

#include "base/memory.h"
#include "field/fr_x8.h"

#define HALF_ROUNDS (POSEIDON_FULL_ROUNDS / 2)

/* Elements of the state are masked and below 1.04 r between operations (field/fr_x8.h). */
struct poseidon_lanes {
    const struct poseidon *poseidon;
    fr tag;
    /* In one block behind this struct, as in struct poseidon; columns of dense matrices together.
     */
    fr_x8_factor *mds, *pre_sparse, *w_hat, *v_rest;
};

/* A constant in all lanes. */
FR_X8_INLINE void broadcast(fr_x8 *out, const fr *a)
{
    __m512i word[4];
    for (int i = 0; i < 4; i++)
        word[i] = fr_x8_word(a->limb[i]);
    fr_x8_split(out, word);
}

/* a[0] w[0] + .. + a[count - 1] w[count - 1]. All columns are summed before the one reduction: the
 * value stays below 2^260 because of the constants (poseidon_lanes_make checks them). */
FR_X8_INLINE void dot(fr_x8 *out, const fr_x8 *a, const fr_x8_factor *w, unsigned count)
{
    __m512i low[FR_X8_LIMBS], high[FR_X8_LIMBS];
    FR_X8_UNROLL
    for (int j = 0; j < FR_X8_LIMBS; j++)
        low[j] = high[j] = _mm512_setzero_si512();
    for (unsigned k = 0; k < count; k++) {
        FR_X8_UNROLL
        for (int i = 0; i < FR_X8_LIMBS; i++) {
            FR_X8_UNROLL
            for (int j = 0; j < FR_X8_LIMBS; j++) {
                __m512i factor = fr_x8_word(w[k].limb[i][j]);
                low[j] = _mm512_madd52lo_epu64(low[j], a[k].limb[i], factor);
                high[j] = _mm512_madd52hi_epu64(high[j], a[k].limb[i], factor);
            }
        }
    }
    fr_x8 t;
    FR_X8_UNROLL
    for (int j = 0; j < FR_X8_LIMBS; j++)
        t.limb[j] = j + 1 < FR_X8_LIMBS ? _mm512_add_epi64(high[j], low[j + 1]) : high[j];
    fr_x8_reduce_column(t.limb, low[0]);
    fr_x8_reduce(out, &t);
}

/* a b: the product of Montgomery forms is 2^4 too small with the radix 2^260. Below 16.5 r before
 * the reduction. */
FR_X8_INLINE void multiply(fr_x8 *out, const fr_x8 *a, const fr_x8 *b)
{
    fr_x8 t;
    fr_x8_mul(&t, a, b);
    FR_X8_UNROLL
    for (int i = 0; i < FR_X8_LIMBS; i++)
        t.limb[i] = _mm512_slli_epi64(t.limb[i], 4);
    fr_x8_reduce(out, &t);
}

/* Where the next wires of the lanes go; NULL keeps none. */
struct wire_writer {
    fr *next;
    size_t stride;
};

static inline void write_wire(struct wire_writer *writer, const fr_x8 *value)
{
    if (writer->next != NULL) {
        fr_x8 canonical;
        fr_x8_canonical(&canonical, value);
        fr_x8_store(writer->next++, writer->stride, &canonical);
    }
}

/* x := (x + pre)^5 + post */
static void sbox(struct wire_writer *writer, fr_x8 *x, const fr *pre, const fr *post)
{
    fr_x8 base = *x, square, fourth, constant;
    if (pre != NULL) {
        broadcast(&constant, pre);
        fr_x8_add(&base, x, &constant);
        fr_x8_reduce(&base, &base);
    }
    multiply(&square, &base, &base);
    multiply(&fourth, &square, &square);
    multiply(x, &fourth, &base);
    if (post != NULL) {
        broadcast(&constant, post);
        fr_x8_add(x, x, &constant);
        fr_x8_reduce(x, x);
    }
    write_wire(writer, &square);
    write_wire(writer, &fourth);
    write_wire(writer, x);
}

static void apply_dense(fr_x8 *state, const fr_x8_factor *columns, unsigned width)
{
    fr_x8 out[POSEIDON_WIDTH_MAX];
    for (unsigned j = 0; j < width; j++)
        dot(&out[j], state, columns + j * width, width);
    memcpy(state, out, width * sizeof *state);
}

static void apply_sparse(fr_x8 *state, const fr_x8_factor *w_hat, const fr_x8_factor *v_rest,
                         unsigned width)
{
    fr_x8 first, t;
    dot(&first, state, w_hat, width);
    for (unsigned j = 1; j < width; j++) {
        fr_x8_mul_factor_add(&t, &state[j], &state[0], &v_rest[j - 1]);
        fr_x8_reduce(&state[j], &t);
    }
    state[0] = first;
}

static void full_round(struct wire_writer *writer, fr_x8 *state, unsigned width, const fr *post,
                       const fr_x8_factor *columns)
{
    for (unsigned i = 0; i < width; i++) {
        write_wire(writer, &state[i]);
        sbox(writer, &state[i], NULL, post != NULL ? &post[i] : NULL);
    }
    apply_dense(state, columns, width);
}

/* The order of wires is that of poseidon_hash_wires. */
void poseidon_lanes_hash(fr out[8], fr *wires, const struct poseidon_lanes *lanes,
                         const fr *preimages)
{
    const struct poseidon *p = lanes->poseidon;
    const unsigned width = p->width;
    struct wire_writer writer = {wires, poseidon_wire_count(p->arity)}, none = {NULL, 0};
    fr_x8 state[POSEIDON_WIDTH_MAX];

    broadcast(&state[0], &lanes->tag);
    for (unsigned i = 0; i < p->arity; i++)
        fr_x8_load(&state[i + 1], preimages + i, p->arity);

    const fr *next = p->compressed + width;
    for (unsigned i = 0; i < width; i++, next++)
        sbox(i == 0 ? &none : &writer, &state[i], &p->compressed[i], next);
    apply_dense(state, lanes->mds, width);
    for (unsigned round = 1; round < HALF_ROUNDS; round++, next += width)
        full_round(&writer, state, width, next,
                   round == HALF_ROUNDS - 1 ? lanes->pre_sparse : lanes->mds);
    for (unsigned k = 0; k < p->partial_rounds; k++, next++) {
        write_wire(&writer, &state[0]);
        sbox(&writer, &state[0], NULL, next);
        apply_sparse(state, lanes->w_hat + k * width, lanes->v_rest + k * (width - 1), width);
    }
    for (unsigned round = 0; round < HALF_ROUNDS; round++, next += width)
        full_round(&writer, state, width, round < HALF_ROUNDS - 1 ? next : NULL, lanes->mds);
    write_wire(&writer, &state[1]);
    fr_x8_canonical(&state[1], &state[1]);
    fr_x8_store(out, 1, &state[1]);
}

/* --- constants --- */

/* Whether the sum of a dot product stays below 2^260, 35.3 r, for all masked arguments below
 * 1.04 r: rows 0 to 3 are multiplied by less than 1, the last by less than 1/32. In units of the
 * top limb; 1 for what is below it, and r for the reduction. */
static bool dot_is_bounded(const fr_x8_factor *w, unsigned count)
{
    uint64_t sum = fr_x8_r[4] + 1;
    for (unsigned k = 0; k < count; k++) {
        for (int i = 0; i < FR_X8_LIMBS; i++)
            sum += i < FR_X8_LIMBS - 1 ? w[k].limb[i][4] + 1 : w[k].limb[i][4] / 32 + 1;
    }
    return sum <= FR_X8_MASK;
}

/* Columns of a dense matrix, each together. */
static bool make_columns(fr_x8_factor *out, const fr *matrix, unsigned width)
{
    bool bounded = true;
    for (unsigned j = 0; j < width; j++, out += width) {
        for (unsigned i = 0; i < width; i++)
            fr_x8_factor_make(&out[i], &matrix[i * width + j]);
        bounded = bounded && dot_is_bounded(out, width);
    }
    return bounded;
}

static bool make_sparse(struct poseidon_lanes *lanes)
{
    const struct poseidon *p = lanes->poseidon;
    bool bounded = true;
    for (unsigned k = 0; k < p->partial_rounds; k++) {
        fr_x8_factor *w = lanes->w_hat + k * p->width, *v = lanes->v_rest + k * p->arity;
        for (unsigned i = 0; i < p->width; i++)
            fr_x8_factor_make(&w[i], &p->sparse_w_hat[k * p->width + i]);
        for (unsigned i = 0; i < p->arity; i++)
            fr_x8_factor_make(&v[i], &p->sparse_v_rest[k * p->arity + i]);
        bounded = bounded && dot_is_bounded(w, p->width);
    }
    return bounded;
}

enum status poseidon_lanes_make(struct poseidon_lanes **out, const struct poseidon *p,
                                struct error *err)
{
    const size_t dense = p->width * p->width;
    const size_t count = 2 * dense + p->partial_rounds * (size_t)(p->width + p->arity);
    const size_t head = (sizeof(struct poseidon_lanes) + 63) / 64 * 64;
    void *memory = NULL;
    enum status status =
        memory_alloc(&memory, head + count * sizeof(fr_x8_factor), 1, "Poseidon constants", err);
    if (status != STATUS_OK)
        return status;
    struct poseidon_lanes *lanes = memory;
    lanes->poseidon = p;
    poseidon_tag_tree(&lanes->tag, p->arity);
    lanes->mds = (fr_x8_factor *)((char *)memory + head);
    lanes->pre_sparse = lanes->mds + dense;
    lanes->w_hat = lanes->pre_sparse + dense;
    lanes->v_rest = lanes->w_hat + p->partial_rounds * p->width;
    bool bounded = make_columns(lanes->mds, p->mds, p->width) &&
                   make_columns(lanes->pre_sparse, p->pre_sparse, p->width) && make_sparse(lanes);
    if (!bounded) {
        memory_free(lanes);
        return error_set(err, STATUS_INTERNAL, "poseidon",
                         "constants of arity %u are too large for one reduction", p->arity);
    }
    *out = lanes;
    return STATUS_OK;
}

void poseidon_lanes_free(struct poseidon_lanes *lanes)
{
    memory_free(lanes);
}

#else
typedef int poseidon_lanes_is_empty_here;
#endif
