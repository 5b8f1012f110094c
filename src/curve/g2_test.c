#include "curve/curve_test.h"

#define POINT(name)      g2_##name
#define POINT_AFFINE     g2_affine
#define POINT_XYZZ       g2_xyzz
#define FIELD(name)      fp2_##name
#define FIELD_ELEMENT    fp2
#define TEST(name)       test_g2_##name
#define TEST_FIELD(name) test_fp2_##name

static const struct test_small_order small_orders[] = {
    {13,
     {0x29f4e3380941cfddu, 0xa706298882819145u, 0xb3ca5c33c3fd8ff8u, 0x96568f2d18c750b4u,
      0xd6461e907737d78eu, 0xcfdac10ff1fc5b48u, 0x3677f5d45f7cedb8u, 0xb33907d71557a7d3u,
      0x56f3b9bdc84396cau, 0x28ba1c1fa6b67083u, 0xa7136c440a0c65b7u, 0x4005449cda731u}},
    {23,
     {0xb5540aa5804bb595u, 0x55c861790a3cc012u, 0x4b06fb96e09de25u, 0x21fe9e0346d3c231u,
      0xb990d5fbd2d9b42bu, 0xb518655c33a8b236u, 0xf5d126da598b99dbu, 0x23f6a2afa96b5e43u,
      0x52f26668aaed6d26u, 0x76821c578a6e8c79u, 0x889cb5381880d0a5u, 0x1473e413236ddu}},
    {2713,
     {0xe0d520ee8ae8bc2du, 0x2185cf414efe8a6au, 0xb1ef426ad51a2cbbu, 0x975962d2d53a875u,
      0xce204c72df226dc5u, 0xa8bcaa5cfea7bc15u, 0x3170df91252e784du, 0xf67fd34a2a90a45bu,
      0x13da8777344b8bfcu, 0xde4d74f74f145432u, 0x5c987842842a1a26u, 0x3fcee61e74c2u}},
};

#include "curve/point_test.inc.h"
