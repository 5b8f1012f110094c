#include "msm/point_ops.h"

#include <string.h>

#include "field/fp_x8.h"

#define POINT_OPS        point_ops_g1_x8
#define POINT_GROUP      point_group_g1
#define POINT_AFFINE     g1_affine
#define COORDINATE       fp_x8
#define C(name)          fp_x8_##name
#define COORDINATE_PARTS 1
#define FIELD(name)      fp_##name
#define FIELD_ELEMENT    fp
#include "msm/point_ops_x8.inc.h"
