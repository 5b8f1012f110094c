#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/command.h"
#include "filecoin/circuits.h"
#include "r1cs/digest.h"

static void add_counts(json_t *out, const struct r1cs_matrices *m)
{
    json_object_set_new(out, "constraints", json_integer(m->row_count));
    json_object_set_new(out, "inputs", json_integer(m->input_count));
    json_object_set_new(out, "aux", json_integer(m->aux_count));
    json_object_set_new(out, "domain_log2", json_integer((json_int_t)m->domain_log2));
    json_object_set_new(out, "terms",
                        json_pack("{s:I, s:I, s:I}", "a", (json_int_t)m->term_count[MATRIX_A], "b",
                                  (json_int_t)m->term_count[MATRIX_B], "c",
                                  (json_int_t)m->term_count[MATRIX_C]));
    json_object_set_new(out, "density",
                        json_pack("{s:I, s:I, s:I}", "a_aux", (json_int_t)m->a_aux_count, "b_input",
                                  (json_int_t)m->b_input_count, "b_aux",
                                  (json_int_t)m->b_aux_count));
    json_object_set_new(out, "wide_aux", json_integer(m->wide_aux_count));
    json_object_set_new(out, "distinct_coefficients", json_integer(m->coefficient_count));
    json_object_set_new(out, "matrix_bytes", json_integer((json_int_t)r1cs_matrices_bytes(m)));
}

void command_add_checkpoint(void *context, uint64_t at, const uint8_t digest[SHA256_BYTES])
{
    char hex[2 * SHA256_BYTES + 1];
    hex_encode(hex, digest, SHA256_BYTES);
    json_array_append_new(context, json_pack("{s:I, s:s}", "at", (json_int_t)at, "sha256", hex));
}

static enum status add_digests(json_t *out, const struct r1cs_matrices *matrices, uint64_t every,
                               struct error *err)
{
    uint8_t digest[SHA256_BYTES];
    char hex[2 * SHA256_BYTES + 1];
    json_t *list = json_array();
    struct digest_checkpoints checkpoints = {every, command_add_checkpoint, list};
    enum status status = r1cs_digest(digest, matrices, every > 0 ? &checkpoints : NULL, err);
    if (status != STATUS_OK) {
        json_decref(list);
        return status;
    }
    hex_encode(hex, digest, SHA256_BYTES);
    json_object_set_new(out, "r1cs_sha256", json_string(hex));
    json_object_set_new(out, "checkpoints", list);
    struct density_digests densities;
    const uint8_t *parts[3] = {densities.a_aux, densities.b_input, densities.b_aux};
    r1cs_density_digests(&densities, matrices);
    json_t *density = json_array();
    for (unsigned i = 0; i < 3; i++) {
        hex_encode(hex, parts[i], SHA256_BYTES);
        json_array_append_new(density, json_string(hex));
    }
    json_object_set_new(out, "density_sha256", density);
    return STATUS_OK;
}

struct request {
    const char *circuit, *cache; /* cache: a folder or NULL */
    bool digest;
    uint64_t every;
};

static void add_cache_use(json_t *out, const struct circuit_cache_use *use)
{
    const struct error *warning = &use->warning;
    json_object_set_new(out, "cache_loaded", json_boolean(use->loaded));
    json_object_set_new(out, "cache_written", json_boolean(use->written));
    json_object_set_new(out, "cache_warning",
                        warning->status == STATUS_OK
                            ? json_null()
                            : json_pack("{s:s, s:s, s:s}", "code", status_name(warning->status),
                                        "message", warning->message, "where", warning->where));
}

static enum status describe(json_t **result, const struct request *request, struct error *err)
{
    struct r1cs_matrices matrices = {0};
    struct circuit_cache_use use;
    double start = clock_wall_s();
    enum status status =
        request->cache == NULL
            ? circuit_matrices(&matrices, request->circuit, err)
            : circuit_matrices_cached(&matrices, request->circuit, request->cache, &use, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_t *out = json_pack("{s:s}", "circuit", request->circuit);
    add_counts(out, &matrices);
    json_object_set_new(out, "build_s", json_real(clock_wall_s() - start));
    if (request->cache != NULL) {
        add_cache_use(out, &use);
    }
    if (request->digest) {
        status = add_digests(out, &matrices, request->every, err);
    }
    json_object_set_new(out, "peak_rss_bytes", json_integer((json_int_t)memory_peak_rss_bytes()));
    r1cs_matrices_free(&matrices);
    if (status != STATUS_OK) {
        json_decref(out);
        return status;
    }
    *result = out;
    return STATUS_OK;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct request request = {0};
    const char *every_text = NULL, *what = NULL;
    size_t words = 0;
    bool helped = false;
    const struct command_option options[] = {
        {"circuit", 0, "NAME", "porep-2k, tiny-16k, toy-2, ..", &request.circuit, NULL},
        {"every", 0, "N", "digest: a checkpoint every N constraints", &every_text, NULL},
        {"cache", 0, "DIR", "keep the matrices in this folder", &request.cache, NULL},
        {0},
    };
    enum status status = command_parse(argc, argv, "info|digest --circuit NAME", options, common,
                                       &what, 1, &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    request.digest = words == 1 && strcmp(what, "digest") == 0;
    if (words == 0 || (!request.digest && strcmp(what, "info") != 0)) {
        return error_set(err, STATUS_USAGE, "circuit",
                         "found \"%s\", expected \"info\" or \"digest\"", words > 0 ? what : "");
    }
    status = command_require(request.circuit, "--circuit", err);
    if (status == STATUS_OK && every_text != NULL) {
        status = command_number(&request.every, every_text, UINT32_MAX, "--every", err);
    }
    if (status == STATUS_OK) {
        status = describe(result, &request, err);
    }
    return status;
}

const struct command command_circuit = {"circuit", "counts and digest of a circuit", run};
