/* Result codes and error values.
 *
 * Everything that can fail returns `enum status` and, where the fact is known, writes a message
 * into the caller's `struct error`: what was found, what was expected, and where. Each code belongs
 * to one class; the class decides the exit code of the program and whether a caller should retry.
 */
#ifndef CUZK_BASE_STATUS_H
#define CUZK_BASE_STATUS_H

enum error_class {
    CLASS_NONE,        /* exit 0 */
    CLASS_INVALID,     /* exit 1: a proof, witness or check is wrong */
    CLASS_BAD_INPUT,   /* exit 2: do not retry */
    CLASS_TRANSIENT,   /* exit 3: retry */
    CLASS_RESOURCE,    /* exit 3: retry later or elsewhere */
    CLASS_INTERNAL,    /* exit 4: a failed self-check, nothing was written */
    CLASS_INTERRUPTED, /* exit 130 */
};

/* name, class */
#define STATUS_LIST(X)                                                                             \
    X(OK, NONE)                                                                                    \
    X(PROOF_INVALID, INVALID)                                                                      \
    X(UNSATISFIED, INVALID)                                                                        \
    X(VANILLA_INVALID, INVALID)                                                                    \
    X(INVALID_ARGUMENT, BAD_INPUT)                                                                 \
    X(USAGE, BAD_INPUT)                                                                            \
    X(UNKNOWN_NAME, BAD_INPUT)                                                                     \
    X(UNSUPPORTED, BAD_INPUT)                                                                      \
    X(BAD_FILE, BAD_INPUT)                                                                         \
    X(FILE_EXISTS, BAD_INPUT)                                                                      \
    X(FILE_CHANGED, BAD_INPUT)                                                                     \
    X(MISSING_FILE, BAD_INPUT)                                                                     \
    X(MISSING_KEY, BAD_INPUT)                                                                      \
    X(DIGEST_MISMATCH, BAD_INPUT)                                                                  \
    X(SECTION_SIZE, BAD_INPUT)                                                                     \
    X(COUNT_MISMATCH, BAD_INPUT)                                                                   \
    X(BAD_LENGTH, BAD_INPUT)                                                                       \
    X(BAD_ENCODING, BAD_INPUT)                                                                     \
    X(NON_CANONICAL, BAD_INPUT)                                                                    \
    X(INPUT_RANGE, BAD_INPUT)                                                                      \
    X(NOT_ON_CURVE, BAD_INPUT)                                                                     \
    X(NOT_IN_SUBGROUP, BAD_INPUT)                                                                  \
    X(POINT_AT_INFINITY, BAD_INPUT)                                                                \
    X(INSECURE_KEY, BAD_INPUT)                                                                     \
    X(WRONG_CIRCUIT, BAD_INPUT)                                                                    \
    X(BAD_JSON, BAD_INPUT)                                                                         \
    X(BAD_BASE64, BAD_INPUT)                                                                       \
    X(MISSING_FIELD, BAD_INPUT)                                                                    \
    X(DUPLICATE_FIELD, BAD_INPUT)                                                                  \
    X(WRONG_TYPE, BAD_INPUT)                                                                       \
    X(TRAILING_DATA, BAD_INPUT)                                                                    \
    X(TOO_LARGE, BAD_INPUT)                                                                        \
    X(BUSY, TRANSIENT)                                                                             \
    X(IO, RESOURCE)                                                                                \
    X(OUT_OF_MEMORY, RESOURCE)                                                                     \
    X(OVER_BUDGET, RESOURCE)                                                                       \
    X(NO_DEVICE, RESOURCE)                                                                         \
    X(SELF_CHECK, INTERNAL)                                                                        \
    X(INTERNAL, INTERNAL)                                                                          \
    X(INTERRUPTED, INTERRUPTED)

enum status {
#define STATUS_ENUM(name, class) STATUS_##name,
    STATUS_LIST(STATUS_ENUM)
#undef STATUS_ENUM
};

struct error {
    enum status status;
    char where[1024];  /* file, field or section; may be empty */
    char message[512]; /* found, expected */
};

/* Fills *err (which may be NULL) and returns `status`, so that `return error_set(err, STATUS_X,
 * where, ...)` reads well. `where` may be NULL. Text that does not fit is cut. */
enum status error_set(struct error *err, enum status status, const char *where, const char *format,
                      ...) __attribute__((format(printf, 4, 5)));

/* The names as the command line prints them: "NOT_ON_CURVE", "BAD_INPUT". Static strings. */
const char *status_name(enum status status);
enum error_class status_class(enum status status);
const char *error_class_name(enum error_class class);
int error_class_exit_code(enum error_class class);

#endif
