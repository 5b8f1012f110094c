/* Progress of a long piece of work, reported by a library, shown by the program.
 *
 * The library calls progress_step with a label and done/total units at most a few times a second's
 * worth of work apart; the program's callback decides what to show. A callback that returns false
 * asks the work to stop: the library returns INTERRUPTED. NULL means no one listens. */
#ifndef CUZK_BASE_PROGRESS_H
#define CUZK_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool (*step)(void *context, const char *label, uint64_t done, uint64_t total);
    void *context;
};

static inline bool progress_step(const struct progress *progress, const char *label, uint64_t done,
                                 uint64_t total)
{
    return progress == 0 || progress->step(progress->context, label, done, total);
}

#endif
