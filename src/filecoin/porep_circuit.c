#include "filecoin/porep_circuit.h"

#include "base/memory.h"
#include "circuit/label.h"
#include "circuit/poseidon.h"

enum {
    BLOCK_CHALLENGE = 1,
    FIXED_INPUTS = 4, /* one, replica id, comm_d, comm_r */
    CHALLENGE_BITS = 64,
};

void porep_shape_of_sector(struct porep_shape *out, const struct sector_shape *sector)
{
    *out = (struct porep_shape){
        .challenge_count = sector->challenges,
        .layers = sector->layers,
        .tree_d = {.hash = TREE_SHA256, .level_count = sector->log_nodes},
        .tree_poseidon = {.hash = TREE_POSEIDON, .level_count = tree_levels(sector)},
    };
    for (unsigned i = 0; i < out->tree_d.level_count; i++) {
        out->tree_d.log_arity[i] = 1;
    }
    for (unsigned i = 0; i < out->tree_poseidon.level_count; i++) {
        out->tree_poseidon.log_arity[i] = (uint8_t)__builtin_ctz(tree_level_arity(sector, i));
    }
}

uint32_t porep_input_count(const struct porep_shape *shape)
{
    return FIXED_INPUTS + POREP_INPUTS_CHALLENGE * shape->challenge_count;
}

/* --- values --- */

static fr *take(fr **storage, size_t count)
{
    fr *taken = *storage;
    *storage += count;
    return taken;
}

enum status porep_values_make(struct porep_values *out, const struct porep_shape *shape,
                              struct error *err)
{
    *out = (struct porep_values){0};
    size_t d = inclusion_sibling_count(&shape->tree_d);
    size_t c = inclusion_sibling_count(&shape->tree_poseidon);
    size_t elements = d + 2 * c + POREP_PARENTS * (shape->layers + c);
    enum status status = memory_alloc((void **)&out->challenges, shape->challenge_count,
                                      sizeof *out->challenges, "vanilla values", err);
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&out->storage, shape->challenge_count * elements, sizeof(fr),
                              "vanilla values", err);
    }
    if (status != STATUS_OK) {
        porep_values_free(out);
        return status;
    }
    fr *storage = out->storage;
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        struct porep_challenge_values *challenge = &out->challenges[i];
        challenge->tree_d.siblings = take(&storage, d);
        challenge->tree_r.siblings = take(&storage, c);
        challenge->tree_c.siblings = take(&storage, c);
        for (int j = 0; j < POREP_PARENTS; j++) {
            challenge->parents[j].rows = take(&storage, shape->layers);
            challenge->parents[j].tree_c.siblings = take(&storage, c);
        }
    }
    return STATUS_OK;
}

void porep_values_free(struct porep_values *values)
{
    memory_free(values->storage);
    memory_free(values->challenges);
    *values = (struct porep_values){0};
}

/* --- circuit --- */

/* Wires that all challenges share. */
struct top {
    struct stream_bits replica_id;
    struct num comm_d, comm_r_last, comm_c;
};

static void number_to_stream(struct builder *builder, struct stream_bits *out, const struct num *x)
{
    struct number_bits bits;
    num_to_bits(builder, &bits, x);
    stream_of_number(builder, out, &bits);
}

static void make_top(struct builder *builder, struct top *top, const struct porep_values *values)
{
    struct num replica_id, comm_r, hash;
    num_alloc(builder, &replica_id, values == NULL ? NULL : &values->replica_id);
    num_inputize(builder, &replica_id);
    number_to_stream(builder, &top->replica_id, &replica_id);
    num_alloc(builder, &top->comm_d, values == NULL ? NULL : &values->comm_d);
    num_inputize(builder, &top->comm_d);
    num_alloc(builder, &comm_r, values == NULL ? NULL : &values->comm_r);
    num_inputize(builder, &comm_r);
    num_alloc(builder, &top->comm_r_last, values == NULL ? NULL : &values->comm_r_last);
    num_alloc(builder, &top->comm_c, values == NULL ? NULL : &values->comm_c);
    circuit_poseidon_hash2(builder, &hash, &top->comm_c, &top->comm_r_last);
    num_enforce_equal(builder, &comm_r, &hash);
}

/* leaf lies in the tree with this root. */
static void enforce_opening(struct builder *builder, const struct inclusion_shape *shape,
                            const struct num *leaf, const struct num *root,
                            const struct porep_opening *opening)
{
    struct num computed;
    struct inclusion_path path = {0};
    if (opening != NULL) {
        path = (struct inclusion_path){opening->index, opening->siblings};
    }
    circuit_inclusion(builder, &computed, leaf, shape, opening == NULL ? NULL : &path);
    num_enforce_equal(builder, &computed, root);
}

static void make_column(struct builder *builder, struct num *rows, const struct porep_shape *shape,
                        const struct top *top, const struct porep_column *column)
{
    struct num hash;
    for (unsigned i = 0; i < shape->layers; i++) {
        num_alloc(builder, &rows[i], column == NULL ? NULL : &column->rows[i]);
    }
    circuit_poseidon_tree(builder, &hash, shape->layers, rows);
    enforce_opening(builder, &shape->tree_poseidon, &hash, &top->comm_c,
                    column == NULL ? NULL : &column->tree_c);
}

/* Label of one layer (1-based): from the DRG parents' rows of this layer and the expander parents'
 * of the layer before. */
static void make_label(struct builder *builder, struct num *label, const struct top *top,
                       const struct num rows[POREP_PARENTS][POREP_LAYERS_MAX], unsigned layer,
                       const struct word challenge[2])
{
    struct stream_bits parents[POREP_PARENTS];
    const struct stream_bits *distinct[POREP_PARENTS];
    unsigned count = layer == 1 ? POREP_DRG_PARENTS : POREP_PARENTS;
    for (unsigned i = 0; i < count; i++) {
        unsigned row = i < POREP_DRG_PARENTS ? layer - 1 : layer - 2;
        number_to_stream(builder, &parents[i], &rows[i][row]);
        distinct[i] = &parents[i];
    }
    circuit_label(builder, label, &top->replica_id, layer, challenge, distinct, count);
}

static void make_challenge(struct builder *builder, const struct porep_shape *shape,
                           const struct top *top, const struct porep_challenge_values *values)
{
    struct num data_leaf, encoded, column, labels[POREP_LAYERS_MAX];
    struct num rows[POREP_PARENTS][POREP_LAYERS_MAX];
    struct word challenge[CHALLENGE_BITS / WORD_BITS];
    num_alloc(builder, &data_leaf, values == NULL ? NULL : &values->data_leaf);
    enforce_opening(builder, &shape->tree_d, &data_leaf, &top->comm_d,
                    values == NULL ? NULL : &values->tree_d);
    for (int i = 0; i < POREP_PARENTS; i++) {
        make_column(builder, rows[i], shape, top, values == NULL ? NULL : &values->parents[i]);
    }
    bits_alloc(builder, challenge, 0, CHALLENGE_BITS, values == NULL ? 0 : values->challenge);
    pack_into_inputs(builder, challenge, CHALLENGE_BITS);
    for (unsigned layer = 1; layer <= shape->layers; layer++) {
        make_label(builder, &labels[layer - 1], top, (const struct num(*)[POREP_LAYERS_MAX])rows,
                   layer, challenge);
    }
    num_add(builder, &encoded, &labels[shape->layers - 1], &data_leaf);
    enforce_opening(builder, &shape->tree_poseidon, &encoded, &top->comm_r_last,
                    values == NULL ? NULL : &values->tree_r);
    circuit_poseidon_tree(builder, &column, shape->layers, labels);
    enforce_opening(builder, &shape->tree_poseidon, &column, &top->comm_c,
                    values == NULL ? NULL : &values->tree_c);
}

void porep_circuit(struct builder *builder, const struct porep_shape *shape,
                   const struct porep_values *values)
{
    struct top top;
    make_top(builder, &top, values);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        if (builder_block_begin(builder, BLOCK_CHALLENGE, WIRE_ONE, 0)) {
            make_challenge(builder, shape, &top, values == NULL ? NULL : &values->challenges[i]);
            builder_block_end(builder);
        }
    }
}

enum status porep_matrices(struct r1cs_matrices *out, const struct porep_shape *shape, bool flat,
                           struct error *err)
{
    struct builder builder;
    enum status status = builder_init_shape(&builder, flat, err);
    if (status != STATUS_OK) {
        return status;
    }
    porep_circuit(&builder, shape, NULL);
    return builder_finish_shape(&builder, out, err);
}

enum status porep_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                             const struct porep_shape *shape, const struct porep_values *values,
                             struct error *err)
{
    struct builder builder;
    enum status status = builder_init_witness(&builder, matrices, err);
    if (status != STATUS_OK) {
        return status;
    }
    porep_circuit(&builder, shape, values);
    return builder_finish_witness(&builder, out, err);
}
