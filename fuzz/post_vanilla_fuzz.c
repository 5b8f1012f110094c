/* Fuzz target: the reader of PoSt vanilla proofs on any bytes.
 *
 * Byte 0 chooses kind and sector size, the rest is the blob. What is accepted must encode to the
 * very same bytes, and its check must come to an end. */
#include <stdlib.h>
#include <string.h>

#include "filecoin/post_vanilla.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_accepted(const struct post_proof *proof, const struct post_sector_proof *sector,
                           const uint8_t *bytes, size_t count)
{
    struct bincode_out out = {0};
    struct post_sector place = {.id = sector->sector};
    const struct post_statement statement = {.proof = *proof, .sector_count = 1, .sectors = &place};
    post_sector_proof_write(&out, proof, sector);
    if (out.count != count) {
        abort();
    }
    out.bytes = malloc(count);
    out.count = 0;
    if (out.bytes == NULL) {
        return;
    }
    post_sector_proof_write(&out, proof, sector);
    if (memcmp(out.bytes, bytes, count) != 0) {
        abort();
    }
    free(out.bytes);
    fr_to_bytes(place.comm_r, &sector->comm_r);
    post_vanilla_check(NULL, &statement, sector, NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const struct post_proof proof = {
        .kind = (data[0] & 1) != 0 ? CIRCUIT_WINNING : CIRCUIT_WINDOW,
        .api = API_1_2,
        .shape = &sector_shapes[(data[0] >> 1) % sector_shape_count],
    };
    struct post_sector_proof sector;
    if (post_sector_proof_parse(&sector, &proof, data + 1, size - 1, 0, NULL) == STATUS_OK) {
        check_accepted(&proof, &sector, data + 1, size - 1);
        post_sector_proof_free(&sector);
    }
    return 0;
}
