#include "r1cs/digest.h"

#include <string.h>

#include "base/memory.h"
#include "r1cs/bitmap.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bitmaps are hashed as bytes");

enum {
    BUFFER_BYTES = 1 << 16,
    TERM_BYTES = 1 + 4 + FR_BYTES,
    VALUES_AT_ONCE = 1024,
};

static bool is_checkpoint(const struct digest_checkpoints *checkpoints, uint64_t at)
{
    return checkpoints != NULL && checkpoints->every > 0 && at % checkpoints->every == 0;
}

static void report(const struct digest_checkpoints *checkpoints, uint64_t at,
                   const struct sha256 *hash)
{
    uint8_t digest[SHA256_BYTES];
    sha256_final(hash, digest);
    checkpoints->reached(checkpoints->context, at, digest);
}

/* Bytes on their way into the hash. */
struct stream {
    struct sha256 hash;
    size_t used;
    uint8_t bytes[BUFFER_BYTES];
};

static void stream_flush(struct stream *stream)
{
    sha256_update(&stream->hash, stream->bytes, stream->used);
    stream->used = 0;
}

static void put_u32(uint8_t *out, uint32_t value)
{
    memcpy(out, &value, sizeof value);
}

static void stream_terms(struct stream *stream, const struct r1cs_block *block,
                         const struct r1cs_instance *instance, const uint8_t *coefficients,
                         uint32_t start, uint32_t end)
{
    if (BUFFER_BYTES - stream->used < 4) {
        stream_flush(stream);
    }
    put_u32(stream->bytes + stream->used, end - start);
    stream->used += 4;
    for (uint32_t i = start; i < end; i++) {
        if (BUFFER_BYTES - stream->used < TERM_BYTES) {
            stream_flush(stream);
        }
        uint8_t *out = stream->bytes + stream->used;
        bool is_input;
        uint32_t index = r1cs_place(instance, block->term_wire[i], &is_input);
        out[0] = !is_input;
        put_u32(out + 1, index);
        memcpy(out + 5, coefficients + (size_t)block->term_coefficient[i] * FR_BYTES, FR_BYTES);
        stream->used += TERM_BYTES;
    }
}

enum status r1cs_digest(uint8_t out[SHA256_BYTES], const struct r1cs_matrices *matrices,
                        const struct digest_checkpoints *checkpoints, struct error *err)
{
    uint8_t *coefficients = NULL;
    struct stream *stream = NULL;
    enum status status = memory_alloc_raw((void **)&coefficients, matrices->coefficient_count,
                                          FR_BYTES, "coefficients", err);
    if (status == STATUS_OK) {
        status = memory_alloc_raw((void **)&stream, 1, sizeof *stream, "digest buffer", err);
    }
    if (status != STATUS_OK) {
        goto cleanup;
    }
    for (uint32_t i = 0; i < matrices->coefficient_count; i++) {
        fr_to_bytes(coefficients + (size_t)i * FR_BYTES, &matrices->coefficients[i]);
    }
    sha256_init(&stream->hash);
    stream->used = 0;
    for (uint32_t i = 0; i < matrices->instance_count; i++) {
        const struct r1cs_instance *instance = &matrices->instances[i];
        const struct r1cs_block *block = &matrices->blocks[instance->block];
        for (uint32_t row = 0; row < block->row_count; row++) {
            const uint32_t *start = &block->term_start[3 * (size_t)row];
            for (int k = 0; k < 3; k++) {
                stream_terms(stream, block, instance, coefficients, start[k], start[k + 1]);
            }
            uint64_t at = (uint64_t)instance->row_base + row + 1;
            if (is_checkpoint(checkpoints, at)) {
                stream_flush(stream);
                report(checkpoints, at, &stream->hash);
            }
        }
    }
    stream_flush(stream);
    sha256_final(&stream->hash, out);
cleanup:
    memory_free(stream);
    memory_free(coefficients);
    return status;
}

void r1cs_density_digests(struct density_digests *out, const struct r1cs_matrices *matrices)
{
    sha256(out->a_aux, matrices->a_aux_density, ((size_t)matrices->aux_count + 7) / 8);
    sha256(out->b_input, matrices->b_input_density, ((size_t)matrices->input_count + 7) / 8);
    sha256(out->b_aux, matrices->b_aux_density, ((size_t)matrices->aux_count + 7) / 8);
}

void witness_digest(uint8_t out[SHA256_BYTES], const struct assignment *assignment,
                    const struct r1cs_matrices *matrices,
                    const struct digest_checkpoints *checkpoints)
{
    struct sha256 hash;
    sha256_init(&hash);
    uint8_t bytes[VALUES_AT_ONCE * FR_BYTES];
    size_t used = 0;
    uint32_t rank = 0;
    for (uint32_t i = 0; i < assignment->aux_count; i++) {
        uint8_t *value = bytes + used * FR_BYTES;
        if (bitmap_get(matrices->wide_bits, i)) {
            fr_to_bytes(value, &assignment->wide[rank++]);
        } else {
            memset(value, 0, FR_BYTES);
            value[0] = bitmap_get(assignment->bits, i);
        }
        used++;
        bool stop = is_checkpoint(checkpoints, (uint64_t)i + 1);
        if (stop || used == VALUES_AT_ONCE) {
            sha256_update(&hash, bytes, used * FR_BYTES);
            used = 0;
        }
        if (stop) {
            report(checkpoints, (uint64_t)i + 1, &hash);
        }
    }
    sha256_update(&hash, bytes, used * FR_BYTES);
    sha256_final(&hash, out);
    memory_wipe(bytes, sizeof bytes);
}

void witness_inputs_digest(uint8_t out[SHA256_BYTES], const struct assignment *assignment)
{
    struct sha256 hash;
    sha256_init(&hash);
    for (uint32_t i = 0; i < assignment->input_count; i++) {
        uint8_t bytes[FR_BYTES];
        fr_to_bytes(bytes, &assignment->inputs[i]);
        sha256_update(&hash, bytes, FR_BYTES);
    }
    sha256_final(&hash, out);
}
