#include "groth16/prove.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"

enum status prove_randomness_draw(struct prove_randomness *out, struct error *err)
{
    enum status status = fr_random(&out->r, err);

    return status == STATUS_OK ? fr_random(&out->s, err) : status;
}

/* sum += [k] point */
static void add_multiple(g1_xyzz *sum, const g1_affine *point, const fr *k)
{
    g1_xyzz term;

    g1_from_affine(&term, point);
    g1_mul(&term, &term, k);
    g1_add(sum, sum, &term);
    memory_wipe(&term, sizeof term);
}

void proof_assemble(struct proof *out, const struct verifying_key *vk,
                    const struct proof_sums *sums, const struct prove_randomness *randomness)
{
    g1_xyzz a, b1, c;
    g2_xyzz b2, delta;
    fr rs;

    g1_add_affine(&a, &sums->a, &vk->alpha_g1);
    g1_add_affine(&b1, &sums->b1, &vk->beta_g1);
    g1_mul(&c, &a, &randomness->s);
    g1_mul(&b1, &b1, &randomness->r);
    g1_add(&c, &c, &b1);
    fr_mul(&rs, &randomness->r, &randomness->s);
    add_multiple(&c, &vk->delta_g1, &rs);
    g1_add(&c, &c, &sums->h);
    g1_add(&c, &c, &sums->l);
    add_multiple(&a, &vk->delta_g1, &randomness->r);
    g2_from_affine(&delta, &vk->delta_g2);
    g2_mul(&delta, &delta, &randomness->s);
    g2_add_affine(&b2, &sums->b2, &vk->beta_g2);
    g2_add(&b2, &b2, &delta);
    g1_to_affine(&out->a, &a);
    g2_to_affine(&out->b, &b2);
    g1_to_affine(&out->c, &c);
    memory_wipe(&a, sizeof a);
    memory_wipe(&b1, sizeof b1);
    memory_wipe(&c, sizeof c);
    memory_wipe(&b2, sizeof b2);
    memory_wipe(&delta, sizeof delta);
    memory_wipe(&rs, sizeof rs);
}

enum status prove_check_satisfied(const struct r1cs_matrices *matrices,
                                  const struct assignment *const *assignments, size_t count,
                                  struct threads *threads, struct error *err)
{
    for (size_t j = 0; j < count; j++) {
        uint32_t unsatisfied, first;
        enum status status =
            r1cs_check(&unsatisfied, &first, matrices, assignments[j], threads, err);
        if (status != STATUS_OK) {
            return status;
        }
        if (unsatisfied != 0) {
            return error_set(err, STATUS_UNSATISFIED, "witness",
                             "partition %zu breaks %" PRIu32 " of %" PRIu32
                             " constraints, the first is number %" PRIu32,
                             j, unsatisfied, matrices->row_count, first);
        }
    }
    return STATUS_OK;
}

/* Reads back what was written and verifies it. */
static enum status self_check(const uint8_t *bytes, struct proof *scratch,
                              const struct prepared_vk *vk, const struct public_inputs *inputs,
                              size_t count, struct threads *threads, struct error *err)
{
    struct error fault = {0};
    enum status status = STATUS_OK;

    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        status = proof_decode(&scratch[j], bytes + j * PROOF_BYTES, j, &fault);
    }
    if (status != STATUS_OK) {
        return error_set(err, STATUS_SELF_CHECK, fault.where, "%s", fault.message);
    }
    status = proofs_verify(NULL, vk, scratch, inputs, count, threads, &fault);
    if (status == STATUS_PROOF_INVALID) {
        return error_set(err, STATUS_SELF_CHECK, "partition",
                         "%s: the witness, the key or the computation is wrong", fault.message);
    }
    if (status != STATUS_OK) {
        return error_set(err, status, fault.where, "%s", fault.message);
    }
    return STATUS_OK;
}

enum status prove_finish(uint8_t *proofs, const struct prepared_vk *vk, struct proof_sums *sums,
                         const struct public_inputs *inputs, size_t count,
                         const struct prove_randomness *unsafe_randomness, struct threads *threads,
                         struct error *err)
{
    struct proof *points = NULL;
    uint8_t *bytes = NULL;
    enum status status = memory_alloc((void **)&points, count, sizeof *points, "proofs", err);

    if (status == STATUS_OK) {
        status = memory_alloc((void **)&bytes, count, PROOF_BYTES, "proofs", err);
    }
    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        struct prove_randomness randomness;
        if (unsafe_randomness != NULL) {
            randomness = *unsafe_randomness;
        } else {
            status = prove_randomness_draw(&randomness, err);
        }
        if (status == STATUS_OK) {
            proof_assemble(&points[j], vk->vk, &sums[j], &randomness);
            proof_encode(bytes + j * PROOF_BYTES, &points[j]);
        }
        memory_wipe(&randomness, sizeof randomness);
    }
    if (status == STATUS_OK) {
        status = self_check(bytes, points, vk, inputs, count, threads, err);
    }
    if (status == STATUS_OK) {
        memcpy(proofs, bytes, count * PROOF_BYTES);
    }
    memory_wipe(sums, count * sizeof *sums);
    memory_free(bytes);
    memory_free(points);
    return status;
}

enum status prove(const struct prover *prover, uint8_t *proofs,
                  const struct assignment *const *assignments, size_t count, bool check_satisfied,
                  const struct prove_randomness *unsafe_randomness, struct backend_timings *timings,
                  struct error *err)
{
    const struct backend_operations *operations = prover->backend->operations;
    struct backend_timings unused;
    struct backend_job *job;
    struct proof_sums *sums = NULL;
    struct public_inputs *inputs = NULL;
    enum status status = STATUS_OK;

    if (check_satisfied) {
        status = prove_check_satisfied(prover->matrices, assignments, count, prover->threads, err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&sums, count, sizeof *sums, "sums", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&inputs, count, sizeof *inputs, "inputs", err);
    }
    if (status == STATUS_OK) {
        status =
            operations->prove_start(prover->backend, &job, prover->key, assignments, count, err);
    }
    if (status == STATUS_OK) {
        status = operations->prove_wait(prover->backend, job, sums,
                                        timings != NULL ? timings : &unused, NULL, err);
    }
    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        inputs[j] =
            (struct public_inputs){assignments[j]->inputs + 1, assignments[j]->input_count - 1};
    }
    if (status == STATUS_OK) {
        status = prove_finish(proofs, prover->vk, sums, inputs, count, unsafe_randomness,
                              prover->threads, err);
    }
    memory_free(inputs);
    memory_free(sums);
    return status;
}
