#include "groth16/secrets.h"

#include <jansson.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "hash/sha256.h"

enum {
    SCALARS = 5,
    FILE_BYTES_MAX = 1 << 20,
};

static const char *const scalar_names[SCALARS] = {"alpha", "beta", "gamma", "delta", "tau"};

static fr *scalar_of(struct setup_secrets *secrets, int i)
{
    fr *const scalars[SCALARS] = {&secrets->alpha, &secrets->beta, &secrets->gamma, &secrets->delta,
                                  &secrets->tau};
    return scalars[i];
}

void setup_secrets_wipe(struct setup_secrets *secrets)
{
    memory_wipe(secrets, sizeof *secrets);
}

enum status setup_secrets_random(struct setup_secrets *out, struct error *err)
{
    enum status status = STATUS_OK;

    out->g1 = g1_generator;
    out->g2 = g2_generator;
    for (int i = 0; i < SCALARS && status == STATUS_OK; i++) {
        do {
            status = fr_random(scalar_of(out, i), err);
        } while (status == STATUS_OK && fr_is_zero(scalar_of(out, i)));
    }
    return status;
}

void setup_secrets_dev(struct setup_secrets *out, const char *seed)
{
    static const char prefix[] = "cuzk-dev-key";

    out->g1 = g1_generator;
    out->g2 = g2_generator;
    for (int i = 0; i < SCALARS; i++) {
        struct sha256 hash;
        uint8_t wide[64] = {0};
        sha256_init(&hash);
        sha256_update(&hash, prefix, strlen(prefix));
        sha256_update(&hash, seed, strlen(seed));
        sha256_update(&hash, scalar_names[i], strlen(scalar_names[i]));
        sha256_final(&hash, wide);
        fr_from_wide_bytes(scalar_of(out, i), wide);
        memory_wipe(wide, sizeof wide);
        memory_wipe(&hash, sizeof hash);
    }
}

/* --- from a file --- */

static enum status hex_field(uint8_t *out, size_t count, const json_t *object, const char *name,
                             const char *path, struct error *err)
{
    const json_t *field = json_object_get(object, name);

    if (field == NULL) {
        return error_set(err, STATUS_MISSING_FIELD, path, "no field %s", name);
    }
    if (!json_is_string(field)) {
        return error_set(err, STATUS_WRONG_TYPE, path, "field %s is not a string", name);
    }
    return hex_decode(out, count, json_string_value(field), name, err);
}

static enum status read_object(struct setup_secrets *out, const json_t *object, const char *path,
                               struct error *err)
{
    uint8_t bytes[G2_COMPRESSED_BYTES];
    enum status status = STATUS_OK;

    for (int i = 0; i < SCALARS && status == STATUS_OK; i++) {
        status = hex_field(bytes, FR_BYTES, object, scalar_names[i], path, err);
        if (status == STATUS_OK) {
            status = fr_from_bytes(scalar_of(out, i), bytes, scalar_names[i], err);
        }
    }
    if (status == STATUS_OK) {
        status = hex_field(bytes, G1_COMPRESSED_BYTES, object, "g1", path, err);
    }
    if (status == STATUS_OK) {
        status = g1_decode_compressed(&out->g1, bytes, POINT_CHECK_SUBGROUP, "g1", err);
    }
    if (status == STATUS_OK) {
        status = hex_field(bytes, G2_COMPRESSED_BYTES, object, "g2", path, err);
    }
    if (status == STATUS_OK) {
        status = g2_decode_compressed(&out->g2, bytes, POINT_CHECK_SUBGROUP, "g2", err);
    }
    memory_wipe(bytes, sizeof bytes);
    return status;
}

enum status setup_secrets_read(struct setup_secrets *out, const char *path, struct error *err)
{
    uint8_t *text = NULL;
    size_t bytes = 0;
    json_error_t fault;
    enum status status = file_read_all(&text, &bytes, path, FILE_BYTES_MAX, err);

    if (status != STATUS_OK) {
        return status;
    }
    json_t *document = json_loadb((const char *)text, bytes, JSON_REJECT_DUPLICATES, &fault);
    if (document == NULL) {
        status = error_set(err, STATUS_BAD_JSON, path, "line %d: %s", fault.line, fault.text);
    } else if (!json_is_object(document)) {
        status = error_set(err, STATUS_WRONG_TYPE, path, "not an object");
    } else {
        const json_t *setup = json_object_get(document, "setup");
        status = read_object(out, setup != NULL ? setup : document, path, err);
    }
    if (status != STATUS_OK) {
        setup_secrets_wipe(out);
    }
    json_decref(document);
    memory_wipe(text, bytes);
    memory_free(text);
    return status;
}

enum status setup_secrets_check(const struct setup_secrets *secrets, unsigned domain_log2,
                                struct error *err)
{
    struct setup_secrets copy = *secrets;
    enum status status = STATUS_OK;
    fr power = secrets->tau;

    for (int i = 0; i < SCALARS && status == STATUS_OK; i++) {
        if (fr_is_zero(scalar_of(&copy, i))) {
            status =
                error_set(err, STATUS_INVALID_ARGUMENT, scalar_names[i], "secret scalar is zero");
        }
    }
    for (unsigned i = 0; i < domain_log2; i++) {
        fr_sqr(&power, &power);
    }
    if (status == STATUS_OK && fr_equal(&power, &fr_one)) {
        status = error_set(err, STATUS_INVALID_ARGUMENT, "tau",
                           "is in the domain of 2^%u roots of unity", domain_log2);
    }
    if (status == STATUS_OK && fr_equal(&secrets->gamma, &secrets->delta)) {
        status = error_set(err, STATUS_INSECURE_KEY, "delta",
                           "equals gamma, anyone could make proofs for this key");
    }
    if (status == STATUS_OK &&
        (g1_affine_is_identity(&secrets->g1) || g2_affine_is_identity(&secrets->g2))) {
        status = error_set(err, STATUS_POINT_AT_INFINITY, "generator", "is the identity");
    }
    setup_secrets_wipe(&copy);
    memory_wipe(&power, sizeof power);
    return status;
}
