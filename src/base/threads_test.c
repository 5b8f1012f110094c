#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/threads.h"

enum { LOOP_MAX = 5000 };

struct tally {
    atomic_uint seen[LOOP_MAX];
    atomic_uint per_worker[64];
    unsigned workers;
    atomic_bool bad_worker;
};

static void count_index(void *context, size_t index, unsigned worker)
{
    struct tally *tally = context;
    atomic_fetch_add(&tally->seen[index], 1);
    if (worker >= tally->workers) {
        atomic_store(&tally->bad_worker, true);
    } else {
        atomic_fetch_add(&tally->per_worker[worker], 1);
    }
}

static void check_loop(struct threads *pool, size_t count)
{
    static struct tally tally;
    memset(&tally, 0, sizeof tally);
    tally.workers = threads_count(pool);
    threads_run(pool, count, count_index, &tally);
    assert_false(tally.bad_worker);
    for (size_t i = 0; i < LOOP_MAX; i++) {
        assert_int_equal(tally.seen[i], i < count ? 1 : 0);
    }
}

static void test_every_index_once(void **state)
{
    (void)state;
    static const unsigned pools[] = {1, 2, 3, 8};
    static const size_t loops[] = {0, 1, 2, 3, 7, 100, LOOP_MAX};
    struct error err;
    for (size_t p = 0; p < sizeof pools / sizeof pools[0]; p++) {
        struct threads *pool;
        assert_int_equal(threads_make(&pool, pools[p], &err), STATUS_OK);
        assert_int_equal(threads_count(pool), pools[p]);
        for (size_t l = 0; l < sizeof loops / sizeof loops[0]; l++) {
            check_loop(pool, loops[l]);
        }
        threads_free(pool);
    }
    check_loop(NULL, 10);
    assert_int_equal(threads_count(NULL), 1);
}

static void add_plain(void *context, size_t index, unsigned worker)
{
    (void)worker;
    size_t *values = context;
    values[index] += index + 1;
}

/* Plain memory: each loop must see what the loop before wrote, from whichever thread. */
static void test_loops_follow_each_other(void **state)
{
    (void)state;
    enum { ROUNDS = 2000, WIDTH = 13 };
    struct threads *pool;
    assert_int_equal(threads_make(&pool, 4, NULL), STATUS_OK);
    size_t values[WIDTH] = {0};
    for (size_t round = 0; round < ROUNDS; round++) {
        threads_run(pool, WIDTH, add_plain, values);
        assert_int_equal(values[round % WIDTH], (round + 1) * (round % WIDTH + 1));
    }
    threads_free(pool);
}

struct meeting {
    pthread_mutex_t mutex; /* guards arrived */
    pthread_cond_t all;
    unsigned arrived;
};

/* Returns only when four workers are inside at once. */
static void meet(void *context, size_t index, unsigned worker)
{
    (void)index;
    (void)worker;
    struct meeting *meeting = context;
    pthread_mutex_lock(&meeting->mutex);
    meeting->arrived++;
    pthread_cond_broadcast(&meeting->all);
    while (meeting->arrived < 4) {
        pthread_cond_wait(&meeting->all, &meeting->mutex);
    }
    pthread_mutex_unlock(&meeting->mutex);
}

static void test_all_workers_join(void **state)
{
    (void)state;
    struct threads *pool;
    struct meeting meeting = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    assert_int_equal(threads_make(&pool, 4, NULL), STATUS_OK);
    threads_run(pool, 4, meet, &meeting);
    assert_int_equal(meeting.arrived, 4);
    threads_free(pool);
}

struct nested {
    struct threads *inner;
    atomic_uint total;
};

static void add_one(void *context, size_t index, unsigned worker)
{
    (void)index;
    (void)worker;
    atomic_uint *total = context;
    atomic_fetch_add(total, 1);
}

static void run_inner(void *context, size_t index, unsigned worker)
{
    (void)worker;
    struct nested *nested = context;
    /* Only index 0 uses the inner pool, which serves one caller at a time. */
    threads_run(index == 0 ? nested->inner : NULL, 50, add_one, &nested->total);
}

static void test_another_pool_inside(void **state)
{
    (void)state;
    struct threads *outer;
    struct nested nested = {0};
    assert_int_equal(threads_make(&outer, 3, NULL), STATUS_OK);
    assert_int_equal(threads_make(&nested.inner, 2, NULL), STATUS_OK);
    threads_run(outer, 6, run_inner, &nested);
    assert_int_equal(nested.total, 300);
    threads_free(nested.inner);
    threads_free(outer);
}

static void test_counts(void **state)
{
    (void)state;
    struct threads *pool;
    struct error err;
    assert_int_equal(threads_make(&pool, 0, &err), STATUS_OK);
    assert_in_range(threads_count(pool), 1, THREADS_MAX);
    threads_free(pool);
    assert_int_equal(threads_make(&pool, THREADS_MAX + 1, &err), STATUS_INVALID_ARGUMENT);
    assert_null(pool);
    threads_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_index_once), cmocka_unit_test(test_loops_follow_each_other),
        cmocka_unit_test(test_all_workers_join), cmocka_unit_test(test_another_pool_inside),
        cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
