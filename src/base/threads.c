#include "base/threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/memory.h"

struct worker {
    struct threads *pool;
    pthread_t thread;
    unsigned index;
};

struct threads {
    unsigned count;
    struct worker *workers; /* count - 1: the caller is worker 0 */
    unsigned started;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t work, done;
    unsigned long generation; /* one more for each loop */
    unsigned running;         /* workers still in the current loop */
    bool stop;

    /* The current loop; written under lock before generation moves. */
    size_t task_count;
    threads_task *task;
    void *context;
    atomic_size_t next;
};

static void work_off(struct threads *pool, unsigned worker)
{
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->task_count) {
            return;
        }
        pool->task(pool->context, index, worker);
    }
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct threads *pool = worker->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->generation == seen && !pool->stop) {
            pthread_cond_wait(&pool->work, &pool->lock);
        }
        if (pool->stop) {
            break;
        }
        seen = pool->generation;
        pthread_mutex_unlock(&pool->lock);
        work_off(pool, worker->index);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* CPUs that a cgroup v2 quota allows, rounded up; 0 when there is none. */
static unsigned quota_cpus(void)
{
    unsigned long quota = 0, period = 0;
    FILE *file = fopen("/sys/fs/cgroup/cpu.max", "re");
    bool limited = file != NULL && fscanf(file, "%lu %lu", &quota, &period) == 2 && period > 0;
    if (file != NULL) {
        fclose(file);
    }
    return limited ? (unsigned)((quota + period - 1) / period) : 0;
}

static unsigned usable_cpus(void)
{
    cpu_set_t set;
    unsigned count = 1;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        count = (unsigned)CPU_COUNT(&set);
    }
    unsigned quota = quota_cpus();
    if (quota > 0 && quota < count) {
        count = quota;
    }
    return count < THREADS_MAX ? count : THREADS_MAX;
}

enum status threads_make(struct threads **out, unsigned count, struct error *err)
{
    struct threads *pool = NULL;
    *out = NULL;
    if (count > THREADS_MAX) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "threads", "found %u, at most %d", count,
                         THREADS_MAX);
    }
    count = count > 0 ? count : usable_cpus();
    enum status status = memory_alloc((void **)&pool, 1, sizeof *pool, "thread pool", err);
    if (status != STATUS_OK) {
        return status;
    }
    pool->count = count;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    status = memory_alloc((void **)&pool->workers, count, sizeof *pool->workers, "threads", err);
    for (unsigned i = 1; i < count && status == STATUS_OK; i++) {
        struct worker *worker = &pool->workers[i - 1];
        *worker = (struct worker){.pool = pool, .index = i};
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
            status = error_set(err, STATUS_OUT_OF_MEMORY, "threads",
                               "thread %u of %u did not start", i, count);
        } else {
            pool->started++;
        }
    }
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
    pthread_mutex_lock(&threads->lock);
    threads->stop = true;
    pthread_cond_broadcast(&threads->work);
    pthread_mutex_unlock(&threads->lock);
    for (unsigned i = 0; i < threads->started; i++) {
        pthread_join(threads->workers[i].thread, NULL);
    }
    pthread_cond_destroy(&threads->work);
    pthread_cond_destroy(&threads->done);
    pthread_mutex_destroy(&threads->lock);
    memory_free(threads->workers);
    memory_free(threads);
}

unsigned threads_count(const struct threads *threads)
{
    return threads != NULL ? threads->count : 1;
}

void threads_run(struct threads *threads, size_t task_count, threads_task *task, void *context)
{
    if (threads == NULL || threads->count == 1 || task_count <= 1) {
        for (size_t i = 0; i < task_count; i++) {
            task(context, i, 0);
        }
        return;
    }
    pthread_mutex_lock(&threads->lock);
    threads->task_count = task_count;
    threads->task = task;
    threads->context = context;
    atomic_store_explicit(&threads->next, 0, memory_order_relaxed);
    threads->running = threads->started;
    threads->generation++;
    pthread_cond_broadcast(&threads->work);
    pthread_mutex_unlock(&threads->lock);

    work_off(threads, 0);

    pthread_mutex_lock(&threads->lock);
    while (threads->running > 0) {
        pthread_cond_wait(&threads->done, &threads->lock);
    }
    pthread_mutex_unlock(&threads->lock);
}
