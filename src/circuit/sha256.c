#include "circuit/sha256.h"

#include "circuit/multieq.h"
#include "hash/sha256.h"

enum { ROUNDS = 64, BLOCK_WORDS = 16, STATE_WORDS = 8 };

/* (x >>> n0) xor (x >>> n1) xor the last, which is rotated or shifted by n2. */
static void sigma(struct builder *builder, struct word *out, const struct word *x, unsigned n0,
                  unsigned n1, unsigned n2, bool shift)
{
    struct word a, b, both;
    word_rotate_right(builder, &a, x, n0);
    word_rotate_right(builder, &b, x, n1);
    word_xor(builder, &both, &a, &b);
    if (shift) {
        word_shift_right(builder, &a, x, n2);
    } else {
        word_rotate_right(builder, &a, x, n2);
    }
    word_xor(builder, out, &both, &a);
}

/* Words 16 .. 63 of the schedule; w[0 .. 15] point to the block, the rest will point to `made`. */
static void expand(struct builder *builder, struct multieq *sums, const struct word *w[ROUNDS],
                   struct word made[ROUNDS - BLOCK_WORDS])
{
    for (int i = BLOCK_WORDS; i < ROUNDS; i++) {
        struct word s0, s1;
        sigma(builder, &s0, w[i - 15], 7, 18, 3, true);
        sigma(builder, &s1, w[i - 2], 17, 19, 10, true);
        struct word *out = &made[i - BLOCK_WORDS];
        multieq_add(sums, out, (const struct word *const[]){w[i - 16], &s0, w[i - 7], &s1}, 4);
        w[i] = out;
    }
}

/* What a round leaves for the additions that the next one begins with. */
struct round {
    struct word s1, ch, s0, maj, constant;
    const struct word *h, *d, *w;
};

static void add_e(struct multieq *sums, struct word *out, const struct round *r,
                  const struct word *chained)
{
    multieq_add(
        sums, out,
        (const struct word *const[]){r->h, &r->s1, &r->ch, &r->constant, r->w, r->d, chained},
        chained == NULL ? 6 : 7);
}

static void add_a(struct multieq *sums, struct word *out, const struct round *r,
                  const struct word *chained)
{
    multieq_add(sums, out,
                (const struct word *const[]){r->h, &r->s1, &r->ch, &r->constant, r->w, &r->s0,
                                             &r->maj, chained},
                chained == NULL ? 7 : 8);
}

void circuit_sha256_compress(struct builder *builder, struct word out[8],
                             const struct word state[8], const struct word *const block[16])
{
    struct multieq sums;
    multieq_init(&sums, builder);
    struct word made[ROUNDS - BLOCK_WORDS], made_a[ROUNDS], made_e[ROUNDS];
    const struct word *w[ROUNDS];
    for (int i = 0; i < BLOCK_WORDS; i++) {
        w[i] = block[i];
    }
    expand(builder, &sums, w, made);

    const struct word *a = &state[0], *b = &state[1], *c = &state[2], *d = &state[3];
    const struct word *e = &state[4], *f = &state[5], *g = &state[6], *h = &state[7];
    struct round rounds[2];
    for (int i = 0; i < ROUNDS; i++) {
        struct round *now = &rounds[i % 2];
        const struct round *before = &rounds[(i + 1) % 2];
        if (i > 0) {
            add_e(&sums, &made_e[i], before, NULL);
            e = &made_e[i];
        }
        sigma(builder, &now->s1, e, 6, 11, 25, false);
        word_ch(builder, &now->ch, e, f, g);
        if (i > 0) {
            add_a(&sums, &made_a[i], before, NULL);
            a = &made_a[i];
        }
        sigma(builder, &now->s0, a, 2, 13, 22, false);
        word_maj(builder, &now->maj, a, b, c);
        word_constant(&now->constant, sha256_constants[i]);
        now->w = w[i];
        now->h = h;
        now->d = d;
        h = g, g = f, f = e;
        d = c, c = b, b = a;
    }
    const struct round *last = &rounds[(ROUNDS - 1) % 2];
    add_a(&sums, &out[0], last, &state[0]);
    multieq_add(&sums, &out[1], (const struct word *const[]){&state[1], b}, 2);
    multieq_add(&sums, &out[2], (const struct word *const[]){&state[2], c}, 2);
    multieq_add(&sums, &out[3], (const struct word *const[]){&state[3], d}, 2);
    add_e(&sums, &out[4], last, &state[4]);
    multieq_add(&sums, &out[5], (const struct word *const[]){&state[5], f}, 2);
    multieq_add(&sums, &out[6], (const struct word *const[]){&state[6], g}, 2);
    multieq_add(&sums, &out[7], (const struct word *const[]){&state[7], h}, 2);
    multieq_finish(&sums);
}

void circuit_sha256(struct builder *builder, struct stream_bits *out,
                    const struct word *const *message, size_t word_count)
{
    struct word end_mark, zero, length[2], state[2][STATE_WORDS];
    word_constant(&end_mark, (uint32_t)1 << 31);
    word_constant(&zero, 0);
    word_constant(&length[0], (uint32_t)((uint64_t)word_count * WORD_BITS >> 32));
    word_constant(&length[1], (uint32_t)(word_count * WORD_BITS));
    for (int i = 0; i < STATE_WORDS; i++) {
        word_constant(&state[0][i], sha256_initial[i]);
    }
    /* One word for the end mark, two for the length. */
    size_t block_count = (word_count + 3 + BLOCK_WORDS - 1) / BLOCK_WORDS;
    size_t length_at = block_count * BLOCK_WORDS - 2;
    for (size_t i = 0; i < block_count; i++) {
        const struct word *block[BLOCK_WORDS];
        for (size_t j = 0; j < BLOCK_WORDS; j++) {
            size_t k = i * BLOCK_WORDS + j;
            block[j] = k < word_count    ? message[k]
                       : k == word_count ? &end_mark
                       : k < length_at   ? &zero
                                         : &length[k - length_at];
        }
        circuit_sha256_compress(builder, state[(i + 1) % 2], state[i % 2], block);
    }
    for (int i = 0; i < STATE_WORDS; i++) {
        word_copy(builder, &out->words[i], &state[block_count % 2][i]);
    }
}

void circuit_sha256_node(struct builder *builder, struct num *out, const struct num *left,
                         const struct num *right)
{
    const struct num *children[2] = {left, right};
    struct stream_bits halves[2], hash;
    const struct word *message[2 * STATE_WORDS];
    for (int i = 0; i < 2; i++) {
        struct number_bits bits;
        num_to_bits(builder, &bits, children[i]);
        stream_of_number(builder, &halves[i], &bits);
        for (int j = 0; j < STATE_WORDS; j++) {
            message[STATE_WORDS * i + j] = &halves[i].words[j];
        }
    }
    circuit_sha256(builder, &hash, message, 2 * STATE_WORDS);
    num_of_hash(builder, out, &hash);
}
