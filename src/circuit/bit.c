#include "circuit/bit.h"

/* A wire made by an operation: boolean because its operands are, without a constraint of its own.
 */
static struct bit derived(struct builder *builder, bool value)
{
    return (struct bit){.wire = builder_bits(builder, value, 1), .value = value};
}

struct bit bit_alloc(struct builder *builder, bool value)
{
    struct bit bit = derived(builder, value);
    if (builder_is_shape(builder)) {
        builder_enforce_boolean(builder, bit.wire);
    }
    return bit;
}

void lc_add_bit(struct lc *lc, struct bit x, uint32_t coefficient)
{
    if (x.constant) {
        if (x.value) {
            lc_add(lc, WIRE_ONE, coefficient);
        }
    } else if (x.negated) {
        lc_add(lc, WIRE_ONE, coefficient);
        lc_add(lc, x.wire, coefficient ^ 1);
    } else {
        lc_add(lc, x.wire, coefficient);
    }
}

void lc_add_bit_power(struct builder *builder, struct lc *lc, struct bit x, unsigned exponent)
{
    if (x.negated || bit_is(x, true)) {
        lc_add(lc, WIRE_ONE, builder_power(builder, exponent, false));
    }
    if (!x.constant) {
        lc_add(lc, x.wire, builder_power(builder, exponent, x.negated));
    }
}

/* x and y are not constant. The constraint is on the wires: 2 p | q | p + q - r. */
static struct bit xor_wires(struct builder *builder, struct bit x, struct bit y)
{
    bool mixed = x.negated != y.negated;
    struct bit result = derived(builder, (x.value ^ y.value) ^ mixed);
    if (builder_is_shape(builder)) {
        wire p = mixed && x.negated ? y.wire : x.wire, q = mixed && x.negated ? x.wire : y.wire;
        struct lc *c = builder_row(builder, MATRIX_C);
        lc_add(builder_row(builder, MATRIX_A), p, COEFFICIENT_TWO);
        lc_add(builder_row(builder, MATRIX_B), q, COEFFICIENT_ONE);
        lc_add(c, p, COEFFICIENT_ONE);
        lc_add(c, q, COEFFICIENT_ONE);
        lc_add(c, result.wire, COEFFICIENT_MINUS_ONE);
        builder_enforce(builder);
    }
    return mixed ? bit_not(result) : result;
}

struct bit bit_xor(struct builder *builder, struct bit x, struct bit y)
{
    if (x.constant) {
        return x.value ? bit_not(y) : y;
    }
    if (y.constant) {
        return y.value ? bit_not(x) : x;
    }
    return xor_wires(builder, x, y);
}

struct bit bit_and(struct builder *builder, struct bit x, struct bit y)
{
    if (bit_is(x, false) || bit_is(y, false)) {
        return bit_constant(false);
    }
    if (x.constant) {
        return y;
    }
    if (y.constant) {
        return x;
    }
    struct bit result = derived(builder, x.value && y.value);
    if (builder_is_shape(builder)) {
        bool swap = x.negated && !y.negated;
        lc_add_bit(builder_row(builder, MATRIX_A), swap ? y : x, COEFFICIENT_ONE);
        lc_add_bit(builder_row(builder, MATRIX_B), swap ? x : y, COEFFICIENT_ONE);
        lc_add(builder_row(builder, MATRIX_C), result.wire, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
    return result;
}

struct bit bit_ch(struct builder *builder, struct bit x, struct bit y, struct bit z)
{
    bool value = x.value ? y.value : z.value;
    if (x.constant && y.constant && z.constant) {
        return bit_constant(value);
    }
    if (bit_is(x, false)) {
        return z;
    }
    if (bit_is(y, false)) {
        return bit_and(builder, bit_not(x), z);
    }
    if (bit_is(z, false)) {
        return bit_and(builder, x, y);
    }
    if (bit_is(z, true)) {
        return bit_not(bit_and(builder, x, bit_not(y)));
    }
    if (bit_is(y, true)) {
        return bit_not(bit_and(builder, bit_not(x), bit_not(z)));
    }
    struct bit result = derived(builder, value);
    if (builder_is_shape(builder)) { /* y - z | x | v - z */
        struct lc *a = builder_row(builder, MATRIX_A), *c = builder_row(builder, MATRIX_C);
        lc_add_bit(a, y, COEFFICIENT_ONE);
        lc_add_bit(a, z, COEFFICIENT_MINUS_ONE);
        lc_add_bit(builder_row(builder, MATRIX_B), x, COEFFICIENT_ONE);
        lc_add_bit(c, z, COEFFICIENT_MINUS_ONE);
        lc_add(c, result.wire, COEFFICIENT_ONE);
        builder_enforce(builder);
    }
    return result;
}

struct bit bit_maj(struct builder *builder, struct bit x, struct bit y, struct bit z)
{
    bool value = x.value ? y.value || z.value : y.value && z.value;
    if (x.constant && y.constant && z.constant) {
        return bit_constant(value);
    }
    if (bit_is(x, false)) {
        return bit_and(builder, y, z);
    }
    if (bit_is(y, false)) {
        return bit_and(builder, x, z);
    }
    if (bit_is(z, false)) {
        return bit_and(builder, x, y);
    }
    if (z.constant) {
        return bit_not(bit_and(builder, bit_not(x), bit_not(y)));
    }
    if (y.constant) {
        return bit_not(bit_and(builder, bit_not(x), bit_not(z)));
    }
    if (x.constant) {
        return bit_not(bit_and(builder, bit_not(y), bit_not(z)));
    }
    struct bit result = derived(builder, value);
    struct bit both = bit_and(builder, y, z);
    if (builder_is_shape(builder)) { /* 2 yz - y - z | x | yz - v */
        struct lc *a = builder_row(builder, MATRIX_A), *c = builder_row(builder, MATRIX_C);
        lc_add_bit(a, both, COEFFICIENT_TWO);
        lc_add_bit(a, y, COEFFICIENT_MINUS_ONE);
        lc_add_bit(a, z, COEFFICIENT_MINUS_ONE);
        lc_add_bit(builder_row(builder, MATRIX_B), x, COEFFICIENT_ONE);
        lc_add_bit(c, both, COEFFICIENT_ONE);
        lc_add(c, result.wire, COEFFICIENT_MINUS_ONE);
        builder_enforce(builder);
    }
    return result;
}
