#include "r1cs/lc.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 64,
    INSERTION_MAX = 24, /* below this insertion beats counting */
    CAPACITY_MAX = 1 << 30,
};

bool lc_grow(struct lc *lc)
{
    uint32_t capacity = lc->capacity == 0 ? FIRST_CAPACITY : lc->capacity * 2;
    if (capacity > CAPACITY_MAX) {
        lc->failed = true;
        return false;
    }
    uint64_t *terms = realloc(lc->terms, capacity * sizeof(uint64_t));
    if (terms != NULL) {
        lc->terms = terms;
        uint64_t *other = realloc(lc->other, capacity * sizeof(uint64_t));
        if (other != NULL) {
            lc->other = other;
            lc->capacity = capacity;
            return true;
        }
    }
    lc->failed = true;
    return false;
}

void lc_free(struct lc *lc)
{
    free(lc->terms);
    free(lc->other);
    *lc = (struct lc){0};
}

void lc_add_constant(struct lc *lc, const fr *value)
{
    if (lc->has_constant) {
        fr_add(&lc->constant, &lc->constant, value);
    } else {
        lc->constant = *value;
        lc->has_constant = true;
    }
}

static void sort_by_insertion(uint64_t *terms, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint64_t term = terms[i];
        uint32_t j = i;
        for (; j > 0 && terms[j - 1] > term; j--) {
            terms[j] = terms[j - 1];
        }
        terms[j] = term;
    }
}

/* Least significant digit first over the bytes of the wire in which terms differ. */
static void sort_by_counting(struct lc *lc)
{
    uint64_t differ = 0;
    for (uint32_t i = 1; i < lc->count; i++) {
        differ |= lc->terms[i] ^ lc->terms[0];
    }
    for (unsigned shift = 32; shift < 64; shift += 8) {
        if ((differ >> shift & 0xff) == 0) {
            continue;
        }
        uint32_t start[257] = {0};
        for (uint32_t i = 0; i < lc->count; i++) {
            start[(lc->terms[i] >> shift & 0xff) + 1]++;
        }
        for (int i = 0; i < 256; i++) {
            start[i + 1] += start[i];
        }
        for (uint32_t i = 0; i < lc->count; i++) {
            lc->other[start[lc->terms[i] >> shift & 0xff]++] = lc->terms[i];
        }
        uint64_t *sorted = lc->other;
        lc->other = lc->terms;
        lc->terms = sorted;
    }
}

static bool is_sorted(const struct lc *lc)
{
    for (uint32_t i = 1; i < lc->count; i++) {
        if (lc_term_wire(lc->terms[i - 1]) >= lc_term_wire(lc->terms[i])) {
            return false;
        }
    }
    return true;
}

/* Terms are sorted; each run of one wire becomes one term or none. */
static bool merge(struct lc *lc, struct coefficients *coefficients)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < lc->count;) {
        wire v = lc_term_wire(lc->terms[i]);
        uint32_t end = i + 1;
        while (end < lc->count && lc_term_wire(lc->terms[end]) == v) {
            end++;
        }
        if (end == i + 1) {
            lc->terms[out++] = lc->terms[i];
        } else {
            fr sum = coefficients->values[lc_term_coefficient(lc->terms[i])];
            for (uint32_t j = i + 1; j < end; j++) {
                fr_add(&sum, &sum, &coefficients->values[lc_term_coefficient(lc->terms[j])]);
            }
            if (!fr_is_zero(&sum)) {
                uint32_t index = coefficients_find(coefficients, &sum);
                if (index == COEFFICIENTS_FULL) {
                    return false;
                }
                lc->terms[out++] = (uint64_t)v << 32 | index;
            }
        }
        i = end;
    }
    lc->count = out;
    return true;
}

bool lc_normalize(struct lc *lc, struct coefficients *coefficients)
{
    if (lc->has_constant && !fr_is_zero(&lc->constant)) {
        lc_add(lc, WIRE_ONE, coefficients_find(coefficients, &lc->constant));
    }
    lc->has_constant = false;
    if (!lc->failed && !is_sorted(lc)) {
        if (lc->count <= INSERTION_MAX) {
            sort_by_insertion(lc->terms, lc->count);
        } else {
            sort_by_counting(lc);
        }
        lc->failed = !merge(lc, coefficients);
    }
    return !lc->failed;
}
