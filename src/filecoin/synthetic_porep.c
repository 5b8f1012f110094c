#include "filecoin/synthetic_porep.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "filecoin/challenges.h"
#include "filecoin/ids.h"
#include "filecoin/parents.h"
#include "filecoin/synthetic_tree.h"
#include "hash/poseidon.h"

struct challenged_node {
    uint64_t node;
    uint64_t parents[POREP_PARENTS];
};

struct sector {
    const struct synthetic_porep_options *options;
    const struct sector_shape *shape;
    struct porep_c1 *c1;                      /* owned until all is done */
    uint8_t zeros[TREE_D_LEVELS_MAX + 1][32]; /* nodes of tree D by level */
    uint64_t *challenges;                     /* partition by partition, in order */
    size_t challenge_count;
    struct challenged_node *challenged; /* distinct, rising */
    size_t challenged_count;
    uint64_t *nodes; /* challenged ones and parents: distinct, rising */
    size_t node_count;
    uint8_t *rows; /* [node_count][layers][32] */
    fr *columns;   /* leaves of tree C */
    fr *replica;   /* leaves of tree R, of the challenged nodes */
    struct synthetic_tree tree_c, tree_r;
};

/* --- search and sort --- */

static int compare_nodes(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static size_t sort_distinct(uint64_t *nodes, size_t count)
{
    size_t kept = 0;
    qsort(nodes, count, sizeof *nodes, compare_nodes);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || nodes[kept - 1] != nodes[i]) {
            nodes[kept++] = nodes[i];
        }
    }
    return kept;
}

/* Compares the first member only. NULL when the node is not challenged. */
static const struct challenged_node *find_challenged(const struct sector *sector, uint64_t node)
{
    return bsearch(&node, sector->challenged, sector->challenged_count, sizeof *sector->challenged,
                   compare_nodes);
}

/* The rows of a node that is in `nodes`. */
static uint8_t *rows_of(const struct sector *sector, uint64_t node)
{
    const uint64_t *found =
        bsearch(&node, sector->nodes, sector->node_count, sizeof *sector->nodes, compare_nodes);
    return sector->rows + (size_t)(found - sector->nodes) * sector->shape->layers * 32;
}

/* --- what is public --- */

static void make_zeros(struct sector *sector)
{
    for (unsigned level = 0; level < sector->shape->log_nodes; level++) {
        uint8_t pair[64];
        memcpy(pair, sector->zeros[level], 32);
        memcpy(pair + 32, sector->zeros[level], 32);
        sha256(sector->zeros[level + 1], pair, sizeof pair);
        sector->zeros[level + 1][31] &= 0x3f;
    }
}

static void make_statement(struct sector *sector)
{
    const struct synthetic_porep_options *options = sector->options;
    struct porep_c1 *c1 = sector->c1;
    uint8_t prover[32], porep[32];
    memcpy(c1->comm_d, sector->zeros[sector->shape->log_nodes], 32);
    synthetic_bytes(c1->ticket, "ticket", options->seed);
    synthetic_bytes(c1->seed, "seed", options->seed);
    prover_id(prover, options->miner_id);
    porep_id(porep, options->proof);
    replica_id(c1->replica_id, prover, options->sector_number, c1->ticket, c1->comm_d, porep);
}

static enum status make_challenges(struct sector *sector, struct error *err)
{
    const struct sector_shape *shape = sector->shape;
    void *challenges = NULL, *challenged = NULL, *distinct = NULL;
    size_t count = (size_t)sector->c1->partition_count * shape->challenges;
    struct porep_statement statement = {.proof = sector->options->proof};
    struct porep_graph graph;
    uint8_t porep[32];
    enum status status = memory_alloc(&challenges, count, sizeof(uint64_t), "challenges", err);
    sector->challenges = challenges;
    sector->challenge_count = count;
    if (status == STATUS_OK) {
        status = memory_alloc(&challenged, count, sizeof *sector->challenged, "challenges", err);
    }
    sector->challenged = challenged;
    if (status == STATUS_OK) {
        status = memory_alloc(&distinct, count, sizeof(uint64_t), "challenges", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    memcpy(statement.replica_id, sector->c1->replica_id, 32);
    memcpy(statement.seed, sector->c1->seed, 32);
    for (unsigned k = 0; k < sector->c1->partition_count; k++) {
        porep_challenges(sector->challenges + (size_t)k * shape->challenges, &statement, k);
    }
    memcpy(distinct, challenges, count * sizeof(uint64_t));
    sector->challenged_count = sort_distinct(distinct, count);
    porep_id(porep, sector->options->proof);
    porep_graph_init(&graph, shape->nodes, sector->options->proof->api, porep);
    for (size_t i = 0; i < sector->challenged_count; i++) {
        struct challenged_node *node = &sector->challenged[i];
        node->node = ((uint64_t *)distinct)[i];
        porep_parents(node->parents, &graph, node->node);
    }
    memory_free(distinct);
    return STATUS_OK;
}

/* --- columns --- */

static enum status make_nodes(struct sector *sector, struct error *err)
{
    void *nodes = NULL, *rows = NULL, *columns = NULL, *replica = NULL;
    size_t most = sector->challenged_count * (1 + POREP_PARENTS);
    enum status status = memory_alloc(&nodes, most, sizeof(uint64_t), "columns", err);
    sector->nodes = nodes;
    if (status != STATUS_OK) {
        return status;
    }
    for (size_t i = 0; i < sector->challenged_count; i++) {
        uint64_t *to = sector->nodes + i * (1 + POREP_PARENTS);
        to[0] = sector->challenged[i].node;
        memcpy(to + 1, sector->challenged[i].parents, sizeof sector->challenged[i].parents);
    }
    sector->node_count = sort_distinct(sector->nodes, most);
    status =
        memory_alloc(&rows, sector->node_count, (size_t)sector->shape->layers * 32, "columns", err);
    sector->rows = rows;
    if (status == STATUS_OK) {
        status = memory_alloc(&columns, sector->node_count, sizeof(fr), "columns", err);
    }
    sector->columns = columns;
    if (status == STATUS_OK) {
        status = memory_alloc(&replica, sector->challenged_count, sizeof(fr), "columns", err);
    }
    sector->replica = replica;
    return status;
}

static void make_up_rows(struct sector *sector)
{
    const unsigned layers = sector->shape->layers;
    struct synthetic_source source;
    synthetic_source_init(&source, sector->options->seed, "", "row");
    for (size_t i = 0; i < sector->node_count; i++) {
        if (find_challenged(sector, sector->nodes[i]) != NULL) {
            continue;
        }
        for (unsigned layer = 0; layer < layers; layer++) {
            synthetic_value(sector->rows + (i * layers + layer) * 32, &source, sector->nodes[i],
                            layer);
        }
    }
}

/* Values that go into a label, the distinct ones; returns their number. layer from 0. */
static unsigned label_parents(uint8_t out[POREP_PARENTS][32], const struct sector *sector,
                              const struct challenged_node *node, unsigned layer)
{
    unsigned count = layer == 0 ? POREP_DRG_PARENTS : POREP_PARENTS;
    for (unsigned p = 0; p < count; p++) {
        unsigned from = p < POREP_DRG_PARENTS ? layer : layer - 1;
        memcpy(out[p], rows_of(sector, node->parents[p]) + (size_t)from * 32, 32);
    }
    return count;
}

/* Nodes rise, so that DRG parents, which are smaller, are ready; expander parents are of the layer
 * before. */
static void make_labels(struct sector *sector)
{
    for (unsigned layer = 0; layer < sector->shape->layers; layer++) {
        for (size_t i = 0; i < sector->challenged_count; i++) {
            const struct challenged_node *node = &sector->challenged[i];
            uint8_t parents[POREP_PARENTS][32];
            unsigned count = label_parents(parents, sector, node, layer);
            porep_label(rows_of(sector, node->node) + (size_t)layer * 32, sector->c1->replica_id,
                        layer + 1, node->node, parents[0], count);
        }
    }
}

/* Cannot fail: rows are cut to 253 bits, labels to 254. */
static void read_value(fr *out, const uint8_t bytes[32])
{
    (void)fr_from_bytes(out, bytes, NULL, NULL);
}

static void hash_column(void *context, size_t i, unsigned worker)
{
    (void)worker;
    struct sector *sector = context;
    const unsigned layers = sector->shape->layers;
    fr rows[POREP_LAYERS_MAX];
    for (unsigned layer = 0; layer < layers; layer++) {
        read_value(&rows[layer], sector->rows + (i * layers + layer) * 32);
    }
    poseidon_hash_tree(&sector->columns[i], layers, rows);
}

static enum status make_trees(struct sector *sector, struct threads *threads, struct error *err)
{
    const struct sector_shape *shape = sector->shape;
    const char *seed = sector->options->seed;
    void *memory = NULL;
    fr roots[2], comm_r;
    enum status status =
        memory_alloc(&memory, sector->challenged_count, sizeof(uint64_t), "tree R", err);
    if (status != STATUS_OK) {
        return status;
    }
    uint64_t *challenged = memory;
    for (size_t i = 0; i < sector->challenged_count; i++) {
        challenged[i] = sector->challenged[i].node;
        read_value(&sector->replica[i],
                   rows_of(sector, challenged[i]) + (size_t)(shape->layers - 1) * 32);
    }
    status = synthetic_tree_make(&sector->tree_c, shape, seed, "C", sector->nodes, sector->columns,
                                 sector->node_count, threads, err);
    if (status == STATUS_OK) {
        status = synthetic_tree_make(&sector->tree_r, shape, seed, "R", challenged, sector->replica,
                                     sector->challenged_count, threads, err);
    }
    memory_free(memory);
    if (status != STATUS_OK) {
        return status;
    }
    roots[0] = *synthetic_tree_root(&sector->tree_c);
    roots[1] = *synthetic_tree_root(&sector->tree_r);
    poseidon_hash_tree(&comm_r, 2, roots);
    fr_to_bytes(sector->c1->comm_r, &comm_r);
    return STATUS_OK;
}

/* --- proofs --- */

static void prove_data(struct tree_d_path *out, const struct sector *sector, uint64_t node)
{
    const unsigned levels = sector->shape->log_nodes;
    memcpy(out->root, sector->zeros[levels], 32);
    memcpy(out->leaf, sector->zeros[0], 32);
    memcpy(out->siblings, sector->zeros, (size_t)levels * 32);
    for (unsigned level = 0; level < levels; level++) {
        out->positions[level] = node >> level & 1;
    }
}

static void prove_column(struct column_proof *out, const struct sector *sector, uint64_t node)
{
    out->index = (uint32_t)node;
    memcpy(out->rows, rows_of(sector, node), (size_t)sector->shape->layers * 32);
    synthetic_tree_path(&out->path, &sector->tree_c, node);
}

static void prove_challenge(void *context, size_t i, unsigned worker)
{
    (void)worker;
    const struct sector *sector = context;
    const unsigned challenges = sector->shape->challenges, layers = sector->shape->layers;
    const struct challenged_node *node = find_challenged(sector, sector->challenges[i]);
    struct porep_challenge *out = &sector->c1->partitions[i / challenges][i % challenges];
    prove_data(&out->comm_d, sector, node->node);
    synthetic_tree_path(&out->comm_r_last, &sector->tree_r, node->node);
    prove_column(&out->c_x, sector, node->node);
    for (unsigned p = 0; p < POREP_PARENTS; p++) {
        prove_column(&out->parents[p], sector, node->parents[p]);
    }
    for (unsigned layer = 0; layer < layers; layer++) {
        struct labeling_proof *labeling = &out->labeling[layer];
        uint8_t parents[POREP_PARENTS][32];
        unsigned count = label_parents(parents, sector, node, layer);
        for (unsigned k = 0; k < POREP_LABEL_PARENTS; k++) {
            memcpy(labeling->parents[k], parents[k % count], 32);
        }
        labeling->layer = layer + 1;
        labeling->node = node->node;
    }
    out->encoding = out->labeling[layers - 1];
}

/* --- the whole --- */

static enum status check_options(const struct synthetic_porep_options *options, struct error *err)
{
    unsigned all = seal_proof_partitions(options->proof);
    if (options->proof->feature != SEAL_INTERACTIVE) {
        return error_set(err, STATUS_UNSUPPORTED, options->proof->name,
                         "found a synthetic or non-interactive seal, expected an interactive one: "
                         "the others draw their challenges from comm_r, which a made-up sector "
                         "draws from its challenges");
    }
    if (options->partitions > all) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "partitions", "found %u, %s has %u",
                         options->partitions, options->proof->name, all);
    }
    if (options->sector_number > INT64_MAX) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "sector",
                         "found %llu, expected at most %lld",
                         (unsigned long long)options->sector_number, (long long)INT64_MAX);
    }
    return synthetic_seed_check(options->seed, err);
}

static enum status make_c1(struct sector *sector, struct error *err)
{
    const struct synthetic_porep_options *options = sector->options;
    void *memory = NULL;
    enum status status = memory_alloc(&memory, 1, sizeof *sector->c1, "C1", err);
    if (status != STATUS_OK) {
        return status;
    }
    struct porep_c1 *c1 = memory;
    sector->c1 = c1;
    c1->proof = options->proof;
    c1->wrapped = true;
    c1->sector_number = (int64_t)options->sector_number;
    c1->sector_bytes = sector->shape->bytes;
    c1->partition_count =
        options->partitions > 0 ? options->partitions : seal_proof_partitions(options->proof);
    for (unsigned k = 0; k < c1->partition_count && status == STATUS_OK; k++) {
        void *partition = NULL;
        status = memory_alloc(&partition, sector->shape->challenges, sizeof(struct porep_challenge),
                              "C1", err);
        c1->partitions[k] = partition;
    }
    return status;
}

static enum status step(const struct progress *progress, unsigned done, struct error *err)
{
    return progress_step(progress, "synthetic sector", done, 3)
               ? STATUS_OK
               : error_set(err, STATUS_INTERRUPTED, NULL, "interrupted");
}

static enum status make(struct sector *sector, struct threads *threads,
                        const struct progress *progress, struct error *err)
{
    enum status status = make_c1(sector, err);
    if (status != STATUS_OK) {
        return status;
    }
    make_zeros(sector);
    make_statement(sector);
    status = make_challenges(sector, err);
    if (status == STATUS_OK) {
        status = make_nodes(sector, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    make_up_rows(sector);
    make_labels(sector);
    threads_run(threads, sector->node_count, hash_column, sector);
    status = step(progress, 1, err);
    if (status == STATUS_OK) {
        status = make_trees(sector, threads, err);
    }
    if (status == STATUS_OK) {
        status = step(progress, 2, err);
    }
    if (status == STATUS_OK) {
        threads_run(threads, sector->challenge_count, prove_challenge, sector);
        status = step(progress, 3, err);
    }
    return status;
}

enum status synthetic_porep(struct porep_c1 **out, const struct synthetic_porep_options *options,
                            struct threads *threads, const struct progress *progress,
                            struct error *err)
{
    struct sector sector = {.options = options, .shape = options->proof->shape};
    enum status status = check_options(options, err);
    if (status == STATUS_OK) {
        status = make(&sector, threads, progress, err);
    }
    synthetic_tree_free(&sector.tree_r);
    synthetic_tree_free(&sector.tree_c);
    memory_free(sector.replica);
    memory_free(sector.columns);
    memory_free(sector.rows);
    memory_free(sector.nodes);
    memory_free(sector.challenged);
    memory_free(sector.challenges);
    if (status != STATUS_OK) {
        c1_free(sector.c1);
        return status;
    }
    *out = sector.c1;
    return STATUS_OK;
}

const struct seal_proof *synthetic_seal_of_shape(const struct sector_shape *shape)
{
    for (size_t i = 0; i < seal_proof_count; i++) {
        const struct seal_proof *proof = &seal_proofs[i];
        if (proof->shape == shape && proof->api == API_1_1 && proof->feature == SEAL_INTERACTIVE) {
            return proof;
        }
    }
    return NULL;
}
