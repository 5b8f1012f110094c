#include "curve/curve_test.h"

#define POINT(name)      g1_##name
#define POINT_AFFINE     g1_affine
#define POINT_XYZZ       g1_xyzz
#define FIELD(name)      fp_##name
#define FIELD_ELEMENT    fp
#define TEST(name)       test_g1_##name
#define TEST_FIELD(name) test_fp_##name

static const struct test_small_order small_orders[] = {
    {3,
     {0xd955555555558e39u, 0xa395554e5c6aaaau, 0xcd104635a790520cu, 0xcc27c3d6fbd7063fu,
      0x190937e76bc3e447u, 0x8ab05f8bdd54cdeu}},
    {11,
     {0xff0a941963702343u, 0x461258dc05b269c8u, 0xe11e05f8de12635bu, 0xe98ebcebf11641bdu,
      0x85e8f4b11c0f6f71u, 0x37046124713073u}},
    {10177,
     {0x3a24a99528dca02bu, 0x34a3754bcaa7f489u, 0x1355fc141ebb629u, 0x6108ec4349c3ed61u,
      0x428bdeec60fd2e92u, 0x4365bf803u}},
    {859267,
     {0x5b8e0c186760b113u, 0x99f9c8df3382e955u, 0x9972d05a4b963f83u, 0x51940e20533818e4u,
      0x14f9a9bfc6a1d68eu, 0x26b97eu}},
    {52437899,
     {0x85f4e51b4a558443u, 0x2109579598622c3fu, 0xf3bb074193d88072u, 0x2ea79eb7aa6cc575u,
      0x7289d2f199a7fe44u, 0x2a9u}},
};

#include "curve/point_test.inc.h"
