/* A fixed pool of worker threads that runs one indexed loop at a time.
 *
 * threads_run(pool, n, task, context) calls task(context, i, worker) for every i in 0..n-1,
 * dynamically scheduled in rising order, and returns when all are done. The caller works too, as
 * worker 0. A pool of one thread runs inline. A pool serves one caller at a time; a task must not
 * call threads_run on the pool that runs it (it may pass NULL, which every function that takes a
 * pool reads as "this thread only"). */
#ifndef CUZK_BASE_THREADS_H
#define CUZK_BASE_THREADS_H

#include <stddef.h>

#include "base/status.h"

struct threads;

typedef void threads_task(void *context, size_t index, unsigned worker);

/* count 0 means the CPUs this process may use (affinity and cgroup quota), at most THREADS_MAX.
 * Owns: free with threads_free. Errors: OUT_OF_MEMORY, INVALID_ARGUMENT. */
#define THREADS_MAX 1024
enum status threads_make(struct threads **out, unsigned count, struct error *err);
void threads_free(struct threads *threads);

/* Workers of the pool, 1 for NULL. worker indices are 0..count-1. */
unsigned threads_count(const struct threads *threads);

void threads_run(struct threads *threads, size_t task_count, threads_task *task, void *context);

#endif
