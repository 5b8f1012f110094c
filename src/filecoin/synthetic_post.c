#include "filecoin/synthetic_post.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "filecoin/ids.h"
#include "filecoin/synthetic_tree.h"
#include "hash/poseidon.h"

#define SUFFIX_MAX 32

static int compare(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The challenged leaves, rising and once each. */
static size_t challenged(uint64_t out[POST_CHALLENGES_MAX], const struct post_statement *statement,
                         size_t position)
{
    unsigned count = post_challenges_per_sector(&statement->proof);
    size_t distinct = 0;
    for (unsigned i = 0; i < count; i++) {
        out[i] = post_challenge(statement, position, i);
    }
    qsort(out, count, sizeof *out, compare);
    for (unsigned i = 0; i < count; i++) {
        if (distinct == 0 || out[distinct - 1] != out[i]) {
            out[distinct++] = out[i];
        }
    }
    return distinct;
}

static void made_up(fr *out, const struct synthetic_source *source, uint64_t index)
{
    uint8_t bytes[32];
    synthetic_value(bytes, source, 0, index);
    (void)fr_from_bytes(out, bytes, NULL, NULL); /* 253 bits: cannot fail */
}

static enum status make_tree(struct synthetic_tree *out, const struct post_statement *statement,
                             size_t position, const char *seed, const char *suffix,
                             struct threads *threads, struct error *err)
{
    uint64_t indices[POST_CHALLENGES_MAX];
    fr values[POST_CHALLENGES_MAX];
    struct synthetic_source leaves;
    size_t count = challenged(indices, statement, position);
    synthetic_source_init(&leaves, seed, suffix, NULL);
    for (size_t i = 0; i < count; i++) {
        made_up(&values[i], &leaves, indices[i]);
    }
    return synthetic_tree_make(out, statement->proof.shape, seed, suffix, indices, values, count,
                               threads, err);
}

static void open_leaf(struct merkle_proof *out, const struct synthetic_tree *tree, uint64_t index)
{
    struct tree_path path;
    const struct sector_shape *shape = tree->shape;
    fr *sibling = out->siblings;
    synthetic_tree_path(&path, tree, index);
    out->index = index;
    (void)fr_from_bytes(&out->root, path.root, NULL, NULL);
    (void)fr_from_bytes(&out->leaf, path.leaf, NULL, NULL);
    for (unsigned level = 0; level < tree_levels(shape); level++) {
        for (unsigned i = 0; i + 1 < tree_level_arity(shape, level); i++) {
            (void)fr_from_bytes(sibling++, path.siblings[level][i], NULL, NULL);
        }
    }
}

static enum status make_sector(struct post_input *post, size_t position, const char *seed,
                               struct threads *threads, struct error *err)
{
    struct post_statement *statement = &post->statement;
    struct post_sector_proof *sector = &post->proofs[position];
    struct synthetic_tree tree = {0};
    struct synthetic_source commitment;
    char suffix[SUFFIX_MAX];
    snprintf(suffix, sizeof suffix, "-%" PRIu64, statement->sectors[position].id);
    enum status status = post_sector_proof_make(sector, &statement->proof, err);
    if (status == STATUS_OK) {
        status = make_tree(&tree, statement, position, seed, suffix, threads, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    for (unsigned i = 0; i < post_challenges_per_sector(&statement->proof); i++) {
        open_leaf(&sector->proofs[i], &tree, post_challenge(statement, position, i));
    }
    synthetic_source_init(&commitment, seed, suffix, "comm_c");
    made_up(&sector->comm_c, &commitment, 0);
    sector->comm_r_last = *synthetic_tree_root(&tree);
    sector->sector = statement->sectors[position].id;
    fr pair[2] = {sector->comm_c, sector->comm_r_last};
    poseidon_hash_tree(&sector->comm_r, 2, pair);
    fr_to_bytes(statement->sectors[position].comm_r, &sector->comm_r);
    synthetic_tree_free(&tree);
    return STATUS_OK;
}

static enum status make_statement(struct post_input *post,
                                  const struct synthetic_post_options *options, struct error *err)
{
    struct post_statement *statement = &post->statement;
    enum status status = synthetic_seed_check(options->seed, err);
    if (status == STATUS_OK && options->sectors > POST_SECTORS_MAX) {
        return error_set(err, STATUS_TOO_LARGE, "sectors", "found %zu, expected at most %u",
                         options->sectors, POST_SECTORS_MAX);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&statement->sectors, options->sectors,
                              sizeof *statement->sectors, "sectors", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&post->proofs, options->sectors, sizeof *post->proofs,
                              "vanilla proofs", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    statement->proof = options->proof;
    statement->sector_count = options->sectors;
    prover_id(statement->prover_id, options->miner_id);
    synthetic_bytes(statement->randomness, "post randomness ", options->seed);
    statement->randomness[31] &= 0x3f; /* now below r */
    for (size_t i = 0; i < options->sectors; i++) {
        statement->sectors[i].id = options->first_sector + i;
    }
    return post_statement_check(statement, err);
}

enum status synthetic_post(struct vanilla_input *out, const struct synthetic_post_options *options,
                           struct threads *threads, const struct progress *progress,
                           struct error *err)
{
    *out = (struct vanilla_input){.kind = options->proof.kind, .sector = options->proof.shape};
    enum status status = make_statement(&out->post, options, err);
    for (size_t i = 0; i < options->sectors && status == STATUS_OK; i++) {
        status = progress_step(progress, "synthetic sectors", i, options->sectors)
                     ? make_sector(&out->post, i, options->seed, threads, err)
                     : error_set(err, STATUS_INTERRUPTED, NULL, "interrupted");
    }
    if (status != STATUS_OK) {
        vanilla_input_free(out);
    }
    return status;
}
