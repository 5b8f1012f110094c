#include "filecoin/vanilla_check.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "filecoin/ids.h"
#include "filecoin/parents.h"
#include "hash/poseidon_x8.h"
#include "hash/sha256.h"

void porep_statement_of_c1(struct porep_statement *out, const struct porep_c1 *c1)
{
    out->proof = c1->proof;
    memcpy(out->replica_id, c1->replica_id, 32);
    memcpy(out->comm_d, c1->comm_d, 32);
    memcpy(out->comm_r, c1->comm_r, 32);
    memcpy(out->seed, c1->seed, 32);
}

struct check {
    const struct porep_c1 *c1;
    const struct sector_shape *shape;
    struct porep_graph graph;
    uint8_t comm_c[32], comm_r_last[32]; /* of the first challenge; all have to agree */
    uint64_t challenges[POREP_PARTITIONS_MAX][POREP_CHALLENGES_MAX];
    struct poseidon_x8 *hashers[POSEIDON_ARITY_MAX + 1]; /* by arity, those in use */

    pthread_mutex_t lock; /* guards first_fault and fault */
    size_t first_fault;
    struct error fault;
};

/* One challenge's place, for messages. */
struct place {
    unsigned partition, challenge;
    struct error *err;
};

__attribute__((format(printf, 3, 4))) static enum status
refuse(const struct place *place, const char *field, const char *format, ...)
{
    char where[sizeof place->err->where], message[sizeof place->err->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    snprintf(where, sizeof where, "partition %u, challenge %u, %s", place->partition,
             place->challenge, field);
    return error_set(place->err, STATUS_VANILLA_INVALID, where, "%s", message);
}

/* --- trees --- */

/* A value that is not canonical, which the C1 reader lets not pass, counts as zero. */
static bool element(fr *out, const uint8_t bytes[32])
{
    *out = fr_zero;
    return fr_from_bytes(out, bytes, "", NULL) == STATUS_OK;
}

static bool element_is(const fr *element, const uint8_t bytes[32])
{
    uint8_t found[32];
    fr_to_bytes(found, element);
    return memcmp(found, bytes, 32) == 0;
}

/* Bit l: path l leads from its leaf to its root. */
static unsigned tree_paths_hold(const struct check *check,
                                const struct tree_path *const paths[POSEIDON_LANES])
{
    fr running[POSEIDON_LANES], children[POSEIDON_LANES * TREE_BASE_ARITY];
    unsigned holds = 0, canonical = 0;
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++)
        canonical |= (unsigned)element(&running[lane], paths[lane]->leaf) << lane;
    for (unsigned level = 0; level < tree_levels(check->shape); level++) {
        unsigned arity = tree_level_arity(check->shape, level);
        for (unsigned lane = 0; lane < POSEIDON_LANES; lane++) {
            const struct tree_path *path = paths[lane];
            for (unsigned i = 0, sibling = 0; i < arity; i++) {
                fr *child = &children[lane * arity + i];
                if (i == path->positions[level])
                    *child = running[lane];
                else if (!element(child, path->siblings[level][sibling++]))
                    canonical &= ~(1u << lane);
            }
        }
        poseidon_x8_hash(running, check->hashers[arity], children);
    }
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++)
        holds |= (unsigned)element_is(&running[lane], paths[lane]->root) << lane;
    return holds & canonical;
}

/* Bit l: the hash of column l's rows is the leaf of its path. */
static unsigned columns_hold(const struct check *check,
                             const struct column_proof *const columns[POSEIDON_LANES])
{
    const unsigned layers = check->shape->layers;
    fr rows[POSEIDON_LANES * POREP_LAYERS_MAX], hashes[POSEIDON_LANES];
    unsigned holds = 0, canonical = (1u << POSEIDON_LANES) - 1;
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++) {
        for (unsigned layer = 0; layer < layers; layer++) {
            if (!element(&rows[lane * layers + layer], columns[lane]->rows[layer]))
                canonical &= ~(1u << lane);
        }
    }
    poseidon_x8_hash(hashes, check->hashers[layers], rows);
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++)
        holds |= (unsigned)element_is(&hashes[lane], columns[lane]->path.leaf) << lane;
    return holds & canonical;
}

static bool tree_d_path_holds(const struct sector_shape *shape, const struct tree_d_path *path)
{
    uint8_t running[32], pair[64];
    memcpy(running, path->leaf, 32);
    for (unsigned level = 0; level < shape->log_nodes; level++) {
        unsigned position = path->positions[level];
        memcpy(pair + 32 * position, running, 32);
        memcpy(pair + 32 * (1 - position), path->siblings[level], 32);
        sha256(running, pair, sizeof pair);
        running[31] &= 0x3f;
    }
    return memcmp(running, path->root, 32) == 0;
}

static uint64_t tree_d_index(const struct sector_shape *shape, const struct tree_d_path *path)
{
    uint64_t index = 0;
    for (unsigned level = shape->log_nodes; level-- > 0;)
        index = index << 1 | path->positions[level];
    return index;
}

/* --- one challenge --- */

/* Name of column `i`: c_x after the parents. */
static const char *column_name(char out[64], unsigned i)
{
    if (i == POREP_PARENTS)
        snprintf(out, 64, "replica_column_proofs.c_x");
    else if (i < POREP_DRG_PARENTS)
        snprintf(out, 64, "replica_column_proofs.drg_parents[%u]", i);
    else
        snprintf(out, 64, "replica_column_proofs.exp_parents[%u]", i - POREP_DRG_PARENTS);
    return out;
}

static const struct column_proof *column_of(const struct porep_challenge *ch, unsigned i)
{
    return i == POREP_PARENTS ? &ch->c_x : &ch->parents[i];
}

static enum status check_roots(const struct check *check, const struct porep_challenge *ch,
                               const struct place *place)
{
    char name[64];
    if (memcmp(ch->comm_d.root, check->c1->comm_d, 32) != 0)
        return refuse(place, "comm_d_proofs", "the root is not comm_d");
    if (memcmp(ch->comm_r_last.root, check->comm_r_last, 32) != 0)
        return refuse(place, "comm_r_last_proof", "the root is not that of the first challenge");
    for (unsigned i = 0; i <= POREP_PARENTS; i++) {
        if (memcmp(column_of(ch, i)->path.root, check->comm_c, 32) != 0)
            return refuse(place, column_name(name, i),
                          "the root is not comm_c, that of the first challenge's c_x");
    }
    return STATUS_OK;
}

/* What the paths and columns are about against what the registered proof's rules give. */
static enum status check_indices(const struct check *check, const struct porep_challenge *ch,
                                 uint64_t challenge, const struct place *place)
{
    const struct sector_shape *shape = check->shape;
    uint64_t nodes[POREP_PARENTS + 1];
    char name[64];
    uint64_t found = tree_d_index(shape, &ch->comm_d);
    if (found != challenge)
        return refuse(place, "comm_d_proofs", "the path is of node %llu, the challenge is %llu",
                      (unsigned long long)found, (unsigned long long)challenge);
    found = tree_index(shape, ch->comm_r_last.positions);
    if (found != challenge)
        return refuse(place, "comm_r_last_proof", "the path is of node %llu, the challenge is %llu",
                      (unsigned long long)found, (unsigned long long)challenge);

    porep_parents(nodes, &check->graph, challenge);
    nodes[POREP_PARENTS] = challenge;
    for (unsigned i = 0; i <= POREP_PARENTS; i++) {
        const struct column_proof *column = column_of(ch, i);
        found = tree_index(shape, column->path.positions);
        if (found != nodes[i])
            return refuse(place, column_name(name, i),
                          "the path is of node %llu, expected %llu for challenge %llu",
                          (unsigned long long)found, (unsigned long long)nodes[i],
                          (unsigned long long)challenge);
        if (column->index != found)
            return refuse(place, column_name(name, i), "the column's index is %lu, its path's %llu",
                          (unsigned long)column->index, (unsigned long long)found);
    }
    return STATUS_OK;
}

/* Distinct parents of a layer's label (0-based layer), from the columns. */
static unsigned label_parents(uint8_t out[POREP_PARENTS][32], const struct porep_challenge *ch,
                              unsigned layer)
{
    for (unsigned i = 0; i < POREP_DRG_PARENTS; i++)
        memcpy(out[i], ch->parents[i].rows[layer], 32);
    if (layer == 0)
        return POREP_DRG_PARENTS;
    for (unsigned i = POREP_DRG_PARENTS; i < POREP_PARENTS; i++)
        memcpy(out[i], ch->parents[i].rows[layer - 1], 32);
    return POREP_PARENTS;
}

/* A labeling or encoding proof is of this node and layer and lists the columns' values. */
static enum status check_labeling(const struct labeling_proof *labeling, const char *name,
                                  unsigned layer, uint64_t challenge, uint8_t parents[][32],
                                  unsigned parent_count, const struct place *place)
{
    if (labeling->layer != layer + 1)
        return refuse(place, name, "layer_index is %lu, expected %u",
                      (unsigned long)labeling->layer, layer + 1);
    if (labeling->node != challenge)
        return refuse(place, name, "node is %llu, the challenge is %llu",
                      (unsigned long long)labeling->node, (unsigned long long)challenge);
    for (unsigned i = 0; i < POREP_LABEL_PARENTS; i++) {
        if (memcmp(labeling->parents[i], parents[i % parent_count], 32) != 0)
            return refuse(place, name, "parent %u is not the value of its column", i);
    }
    return STATUS_OK;
}

static enum status check_labels(const struct check *check, const struct porep_challenge *ch,
                                uint64_t challenge, const struct place *place)
{
    const unsigned last = check->shape->layers - 1;
    uint8_t parents[POREP_PARENTS][32], label[32];
    char name[64];
    for (unsigned layer = 0; layer <= last; layer++) {
        unsigned count = label_parents(parents, ch, layer);
        snprintf(name, sizeof name, "labeling_proofs[%u]", layer);
        enum status status =
            check_labeling(&ch->labeling[layer], name, layer, challenge, parents, count, place);
        if (status == STATUS_OK && layer == last)
            status = check_labeling(&ch->encoding, "encoding_proof", layer, challenge, parents,
                                    count, place);
        if (status != STATUS_OK)
            return status;
        porep_label(label, check->c1->replica_id, layer + 1, challenge, parents[0], count);
        if (memcmp(label, ch->c_x.rows[layer], 32) != 0)
            return refuse(place, "replica_column_proofs.c_x",
                          "row %u is not the label of the parents", layer);
    }

    fr key, data, sum;
    uint8_t encoded[32];
    if (!element(&key, label) || !element(&data, ch->comm_d.leaf))
        return refuse(place, "comm_d_proofs", "the leaf is not a field element");
    fr_add(&sum, &key, &data);
    fr_to_bytes(encoded, &sum);
    if (memcmp(encoded, ch->comm_r_last.leaf, 32) != 0)
        return refuse(place, "comm_r_last_proof",
                      "the leaf is not the last label plus the data leaf");
    return STATUS_OK;
}

/* Path `i` of a challenge: the columns' in their order, then that of comm_r_last. */
#define COLUMN_COUNT (POREP_PARENTS + 1)
#define PATH_COUNT   (COLUMN_COUNT + 1)
_Static_assert(PATH_COUNT == 2 * POSEIDON_LANES, "the paths fill the lanes");

static enum status check_paths(const struct check *check, const struct porep_challenge *ch,
                               const struct place *place)
{
    const struct column_proof *columns[PATH_COUNT];
    const struct tree_path *paths[PATH_COUNT];
    unsigned paths_good = 0, columns_good = 0;
    char name[64];
    for (unsigned i = 0; i < PATH_COUNT; i++) {
        columns[i] = column_of(ch, i < COLUMN_COUNT ? i : 0);
        paths[i] = i < COLUMN_COUNT ? &columns[i]->path : &ch->comm_r_last;
    }
    for (unsigned i = 0; i < PATH_COUNT; i += POSEIDON_LANES) {
        paths_good |= tree_paths_hold(check, paths + i) << i;
        columns_good |= columns_hold(check, columns + i) << i;
    }

    if (!tree_d_path_holds(check->shape, &ch->comm_d))
        return refuse(place, "comm_d_proofs", "the path does not lead from the leaf to the root");
    if ((paths_good >> COLUMN_COUNT & 1) == 0)
        return refuse(place, "comm_r_last_proof",
                      "the path does not lead from the leaf to the root");
    for (unsigned i = 0; i < COLUMN_COUNT; i++) {
        if ((paths_good >> i & 1) == 0)
            return refuse(place, column_name(name, i),
                          "the path does not lead from the leaf to the root");
        if ((columns_good >> i & 1) == 0)
            return refuse(place, column_name(name, i),
                          "the hash of the column's rows is not the path's leaf");
    }
    return STATUS_OK;
}

static enum status check_challenge(const struct check *check, const struct place *place)
{
    const struct porep_challenge *ch = &check->c1->partitions[place->partition][place->challenge];
    uint64_t challenge = check->challenges[place->partition][place->challenge];
    enum status status;
    if ((status = check_roots(check, ch, place)) != STATUS_OK ||
        (status = check_indices(check, ch, challenge, place)) != STATUS_OK ||
        (status = check_paths(check, ch, place)) != STATUS_OK)
        return status;
    return check_labels(check, ch, challenge, place);
}

/* threads_task: one challenge. Tasks start in rising order, so that the lowest fault is always
 * found although those above it are skipped. */
static void challenge_task(void *context, size_t index, unsigned worker)
{
    (void)worker;
    struct check *check = context;
    pthread_mutex_lock(&check->lock);
    bool skip = index > check->first_fault;
    pthread_mutex_unlock(&check->lock);
    if (skip)
        return;

    struct error err;
    const unsigned count = check->shape->challenges;
    const struct place place = {(unsigned)(index / count), (unsigned)(index % count), &err};
    if (check_challenge(check, &place) == STATUS_OK)
        return;
    pthread_mutex_lock(&check->lock);
    if (index < check->first_fault) {
        check->first_fault = index;
        check->fault = err;
    }
    pthread_mutex_unlock(&check->lock);
}

/* --- the sector --- */

static bool is_zero(const uint8_t bytes[32])
{
    uint8_t any = 0;
    for (int i = 0; i < 32; i++)
        any |= bytes[i];
    return any == 0;
}

static enum status check_commitments(const struct check *check, struct error *err)
{
    const struct porep_c1 *c1 = check->c1;
    const struct {
        const char *name;
        const uint8_t *value;
    } not_zero[] = {{"comm_r", c1->comm_r}, {"comm_d", c1->comm_d}, {"seed", c1->seed}};
    for (size_t i = 0; i < sizeof not_zero / sizeof *not_zero; i++) {
        if (is_zero(not_zero[i].value))
            return error_set(err, STATUS_VANILLA_INVALID, not_zero[i].name, "all bytes are zero");
    }
    fr pair[2], comm_r;
    uint8_t bytes[32];
    if (!element(&pair[0], check->comm_c) || !element(&pair[1], check->comm_r_last))
        return error_set(err, STATUS_VANILLA_INVALID, "comm_r", "a root is not a field element");
    poseidon_hash_tree(&comm_r, 2, pair);
    fr_to_bytes(bytes, &comm_r);
    if (memcmp(bytes, c1->comm_r, 32) != 0)
        return error_set(err, STATUS_VANILLA_INVALID, "comm_r",
                         "comm_r is not the hash of comm_c and comm_r_last, the roots of "
                         "partition 0, challenge 0");
    return STATUS_OK;
}

static enum status check_identity(const struct porep_c1 *c1, const struct seal_identity *identity,
                                  struct error *err)
{
    uint8_t prover[32], id[32], replica[32];
    prover_id(prover, identity->miner_id);
    porep_id(id, c1->proof);
    replica_id(replica, prover, identity->sector_number, c1->ticket, c1->comm_d, id);
    if (memcmp(replica, c1->replica_id, 32) == 0)
        return STATUS_OK;
    return error_set(err, STATUS_VANILLA_INVALID, "replica_id",
                     "the replica id is not that of miner %llu, sector %llu and this ticket",
                     (unsigned long long)identity->miner_id,
                     (unsigned long long)identity->sector_number);
}

static enum status make_hasher(struct check *check, unsigned arity, struct error *err)
{
    if (check->hashers[arity] != NULL)
        return STATUS_OK;
    return poseidon_x8_make(&check->hashers[arity], arity, err);
}

static enum status make_hashers(struct check *check, struct error *err)
{
    enum status status = make_hasher(check, check->shape->layers, err);
    for (unsigned level = 0; level < tree_levels(check->shape) && status == STATUS_OK; level++)
        status = make_hasher(check, tree_level_arity(check->shape, level), err);
    return status;
}

static void free_hashers(struct check *check)
{
    for (unsigned arity = 0; arity <= POSEIDON_ARITY_MAX; arity++)
        poseidon_x8_free(check->hashers[arity]);
}

static void prepare(struct check *check, const struct porep_c1 *c1)
{
    uint8_t id[32];
    struct porep_statement statement;
    check->c1 = c1;
    check->shape = c1->proof->shape;
    check->first_fault = SIZE_MAX;
    memcpy(check->comm_c, c1->partitions[0][0].c_x.path.root, 32);
    memcpy(check->comm_r_last, c1->partitions[0][0].comm_r_last.root, 32);
    porep_id(id, c1->proof);
    porep_graph_init(&check->graph, check->shape->nodes, c1->proof->api, id);
    porep_statement_of_c1(&statement, c1);
    for (unsigned k = 0; k < c1->partition_count; k++)
        porep_challenges(check->challenges[k], &statement, k);
}

static enum status run(struct check *check, struct threads *threads, struct error *err)
{
    pthread_mutex_init(&check->lock, NULL);
    threads_run(threads, (size_t)check->c1->partition_count * check->shape->challenges,
                challenge_task, check);
    pthread_mutex_destroy(&check->lock);
    if (check->first_fault == SIZE_MAX)
        return STATUS_OK;
    if (err != NULL)
        *err = check->fault;
    return check->fault.status;
}

enum status porep_vanilla_check(const struct porep_c1 *c1, const struct seal_identity *identity,
                                struct threads *threads, struct error *err)
{
    if (c1->partition_count == 0)
        return error_set(err, STATUS_VANILLA_INVALID, "vanilla_proofs", "there is no partition");
    struct check check = {0};
    prepare(&check, c1);
    enum status status = check_commitments(&check, err);
    if (status == STATUS_OK && identity != NULL)
        status = check_identity(c1, identity, err);
    if (status == STATUS_OK)
        status = make_hashers(&check, err);
    if (status == STATUS_OK)
        status = run(&check, threads, err);
    free_hashers(&check);
    return status;
}
