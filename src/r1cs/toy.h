/* A small circuit for tests of keys and provers: y = f(f(.. x)) with f(v) = v^3 + v + 5.
 *
 * Besides the rounds it has an input no constraint uses ("free" = 7) and one boolean wire. */
#ifndef CUZK_R1CS_TOY_H
#define CUZK_R1CS_TOY_H

#include "r1cs/builder.h"

/* rounds >= 1. x is read in WITNESS mode only. Inputs: 1, y, 7. */
void toy_circuit(struct builder *builder, unsigned rounds, const fr *x);

/* The same, from start to finish. Own their results. */
enum status toy_matrices(struct r1cs_matrices *out, unsigned rounds, struct error *err);
enum status toy_assignment(struct assignment *out, const struct r1cs_matrices *matrices,
                           unsigned rounds, const fr *x, struct error *err);

#endif
