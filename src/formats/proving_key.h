/* bellperson's Groth16 key files: `.params` (proving key) and `.vk` (verifying key).
 *
 * All points uncompressed, counts u32 big-endian (docs/formats.md). Every count and the file's
 * length are checked by arithmetic before anything is allocated or read. The vectors of a .params
 * stay in the file; the key names where they are. */
#ifndef CUZK_FORMATS_PROVING_KEY_H
#define CUZK_FORMATS_PROVING_KEY_H

#include "msm/points.h"

struct verifying_key {
    g1_affine alpha_g1, beta_g1, delta_g1;
    g2_affine beta_g2, gamma_g2, delta_g2;
    g1_affine *ic;     /* owned */
    uint32_t ic_count; /* inputs, with the constant one */
};

/* Points are checked on the curve and in the subgroup. Errors: MISSING_FILE, BAD_FILE (shorter than
 * any key), SECTION_SIZE (file length against counts), TRAILING_DATA, COUNT_MISMATCH (no ic point),
 * TOO_LARGE, point errors naming the field, INSECURE_KEY (delta = gamma: anyone can make proofs for
 * it. gamma alone may be the generator, as in keys of a ceremony). */
enum status verifying_key_read(struct verifying_key *out, const char *path, struct error *err);
enum status verifying_key_write(const struct verifying_key *key, const char *path, bool force,
                                struct error *err);
void verifying_key_free(struct verifying_key *key);

/* The same from and to memory. out: verifying_key_bytes(key->ic_count) bytes. */
#define VERIFYING_KEY_HEAD_BYTES 868 /* up to the points of ic */

/* Most points of ic that a reader takes: far beyond any circuit (the largest has 25,841), little
 * enough that they may be held in memory whatever a file says. */
#define VERIFYING_KEY_IC_MAX ((uint32_t)1 << 20)

enum status verifying_key_decode(struct verifying_key *out, const uint8_t *bytes, size_t count,
                                 const char *where, struct error *err);
void verifying_key_encode(uint8_t *out, const struct verifying_key *key);
size_t verifying_key_bytes(uint32_t ic_count);
bool verifying_key_equal(const struct verifying_key *a, const struct verifying_key *b);

struct proving_key {
    struct file_in *file; /* owned */
    struct verifying_key vk;
    struct point_source h, l, a, b_g1, b_g2; /* FILE form */
};

/* Reads the vk part (checked as above) and the counts. Errors: as above, COUNT_MISMATCH when no
 * circuit has these counts (b_g1 and b_g2 differ, h is not a power of two less one, ..). Points of
 * the vectors are not read. */
enum status proving_key_open(struct proving_key *out, const char *path, struct error *err);
void proving_key_close(struct proving_key *key);

/* Length of a .params file with these counts. */
uint64_t proving_key_file_bytes(uint32_t ic, uint32_t h, uint32_t l, uint32_t a, uint32_t b);

#endif
