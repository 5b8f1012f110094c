/* Fuzz target: the reader of the vanilla proofs of sector updates on any bytes.
 *
 * Byte 0 chooses variant and sector size, the rest is the blob. What is accepted must encode to the
 * very same bytes, and its check must come to an end. */
#include <stdlib.h>
#include <string.h>

#include "filecoin/update_vanilla.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_accepted(const struct update_shape *shape, const struct sector_shape *sector,
                           const struct update_partition_proof *proof, const uint8_t *bytes,
                           size_t count)
{
    struct bincode_out out = {0};
    struct update_statement statement = {.height = update_height_default(shape)};
    update_partition_proof_write(&out, shape, sector, proof);
    if (out.count != count) {
        abort();
    }
    out.bytes = malloc(count);
    out.count = 0;
    if (out.bytes == NULL) {
        return;
    }
    update_partition_proof_write(&out, shape, sector, proof);
    if (memcmp(out.bytes, bytes, count) != 0) {
        abort();
    }
    free(out.bytes);
    fr_to_bytes(statement.comm_d_new, &proof->challenges[0].d_new.root);
    update_partition_check(shape, &statement, proof, 0, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const struct sector_shape *sector = &sector_shapes[(data[0] >> 1) % sector_shape_count];
    struct update_shape shape;
    struct update_partition_proof proof;
    update_shape_of_sector(&shape, sector, (data[0] & 1) != 0);
    if (update_partition_proof_parse(&proof, &shape, sector, data + 1, size - 1, 0, NULL) ==
        STATUS_OK) {
        check_accepted(&shape, sector, &proof, data + 1, size - 1);
        update_partition_proof_free(&proof);
    }
    return 0;
}
