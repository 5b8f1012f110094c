/* Tests of point encodings, for G1 and G2. The includer defines POINT(name), POINT_AFFINE,
 * TEST(name), COORDINATE_BYTES, and POINT_HEX and POINT_COMPRESSED_HEX of the generator. */

#define WIDE (2 * COORDINATE_BYTES)

/* Decodes and, where it fails, sees to it that the error says so and `out` is left alone. */
static enum status TEST(decode)(POINT_AFFINE *out, const uint8_t *in, bool compressed,
                                unsigned check)
{
    POINT_AFFINE before = *out;
    struct error err = {0};
    enum status status = compressed ? POINT(decode_compressed)(out, in, check, "here", &err)
                                    : POINT(decode)(out, in, check, "here", &err);

    assert_int_equal(err.status, status);
    if (status != STATUS_OK) {
        assert_string_equal(err.where, "here");
        assert_true(strlen(err.message) > 0);
        assert_memory_equal(out, &before, sizeof before);
    }
    return status;
}

static void TEST(encoding_generator)(void **state)
{
    uint8_t expected[WIDE], out[WIDE];
    POINT_AFFINE a = {0};

    (void)state;
    test_from_hex(expected, POINT_HEX);
    POINT(encode)(out, &POINT(generator));
    assert_memory_equal(out, expected, WIDE);
    assert_int_equal(TEST(decode)(&a, out, false, POINT_CHECK_SUBGROUP), STATUS_OK);
    assert_true(POINT(affine_equal)(&a, &POINT(generator)));
    test_from_hex(expected, POINT_COMPRESSED_HEX);
    POINT(encode_compressed)(out, &POINT(generator));
    assert_memory_equal(out, expected, COORDINATE_BYTES);
    a = POINT(affine_identity);
    assert_int_equal(TEST(decode)(&a, out, true, POINT_CHECK_SUBGROUP), STATUS_OK);
    assert_true(POINT(affine_equal)(&a, &POINT(generator)));
}

static void TEST(encoding_round_trip)(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        POINT_AFFINE a, b = {0};
        uint8_t out[WIDE];

        TEST(random)(&a);
        POINT(encode)(out, &a);
        for (unsigned check = POINT_CHECK_NONE; check <= POINT_CHECK_SUBGROUP; check++) {
            assert_int_equal(TEST(decode)(&b, out, false, check), STATUS_OK);
            assert_true(POINT(affine_equal)(&a, &b));
        }
        /* Both signs of y. */
        for (int sign = 0; sign < 2; sign++) {
            POINT(encode_compressed)(out, &a);
            assert_int_equal(TEST(decode)(&b, out, true, POINT_CHECK_SUBGROUP), STATUS_OK);
            assert_true(POINT(affine_equal)(&a, &b));
            POINT(affine_neg)(&a, &a);
            out[0] ^= 0x20;
            assert_int_equal(TEST(decode)(&b, out, true, POINT_CHECK_SUBGROUP), STATUS_OK);
            assert_true(POINT(affine_equal)(&a, &b));
        }
    }
}

static void TEST(encoding_flags)(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags < 8; flags++) {
        POINT_AFFINE a = {0};
        uint8_t in[WIDE];
        enum status expected;

        POINT(encode)(in, &POINT(generator));
        in[0] = (uint8_t)((in[0] & 0x1f) | flags << 5);
        expected = flags == 0 ? STATUS_OK : STATUS_BAD_ENCODING;
        assert_int_equal(TEST(decode)(&a, in, false, POINT_CHECK_SUBGROUP), expected);
        POINT(encode_compressed)(in, &POINT(generator));
        in[0] = (uint8_t)((in[0] & 0x1f) | flags << 5);
        expected = flags == 4 || flags == 5 ? STATUS_OK : STATUS_BAD_ENCODING;
        assert_int_equal(TEST(decode)(&a, in, true, POINT_CHECK_SUBGROUP), expected);
    }
}

static void TEST(encoding_infinity)(void **state)
{
    const unsigned allow = POINT_CHECK_SUBGROUP | POINT_ALLOW_INFINITY;

    (void)state;
    for (int compressed = 0; compressed < 2; compressed++) {
        size_t length = compressed ? COORDINATE_BYTES : WIDE;
        uint8_t in[WIDE], expected[WIDE] = {compressed ? 0xc0 : 0x40};
        POINT_AFFINE a = POINT(generator);

        memset(in, 0xff, sizeof in);
        if (compressed)
            POINT(encode_compressed)(in, &POINT(affine_identity));
        else
            POINT(encode)(in, &POINT(affine_identity));
        assert_memory_equal(in, expected, length);
        assert_int_equal(TEST(decode)(&a, in, compressed, allow), STATUS_OK);
        assert_true(POINT(affine_is_identity)(&a));
        for (unsigned check = POINT_CHECK_NONE; check <= POINT_CHECK_SUBGROUP; check++)
            assert_int_equal(TEST(decode)(&a, in, compressed, check), STATUS_POINT_AT_INFINITY);
        /* Any single other bit makes it dirty. */
        for (size_t bit = 0; bit < 8 * length; bit++) {
            if (bit == 6 || bit == 7)
                continue;
            in[bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_int_equal(TEST(decode)(&a, in, compressed, allow), STATUS_BAD_ENCODING);
            in[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
}

/* Zero coordinates without the infinity flag stand for the identity inside, but name no point. */
static void TEST(encoding_zero_coordinates)(void **state)
{
    uint8_t in[WIDE] = {0};
    POINT_AFFINE a = POINT(generator);

    (void)state;
    for (unsigned check = POINT_CHECK_NONE; check <= POINT_CHECK_SUBGROUP; check++) {
        assert_int_equal(TEST(decode)(&a, in, false, check), STATUS_NOT_ON_CURVE);
        assert_int_equal(TEST(decode)(&a, in, false, check | POINT_ALLOW_INFINITY),
                         STATUS_NOT_ON_CURVE);
    }
}

/* Adds p to each coordinate of Fp; where that still fits under the flags the value is the same
 * modulo p. The modulus itself and all ones are refused as well. */
static void TEST(encoding_non_canonical)(void **state)
{
    static const uint8_t zeros[FP_BYTES] = {0};
    POINT_AFFINE a = {0};

    (void)state;
    for (int compressed = 0; compressed < 2; compressed++) {
        size_t length = compressed ? COORDINATE_BYTES : WIDE;

        for (size_t at = 0; at < length; at += FP_BYTES) {
            for (int kind = 0; kind < 3; kind++) {
                uint8_t in[WIDE];
                unsigned carry = kind == 2;

                POINT(encode)(in, &POINT(generator));
                if (kind > 0)
                    memcpy(in + at, zeros, FP_BYTES);
                for (size_t i = FP_BYTES; i-- > 0;) {
                    size_t place = FP_BYTES - 1 - i;
                    carry += (uint8_t)(fp_modulus.limb[place / 8] >> place % 8 * 8);
                    carry += in[at + i];
                    in[at + i] = (uint8_t)carry;
                    carry >>= 8;
                }
                if (at == 0 && in[0] >= 0x20)
                    continue;
                if (compressed)
                    in[0] |= 0x80;
                assert_int_equal(TEST(decode)(&a, in, compressed, POINT_CHECK_NONE),
                                 STATUS_NON_CANONICAL);
                if (at == 0)
                    in[0] |= 0x1f;
                else
                    in[at] = 0xff;
                assert_int_equal(TEST(decode)(&a, in, compressed, POINT_CHECK_NONE),
                                 STATUS_NON_CANONICAL);
            }
        }
    }
}

static void TEST(encoding_not_on_curve)(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        POINT_AFFINE a, b = {0};
        uint8_t in[WIDE];
        size_t bit;

        TEST(random)(&a);
        POINT(encode)(in, &a);
        /* The low half of the last coordinate, so that it stays below p. */
        bit = test_random() % 64;
        in[WIDE - 1 - bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(TEST(decode)(&b, in, false, POINT_CHECK_NONE), STATUS_OK);
        assert_int_equal(TEST(decode)(&b, in, false, POINT_CHECK_CURVE), STATUS_NOT_ON_CURVE);
        assert_int_equal(TEST(decode)(&b, in, false, POINT_CHECK_SUBGROUP), STATUS_NOT_ON_CURVE);
    }
    /* About every second x has no point. */
    unsigned rejected = 0;
    for (unsigned x = 0; x < 64; x++) {
        POINT_AFFINE b = {0};
        uint8_t in[WIDE] = {0x80};

        in[COORDINATE_BYTES - 1] = (uint8_t)x;
        enum status status = TEST(decode)(&b, in, true, POINT_CHECK_NONE);
        assert_true(status == STATUS_OK || status == STATUS_NOT_ON_CURVE);
        rejected += status == STATUS_NOT_ON_CURVE;
        assert_true(status != STATUS_OK || POINT(is_on_curve)(&b));
    }
    assert_in_range(rejected, 8, 56);
}

static void TEST(encoding_not_in_subgroup)(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        POINT_AFFINE a, b = {0};
        uint8_t in[WIDE];

        TEST(random_curve)(&a);
        POINT(encode)(in, &a);
        assert_int_equal(TEST(decode)(&b, in, false, POINT_CHECK_CURVE), STATUS_OK);
        assert_true(POINT(affine_equal)(&a, &b));
        assert_int_equal(TEST(decode)(&b, in, false, POINT_CHECK_SUBGROUP), STATUS_NOT_IN_SUBGROUP);
        POINT(encode_compressed)(in, &a);
        assert_int_equal(TEST(decode)(&b, in, true, POINT_CHECK_CURVE), STATUS_OK);
        assert_true(POINT(affine_equal)(&a, &b));
        assert_int_equal(TEST(decode)(&b, in, true, POINT_CHECK_SUBGROUP), STATUS_NOT_IN_SUBGROUP);
    }
}

#undef WIDE
