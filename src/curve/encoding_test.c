#include "curve/curve_test.h"
#include "curve/encoding.h"

/* The generators' encodings as published with Zcash's protocol. */
#define POINT(name)      g1_##name
#define POINT_AFFINE     g1_affine
#define TEST(name)       test_g1_##name
#define COORDINATE_BYTES G1_COMPRESSED_BYTES
#define POINT_HEX                                                                                  \
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00a"     \
    "db22c6bb08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae4"     \
    "0caa232946c5e7e1"
#define POINT_COMPRESSED_HEX                                                                       \
    "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00a"     \
    "db22c6bb"
#include "curve/encoding_test.inc.h"

#undef POINT
#undef POINT_AFFINE
#undef TEST
#undef COORDINATE_BYTES
#undef POINT_HEX
#undef POINT_COMPRESSED_HEX
#define POINT(name)      g2_##name
#define POINT_AFFINE     g2_affine
#define TEST(name)       test_g2_##name
#define COORDINATE_BYTES G2_COMPRESSED_BYTES
#define POINT_HEX                                                                                  \
    "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d05"     \
    "5d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbef"     \
    "d48056c8c121bdb80606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d27"     \
    "5cec1da1aaa9075ff05f79be0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c"     \
    "923ac9cc3baca289e193548608b82801"
#define POINT_COMPRESSED_HEX                                                                       \
    "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d05"     \
    "5d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbef"     \
    "d48056c8c121bdb8"
#include "curve/encoding_test.inc.h"

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_g1_encoding_generator),
        cmocka_unit_test(test_g2_encoding_generator),
        cmocka_unit_test(test_g1_encoding_round_trip),
        cmocka_unit_test(test_g2_encoding_round_trip),
        cmocka_unit_test(test_g1_encoding_flags),
        cmocka_unit_test(test_g2_encoding_flags),
        cmocka_unit_test(test_g1_encoding_infinity),
        cmocka_unit_test(test_g2_encoding_infinity),
        cmocka_unit_test(test_g1_encoding_zero_coordinates),
        cmocka_unit_test(test_g2_encoding_zero_coordinates),
        cmocka_unit_test(test_g1_encoding_non_canonical),
        cmocka_unit_test(test_g2_encoding_non_canonical),
        cmocka_unit_test(test_g1_encoding_not_on_curve),
        cmocka_unit_test(test_g2_encoding_not_on_curve),
        cmocka_unit_test(test_g1_encoding_not_in_subgroup),
        cmocka_unit_test(test_g2_encoding_not_in_subgroup),
    };

    test_random_seed(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
