#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/gen_vanilla_post.h"
#include "filecoin/c1_writer.h"
#include "filecoin/synthetic_porep.h"

#define MINER_DEFAULT  1000
#define SECTOR_DEFAULT 7

/* From --sector-size, --registered-proof or both. */
static enum status choose_proof(const struct seal_proof **out,
                                const struct gen_vanilla_arguments *arguments, struct error *err)
{
    const struct sector_shape *shape = NULL;
    const char *name = arguments->registered_proof, *size = arguments->sector_size;
    uint64_t bytes = 0;
    enum status status = STATUS_OK;
    if (size == NULL && name == NULL) {
        return command_require(size, "--sector-size", err);
    }
    if (size != NULL) {
        status = size_parse(&bytes, size, "--sector-size", err);
        shape = sector_shape_of_bytes(bytes);
    }
    if (status == STATUS_OK && size != NULL && shape == NULL) {
        return error_set(err, STATUS_UNSUPPORTED, "--sector-size",
                         "found \"%s\", no sector has this size", size);
    }
    if (status == STATUS_OK && name != NULL) {
        status = seal_proof_of_name(out, name, strlen(name), err);
        if (status == STATUS_OK && shape != NULL && (*out)->shape != shape) {
            return error_set(err, STATUS_INVALID_ARGUMENT, "--registered-proof",
                             "found \"%s\", a seal of %s, with --sector-size %s", name,
                             (*out)->shape->size_name, shape->size_name);
        }
        return status;
    }
    if (status == STATUS_OK) {
        *out = synthetic_seal_of_shape(shape);
        if (*out == NULL) {
            return error_set(err, STATUS_UNSUPPORTED, "--sector-size",
                             "found \"%s\", a size without registered seal proof", size);
        }
    }
    return status;
}

static enum status read_options(struct synthetic_porep_options *out,
                                const struct gen_vanilla_arguments *arguments, struct error *err)
{
    uint64_t partitions = 0;
    *out = (struct synthetic_porep_options){
        .seed = arguments->seed, .miner_id = MINER_DEFAULT, .sector_number = SECTOR_DEFAULT};
    enum status status = choose_proof(&out->proof, arguments, err);
    if (status == STATUS_OK && arguments->miner != NULL) {
        status = command_number(&out->miner_id, arguments->miner, INT64_MAX, "--miner-id", err);
    }
    if (status == STATUS_OK && arguments->sector != NULL) {
        status = command_number(&out->sector_number, arguments->sector, INT64_MAX, "--sector", err);
    }
    if (status == STATUS_OK && arguments->partitions != NULL) {
        status = command_number(&partitions, arguments->partitions, POREP_PARTITIONS_MAX,
                                "--partitions", err);
        if (status == STATUS_OK && partitions == 0) {
            return error_set(err, STATUS_USAGE, "--partitions", "found 0, expected at least 1");
        }
    }
    out->partitions = (unsigned)partitions;
    return status;
}

static void add_value(json_t *out, const char *name, const uint8_t value[32])
{
    char hex[65];
    hex_encode(hex, value, 32);
    json_object_set_new(out, name, json_string(hex));
}

static json_t *describe(const struct porep_c1 *c1, uint64_t miner_id, double seconds)
{
    json_t *out = json_pack("{s:b, s:s, s:I, s:I, s:i}", "synthetic", 1, "registered_proof",
                            c1->proof->name, "miner_id", (json_int_t)miner_id, "sector",
                            (json_int_t)c1->sector_number, "partitions", (int)c1->partition_count);
    add_value(out, "comm_d", c1->comm_d);
    add_value(out, "comm_r", c1->comm_r);
    add_value(out, "replica_id", c1->replica_id);
    json_object_set_new(out, "seconds", json_real(seconds));
    json_object_set_new(out, "peak_rss_bytes", json_integer((json_int_t)memory_peak_rss_bytes()));
    return out;
}

static enum status generate_porep(json_t **result, const struct gen_vanilla_arguments *arguments,
                                  const struct common_options *common, struct threads *threads,
                                  struct error *err)
{
    struct synthetic_porep_options options;
    struct porep_c1 *c1 = NULL;
    double start = clock_wall_s();
    enum status status = read_options(&options, arguments, err);
    if (status == STATUS_OK) {
        status = synthetic_porep(&c1, &options, threads, command_progress(common), err);
    }
    if (status == STATUS_OK) {
        status = c1_write_file(arguments->out, common->force, c1, err);
    }
    if (status == STATUS_OK) {
        *result = describe(c1, options.miner_id, clock_wall_s() - start);
    }
    c1_free(c1);
    return status;
}

typedef enum status generator(json_t **, const struct gen_vanilla_arguments *,
                              const struct common_options *, struct threads *, struct error *);

static enum status generate(json_t **result, generator *make,
                            const struct gen_vanilla_arguments *arguments,
                            struct common_options *common, struct error *err)
{
    struct threads *threads = NULL;
    enum status status = command_require(arguments->seed, "--seed", err);
    if (status == STATUS_OK) {
        status = command_require(arguments->out, "--out", err);
    }
    if (status == STATUS_OK) {
        status = command_output(arguments->out, common, err);
    }
    if (status == STATUS_OK) {
        status = file_out_check(arguments->out, common->force, err);
    }
    if (status == STATUS_OK) {
        status = threads_make(&threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = make(result, arguments, common, threads, err);
    }
    threads_free(threads);
    return status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    static const struct {
        const char *name;
        generator *make;
    } kinds[] = {{"porep", generate_porep},
                 {"winning", gen_vanilla_winning},
                 {"window", gen_vanilla_window},
                 {"update", gen_vanilla_update}};
    struct gen_vanilla_arguments arguments = {0};
    const char *kind = NULL;
    size_t words = 0;
    bool helped = false;
    const struct command_option list[] = {
        {"sector-size", 0, "S", "2KiB, 16KiB, 32GiB, ..", &arguments.sector_size, NULL},
        {"seed", 0, "TEXT", "what the sector is made from", &arguments.seed, NULL},
        {"out", 'o', "FILE", "porep: a C1 output, wrapped; else JSON", &arguments.out, NULL},
        {"partitions", 0, "K", "porep: only the first K (all)", &arguments.partitions, NULL},
        {"registered-proof", 0, "NAME", "porep: an interactive seal (the size's V1_1)",
         &arguments.registered_proof, NULL},
        {"miner-id", 0, "M", "actor number (1000)", &arguments.miner, NULL},
        {"sector", 0, "N", "number of the (first) sector (7)", &arguments.sector, NULL},
        {"sectors", 0, "N", "window: so many (a partition)", &arguments.sectors, NULL},
        {0},
    };
    enum status status = command_parse(
        argc, argv, "porep|winning|window|update --sector-size S --seed TEXT --out FILE", list,
        common, &kind, 1, &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && words > 0; i++) {
        if (strcmp(kind, kinds[i].name) == 0) {
            return generate(result, kinds[i].make, &arguments, common, err);
        }
    }
    return error_set(err, STATUS_USAGE, "gen-vanilla",
                     "found \"%s\", expected porep, winning, window or update",
                     words > 0 ? kind : "");
}

const struct command command_gen_vanilla = {"gen-vanilla", "vanilla proofs of made-up sectors",
                                            run};
