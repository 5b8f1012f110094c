#include "groth16/setup.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "cmd/command.h"
#include "cmd/key_files.h"
#include "filecoin/circuits.h"
#include "formats/inspect.h"

struct setup_arguments {
    const char *circuit, *params, *secrets, *dev_key;
    bool digest;
    char params_path[KEY_PATH_MAX], vk_path[KEY_PATH_MAX];
};

static enum status load_secrets(struct setup_secrets *out, const struct setup_arguments *arguments,
                                struct error *err)
{
    if (arguments->secrets != NULL && arguments->dev_key != NULL) {
        return error_set(err, STATUS_USAGE, "--dev-key",
                         "--dev-key and --setup-secrets exclude each other");
    }
    if (arguments->secrets != NULL) {
        return setup_secrets_read(out, arguments->secrets, err);
    }
    if (arguments->dev_key != NULL) {
        setup_secrets_dev(out, arguments->dev_key);
        return STATUS_OK;
    }
    return setup_secrets_random(out, err);
}

static enum status make_folder(const char *folder, struct error *err)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        bool missing = errno == ENOENT || errno == ENOTDIR;
        bool unusable = errno == EACCES || errno == EPERM || errno == EROFS || errno == ELOOP ||
                        errno == ENAMETOOLONG;
        enum status status = missing ? STATUS_MISSING_FILE : unusable ? STATUS_BAD_FILE : STATUS_IO;
        return error_set(err, status, folder, "cannot make the folder: %s", strerror(errno));
    }
    return STATUS_OK;
}

static enum status add_digest(json_t *out, const char *path, struct threads *threads,
                              const struct progress *progress, struct error *err)
{
    struct file_in *file = NULL;
    struct digests digests;
    char hex[2 * SHA256_BYTES + 1];
    enum status status = file_in_open(&file, path, err);
    if (status == STATUS_OK) {
        status = file_digest(&digests, file, threads, progress, err);
    }
    if (status == STATUS_OK) {
        hex_encode(hex, digests.sha256, SHA256_BYTES);
        json_object_set_new(out, "params_sha256", json_string(hex));
    }
    file_in_close(file);
    return status;
}

static enum status make_key(json_t **result, const struct setup_arguments *arguments,
                            const struct common_options *common,
                            const struct r1cs_matrices *matrices,
                            const struct setup_secrets *secrets, struct threads *threads,
                            struct error *err)
{
    const struct progress *progress = command_progress(common);
    double start = clock_wall_s();
    enum status status = setup_run(secrets, matrices, arguments->params_path, arguments->vk_path,
                                   common->force, threads, progress, err);
    if (status != STATUS_OK) {
        return status;
    }
    json_t *out = json_pack(
        "{s:s, s:o, s:o, s:I, s:f, s:s}", "circuit", arguments->circuit, "params",
        command_text(arguments->params_path), "vk", command_text(arguments->vk_path),
        "params_bytes", (json_int_t)setup_params_bytes(matrices), "setup_s", clock_wall_s() - start,
        "warning", "whoever made this key can forge proofs: for tests and development only");
    if (arguments->digest) {
        status = add_digest(out, arguments->params_path, threads, progress, err);
    }
    json_object_set_new(out, "peak_rss_bytes", json_integer((json_int_t)memory_peak_rss_bytes()));
    if (status != STATUS_OK) {
        json_decref(out);
        return status;
    }
    *result = out;
    return STATUS_OK;
}

static enum status prepare_paths(struct setup_arguments *arguments, struct error *err)
{
    enum status status = command_require(arguments->circuit, "--circuit", err);
    if (status == STATUS_OK) {
        status = command_require(arguments->params, "--params", err);
    }
    if (status == STATUS_OK) {
        status =
            key_path(arguments->params_path, arguments->params, arguments->circuit, "params", err);
    }
    if (status == STATUS_OK) {
        status = key_path(arguments->vk_path, arguments->params, arguments->circuit, "vk", err);
    }
    return status == STATUS_OK ? make_folder(arguments->params, err) : status;
}

static enum status run(int argc, char **argv, struct common_options *common, json_t **result,
                       struct error *err)
{
    struct setup_arguments arguments = {0};
    struct setup_secrets secrets = {0};
    struct r1cs_matrices matrices = {0};
    struct threads *threads = NULL;
    bool helped = false;
    const struct command_option options[] = {
        {"circuit", 0, "NAME", "porep-2k, tiny-16k, toy-2, ..", &arguments.circuit, NULL},
        {"params", 0, "DIR", "where the key goes, under its official name", &arguments.params,
         NULL},
        {"setup-secrets", 0, "FILE", "given secrets, for tests", &arguments.secrets, NULL},
        {"dev-key", 0, "SEED", "secrets derived from a seed, for development", &arguments.dev_key,
         NULL},
        {"digest", 0, NULL, "also print the SHA-256 of the .params", NULL, &arguments.digest},
        {0},
    };
    enum status status = command_parse(argc, argv, "--circuit NAME --params DIR", options, common,
                                       NULL, 0, NULL, &helped, err);
    if (status != STATUS_OK || helped) {
        return status;
    }
    status = prepare_paths(&arguments, err);
    if (status == STATUS_OK) {
        status = load_secrets(&secrets, &arguments, err);
    }
    if (status == STATUS_OK) {
        status = threads_make(&threads, common->threads, err);
    }
    if (status == STATUS_OK) {
        status = circuit_matrices(&matrices, arguments.circuit, err);
    }
    if (status == STATUS_OK) {
        status = make_key(result, &arguments, common, &matrices, &secrets, threads, err);
    }
    setup_secrets_wipe(&secrets);
    r1cs_matrices_free(&matrices);
    threads_free(threads);
    return status;
}

const struct command command_setup = {"setup",
                                      "a key of our own for a circuit (not for production)", run};
