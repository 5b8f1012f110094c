#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cmd/command.h"

static const struct command *const commands[] = {
    &command_circuit, &command_setup,  &command_c2,          &command_post,
    &command_update,  &command_verify, &command_witness,     &command_inspect,
    &command_plan,    &command_bench,  &command_gen_vanilla,
};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_usage(FILE *out)
{
    fputs("Usage: cuzk COMMAND [OPTION...]\n"
          "Groth16 proving engine for Filecoin proofs.\n\nCommands:\n",
          out);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        fprintf(out, "  %-11s %s\n", commands[i]->name, commands[i]->summary);
    }
    fputs("\ncuzk help COMMAND shows the options of one. Exit codes: 0 done or valid, 1 invalid,\n"
          "2 bad input, 3 busy or out of resources, 4 internal, 130 interrupted.\n",
          out);
}

static const struct command *find(const char *name)
{
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

/* The error may quote whatever the input holds. */
static void print_error(struct error *err, bool json)
{
    const char *class = error_class_name(status_class(err->status));
    text_make_printable(err->message);
    text_make_printable(err->where);
    fprintf(stderr, "cuzk: %s: %s%s%s%s\n", class, err->message, err->where[0] != 0 ? " (" : "",
            err->where, err->where[0] != 0 ? ")" : "");
    if (json) {
        json_t *document =
            json_pack("{s:{s:s, s:s, s:s, s:s}}", "error", "class", class, "code",
                      status_name(err->status), "message", err->message, "where", err->where);
        json_dumpf(document, stdout, JSON_INDENT(1));
        putchar('\n');
        json_decref(document);
    }
}

/* A file must not get the number of a stream that was closed: what is printed would go into it. The
 * streams stay unusable, so that a lost result is noticed. */
static bool occupy_closed_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd) {
            return false;
        }
    }
    return true;
}

/* IO when something printed on stdout did not arrive. */
static enum status flush_stdout(void)
{
    struct error err = {0};
    bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed) {
        return STATUS_OK;
    }
    error_set(&err, STATUS_IO, "stdout", "the result could not be written");
    print_error(&err, false);
    return STATUS_IO;
}

/* Whether --json is among the words, for the error of words that could not be parsed. */
static bool wants_json(int argc, char **argv)
{
    bool found = false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        found = found || strcmp(argv[i], "--json") == 0;
    }
    return found;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct error err = {0};
    struct common_options common = {.backend = "auto"};
    json_t *result = NULL;
    command_catch_signals();
    enum status status = command->run(argc, argv, &common, &result, &err);
    command_progress_end();
    common.json = common.json || (status == STATUS_USAGE && wants_json(argc, argv));
    if (result != NULL && common.json) {
        json_dumpf(result, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
        putchar('\n');
    } else if (result != NULL && !common.stdout_taken) {
        command_print_text(result);
    }
    if (status != STATUS_OK && (result == NULL || !common.json)) {
        print_error(&err, common.json);
    } else if (status != STATUS_OK) {
        print_error(&err, false);
    }
    json_decref(result);
    if (status == STATUS_OK) {
        status = flush_stdout();
    }
    if (status != STATUS_OK) {
        file_out_discard_all();
    }
    return error_class_exit_code(status_class(status));
}

static int usage_error(const char *word, bool json)
{
    struct error err;
    error_set(&err, STATUS_USAGE, word, "unknown command \"%s\"; see cuzk --help", word);
    print_error(&err, json);
    return error_class_exit_code(CLASS_BAD_INPUT);
}

static int exit_code(enum status status)
{
    return error_class_exit_code(status_class(status));
}

int main(int argc, char **argv)
{
    if (!occupy_closed_streams()) {
        return exit_code(STATUS_IO);
    }
    if (argc < 2) {
        print_usage(stderr);
        return exit_code(STATUS_USAGE);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("cuzk %s (%s)\n", CUZK_VERSION, command_revision());
        return exit_code(flush_stdout());
    }
    if (strcmp(argv[1], "--help") == 0 || (strcmp(argv[1], "help") == 0 && argc == 2)) {
        print_usage(stdout);
        return exit_code(flush_stdout());
    }
    bool help = strcmp(argv[1], "help") == 0;
    const struct command *command = find(help ? argv[2] : argv[1]);
    if (command == NULL) {
        return usage_error(help ? argv[2] : argv[1], wants_json(argc, argv));
    }
    if (help) {
        char option[] = "--help";
        char *words[] = {argv[2], option, NULL};
        return run(command, 2, words);
    }
    return run(command, argc - 1, argv + 1);
}
