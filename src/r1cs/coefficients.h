/* The dictionary of coefficients: every distinct field element once, found by hash.
 *
 * Index 0 is 1, 1 is -1, 2 is 2, 3 is -2, so that index xor 1 negates these four. At most 65536
 * entries, because terms hold 16-bit indices; Filecoin circuits have less than 8000. */
#ifndef CUZK_R1CS_COEFFICIENTS_H
#define CUZK_R1CS_COEFFICIENTS_H

#include "field/fr.h"

enum {
    COEFFICIENT_ONE,
    COEFFICIENT_MINUS_ONE,
    COEFFICIENT_TWO,
    COEFFICIENT_MINUS_TWO,
};

#define COEFFICIENTS_MAX   65536u
#define COEFFICIENTS_FULL  UINT32_MAX
#define COEFFICIENT_POWERS FR_BITS /* powers of two with exponents below this */

struct coefficients {
    fr *values;
    uint32_t count, capacity;
    uint32_t *slots; /* open addressing; index + 1, 0 for empty */
    uint32_t slot_count;
    uint32_t powers[2][COEFFICIENT_POWERS]; /* index + 1 of 2^e and of -2^e, 0 for not looked up */
};

/* False when memory is out. Owns; free with coefficients_free (a zeroed struct is fine). */
bool coefficients_init(struct coefficients *coefficients);
void coefficients_free(struct coefficients *coefficients);

/* Index of the value, added when it is new; COEFFICIENTS_FULL when there is no room or no memory.
 */
uint32_t coefficients_find(struct coefficients *coefficients, const fr *value);

/* Index of 2^exponent or of its negative; exponent < COEFFICIENT_POWERS. */
uint32_t coefficients_power(struct coefficients *coefficients, unsigned exponent, bool negative);

#endif
