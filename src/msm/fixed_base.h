/* Many multiples of one point: out[i] = [scalars[i]] base, affine. For key generation.
 *
 * A table of the base's multiples is made once per base; each multiple is then a handful of
 * batch-affine additions. Scalars in Montgomery form; a zero scalar gives the identity. */
#ifndef CUZK_MSM_FIXED_BASE_H
#define CUZK_MSM_FIXED_BASE_H

#include "base/threads.h"
#include "curve/encoding.h"

struct fixed_base_g1;
struct fixed_base_g2;

/* expected_count sizes the table (memory against speed). Free with the matching function. Errors:
 * OUT_OF_MEMORY. */
enum status fixed_base_g1_make(struct fixed_base_g1 **out, const g1_affine *base,
                               size_t expected_count, struct threads *threads, struct error *err);
enum status fixed_base_g2_make(struct fixed_base_g2 **out, const g2_affine *base,
                               size_t expected_count, struct threads *threads, struct error *err);
void fixed_base_g1_free(struct fixed_base_g1 *table);
void fixed_base_g2_free(struct fixed_base_g2 *table);

/* out: count points. Errors: OUT_OF_MEMORY. */
enum status fixed_base_g1_mul(const struct fixed_base_g1 *table, g1_affine *out, const fr *scalars,
                              size_t count, struct threads *threads, struct error *err);
enum status fixed_base_g2_mul(const struct fixed_base_g2 *table, g2_affine *out, const fr *scalars,
                              size_t count, struct threads *threads, struct error *err);

#endif
