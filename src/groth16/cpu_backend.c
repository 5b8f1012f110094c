/* The reference backend. A job holds copies of its assignments from prove_start on; the work is
 * done by prove_wait, on the calling thread and the pool, one job at a time. The key is read from
 * its file in pieces; at the peak three vectors of the domain are resident. A key file that is
 * removed stays readable; one that is cut short gives FILE_CHANGED; one that is overwritten gives a
 * proof that prove_finish does not let out. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "groth16/backend.h"
#include "groth16/key.h"
#include "groth16/query.h"
#include "poly/quotient.h"
#include "r1cs/bitmap.h"

struct cpu_backend {
    struct backend base;
    struct threads *threads; /* borrowed */
    pthread_mutex_t busy;    /* guards threads */
    struct backend_description description;
};

struct backend_key {
    const struct r1cs_matrices *matrices;
    const struct proving_key *key;
    struct ntt_plan *plan;
};

struct backend_job {
    struct backend_key *key;
    struct assignment *assignments; /* owned copies */
    size_t count;
};

static struct cpu_backend *of(struct backend *backend)
{
    return (struct cpu_backend *)backend;
}

static void describe(struct backend *backend, struct backend_description *out)
{
    *out = of(backend)->description;
}

/* --- keys --- */

static enum status key_load(struct backend *backend, struct backend_key **out,
                            const struct r1cs_matrices *matrices, const struct proving_key *key,
                            const struct progress *progress, struct error *err)
{
    struct backend_key *loaded = NULL;
    enum status status = key_check_circuit(key, matrices, err);

    (void)backend;
    (void)progress;
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&loaded, 1, sizeof *loaded, "key", err);
    }
    if (status == STATUS_OK) {
        loaded->matrices = matrices;
        loaded->key = key;
        status = ntt_plan_make(&loaded->plan, matrices->domain_log2, err);
    }
    if (status != STATUS_OK) {
        memory_free(loaded);
        return status;
    }
    *out = loaded;
    return STATUS_OK;
}

static void key_unload(struct backend *backend, struct backend_key *key)
{
    (void)backend;
    if (key != NULL) {
        ntt_plan_free(key->plan);
        memory_free(key);
    }
}

/* --- jobs --- */

static void job_free(struct backend_job *job)
{
    for (size_t j = 0; j < job->count; j++) {
        assignment_free(&job->assignments[j]);
    }
    memory_free(job->assignments);
    memory_free(job);
}

static enum status copy_assignment(struct assignment *out, const struct assignment *in,
                                   struct error *err)
{
    enum status status = assignment_make(out, in->input_count, in->aux_count, in->wide_count, err);

    if (status == STATUS_OK) {
        memcpy(out->inputs, in->inputs, in->input_count * sizeof(fr));
        memcpy(out->bits, in->bits, bitmap_words(in->aux_count) * sizeof(uint64_t));
        memcpy(out->wide, in->wide, in->wide_count * sizeof(fr));
    }
    return status;
}

static enum status prove_start(struct backend *backend, struct backend_job **out,
                               struct backend_key *key, const struct assignment *const *assignments,
                               size_t count, struct error *err)
{
    struct backend_job *job = NULL;
    enum status status = STATUS_OK;

    (void)backend;
    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        status = assignment_check(assignments[j], key->matrices, err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&job, 1, sizeof *job, "job", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    job->key = key;
    status = memory_alloc((void **)&job->assignments, count, sizeof *job->assignments, "job", err);
    job->count = status == STATUS_OK ? count : 0;
    for (size_t j = 0; j < job->count && status == STATUS_OK; j++) {
        status = copy_assignment(&job->assignments[j], assignments[j], err);
    }
    if (status != STATUS_OK) {
        job_free(job);
        return status;
    }
    *out = job;
    return STATUS_OK;
}

/* Adds the time since *mark to *stage and moves the mark. */
static void lap(double *stage, double *mark)
{
    double now = clock_wall_s();

    *stage += now - *mark;
    *mark = now;
}

static void free_secret(void *array, size_t bytes)
{
    if (array != NULL) {
        memory_wipe(array, bytes);
        memory_free(array);
    }
}

/* Progress of a job. A point of h costs about sixteen additions, one of the other queries, whose
 * scalars are nearly all bits, about one; a row of the transforms as much as two. */
struct meter {
    const struct progress *progress;
    uint64_t done, total;
};

enum { COST_ROW = 2, COST_H = 16, COST_G1 = 1, COST_G2 = 3 };

static enum status meter_add(struct meter *meter, uint64_t cost, struct error *err)
{
    meter->done += cost;
    if (!progress_step(meter->progress, "prove", meter->done, meter->total)) {
        return error_set(err, STATUS_INTERRUPTED, "prove", "stopped");
    }
    return STATUS_OK;
}

static uint64_t proof_cost(const struct backend_key *key)
{
    const struct proving_key *points = key->key;
    uint64_t rows = (uint64_t)1 << key->matrices->domain_log2;

    return COST_ROW * rows + COST_H * (uint64_t)points->h.count +
           COST_G1 * ((uint64_t)points->l.count + points->a.count + points->b_g1.count) +
           COST_G2 * (uint64_t)points->b_g2.count;
}

/* Points of h between two steps of the progress: seconds of work, and large enough that a slice
 * costs what its share of the whole would. */
#define H_SLICE ((size_t)1 << 22)

static enum status sum_h_points(g1_xyzz *out, const struct point_source *h, const fr *scalars,
                                struct threads *threads, struct meter *meter, struct error *err)
{
    enum status status = STATUS_OK;

    *out = g1_identity;
    for (size_t at = 0; at < h->count && status == STATUS_OK; at += H_SLICE) {
        size_t count = h->count - at < H_SLICE ? h->count - at : H_SLICE;
        g1_xyzz part;
        status = msm_g1(&part, h, at, scalars + at, count, threads, err);
        if (status == STATUS_OK) {
            g1_add(out, out, &part);
            status = meter_add(meter, COST_H * (uint64_t)count, err);
        }
        memory_wipe(&part, sizeof part);
    }
    return status;
}

static enum status sum_h(g1_xyzz *out, const struct backend_key *key,
                         const struct assignment *assignment, struct threads *threads,
                         struct backend_timings *timings, struct meter *meter, struct error *err)
{
    const struct r1cs_matrices *matrices = key->matrices;
    size_t size = (size_t)1 << matrices->domain_log2;
    fr *a = NULL, *b = NULL, *c = NULL;
    double mark = clock_wall_s();
    enum status status = memory_alloc_raw((void **)&a, size, sizeof(fr), "values of a", err);

    if (status == STATUS_OK) {
        status = memory_alloc_raw((void **)&b, size, sizeof(fr), "values of b", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc_raw((void **)&c, size, sizeof(fr), "quotient scratch", err);
    }
    if (status == STATUS_OK) {
        r1cs_evaluate(a, size, matrices, MATRIX_A, assignment, threads);
        r1cs_evaluate(b, size, matrices, MATRIX_B, assignment, threads);
        lap(&timings->matrices_s, &mark);
        quotient(key->plan, threads, a, b, c);
        lap(&timings->transforms_s, &mark);
        status = meter_add(meter, COST_ROW * (uint64_t)size, err);
    }
    /* The sum needs memory of its own: these two go first. */
    free_secret(c, size * sizeof(fr));
    free_secret(b, size * sizeof(fr));
    if (status == STATUS_OK) {
        status = sum_h_points(out, &key->key->h, a, threads, meter, err);
        lap(&timings->h_s, &mark);
    }
    free_secret(a, size * sizeof(fr));
    return status;
}

static enum status sum_queries(struct proof_sums *out, const struct backend_key *key,
                               const struct assignment *assignment, struct threads *threads,
                               struct backend_timings *timings, struct meter *meter,
                               struct error *err)
{
    const struct proving_key *points = key->key;
    struct query query = {0};
    double mark = clock_wall_s();
    enum status status = query_make(&query, QUERY_L, key->matrices, assignment, err);

    if (status == STATUS_OK) {
        status = msm_mixed_g1(&out->l, &points->l, 0, &query.mixed, threads, err);
        lap(&timings->l_s, &mark);
    }
    if (status == STATUS_OK) {
        status = meter_add(meter, COST_G1 * (uint64_t)points->l.count, err);
    }
    query_free(&query);
    if (status == STATUS_OK) {
        status = query_make(&query, QUERY_A, key->matrices, assignment, err);
    }
    if (status == STATUS_OK) {
        status = msm_mixed_g1(&out->a, &points->a, 0, &query.mixed, threads, err);
        lap(&timings->a_s, &mark);
    }
    if (status == STATUS_OK) {
        status = meter_add(meter, COST_G1 * (uint64_t)points->a.count, err);
    }
    query_free(&query);
    if (status == STATUS_OK) {
        status = query_make(&query, QUERY_B, key->matrices, assignment, err);
    }
    if (status == STATUS_OK) {
        status = msm_mixed_g1(&out->b1, &points->b_g1, 0, &query.mixed, threads, err);
        lap(&timings->b1_s, &mark);
    }
    if (status == STATUS_OK) {
        status = meter_add(meter, COST_G1 * (uint64_t)points->b_g1.count, err);
    }
    if (status == STATUS_OK) {
        status = msm_mixed_g2(&out->b2, &points->b_g2, 0, &query.mixed, threads, err);
        lap(&timings->b2_s, &mark);
    }
    if (status == STATUS_OK) {
        status = meter_add(meter, COST_G2 * (uint64_t)points->b_g2.count, err);
    }
    query_free(&query);
    return status;
}

static enum status prove_wait(struct backend *backend, struct backend_job *job,
                              struct proof_sums *sums, struct backend_timings *timings,
                              const struct progress *progress, struct error *err)
{
    struct cpu_backend *cpu = of(backend);
    struct meter meter = {progress, 0, job->count * proof_cost(job->key)};
    enum status status = STATUS_OK;

    *timings = (struct backend_timings){0};
    pthread_mutex_lock(&cpu->busy);
    double start = clock_wall_s();
    for (size_t j = 0; j < job->count && status == STATUS_OK; j++) {
        const struct assignment *assignment = &job->assignments[j];
        status = sum_h(&sums[j].h, job->key, assignment, cpu->threads, timings, &meter, err);
        if (status == STATUS_OK) {
            status =
                sum_queries(&sums[j], job->key, assignment, cpu->threads, timings, &meter, err);
        }
    }
    timings->total_s = clock_wall_s() - start;
    pthread_mutex_unlock(&cpu->busy);
    if (status != STATUS_OK) {
        memory_wipe(sums, job->count * sizeof *sums);
    }
    job_free(job);
    return status;
}

/* --- primitives --- */

static enum status ntt(struct backend *backend, fr *values, unsigned log_size, bool inverse,
                       struct error *err)
{
    struct cpu_backend *cpu = of(backend);
    struct ntt_plan *plan;
    enum status status = ntt_plan_make(&plan, log_size, err);

    if (status != STATUS_OK) {
        return status;
    }
    pthread_mutex_lock(&cpu->busy);
    if (inverse) {
        ntt_inverse(plan, cpu->threads, values);
    } else {
        ntt_forward(plan, cpu->threads, values);
    }
    pthread_mutex_unlock(&cpu->busy);
    ntt_plan_free(plan);
    return STATUS_OK;
}

static enum status matrix_eval(struct backend *backend, fr *out, size_t out_count,
                               struct backend_key *key, enum matrix matrix,
                               const struct assignment *assignment, struct error *err)
{
    struct cpu_backend *cpu = of(backend);
    enum status status = assignment_check(assignment, key->matrices, err);

    if (status == STATUS_OK) {
        pthread_mutex_lock(&cpu->busy);
        r1cs_evaluate(out, out_count, key->matrices, matrix, assignment, cpu->threads);
        pthread_mutex_unlock(&cpu->busy);
    }
    return status;
}

static enum status sum_g1(struct backend *backend, g1_xyzz *out, const g1_affine *bases,
                          const fr *scalars, size_t count, struct error *err)
{
    struct cpu_backend *cpu = of(backend);
    const struct point_source source = {
        .form = POINT_FORM_AFFINE, .memory = bases, .count = count, .name = "bases"};

    pthread_mutex_lock(&cpu->busy);
    enum status status = msm_g1(out, &source, 0, scalars, count, cpu->threads, err);
    pthread_mutex_unlock(&cpu->busy);
    return status;
}

static enum status sum_g2(struct backend *backend, g2_xyzz *out, const g2_affine *bases,
                          const fr *scalars, size_t count, struct error *err)
{
    struct cpu_backend *cpu = of(backend);
    const struct point_source source = {
        .form = POINT_FORM_AFFINE, .memory = bases, .count = count, .name = "bases"};

    pthread_mutex_lock(&cpu->busy);
    enum status status = msm_g2(out, &source, 0, scalars, count, cpu->threads, err);
    pthread_mutex_unlock(&cpu->busy);
    return status;
}

/* --- the rest --- */

/* Code, libraries, stacks and a request's own data, whatever the circuit; measured 6 MiB. */
#define PROGRAM_BYTES ((uint64_t)12 << 20)

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static enum status plan(struct backend *backend, struct backend_plan *out,
                        const struct r1cs_matrices *matrices, size_t batch, struct error *err)
{
    unsigned threads = threads_count(of(backend)->threads);
    uint64_t size = (uint64_t)1 << matrices->domain_log2;
    size_t a_count = (size_t)matrices->input_count + matrices->a_aux_count;
    size_t b_count = (size_t)matrices->b_input_count + matrices->b_aux_count;

    if (matrices->domain_log2 > NTT_LOG_SIZE_MAX) {
        return error_set(err, STATUS_WRONG_CIRCUIT, NULL, "domain 2^%u, at most 2^%d",
                         matrices->domain_log2, NTT_LOG_SIZE_MAX);
    }
    uint64_t one = ((uint64_t)matrices->input_count + matrices->wide_aux_count) * sizeof(fr) +
                   bitmap_words(matrices->aux_count) * sizeof(uint64_t);
    uint64_t h =
        size * sizeof(fr) + larger(2 * size * sizeof(fr), msm_g1_bytes((size_t)size - 1, threads));
    uint64_t l = query_bytes(QUERY_L, matrices) + msm_g1_bytes(matrices->aux_count, threads);
    uint64_t a = query_bytes(QUERY_A, matrices) + msm_g1_bytes(a_count, threads);
    uint64_t b = query_bytes(QUERY_B, matrices) +
                 larger(msm_g1_bytes(b_count, threads), msm_g2_bytes(b_count, threads));
    *out = (struct backend_plan){
        .key_bytes = verifying_key_bytes(matrices->input_count),
        .matrix_bytes = r1cs_matrices_bytes(matrices),
        .witness_bytes = batch * one,
        .scratch_bytes = PROGRAM_BYTES + ntt_plan_bytes(matrices->domain_log2) +
                         larger(larger(h, l), larger(a, b)),
    };
    out->host_bytes = out->key_bytes + out->matrix_bytes + out->witness_bytes + out->scratch_bytes;
    return STATUS_OK;
}

static void backend_close(struct backend *backend)
{
    if (backend != NULL) {
        pthread_mutex_destroy(&of(backend)->busy);
        memory_free(backend);
    }
}

static const struct backend_operations operations = {
    .describe = describe,
    .key_load = key_load,
    .key_unload = key_unload,
    .prove_start = prove_start,
    .prove_wait = prove_wait,
    .ntt = ntt,
    .matrix_eval = matrix_eval,
    .msm_g1 = sum_g1,
    .msm_g2 = sum_g2,
    .plan = plan,
    .close = backend_close,
};

/* The processor's name as the kernel has it. */
static void processor_name(char *out, size_t bytes)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(out, bytes, "processor");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL && colon[1] == ' ') {
            snprintf(out, bytes, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

enum status cpu_backend_open(struct backend **out, struct threads *threads, struct error *err)
{
    struct cpu_backend *cpu = NULL;
    enum status status = memory_alloc((void **)&cpu, 1, sizeof *cpu, "backend", err);

    if (status != STATUS_OK) {
        return status;
    }
    if (pthread_mutex_init(&cpu->busy, NULL) != 0) {
        memory_free(cpu);
        return error_set(err, STATUS_OUT_OF_MEMORY, "backend", "no mutex");
    }
    cpu->base.operations = &operations;
    cpu->threads = threads;
    cpu->description.name = "cpu";
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) {
        cpu->description.bytes = (uint64_t)pages * (uint64_t)page_bytes;
    }
    cpu->description.bytes_limit = cpu->description.bytes;
    processor_name(cpu->description.device, sizeof cpu->description.device);
    *out = &cpu->base;
    return STATUS_OK;
}
