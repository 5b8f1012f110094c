#include "formats/proof.h"

#include <stdio.h>

#include "base/file.h"
#include "base/memory.h"

enum {
    OFFSET_B = G1_COMPRESSED_BYTES,
    OFFSET_C = OFFSET_B + G2_COMPRESSED_BYTES,
};

void proof_encode(uint8_t out[PROOF_BYTES], const struct proof *proof)
{
    g1_encode_compressed(out, &proof->a);
    g2_encode_compressed(out + OFFSET_B, &proof->b);
    g1_encode_compressed(out + OFFSET_C, &proof->c);
}

enum status proof_decode(struct proof *out, const uint8_t in[PROOF_BYTES], size_t index,
                         struct error *err)
{
    char where[3][48];
    struct proof proof;

    for (int i = 0; i < 3; i++) {
        snprintf(where[i], sizeof where[i], "proof %zu, %c", index, "ABC"[i]);
    }
    enum status status = g1_decode_compressed(&proof.a, in, POINT_CHECK_SUBGROUP, where[0], err);
    if (status == STATUS_OK) {
        status = g2_decode_compressed(&proof.b, in + OFFSET_B, POINT_CHECK_SUBGROUP, where[1], err);
    }
    if (status == STATUS_OK) {
        status = g1_decode_compressed(&proof.c, in + OFFSET_C, POINT_CHECK_SUBGROUP, where[2], err);
    }
    if (status == STATUS_OK) {
        *out = proof;
    }
    return status;
}

enum status proofs_decode(struct proof **proofs, size_t *count, const uint8_t *bytes,
                          size_t byte_count, struct error *err)
{
    struct proof *list = NULL;
    size_t found = byte_count / PROOF_BYTES;

    if (byte_count == 0 || byte_count % PROOF_BYTES != 0 || found > PROOF_COUNT_MAX) {
        return error_set(err, STATUS_BAD_LENGTH, "proof",
                         "%zu bytes, expected n x %d for n = 1 .. %d", byte_count, PROOF_BYTES,
                         PROOF_COUNT_MAX);
    }
    enum status status = memory_alloc((void **)&list, found, sizeof *list, "proofs", err);
    for (size_t i = 0; status == STATUS_OK && i < found; i++) {
        status = proof_decode(&list[i], bytes + i * PROOF_BYTES, i, err);
    }
    if (status != STATUS_OK) {
        memory_free(list);
        return status;
    }
    *proofs = list;
    *count = found;
    return STATUS_OK;
}

enum status proofs_read(struct proof **proofs, size_t *count, const char *path, struct error *err)
{
    uint8_t *bytes = NULL;
    size_t byte_count;
    enum status status =
        file_read_all(&bytes, &byte_count, path, (size_t)PROOF_COUNT_MAX * PROOF_BYTES, err);

    if (status == STATUS_OK) {
        status = proofs_decode(proofs, count, bytes, byte_count, err);
    }
    memory_free(bytes);
    return status;
}
