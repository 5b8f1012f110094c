/* Writes the JSON files that filecoin/post_input.h reads. The text goes out one vanilla proof at a
 * time. */
#ifndef CUZK_FILECOIN_VANILLA_WRITER_H
#define CUZK_FILECOIN_VANILLA_WRITER_H

#include <stdbool.h>

#include "filecoin/post_input.h"

/* Whole or not at all; "-" is standard output. synthetic: says so in the file. Errors: those of
 * file_out_open, IO, OUT_OF_MEMORY. */
enum status vanilla_input_write_file(const char *path, bool force,
                                     const struct vanilla_input *input, bool synthetic,
                                     struct error *err);

#endif
