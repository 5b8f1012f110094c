#include "cmd/prove_input.h"

#include "base/clock.h"
#include "cmd/command.h"
#include "filecoin/porep_witness.h"

static bool is_post(const struct prove_input *input)
{
    return input->vanilla.kind == CIRCUIT_WINNING || input->vanilla.kind == CIRCUIT_WINDOW;
}

static enum status read_c1(struct prove_input *out, const char *path, const char *partition,
                           struct error *err)
{
    enum status status = c1_input_read(&out->c1, path, partition, err);
    if (status != STATUS_OK) {
        return status;
    }
    const struct sector_shape *shape = out->c1.c1->proof->shape;
    circuit_name(out->circuit, CIRCUIT_POREP, shape);
    out->first = out->c1.first;
    out->end = out->c1.end;
    out->input_count = porep_public_input_count(shape);
    out->parse_s = out->c1.parse_s;
    return STATUS_OK;
}

static enum status choose_partition(struct prove_input *out, const char *partition,
                                    struct error *err)
{
    uint64_t number = 0;
    if (partition == NULL) {
        return STATUS_OK;
    }
    enum status status = command_number(&number, partition, UINT32_MAX, "--partition", err);
    if (status == STATUS_OK && number >= out->end) {
        return error_set(err, STATUS_INPUT_RANGE, "--partition",
                         "found %llu, the file has partitions 0 to %zu", (unsigned long long)number,
                         out->end - 1);
    }
    if (status == STATUS_OK) {
        out->first = (size_t)number;
        out->end = out->first + 1;
    }
    return status;
}

static enum status read_vanilla(struct prove_input *out, const char *path, const char *partition,
                                struct error *err)
{
    struct vanilla_input *vanilla = &out->vanilla;
    double start = clock_wall_s();
    enum status status = vanilla_input_read(vanilla, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    out->parse_s = clock_wall_s() - start;
    circuit_name(out->circuit, vanilla->kind, vanilla->sector);
    if (is_post(out)) {
        const struct post_statement *statement = &vanilla->post.statement;
        out->end = post_partition_count(&statement->proof, statement->sector_count);
        out->input_count = post_public_input_count(&statement->proof);
    } else {
        out->end = vanilla->update.proof_count;
        out->input_count = UPDATE_INPUTS;
    }
    return choose_partition(out, partition, err);
}

enum status prove_input_read(struct prove_input *out, const char *c1, const char *in,
                             const char *partition, struct error *err)
{
    *out = (struct prove_input){0};
    if ((c1 != NULL) == (in != NULL)) {
        return error_set(err, STATUS_USAGE, "--c1", "exactly one of --c1 and --in is required");
    }
    enum status status =
        c1 != NULL ? read_c1(out, c1, partition, err) : read_vanilla(out, in, partition, err);
    if (status != STATUS_OK) {
        prove_input_free(out);
    }
    return status;
}

void prove_input_free(struct prove_input *input)
{
    c1_input_free(&input->c1);
    vanilla_input_free(&input->vanilla);
    *input = (struct prove_input){0};
}

enum status prove_input_check(const struct prove_input *input, const struct seal_identity *identity,
                              struct post_faults *faults, struct threads *threads,
                              struct error *err)
{
    if (input->c1.c1 != NULL) {
        return porep_vanilla_check(input->c1.c1, identity, threads, err);
    }
    if (is_post(input)) {
        const struct post_input *post = &input->vanilla.post;
        return post_vanilla_check(faults, &post->statement, post->proofs, threads, err);
    }
    const struct update_input *update = &input->vanilla.update;
    return update_vanilla_check(&update->shape, &update->statement, update->proofs,
                                update->proof_count, threads, err);
}

enum status prove_input_public(fr *out, const struct prove_input *input, size_t partition,
                               struct error *err)
{
    if (input->c1.c1 != NULL) {
        struct porep_statement statement;
        porep_statement_of_c1(&statement, input->c1.c1);
        return porep_public_inputs(out, &statement, (unsigned)partition, err);
    }
    if (is_post(input)) {
        return post_public_inputs(out, &input->vanilla.post.statement, partition, err);
    }
    const struct update_input *update = &input->vanilla.update;
    return update_public_inputs(out, &update->shape, &update->statement, partition, err);
}

enum status prove_input_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                                const struct prove_input *input, size_t partition,
                                struct error *err)
{
    if (input->c1.c1 != NULL) {
        return porep_witness(out, matrices, input->c1.c1, (unsigned)partition, err);
    }
    if (is_post(input)) {
        const struct post_input *post = &input->vanilla.post;
        return post_witness(out, matrices, &post->statement.proof, post->proofs,
                            post->statement.sector_count, partition, err);
    }
    const struct update_input *update = &input->vanilla.update;
    return update_witness(out, matrices, &update->shape, &update->statement,
                          &update->proofs[partition], partition, err);
}
