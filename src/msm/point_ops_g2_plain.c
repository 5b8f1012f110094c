#include "msm/point_ops.h"

#include <string.h>

#define POINT_OPS     point_ops_g2_plain
#define POINT_GROUP   point_group_g2
#define POINT(name)   g2_##name
#define POINT_AFFINE  g2_affine
#define FIELD(name)   fp2_##name
#define FIELD_ELEMENT fp2
#define ENCODED_BYTES G2_UNCOMPRESSED_BYTES
#include "msm/point_ops_plain.inc.h"
