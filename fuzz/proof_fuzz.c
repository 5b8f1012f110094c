/* Fuzz target: the reader of proofs. What it accepts must encode to the very same bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "formats/proof.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proof *proofs;
    size_t count;
    struct error err = {0};

    if (proofs_decode(&proofs, &count, data, size, &err) != STATUS_OK) {
        if (err.status == STATUS_OK || err.message[0] == '\0') {
            abort();
        }
        return 0;
    }
    if (count * PROOF_BYTES != size) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t again[PROOF_BYTES];
        proof_encode(again, &proofs[i]);
        if (memcmp(again, data + i * PROOF_BYTES, PROOF_BYTES) != 0) {
            abort();
        }
    }
    memory_free(proofs);
    return 0;
}
