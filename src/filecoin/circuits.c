#include "filecoin/circuits.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "filecoin/porep_circuit.h"
#include "r1cs/matrix_file.h"
#include "r1cs/toy.h"

static const struct {
    const char *name;
    unsigned rounds;
} toys[] = {{"toy-2", 2}, {"toy-1000", 1000}};
#define TOY_COUNT  (sizeof toys / sizeof toys[0])
#define TOY_INPUTS 3

/* 0 when the name is no toy's. */
static unsigned toy_rounds(const char *name)
{
    for (size_t i = 0; i < TOY_COUNT; i++) {
        if (strcmp(toys[i].name, name) == 0) {
            return toys[i].rounds;
        }
    }
    return 0;
}

static enum status unknown(const char *name, struct error *err)
{
    char names[384];
    int length = 0;
    for (size_t i = 0; i < sector_shape_count; i++) {
        if (sector_shapes[i].porep_circuit != NULL && length < (int)sizeof names) {
            length += snprintf(names + length, sizeof names - (size_t)length, "%s ",
                               sector_shapes[i].porep_circuit);
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, "circuit",
                     "found \"%s\", known are %stoy-2 toy-1000", name, names);
}

enum status circuit_matrices(struct r1cs_matrices *out, const char *name, struct error *err)
{
    unsigned rounds = toy_rounds(name);
    if (rounds > 0) {
        return toy_matrices(out, rounds, err);
    }
    const struct sector_shape *sector = sector_shape_of_porep_circuit(name);
    if (sector == NULL) {
        return unknown(name, err);
    }
    struct porep_shape shape;
    porep_shape_of_sector(&shape, sector);
    return porep_matrices(out, &shape, false, err);
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
    const struct matrix_file_id id = {name, CIRCUITS_REVISION};
    struct circuit_cache_use ignored;
    char key_name[PARAMETER_NAME_MAX], *path = NULL;
    use = use != NULL ? use : &ignored;
    *use = (struct circuit_cache_use){0};
    enum status status = circuit_key_name(key_name, name, err); /* is it a circuit at all */
    if (status == STATUS_OK) {
        status = cache_path(&path, name, folder, err);
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
    const struct sector_shape *sector = sector_shape_of_porep_circuit(name);
    if (toy_rounds(name) > 0) {
        snprintf(out, PARAMETER_NAME_MAX, "%s", name);
    } else if (sector != NULL) {
        parameter_name(out, CIRCUIT_POREP, sector);
    } else {
        return unknown(name, err);
    }
    return STATUS_OK;
}

enum status circuit_input_count(uint32_t *out, const char *name, struct error *err)
{
    const struct sector_shape *sector = sector_shape_of_porep_circuit(name);
    struct porep_shape shape;
    if (toy_rounds(name) > 0) {
        *out = TOY_INPUTS;
    } else if (sector != NULL) {
        porep_shape_of_sector(&shape, sector);
        *out = porep_input_count(&shape);
    } else {
        return unknown(name, err);
    }
    return STATUS_OK;
}
