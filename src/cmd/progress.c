#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cmd/command.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    if (interrupted) {
        file_out_discard_all();
        _exit(130);
    }
    interrupted = number;
}

void command_catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A reader gone or a size limit is an error of write, so that temporary files are removed. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

bool command_interrupted(void)
{
    return interrupted != 0;
}

#define QUIET_S         2.0 /* shorter work shows nothing */
#define REFRESH_TTY_S   0.2
#define REFRESH_PLAIN_S 2.0

struct terminal {
    struct progress progress;
    bool show, plain, drawn;
    double started, label_started, shown;
    char label[64];
};

static struct terminal terminal;

static void show(double now, uint64_t done, uint64_t total)
{
    double seconds = now - terminal.label_started;
    double rate = seconds > 0 ? (double)done / seconds : 0;
    double eta = rate > 0 ? (double)(total - done) / rate : 0;
    fprintf(stderr, "%s%-24s %5.1f %%  %.3g/s  %.0f s, ETA %.0f s%s",
            terminal.plain ? "" : "\r\033[K", terminal.label,
            total > 0 ? 100.0 * (double)done / (double)total : 100.0, rate, seconds, eta,
            terminal.plain ? "\n" : "");
    fflush(stderr);
    terminal.drawn = true;
    terminal.shown = now;
}

static bool step(void *context, const char *label, uint64_t done, uint64_t total)
{
    (void)context;
    double now = clock_wall_s();
    if (strncmp(label, terminal.label, sizeof terminal.label - 1) != 0) {
        snprintf(terminal.label, sizeof terminal.label, "%s", label);
        terminal.label_started = now;
    }
    double refresh = terminal.plain ? REFRESH_PLAIN_S : REFRESH_TTY_S;
    if (terminal.show && now - terminal.started > QUIET_S && now - terminal.shown > refresh) {
        show(now, done, total < done ? done : total);
    }
    return !command_interrupted();
}

const struct progress *command_progress(const struct common_options *common)
{
    memset(&terminal, 0, sizeof terminal);
    terminal.progress.step = step;
    terminal.plain = common->plain_progress;
    terminal.show = !common->quiet && (common->plain_progress || isatty(STDERR_FILENO));
    terminal.started = clock_wall_s();
    return &terminal.progress;
}

void command_progress_end(void)
{
    if (terminal.drawn && !terminal.plain) {
        fputs("\r\033[K", stderr);
    }
    terminal.drawn = false;
}
