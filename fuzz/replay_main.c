/* Runs a fuzz target once for each file named, and for each file of each folder named.
 *
 * Stands in for libFuzzer where it is not linked, so that every build and sanitizer replays the
 * corpora. Exits 1 when a file cannot be read or there was none. */
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_BYTES_MAX = 1 << 24 };

static int replay_file(const char *path)
{
    uint8_t *copy, *exact;
    void *memory;
    size_t bytes;
    struct error err;
    if (file_read_all(&copy, &bytes, path, INPUT_BYTES_MAX, &err) != STATUS_OK ||
        memory_alloc_raw(&memory, bytes, 1, "input", &err) != STATUS_OK) {
        fprintf(stderr, "%s: %s\n", err.where, err.message);
        return -1;
    }
    /* Without the zero that file_read_all puts after the end, a sanitizer sees an overrun. */
    exact = memory;
    memcpy(exact, copy, bytes);
    memory_free(copy);
    LLVMFuzzerTestOneInput(exact, bytes);
    memory_free(exact);
    return 1;
}

static int replay_folder(DIR *folder, const char *name)
{
    int count = 0;
    for (struct dirent *entry; count >= 0 && (entry = readdir(folder)) != NULL;) {
        char path[4096];
        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        count = replay_file(path) < 0 ? -1 : count + 1;
    }
    return count;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        int count = folder != NULL ? replay_folder(folder, argv[i]) : replay_file(argv[i]);
        if (folder != NULL) {
            closedir(folder);
        }
        if (count < 0) {
            return 1;
        }
        total += count;
    }
    printf("%d inputs replayed\n", total);
    return total == 0;
}
