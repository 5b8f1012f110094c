/* Groth16 proofs as Filecoin has them: A, B, C compressed, 192 bytes; several are concatenated.
 *
 * A reader accepts exactly what a writer of honest proofs can write; each kind of fault has its own
 * code (curve/encoding.h), named with the number of the proof and the element. */
#ifndef CUZK_FORMATS_PROOF_H
#define CUZK_FORMATS_PROOF_H

#include "curve/encoding.h"

#define PROOF_BYTES     192
#define PROOF_COUNT_MAX 65536 /* of one file; the largest known batch has 126 */

struct proof {
    g1_affine a;
    g2_affine b;
    g1_affine c;
};

void proof_encode(uint8_t out[PROOF_BYTES], const struct proof *proof);

/* index: for messages. Errors: BAD_ENCODING, NON_CANONICAL, NOT_ON_CURVE, NOT_IN_SUBGROUP,
 * POINT_AT_INFINITY. */
enum status proof_decode(struct proof *out, const uint8_t in[PROOF_BYTES], size_t index,
                         struct error *err);

/* *proofs: owned array of *count proofs, freed with memory_free. Errors: BAD_LENGTH (no proof, not
 * a multiple of 192 bytes, more than PROOF_COUNT_MAX), those of proof_decode. */
enum status proofs_decode(struct proof **proofs, size_t *count, const uint8_t *bytes,
                          size_t byte_count, struct error *err);

/* Same for a file ("-" is standard input). Errors: also MISSING_FILE, IO. */
enum status proofs_read(struct proof **proofs, size_t *count, const char *path, struct error *err);

#endif
