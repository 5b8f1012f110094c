#include "poly/ntt.h"

static size_t reverse_bits(size_t x, unsigned bits)
{
    size_t y = 0;
    for (unsigned i = 0; i < bits; i++)
        y |= (x >> i & 1) << (bits - 1 - i);
    return y;
}

/* Cooley and Tukey 1965, decimation in time; root has order 2^log_size. */
static void transform(fr *values, unsigned log_size, const fr *root)
{
    size_t size = (size_t)1 << log_size;
    for (size_t i = 0; i < size; i++) {
        size_t j = reverse_bits(i, log_size);
        if (i < j) {
            fr t = values[i];
            values[i] = values[j];
            values[j] = t;
        }
    }
    for (unsigned stage = 1; stage <= log_size; stage++) {
        size_t half = (size_t)1 << (stage - 1);
        fr step = *root; /* of order 2^stage */
        for (unsigned i = stage; i < log_size; i++)
            fr_sqr(&step, &step);
        for (size_t block = 0; block < size; block += 2 * half) {
            fr w = fr_one;
            for (size_t i = block; i < block + half; i++) {
                fr t;
                fr_mul(&t, &w, &values[i + half]);
                fr_sub(&values[i + half], &values[i], &t);
                fr_add(&values[i], &values[i], &t);
                fr_mul(&w, &w, &step);
            }
        }
    }
}

void ntt_forward_plain(fr *values, unsigned log_size)
{
    fr root;
    fr_root_of_unity(&root, log_size);
    transform(values, log_size, &root);
}

void ntt_inverse_plain(fr *values, unsigned log_size)
{
    fr root, scale;
    fr_root_of_unity(&root, log_size);
    fr_inverse(&root, &root);
    transform(values, log_size, &root);
    fr_from_u64(&scale, (uint64_t)1 << log_size);
    fr_inverse(&scale, &scale);
    for (size_t i = 0; i < (size_t)1 << log_size; i++)
        fr_mul(&values[i], &values[i], &scale);
}
