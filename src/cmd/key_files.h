/* Where keys are: --params DIR, else $FIL_PROOFS_PARAMETER_CACHE, else the reference's folder. */
#ifndef CUZK_CMD_KEY_FILES_H
#define CUZK_CMD_KEY_FILES_H

#include "base/status.h"

#define KEY_PATH_MAX 1024

/* option may be NULL. */
const char *key_folder(const char *option);

/* FOLDER/<name of the circuit's key>.EXTENSION. Errors: UNKNOWN_NAME, TOO_LARGE. */
enum status key_path(char out[KEY_PATH_MAX], const char *folder, const char *circuit,
                     const char *extension, struct error *err);

/* MISSING_KEY, naming the file, when there is none. */
enum status key_require(const char *path, const char *circuit, struct error *err);

#endif
