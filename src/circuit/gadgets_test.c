/* Every gadget against the reference: counts, terms, digests of constraints and of values, and,
 * where tests/golden/gadgets has a dump, every term and every value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/memory.h"
#include "base/text.h"
#include "circuit/inclusion.h"
#include "circuit/insertion.h"
#include "circuit/label.h"
#include "circuit/multieq.h"
#include "circuit/poseidon.h"
#include "circuit/sha256.h"
#include "r1cs/digest.h"

#include "circuit/dump_test.inc.h"

/* --- the circuits --- */

static void alloc(struct builder *builder, struct num *out, uint64_t value)
{
    fr element;
    fr_from_u64(&element, value);
    num_alloc(builder, out, &element);
}

static void alloc_range(struct builder *builder, struct num *out, unsigned count, uint64_t first)
{
    for (unsigned i = 0; i < count; i++) {
        alloc(builder, &out[i], first + i);
    }
}

static void bits_8(struct builder *builder)
{
    struct word word;
    bits_alloc(builder, &word, 0, 8, 0x49); /* bit i = (i mod 3 = 0) */
}

static void four_ops(struct builder *builder)
{
    struct bit a = bit_alloc(builder, true), b = bit_alloc(builder, false);
    bit_xor(builder, a, b);
    bit_and(builder, a, b);
    bit_and(builder, a, bit_not(b));
    bit_and(builder, bit_not(a), bit_not(b));
}

static void ch_maj(struct builder *builder)
{
    struct bit a = bit_alloc(builder, true), b = bit_alloc(builder, false);
    struct bit c = bit_alloc(builder, true);
    bit_ch(builder, a, b, c);
    bit_maj(builder, a, b, c);
}

static void bit_ops(struct builder *builder)
{
    struct bit a = bit_alloc(builder, true), b = bit_alloc(builder, false);
    bit_xor(builder, a, b);
    bit_and(builder, a, b);
    bit_and(builder, a, bit_not(b));
    bit_and(builder, bit_not(a), bit_not(b));
    struct bit x = a, y = bit_not(b), z = bit_constant(true);
    bit_ch(builder, x, y, z);
    bit_maj(builder, x, y, z);
    bit_ch(builder, x, z, y);
    bit_maj(builder, x, z, y);
    bit_ch(builder, x, y, x);
    bit_maj(builder, x, y, x);
}

static void to_bits(struct builder *builder, uint64_t value)
{
    struct num num;
    struct number_bits bits;
    alloc(builder, &num, value);
    num_to_bits(builder, &bits, &num);
}
static void to_bits_123456789(struct builder *builder)
{
    to_bits(builder, 123456789);
}
static void to_bits_deadbeef(struct builder *builder)
{
    to_bits(builder, 0xdeadbeef);
}

static void inputize(struct builder *builder)
{
    struct num num;
    alloc(builder, &num, 5);
    num_inputize(builder, &num);
}

static void number_ops(struct builder *builder)
{
    struct num five, seven, out;
    alloc(builder, &five, 5);
    num_inputize(builder, &five);
    alloc(builder, &seven, 7);
    num_mul(builder, &out, &five, &seven);
    num_square(builder, &out, &five);
    num_add(builder, &out, &five, &seven);
    num_sub(builder, &out, &five, &seven);
}

static void word_ops(struct builder *builder)
{
    struct word a, b, k, x, y, out;
    word_alloc(builder, &a, 0x12345678);
    word_alloc(builder, &b, 0x9abcdef0);
    word_constant(&k, 0x428a2f98);
    word_xor(builder, &out, &a, &b);
    word_xor(builder, &out, &a, &k);
    word_rotate_right(builder, &x, &a, 7);
    word_shift_right(builder, &y, &a, 3);
    word_xor(builder, &out, &x, &y);
    struct multieq sums;
    multieq_init(&sums, builder);
    multieq_add(&sums, &out, (const struct word *const[]){&a, &b}, 2);
    multieq_add(&sums, &out, (const struct word *const[]){&a, &k}, 2);
    multieq_add(&sums, &out, (const struct word *const[]){&a, &b, &k, &a, &b}, 5);
    multieq_finish(&sums);
}

static void insert(struct builder *builder, unsigned bits, uint64_t index)
{
    struct num element, siblings[7], out[8];
    struct word word;
    struct bit position[3];
    alloc(builder, &element, 1000);
    bits_alloc(builder, &word, 0, bits, index);
    for (unsigned i = 0; i < bits; i++) {
        position[i] = word_bit(&word, i);
    }
    alloc_range(builder, siblings, (1u << bits) - 1, 1);
    circuit_insert(builder, out, &element, position, siblings, 1u << bits);
    for (uint64_t i = 0; i < (uint64_t)1 << bits && !builder_is_shape(builder); i++) {
        fr expected;
        fr_from_u64(&expected, i == index ? 1000 : i < index ? i + 1 : i);
        assert_true(fr_equal(&out[i].value, &expected));
    }
}
static void insert_2(struct builder *builder)
{
    insert(builder, 1, 0);
}
static void insert_4(struct builder *builder)
{
    insert(builder, 2, 2);
}
static void insert_8(struct builder *builder)
{
    insert(builder, 3, 6);
}

static void select_8(struct builder *builder)
{
    struct num list[8], out;
    struct word word;
    alloc_range(builder, list, 8, 1);
    bits_alloc(builder, &word, 0, 3, 5);
    num_select(builder, &out, list, &word, 0, 3);
}

static void poseidon(struct builder *builder, unsigned arity, uint64_t first)
{
    struct num preimage[POSEIDON_ARITY_MAX], out;
    alloc_range(builder, preimage, arity, first);
    circuit_poseidon_tree(builder, &out, arity, preimage);
}
static void poseidon_2_from_0(struct builder *builder)
{
    poseidon(builder, 2, 0);
}
static void poseidon_4_from_0(struct builder *builder)
{
    poseidon(builder, 4, 0);
}
static void poseidon_8_from_0(struct builder *builder)
{
    poseidon(builder, 8, 0);
}
static void poseidon_11_from_0(struct builder *builder)
{
    poseidon(builder, 11, 0);
}
static void poseidon_2_from_1(struct builder *builder)
{
    poseidon(builder, 2, 1);
}
static void poseidon_4_from_1(struct builder *builder)
{
    poseidon(builder, 4, 1);
}
static void poseidon_8_from_1(struct builder *builder)
{
    poseidon(builder, 8, 1);
}
static void poseidon_11_from_1(struct builder *builder)
{
    poseidon(builder, 11, 1);
}
static void hash2(struct builder *builder)
{
    struct num x, y, out;
    alloc(builder, &x, 1);
    alloc(builder, &y, 2);
    circuit_poseidon_hash2(builder, &out, &x, &y);
}

static void poseidon_randomness(struct builder *builder)
{
    struct num preimage[2], out;
    fr tag;
    alloc_range(builder, preimage, 2, 0);
    poseidon_tag_randomness(&tag);
    circuit_poseidon(builder, &out, 2, &tag, preimage);
}

/* Bits in the order of a stream, most significant bit of each word first. */
static void stream_alloc(struct builder *builder, struct word *words, unsigned bit_count,
                         bool (*bit)(unsigned))
{
    for (unsigned i = 0; i < bit_count; i++) {
        if (i % WORD_BITS == 0) {
            word_constant(&words[i / WORD_BITS], 0);
        }
        word_set_bit(&words[i / WORD_BITS], WORD_BITS - 1 - i % WORD_BITS,
                     bit_alloc(builder, bit(i)));
    }
}
static bool every_third(unsigned i)
{
    return i % 3 == 0;
}
static bool message_bit(unsigned i)
{
    return (i / 8 * 37 + 11) >> (7 - i % 8) & 1;
}

enum { MESSAGE_WORDS_MAX = 32 };

static void pointers(const struct word **out, const struct word *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        out[i] = &words[i];
    }
}

static void compression(struct builder *builder)
{
    struct word words[16], initial[8], out[8];
    const struct word *block[16];
    stream_alloc(builder, words, 512, every_third);
    pointers(block, words, 16);
    for (int i = 0; i < 8; i++) {
        word_constant(&initial[i], sha256_initial[i]);
    }
    circuit_sha256_compress(builder, out, initial, block);
}

static void sha256_of(struct builder *builder, unsigned bit_count, bool (*bit)(unsigned), bool pack)
{
    struct word words[MESSAGE_WORDS_MAX];
    const struct word *message[MESSAGE_WORDS_MAX];
    struct stream_bits hash;
    stream_alloc(builder, words, bit_count, bit);
    pointers(message, words, bit_count / WORD_BITS);
    circuit_sha256(builder, &hash, message, bit_count / WORD_BITS);
    if (pack) { /* the bits as they come, not as a number */
        struct word reversed[8];
        for (unsigned i = 0; i < 8; i++) {
            word_constant(&reversed[i], 0);
            for (unsigned j = 0; j < WORD_BITS; j++) {
                word_set_bit(&reversed[i], j, word_bit(&hash.words[i], WORD_BITS - 1 - j));
            }
        }
        struct num packed;
        num_pack(builder, &packed, reversed, PACK_BITS);
    }
}
static void sha256_third(struct builder *builder)
{
    sha256_of(builder, 512, every_third, false);
}
static void sha256_32(struct builder *builder)
{
    sha256_of(builder, 32 * 8, message_bit, true);
}
static void sha256_64(struct builder *builder)
{
    sha256_of(builder, 64 * 8, message_bit, true);
}
static void sha256_128(struct builder *builder)
{
    sha256_of(builder, 128 * 8, message_bit, true);
}

static void sha256_node(struct builder *builder)
{
    struct num x[2], out;
    alloc_range(builder, x, 2, 1);
    circuit_sha256_node(builder, &out, &x[0], &x[1]);
}

static void multipack(struct builder *builder)
{
    struct word words[10];
    for (unsigned i = 0; i < 300; i++) {
        bits_alloc(builder, words, i, 1, i % 3 == 0);
    }
    pack_into_inputs(builder, words, 300);
}

static void label(struct builder *builder)
{
    struct num id, parents[14], out;
    struct number_bits bits;
    struct stream_bits replica_id, streams[14];
    const struct stream_bits *pointed[14];
    alloc(builder, &id, 77);
    num_to_bits(builder, &bits, &id);
    stream_of_number(builder, &replica_id, &bits);
    alloc_range(builder, parents, 14, 100);
    for (int i = 0; i < 14; i++) {
        num_to_bits(builder, &bits, &parents[i]);
        stream_of_number(builder, &streams[i], &bits);
        pointed[i] = &streams[i];
    }
    struct word node[2];
    bits_alloc(builder, node, 0, 64, 5);
    pack_into_inputs(builder, node, 64);
    circuit_label(builder, &out, &replica_id, 2, node, pointed, 14);
}

/* --- inclusion paths --- */

static void native_node(fr *out, enum tree_hash hash, unsigned arity, const fr *nodes)
{
    if (hash == TREE_POSEIDON) {
        poseidon_hash_tree(out, arity, nodes);
        return;
    }
    uint8_t bytes[64], digest[32];
    fr_to_bytes(bytes, &nodes[0]);
    fr_to_bytes(bytes + 32, &nodes[1]);
    sha256(digest, bytes, sizeof bytes);
    digest[31] &= 0x3f;
    assert_int_equal(fr_from_bytes(out, digest, "node", NULL), STATUS_OK);
}

/* The tree over leaves 1, 2, ..: root, and siblings of the leaf at `index`. */
static void native_path(fr *root, fr *siblings, fr *leaf, const struct inclusion_shape *shape,
                        uint64_t index)
{
    size_t count = (size_t)1 << inclusion_index_bits(shape);
    fr *nodes = NULL;
    assert_int_equal(memory_alloc((void **)&nodes, count, sizeof(fr), "nodes", NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++) {
        fr_from_u64(&nodes[i], i + 1);
    }
    *leaf = nodes[index];
    for (unsigned level = 0; level < shape->level_count; level++) {
        size_t arity = (size_t)1 << shape->log_arity[level];
        for (size_t j = 0; j < arity; j++) {
            if (j != index % arity) {
                *siblings++ = nodes[index - index % arity + j];
            }
        }
        count /= arity;
        index /= arity;
        for (size_t i = 0; i < count; i++) {
            native_node(&nodes[i], shape->hash, (unsigned)arity, &nodes[i * arity]);
        }
    }
    *root = nodes[0];
    memory_free(nodes);
}

static void inclusion(struct builder *builder, const struct inclusion_shape *shape, uint64_t index)
{
    fr root_value, leaf_value, siblings[7 * INCLUSION_LEVELS_MAX];
    native_path(&root_value, siblings, &leaf_value, shape, index);
    const struct inclusion_path path = {index, siblings};
    struct num leaf, computed, root;
    num_alloc(builder, &leaf, &leaf_value);
    circuit_inclusion(builder, &computed, &leaf, shape, builder_is_shape(builder) ? NULL : &path);
    num_alloc(builder, &root, &root_value);
    num_enforce_equal(builder, &computed, &root);
}
static void inclusion_8(struct builder *builder)
{
    inclusion(builder, &(struct inclusion_shape){TREE_POSEIDON, 2, {3, 3}}, 35);
}
static void inclusion_82(struct builder *builder)
{
    inclusion(builder, &(struct inclusion_shape){TREE_POSEIDON, 3, {3, 3, 1}}, 67);
}
static void inclusion_88(struct builder *builder)
{
    inclusion(builder, &(struct inclusion_shape){TREE_POSEIDON, 3, {3, 3, 3}}, 259);
}
static void inclusion_882(struct builder *builder)
{
    inclusion(builder, &(struct inclusion_shape){TREE_POSEIDON, 4, {3, 3, 3, 1}}, 515);
}
static void inclusion_sha256(struct builder *builder)
{
    inclusion(builder, &(struct inclusion_shape){TREE_SHA256, 6, {1, 1, 1, 1, 1, 1}}, 35);
}

/* --- expectations --- */

struct gadget {
    const char *name; /* a dump has this name */
    void (*circuit)(struct builder *builder);
    uint32_t rows, aux;
    uint64_t terms[3];
    const char *circuit_digest, *witness_digest;
};

#define GADGET(name, circuit, rows, aux, a, b, c, circuit_digest, witness_digest)                  \
    {                                                                                              \
        name, circuit, rows, aux, {a, b, c}, circuit_digest, witness_digest                        \
    }
#define DUMP(name, circuit) GADGET(name, circuit, 0, 0, 0, 0, 0, NULL, NULL)

static const struct gadget digested[] = {
    GADGET("8 bits", bits_8, 8, 8, 16, 8, 0,
           "ba7a9fc11452bb45efa99ba0443a5bf2812b740a911f2b328783811294020006",
           "b148756b87823c23688d5a9be75dab791af8d81ba11917acce08c3b1bf41553c"),
    GADGET("xor, and, and_not, nor", four_ops, 6, 6, 9, 8, 6,
           "8bc1cea1f68807a78575e3b266ba4c4ca351bcb60e9be9c9ebe451d144c86c61",
           "42c7ca26c35ca25df1a81eaf58a9c08a026f5195e7a244875b7cfbf1caea84d9"),
    GADGET("ch, maj", ch_maj, 6, 6, 12, 6, 5,
           "f7e1e692819551605f63b7248a3932f47027bfc6f806dcce5ce2f8719775cea4",
           "42c7ca26c35ca25df1a81eaf58a9c08a026f5195e7a244875b7cfbf1caea84d9"),
    GADGET("to bits", to_bits_123456789, 256, 256, 510, 255, 256,
           "abf5f5c220aab8a9790df4b269dbcbcb0dc36d35ac22ac5c7adf58e86b0296e3",
           "c8846dc9f100cbf9baaaa4617d783f7d3d3f2dbdbd7406e91d69666ae15a4412"),
    GADGET("inputize, mul, square, add, sub", number_ops, 5, 6, 7, 5, 5,
           "b1a6fcc19e5659c51edcfa2a5f231f74d2d5c054b58390ae4ca9e4f47de46def",
           "1f7597190983ff790363d4bd025a02b871f12b53fb8fb6a7cc147d5f75b10364"),
    GADGET("insert 2", insert_2, 3, 5, 6, 3, 4,
           "13192d59c4f4c0467c35c655e2a2c18495654dafc98c9308558df93b618ff5e3",
           "21e5b6082ae1b6f56f510e883e6ea0f8458d6add7d88b128441c04a5217da184"),
    GADGET("insert 4", insert_4, 10, 14, 20, 10, 16,
           "d9b3acd6ba8151ba8f4a8166c4fc7d7e3cbbbf091c22956514035c81398a3fc1",
           "20e3563ecbd10799550afd44585482a3d5acf256d67e1d9900149af3d9023375"),
    GADGET("insert 8", insert_8, 25, 33, 49, 26, 42,
           "dc777c72840a9bebcfa793599be52867b4edb589cd8e6a3fd7c6d0852a053268",
           "58be2865b7417dca54df9e2fd6aa07b1748101079d70951355c3caf8880986d1"),
    GADGET("select", select_8, 10, 18, 20, 10, 14,
           "b8d4146e3e701b709212abffe60dbcb4559e1acc5bf232e868ce1acb9399bc6a",
           "c3790eb5d71043f3a1069464b6652b893f1c7099a979b9156346ec35e0a4392b"),
    GADGET("poseidon 2", poseidon_2_from_0, 311, 313, 2119, 313, 386,
           "71fa790fd33fd267e3002e8fed28d8f9b1e6aefe0b4994a2e46cab8c809197ca",
           "5107fb34e61daee6d0049b109bc3640ec3aa0cf192f2e6127d6589b2069c759a"),
    GADGET("poseidon 4", poseidon_4_from_0, 377, 381, 2573, 381, 467,
           "c5c6a28e715b41fc005b37fea7f3721845d9d175b222e2b5109a143222785ee1",
           "8b76bc0cfbc6eace5a719008105be2323e771944c71502cdf34938967541e14f"),
    GADGET("poseidon 8", poseidon_8_from_0, 505, 513, 3598, 513, 624,
           "abf8140effeb85d15db49791e6e124ea381c0ae803ba12916e698c3e346f7101",
           "a660a51813e62326d54a30b3f52c7b31daede00208132dfb9342e76154431546"),
    GADGET("poseidon 11", poseidon_11_from_0, 598, 609, 4462, 609, 738,
           "abfc656ea1ec5d17711882344003308a804aed7034d4c439dfb2c43c12f5fa81",
           "605a50e4f2d7d7a95d452c58344f855da08434d191e3a53057db525071979fa5"),
    GADGET("poseidon 2, randomness", poseidon_randomness, 311, 313, 2119, 313, 386,
           "15fd56ce7d9d3d2c8756131b04b1c349d28b3e216508fb8db8317da74c4ef8fb",
           "38f983fc9f25c0fd6105694209ae646fbb7c2296e400b332f594dc2f4c499ea9"),
    GADGET("compression", compression, 26352, 26326, 60480, 26384, 56886,
           "420fad809340a0c306e289fb89139f8616018629698528291850a28aed991795",
           "40eeada6675b54f4b17199d53d7539a2b1b3a2465c62bb85243c6d1148905336"),
    GADGET("sha256", sha256_third, 45386, 45340, 103935, 45418, 96380,
           "f5b5706d8fa6fb52f0a955d46584996bfd764719311ea41c50859b3bdc74cfc5",
           "a6104a1f13eb71155be577a7a529fa2a939baf86c21091d720d990402d44bcef"),
    GADGET("sha256 node", sha256_node, 45379, 45333, 104170, 45409, 96869,
           "b6b480ae8fa6840e3e84fbc1906227d5a41bdf8067f7cd6dd0d72596617df442",
           "805ee650dc8830e4b865b56275622b65f318b553723b7380bb2b865acf84abdc"),
    GADGET("label", label, 526174, 525653, 1220396, 526191, 1153102,
           "4497dd914919b490b1f63da792b36eaea8157e42d86a13e637885a3592c3662e",
           "4d18efa6ffeed59c8eb70018ccbe11addc8d0c3da6a04d8af4d58696cdaea93e"),
    GADGET("inclusion 8-0-0", inclusion_8, 1062, 1076, 7301, 1080, 1334,
           "b88c6e83b8cd34e917aaec1f63264ec2fcb889980cadabb5ed11e0fe9f239841",
           "9b41e9506ea6bec741450458179f5367bd972aaeaf53227719a5f97d227f1f14"),
    GADGET("inclusion 8-2-0", inclusion_82, 1376, 1391, 9427, 1396, 1724,
           "a3c3b47808b22a85b894f3d66c21a1729798d0ed89175cad8d1d7fb9ebb29bf7",
           "99862fe794a61dff51ebd322c424861af8cd16c20f6234d7667ac1abdb1c273a"),
    GADGET("inclusion 8-8-0", inclusion_88, 1592, 1613, 10951, 1619, 2000,
           "51328db5620840d9e61ece8bd06dfcb724e54b8fb98929a6f7cac19f77efc13a",
           "bcf3257ce7e868a4b51d6f69d83be20cddfa0ec135de2ab1ee0a1848f7bfddc1"),
    GADGET("inclusion 8-8-2", inclusion_882, 1906, 1928, 13077, 1935, 2390,
           "9ce7874f55b11534c86df67a47bbcd4982666940cf8537f8262dca6e02234f96",
           "fd265599a7f5c30ca0d5d793ee795e7908b8c604c9c26d714a283c4b9a4a72ba"),
    GADGET("inclusion sha256", inclusion_sha256, 272294, 272012, 625063, 272474, 581240,
           "12b5d7843b5896f12b840ff28934a955607875ca36155a173d1628666b5fd68c",
           "5544c80b1b3623eaacf6e1be210ecfd28788a6e811a2b35b78a40e0ba1cd8dd3"),
};

static const struct gadget dumped[] = {
    DUMP("bit-ops", bit_ops),
    DUMP("num-to-bits", to_bits_deadbeef),
    DUMP("num-inputize", inputize),
    DUMP("uint32-ops", word_ops),
    DUMP("sha256-32", sha256_32),
    DUMP("sha256-64", sha256_64),
    DUMP("sha256-128", sha256_128),
    DUMP("multipack-inputs", multipack),
    DUMP("poseidon-hash2", hash2),
    DUMP("poseidon-tree-2", poseidon_2_from_1),
    DUMP("poseidon-tree-4", poseidon_4_from_1),
    DUMP("poseidon-tree-8", poseidon_8_from_1),
    DUMP("column-hash-2", poseidon_2_from_1),
    DUMP("column-hash-11", poseidon_11_from_1),
    DUMP("sha256-tree-2", sha256_node),
};

static void make(struct r1cs_matrices *matrices, struct assignment *assignment,
                 const struct gadget *gadget)
{
    struct builder builder;
    assert_int_equal(builder_init_shape(&builder, false, NULL), STATUS_OK);
    gadget->circuit(&builder);
    assert_int_equal(builder_finish_shape(&builder, matrices, NULL), STATUS_OK);
    assert_int_equal(builder_init_witness(&builder, matrices, NULL), STATUS_OK);
    gadget->circuit(&builder);
    assert_int_equal(builder_finish_witness(&builder, assignment, NULL), STATUS_OK);
    uint32_t unsatisfied, first;
    assert_int_equal(r1cs_check(&unsatisfied, &first, matrices, assignment, NULL, NULL), STATUS_OK);
    assert_int_equal(unsatisfied, 0);
}

static void test_digests(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof digested / sizeof *digested; i++) {
        const struct gadget *gadget = &digested[i];
        print_message("%s\n", gadget->name);
        struct r1cs_matrices matrices;
        struct assignment assignment;
        make(&matrices, &assignment, gadget);
        assert_int_equal(matrices.row_count, gadget->rows);
        assert_int_equal(matrices.aux_count, gadget->aux);
        assert_memory_equal(matrices.term_count, gadget->terms, sizeof gadget->terms);
        uint8_t digest[32];
        assert_int_equal(r1cs_digest(digest, &matrices, NULL, NULL), STATUS_OK);
        assert_hex(digest, gadget->circuit_digest);
        witness_digest(digest, &assignment, &matrices, NULL);
        assert_hex(digest, gadget->witness_digest);
        r1cs_matrices_free(&matrices);
        assignment_free(&assignment);
    }
}

/* --- dumps --- */

static void test_dumps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof dumped / sizeof *dumped; i++) {
        const struct gadget *gadget = &dumped[i];
        print_message("%s\n", gadget->name);
        struct r1cs_matrices matrices;
        struct assignment assignment;
        make(&matrices, &assignment, gadget);
        char command[200];
        snprintf(command, sizeof command, "xz -dc tests/golden/gadgets/%s.txt.xz", gadget->name);
        FILE *dump = popen(command, "r");
        assert_non_null(dump);
        char *line = NULL, counts[100];
        size_t size = 0;
        snprintf(counts, sizeof counts, ": inputs %u aux %u constraints %u ", matrices.input_count,
                 matrices.aux_count, matrices.row_count);
        assert_non_null(strstr(next_line(dump, &line, &size, "# "), counts));
        free(line);
        compare_rows(dump, &matrices);
        compare_values(dump, &matrices, &assignment);
        assert_int_equal(pclose(dump), 0);
        r1cs_matrices_free(&matrices);
        assignment_free(&assignment);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_digests),
        cmocka_unit_test(test_dumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
