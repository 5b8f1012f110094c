#include "msm/point_ops.h"

#include <string.h>

#define POINT_OPS     point_ops_g1_plain
#define POINT_GROUP   point_group_g1
#define POINT(name)   g1_##name
#define POINT_AFFINE  g1_affine
#define FIELD(name)   fp_##name
#define FIELD_ELEMENT fp
#define ENCODED_BYTES G1_UNCOMPRESSED_BYTES
#include "msm/point_ops_plain.inc.h"
