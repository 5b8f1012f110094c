#include "r1cs/toy.h"

enum { ADDEND = 5, FREE_INPUT = 7 };

static wire alloc(struct builder *builder, const fr *value)
{
    wire v;
    fr *out = builder_wide(builder, 1, &v);
    if (out != NULL) {
        *out = *value;
    }
    return v;
}

/* a b = c. */
static void enforce_product(struct builder *builder, wire a, wire b, wire c)
{
    lc_add(builder_row(builder, MATRIX_A), a, COEFFICIENT_ONE);
    lc_add(builder_row(builder, MATRIX_B), b, COEFFICIENT_ONE);
    lc_add(builder_row(builder, MATRIX_C), c, COEFFICIENT_ONE);
    builder_enforce(builder);
}

/* v square = next - v - 5. */
static void enforce_round(struct builder *builder, wire v, wire square, wire next)
{
    fr minus_addend;
    fr_from_u64(&minus_addend, ADDEND);
    fr_neg(&minus_addend, &minus_addend);
    lc_add(builder_row(builder, MATRIX_A), v, COEFFICIENT_ONE);
    lc_add(builder_row(builder, MATRIX_B), square, COEFFICIENT_ONE);
    struct lc *c = builder_row(builder, MATRIX_C);
    lc_add(c, next, COEFFICIENT_ONE);
    lc_add(c, v, COEFFICIENT_MINUS_ONE);
    lc_add_constant(c, &minus_addend);
    builder_enforce(builder);
}

void toy_circuit(struct builder *builder, unsigned rounds, const fr *x)
{
    bool shape = builder_is_shape(builder);
    fr addend, value = x != NULL ? *x : fr_zero;
    fr_from_u64(&addend, ADDEND);
    wire v = alloc(builder, &value);
    for (unsigned i = 0; i < rounds; i++) {
        fr squared, next;
        fr_sqr(&squared, &value);
        wire square = alloc(builder, &squared);
        if (shape) {
            enforce_product(builder, v, v, square);
        }
        fr_mul(&next, &value, &squared);
        fr_add(&next, &next, &value);
        fr_add(&next, &next, &addend);
        wire out = i + 1 == rounds ? builder_input(builder, &next) : alloc(builder, &next);
        if (shape) {
            enforce_round(builder, v, square, out);
        }
        value = next;
        v = out;
    }
    fr free_value;
    fr_from_u64(&free_value, FREE_INPUT);
    builder_input(builder, &free_value);
    wire bit = builder_bits(builder, 1, 1);
    if (shape) {
        builder_enforce_boolean(builder, bit);
    }
}

enum status toy_matrices(struct r1cs_matrices *out, unsigned rounds, struct error *err)
{
    struct builder builder;
    enum status status = builder_init_shape(&builder, false, err);
    if (status != STATUS_OK) {
        return status;
    }
    toy_circuit(&builder, rounds, NULL);
    return builder_finish_shape(&builder, out, err);
}

enum status toy_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                           unsigned rounds, const fr *x, struct error *err)
{
    struct builder builder;
    enum status status = builder_init_witness(&builder, matrices, err);
    if (status != STATUS_OK) {
        return status;
    }
    toy_circuit(&builder, rounds, x);
    return builder_finish_witness(&builder, out, err);
}
