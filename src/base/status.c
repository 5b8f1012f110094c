#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *name;
    enum error_class class;
} table[] = {
#define STATUS_ENTRY(name, class) {#name, CLASS_##class},
    STATUS_LIST(STATUS_ENTRY)
#undef STATUS_ENTRY
};

static const struct {
    const char *name;
    int exit_code;
} classes[] = {
    [CLASS_NONE] = {"OK", 0},
    [CLASS_INVALID] = {"INVALID", 1},
    [CLASS_BAD_INPUT] = {"BAD_INPUT", 2},
    [CLASS_TRANSIENT] = {"TRANSIENT", 3},
    [CLASS_RESOURCE] = {"RESOURCE", 3},
    [CLASS_INTERNAL] = {"INTERNAL", 4},
    [CLASS_INTERRUPTED] = {"INTERRUPTED", 130},
};

enum status error_set(struct error *err, enum status status, const char *where, const char *format,
                      ...)
{
    if (err != NULL) {
        /* The arguments may point into *err. */
        struct error made = {.status = status};
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(made.message, sizeof made.message, format, arguments);
        va_end(arguments);
        snprintf(made.where, sizeof made.where, "%s", where != NULL ? where : "");
        *err = made;
    }
    return status;
}

const char *status_name(enum status status)
{
    return table[status].name;
}

enum error_class status_class(enum status status)
{
    return table[status].class;
}

const char *error_class_name(enum error_class class)
{
    return classes[class].name;
}

int error_class_exit_code(enum error_class class)
{
    return classes[class].exit_code;
}
