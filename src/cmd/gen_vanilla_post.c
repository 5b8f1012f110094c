#include "cmd/gen_vanilla_post.h"

#include <assert.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "filecoin/circuits.h"
#include "filecoin/synthetic_post.h"
#include "filecoin/synthetic_update.h"
#include "filecoin/vanilla_writer.h"

#define MINER_DEFAULT  1000
#define SECTOR_DEFAULT 7

static enum status choose_sector(const struct sector_shape **out,
                                 const struct gen_vanilla_arguments *arguments, struct error *err)
{
    uint64_t bytes = 0;
    enum status status = command_require(arguments->sector_size, "--sector-size", err);
    if (status == STATUS_OK && arguments->registered_proof != NULL) {
        return error_set(err, STATUS_USAGE, "--registered-proof", "it is for porep only");
    }
    if (status == STATUS_OK && arguments->partitions != NULL) {
        return error_set(err, STATUS_USAGE, "--partitions", "it is for porep only");
    }
    if (status == STATUS_OK) {
        status = size_parse(&bytes, arguments->sector_size, "--sector-size", err);
    }
    *out = sector_shape_of_bytes(bytes);
    if (status == STATUS_OK && (*out == NULL || !(*out)->published)) {
        return error_set(err, STATUS_UNSUPPORTED, "--sector-size",
                         "found \"%s\", no sector with a registered proof has this size",
                         arguments->sector_size);
    }
    return status;
}

/* Writes the file and describes it. */
static enum status finish(json_t **result, const struct vanilla_input *input,
                          const struct gen_vanilla_arguments *arguments, double start,
                          const struct common_options *common, struct error *err)
{
    char circuit[CIRCUIT_NAME_MAX];
    bool update = input->kind == CIRCUIT_SNAP;
    const struct post_statement *post = &input->post.statement;
    enum status status = vanilla_input_write_file(arguments->out, common->force, input, true, err);
    if (status != STATUS_OK) {
        return status;
    }
    size_t partitions =
        update ? input->update.proof_count : post_partition_count(&post->proof, post->sector_count);
    circuit_name(circuit, input->kind, input->sector);
    *result = json_pack("{s:b, s:s, s:I, s:I, s:f, s:I}", "synthetic", 1, "circuit", circuit,
                        "sectors", (json_int_t)(update ? 1 : post->sector_count), "partitions",
                        (json_int_t)partitions, "seconds", clock_wall_s() - start, "peak_rss_bytes",
                        (json_int_t)memory_peak_rss_bytes());
    return STATUS_OK;
}

static enum status read_post(struct synthetic_post_options *out,
                             const struct gen_vanilla_arguments *arguments, enum circuit_kind kind,
                             struct error *err)
{
    uint64_t sectors = 0;
    *out = (struct synthetic_post_options){
        .seed = arguments->seed, .miner_id = MINER_DEFAULT, .first_sector = SECTOR_DEFAULT};
    out->proof.kind = kind;
    out->proof.api = kind == CIRCUIT_WINDOW ? API_1_2 : API_1_0;
    enum status status = choose_sector(&out->proof.shape, arguments, err);
    if (status != STATUS_OK) {
        return status;
    }
    assert(out->proof.shape != NULL);
    out->sectors = kind == CIRCUIT_WINDOW ? out->proof.shape->window_sectors : 1;
    if (arguments->miner != NULL) {
        status = command_number(&out->miner_id, arguments->miner, INT64_MAX, "--miner-id", err);
    }
    if (status == STATUS_OK && arguments->sector != NULL) {
        status = command_number(&out->first_sector, arguments->sector, INT64_MAX - POST_SECTORS_MAX,
                                "--sector", err);
    }
    if (status == STATUS_OK && arguments->sectors != NULL) {
        status = command_number(&sectors, arguments->sectors, POST_SECTORS_MAX, "--sectors", err);
        out->sectors = (size_t)sectors;
    }
    return status;
}

static enum status make_post(json_t **result, const struct gen_vanilla_arguments *arguments,
                             enum circuit_kind kind, const struct common_options *common,
                             struct threads *threads, struct error *err)
{
    struct synthetic_post_options options;
    struct vanilla_input input = {0};
    double start = clock_wall_s();
    enum status status = read_post(&options, arguments, kind, err);
    if (status == STATUS_OK) {
        status = synthetic_post(&input, &options, threads, command_progress(common), err);
    }
    if (status == STATUS_OK) {
        status = finish(result, &input, arguments, start, common, err);
    }
    vanilla_input_free(&input);
    return status;
}

enum status gen_vanilla_winning(json_t **result, const struct gen_vanilla_arguments *arguments,
                                const struct common_options *common, struct threads *threads,
                                struct error *err)
{
    return make_post(result, arguments, CIRCUIT_WINNING, common, threads, err);
}

enum status gen_vanilla_window(json_t **result, const struct gen_vanilla_arguments *arguments,
                               const struct common_options *common, struct threads *threads,
                               struct error *err)
{
    return make_post(result, arguments, CIRCUIT_WINDOW, common, threads, err);
}

enum status gen_vanilla_update(json_t **result, const struct gen_vanilla_arguments *arguments,
                               const struct common_options *common, struct threads *threads,
                               struct error *err)
{
    struct synthetic_update_options options = {.seed = arguments->seed};
    struct vanilla_input input = {0};
    double start = clock_wall_s();
    enum status status = choose_sector(&options.sector, arguments, err);
    if (status == STATUS_OK) {
        status = synthetic_update(&input, &options, threads, err);
    }
    if (status == STATUS_OK) {
        status = finish(result, &input, arguments, start, common, err);
    }
    vanilla_input_free(&input);
    return status;
}
