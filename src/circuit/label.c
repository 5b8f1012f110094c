#include "circuit/label.h"

#include "circuit/sha256.h"

enum {
    NUMBER_WORDS = 8,
    ZERO_WORDS = 5,
    HEADER_WORDS = NUMBER_WORDS + 1 + 2 + ZERO_WORDS,
    MESSAGE_WORDS = HEADER_WORDS + LABEL_PARENTS * NUMBER_WORDS,
};

void circuit_label(struct builder *builder, struct num *out, const struct stream_bits *replica_id,
                   uint32_t layer, const struct word node[2],
                   const struct stream_bits *const *parents, unsigned parent_count)
{
    const struct word *message[MESSAGE_WORDS];
    struct word layer_word, zero;
    size_t used = 0;
    word_constant(&layer_word, layer);
    word_constant(&zero, 0);
    for (int i = 0; i < NUMBER_WORDS; i++) {
        message[used++] = &replica_id->words[i];
    }
    message[used++] = &layer_word;
    message[used++] = &node[1];
    message[used++] = &node[0];
    while (used < HEADER_WORDS) {
        message[used++] = &zero;
    }
    for (unsigned i = 0; i < LABEL_PARENTS; i++) {
        for (int j = 0; j < NUMBER_WORDS; j++) {
            message[used++] = &parents[i % parent_count]->words[j];
        }
    }
    struct stream_bits hash;
    circuit_sha256(builder, &hash, message, used);
    num_of_hash(builder, out, &hash);
}
