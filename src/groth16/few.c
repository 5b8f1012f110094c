#include "groth16/few.h"

#include <assert.h>

#include "base/memory.h"

enum {
    WINDOW_BITS = 4,
    MULTIPLES = (1 << WINDOW_BITS) - 1,
    WINDOWS = 256 / WINDOW_BITS,
    WINDOWS_A_LIMB = 64 / WINDOW_BITS,
};

struct few_term {
    fr_plain scalar;
    g1_xyzz multiple[MULTIPLES]; /* [1] .. [15] times the point */
};

static void term_make(struct few_term *out, const g1_affine *point, const fr *scalar)
{
    fr_to_plain(&out->scalar, scalar);
    g1_from_affine(&out->multiple[0], point);
    for (int i = 1; i < MULTIPLES; i++) {
        g1_add_affine(&out->multiple[i], &out->multiple[i - 1], point);
    }
}

enum status few_sum_g1(g1_xyzz *out, const g1_affine *points, const fr *scalars, size_t count,
                       struct error *err)
{
    struct few_term *terms = NULL;
    enum status status = memory_alloc((void **)&terms, count, sizeof *terms, "sum of inputs", err);

    assert(count <= FEW_MAX);
    if (status != STATUS_OK) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        term_make(&terms[i], &points[i], &scalars[i]);
    }
    *out = g1_identity;
    for (unsigned window = WINDOWS; window-- > 0;) {
        for (int bit = 0; bit < WINDOW_BITS; bit++) {
            g1_double(out, out);
        }
        for (size_t i = 0; i < count; i++) {
            uint64_t limb = terms[i].scalar.limb[window / WINDOWS_A_LIMB];
            size_t digit = limb >> (window % WINDOWS_A_LIMB * WINDOW_BITS) & MULTIPLES;
            if (digit != 0) {
                g1_add(out, out, &terms[i].multiple[digit - 1]);
            }
        }
    }
    memory_free(terms);
    return STATUS_OK;
}
