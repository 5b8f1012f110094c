#include "filecoin/post_circuit.h"

#include <assert.h>

#include "circuit/poseidon.h"

enum { BLOCK_SECTOR = 1 };

void post_shape_of_sector(struct post_shape *out, enum circuit_kind kind,
                          const struct sector_shape *sector)
{
    assert(kind == CIRCUIT_WINNING || kind == CIRCUIT_WINDOW);
    bool window = kind == CIRCUIT_WINDOW;
    *out = (struct post_shape){
        .sector_count = window ? sector->window_sectors : WINNING_SECTORS,
        .challenge_count = window ? WINDOW_CHALLENGES : 1,
    };
    merkle_shape_poseidon(&out->tree, sector);
}

uint32_t post_input_count(const struct post_shape *shape)
{
    return 1 + shape->sector_count * (1 + shape->challenge_count);
}

static void make_inclusion(struct builder *builder, const struct inclusion_shape *tree,
                           const struct num *comm_r_last, const struct merkle_proof *proof)
{
    struct num leaf, root;
    struct inclusion_path path = {0};
    num_alloc(builder, &leaf, proof == NULL ? NULL : &proof->leaf);
    if (proof != NULL) {
        path = (struct inclusion_path){proof->index, proof->siblings};
    }
    circuit_inclusion(builder, &root, &leaf, tree, proof == NULL ? NULL : &path);
    num_enforce_equal(builder, &root, comm_r_last);
}

static void make_sector(struct builder *builder, const struct post_shape *shape,
                        const struct post_sector_values *values)
{
    struct num comm_r_last, comm_c, comm_r, hash;
    num_alloc(builder, &comm_r_last, values == NULL ? NULL : &values->comm_r_last);
    num_alloc(builder, &comm_c, values == NULL ? NULL : &values->comm_c);
    num_alloc(builder, &comm_r, values == NULL ? NULL : &values->comm_r);
    num_inputize(builder, &comm_r);
    circuit_poseidon_hash2(builder, &hash, &comm_c, &comm_r_last);
    num_enforce_equal(builder, &comm_r, &hash);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        make_inclusion(builder, &shape->tree, &comm_r_last,
                       values == NULL ? NULL : &values->proofs[i]);
    }
}

void post_circuit(struct builder *builder, const struct post_shape *shape,
                  const struct post_sector_values *sectors)
{
    for (unsigned i = 0; i < shape->sector_count; i++) {
        if (builder_block_begin(builder, BLOCK_SECTOR, WIRE_ONE, 0)) {
            make_sector(builder, shape, sectors == NULL ? NULL : &sectors[i]);
            builder_block_end(builder);
        }
    }
}

enum status post_matrices(struct r1cs_matrices *out, const struct post_shape *shape, bool flat,
                          struct error *err)
{
    struct builder builder;
    enum status status = builder_init_shape(&builder, flat, err);
    if (status != STATUS_OK) {
        return status;
    }
    post_circuit(&builder, shape, NULL);
    return builder_finish_shape(&builder, out, err);
}

enum status post_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                            const struct post_shape *shape,
                            const struct post_sector_values *sectors, struct error *err)
{
    struct builder builder;
    enum status status = builder_init_witness(&builder, matrices, err);
    if (status != STATUS_OK) {
        return status;
    }
    post_circuit(&builder, shape, sectors);
    return builder_finish_witness(&builder, out, err);
}
