#include "circuit/insertion.h"

#include <assert.h>

/* The orders of choices below are the reference's: any other gives other wires. s[i] is sibling i,
 * e the element. */

static void insert_2(struct builder *builder, struct num *out, const struct num *e,
                     const struct bit *index, const struct num *s)
{
    num_pick(builder, &out[0], index[0], &s[0], e);
    num_pick(builder, &out[1], index[0], e, &s[0]);
}

static void insert_4(struct builder *builder, struct num *out, const struct num *e,
                     const struct bit *index, const struct num *s)
{
    struct num t;
    num_pick(builder, &t, index[0], &s[0], e);
    num_pick(builder, &out[0], index[1], &s[0], &t);
    num_pick(builder, &t, index[0], e, &s[0]);
    num_pick(builder, &out[1], index[1], &s[1], &t);
    num_pick(builder, &t, index[0], &s[2], e);
    num_pick(builder, &out[2], index[1], &t, &s[1]);
    num_pick(builder, &t, index[0], e, &s[2]);
    num_pick(builder, &out[3], index[1], &t, &s[2]);
}

static void insert_8(struct builder *builder, struct num *out, const struct num *e,
                     const struct bit *index, const struct num *s)
{
    struct bit b0 = index[0], b1 = index[1], b2 = index[2];
    struct bit neither = bit_and(builder, bit_not(b0), bit_not(b1));
    struct bit both = bit_and(builder, b0, b1);
    struct num t, u;
    num_pick(builder, &t, neither, e, &s[0]);
    num_pick(builder, &out[0], b2, &s[0], &t);
    num_pick(builder, &t, b0, e, &s[0]);
    num_pick(builder, &u, b1, &s[1], &t);
    num_pick(builder, &out[1], b2, &s[1], &u);
    num_pick(builder, &t, b0, &s[2], e);
    num_pick(builder, &u, b1, &t, &s[1]);
    num_pick(builder, &out[2], b2, &s[2], &u);
    num_pick(builder, &t, both, e, &s[2]);
    num_pick(builder, &out[3], b2, &s[3], &t);
    num_pick(builder, &t, neither, e, &s[4]);
    num_pick(builder, &out[4], b2, &t, &s[3]);
    num_pick(builder, &t, b0, e, &s[4]);
    num_pick(builder, &u, b1, &s[5], &t);
    num_pick(builder, &out[5], b2, &u, &s[4]);
    num_pick(builder, &t, b0, &s[6], e);
    num_pick(builder, &u, b1, &t, &s[5]);
    num_pick(builder, &out[6], b2, &u, &s[5]);
    num_pick(builder, &t, both, e, &s[6]);
    num_pick(builder, &out[7], b2, &t, &s[6]);
}

void circuit_insert(struct builder *builder, struct num *out, const struct num *element,
                    const struct bit *index, const struct num *siblings, unsigned arity)
{
    assert(arity == 2 || arity == 4 || arity == 8);
    switch (arity) {
    case 2:
        insert_2(builder, out, element, index, siblings);
        break;
    case 4:
        insert_4(builder, out, element, index, siblings);
        break;
    default:
        insert_8(builder, out, element, index, siblings);
    }
}
