/* The secrets a key is made from, and where they come from.
 *
 * Who knows them can forge proofs. They exist for tests and development: real keys come from a
 * ceremony. The struct is wiped with setup_secrets_wipe. */
#ifndef CUZK_GROTH16_SECRETS_H
#define CUZK_GROTH16_SECRETS_H

#include "curve/encoding.h"

struct setup_secrets {
    fr alpha, beta, gamma, delta, tau;
    g1_affine g1; /* generators: every point of the key is a multiple of one */
    g2_affine g2;
};

void setup_secrets_wipe(struct setup_secrets *secrets);

/* Fresh, with the standard generators. Errors: IO. */
enum status setup_secrets_random(struct setup_secrets *out, struct error *err);

/* Those of a development key: scalar X is the SHA-256 of "cuzk-dev-key" || seed || "X", 32 bytes
 * little-endian reduced mod r; standard generators. The same seed gives the same key everywhere. */
void setup_secrets_dev(struct setup_secrets *out, const char *seed);

/* From a JSON file: alpha, beta, gamma, delta, tau (64 hex digits, little-endian), g1, g2
 * (compressed, hex), in the top object or in its field "setup"; other fields are ignored. Errors:
 * MISSING_FILE, BAD_JSON, MISSING_FIELD, WRONG_TYPE, BAD_LENGTH, BAD_ENCODING, NON_CANONICAL, those
 * of points. */
enum status setup_secrets_read(struct setup_secrets *out, const char *path, struct error *err);

/* What a key for a domain of 2^domain_log2 needs: no scalar zero, tau^m != 1, delta != gamma,
 * generators finite. Errors: INVALID_ARGUMENT, INSECURE_KEY, naming the secret, not its value. */
enum status setup_secrets_check(const struct setup_secrets *secrets, unsigned domain_log2,
                                struct error *err);

#endif
