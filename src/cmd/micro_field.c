#include "base/clock.h"
#include "base/memory.h"
#include "cmd/micro_cases.h"
#include "curve/pairing.h"
#include "hash/poseidon.h"

#define CHAINS 8 /* independent products, so that throughput is measured, not latency */
#define ROUNDS 200000u

struct fp_state {
    fp x[CHAINS], y;
};

static enum status fp_prepare(void **state, unsigned log_size, struct threads *threads,
                              struct error *err)
{
    (void)log_size, (void)threads;
    struct fp_state *s = NULL;
    enum status status = memory_alloc((void **)&s, 1, sizeof *s, "benchmark", err);
    if (status != STATUS_OK) {
        return status;
    }
    s->y = g1_generator.y;
    for (unsigned i = 0; i < CHAINS; i++) {
        fp_mul(&s->x[i], &g1_generator.x, i > 0 ? &s->x[i - 1] : &s->y);
    }
    *state = s;
    return STATUS_OK;
}

static double fp_run(void *state)
{
    struct fp_state *s = state;
    double start = clock_wall_s();
    for (unsigned k = 0; k < ROUNDS; k++) {
        for (unsigned i = 0; i < CHAINS; i++) {
            fp_mul(&s->x[i], &s->x[i], &s->y);
        }
    }
    return (clock_wall_s() - start) * 1e9 / (CHAINS * (double)ROUNDS);
}

const struct micro_case micro_fp_mul = {"fp_mul", "ns", 0, fp_prepare, fp_run, memory_free};

struct fr_state {
    fr x[CHAINS], y;
};

static enum status fr_prepare(void **state, unsigned log_size, struct threads *threads,
                              struct error *err)
{
    (void)log_size, (void)threads;
    struct fr_state *s = NULL;
    enum status status = memory_alloc((void **)&s, 1, sizeof *s, "benchmark", err);
    for (unsigned i = 0; status == STATUS_OK && i < CHAINS; i++) {
        status = fr_random(&s->x[i], err);
    }
    if (status != STATUS_OK) {
        memory_free(s);
        return status;
    }
    s->y = s->x[3];
    *state = s;
    return STATUS_OK;
}

static double fr_run(void *state)
{
    struct fr_state *s = state;
    double start = clock_wall_s();
    for (unsigned k = 0; k < ROUNDS; k++) {
        for (unsigned i = 0; i < CHAINS; i++) {
            fr_mul(&s->x[i], &s->x[i], &s->y);
        }
    }
    return (clock_wall_s() - start) * 1e9 / (CHAINS * (double)ROUNDS);
}

const struct micro_case micro_fr_mul = {"fr_mul", "ns", 0, fr_prepare, fr_run, memory_free};

/* Poseidon of arity 8: one hash of a Merkle tree. */
static double poseidon_run(void *state)
{
    struct fr_state *s = state;
    enum { HASHES = 500 };
    double start = clock_wall_s();
    for (unsigned k = 0; k < HASHES; k++) {
        poseidon_hash_tree(&s->x[k % CHAINS], 8, s->x);
    }
    return (clock_wall_s() - start) * 1e9 / HASHES;
}

const struct micro_case micro_poseidon8 = {"poseidon8", "ns",         0,
                                           fr_prepare,  poseidon_run, memory_free};

struct pairing_state {
    g1_affine p[3];
    g2_affine q[3];
};

static enum status pairing_prepare(void **state, unsigned log_size, struct threads *threads,
                                   struct error *err)
{
    (void)log_size, (void)threads;
    struct pairing_state *s = NULL;
    enum status status = memory_alloc((void **)&s, 1, sizeof *s, "benchmark", err);
    g1_xyzz p;
    g2_xyzz q;
    g1_from_affine(&p, &g1_generator);
    g2_from_affine(&q, &g2_generator);
    for (unsigned i = 0; status == STATUS_OK && i < 3; i++) {
        g1_double(&p, &p);
        g2_double(&q, &q);
        g1_to_affine(&s->p[i], &p);
        g2_to_affine(&s->q[i], &q);
    }
    *state = s;
    return status;
}

static double pairing_run(void *state)
{
    struct pairing_state *s = state;
    enum { CHECKS = 20 };
    bool any = false;
    double start = clock_wall_s();
    for (unsigned k = 0; k < CHECKS; k++) {
        any |= pairing_product_is_one(s->p, s->q, 3);
    }
    double seconds = (clock_wall_s() - start) / CHECKS;
    return any ? -1 : seconds;
}

const struct micro_case micro_pairing_check = {"pairing_check", "s",         0,
                                               pairing_prepare, pairing_run, memory_free};
