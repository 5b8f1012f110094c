/* The micro-benchmarks, by the file that holds them. */
#ifndef CUZK_CMD_MICRO_CASES_H
#define CUZK_CMD_MICRO_CASES_H

#include "cmd/micro.h"

/* micro_field.c */
extern const struct micro_case micro_fp_mul, micro_fr_mul, micro_poseidon8, micro_pairing_check;
/* micro_fp_x8.c; absent from builds for other processors */
extern const struct micro_case micro_fp_mul_x8;
/* micro_algebra.c */
extern const struct micro_case micro_g1_msm, micro_g2_msm, micro_ntt, micro_quotient;

#endif
