/* What the subcommands of `cuzk` share: options, the way results and errors are printed, progress
 * on a terminal.
 *
 * The contract of the command line is docs/cli.md. A subcommand parses its own arguments
 * (command_parse), does its work through the libraries and returns a status; main() prints the
 * error line and turns the class into an exit code. */
#ifndef CUZK_CMD_COMMAND_H
#define CUZK_CMD_COMMAND_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"
#include "base/status.h"
#include "base/threads.h"

/* Options that every subcommand understands. */
struct common_options {
    bool json, force, plain_progress, quiet;
    bool stdout_taken; /* by an output file: no result is printed */
    unsigned threads;  /* 0: all CPUs of this process */
    const char *backend;
};

/* The JSON document a subcommand prints with --json. main() sets *result to NULL; the command hands
 * over its reference. */
struct command {
    const char *name;
    const char *summary;
    enum status (*run)(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err);
};

extern const struct command command_circuit, command_setup, command_c2, command_verify,
    command_witness, command_inspect, command_post, command_update, command_plan, command_bench,
    command_gen_vanilla;

/* One option of a subcommand: --name VALUE into *text, or --name into *flag. Ends with name NULL.
 */
struct command_option {
    const char *name;
    char short_name;   /* or 0 */
    const char *value; /* how the help names the value; NULL for a flag */
    const char *help;
    const char **text;
    bool *flag;
};

/* Parses argv (argv[0] is the subcommand's name) with the options given and the common ones. Up to
 * positional_max words that are no options go to `positional`, their number to *positional_count.
 * --help prints and returns OK with *helped set. Errors: USAGE, naming the word at fault. */
enum status command_parse(int argc, char **argv, const char *usage,
                          const struct command_option *options, struct common_options *common,
                          const char **positional, size_t positional_max, size_t *positional_count,
                          bool *helped, struct error *err);

/* USAGE when a required option was left out. */
enum status command_require(const char *value, const char *option, struct error *err);

/* Decimal number of at most `max`. Errors: USAGE naming the option. */
enum status command_number(uint64_t *out, const char *text, uint64_t max, const char *option,
                           struct error *err);

/* For the path of an output: "-" takes stdout. Errors: USAGE together with --json. */
enum status command_output(const char *path, struct common_options *common, struct error *err);

/* A progress listener: lines with rate and ETA on stderr when it is a terminal or --progress=plain,
 * for work that takes more than two seconds. Stops the work after SIGINT or SIGTERM. One at a time.
 */
const struct progress *command_progress(const struct common_options *common);
void command_progress_end(void);

/* A digest_checkpoints callback (r1cs/digest.h): appends {at, sha256} to the JSON array `context`.
 */
void command_add_checkpoint(void *context, uint64_t at, const uint8_t digest[32]);

/* Set by SIGINT and SIGTERM. */
bool command_interrupted(void);
void command_catch_signals(void);

/* Prints a JSON document for people: one "key: value" line a member, nested ones indented. */
void command_print_text(const json_t *document);

/* A string of the result that came from outside, such as a path: unprintable bytes become '?'. */
json_t *command_text(const char *text);

/* {"cpu": .., "level": .., "threads": .., "kernel": .., "compiler": ..} */
json_t *command_machine(const struct threads *threads);
const char *command_revision(void);

#endif
