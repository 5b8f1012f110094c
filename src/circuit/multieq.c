#include "circuit/multieq.h"

#include <assert.h>

enum { BATCH_BITS = 254 }; /* an equality that would reach this many opens a new batch */

void multieq_init(struct multieq *multieq, struct builder *builder)
{
    *multieq = (struct multieq){.builder = builder};
}

static void flush(struct multieq *multieq)
{
    struct lc *one = builder_row(multieq->builder, MATRIX_B);
    lc_add(one, WIRE_ONE, COEFFICIENT_ONE);
    builder_enforce_lcs(multieq->builder, &multieq->left, one, &multieq->right);
    lc_clear(one);
    lc_clear(&multieq->left);
    lc_clear(&multieq->right);
    multieq->bits_used = 0;
}

void multieq_finish(struct multieq *multieq)
{
    if (multieq->bits_used > 0) {
        flush(multieq);
    }
    lc_free(&multieq->left);
    lc_free(&multieq->right);
}

static void enforce_sum(struct multieq *multieq, const struct word *const *operands, unsigned count,
                        wire first, unsigned bits)
{
    struct builder *builder = multieq->builder;
    for (unsigned i = 0; i < bits; i++) {
        builder_enforce_boolean(builder, first + i);
    }
    if (multieq->bits_used + bits >= BATCH_BITS) {
        flush(multieq);
    }
    for (unsigned i = 0; i < count; i++) {
        lc_add_word(builder, &multieq->left, operands[i], multieq->bits_used);
    }
    for (unsigned i = 0; i < bits; i++) {
        lc_add(&multieq->right, first + i, builder_power(builder, multieq->bits_used + i, false));
    }
    multieq->bits_used += bits;
}

void multieq_add(struct multieq *multieq, struct word *out, const struct word *const *operands,
                 unsigned count)
{
    assert(count >= 2 && count <= ADDITION_OPERANDS_MAX);
    struct builder *builder = multieq->builder;
    uint64_t sum = 0;
    uint32_t constant = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        sum += operands[i]->value;
        constant &= operands[i]->constant;
    }
    if (constant == UINT32_MAX) {
        word_constant(out, (uint32_t)sum);
        return;
    }
    unsigned bits = 64 - (unsigned)__builtin_clzll((uint64_t)count * UINT32_MAX);
    wire first = builder_bits(builder, sum, bits);
    word_of_wires(builder, out, (uint32_t)sum, first, WORD_BITS);
    if (builder_is_shape(builder)) {
        enforce_sum(multieq, operands, count, first, bits);
    }
}
