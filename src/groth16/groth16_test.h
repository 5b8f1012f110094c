/* What the tests of groth16 share: golden documents, keys of small circuits, and the way from a
 * circuit to a checked proof. */
#ifndef CUZK_GROTH16_TEST_H
#define CUZK_GROTH16_TEST_H

#include <jansson.h>

#include "formats/formats_test.h"
#include "groth16/prove.h"
#include "groth16/setup.h"
#include "r1cs/toy.h"

static inline json_t *golden_load(const char *path)
{
    json_error_t fault;
    json_t *document = json_load_file(path, 0, &fault);
    if (document == NULL) {
        print_error("%s: %s\n", path, fault.text);
        fail();
    }
    return document;
}

/* Owned array of the field elements of a JSON list. */
static inline fr *golden_inputs(const json_t *list, size_t *count)
{
    fr *values = calloc(json_array_size(list) + 1, sizeof *values);
    assert_non_null(values);
    *count = json_array_size(list);
    for (size_t i = 0; i < *count; i++) {
        uint8_t bytes[FR_BYTES];
        const char *text = json_string_value(json_array_get(list, i));
        assert_int_equal(hex_decode(bytes, sizeof bytes, text, NULL, NULL), STATUS_OK);
        assert_int_equal(public_input_decode(&values[i], bytes, i, NULL), STATUS_OK);
    }
    return values;
}

static inline const char *params_path(void)
{
    static char path[80];
    snprintf(path, sizeof path, "%s.params", temporary_path());
    return path;
}

static inline const char *vk_path(void)
{
    static char path[80];
    snprintf(path, sizeof path, "%s.vk", temporary_path());
    return path;
}

static inline int keys_remove(void **state)
{
    unlink(params_path());
    unlink(vk_path());
    return temporary_remove(state);
}

/* A circuit as both modes of the builder run it; what is a test's own. */
typedef void test_circuit(struct builder *builder, const void *what);

static inline void circuit_shape(struct r1cs_matrices *out, test_circuit *circuit, const void *what)
{
    struct builder builder;
    struct error err = {0};
    assert_status(builder_init_shape(&builder, false, &err), STATUS_OK, &err);
    circuit(&builder, what);
    assert_status(builder_finish_shape(&builder, out, &err), STATUS_OK, &err);
}

static inline void circuit_witness(struct assignment *out, const struct r1cs_matrices *matrices,
                                   test_circuit *circuit, const void *what)
{
    struct builder builder;
    struct error err = {0};
    assert_status(builder_init_witness(&builder, matrices, &err), STATUS_OK, &err);
    circuit(&builder, what);
    assert_status(builder_finish_witness(&builder, out, &err), STATUS_OK, &err);
}

/* A key loaded on the CPU backend. */
struct loaded {
    struct threads *threads;
    struct backend *backend;
    struct proving_key key;
    struct prepared_vk vk;
    struct prover prover;
};

static inline void loaded_open(struct loaded *out, const struct r1cs_matrices *matrices,
                               const char *path)
{
    struct error err = {0};
    *out = (struct loaded){0};
    assert_status(threads_make(&out->threads, 2, &err), STATUS_OK, &err);
    assert_status(cpu_backend_open(&out->backend, out->threads, &err), STATUS_OK, &err);
    assert_status(proving_key_open(&out->key, path, &err), STATUS_OK, &err);
    assert_status(prepared_vk_make(&out->vk, &out->key.vk, &err), STATUS_OK, &err);
    out->prover = (struct prover){
        .backend = out->backend, .matrices = matrices, .vk = &out->vk, .threads = out->threads};
    assert_status(out->backend->operations->key_load(out->backend, &out->prover.key, matrices,
                                                     &out->key, NULL, &err),
                  STATUS_OK, &err);
}

static inline void loaded_close(struct loaded *loaded)
{
    loaded->backend->operations->key_unload(loaded->backend, loaded->prover.key);
    loaded->backend->operations->close(loaded->backend);
    prepared_vk_free(&loaded->vk);
    proving_key_close(&loaded->key);
    threads_free(loaded->threads);
}

/* The development key of a circuit, at params_path() and vk_path(). */
static inline enum status key_make(const struct r1cs_matrices *matrices, struct error *err)
{
    struct setup_secrets secrets;
    setup_secrets_dev(&secrets, "test");
    return setup_run(&secrets, matrices, params_path(), vk_path(), true, NULL, NULL, err);
}

/* Decodes and verifies what prove() has written. */
static inline enum status verify_bytes(const struct prepared_vk *vk, const uint8_t *bytes,
                                       const struct assignment *assignment, struct error *err)
{
    const struct public_inputs inputs = {assignment->inputs + 1, assignment->input_count - 1};
    struct proof proof;
    enum status status = proof_decode(&proof, bytes, 0, err);
    return status == STATUS_OK ? proof_verify(vk, &proof, &inputs, NULL, err) : status;
}

#endif
