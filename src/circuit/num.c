#include "circuit/num.h"

#include <assert.h>

void stream_of_number(const struct builder *builder, struct stream_bits *out,
                      const struct number_bits *in)
{
    for (int i = 0; i < 8; i++) {
        word_swap_bytes(builder, &out->words[i], &in->words[i]);
    }
}

void number_of_stream(const struct builder *builder, struct number_bits *out,
                      const struct stream_bits *in)
{
    for (int i = 0; i < 8; i++) {
        word_swap_bytes(builder, &out->words[i], &in->words[i]);
    }
}

void num_alloc(struct builder *builder, struct num *out, const fr *value)
{
    fr *written = builder_wide(builder, 1, &out->wire);
    if (written != NULL) {
        out->value = *value;
        *written = *value;
    } else {
        out->value = fr_zero;
    }
}

/* --- rows --- */

static void row_add(struct builder *builder, enum matrix matrix, wire v, uint32_t coefficient)
{
    lc_add(builder_row(builder, matrix), v, coefficient);
}

/* a | b | c, each one wire. */
static void enforce_product(struct builder *builder, wire a, wire b, wire c)
{
    row_add(builder, MATRIX_A, a, COEFFICIENT_ONE);
    row_add(builder, MATRIX_B, b, COEFFICIENT_ONE);
    row_add(builder, MATRIX_C, c, COEFFICIENT_ONE);
    builder_enforce(builder);
}

void num_inputize(struct builder *builder, const struct num *x)
{
    wire input = builder_input(builder, &x->value);
    if (builder_is_shape(builder)) {
        enforce_product(builder, input, WIRE_ONE, x->wire);
    }
}

void num_enforce_equal(struct builder *builder, const struct num *x, const struct num *y)
{
    if (builder_is_shape(builder)) {
        enforce_product(builder, x->wire, WIRE_ONE, y->wire);
    }
}

void num_mul(struct builder *builder, struct num *out, const struct num *x, const struct num *y)
{
    fr value;
    fr_mul(&value, &x->value, &y->value);
    wire a = x->wire, b = y->wire;
    num_alloc(builder, out, &value);
    if (builder_is_shape(builder)) {
        enforce_product(builder, a, b, out->wire);
    }
}

void num_square(struct builder *builder, struct num *out, const struct num *x)
{
    num_mul(builder, out, x, x);
}

void num_add(struct builder *builder, struct num *out, const struct num *x, const struct num *y)
{
    fr value;
    fr_add(&value, &x->value, &y->value);
    wire a = x->wire, b = y->wire;
    num_alloc(builder, out, &value);
    if (builder_is_shape(builder)) {
        row_add(builder, MATRIX_A, a, COEFFICIENT_ONE);
        enforce_product(builder, b, WIRE_ONE, out->wire);
    }
}

void num_sub(struct builder *builder, struct num *out, const struct num *x, const struct num *y)
{
    fr value;
    fr_sub(&value, &x->value, &y->value);
    wire a = x->wire, b = y->wire;
    num_alloc(builder, out, &value);
    if (builder_is_shape(builder)) {
        row_add(builder, MATRIX_A, out->wire, COEFFICIENT_ONE);
        enforce_product(builder, b, WIRE_ONE, a);
    }
}

/* --- bits --- */

void num_to_bits(struct builder *builder, struct number_bits *out, const struct num *x)
{
    fr_plain plain;
    fr_to_plain(&plain, &x->value);
    wire first = builder_bits(builder, plain.limb[0], 64);
    builder_bits(builder, plain.limb[1], 64);
    builder_bits(builder, plain.limb[2], 64);
    builder_bits(builder, plain.limb[3], FR_BITS - 192);
    for (unsigned i = 0; i < 8; i++) {
        word_of_wires(builder, &out->words[i], (uint32_t)(plain.limb[i / 2] >> (i % 2 * 32)),
                      first + WORD_BITS * i, i < 7 ? WORD_BITS : FR_BITS - 7 * WORD_BITS);
    }
    if (builder_is_shape(builder)) {
        for (unsigned i = 0; i < FR_BITS; i++) {
            builder_enforce_boolean(builder, first + i);
        }
        row_add(builder, MATRIX_C, x->wire, COEFFICIENT_MINUS_ONE);
        for (unsigned i = 0; i < FR_BITS; i++) {
            row_add(builder, MATRIX_C, first + i, builder_power(builder, i, false));
        }
        builder_enforce(builder);
    }
}

void bits_alloc(struct builder *builder, struct word *words, unsigned first, unsigned count,
                uint64_t value)
{
    for (unsigned i = 0; i < count; i++) {
        struct word *word = &words[(first + i) / WORD_BITS];
        if ((first + i) % WORD_BITS == 0) {
            word_constant(word, 0);
        }
        word_set_bit(word, (first + i) % WORD_BITS, bit_alloc(builder, value >> i & 1));
    }
}

/* Value of bits first .. first + count - 1, count <= PACK_BITS. */
static void packed_value(fr *out, const struct word *words, unsigned first, unsigned count)
{
    fr_plain plain = {{0}};
    for (unsigned i = 0; i < count; i++) {
        unsigned at = first + i;
        plain.limb[i / 64] |= (uint64_t)(words[at / WORD_BITS].value >> (at % WORD_BITS) & 1)
                              << (i % 64);
    }
    fr_from_plain(out, &plain);
}

/* Sum of 2^i bit_i | one | packed. */
static void enforce_packed(struct builder *builder, const struct word *words, unsigned first,
                           unsigned count, wire packed)
{
    struct lc *a = builder_row(builder, MATRIX_A);
    for (unsigned i = 0; i < count; i++) {
        unsigned at = first + i;
        lc_add_bit_power(builder, a, word_bit(&words[at / WORD_BITS], at % WORD_BITS), i);
    }
    row_add(builder, MATRIX_B, WIRE_ONE, COEFFICIENT_ONE);
    row_add(builder, MATRIX_C, packed, COEFFICIENT_ONE);
    builder_enforce(builder);
}

void num_pack(struct builder *builder, struct num *out, const struct word *words,
              unsigned bit_count)
{
    assert(bit_count <= PACK_BITS);
    fr value = fr_zero;
    if (!builder_is_shape(builder)) {
        packed_value(&value, words, 0, bit_count);
    }
    num_alloc(builder, out, &value);
    if (builder_is_shape(builder)) {
        enforce_packed(builder, words, 0, bit_count, out->wire);
    }
}

void pack_into_inputs(struct builder *builder, const struct word *words, unsigned bit_count)
{
    for (unsigned first = 0; first < bit_count; first += PACK_BITS) {
        unsigned count = bit_count - first < PACK_BITS ? bit_count - first : PACK_BITS;
        fr value = fr_zero;
        if (!builder_is_shape(builder)) {
            packed_value(&value, words, first, count);
        }
        wire input = builder_input(builder, &value);
        if (builder_is_shape(builder)) {
            enforce_packed(builder, words, first, count, input);
        }
    }
}

void num_of_hash(struct builder *builder, struct num *out, const struct stream_bits *hash)
{
    struct number_bits bits;
    number_of_stream(builder, &bits, hash);
    num_pack(builder, out, bits.words, PACK_BITS);
}

/* --- choices --- */

void num_pick(struct builder *builder, struct num *out, struct bit condition, const struct num *x,
              const struct num *y)
{
    fr value = condition.value ? x->value : y->value;
    wire a = x->wire, b = y->wire;
    num_alloc(builder, out, &value);
    if (builder_is_shape(builder)) { /* y - x | condition | y - out */
        row_add(builder, MATRIX_A, b, COEFFICIENT_ONE);
        row_add(builder, MATRIX_A, a, COEFFICIENT_MINUS_ONE);
        lc_add_bit(builder_row(builder, MATRIX_B), condition, COEFFICIENT_ONE);
        row_add(builder, MATRIX_C, b, COEFFICIENT_ONE);
        row_add(builder, MATRIX_C, out->wire, COEFFICIENT_MINUS_ONE);
        builder_enforce(builder);
    }
}

void num_select(struct builder *builder, struct num *out, struct num *list,
                const struct word *words, unsigned first, unsigned bit_count)
{
    for (unsigned k = bit_count; k-- > 0;) {
        unsigned at = first + k;
        struct bit bit = word_bit(&words[at / WORD_BITS], at % WORD_BITS);
        size_t half = (size_t)1 << k;
        for (size_t j = 0; j < half; j++) {
            num_pick(builder, &list[j], bit, &list[half + j], &list[j]);
        }
    }
    *out = list[0];
}
