#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

enum status error_set(struct error *err, enum status status, const char *where, const char *format,
                      ...)
{
    if (err == NULL) {
        return status;
    }
    err->status = status;
    snprintf(err->where, sizeof err->where, "%s", where != NULL ? where : "");
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return status;
}

static const struct {
    const char *name;
    enum error_class class;
} status_table[] = {
#define STATUS_ROW(name, class) {#name, CLASS_##class},
    STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

static const struct {
    const char *name;
    int exit_code;
} class_table[] = {
    [CLASS_NONE] = {"NONE", 0},
    [CLASS_INVALID] = {"INVALID", 1},
    [CLASS_BAD_INPUT] = {"BAD_INPUT", 2},
    [CLASS_TRANSIENT] = {"TRANSIENT", 3},
    [CLASS_RESOURCE] = {"RESOURCE", 3},
    [CLASS_INTERNAL] = {"INTERNAL", 4},
    [CLASS_INTERRUPTED] = {"INTERRUPTED", 130},
};

const char *status_name(enum status status)
{
    return status_table[status].name;
}

enum error_class status_class(enum status status)
{
    return status_table[status].class;
}

const char *error_class_name(enum error_class class)
{
    return class_table[class].name;
}

int error_class_exit_code(enum error_class class)
{
    return class_table[class].exit_code;
}
