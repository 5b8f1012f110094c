#include "circuit/word.h"

#include <assert.h>

void word_constant(struct word *out, uint32_t value)
{
    out->value = value;
    out->constant = UINT32_MAX;
    out->negated = 0;
}

static uint32_t low_mask(unsigned count)
{
    return count < WORD_BITS ? ((uint32_t)1 << count) - 1 : UINT32_MAX;
}

void word_of_wires(struct builder *builder, struct word *out, uint32_t value, wire first,
                   unsigned count)
{
    out->constant = ~low_mask(count);
    out->value = value & ~out->constant;
    out->negated = 0;
    if (builder_is_shape(builder)) {
        for (unsigned i = 0; i < count; i++) {
            out->wires[i] = first + i;
        }
    }
}

void word_alloc(struct builder *builder, struct word *out, uint32_t value)
{
    word_of_wires(builder, out, value, builder_bits(builder, value, WORD_BITS), WORD_BITS);
    if (builder_is_shape(builder)) {
        for (int i = 0; i < WORD_BITS; i++) {
            builder_enforce_boolean(builder, out->wires[i]);
        }
    }
}

struct bit word_bit(const struct word *word, unsigned i)
{
    bool constant = word->constant >> i & 1;
    return (struct bit){
        .wire = constant ? WIRE_ONE : word->wires[i],
        .value = word->value >> i & 1,
        .constant = constant,
        .negated = word->negated >> i & 1,
    };
}

void word_set_bit(struct word *word, unsigned i, struct bit bit)
{
    uint32_t mask = (uint32_t)1 << i;
    word->value = (word->value & ~mask) | (uint32_t)bit.value << i;
    word->constant = (word->constant & ~mask) | (uint32_t)bit.constant << i;
    word->negated = (word->negated & ~mask) | (uint32_t)bit.negated << i;
    word->wires[i] = bit.wire;
}

/* --- moves --- */

void word_copy(const struct builder *builder, struct word *out, const struct word *in)
{
    word_rotate_right(builder, out, in, 0);
}

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << ((WORD_BITS - n) % WORD_BITS);
}

void word_rotate_right(const struct builder *builder, struct word *out, const struct word *in,
                       unsigned n)
{
    out->value = rotate(in->value, n);
    out->constant = rotate(in->constant, n);
    out->negated = rotate(in->negated, n);
    if (builder_is_shape(builder)) {
        for (unsigned i = 0; i < WORD_BITS; i++) {
            out->wires[i] = in->wires[(i + n) % WORD_BITS];
        }
    }
}

void word_shift_right(const struct builder *builder, struct word *out, const struct word *in,
                      unsigned n)
{
    word_rotate_right(builder, out, in, n);
    uint32_t kept = low_mask(WORD_BITS - n);
    out->value &= kept;
    out->constant |= ~kept;
    out->negated &= kept;
}

void word_swap_bytes(const struct builder *builder, struct word *out, const struct word *in)
{
    out->value = __builtin_bswap32(in->value);
    out->constant = __builtin_bswap32(in->constant);
    out->negated = __builtin_bswap32(in->negated);
    if (builder_is_shape(builder)) {
        for (unsigned i = 0; i < WORD_BITS; i++) {
            out->wires[i] = in->wires[i ^ 24];
        }
    }
}

/* --- operations on masks --- */

/* 32 Booleans without their wires. `fresh`: bits whose operation allocates a wire. */
struct view {
    uint32_t value, constant, negated, fresh;
};

static struct view view_of(const struct word *word)
{
    return (struct view){word->value, word->constant, word->negated, 0};
}

static struct view view_not(struct view x)
{
    return (struct view){~x.value, x.constant, ~x.constant & ~x.negated, x.fresh};
}

static struct view view_and(struct view x, struct view y)
{
    uint32_t zero = (x.constant & ~x.value) | (y.constant & ~y.value);
    uint32_t take_y = ~zero & x.constant, take_x = ~zero & y.constant & ~x.constant;
    return (struct view){
        .value = x.value & y.value,
        .constant = zero | (take_y & y.constant),
        .negated = (take_x & x.negated) | (take_y & y.negated),
        .fresh = ~x.constant & ~y.constant,
    };
}

static struct view view_xor(struct view x, struct view y)
{
    uint32_t fresh = ~x.constant & ~y.constant;
    return (struct view){
        .value = x.value ^ y.value,
        .constant = x.constant & y.constant,
        .negated = (fresh & (x.negated ^ y.negated)) |
                   (x.constant & ~y.constant & (y.negated ^ x.value)) |
                   (y.constant & ~x.constant & (x.negated ^ y.value)),
        .fresh = fresh,
    };
}

/* Where `mask` is set and nobody was before, the result is `from`. */
static void choose(struct view *out, uint32_t *remaining, uint32_t mask, struct view from)
{
    mask &= *remaining;
    *remaining &= ~mask;
    out->constant |= mask & from.constant;
    out->negated |= mask & from.negated;
    out->fresh |= mask & from.fresh;
}

/* The cases of bit_ch in the same order. */
static struct view view_ch(struct view x, struct view y, struct view z)
{
    struct view out = {.value = (x.value & y.value) | (~x.value & z.value)};
    const struct view all_constant = {.constant = UINT32_MAX}, general = {.fresh = UINT32_MAX};
    uint32_t left = UINT32_MAX;
    choose(&out, &left, x.constant & y.constant & z.constant, all_constant);
    choose(&out, &left, x.constant & ~x.value, z);
    choose(&out, &left, y.constant & ~y.value, view_and(view_not(x), z));
    choose(&out, &left, z.constant & ~z.value, view_and(x, y));
    choose(&out, &left, z.constant & z.value, view_not(view_and(x, view_not(y))));
    choose(&out, &left, y.constant & y.value, view_not(view_and(view_not(x), view_not(z))));
    choose(&out, &left, left, general);
    return out;
}

/* The cases of bit_maj in the same order. *pairs: bits that allocate y and z as well. */
static struct view view_maj(struct view x, struct view y, struct view z, uint32_t *pairs)
{
    struct view out = {.value = (x.value & (y.value | z.value)) | (y.value & z.value)};
    const struct view all_constant = {.constant = UINT32_MAX}, general = {.fresh = UINT32_MAX};
    uint32_t left = UINT32_MAX;
    choose(&out, &left, x.constant & y.constant & z.constant, all_constant);
    choose(&out, &left, x.constant & ~x.value, view_and(y, z));
    choose(&out, &left, y.constant & ~y.value, view_and(x, z));
    choose(&out, &left, z.constant & ~z.value, view_and(x, y));
    choose(&out, &left, z.constant, view_not(view_and(view_not(x), view_not(y))));
    choose(&out, &left, y.constant, view_not(view_and(view_not(x), view_not(z))));
    choose(&out, &left, x.constant, view_not(view_and(view_not(y), view_not(z))));
    *pairs = left;
    choose(&out, &left, left, general);
    return out;
}

static void set_masks(struct word *out, struct view view)
{
    out->value = view.value;
    out->constant = view.constant;
    out->negated = view.negated;
}

/* Appends the bits of `values` selected by `mask`, lowest first, a run of ones at a time. */
static void append_selected(struct builder *builder, uint64_t values, uint64_t mask)
{
    while (mask != 0) {
        unsigned skip = (unsigned)__builtin_ctzll(mask);
        values >>= skip;
        mask >>= skip;
        if (mask == UINT64_MAX) {
            builder_bits(builder, values, 64);
            return;
        }
        unsigned run = (unsigned)__builtin_ctzll(~mask);
        builder_bits(builder, values & (((uint64_t)1 << run) - 1), run);
        values >>= run;
        mask >>= run;
    }
}

/* Bit i of x to bit 2 i. */
static uint64_t spread(uint32_t x)
{
    uint64_t y = x;
    y = (y | y << 16) & 0x0000ffff0000ffff;
    y = (y | y << 8) & 0x00ff00ff00ff00ff;
    y = (y | y << 4) & 0x0f0f0f0f0f0f0f0f;
    y = (y | y << 2) & 0x3333333333333333;
    return (y | y << 1) & 0x5555555555555555;
}

/* --- operations --- */

/* Bit results agree with the masks: both follow the same table. */
static void set_wire(struct word *out, unsigned i, struct bit bit)
{
    assert(bit.constant == (out->constant >> i & 1) && bit.negated == (out->negated >> i & 1));
    out->wires[i] = bit.wire;
}

void word_xor(struct builder *builder, struct word *out, const struct word *x, const struct word *y)
{
    struct view view = view_xor(view_of(x), view_of(y));
    set_masks(out, view);
    if (!builder_is_shape(builder)) {
        append_selected(builder, view.value ^ view.negated, view.fresh);
        return;
    }
    for (unsigned i = 0; i < WORD_BITS; i++) {
        set_wire(out, i, bit_xor(builder, word_bit(x, i), word_bit(y, i)));
    }
}

void word_ch(struct builder *builder, struct word *out, const struct word *x, const struct word *y,
             const struct word *z)
{
    if (!builder_is_shape(builder) && (x->constant | y->constant | z->constant) == 0) {
        out->value = (x->value & y->value) | (~x->value & z->value);
        out->constant = out->negated = 0;
        builder_bits(builder, out->value, WORD_BITS);
        return;
    }
    struct view view = view_ch(view_of(x), view_of(y), view_of(z));
    set_masks(out, view);
    if (!builder_is_shape(builder)) {
        append_selected(builder, view.value ^ view.negated, view.fresh);
        return;
    }
    for (unsigned i = 0; i < WORD_BITS; i++) {
        set_wire(out, i, bit_ch(builder, word_bit(x, i), word_bit(y, i), word_bit(z, i)));
    }
}

void word_maj(struct builder *builder, struct word *out, const struct word *x, const struct word *y,
              const struct word *z)
{
    if (!builder_is_shape(builder) && (x->constant | y->constant | z->constant) == 0) {
        uint32_t both = y->value & z->value;
        out->value = (x->value & (y->value | z->value)) | both;
        out->constant = out->negated = 0;
        builder_bits(builder, spread(out->value) | spread(both) << 1, 2 * WORD_BITS);
        return;
    }
    uint32_t pairs;
    struct view view = view_maj(view_of(x), view_of(y), view_of(z), &pairs);
    set_masks(out, view);
    if (!builder_is_shape(builder)) {
        append_selected(builder,
                        spread(view.value ^ view.negated) | spread(y->value & z->value) << 1,
                        spread(view.fresh) | spread(pairs) << 1);
        return;
    }
    for (unsigned i = 0; i < WORD_BITS; i++) {
        set_wire(out, i, bit_maj(builder, word_bit(x, i), word_bit(y, i), word_bit(z, i)));
    }
}

void lc_add_word(struct builder *builder, struct lc *lc, const struct word *word, unsigned shift)
{
    uint64_t ones = (uint64_t)(word->value & word->constant) + word->negated;
    if (ones != 0) {
        fr constant, power;
        fr_from_u64(&constant, ones);
        fr_plain plain = {{0}};
        plain.limb[shift / 64] = (uint64_t)1 << (shift % 64);
        fr_from_plain(&power, &plain);
        fr_mul(&constant, &constant, &power);
        lc_add_constant(lc, &constant);
    }
    for (unsigned i = 0; i < WORD_BITS; i++) {
        if (!(word->constant >> i & 1)) {
            lc_add(lc, word->wires[i], builder_power(builder, shift + i, word->negated >> i & 1));
        }
    }
}
