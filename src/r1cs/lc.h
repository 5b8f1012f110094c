/* Linear combinations while a row is being made.
 *
 * A combination is a list of (wire, coefficient index) pairs in any order, with repetition, plus a
 * constant; lc_normalize sorts it as the stored form wants it and merges like terms. */
#ifndef CUZK_R1CS_LC_H
#define CUZK_R1CS_LC_H

#include "r1cs/coefficients.h"

/* A wire by its absolute number: inputs as they are, aux with the top bit set. Inputs compare below
 * aux. */
typedef uint32_t wire;
#define WIRE_ONE      0u
#define WIRE_AUX_FLAG 0x80000000u

struct lc {
    uint64_t *terms; /* wire << 32 | coefficient index */
    uint64_t *other; /* as large; for sorting */
    uint32_t count, capacity;
    bool has_constant, failed; /* failed: memory was out; terms are missing */
    fr constant;               /* on WIRE_ONE, when has_constant */
};

static inline wire lc_term_wire(uint64_t term)
{
    return (wire)(term >> 32);
}
static inline uint16_t lc_term_coefficient(uint64_t term)
{
    return (uint16_t)term;
}

bool lc_grow(struct lc *lc);

/* A zeroed struct is an empty combination. */
static inline void lc_add(struct lc *lc, wire v, uint32_t coefficient)
{
    if (lc->count == lc->capacity && !lc_grow(lc)) {
        return;
    }
    if (coefficient == COEFFICIENTS_FULL) {
        lc->failed = true;
        return;
    }
    lc->terms[lc->count++] = (uint64_t)v << 32 | coefficient;
}

void lc_add_constant(struct lc *lc, const fr *value);

/* Sorts by wire, merges, drops zeros, turns the constant into a term. False (and lc->failed) when
 * memory or the dictionary is full. */
bool lc_normalize(struct lc *lc, struct coefficients *coefficients);

/* Empties, keeps the memory. */
static inline void lc_clear(struct lc *lc)
{
    lc->count = 0;
    lc->has_constant = false;
}
void lc_free(struct lc *lc);

#endif
