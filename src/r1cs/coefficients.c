#include "r1cs/coefficients.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 1024 };

static size_t slot_of(const struct coefficients *coefficients, const fr *value)
{
    uint64_t hash = 0;
    for (int i = 0; i < FR_LIMBS; i++) {
        hash = (hash ^ value->limb[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    size_t mask = coefficients->slot_count - 1, slot = hash & mask;
    for (;;) {
        uint32_t entry = coefficients->slots[slot];
        if (entry == 0 || fr_equal(&coefficients->values[entry - 1], value)) {
            return slot;
        }
        slot = (slot + 1) & mask;
    }
}

static bool grow(struct coefficients *coefficients)
{
    uint32_t capacity = coefficients->capacity == 0 ? FIRST_CAPACITY : coefficients->capacity * 2;
    fr *values = realloc(coefficients->values, capacity * sizeof(fr));
    if (values == NULL) {
        return false;
    }
    coefficients->values = values;
    uint32_t *slots = calloc((size_t)capacity * 2, sizeof(uint32_t));
    if (slots == NULL) {
        return false;
    }
    free(coefficients->slots);
    coefficients->slots = slots;
    coefficients->slot_count = capacity * 2;
    coefficients->capacity = capacity;
    for (uint32_t i = 0; i < coefficients->count; i++) {
        coefficients->slots[slot_of(coefficients, &values[i])] = i + 1;
    }
    return true;
}

bool coefficients_init(struct coefficients *coefficients)
{
    *coefficients = (struct coefficients){0};
    fr value = fr_one, negative;
    for (int i = 0; i < 2; i++) {
        fr_neg(&negative, &value);
        if (coefficients_find(coefficients, &value) == COEFFICIENTS_FULL ||
            coefficients_find(coefficients, &negative) == COEFFICIENTS_FULL) {
            coefficients_free(coefficients);
            return false;
        }
        fr_double(&value, &value);
    }
    return true;
}

void coefficients_free(struct coefficients *coefficients)
{
    free(coefficients->slots);
    free(coefficients->values);
    *coefficients = (struct coefficients){0};
}

uint32_t coefficients_find(struct coefficients *coefficients, const fr *value)
{
    if (coefficients->count == coefficients->capacity && coefficients->count < COEFFICIENTS_MAX &&
        !grow(coefficients)) {
        return COEFFICIENTS_FULL;
    }
    size_t slot = slot_of(coefficients, value);
    if (coefficients->slots[slot] == 0) {
        if (coefficients->count == COEFFICIENTS_MAX) {
            return COEFFICIENTS_FULL;
        }
        coefficients->values[coefficients->count++] = *value;
        coefficients->slots[slot] = coefficients->count;
    }
    return coefficients->slots[slot] - 1;
}

uint32_t coefficients_power(struct coefficients *coefficients, unsigned exponent, bool negative)
{
    assert(exponent < COEFFICIENT_POWERS);
    uint32_t *known = &coefficients->powers[negative][exponent];
    if (*known == 0) {
        fr_plain plain = {{0}};
        plain.limb[exponent / 64] = (uint64_t)1 << (exponent % 64);
        fr value;
        fr_from_plain(&value, &plain);
        if (negative) {
            fr_neg(&value, &value);
        }
        uint32_t index = coefficients_find(coefficients, &value);
        if (index == COEFFICIENTS_FULL) {
            return index;
        }
        *known = index + 1;
    }
    return *known - 1;
}
