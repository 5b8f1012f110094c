#include "groth16/verify.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "groth16/few.h"
#include "msm/msm.h"

enum { WEIGHT_LIMBS = 2 };

enum status prepared_vk_make(struct prepared_vk *out, const struct verifying_key *vk,
                             struct error *err)
{
    enum status status;

    *out = (struct prepared_vk){.vk = vk};
    status = g2_prepare(&out->beta, &vk->beta_g2, err);
    if (status == STATUS_OK) {
        status = g2_prepare(&out->gamma, &vk->gamma_g2, err);
    }
    if (status == STATUS_OK) {
        status = g2_prepare(&out->delta, &vk->delta_g2, err);
    }
    if (status != STATUS_OK) {
        prepared_vk_free(out);
    }
    return status;
}

void prepared_vk_free(struct prepared_vk *prepared)
{
    memory_free(prepared->delta);
    memory_free(prepared->gamma);
    memory_free(prepared->beta);
    *prepared = (struct prepared_vk){0};
}

enum status public_input_decode(fr *out, const uint8_t bytes[FR_BYTES], size_t index,
                                struct error *err)
{
    if (fr_from_bytes(out, bytes, NULL, NULL) != STATUS_OK) {
        return error_set(err, STATUS_INPUT_RANGE, "public input",
                         "input %zu is not below the order of the scalar field", index);
    }
    return STATUS_OK;
}

enum status public_inputs_decode(fr *out, size_t count, const uint8_t *bytes, size_t byte_count,
                                 struct error *err)
{
    enum status status = STATUS_OK;

    if (byte_count % FR_BYTES != 0 || byte_count / FR_BYTES != count) {
        return error_set(err, STATUS_BAD_LENGTH, "public input",
                         "%zu bytes, expected %zu inputs of %d", byte_count, count, FR_BYTES);
    }
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        status = public_input_decode(&out[i], bytes + i * FR_BYTES, i, err);
    }
    return status;
}

/* --- the equation --- */

/* Arrays of one check. */
struct scratch {
    fr *scalars;  /* ic_count */
    g1_affine *a; /* a proof each: -[z] A */
    g2_affine *b;
};

static enum status scratch_make(struct scratch *out, uint32_t ic_count, size_t proof_count,
                                struct error *err)
{
    *out = (struct scratch){0};
    enum status status = memory_alloc((void **)&out->scalars, ic_count, sizeof(fr), "inputs", err);
    if (status == STATUS_OK) {
        status =
            memory_alloc((void **)&out->a, proof_count, sizeof(g1_affine), "proof points", err);
    }
    if (status == STATUS_OK) {
        status =
            memory_alloc((void **)&out->b, proof_count, sizeof(g2_affine), "proof points", err);
    }
    return status;
}

static void scratch_free(struct scratch *scratch)
{
    memory_free(scratch->b);
    memory_free(scratch->a);
    memory_free(scratch->scalars);
}

static void weight_to_fr(fr *out, const uint64_t weight[WEIGHT_LIMBS])
{
    fr_plain plain = {{weight[0], weight[1], 0, 0}};

    fr_from_plain(out, &plain);
}

/* The weighted proofs go into scratch->a, ->b and *c; their inputs, with the constant one, into
 * scratch->scalars. */
static void combine(struct scratch *scratch, g1_xyzz *c, const struct verifying_key *vk,
                    const struct proof *proofs, const struct public_inputs *inputs, size_t count,
                    const uint64_t (*weights)[WEIGHT_LIMBS])
{
    *c = g1_identity;
    memset(scratch->scalars, 0, vk->ic_count * sizeof(fr));
    for (size_t j = 0; j < count; j++) {
        g1_xyzz point;
        fr weight, term;
        weight_to_fr(&weight, weights[j]);
        g1_from_affine(&point, &proofs[j].a);
        g1_mul_plain(&point, &point, weights[j], WEIGHT_LIMBS);
        g1_neg(&point, &point);
        g1_to_affine(&scratch->a[j], &point);
        scratch->b[j] = proofs[j].b;
        g1_from_affine(&point, &proofs[j].c);
        g1_mul_plain(&point, &point, weights[j], WEIGHT_LIMBS);
        g1_add(c, c, &point);
        fr_add(&scratch->scalars[0], &scratch->scalars[0], &weight);
        for (size_t i = 0; i < inputs[j].count; i++) {
            fr_mul(&term, &weight, &inputs[j].values[i]);
            fr_add(&scratch->scalars[i + 1], &scratch->scalars[i + 1], &term);
        }
    }
}

/* Whether prod_j e(-z_j A_j, B_j) e(sum z_j alpha, beta) e(sum z_j x_ji ic_i, gamma)
 * e(sum z_j C_j, delta) = 1. */
static enum status equation_holds(bool *holds, const struct prepared_vk *prepared,
                                  const struct proof *proofs, const struct public_inputs *inputs,
                                  size_t count, const uint64_t (*weights)[WEIGHT_LIMBS],
                                  struct threads *threads, struct error *err)
{
    const struct verifying_key *vk = prepared->vk;
    const struct point_source ic = {
        .form = POINT_FORM_AFFINE, .memory = vk->ic, .count = vk->ic_count, .name = "ic"};
    const struct g2_prepared *fixed[3] = {prepared->beta, prepared->gamma, prepared->delta};
    struct scratch scratch;
    g1_xyzz sums[3];
    g1_affine points[3];
    fp12 left, right;
    enum status status = scratch_make(&scratch, vk->ic_count, count, err);

    if (status == STATUS_OK) {
        combine(&scratch, &sums[2], vk, proofs, inputs, count, weights);
        status = vk->ic_count <= FEW_MAX
                     ? few_sum_g1(&sums[1], vk->ic, scratch.scalars, vk->ic_count, err)
                     : msm_g1(&sums[1], &ic, 0, scratch.scalars, vk->ic_count, threads, err);
    }
    if (status == STATUS_OK) {
        g1_from_affine(&sums[0], &vk->alpha_g1);
        g1_mul(&sums[0], &sums[0], &scratch.scalars[0]);
        for (int i = 0; i < 3; i++) {
            g1_to_affine(&points[i], &sums[i]);
        }
        miller_loop_points(&left, scratch.a, scratch.b, count);
        miller_loop(&right, points, fixed, 3);
        fp12_mul(&left, &left, &right);
        final_exponentiation(&left, &left);
        *holds = fp12_is_one(&left);
    }
    scratch_free(&scratch);
    return status;
}

static enum status input_count_check(const struct prepared_vk *prepared,
                                     const struct public_inputs *inputs, size_t index,
                                     struct error *err)
{
    size_t expected = (size_t)prepared->vk->ic_count - 1;

    if (inputs->count != expected) {
        return error_set(err, STATUS_COUNT_MISMATCH, "public input",
                         "%zu inputs for proof %zu, the key is for %zu", inputs->count, index,
                         expected);
    }
    return STATUS_OK;
}

static enum status verify_alone(bool *valid, const struct prepared_vk *prepared,
                                const struct proof *proof, const struct public_inputs *inputs,
                                struct threads *threads, struct error *err)
{
    static const uint64_t one[1][WEIGHT_LIMBS] = {{1, 0}};

    return equation_holds(valid, prepared, proof, inputs, 1, one, threads, err);
}

enum status proof_verify(const struct prepared_vk *prepared, const struct proof *proof,
                         const struct public_inputs *inputs, struct threads *threads,
                         struct error *err)
{
    bool valid;

    return proofs_verify(&valid, prepared, proof, inputs, 1, threads, err);
}

/* A verdict each, after the equation of all together has failed. */
static enum status verify_each(bool *valid, const struct prepared_vk *prepared,
                               const struct proof *proofs, const struct public_inputs *inputs,
                               size_t count, struct threads *threads, struct error *err)
{
    enum status status = STATUS_OK;
    size_t first_bad = count;

    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        bool holds;
        status = verify_alone(&holds, prepared, &proofs[j], &inputs[j], threads, err);
        if (status == STATUS_OK && !holds && first_bad == count) {
            first_bad = j;
        }
        if (status == STATUS_OK && valid != NULL) {
            valid[j] = holds;
        }
    }
    if (status == STATUS_OK && first_bad < count) {
        status =
            error_set(err, STATUS_PROOF_INVALID, "proof",
                      "proof %zu of %zu does not hold for its public inputs", first_bad, count);
    }
    return status;
}

enum status proofs_verify(bool *valid, const struct prepared_vk *prepared,
                          const struct proof *proofs, const struct public_inputs *inputs,
                          size_t count, struct threads *threads, struct error *err)
{
    uint64_t(*weights)[WEIGHT_LIMBS] = NULL;
    enum status status = STATUS_OK;
    bool holds = false;

    if (count == 0) {
        return error_set(err, STATUS_INVALID_ARGUMENT, "proof", "no proof to verify");
    }
    for (size_t j = 0; j < count && status == STATUS_OK; j++) {
        status = input_count_check(prepared, &inputs[j], j, err);
    }
    if (status != STATUS_OK || count == 1) {
        return status != STATUS_OK ? status
                                   : verify_each(valid, prepared, proofs, inputs, 1, threads, err);
    }
    status = memory_alloc((void **)&weights, count, sizeof *weights, "weights", err);
    if (status == STATUS_OK) {
        status = random_bytes(weights, count * sizeof *weights, err);
    }
    if (status == STATUS_OK) {
        status = equation_holds(&holds, prepared, proofs, inputs, count,
                                (const uint64_t(*)[WEIGHT_LIMBS])weights, threads, err);
    }
    if (status == STATUS_OK && !holds) {
        status = verify_each(valid, prepared, proofs, inputs, count, threads, err);
    } else if (status == STATUS_OK && valid != NULL) {
        memset(valid, true, count * sizeof *valid);
    }
    memory_free(weights);
    return status;
}
