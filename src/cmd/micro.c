#include "cmd/micro_cases.h"

const struct micro_case *const micro_cases[] = {
    &micro_fp_mul, &micro_fp_mul_x8, &micro_fr_mul,   &micro_pairing_check, &micro_g1_msm,
    &micro_g2_msm, &micro_ntt,       &micro_quotient, &micro_poseidon8,
};
const unsigned micro_case_count = sizeof micro_cases / sizeof micro_cases[0];
