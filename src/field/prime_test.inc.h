/* Template: tests common to both prime fields; after prime_values.inc.h. */

static void check_pair(const F_PLAIN *pa, const F_PLAIN *pb)
{
    F a, b, out;
    F_PLAIN want, negative;
    F_(from_plain)(&a, pa);
    F_(from_plain)(&b, pb);
    expect_plain(&a, pa);

    plain_add_mod(&want, pa, pb);
    F_(add)(&out, &a, &b);
    expect_plain(&out, &want);
    F_(add_portable)(&out, &a, &b);
    expect_plain(&out, &want);

    negative = *pb;
    if (!F_(is_zero)(&b))
        plain_subtract(&negative, &F_(modulus), pb);
    F_(neg)(&out, &b);
    expect_plain(&out, &negative);
    plain_add_mod(&want, pa, &negative);
    F_(sub)(&out, &a, &b);
    expect_plain(&out, &want);
    F_(sub_portable)(&out, &a, &b);
    expect_plain(&out, &want);

    plain_mul_mod(&want, pa, pb);
    F_(mul)(&out, &a, &b);
    expect_plain(&out, &want);
    F_(mul_portable)(&out, &a, &b);
    expect_plain(&out, &want);

    plain_mul_mod(&want, pa, pa);
    F_(sqr)(&out, &a);
    expect_plain(&out, &want);
    plain_add_mod(&want, pa, pa);
    F_(double)(&out, &a);
    expect_plain(&out, &want);
}

static void test_against_plain_integers(void **state)
{
    (void)state;
    for (int i = 0; i < EDGE_COUNT + 8; i++) {
        for (int j = 0; j < EDGE_COUNT + 8; j++) {
            F_PLAIN a, b;
            nth_plain(&a, i);
            nth_plain(&b, j);
            check_pair(&a, &b);
        }
    }
}

/* Values whose Montgomery limbs are extreme reach carries that random ones do not. */
static void test_paths_agree(void **state)
{
    (void)state;
    for (int round = 0; round < 50000; round++) {
        F_PLAIN raw[2];
        F v[2], fast, plain;
        for (int k = 0; k < 2; k++) {
            nth_plain(&raw[k], (int)(random_u64() % (EDGE_COUNT + 4)));
            if (random_u64() % 2)
                raw[k].limb[random_u64() % (F_LIMBS - 1)] = 0 - (random_u64() & 1);
            if (!F_(plain_is_canonical)(&raw[k]))
                raw[k].limb[F_LIMBS - 1] = 0;
            memcpy(&v[k], &raw[k], sizeof v[k]);
        }
        F_(mul)(&fast, &v[0], &v[1]);
        F_(mul_portable)(&plain, &v[0], &v[1]);
        assert_memory_equal(&fast, &plain, sizeof fast);
        F_(sqr)(&fast, &v[0]);
        F_(mul_portable)(&plain, &v[0], &v[0]);
        assert_memory_equal(&fast, &plain, sizeof fast);
        F_(add)(&fast, &v[0], &v[1]);
        F_(add_portable)(&plain, &v[0], &v[1]);
        assert_memory_equal(&fast, &plain, sizeof fast);
        F_(sub)(&fast, &v[0], &v[1]);
        F_(sub_portable)(&plain, &v[0], &v[1]);
        assert_memory_equal(&fast, &plain, sizeof fast);
    }
}

static void test_outputs_may_alias_inputs(void **state)
{
    (void)state;
    F a, b, want, x;
    random_element(&a);
    random_element(&b);
    F_(mul)(&want, &a, &b);
    x = a;
    F_(mul)(&x, &x, &b);
    assert_true(F_(equal)(&x, &want));
    x = b;
    F_(mul)(&x, &a, &x);
    assert_true(F_(equal)(&x, &want));
    F_(sqr)(&want, &a);
    x = a;
    F_(mul)(&x, &x, &x);
    assert_true(F_(equal)(&x, &want));
    x = a;
    F_(sqr)(&x, &x);
    assert_true(F_(equal)(&x, &want));
    F_(sub)(&want, &a, &b);
    x = b;
    F_(sub)(&x, &a, &x);
    assert_true(F_(equal)(&x, &want));
    F_(inverse)(&want, &a);
    x = a;
    F_(inverse)(&x, &x);
    assert_true(F_(equal)(&x, &want));
}

static void test_laws(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        F a, b, c, left, right, t;
        random_element(&a);
        random_element(&b);
        random_element(&c);
        F_(mul)(&left, &a, &b);
        F_(mul)(&left, &left, &c);
        F_(mul)(&right, &b, &c);
        F_(mul)(&right, &a, &right);
        assert_true(F_(equal)(&left, &right));
        F_(add)(&left, &a, &b);
        F_(mul)(&left, &left, &c);
        F_(mul)(&right, &a, &c);
        F_(mul)(&t, &b, &c);
        F_(add)(&right, &right, &t);
        assert_true(F_(equal)(&left, &right));
        F_(neg)(&t, &a);
        F_(add)(&t, &t, &a);
        assert_true(F_(is_zero)(&t));
        F_(mul)(&t, &a, &F_(one));
        assert_true(F_(equal)(&t, &a));
    }
}

static void test_pow(void **state)
{
    (void)state;
    F a, want = F_(one), got;
    random_element(&a);
    for (uint64_t e = 0; e < 40; e++) {
        F_(pow)(&got, &a, &e, 1);
        assert_true(F_(equal)(&got, &want));
        F_(mul)(&want, &want, &a);
    }
    /* Fermat */
    F_PLAIN order = F_(modulus);
    order.limb[0] -= 1;
    F_(pow)(&got, &a, order.limb, F_LIMBS);
    assert_true(F_(equal)(&got, &F_(one)));
    F_(pow)(&got, &a, order.limb, 0);
    assert_true(F_(equal)(&got, &F_(one)));
}

static void test_inverse(void **state)
{
    (void)state;
    F_PLAIN fermat = F_(modulus);
    fermat.limb[0] -= 2;
    for (int i = 0; i < 3000; i++) {
        F_PLAIN plain;
        F a, inverse, product;
        nth_plain(&plain, i);
        if (i >= EDGE_COUNT && i < EDGE_COUNT + 64 * F_LIMBS) {
            /* powers of two: the long runs of an Euclidean inversion */
            unsigned bit = (unsigned)(i - EDGE_COUNT);
            memset(&plain, 0, sizeof plain);
            plain.limb[bit / 64] = 1ULL << (bit % 64);
            if (!F_(plain_is_canonical)(&plain))
                continue;
        }
        F_(from_plain)(&a, &plain);
        F_(inverse)(&inverse, &a);
        F_(mul)(&product, &a, &inverse);
        assert_true(F_(equal)(&product, F_(is_zero)(&a) ? &F_(zero) : &F_(one)));
        if (i < 100) {
            F_(pow)(&product, &a, fermat.limb, F_LIMBS);
            assert_memory_equal(&product, &inverse, sizeof product);
        }
        /* and with these limbs as the Montgomery form */
        memcpy(&a, &plain, sizeof a);
        F_(inverse)(&inverse, &a);
        F_(mul)(&product, &a, &inverse);
        assert_true(F_(equal)(&product, F_(is_zero)(&a) ? &F_(zero) : &F_(one)));
    }
}

static void test_inverse_batch_keeps_zeros(void **state)
{
    (void)state;
    enum { COUNT = 37 };
    F values[COUNT], inverses[COUNT], scratch[COUNT], want;
    for (int pattern = 0; pattern < 4; pattern++) {
        for (int i = 0; i < COUNT; i++) {
            random_element(&values[i]);
            if (pattern == 3 || (pattern == 1 && i % 3 == 0) ||
                (pattern == 2 && (i == 0 || i == COUNT - 1)))
                values[i] = F_(zero);
        }
        memcpy(inverses, values, sizeof values);
        F_(inverse_batch)(inverses, COUNT, scratch);
        for (int i = 0; i < COUNT; i++) {
            F_(inverse)(&want, &values[i]);
            assert_true(F_(equal)(&inverses[i], &want));
        }
    }
    F_(inverse_batch)(inverses, 0, scratch);
}

static void test_sqrt(void **state)
{
    (void)state;
    int squares = 0;
    for (int i = 0; i < 100; i++) {
        F_PLAIN plain;
        F a, square, root, negative;
        nth_plain(&plain, i);
        F_(from_plain)(&a, &plain);
        F_(sqr)(&square, &a);
        assert_true(F_(sqrt)(&root, &square));
        F_(neg)(&negative, &root);
        assert_true(F_(equal)(&root, &a) || F_(equal)(&negative, &a));

        F marker = F_(one);
        root = marker;
        if (F_(sqrt)(&root, &a)) {
            squares++;
            F_(sqr)(&square, &root);
            assert_true(F_(equal)(&square, &a));
        } else {
            assert_true(F_(equal)(&root, &marker));
            /* Euler's criterion */
            F_PLAIN half;
            edge_plain(&half, 5);
            F_(pow)(&square, &a, half.limb, F_LIMBS);
            F_(neg)(&square, &square);
            assert_true(F_(equal)(&square, &F_(one)));
        }
    }
    assert_in_range(squares, 25, 80);
}

static void test_bytes(void **state)
{
    (void)state;
    for (int i = 0; i < 200; i++) {
        F_PLAIN plain;
        uint8_t bytes[F_BYTES], back[F_BYTES];
        F a;
        nth_plain(&plain, i);
        plain_bytes(bytes, &plain);
        assert_int_equal(F_(from_bytes)(&a, bytes, "test", NULL), STATUS_OK);
        expect_plain(&a, &plain);
        F_(to_bytes)(back, &a);
        assert_memory_equal(bytes, back, sizeof bytes);
    }
}

static void test_bytes_non_canonical(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        F_PLAIN plain = F_(modulus);
        uint8_t bytes[F_BYTES];
        struct error err = {0};
        F a = F_(one);
        if (i == 1)
            plain.limb[0] += 1;
        if (i == 2)
            plain.limb[F_LIMBS - 1] += 1;
        if (i == 3)
            plain.limb[F_LIMBS - 1] |= 1ULL << 63;
        plain_bytes(bytes, &plain);
        if (i == 4)
            memset(bytes, 0xff, sizeof bytes);
        assert_int_equal(F_(from_bytes)(&a, bytes, "field x", &err), STATUS_NON_CANONICAL);
        assert_int_equal(err.status, STATUS_NON_CANONICAL);
        assert_string_equal(err.where, "field x");
        assert_true(F_(equal)(&a, &F_(one)));
    }
}

#define PRIME_TESTS                                                                                \
    cmocka_unit_test(test_against_plain_integers), cmocka_unit_test(test_paths_agree),             \
        cmocka_unit_test(test_outputs_may_alias_inputs), cmocka_unit_test(test_laws),              \
        cmocka_unit_test(test_pow), cmocka_unit_test(test_inverse),                                \
        cmocka_unit_test(test_inverse_batch_keeps_zeros), cmocka_unit_test(test_sqrt),             \
        cmocka_unit_test(test_bytes), cmocka_unit_test(test_bytes_non_canonical)
