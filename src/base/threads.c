#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

struct worker {
    struct threads *pool;
    unsigned index;
    pthread_t thread;
};

struct threads {
    unsigned count;
    struct worker *workers; /* [0] stands for the caller, its thread is unused */

    pthread_mutex_t mutex; /* guards from here to `next` */
    pthread_cond_t start;  /* a loop was opened, or stop */
    pthread_cond_t done;   /* the last busy worker left the loop */
    bool stop;
    bool open; /* workers may still join the loop */
    unsigned long long loop;
    unsigned busy; /* workers inside the loop, without the caller */
    threads_task *task;
    void *context;
    size_t task_count;

    atomic_size_t next; /* next index to hand out */
};

static void work(struct threads *pool, threads_task *task, void *context, size_t task_count,
                 unsigned worker)
{
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= task_count) {
            return;
        }
        task(context, index, worker);
    }
}

static void *worker_main(void *argument)
{
    const struct worker *self = argument;
    struct threads *pool = self->pool;
    unsigned long long seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (!pool->stop && (!pool->open || pool->loop == seen)) {
            pthread_cond_wait(&pool->start, &pool->mutex);
        }
        if (pool->stop) {
            break;
        }
        seen = pool->loop;
        threads_task *task = pool->task;
        void *context = pool->context;
        size_t task_count = pool->task_count;
        pool->busy++;
        pthread_mutex_unlock(&pool->mutex);
        work(pool, task, context, task_count, self->index);
        pthread_mutex_lock(&pool->mutex);
        /* All indices are taken, so no one else needs to join. */
        pool->open = false;
        if (--pool->busy == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

void threads_run(struct threads *threads, size_t task_count, threads_task *task, void *context)
{
    if (threads == NULL || threads->count == 1 || task_count <= 1) {
        for (size_t i = 0; i < task_count; i++) {
            task(context, i, 0);
        }
        return;
    }
    pthread_mutex_lock(&threads->mutex);
    threads->task = task;
    threads->context = context;
    threads->task_count = task_count;
    atomic_store_explicit(&threads->next, 0, memory_order_relaxed);
    threads->loop++;
    threads->open = true;
    pthread_cond_broadcast(&threads->start);
    pthread_mutex_unlock(&threads->mutex);

    work(threads, task, context, task_count, 0);

    pthread_mutex_lock(&threads->mutex);
    threads->open = false;
    while (threads->busy > 0) {
        pthread_cond_wait(&threads->done, &threads->mutex);
    }
    pthread_mutex_unlock(&threads->mutex);
}

static unsigned affinity_count(void)
{
    for (int capacity = 1024; capacity <= 1 << 20; capacity *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)capacity);
        if (set == NULL) {
            break;
        }
        size_t bytes = CPU_ALLOC_SIZE((size_t)capacity);
        int found = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (found > 0) {
            return (unsigned)found;
        }
    }
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

static bool read_line(char *line, size_t bytes, const char *path)
{
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return false;
    }
    bool ok = fgets(line, (int)bytes, file) != NULL;
    fclose(file);
    return ok;
}

/* CPUs the cgroup's quota amounts to, rounded up; THREADS_MAX without one. */
static unsigned quota_count(void)
{
    char line[128];
    double quota = 0;
    double period = 0;
    if (read_line(line, sizeof line, "/sys/fs/cgroup/cpu.max")) {
        char *end;
        quota = strtod(line, &end); /* "max" reads as 0 */
        period = strtod(end, NULL);
    } else if (read_line(line, sizeof line, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us")) {
        quota = strtod(line, NULL); /* -1: none */
        if (read_line(line, sizeof line, "/sys/fs/cgroup/cpu/cpu.cfs_period_us")) {
            period = strtod(line, NULL);
        }
    }
    if (quota <= 0 || period <= 0 || quota / period > THREADS_MAX - 1) {
        return THREADS_MAX;
    }
    unsigned whole = (unsigned)(quota / period);
    return whole + ((double)whole * period < quota ? 1 : 0);
}

static unsigned default_count(void)
{
    unsigned affinity = affinity_count();
    unsigned quota = quota_count();
    unsigned count = affinity < quota ? affinity : quota;
    return count < THREADS_MAX ? count : THREADS_MAX;
}

/* Signals go to the program's own threads. */
static enum status start_workers(struct threads *pool, unsigned count, struct error *err)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    int failure = 0;
    pool->count = 1;
    while (pool->count < count) {
        struct worker *worker = &pool->workers[pool->count];
        *worker = (struct worker){.pool = pool, .index = pool->count};
        failure = pthread_create(&worker->thread, NULL, worker_main, worker);
        if (failure != 0) {
            break;
        }
        pool->count++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (failure != 0) {
        return error_set(err, STATUS_OUT_OF_MEMORY, "threads", "thread %u of %u: %s",
                         pool->count + 1, count, strerror(failure));
    }
    return STATUS_OK;
}

enum status threads_make(struct threads **out, unsigned count, struct error *err)
{
    *out = NULL;
    if (count > THREADS_MAX) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "threads", "%u asked, at most %u", count,
                         THREADS_MAX);
    }
    if (count == 0) {
        count = default_count();
    }
    void *memory;
    enum status status = memory_alloc(&memory, 1, sizeof(struct threads), "thread pool", err);
    if (status != STATUS_OK) {
        return status;
    }
    struct threads *pool = memory;
    status = memory_alloc(&memory, count, sizeof(struct worker), "thread pool", err);
    if (status != STATUS_OK) {
        memory_free(pool);
        return status;
    }
    pool->workers = memory;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->start, NULL);
    pthread_cond_init(&pool->done, NULL);
    atomic_init(&pool->next, 0);
    status = start_workers(pool, count, err);
    if (status != STATUS_OK) {
        threads_free(pool);
        return status;
    }
    *out = pool;
    return STATUS_OK;
}

void threads_free(struct threads *threads)
{
    if (threads == NULL) {
        return;
    }
    pthread_mutex_lock(&threads->mutex);
    threads->stop = true;
    pthread_cond_broadcast(&threads->start);
    pthread_mutex_unlock(&threads->mutex);
    for (unsigned i = 1; i < threads->count; i++) {
        pthread_join(threads->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&threads->done);
    pthread_cond_destroy(&threads->start);
    pthread_mutex_destroy(&threads->mutex);
    memory_free(threads->workers);
    memory_free(threads);
}

unsigned threads_count(const struct threads *threads)
{
    return threads == NULL ? 1 : threads->count;
}
