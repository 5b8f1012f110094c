#include "msm/point_ops.h"

#define POINT(name)   g1_##name
#define POINT_AFFINE  g1_affine
#define POINT_XYZZ    g1_xyzz
#define POINT_GROUP   point_group_g1
#define ENCODED_BYTES G1_UNCOMPRESSED_BYTES
#include "msm/point_group.inc.h"

#define POINT(name)   g2_##name
#define POINT_AFFINE  g2_affine
#define POINT_XYZZ    g2_xyzz
#define POINT_GROUP   point_group_g2
#define ENCODED_BYTES G2_UNCOMPRESSED_BYTES
#include "msm/point_group.inc.h"
