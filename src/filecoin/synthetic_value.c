#include "filecoin/synthetic_value.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum status synthetic_seed_check(const char *seed, struct error *err)
{
    size_t length = strnlen(seed, SYNTHETIC_SEED_MAX + 1);
    bool good = length >= 1 && length <= SYNTHETIC_SEED_MAX;
    for (size_t i = 0; i < length; i++) {
        good = good && seed[i] >= ' ' && seed[i] <= '~' && seed[i] != '\'' && seed[i] != '\\';
    }
    return good ? STATUS_OK
                : error_set(err, STATUS_INVALID_ARGUMENT, "seed",
                            "expected 1 to %d printable ASCII characters without quote and "
                            "backslash",
                            SYNTHETIC_SEED_MAX);
}

static void add_text(struct sha256 *hash, const char *text)
{
    sha256_update(hash, text, strlen(text));
}

void synthetic_source_init(struct synthetic_source *source, const char *seed, const char *suffix,
                           const char *tag)
{
    struct sha256 *hash = &source->prefix;
    sha256_init(hash);
    add_text(hash, "('");
    add_text(hash, seed);
    add_text(hash, suffix);
    add_text(hash, "', ");
    if (tag != NULL) {
        add_text(hash, "'");
        add_text(hash, tag);
        add_text(hash, "', ");
    }
}

void synthetic_value(uint8_t out[32], const struct synthetic_source *source, uint64_t a, uint64_t b)
{
    struct sha256 hash = source->prefix;
    char text[48];
    int length = snprintf(text, sizeof text, "%" PRIu64 ", %" PRIu64 ")", a, b);
    sha256_update(&hash, text, (size_t)length);
    sha256_final(&hash, out);
    for (unsigned i = 0; i < 31; i++) {
        out[i] = (uint8_t)(out[i] >> 3 | out[i + 1] << 5);
    }
    out[31] >>= 3;
}

void synthetic_bytes(uint8_t out[32], const char *what, const char *seed)
{
    struct sha256 hash;
    sha256_init(&hash);
    add_text(&hash, what);
    add_text(&hash, seed);
    sha256_final(&hash, out);
}
