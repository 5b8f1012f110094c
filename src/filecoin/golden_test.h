/* What tests share: circuits and witnesses against counts and digests of the reference, either
 * those of a table (docs/filecoin.md 6.2) or of a report under tests/golden. */
#ifndef CUZK_FILECOIN_GOLDEN_TEST_H
#define CUZK_FILECOIN_GOLDEN_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <jansson.h>

#include "base/text.h"
#include "r1cs/digest.h"

struct expected_circuit {
    const char *name;
    uint32_t constraints, inputs, aux, a_aux, b_aux;
    uint64_t terms[3];
    unsigned domain_log2;
    const char *digest;
};

static inline void golden_assert_hex(const uint8_t bytes[32], const char *expected)
{
    char found[2 * 32 + 1];
    hex_encode(found, bytes, 32);
    assert_string_equal(found, expected);
}

static inline void golden_circuit(const struct r1cs_matrices *matrices,
                                  const struct expected_circuit *expected)
{
    uint8_t digest[32];
    print_message("%s: %u blocks, %zu bytes\n", expected->name, matrices->block_count,
                  r1cs_matrices_bytes(matrices));
    assert_int_equal(matrices->row_count, expected->constraints);
    assert_int_equal(matrices->input_count, expected->inputs);
    assert_int_equal(matrices->aux_count, expected->aux);
    assert_int_equal(matrices->a_aux_count, expected->a_aux);
    assert_int_equal(matrices->b_aux_count, expected->b_aux);
    assert_int_equal(matrices->b_input_count, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(matrices->term_count[i], expected->terms[i]);
    }
    assert_int_equal(matrices->domain_log2, expected->domain_log2);
    assert_int_equal(r1cs_digest(digest, matrices, NULL, NULL), STATUS_OK);
    golden_assert_hex(digest, expected->digest);
}

/* --- JSON reports --- */

static inline json_t *golden_load(const char *path)
{
    char full[200];
    snprintf(full, sizeof full, "tests/golden/%s", path);
    json_error_t error;
    json_t *root = json_load_file(full, 0, &error);
    if (root == NULL) {
        fail_msg("%s: %s", full, error.text);
    }
    return root;
}

static inline json_t *golden_get(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (value == NULL) {
        fail_msg("no %s", key);
    }
    return value;
}

static inline const char *golden_text(json_t *object, const char *key)
{
    const char *text = json_string_value(golden_get(object, key));
    assert_non_null(text);
    return text;
}

static inline void golden_fr(fr *out, const char *hex)
{
    uint8_t bytes[32];
    assert_int_equal(hex_decode(bytes, 32, hex, "value", NULL), STATUS_OK);
    assert_int_equal(fr_from_bytes(out, bytes, "value", NULL), STATUS_OK);
}

struct golden_checkpoints {
    json_t *list;
    size_t next;
};

static inline void golden_checkpoint(void *context, uint64_t at, const uint8_t digest[32])
{
    struct golden_checkpoints *check = context;
    json_t *checkpoint = json_array_get(check->list, check->next++);
    assert_int_equal(json_integer_value(golden_get(checkpoint, "at")), at);
    char found[2 * 32 + 1];
    hex_encode(found, digest, 32);
    if (strcmp(found, golden_text(checkpoint, "sha256")) != 0) {
        json_t *place = json_object_get(checkpoint, "namespace");
        fail_msg("differs before %llu (%s)", (unsigned long long)at,
                 place == NULL ? "" : json_string_value(place));
    }
}

static inline void golden_count(uint64_t found, json_t *report, const char *key)
{
    if (found != (uint64_t)json_integer_value(golden_get(report, key))) {
        fail_msg("%s: %llu, expected %lld", key, (unsigned long long)found,
                 json_integer_value(golden_get(report, key)));
    }
}

static inline void golden_digest(const struct r1cs_matrices *matrices, json_t *report)
{
    uint8_t digest[32];
    struct golden_checkpoints check = {golden_get(report, "checkpoints"), 0};
    uint64_t every = 0;
    if (json_array_size(check.list) > 0) {
        every = (uint64_t)json_integer_value(golden_get(json_array_get(check.list, 0), "at"));
    }
    const struct digest_checkpoints checkpoints = {every, golden_checkpoint, &check};
    assert_int_equal(r1cs_digest(digest, matrices, every > 0 ? &checkpoints : NULL, NULL),
                     STATUS_OK);
    golden_assert_hex(digest, golden_text(report, "r1cs_sha256"));
    assert_int_equal(check.next, json_array_size(check.list));
}

static inline void golden_report(const struct r1cs_matrices *matrices, json_t *report)
{
    golden_count(matrices->row_count, report, "constraints");
    golden_count(matrices->aux_count, report, "aux");
    golden_count(matrices->input_count, report, "inputs");
    golden_count(matrices->term_count[0], report, "terms_a");
    golden_count(matrices->term_count[1], report, "terms_b");
    golden_count(matrices->term_count[2], report, "terms_c");
    golden_count(matrices->a_aux_count, report, "a_aux_density");
    golden_count(matrices->b_aux_count, report, "b_aux_density");
    golden_count(matrices->b_input_count, report, "b_input_density");
    golden_digest(matrices, report);
    struct density_digests densities;
    r1cs_density_digests(&densities, matrices);
    json_t *expected = golden_get(report, "density_sha256");
    golden_assert_hex(densities.a_aux, json_string_value(json_array_get(expected, 0)));
    golden_assert_hex(densities.b_input, json_string_value(json_array_get(expected, 1)));
    golden_assert_hex(densities.b_aux, json_string_value(json_array_get(expected, 2)));
}

static inline void golden_witness(const struct assignment *assignment,
                                  const struct r1cs_matrices *matrices, json_t *witness)
{
    uint8_t digest[32];
    struct golden_checkpoints check = {golden_get(witness, "checkpoints"), 0};
    const struct digest_checkpoints checkpoints = {1 << 14, golden_checkpoint, &check};
    json_t *inputs = golden_get(witness, "inputs");
    assert_int_equal(json_array_size(inputs), assignment->input_count);
    for (uint32_t i = 0; i < assignment->input_count; i++) {
        fr_to_bytes(digest, &assignment->inputs[i]);
        golden_assert_hex(digest, json_string_value(json_array_get(inputs, i)));
    }
    witness_digest(digest, assignment, matrices, &checkpoints);
    golden_assert_hex(digest, golden_text(witness, "aux_sha256"));
    assert_int_equal(check.next, json_array_size(check.list));
}

static inline void golden_satisfied(const struct r1cs_matrices *matrices,
                                    const struct assignment *assignment)
{
    uint32_t unsatisfied, first;
    assert_int_equal(r1cs_check(&unsatisfied, &first, matrices, assignment, NULL, NULL), STATUS_OK);
    assert_int_equal(unsatisfied, 0);
}

#endif
