/* The --c1 and --partition options of several subcommands. */
#ifndef CUZK_CMD_C1_INPUT_H
#define CUZK_CMD_C1_INPUT_H

#include "filecoin/c1.h"

struct c1_input {
    struct porep_c1 *c1; /* owned */
    unsigned first, end; /* partitions asked for: first .. end - 1 */
    double parse_s;
};

/* `partition` is the option's text or NULL for all. Errors: USAGE, those of c1_read_file,
 * INPUT_RANGE for a partition the C1 does not have. */
enum status c1_input_read(struct c1_input *out, const char *path, const char *partition,
                          struct error *err);
void c1_input_free(struct c1_input *input);

#endif
