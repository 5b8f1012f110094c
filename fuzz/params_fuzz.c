/* Fuzz target: the reader of proving keys, on a file without a name. What it accepts must have all
 * its sections within the file, end to end. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "formats/proving_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct proving_key *key, size_t size)
{
    const struct point_source *const sources[] = {&key->h, &key->l, &key->a, &key->b_g1,
                                                  &key->b_g2};
    uint64_t end = verifying_key_bytes(key->vk.ic_count);

    for (int i = 0; i < 5; i++) {
        uint64_t point_bytes = i == 4 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
        if (sources[i]->offset != end + 4) {
            abort();
        }
        end = sources[i]->offset + sources[i]->count * point_bytes;
    }
    if (end != size || end != proving_key_file_bytes(key->vk.ic_count, (uint32_t)key->h.count,
                                                     (uint32_t)key->l.count, (uint32_t)key->a.count,
                                                     (uint32_t)key->b_g1.count)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proving_key key;
    struct error err = {0};
    char path[32];
    int fd = memfd_create("params", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (proving_key_open(&key, path, &err) == STATUS_OK) {
        check(&key, size);
        proving_key_close(&key);
    } else if (err.status == STATUS_OK || err.message[0] == '\0') {
        abort();
    }
    close(fd);
    return 0;
}
