#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "cmd/command.h"

enum {
    KEY_FIRST = 0x100,
    KEY_JSON = 0x1000,
    KEY_THREADS,
    KEY_BACKEND,
    KEY_CPU,
    KEY_FORCE,
    KEY_PROGRESS,
    KEY_HELP
};

#define OPTIONS_MAX 32 /* more than any subcommand has, common ones included */

struct parse_state {
    const struct command_option *options;
    struct common_options *common;
    const char **positional;
    size_t positional_max, positional_count;
    struct error *err;
    enum status status;
    bool helped;
};

static const struct argp_option common_list[] = {
    {"json", KEY_JSON, 0, 0, "print one JSON document on stdout", 1},
    {"threads", KEY_THREADS, "N", 0, "threads to use (all CPUs)", 1},
    {"backend", KEY_BACKEND, "NAME", 0, "cpu or auto", 1},
    {"cpu", KEY_CPU, "LEVEL", 0, "auto, portable, adx or ifma", 1},
    {"force", KEY_FORCE, 0, 0, "overwrite existing outputs", 1},
    {"progress", KEY_PROGRESS, "HOW", 0, "plain: lines even when stderr is no terminal", 1},
    {"quiet", 'q', 0, 0, "no progress", 1},
    {"help", KEY_HELP, 0, 0, "show this help", 1},
};

static void fail(struct parse_state *state, enum status status)
{
    if (state->status == STATUS_OK) {
        state->status = status;
    }
}

static void parse_common(int key, char *arg, struct argp_state *argp)
{
    struct parse_state *state = argp->input;
    struct common_options *common = state->common;
    uint64_t number = 0;
    enum cpu_level level;
    switch (key) {
    case KEY_JSON:
        common->json = true;
        break;
    case KEY_FORCE:
        common->force = true;
        break;
    case 'q':
        common->quiet = true;
        break;
    case KEY_PROGRESS:
        if (strcmp(arg, "plain") != 0) {
            fail(state, error_set(state->err, STATUS_USAGE, "--progress",
                                  "found \"%s\", expected \"plain\"", arg));
        }
        common->plain_progress = true;
        break;
    case KEY_THREADS:
        fail(state, command_number(&number, arg, THREADS_MAX, "--threads", state->err));
        common->threads = (unsigned)number;
        break;
    case KEY_BACKEND:
        common->backend = arg;
        if (strcmp(arg, "cpu") != 0 && strcmp(arg, "auto") != 0) {
            fail(state, error_set(state->err, STATUS_NO_DEVICE, "--backend",
                                  "found \"%s\", this build offers \"cpu\" and \"auto\"", arg));
        }
        break;
    case KEY_CPU: {
        enum status status = cpu_level_parse(&level, arg, state->err);
        if (status == STATUS_OK) {
            cpu_level_limit(level);
        }
        fail(state, status);
        break;
    }
    case KEY_HELP:
        /* argp_state_help is silent under ARGP_NO_ERRS. */
        argp_help(argp->root_argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC,
                  argp->name);
        state->helped = true;
        break;
    default:
        break;
    }
}

static error_t parse_one(int key, char *arg, struct argp_state *argp)
{
    struct parse_state *state = argp->input;
    if (key == ARGP_KEY_ARG) {
        if (state->positional_count == state->positional_max) {
            fail(state, error_set(state->err, STATUS_USAGE, arg, "unexpected word \"%s\"", arg));
            return 0;
        }
        state->positional[state->positional_count++] = arg;
        return 0;
    }
    for (size_t i = 0; state->options[i].name != NULL; i++) {
        const struct command_option *option = &state->options[i];
        int own = option->short_name != 0 ? option->short_name : KEY_FIRST + (int)i;
        if (own == key && option->value != NULL) {
            *option->text = arg;
            return 0;
        }
        if (own == key) {
            *option->flag = true;
            return 0;
        }
    }
    if (key == 'q' || (key >= KEY_JSON && key <= KEY_HELP)) {
        parse_common(key, arg, argp);
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
}

/* The first word that argp could not place, for the message. */
static const char *offending(char **argv, int argc, const struct argp_option *list)
{
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) != 0) {
            continue;
        }
        size_t length = strcspn(argv[i] + 2, "=");
        bool known = false;
        for (size_t k = 0; list[k].name != NULL; k++) {
            known = known || (strlen(list[k].name) == length &&
                              strncmp(list[k].name, argv[i] + 2, length) == 0);
        }
        if (!known) {
            return argv[i];
        }
    }
    return argc > 1 ? argv[argc - 1] : argv[0];
}

enum status command_parse(int argc, char **argv, const char *usage,
                          const struct command_option *options, struct common_options *common,
                          const char **positional, size_t positional_max, size_t *positional_count,
                          bool *helped, struct error *err)
{
    struct argp_option list[OPTIONS_MAX] = {0};
    size_t n = 0;
    for (; options[n].name != NULL; n++) {
        int key = options[n].short_name != 0 ? options[n].short_name : KEY_FIRST + (int)n;
        list[n] =
            (struct argp_option){options[n].name, key, options[n].value, 0, options[n].help, 0};
    }
    memcpy(list + n, common_list, sizeof common_list);
    struct parse_state state = {
        .options = options,
        .common = common,
        .positional = positional,
        .positional_max = positional_max,
        .err = err,
    };
    struct argp argp = {list, parse_one, usage, 0, 0, 0, 0};
    error_t result =
        argp_parse(&argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_HELP | ARGP_NO_ERRS, 0, &state);
    if (positional_count != NULL) {
        *positional_count = state.positional_count;
    }
    *helped = state.helped;
    if (state.status != STATUS_OK) {
        return state.status;
    }
    if (result != 0) {
        return error_set(
            err, STATUS_USAGE, argv[0],
            "cannot use \"%s\" (unknown option, or its value is missing); see cuzk %s --help",
            offending(argv, argc, list), argv[0]);
    }
    return STATUS_OK;
}

enum status command_require(const char *value, const char *option, struct error *err)
{
    if (value == NULL) {
        return error_set(err, STATUS_USAGE, option, "%s is required", option);
    }
    return STATUS_OK;
}

enum status command_number(uint64_t *out, const char *text, uint64_t max, const char *option,
                           struct error *err)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || text[0] < '0' || text[0] > '9' || *end != 0 || value > max) {
        return error_set(err, STATUS_USAGE, option, "found \"%s\", expected a number up to %llu",
                         text, (unsigned long long)max);
    }
    *out = value;
    return STATUS_OK;
}

enum status command_output(const char *path, struct common_options *common, struct error *err)
{
    common->stdout_taken = strcmp(path, "-") == 0;
    if (common->stdout_taken && common->json) {
        return error_set(err, STATUS_USAGE, "--json", "stdout is taken by the output \"-\"");
    }
    return STATUS_OK;
}
