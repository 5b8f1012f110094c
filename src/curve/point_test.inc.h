/* Tests of point arithmetic, for G1 and G2. The includer defines what point.inc.h needs, TEST(name)
 * and TEST_FIELD(name) for random material, and small_orders. */

static void TEST(random_xyzz)(POINT_XYZZ *out)
{
    POINT_AFFINE a;
    FIELD_ELEMENT z;

    TEST(random)(&a);
    do {
        TEST_FIELD(random)(&z);
    } while (FIELD(is_zero)(&z));
    FIELD(sqr)(&out->zz, &z);
    FIELD(mul)(&out->zzz, &out->zz, &z);
    FIELD(mul)(&out->x, &a.x, &out->zz);
    FIELD(mul)(&out->y, &a.y, &out->zzz);
}

static void assert_point_equal(const POINT_XYZZ *a, const POINT_XYZZ *b)
{
    POINT_AFFINE affine_a, affine_b;

    assert_true(POINT(equal)(a, b));
    POINT(to_affine)(&affine_a, a);
    POINT(to_affine)(&affine_b, b);
    assert_true(POINT(affine_equal)(&affine_a, &affine_b));
    assert_true(POINT(is_on_curve)(&affine_a));
}

static void test_generator(void **state)
{
    (void)state;
    assert_true(POINT(is_on_curve)(&POINT(generator)));
    assert_true(POINT(is_in_subgroup)(&POINT(generator)));
    assert_true(POINT(is_in_subgroup_plain)(&POINT(generator)));
    assert_false(POINT(affine_is_identity)(&POINT(generator)));
}

/* x and y by the textbook's chord and tangent, apart from the formulas under test. */
static void chord(POINT_AFFINE *out, const POINT_AFFINE *a, const POINT_AFFINE *b)
{
    FIELD_ELEMENT slope, d;
    POINT_AFFINE sum;

    if (POINT(affine_equal)(a, b)) {
        FIELD(sqr)(&slope, &a->x);
        FIELD(double)(&d, &slope);
        FIELD(add)(&slope, &slope, &d);
        FIELD(double)(&d, &a->y);
    } else {
        FIELD(sub)(&slope, &b->y, &a->y);
        FIELD(sub)(&d, &b->x, &a->x);
    }
    FIELD(inverse)(&d, &d);
    FIELD(mul)(&slope, &slope, &d);
    FIELD(sqr)(&sum.x, &slope);
    FIELD(sub)(&sum.x, &sum.x, &a->x);
    FIELD(sub)(&sum.x, &sum.x, &b->x);
    FIELD(sub)(&d, &a->x, &sum.x);
    FIELD(mul)(&d, &d, &slope);
    FIELD(sub)(&sum.y, &d, &a->y);
    *out = sum;
}

static void test_against_chord(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        POINT_XYZZ a, b, sum, expected;
        POINT_AFFINE affine_a, affine_b, affine_sum;

        TEST(random_xyzz)(&a);
        TEST(random_xyzz)(&b);
        POINT(to_affine)(&affine_a, &a);
        POINT(to_affine)(&affine_b, &b);
        chord(&affine_sum, &affine_a, &affine_b);
        POINT(from_affine)(&expected, &affine_sum);
        POINT(add)(&sum, &a, &b);
        assert_point_equal(&sum, &expected);
        POINT(add_affine)(&sum, &a, &affine_b);
        assert_point_equal(&sum, &expected);
        chord(&affine_sum, &affine_a, &affine_a);
        POINT(from_affine)(&expected, &affine_sum);
        POINT(double)(&sum, &a);
        assert_point_equal(&sum, &expected);
    }
}

static void test_group_laws(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        POINT_XYZZ a, b, c, left, right;

        TEST(random_xyzz)(&a);
        TEST(random_xyzz)(&b);
        TEST(random_xyzz)(&c);
        POINT(add)(&left, &a, &b);
        POINT(add)(&right, &b, &a);
        assert_point_equal(&left, &right);
        POINT(add)(&left, &left, &c);
        POINT(add)(&right, &b, &c);
        POINT(add)(&right, &a, &right);
        assert_point_equal(&left, &right);
    }
}

static void test_special_operands(void **state)
{
    POINT_XYZZ a, same, opposite, twice, out;
    POINT_AFFINE affine, affine_opposite;

    (void)state;
    TEST(random_xyzz)(&a);
    POINT(to_affine)(&affine, &a);
    POINT(affine_neg)(&affine_opposite, &affine);
    POINT(from_affine)(&same, &affine);
    POINT(neg)(&opposite, &same);
    POINT(double)(&twice, &a);

    POINT(add)(&out, &a, &same);
    assert_point_equal(&out, &twice);
    POINT(add_affine)(&out, &a, &affine);
    assert_point_equal(&out, &twice);
    POINT(add)(&out, &a, &opposite);
    assert_point_equal(&out, &POINT(identity));
    POINT(add_affine)(&out, &a, &affine_opposite);
    assert_point_equal(&out, &POINT(identity));
    POINT(add)(&out, &a, &POINT(identity));
    assert_point_equal(&out, &a);
    POINT(add)(&out, &POINT(identity), &a);
    assert_point_equal(&out, &a);
    POINT(add_affine)(&out, &a, &POINT(affine_identity));
    assert_point_equal(&out, &a);
    POINT(add_affine)(&out, &POINT(identity), &affine);
    assert_point_equal(&out, &a);
    POINT(add)(&out, &POINT(identity), &POINT(identity));
    assert_point_equal(&out, &POINT(identity));
    POINT(add_affine)(&out, &POINT(identity), &POINT(affine_identity));
    assert_point_equal(&out, &POINT(identity));
    POINT(double)(&out, &POINT(identity));
    assert_point_equal(&out, &POINT(identity));
    POINT(neg)(&out, &POINT(identity));
    assert_point_equal(&out, &POINT(identity));
    assert_false(POINT(equal)(&a, &opposite));
    assert_false(POINT(equal)(&a, &POINT(identity)));
    assert_false(POINT(equal)(&POINT(identity), &a));
    assert_true(POINT(is_on_curve)(&POINT(affine_identity)));
    assert_true(POINT(is_in_subgroup)(&POINT(affine_identity)));
    assert_true(POINT(is_in_subgroup_plain)(&POINT(affine_identity)));
}

static void test_aliasing(void **state)
{
    POINT_XYZZ a, b, expected, out;
    POINT_AFFINE affine;

    (void)state;
    TEST(random_xyzz)(&a);
    TEST(random_xyzz)(&b);
    POINT(to_affine)(&affine, &b);
    POINT(add)(&expected, &a, &b);
    out = a;
    POINT(add)(&out, &out, &b);
    assert_point_equal(&out, &expected);
    out = b;
    POINT(add)(&out, &a, &out);
    assert_point_equal(&out, &expected);
    out = a;
    POINT(add_affine)(&out, &out, &affine);
    assert_point_equal(&out, &expected);
    POINT(double)(&expected, &a);
    out = a;
    POINT(add)(&out, &out, &out);
    assert_point_equal(&out, &expected);
    out = a;
    POINT(double)(&out, &out);
    assert_point_equal(&out, &expected);
}

static void test_mul(void **state)
{
    const uint64_t zero[2] = {0, 0};
    const uint64_t wide[3] = {0, 0, 1}; /* 2^128 */
    POINT_XYZZ a, sum, out, expected;
    fr k, m, both;

    (void)state;
    TEST(random_xyzz)(&a);
    sum = POINT(identity);
    for (uint64_t small = 0; small < 40; small++) {
        POINT(mul_plain)(&out, &a, &small, 1);
        assert_point_equal(&out, &sum);
        fr_from_u64(&k, small);
        POINT(mul)(&out, &a, &k);
        assert_point_equal(&out, &sum);
        POINT(add)(&sum, &sum, &a);
    }
    POINT(mul_plain)(&out, &a, zero, 2);
    assert_point_equal(&out, &POINT(identity));
    POINT(mul_plain)(&out, &a, zero, 0);
    assert_point_equal(&out, &POINT(identity));
    expected = a;
    for (int i = 0; i < 128; i++)
        POINT(double)(&expected, &expected);
    POINT(mul_plain)(&out, &a, wide, 3);
    assert_point_equal(&out, &expected);

    test_fr_random(&k);
    test_fr_random(&m);
    fr_add(&both, &k, &m);
    POINT(mul)(&out, &a, &k);
    POINT(mul)(&sum, &a, &m);
    POINT(add)(&sum, &sum, &out);
    POINT(mul)(&expected, &a, &both);
    assert_point_equal(&sum, &expected);
    fr_mul(&both, &k, &m);
    POINT(mul)(&out, &out, &m);
    POINT(mul)(&expected, &a, &both);
    assert_point_equal(&out, &expected);
    POINT(mul)(&out, &POINT(identity), &k);
    assert_point_equal(&out, &POINT(identity));
}

static void test_to_affine_batch(void **state)
{
    POINT_XYZZ points[17];
    POINT_AFFINE out[17], one;
    FIELD_ELEMENT scratch[17];

    (void)state;
    for (size_t i = 0; i < 17; i++) {
        TEST(random_xyzz)(&points[i]);
        if (i == 0 || i == 7 || i == 8 || i == 16)
            points[i] = POINT(identity);
    }
    for (size_t count = 0; count <= 17; count++) {
        POINT(to_affine_batch)(out, points, count, scratch);
        for (size_t i = 0; i < count; i++) {
            POINT(to_affine)(&one, &points[i]);
            assert_true(POINT(affine_equal)(&one, &out[i]));
        }
    }
}

static void test_subgroup(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        POINT_AFFINE inside, outside, mixed;
        POINT_XYZZ p, q;

        TEST(random)(&inside);
        assert_true(POINT(is_in_subgroup)(&inside));
        assert_true(POINT(is_in_subgroup_plain)(&inside));
        TEST(random_curve)(&outside);
        assert_true(POINT(is_on_curve)(&outside));
        assert_false(POINT(is_in_subgroup)(&outside));
        assert_false(POINT(is_in_subgroup_plain)(&outside));
        /* Only the part in the cofactor's group, then that and a good point. */
        POINT(from_affine)(&p, &outside);
        POINT(mul_plain)(&p, &p, fr_modulus.limb, FR_LIMBS);
        POINT(to_affine)(&mixed, &p);
        assert_false(POINT(is_in_subgroup)(&mixed));
        assert_false(POINT(is_in_subgroup_plain)(&mixed));
        POINT(from_affine)(&q, &inside);
        POINT(add)(&p, &p, &q);
        POINT(to_affine)(&mixed, &p);
        assert_false(POINT(is_in_subgroup)(&mixed));
        assert_false(POINT(is_in_subgroup_plain)(&mixed));
    }
}

/* Points of small prime order, and good points shifted by them. */
static void test_subgroup_small_orders(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small_orders / sizeof small_orders[0]; i++) {
        POINT_AFFINE a;
        POINT_XYZZ p, q;

        do {
            TEST(random_curve)(&a);
            POINT(from_affine)(&p, &a);
            POINT(mul_plain)(&p, &p, small_orders[i].multiple, TEST_ORDER_LIMBS);
        } while (POINT(is_identity)(&p));
        for (;;) {
            POINT(mul_plain)(&q, &p, &small_orders[i].prime, 1);
            if (POINT(is_identity)(&q))
                break;
            p = q;
        }
        POINT(to_affine)(&a, &p);
        assert_true(POINT(is_on_curve)(&a));
        assert_false(POINT(is_in_subgroup)(&a));
        assert_false(POINT(is_in_subgroup_plain)(&a));
        TEST(random)(&a);
        POINT(add_affine)(&p, &p, &a);
        POINT(to_affine)(&a, &p);
        assert_false(POINT(is_in_subgroup)(&a));
        assert_false(POINT(is_in_subgroup_plain)(&a));
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_against_chord),
        cmocka_unit_test(test_group_laws),
        cmocka_unit_test(test_special_operands),
        cmocka_unit_test(test_aliasing),
        cmocka_unit_test(test_mul),
        cmocka_unit_test(test_to_affine_batch),
        cmocka_unit_test(test_subgroup),
        cmocka_unit_test(test_subgroup_small_orders),
    };

    test_random_seed(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
