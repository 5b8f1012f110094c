#include "msm/point_ops.h"

#include <string.h>

#include "field/fp2_x8.h"

#define POINT_OPS        point_ops_g2_x8
#define POINT_GROUP      point_group_g2
#define POINT_AFFINE     g2_affine
#define COORDINATE       fp2_x8
#define C(name)          fp2_x8_##name
#define COORDINATE_PARTS 2
#define FIELD(name)      fp2_##name
#define FIELD_ELEMENT    fp2
#include "msm/point_ops_x8.inc.h"
