#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/cpu.h"
#include "base/text.h"
#include "cmd/command.h"

static void print_value(const char *key, const json_t *value, int depth);

static void print_members(const json_t *object, int depth)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        print_value(key, value, depth);
    }
}

static void print_array(const char *key, const json_t *array, int depth)
{
    printf("%*s%s:\n", 2 * depth, "", key);
    size_t index;
    json_t *value;
    json_array_foreach(array, index, value)
    {
        char label[32];
        snprintf(label, sizeof label, "[%zu]", index);
        print_value(label, value, depth + 1);
    }
}

static void print_value(const char *key, const json_t *value, int depth)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        printf("%*s%s:\n", 2 * depth, "", key);
        print_members(value, depth + 1);
        break;
    case JSON_ARRAY:
        print_array(key, value, depth);
        break;
    case JSON_STRING:
        printf("%*s%s: %s\n", 2 * depth, "", key, json_string_value(value));
        break;
    case JSON_INTEGER:
        printf("%*s%s: %lld\n", 2 * depth, "", key, (long long)json_integer_value(value));
        break;
    case JSON_REAL:
        printf("%*s%s: %.6g\n", 2 * depth, "", key, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        printf("%*s%s: %s\n", 2 * depth, "", key, json_is_true(value) ? "yes" : "no");
        break;
    case JSON_NULL:
        printf("%*s%s: -\n", 2 * depth, "", key);
        break;
    }
}

void command_print_text(const json_t *document)
{
    print_members(document, 0);
}

json_t *command_text(const char *text)
{
    char *copy = strdup(text);
    if (copy == NULL) {
        return json_null();
    }
    text_make_printable(copy);
    json_t *value = json_string(copy);
    free(copy);
    return value;
}

static void processor_name(char *out, size_t bytes)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "re");
    snprintf(out, bytes, "unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            snprintf(out, bytes, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

json_t *command_machine(const struct threads *threads)
{
    char name[128];
    struct utsname system = {0};
    processor_name(name, sizeof name);
    uname(&system);
    return json_pack("{s:s, s:s, s:i, s:s, s:s}", "cpu", name, "level", cpu_level_name(cpu_level()),
                     "threads", (int)threads_count(threads), "kernel", system.release, "compiler",
                     __VERSION__);
}

const char *command_revision(void)
{
    return CUZK_REVISION;
}
