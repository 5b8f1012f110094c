#include "filecoin/merkle_proof.h"

#include <assert.h>

#include "circuit/insertion.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"

void merkle_shape_poseidon(struct inclusion_shape *out, const struct sector_shape *sector)
{
    *out = (struct inclusion_shape){.hash = TREE_POSEIDON, .level_count = tree_levels(sector)};
    for (unsigned i = 0; i < out->level_count; i++) {
        out->log_arity[i] = (uint8_t)__builtin_ctz(tree_level_arity(sector, i));
    }
}

void merkle_shape_sha256(struct inclusion_shape *out, unsigned level_count)
{
    assert(level_count <= INCLUSION_LEVELS_MAX);
    *out = (struct inclusion_shape){.hash = TREE_SHA256, .level_count = level_count};
    for (unsigned i = 0; i < level_count; i++) {
        out->log_arity[i] = 1;
    }
}

/* --- bincode --- */

enum variant { VARIANT_SINGLE, VARIANT_SUB, VARIANT_TOP };

/* Levels [first, end) as one InclusionPath; *shift is the number of index bits so far. */
static void read_part(struct bincode *in, struct merkle_proof *out,
                      const struct inclusion_shape *shape, const char *part, unsigned first,
                      unsigned end, fr **sibling, unsigned *shift)
{
    bincode_enter(in, part, BINCODE_NO_INDEX);
    bincode_count(in, "path", end - first);
    for (unsigned level = first; level < end; level++) {
        unsigned siblings = (1u << shape->log_arity[level]) - 1;
        bincode_enter(in, "path", level - first);
        bincode_count(in, "hashes", siblings);
        for (unsigned i = 0; i < siblings; i++) {
            bincode_fr(in, (*sibling)++, "hashes", i);
        }
        out->index |= bincode_below(in, "index", (uint64_t)siblings + 1) << *shift;
        *shift += shape->log_arity[level];
        bincode_leave(in);
    }
    bincode_leave(in);
}

static void read_ends(struct bincode *in, struct merkle_proof *out)
{
    bincode_fr(in, &out->root, "root", BINCODE_NO_INDEX);
    bincode_fr(in, &out->leaf, "leaf", BINCODE_NO_INDEX);
}

void merkle_proof_read(struct bincode *in, struct merkle_proof *out,
                       const struct inclusion_shape *shape, unsigned base_levels)
{
    static const char *const upper_parts[] = {"sub_proof", "top_proof"};
    unsigned upper = shape->level_count - base_levels, shift = 0;
    fr *sibling = out->siblings;
    assert(upper <= VARIANT_TOP);
    out->index = 0;
    bincode_enter(in, "data", BINCODE_NO_INDEX);
    bincode_variant(in, VARIANT_SINGLE + upper);
    if (upper == 0) {
        read_ends(in, out);
    }
    read_part(in, out, shape, upper == 0 ? "path" : "base_proof", 0, base_levels, &sibling, &shift);
    for (unsigned i = 0; i < upper; i++) {
        read_part(in, out, shape, upper_parts[i], base_levels + i, base_levels + i + 1, &sibling,
                  &shift);
    }
    if (upper > 0) {
        read_ends(in, out);
    }
    bincode_leave(in);
}

static void write_ends(struct bincode_out *out, const struct merkle_proof *proof)
{
    bincode_put_fr(out, &proof->root);
    bincode_put_fr(out, &proof->leaf);
}

void merkle_proof_write(struct bincode_out *out, const struct merkle_proof *proof,
                        const struct inclusion_shape *shape, unsigned base_levels)
{
    unsigned upper = shape->level_count - base_levels, shift = 0;
    const fr *sibling = proof->siblings;
    bincode_put_u32(out, VARIANT_SINGLE + upper);
    if (upper == 0) {
        write_ends(out, proof);
    }
    bincode_put_u64(out, base_levels);
    for (unsigned level = 0; level < shape->level_count; level++) {
        unsigned siblings = (1u << shape->log_arity[level]) - 1;
        if (level >= base_levels) {
            bincode_put_u64(out, 1);
        }
        bincode_put_u64(out, siblings);
        for (unsigned i = 0; i < siblings; i++) {
            bincode_put_fr(out, sibling++);
        }
        bincode_put_u64(out, proof->index >> shift & siblings);
        shift += shape->log_arity[level];
    }
    if (upper > 0) {
        write_ends(out, proof);
    }
}

/* --- roots --- */

static void sha256_node(fr *out, const fr *nodes)
{
    uint8_t message[2 * FR_BYTES], digest[SHA256_BYTES];
    fr_to_bytes(message, &nodes[0]);
    fr_to_bytes(message + FR_BYTES, &nodes[1]);
    sha256(digest, message, sizeof message);
    digest[SHA256_BYTES - 1] &= 0x3f; /* now below r */
    fr_from_bytes(out, digest, NULL, NULL);
}

void merkle_node(fr *out, enum tree_hash hash, unsigned log_arity, const fr *nodes)
{
    if (hash == TREE_SHA256) {
        sha256_node(out, nodes);
    } else {
        poseidon_hash_tree(out, 1u << log_arity, nodes);
    }
}

void merkle_root(fr *out, const struct inclusion_shape *shape, unsigned level_count, const fr *leaf,
                 uint64_t index, const fr *siblings)
{
    fr current = *leaf;
    for (unsigned level = 0; level < level_count; level++) {
        fr nodes[INSERTION_ARITY_MAX];
        unsigned arity = 1u << shape->log_arity[level], position = (unsigned)index & (arity - 1);
        for (unsigned i = 0; i < arity; i++) {
            nodes[i] = i == position ? current : *siblings++;
        }
        merkle_node(&current, shape->hash, shape->log_arity[level], nodes);
        index >>= shape->log_arity[level];
    }
    *out = current;
}
