/* Fuzz target: the reader of verifying keys. What it accepts must encode to the very same bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "formats/proving_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct verifying_key key;
    struct error err = {0};

    if (verifying_key_decode(&key, data, size, "fuzz", &err) != STATUS_OK) {
        if (err.status == STATUS_OK || err.message[0] == '\0') {
            abort();
        }
        return 0;
    }
    if (verifying_key_bytes(key.ic_count) != size) {
        abort();
    }
    uint8_t *again = malloc(size);
    if (again == NULL) {
        abort();
    }
    verifying_key_encode(again, &key);
    if (memcmp(again, data, size) != 0) {
        abort();
    }
    free(again);
    verifying_key_free(&key);
    return 0;
}
