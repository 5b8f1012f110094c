#include "cmd/key_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "filecoin/circuits.h"

const char *key_folder(const char *option)
{
    const char *cache = getenv(PARAMETER_CACHE_ENV);
    if (option != NULL) {
        return option;
    }
    return cache != NULL && cache[0] != 0 ? cache : PARAMETER_CACHE_PLACE;
}

enum status key_path(char out[KEY_PATH_MAX], const char *folder, const char *circuit,
                     const char *extension, struct error *err)
{
    char name[PARAMETER_NAME_MAX];
    enum status status = circuit_key_name(name, circuit, err);
    if (status != STATUS_OK) {
        return status;
    }
    int length = snprintf(out, KEY_PATH_MAX, "%s/%s.%s", folder, name, extension);
    if (length < 0 || length >= KEY_PATH_MAX) {
        return error_set(err, STATUS_TOO_LARGE, folder, "path of %d bytes, at most %d", length,
                         KEY_PATH_MAX - 1);
    }
    return STATUS_OK;
}

enum status key_require(const char *path, const char *circuit, struct error *err)
{
    if (access(path, F_OK) != 0) {
        return error_set(err, STATUS_MISSING_KEY, path,
                         "no key for %s here; --params names another folder", circuit);
    }
    return STATUS_OK;
}
