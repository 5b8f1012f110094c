/* Reader and writer of bincode: little-endian integers of fixed width, lists with a u64 count in
 * front.
 *
 * The reader is total: every read is bounded, every count is compared with the one that the circuit
 * needs, every field element is below r. The first failure is kept and names the field; later reads
 * do nothing and give zeros, so that readers of a format need not look after every field. Source:
 * docs/filecoin.md 2.2. */
#ifndef CUZK_FILECOIN_BINCODE_H
#define CUZK_FILECOIN_BINCODE_H

#include "field/fr.h"

#define BINCODE_DEPTH_MAX 8
#define BINCODE_NO_INDEX  UINT64_MAX

struct bincode {
    const uint8_t *bytes; /* borrowed */
    size_t count, at;
    char owner[48]; /* what the bytes belong to: "sector 101" */
    unsigned depth;
    struct {
        const char *name;
        uint64_t index;
    } path[BINCODE_DEPTH_MAX];
    enum status status;
    struct error *err;
};

/* Borrows bytes and err (may be NULL). */
void bincode_init(struct bincode *in, const void *bytes, size_t count, struct error *err);

/* Who is named in errors from now on. */
void bincode_owner(struct bincode *in, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The field that the next reads are part of; `name` is a literal. */
void bincode_enter(struct bincode *in, const char *name, uint64_t index);
void bincode_leave(struct bincode *in);

/* Remembers a failure at a field, unless there is one. */
void bincode_fail(struct bincode *in, enum status status, const char *field, uint64_t index,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

uint64_t bincode_u64(struct bincode *in, const char *field); /* BAD_LENGTH when bytes end */
uint64_t bincode_below(struct bincode *in, const char *field, uint64_t limit); /* INPUT_RANGE */
void bincode_count(struct bincode *in, const char *field, uint64_t expected);  /* COUNT_MISMATCH */
void bincode_variant(struct bincode *in, uint32_t expected);                   /* WRONG_TYPE */
void bincode_fr(struct bincode *in, fr *out, const char *field, uint64_t index); /* NON_CANONICAL */

/* The first failure, or TRAILING_DATA when bytes are left. */
enum status bincode_finish(struct bincode *in);

/* --- writing --- */

/* Counts only when bytes is NULL; else bytes has room for what a counting pass gave. */
struct bincode_out {
    uint8_t *bytes;
    size_t count;
};
void bincode_put_u32(struct bincode_out *out, uint32_t value);
void bincode_put_u64(struct bincode_out *out, uint64_t value);
void bincode_put_fr(struct bincode_out *out, const fr *value);

#endif
