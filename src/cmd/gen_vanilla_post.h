/* The kinds of `gen-vanilla` that write a JSON file for --in: winning, window, update. */
#ifndef CUZK_CMD_GEN_VANILLA_POST_H
#define CUZK_CMD_GEN_VANILLA_POST_H

#include "cmd/command.h"

/* Texts of the options; NULL where left out, but for seed and out. */
struct gen_vanilla_arguments {
    const char *sector_size, *seed, *out, *partitions, *registered_proof, *miner, *sector, *sectors;
};

/* Errors: USAGE, UNSUPPORTED (a size without official key), those of synthetic_post,
 * synthetic_update and the writer. */
enum status gen_vanilla_winning(json_t **result, const struct gen_vanilla_arguments *arguments,
                                const struct common_options *common, struct threads *threads,
                                struct error *err);
enum status gen_vanilla_window(json_t **result, const struct gen_vanilla_arguments *arguments,
                               const struct common_options *common, struct threads *threads,
                               struct error *err);
enum status gen_vanilla_update(json_t **result, const struct gen_vanilla_arguments *arguments,
                               const struct common_options *common, struct threads *threads,
                               struct error *err);

#endif
