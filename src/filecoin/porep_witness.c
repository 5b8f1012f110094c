#include "filecoin/porep_witness.h"

#include <stdio.h>

/* The first failed conversion is kept; later ones do nothing. */
struct conversion {
    enum status status;
    char where[128];
    struct error *err;
};

static void convert(struct conversion *conversion, fr *out, const uint8_t bytes[32])
{
    if (conversion->status == STATUS_OK) {
        conversion->status = fr_from_bytes(out, bytes, conversion->where, conversion->err);
    }
}

static void open_tree(struct conversion *conversion, struct porep_opening *out,
                      const struct sector_shape *shape, const struct tree_path *path)
{
    size_t at = 0;
    out->index = tree_index(shape, path->positions);
    for (unsigned level = 0; level < tree_levels(shape); level++) {
        for (unsigned i = 0; i + 1 < tree_level_arity(shape, level); i++) {
            convert(conversion, &out->siblings[at++], path->siblings[level][i]);
        }
    }
}

static void open_tree_d(struct conversion *conversion, struct porep_opening *out,
                        const struct sector_shape *shape, const struct tree_d_path *path)
{
    out->index = 0;
    for (unsigned level = 0; level < shape->log_nodes; level++) {
        out->index |= (uint64_t)path->positions[level] << level;
        convert(conversion, &out->siblings[level], path->siblings[level]);
    }
}

static void convert_challenge(struct conversion *conversion, struct porep_challenge_values *out,
                              const struct sector_shape *shape,
                              const struct porep_challenge *challenge)
{
    out->challenge = challenge->labeling[0].node;
    convert(conversion, &out->data_leaf, challenge->comm_d.leaf);
    open_tree_d(conversion, &out->tree_d, shape, &challenge->comm_d);
    open_tree(conversion, &out->tree_r, shape, &challenge->comm_r_last);
    open_tree(conversion, &out->tree_c, shape, &challenge->c_x.path);
    for (unsigned p = 0; p < POREP_PARENTS; p++) {
        const struct column_proof *parent = &challenge->parents[p];
        for (unsigned layer = 0; layer < shape->layers; layer++) {
            convert(conversion, &out->parents[p].rows[layer], parent->rows[layer]);
        }
        open_tree(conversion, &out->parents[p].tree_c, shape, &parent->path);
    }
}

enum status porep_values_of_c1(struct porep_values *out, const struct porep_shape *shape,
                               const struct porep_c1 *c1, unsigned partition, struct error *err)
{
    const struct sector_shape *sector = c1->proof->shape;
    const struct porep_challenge *challenges = c1->partitions[partition];
    struct conversion conversion = {.status = STATUS_OK, .err = err};
    enum status status = porep_values_make(out, shape, err);
    if (status != STATUS_OK) {
        return status;
    }
    snprintf(conversion.where, sizeof conversion.where, "partition %u", partition);
    convert(&conversion, &out->replica_id, c1->replica_id);
    convert(&conversion, &out->comm_d, c1->comm_d);
    convert(&conversion, &out->comm_r, c1->comm_r);
    convert(&conversion, &out->comm_r_last, challenges[0].comm_r_last.root);
    convert(&conversion, &out->comm_c, challenges[0].c_x.path.root);
    for (unsigned i = 0; i < shape->challenge_count; i++) {
        snprintf(conversion.where, sizeof conversion.where, "partition %u, challenge %u", partition,
                 i);
        convert_challenge(&conversion, &out->challenges[i], sector, &challenges[i]);
    }
    if (conversion.status != STATUS_OK) {
        porep_values_free(out);
    }
    return conversion.status;
}

enum status porep_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                          const struct porep_c1 *c1, unsigned partition, struct error *err)
{
    struct porep_shape shape;
    struct porep_values values = {0};
    porep_shape_of_sector(&shape, c1->proof->shape);
    enum status status = porep_values_of_c1(&values, &shape, c1, partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = porep_assignment(out, matrices, &shape, &values, err);
    porep_values_free(&values);
    return status;
}
