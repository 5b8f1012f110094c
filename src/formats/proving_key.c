#include "formats/proving_key.h"

#include "base/memory.h"
#include "formats/params_layout.h"

static struct point_source source_of(const struct params_section *section,
                                     const struct file_in *file)
{
    return (struct point_source){
        .form = POINT_FORM_FILE,
        .file = file,
        .offset = section->offset + PARAMS_COUNT_BYTES,
        .count = section->count,
        .name = section->name,
    };
}

static enum status read_vk(struct verifying_key *out, const struct file_in *file, uint64_t vk_bytes,
                           struct error *err)
{
    uint8_t *bytes = NULL;
    enum status status = memory_alloc((void **)&bytes, (size_t)vk_bytes, 1, "verifying key", err);

    if (status == STATUS_OK) {
        status = file_in_read(file, bytes, (size_t)vk_bytes, 0, err);
    }
    if (status == STATUS_OK) {
        status = verifying_key_decode(out, bytes, (size_t)vk_bytes, file_in_path(file), err);
    }
    memory_free(bytes);
    return status;
}

enum status proving_key_open(struct proving_key *out, const char *path, struct error *err)
{
    struct proving_key key = {0};
    struct params_layout layout;
    enum status status = file_in_open(&key.file, path, err);

    if (status == STATUS_OK) {
        status = params_layout_read(&layout, key.file, err);
    }
    if (status == STATUS_OK) {
        status = read_vk(&key.vk, key.file, layout.section[PARAMS_VK].bytes, err);
    }
    if (status != STATUS_OK) {
        proving_key_close(&key);
        return status;
    }
    key.h = source_of(&layout.section[PARAMS_H], key.file);
    key.l = source_of(&layout.section[PARAMS_L], key.file);
    key.a = source_of(&layout.section[PARAMS_A], key.file);
    key.b_g1 = source_of(&layout.section[PARAMS_B_G1], key.file);
    key.b_g2 = source_of(&layout.section[PARAMS_B_G2], key.file);
    *out = key;
    return STATUS_OK;
}

void proving_key_close(struct proving_key *key)
{
    verifying_key_free(&key->vk);
    if (key->file != NULL) {
        file_in_close(key->file);
    }
    *key = (struct proving_key){0};
}
