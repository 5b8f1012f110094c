#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cmd/command.h"
#include "filecoin/c1.h"
#include "filecoin/circuits.h"
#include "filecoin/official_keys.h"
#include "filecoin/post_input.h"
#include "formats/digest_memory.h"
#include "formats/inspect.h"
#include "formats/proof.h"
#include "groth16/key.h"

#define HEX_MAX 192

static json_t *hex(const uint8_t *bytes, size_t count)
{
    char text[2 * HEX_MAX + 1];
    hex_encode(text, bytes, count);
    return json_string(text);
}

/* What was asked for. */
struct inspection {
    const char *check; /* or NULL */
    bool read_again;
    struct threads *threads;
    const struct progress *progress;
};

static json_t *g1_hex(const g1_affine *point)
{
    uint8_t bytes[G1_COMPRESSED_BYTES];
    g1_encode_compressed(bytes, point);
    return hex(bytes, sizeof bytes);
}

static json_t *g2_hex(const g2_affine *point)
{
    uint8_t bytes[G2_COMPRESSED_BYTES];
    g2_encode_compressed(bytes, point);
    return hex(bytes, sizeof bytes);
}

static json_t *describe_vk(const struct verifying_key *vk)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:I}", "alpha_g1", g1_hex(&vk->alpha_g1),
                     "beta_g1", g1_hex(&vk->beta_g1), "beta_g2", g2_hex(&vk->beta_g2), "gamma_g2",
                     g2_hex(&vk->gamma_g2), "delta_g1", g1_hex(&vk->delta_g1), "delta_g2",
                     g2_hex(&vk->delta_g2), "inputs", (json_int_t)vk->ic_count);
}

static json_t *describe_sections(const struct params_layout *layout,
                                 const struct remembered_digests *digests)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < PARAMS_PARTS; i++) {
        const struct params_section *section = &layout->section[i];
        json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I, s:o}", "name", section->name,
                                              "count", (json_int_t)section->count, "offset",
                                              (json_int_t)section->offset, "bytes",
                                              (json_int_t)section->bytes, "sha256",
                                              hex(digests->section_sha256[i], SHA256_BYTES)));
    }
    return list;
}

/* Is it the file that was published under its name, if any was. */
static void add_official(json_t *out, const struct file_in *file, const struct digests *digests)
{
    const struct official_file *official = official_file_of_path(file_in_path(file));
    json_object_set_new(out, "official", json_boolean(official != NULL));
    if (official != NULL) {
        bool agrees = official_digest_agrees(official, digests->blake2b);
        json_object_set_new(out, "published_digest", json_string(official->digest));
        json_object_set_new(out, "published_bytes", json_integer((json_int_t)official->bytes));
        json_object_set_new(out, "digest_agrees", json_boolean(agrees));
        json_object_set_new(out, "length_agrees",
                            json_boolean(file_in_bytes(file) == official->bytes));
    }
}

/* From memory for a file with an official name, unless the whole file is asked for. */
static enum status params_digests(struct remembered_digests *out, bool *remembered,
                                  const struct params_layout *layout,
                                  const struct inspection *inspection, const struct file_in *file,
                                  struct error *err)
{
    struct digests sections[PARAMS_PARTS];
    bool official = official_file_of_path(file_in_path(file)) != NULL;
    *remembered = official && !inspection->read_again && digest_memory_recall(out, file);
    if (*remembered) {
        return STATUS_OK;
    }
    enum status status = params_digest(&out->whole, sections, file, layout, inspection->threads,
                                       inspection->progress, err);
    for (unsigned i = 0; i < PARAMS_PARTS && status == STATUS_OK; i++) {
        memcpy(out->section_sha256[i], sections[i].sha256, SHA256_BYTES);
    }
    if (status == STATUS_OK && official) {
        digest_memory_keep(out, file);
    }
    return status;
}

static enum status inspect_params(json_t **result, const char *path,
                                  const struct inspection *inspection, struct error *err)
{
    struct proving_key key = {0};
    struct params_layout layout;
    struct remembered_digests digests;
    const char *check = inspection->check;
    bool remembered;
    enum status status = proving_key_open(&key, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = params_layout_read(&layout, key.file, err);
    if (status == STATUS_OK && check != NULL) {
        enum point_check level = POINT_CHECK_NONE;
        status = point_check_parse(&level, check, err);
        if (status == STATUS_OK) {
            status = key_check_points(&key, level, inspection->threads, inspection->progress, err);
        }
    }
    if (status == STATUS_OK) {
        status = params_digests(&digests, &remembered, &layout, inspection, key.file, err);
    }
    if (status == STATUS_OK) {
        *result =
            json_pack("{s:s, s:o, s:I, s:o, s:o, s:b, s:o, s:o, s:s}", "kind", "params", "file",
                      command_text(path), "bytes", (json_int_t)file_in_bytes(key.file), "sha256",
                      hex(digests.whole.sha256, SHA256_BYTES), "blake2b",
                      hex(digests.whole.blake2b, BLAKE2B_BYTES), "digest_remembered",
                      (int)remembered, "sections", describe_sections(&layout, &digests), "vk",
                      describe_vk(&key.vk), "checked", check != NULL ? check : "none");
        add_official(*result, key.file, &digests.whole);
    }
    proving_key_close(&key);
    return status;
}

static enum status inspect_vk(json_t **result, const char *path, struct error *err)
{
    struct verifying_key vk = {0};
    struct file_in *file = NULL;
    struct digests digests;
    enum status status = verifying_key_read(&vk, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    status = file_in_open(&file, path, err);
    if (status == STATUS_OK) {
        status = file_digest(&digests, file, NULL, NULL, err);
    }
    if (status == STATUS_OK) {
        *result = json_pack("{s:s, s:o, s:I, s:o, s:o, s:o}", "kind", "vk", "file",
                            command_text(path), "bytes", (json_int_t)file_in_bytes(file), "sha256",
                            hex(digests.sha256, SHA256_BYTES), "blake2b",
                            hex(digests.blake2b, BLAKE2B_BYTES), "vk", describe_vk(&vk));
        add_official(*result, file, &digests);
    }
    file_in_close(file);
    verifying_key_free(&vk);
    return status;
}

static enum status inspect_c1(json_t **result, const char *path, struct error *err)
{
    struct c1_options options = {.fewer_partitions = true};
    struct porep_c1 *c1 = NULL;
    enum status status = c1_read_file(&c1, path, &options, err);
    if (status != STATUS_OK) {
        return status;
    }
    *result =
        json_pack("{s:s, s:o, s:s, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o}", "kind", "c1", "file",
                  command_text(path), "registered_proof", c1->proof->name, "circuit",
                  c1->proof->shape->porep_circuit, "partitions", (int)c1->partition_count,
                  "challenges", (int)c1->proof->shape->challenges, "comm_d", hex(c1->comm_d, 32),
                  "comm_r", hex(c1->comm_r, 32), "replica_id", hex(c1->replica_id, 32), "ticket",
                  hex(c1->ticket, 32), "seed", hex(c1->seed, 32));
    c1_free(c1);
    return STATUS_OK;
}

static json_t *describe_post(const char *path, const char *circuit,
                             const struct post_statement *statement)
{
    char name[POST_PROOF_NAME_MAX];
    json_t *sectors = json_array();
    for (size_t i = 0; i < statement->sector_count; i++) {
        json_array_append_new(sectors, json_pack("{s:I, s:o}", "sector",
                                                 (json_int_t)statement->sectors[i].id, "comm_r",
                                                 hex(statement->sectors[i].comm_r, 32)));
    }
    post_proof_name(name, &statement->proof);
    return json_pack("{s:s, s:o, s:s, s:s, s:I, s:o, s:o, s:o}", "kind", "post", "file",
                     command_text(path), "registered_proof", name, "circuit", circuit, "partitions",
                     (json_int_t)post_partition_count(&statement->proof, statement->sector_count),
                     "randomness", hex(statement->randomness, 32), "prover_id",
                     hex(statement->prover_id, 32), "sectors", sectors);
}

static json_t *describe_update(const char *path, const char *circuit,
                               const struct update_input *update)
{
    const struct update_statement *statement = &update->statement;
    return json_pack("{s:s, s:o, s:s, s:I, s:i, s:o, s:o, s:o}", "kind", "update", "file",
                     command_text(path), "circuit", circuit, "partitions",
                     (json_int_t)update->proof_count, "h", (int)statement->height, "comm_r_old",
                     hex(statement->comm_r_old, 32), "comm_d_new", hex(statement->comm_d_new, 32),
                     "comm_r_new", hex(statement->comm_r_new, 32));
}

static enum status inspect_vanilla(json_t **result, const char *path, struct error *err)
{
    char circuit[CIRCUIT_NAME_MAX];
    struct vanilla_input input;
    enum status status = vanilla_input_read(&input, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    circuit_name(circuit, input.kind, input.sector);
    *result = input.kind == CIRCUIT_SNAP ? describe_update(path, circuit, &input.update)
                                         : describe_post(path, circuit, &input.post.statement);
    vanilla_input_free(&input);
    return STATUS_OK;
}

/* Which kind of JSON it is shows in its fields only. What names no PoSt and no update is a C1. */
static enum status inspect_json(json_t **result, const char *path, struct error *err)
{
    struct error vanilla = {0};
    enum status status = inspect_c1(result, path, err);
    if (status == STATUS_OK || status_class(status) != CLASS_BAD_INPUT ||
        status == STATUS_BAD_JSON) {
        return status;
    }
    enum status second = inspect_vanilla(result, path, &vanilla);
    bool neither =
        second == STATUS_MISSING_FIELD && strcmp(vanilla.where, "registered_post_proof") == 0;
    if (second != STATUS_OK && !neither) {
        *err = vanilla;
    }
    return neither ? status : second;
}

static enum status inspect_proof(json_t **result, const char *path, struct error *err)
{
    struct proof *proofs = NULL;
    size_t count = 0;
    enum status status = proofs_read(&proofs, &count, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "a", g1_hex(&proofs[i].a), "b",
                                              g2_hex(&proofs[i].b), "c", g1_hex(&proofs[i].c)));
    }
    *result =
        json_pack("{s:s, s:o, s:o}", "kind", "proof", "file", command_text(path), "proofs", list);
    memory_free(proofs);
    return STATUS_OK;
}

static bool has_extension(const char *path, const char *extension)
{
    size_t length = strlen(path), tail = strlen(extension);
    return length >= tail && strcmp(path + length - tail, extension) == 0;
}

static enum status starts_with_brace(bool *out, const char *path, struct error *err)
{
    struct file_in *file = NULL;
    char first = 0;
    enum status status = file_in_open(&file, path, err);
    if (status == STATUS_OK && file_in_bytes(file) > 0) {
        status = file_in_read(file, &first, 1, 0, err);
    }
    *out = first == '{';
    file_in_close(file);
    return status;
}

static enum status inspect(json_t **result, const char *path, const struct inspection *inspection,
                           struct error *err)
{
    bool json = false;
    if (has_extension(path, ".params")) {
        return inspect_params(result, path, inspection, err);
    }
    if (has_extension(path, ".vk")) {
        return inspect_vk(result, path, err);
    }
    enum status status = starts_with_brace(&json, path, err);
    if (status != STATUS_OK) {
        return status;
    }
    return json ? inspect_json(result, path, err) : inspect_proof(result, path, err);
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    const char *path = NULL;
    struct inspection asked = {0};
    size_t words = 0;
    bool helped = false;
    const struct command_option options[] = {
        {"check", 0, "LEVEL", "points of a .params: curve or subgroup", &asked.check, NULL},
        {"read-again", 0, NULL, "do not use a remembered digest", NULL, &asked.read_again},
        {0},
    };
    enum status status =
        command_parse(argc, argv, "FILE (.params, .vk, C1, PoSt or update JSON, proof)", options,
                      common, &path, 1, &words, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    if (words == 0) {
        return error_set(err, STATUS_USAGE, "inspect", "a FILE is required");
    }
    const char *check = asked.check;
    if (check != NULL && strcmp(check, "curve") != 0 && strcmp(check, "subgroup") != 0) {
        return error_set(err, STATUS_USAGE, "--check", "found \"%s\", expected curve or subgroup",
                         check);
    }
    status = threads_make(&asked.threads, common->threads, err);
    if (status == STATUS_OK) {
        asked.progress = command_progress(common);
        status = inspect(result, path, &asked, err);
    }
    threads_free(asked.threads);
    return status;
}

const struct command command_inspect = {"inspect", "what a key, statement or proof file holds",
                                        run};
