/* The narrow waist: what a machine that does the heavy algebra must offer.
 *
 * A backend holds matrices and proving key as a resident handle, takes k compact assignments of one
 * circuit, and returns five curve sums a proof. Randomness, assembly, encoding and verification are
 * common code (prove.h). Every function of the table is present in every backend. Functions may be
 * called from any thread; one job at a time runs on a backend, others queue. */
#ifndef CUZK_GROTH16_BACKEND_H
#define CUZK_GROTH16_BACKEND_H

#include "base/progress.h"
#include "curve/g1.h"
#include "curve/g2.h"
#include "formats/proving_key.h"
#include "r1cs/assignment.h"

struct backend;
struct backend_key;
struct backend_job;

struct backend_description {
    const char *name;     /* "cpu", "gpu" */
    char device[128];     /* processor or card, with its index, UUID or PCI id */
    uint64_t bytes;       /* device memory; host memory for the CPU */
    uint64_t bytes_limit; /* what the backend was told to stay within */
};

struct backend_plan { /* bytes a batch will take at its peak */
    uint64_t key_bytes, matrix_bytes, witness_bytes, scratch_bytes;
    uint64_t host_bytes, device_bytes; /* sums by place; the CPU backend has device_bytes 0 */
};

/* Unblinded sums of one proof. Secret: wiped by who uses them. */
struct proof_sums {
    g1_xyzz h, l, a, b1; /* sum h_k H_k; sum x_j L_j (aux); sum x_i A_i, x_i B_i (inputs and aux) */
    g2_xyzz b2;
};

struct backend_timings { /* seconds, of a whole job */
    double matrices_s, transforms_s, h_s, l_s, a_s, b1_s, b2_s, total_s;
};

struct backend_operations {
    void (*describe)(struct backend *backend, struct backend_description *out);

    /* Borrows matrices and key until key_unload. Errors: those of reading the key, OUT_OF_MEMORY,
     * OVER_BUDGET, COUNT_MISMATCH when the key's counts are not the circuit's. */
    enum status (*key_load)(struct backend *backend, struct backend_key **out,
                            const struct r1cs_matrices *matrices, const struct proving_key *key,
                            const struct progress *progress, struct error *err);
    void (*key_unload)(struct backend *backend, struct backend_key *key);

    /* Starts a job over `count` assignments, which may be freed on return. Never waits for the
     * device. */
    enum status (*prove_start)(struct backend *backend, struct backend_job **out,
                               struct backend_key *key, const struct assignment *const *assignments,
                               size_t count, struct error *err);

    /* Waits for the job, writes `count` sums, frees the job whatever the result. progress (may be
     * NULL) hears of every few seconds' work in units of points and can stop it. Errors: also
     * INTERRUPTED. */
    enum status (*prove_wait)(struct backend *backend, struct backend_job *job,
                              struct proof_sums *sums, struct backend_timings *timings,
                              const struct progress *progress, struct error *err);

    /* The primitives, on host memory, so that every backend can be compared with every other. Forms
     * as in poly/ntt.h, r1cs/assignment.h and msm/msm.h. */
    enum status (*ntt)(struct backend *backend, fr *values, unsigned log_size, bool inverse,
                       struct error *err);
    enum status (*matrix_eval)(struct backend *backend, fr *out, size_t out_count,
                               struct backend_key *key, enum matrix matrix,
                               const struct assignment *assignment, struct error *err);
    enum status (*msm_g1)(struct backend *backend, g1_xyzz *out, const g1_affine *bases,
                          const fr *scalars, size_t count, struct error *err);
    enum status (*msm_g2)(struct backend *backend, g2_xyzz *out, const g2_affine *bases,
                          const fr *scalars, size_t count, struct error *err);

    enum status (*plan)(struct backend *backend, struct backend_plan *out,
                        const struct r1cs_matrices *matrices, size_t batch, struct error *err);
    void (*close)(struct backend *backend);
};

/* Every backend begins with this. */
struct backend {
    const struct backend_operations *operations;
};

/* The reference backend: this machine's cores. Borrows threads until close. */
enum status cpu_backend_open(struct backend **out, struct threads *threads, struct error *err);

#endif
