#include "groth16/setup.h"

#include <inttypes.h>

#include "base/memory.h"
#include "formats/params_writer.h"
#include "groth16/qap.h"
#include "msm/fixed_base.h"
#include "poly/ntt.h"
#include "r1cs/bitmap.h"

enum {
    SLICE_POINTS = 1 << 16,
    SCALARS_A_TASK = 4096,
};

/* Everything one run holds. */
struct setup {
    const struct setup_secrets *secrets;
    const struct r1cs_matrices *matrices;
    struct threads *threads;
    const struct progress *progress;
    size_t row_count;      /* with the rows of the inputs */
    size_t variable_count; /* inputs and aux */
    fr *lagrange;          /* row_count */
    fr *values;            /* variable_count: scalars of the section at work */
    fr *slice;             /* SLICE_POINTS, for h */
    void *points;          /* SLICE_POINTS of G2 */
    struct fixed_base_g1 *g1_table;
    struct fixed_base_g2 *g2_table;
    struct verifying_key vk;
    struct params_writer *writer;
    struct file_out *vk_file;
};

uint64_t setup_params_bytes(const struct r1cs_matrices *matrices)
{
    return proving_key_file_bytes(
        matrices->input_count, (uint32_t)(((uint64_t)1 << matrices->domain_log2) - 1),
        matrices->aux_count, matrices->input_count + matrices->a_aux_count,
        matrices->b_input_count + matrices->b_aux_count);
}

uint64_t setup_resident_bytes(const struct r1cs_matrices *matrices)
{
    uint64_t elements = (uint64_t)matrices->row_count + 2 * (uint64_t)matrices->input_count +
                        matrices->aux_count + SLICE_POINTS;
    return elements * sizeof(fr) + SLICE_POINTS * sizeof(g2_affine) +
           verifying_key_bytes(matrices->input_count);
}

static void free_secret(void *array, size_t bytes)
{
    if (array != NULL) {
        memory_wipe(array, bytes);
        memory_free(array);
    }
}

static void setup_free(struct setup *setup)
{
    file_out_discard(setup->vk_file);
    params_writer_discard(setup->writer);
    verifying_key_free(&setup->vk);
    fixed_base_g2_free(setup->g2_table);
    fixed_base_g1_free(setup->g1_table);
    memory_free(setup->points);
    free_secret(setup->slice, SLICE_POINTS * sizeof(fr));
    free_secret(setup->values, setup->variable_count * sizeof(fr));
    free_secret(setup->lagrange, setup->row_count * sizeof(fr));
}

static enum status setup_alloc(struct setup *setup, struct error *err)
{
    const struct r1cs_matrices *matrices = setup->matrices;
    size_t g1_count = setup->variable_count + matrices->aux_count +
                      ((size_t)1 << matrices->domain_log2) + matrices->a_aux_count +
                      matrices->b_aux_count;
    size_t g2_count = (size_t)matrices->b_aux_count + matrices->b_input_count + 3;
    enum status status = memory_alloc((void **)&setup->lagrange, setup->row_count, sizeof(fr),
                                      "Lagrange values", err);

    if (status == STATUS_OK) {
        status = memory_alloc((void **)&setup->values, setup->variable_count, sizeof(fr),
                              "scalars of the key", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&setup->slice, SLICE_POINTS, sizeof(fr), "slice", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc(&setup->points, SLICE_POINTS, sizeof(g2_affine), "slice", err);
    }
    if (status == STATUS_OK) {
        status = memory_alloc((void **)&setup->vk.ic, matrices->input_count, sizeof(g1_affine),
                              "ic", err);
        setup->vk.ic_count = matrices->input_count;
    }
    if (status == STATUS_OK) {
        status = fixed_base_g1_make(&setup->g1_table, &setup->secrets->g1, g1_count, setup->threads,
                                    err);
    }
    if (status == STATUS_OK) {
        status = fixed_base_g2_make(&setup->g2_table, &setup->secrets->g2, g2_count, setup->threads,
                                    err);
    }
    return status;
}

/* --- scalars --- */

/* values = (beta u + alpha v + w) / delta, for l; the inputs' part is ic times gamma / delta. */
static enum status evaluate_combined(struct setup *setup, struct error *err)
{
    const struct setup_secrets *secrets = setup->secrets;
    const struct r1cs_matrices *matrices = setup->matrices;
    fr weight[3], ratio;

    fr_inverse(&weight[MATRIX_C], &secrets->delta);
    fr_mul(&weight[MATRIX_A], &secrets->beta, &weight[MATRIX_C]);
    fr_mul(&weight[MATRIX_B], &secrets->alpha, &weight[MATRIX_C]);
    const fr *const all[3] = {&weight[0], &weight[1], &weight[2]};
    enum status status =
        qap_evaluate(setup->values, matrices, setup->lagrange, all, setup->threads, err);
    fr_inverse(&ratio, &secrets->gamma);
    fr_mul(&ratio, &ratio, &secrets->delta);
    for (uint32_t i = 0; i < matrices->input_count; i++) {
        fr_mul(&setup->values[i], &setup->values[i], &ratio);
    }
    memory_wipe(weight, sizeof weight);
    memory_wipe(&ratio, sizeof ratio);
    for (uint32_t i = 0; status == STATUS_OK && i < matrices->aux_count; i++) {
        if (fr_is_zero(&setup->values[matrices->input_count + i])) {
            status = error_set(err, STATUS_WRONG_CIRCUIT, "setup",
                               "aux wire %" PRIu32 " occurs in no constraint", i);
        }
    }
    return status;
}

/* values = u or v, of the variables present only; *count of them. */
static enum status evaluate_query(struct setup *setup, enum matrix matrix, uint32_t *count,
                                  struct error *err)
{
    const struct r1cs_matrices *matrices = setup->matrices;
    bool is_a = matrix == MATRIX_A;
    const uint64_t *aux = is_a ? matrices->a_aux_density : matrices->b_aux_density;
    const fr *weight[3] = {NULL, NULL, NULL};
    fr *values = setup->values;
    uint32_t kept = 0;

    weight[matrix] = &fr_one;
    enum status status =
        qap_evaluate(values, matrices, setup->lagrange, weight, setup->threads, err);
    for (uint32_t i = 0; status == STATUS_OK && i < setup->variable_count; i++) {
        bool present = i >= matrices->input_count
                           ? bitmap_get(aux, i - matrices->input_count)
                           : is_a || bitmap_get(matrices->b_input_density, i);
        if (present && fr_is_zero(&values[i])) {
            status = error_set(err, STATUS_INVALID_ARGUMENT, "tau",
                               "is a root of the polynomial of variable %" PRIu32, i);
        }
        if (present) {
            values[kept++] = values[i];
        }
    }
    *count = kept;
    return status;
}

struct powers_context {
    fr *out;
    size_t count;
    fr first, ratio;
};

static void powers_task(void *context, size_t index, unsigned worker)
{
    const struct powers_context *task = context;
    uint64_t exponent = index * SCALARS_A_TASK;
    size_t end = task->count - exponent < SCALARS_A_TASK ? task->count : exponent + SCALARS_A_TASK;
    fr power;

    (void)worker;
    fr_pow(&power, &task->ratio, &exponent, 1);
    fr_mul(&power, &power, &task->first);
    for (size_t i = exponent; i < end; i++) {
        task->out[i] = power;
        fr_mul(&power, &power, &task->ratio);
    }
    memory_wipe(&power, sizeof power);
}

/* slice[i] = tau^(first + i) (tau^m - 1) / delta. */
static void h_scalars(struct setup *setup, uint64_t first, size_t count)
{
    struct powers_context task = {
        .out = setup->slice, .count = count, .ratio = setup->secrets->tau};
    fr factor = setup->secrets->tau, inverse;

    for (unsigned i = 0; i < setup->matrices->domain_log2; i++) {
        fr_sqr(&factor, &factor);
    }
    fr_sub(&factor, &factor, &fr_one);
    fr_inverse(&inverse, &setup->secrets->delta);
    fr_mul(&factor, &factor, &inverse);
    fr_pow(&task.first, &setup->secrets->tau, &first, 1);
    fr_mul(&task.first, &task.first, &factor);
    threads_run(setup->threads, (count + SCALARS_A_TASK - 1) / SCALARS_A_TASK, powers_task, &task);
    memory_wipe(&task, sizeof task);
    memory_wipe(&factor, sizeof factor);
    memory_wipe(&inverse, sizeof inverse);
}

/* --- points --- */

/* `count` multiples of the part's generator by scalars, or for h by its powers, into the file. */
static enum status write_section(struct setup *setup, enum params_part part, const fr *scalars,
                                 uint32_t count, struct error *err)
{
    enum status status = params_writer_section(setup->writer, part, count, err);

    for (uint64_t done = 0; status == STATUS_OK && done < count;) {
        size_t slice = count - done < SLICE_POINTS ? (size_t)(count - done) : SLICE_POINTS;
        if (!progress_step(setup->progress, params_part_name(part), done, count)) {
            return error_set(err, STATUS_INTERRUPTED, "setup", "stopped in section %s",
                             params_part_name(part));
        }
        if (scalars == NULL) {
            h_scalars(setup, done, slice);
        }
        const fr *piece = scalars == NULL ? setup->slice : scalars + done;
        if (part == PARAMS_B_G2) {
            status = fixed_base_g2_mul(setup->g2_table, setup->points, piece, slice, setup->threads,
                                       err);
            if (status == STATUS_OK) {
                status = params_writer_g2(setup->writer, setup->points, slice, setup->threads, err);
            }
        } else {
            status = fixed_base_g1_mul(setup->g1_table, setup->points, piece, slice, setup->threads,
                                       err);
            if (status == STATUS_OK) {
                status = params_writer_g1(setup->writer, setup->points, slice, setup->threads, err);
            }
        }
        done += slice;
    }
    return status;
}

/* The vk from the secrets and values (evaluate_combined). */
static enum status make_vk(struct setup *setup, struct error *err)
{
    const struct setup_secrets *secrets = setup->secrets;
    struct verifying_key *vk = &setup->vk;
    fr scalars[3] = {secrets->alpha, secrets->beta, secrets->delta};
    g1_affine g1[3] = {0};
    g2_affine g2[3] = {0};
    enum status status = fixed_base_g1_mul(setup->g1_table, g1, scalars, 3, NULL, err);

    scalars[0] = secrets->gamma;
    if (status == STATUS_OK) {
        status = fixed_base_g2_mul(setup->g2_table, g2, scalars, 3, NULL, err);
    }
    if (status == STATUS_OK) {
        status = fixed_base_g1_mul(setup->g1_table, vk->ic, setup->values, vk->ic_count,
                                   setup->threads, err);
    }
    vk->alpha_g1 = g1[0];
    vk->beta_g1 = g1[1];
    vk->delta_g1 = g1[2];
    vk->gamma_g2 = g2[0];
    vk->beta_g2 = g2[1];
    vk->delta_g2 = g2[2];
    memory_wipe(scalars, sizeof scalars);
    return status;
}

static enum status write_params(struct setup *setup, struct error *err)
{
    const struct r1cs_matrices *matrices = setup->matrices;
    uint32_t h_count = (uint32_t)(((uint64_t)1 << matrices->domain_log2) - 1);
    uint32_t count;
    enum status status = evaluate_combined(setup, err);

    if (status == STATUS_OK) {
        status = make_vk(setup, err);
    }
    if (status == STATUS_OK) {
        status = params_writer_vk(setup->writer, &setup->vk, err);
    }
    if (status == STATUS_OK) {
        status = write_section(setup, PARAMS_H, NULL, h_count, err);
    }
    if (status == STATUS_OK) {
        status = write_section(setup, PARAMS_L, setup->values + matrices->input_count,
                               matrices->aux_count, err);
    }
    if (status == STATUS_OK) {
        status = evaluate_query(setup, MATRIX_A, &count, err);
    }
    if (status == STATUS_OK) {
        status = write_section(setup, PARAMS_A, setup->values, count, err);
    }
    if (status == STATUS_OK) {
        status = evaluate_query(setup, MATRIX_B, &count, err);
    }
    if (status == STATUS_OK) {
        status = write_section(setup, PARAMS_B_G1, setup->values, count, err);
    }
    if (status == STATUS_OK) {
        status = write_section(setup, PARAMS_B_G2, setup->values, count, err);
    }
    return status;
}

static enum status write_vk(struct setup *setup, struct error *err)
{
    size_t count = verifying_key_bytes(setup->vk.ic_count);
    uint8_t *bytes = NULL;
    enum status status = memory_alloc((void **)&bytes, count, 1, "verifying key", err);

    if (status == STATUS_OK) {
        verifying_key_encode(bytes, &setup->vk);
        status = file_out_write(setup->vk_file, bytes, count, err);
    }
    memory_free(bytes);
    return status;
}

enum status setup_run(const struct setup_secrets *secrets, const struct r1cs_matrices *matrices,
                      const char *params_path, const char *vk_path, bool force,
                      struct threads *threads, const struct progress *progress, struct error *err)
{
    struct setup setup = {
        .secrets = secrets,
        .matrices = matrices,
        .threads = threads,
        .progress = progress,
        .row_count = (size_t)matrices->row_count + matrices->input_count,
        .variable_count = (size_t)matrices->input_count + matrices->aux_count,
    };
    enum status status;

    if (matrices->domain_log2 > NTT_LOG_SIZE_MAX) {
        return error_set(err, STATUS_WRONG_CIRCUIT, "setup", "domain 2^%u, at most 2^%d",
                         matrices->domain_log2, NTT_LOG_SIZE_MAX);
    }
    status = setup_secrets_check(secrets, matrices->domain_log2, err);
    if (status == STATUS_OK) {
        status = params_writer_open(&setup.writer, params_path, force, err);
    }
    if (status == STATUS_OK) {
        status = file_out_open(&setup.vk_file, vk_path, force, err);
    }
    if (status == STATUS_OK) {
        status = setup_alloc(&setup, err);
    }
    if (status == STATUS_OK) {
        qap_lagrange(setup.lagrange, setup.row_count, &secrets->tau, matrices->domain_log2,
                     threads);
        status = write_params(&setup, err);
    }
    if (status == STATUS_OK) {
        status = write_vk(&setup, err);
    }
    if (status == STATUS_OK) {
        status = params_writer_commit(setup.writer, err);
        setup.writer = NULL;
    }
    if (status == STATUS_OK) {
        status = file_out_commit(setup.vk_file, err);
        setup.vk_file = NULL;
    }
    setup_free(&setup);
    return status;
}
