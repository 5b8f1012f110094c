/* Field elements on a wire, their bits, and choices between them.
 *
 * Values are meaningful in WITNESS mode; in SHAPE mode value arguments are ignored and may be NULL.
 */
#ifndef CUZK_CIRCUIT_NUM_H
#define CUZK_CIRCUIT_NUM_H

#include "circuit/word.h"

struct num {
    wire wire;
    fr value;
};

/* 256 bits, two orders. A number: word i holds bits 32 i .. 32 i + 31. A stream, as SHA-256 reads
 * the 32 little-endian bytes of the number: big-endian words. One is the other with the bytes of
 * each word swapped. */
struct number_bits {
    struct word words[8];
};
struct stream_bits {
    struct word words[8];
};
void stream_of_number(const struct builder *builder, struct stream_bits *out,
                      const struct number_bits *in);
void number_of_stream(const struct builder *builder, struct number_bits *out,
                      const struct stream_bits *in);

void num_alloc(struct builder *builder, struct num *out, const fr *value);

/* New input equal to x. */
void num_inputize(struct builder *builder, const struct num *x);

void num_mul(struct builder *builder, struct num *out, const struct num *x, const struct num *y);
void num_square(struct builder *builder, struct num *out, const struct num *x);
void num_add(struct builder *builder, struct num *out, const struct num *x, const struct num *y);
void num_sub(struct builder *builder, struct num *out, const struct num *x, const struct num *y);
void num_enforce_equal(struct builder *builder, const struct num *x, const struct num *y);

/* 255 bits, each boolean, whose sum is x; bit 255 is constant 0. Not strict: nothing keeps the sum
 * below the modulus. */
void num_to_bits(struct builder *builder, struct number_bits *out, const struct num *x);

/* count x bit_alloc into bits first .. first + count - 1 of an array of words; count <= 64. Bits of
 * a word above its last allocated one must be constant. */
void bits_alloc(struct builder *builder, struct word *words, unsigned first, unsigned count,
                uint64_t value);

#define PACK_BITS 254 /* what fits a field element for certain */

/* out = number of the first bit_count (at most PACK_BITS) bits. */
void num_pack(struct builder *builder, struct num *out, const struct word *words,
              unsigned bit_count);

/* One new input for every PACK_BITS bits or part of it. */
void pack_into_inputs(struct builder *builder, const struct word *words, unsigned bit_count);

/* The first PACK_BITS bits of a hash, as a number. */
void num_of_hash(struct builder *builder, struct num *out, const struct stream_bits *hash);

/* out = condition ? x : y. */
void num_pick(struct builder *builder, struct num *out, struct bit condition, const struct num *x,
              const struct num *y);

/* out = list[index]; the list has 2^bit_count entries and is overwritten. Index bits from bit
 * first of `words` on, least significant first. */
void num_select(struct builder *builder, struct num *out, struct num *list,
                const struct word *words, unsigned first, unsigned bit_count);

#endif
