#include "filecoin/circuits.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "filecoin/porep_circuit.h"
#include "filecoin/post_circuit.h"
#include "filecoin/update_circuit.h"
#include "r1cs/matrix_file.h"
#include "r1cs/toy.h"

static const struct {
    const char *name;
    unsigned rounds;
} toys[] = {{"toy-2", 2}, {"toy-1000", 1000}};
#define TOY_COUNT  (sizeof toys / sizeof toys[0])
#define TOY_INPUTS 3

/* Families named by a prefix and a size, as in "window-32g". A prefix that another one begins with
 * comes first. */
static const struct {
    const char *prefix;
    enum circuit_kind kind;
    bool alias;
} families[] = {
    {"winning-", CIRCUIT_WINNING, false},
    {"window-", CIRCUIT_WINDOW, false},
    {"wpost-", CIRCUIT_WINDOW, true},
    {"update-poseidon-", CIRCUIT_SNAP_POSEIDON, false},
    {"snap-poseidon-", CIRCUIT_SNAP_POSEIDON, true},
    {"update-", CIRCUIT_SNAP, false},
    {"snap-", CIRCUIT_SNAP, true},
};
#define FAMILY_COUNT (sizeof families / sizeof families[0])

/* What a name stands for. */
struct circuit {
    unsigned toy_rounds; /* 0 for the others */
    enum circuit_kind kind;
    const struct sector_shape *sector;
};

/* "32g" of "porep-32g". */
static const char *size_suffix(const struct sector_shape *sector)
{
    return strchr(sector->porep_circuit, '-') + 1;
}

static const struct sector_shape *sector_of_suffix(const char *suffix)
{
    for (size_t i = 0; i < sector_shape_count; i++) {
        if (strcmp(size_suffix(&sector_shapes[i]), suffix) == 0) {
            return &sector_shapes[i];
        }
    }
    return NULL;
}

static enum status unknown(const char *name, struct error *err)
{
    char names[384];
    int length = 0;
    for (size_t i = 0; i < sector_shape_count && length < (int)sizeof names; i++) {
        length += snprintf(names + length, sizeof names - (size_t)length, "%s ",
                           sector_shapes[i].porep_circuit);
    }
    for (size_t i = 0; i < FAMILY_COUNT && length < (int)sizeof names; i++) {
        if (!families[i].alias) {
            length +=
                snprintf(names + length, sizeof names - (size_t)length, "%s* ", families[i].prefix);
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "circuit",
                     "found \"%.80s\", known are %stoy-2 toy-1000", name, names);
}

static enum status find(struct circuit *out, const char *name, struct error *err)
{
    *out = (struct circuit){.kind = CIRCUIT_POREP, .sector = sector_shape_of_porep_circuit(name)};
    for (size_t i = 0; i < TOY_COUNT; i++) {
        if (strcmp(toys[i].name, name) == 0) {
            out->toy_rounds = toys[i].rounds;
        }
    }
    for (size_t i = 0; i < FAMILY_COUNT && out->sector == NULL; i++) {
        size_t length = strlen(families[i].prefix);
        if (strncmp(families[i].prefix, name, length) == 0) {
            out->kind = families[i].kind;
            out->sector = sector_of_suffix(name + length);
        }
    }
    return out->toy_rounds > 0 || out->sector != NULL ? STATUS_OK : unknown(name, err);
}

void circuit_name(char out[CIRCUIT_NAME_MAX], enum circuit_kind kind,
                  const struct sector_shape *sector)
{
    snprintf(out, CIRCUIT_NAME_MAX, "%s", sector->porep_circuit);
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        if (families[i].kind == kind && !families[i].alias) {
            snprintf(out, CIRCUIT_NAME_MAX, "%s%s", families[i].prefix, size_suffix(sector));
        }
    }
}

enum status circuit_canonical_name(char out[CIRCUIT_NAME_MAX], const char *name, struct error *err)
{
    struct circuit circuit;
    enum status status = find(&circuit, name, err);
    if (status == STATUS_OK && circuit.toy_rounds > 0) {
        snprintf(out, CIRCUIT_NAME_MAX, "%s", name);
    } else if (status == STATUS_OK) {
        circuit_name(out, circuit.kind, circuit.sector);
    }
    return status;
}

static enum status update_circuit_matrices(struct r1cs_matrices *out, const struct circuit *circuit,
                                           struct error *err)
{
    struct update_shape shape;
    update_shape_of_sector(&shape, circuit->sector, circuit->kind == CIRCUIT_SNAP_POSEIDON);
    return update_matrices(out, &shape, false, err);
}

enum status circuit_matrices(struct r1cs_matrices *out, const char *name, struct error *err)
{
    struct circuit circuit;
    struct porep_shape porep;
    struct post_shape post;
    enum status status = find(&circuit, name, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (circuit.toy_rounds > 0) {
        return toy_matrices(out, circuit.toy_rounds, err);
    }
    switch (circuit.kind) {
    case CIRCUIT_WINNING:
    case CIRCUIT_WINDOW:
        post_shape_of_sector(&post, circuit.kind, circuit.sector);
        return post_matrices(out, &post, false, err);
    case CIRCUIT_SNAP:
    case CIRCUIT_SNAP_POSEIDON:
        return update_circuit_matrices(out, &circuit, err);
    default:
        porep_shape_of_sector(&porep, circuit.sector);
        return porep_matrices(out, &porep, false, err);
    }
}

static enum status cache_path(char **out, const char *name, const char *folder, struct error *err)
{
    static const char extension[] = ".matrices";
    size_t bytes = strlen(folder) + 1 + strlen(name) + sizeof extension;
    enum status status = memory_alloc((void **)out, bytes, 1, "path", err);
    if (status == STATUS_OK) {
        snprintf(*out, bytes, "%s/%s%s", folder, name, extension);
    }
    return status;
}

enum status circuit_matrices_cached(struct r1cs_matrices *out, const char *name, const char *folder,
                                    struct circuit_cache_use *use, struct error *err)
{
    char canonical[CIRCUIT_NAME_MAX];
    const struct matrix_file_id id = {canonical, CIRCUITS_REVISION};
    struct circuit_cache_use ignored;
    char *path = NULL;
    use = use != NULL ? use : &ignored;
    *use = (struct circuit_cache_use){0};
    enum status status = circuit_canonical_name(canonical, name, err);
    if (status == STATUS_OK) {
        status = cache_path(&path, canonical, folder, err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    status = matrix_file_read(out, &id, path, &use->warning);
    use->loaded = status == STATUS_OK;
    if (status == STATUS_MISSING_FILE) {
        use->warning = (struct error){0};
    }
    if (!use->loaded) {
        status = circuit_matrices(out, name, err);
    }
    if (!use->loaded && status == STATUS_OK) {
        struct error failure = {0};
        use->written = matrix_file_write(out, &id, path, true, &failure) == STATUS_OK;
        use->warning = use->written ? use->warning : failure;
    }
    memory_free(path);
    return status;
}

enum status circuit_key_name(char out[PARAMETER_NAME_MAX], const char *name, struct error *err)
{
    struct circuit circuit;
    enum status status = find(&circuit, name, err);
    if (status == STATUS_OK && circuit.toy_rounds > 0) {
        snprintf(out, PARAMETER_NAME_MAX, "%s", name);
    } else if (status == STATUS_OK) {
        parameter_name(out, circuit.kind, circuit.sector);
    }
    return status;
}

enum status circuit_input_count(uint32_t *out, const char *name, struct error *err)
{
    struct circuit circuit;
    struct porep_shape porep;
    struct post_shape post;
    enum status status = find(&circuit, name, err);
    if (status != STATUS_OK) {
        return status;
    }
    if (circuit.toy_rounds > 0) {
        *out = TOY_INPUTS;
    } else if (circuit.kind == CIRCUIT_POREP) {
        porep_shape_of_sector(&porep, circuit.sector);
        *out = porep_input_count(&porep);
    } else if (circuit.kind == CIRCUIT_WINNING || circuit.kind == CIRCUIT_WINDOW) {
        post_shape_of_sector(&post, circuit.kind, circuit.sector);
        *out = post_input_count(&post);
    } else {
        *out = 1 + UPDATE_INPUTS;
    }
    return STATUS_OK;
}
