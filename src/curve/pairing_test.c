#include "curve/curve_test.h"
#include "base/memory.h"
#include "curve/encoding.h"
#include "curve/pairing.h"

static void pair(fp12 *out, const g1_affine *p, const g2_affine *q)
{
    miller_loop_points(out, p, q, 1);
    final_exponentiation(out, out);
}

static void g1_scaled(g1_affine *out, const g1_affine *a, const fr *k)
{
    g1_xyzz p;

    g1_from_affine(&p, a);
    g1_mul(&p, &p, k);
    g1_to_affine(out, &p);
}

static void g2_scaled(g2_affine *out, const g2_affine *a, const fr *k)
{
    g2_xyzz p;

    g2_from_affine(&p, a);
    g2_mul(&p, &p, k);
    g2_to_affine(out, &p);
}

static void test_non_degenerate(void **state)
{
    fp12 e, power;

    (void)state;
    pair(&e, &g1_generator, &g2_generator);
    assert_false(fp12_is_one(&e));
    fp12_pow(&power, &e, fr_modulus.limb, FR_LIMBS);
    assert_true(fp12_is_one(&power));
    fp12_cyclotomic_pow(&power, &e, fr_modulus.limb, FR_LIMBS);
    assert_true(fp12_is_one(&power));
}

static void test_bilinear(void **state)
{
    fp12 e, left, right;
    fr a, b, product;
    fr_plain plain;
    g1_affine p;
    g2_affine q;

    (void)state;
    for (int i = 0; i < 3; i++) {
        test_fr_random(&a);
        test_fr_random(&b);
        g1_scaled(&p, &g1_generator, &a);
        g2_scaled(&q, &g2_generator, &b);
        pair(&left, &p, &q);
        fr_mul(&product, &a, &b);
        fr_to_plain(&plain, &product);
        pair(&e, &g1_generator, &g2_generator);
        fp12_pow(&right, &e, plain.limb, FR_LIMBS);
        assert_true(fp12_equal(&left, &right));
        g1_scaled(&p, &g1_generator, &product);
        pair(&right, &p, &g2_generator);
        assert_true(fp12_equal(&left, &right));
        g2_scaled(&q, &g2_generator, &product);
        pair(&right, &g1_generator, &q);
        assert_true(fp12_equal(&left, &right));
    }
}

/* The exponent 3 (p^12 - 1)/r done plainly: (p^12 - 1)/r by the easy part and a long power. */
static void test_final_exponentiation_plain(void **state)
{
    /* (p^4 - p^2 + 1)/r */
    static const uint64_t hard[] = {
        0xe516c3f438e3ba79u, 0xfa9912aae208ccf1u, 0x905ce937335d5b68u, 0xc71a2629b0dea236u,
        0x83774940996754c8u, 0x21d160aeb6a1e799u, 0x2ed0b283ed237db4u, 0x915c97f36c6f1821u,
        0x67f17fcbde783765u, 0x2378b9039096d1b7u, 0x7988f8761bdc51dcu, 0x2076995003fc77a1u,
        0x827eca0ba621315bu, 0xe5a72bce8d63cb9fu, 0xf68f7764c28b6f8au, 0x2f230063cf081517u,
        0x94506632528d6a9au, 0xd3cde88eeb996ca3u, 0xc0bd38c3195c899eu, 0xf686b3d807d01u,
    };
    fp12 f, easy, t, plain, fast;

    (void)state;
    test_fp2_random(&f.c0.c0);
    test_fp2_random(&f.c0.c1);
    test_fp2_random(&f.c0.c2);
    test_fp2_random(&f.c1.c0);
    test_fp2_random(&f.c1.c1);
    test_fp2_random(&f.c1.c2);
    fp12_inverse(&t, &f);
    fp12_conjugate(&easy, &f);
    fp12_mul(&easy, &easy, &t);
    fp12_frobenius(&t, &easy, 2);
    fp12_mul(&easy, &easy, &t);
    fp12_pow(&plain, &easy, hard, sizeof hard / sizeof hard[0]);
    fp12_sqr(&t, &plain);
    fp12_mul(&plain, &plain, &t);
    final_exponentiation(&fast, &f);
    assert_true(fp12_equal(&plain, &fast));
}

static void test_products(void **state)
{
    enum { COUNT = 19 };
    struct g2_prepared *prepared[COUNT];
    g1_affine p[COUNT];
    g2_affine q[COUNT];

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        test_g1_random(&p[i]);
        test_g2_random(&q[i]);
        if (i == 2 || i == COUNT - 1)
            p[i] = g1_affine_identity;
        if (i == 2 || i == 4)
            q[i] = g2_affine_identity;
        assert_int_equal(g2_prepare(&prepared[i], &q[i], NULL), STATUS_OK);
    }
    for (size_t count = 0; count <= COUNT; count++) {
        fp12 product = fp12_one, one, points, lines;

        for (size_t i = 0; i < count; i++) {
            miller_loop_points(&one, &p[i], &q[i], 1);
            fp12_mul(&product, &product, &one);
        }
        miller_loop_points(&points, p, q, count);
        miller_loop(&lines, p, (const struct g2_prepared *const *)prepared, count);
        assert_true(fp12_equal(&points, &product));
        /* Lines made in the same way give the same value before the final exponentiation. */
        assert_true(fp12_equal(&lines, &product));
    }
    for (size_t i = 0; i < COUNT; i++)
        memory_free(prepared[i]);
}

static void test_identity(void **state)
{
    fp12 e;

    (void)state;
    pair(&e, &g1_affine_identity, &g2_generator);
    assert_true(fp12_is_one(&e));
    pair(&e, &g1_generator, &g2_affine_identity);
    assert_true(fp12_is_one(&e));
    miller_loop_points(&e, NULL, NULL, 0);
    assert_true(fp12_is_one(&e));
}

static void test_product_is_one(void **state)
{
    g1_affine p[3];
    g2_affine q[3];
    fr a, b, sum;

    (void)state;
    /* e(aP, Q) e(bP, Q) e(-(a + b)P, Q) */
    test_fr_random(&a);
    test_fr_random(&b);
    test_g1_random(&p[2]);
    test_g2_random(&q[0]);
    q[1] = q[2] = q[0];
    g1_scaled(&p[0], &p[2], &a);
    g1_scaled(&p[1], &p[2], &b);
    fr_add(&sum, &a, &b);
    fr_neg(&sum, &sum);
    g1_scaled(&p[2], &p[2], &sum);
    assert_true(pairing_product_is_one(p, q, 3));
    assert_false(pairing_product_is_one(p, q, 2));
    g1_affine_neg(&p[1], &p[1]);
    assert_false(pairing_product_is_one(p, q, 3));
}

/* The reference's proof over its toy key: e(A, B) = e(alpha, beta) e(ic, gamma) e(C, delta). */
#define TOY_INPUTS 2

static void read_file(uint8_t *out, size_t bytes, const char *path)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fread(out, 1, bytes, file), bytes);
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

static void toy_read(g1_affine p[4], g2_affine q[4], const uint64_t inputs[TOY_INPUTS])
{
    uint8_t vk[868 + 96 * (TOY_INPUTS + 1)], proof[192];
    const unsigned check = POINT_CHECK_SUBGROUP;
    const char *name = "toy-2";
    g1_affine ic;
    g1_xyzz sum, term;

    read_file(vk, sizeof vk, "tests/golden/params-toy/toy-2.vk");
    read_file(proof, sizeof proof, "tests/golden/params-toy/toy-2.proof");
    assert_memory_equal(vk + 864, "\0\0\0\3", 4);
    assert_int_equal(g1_decode_compressed(&p[0], proof, check, name, NULL), STATUS_OK);
    assert_int_equal(g2_decode_compressed(&q[0], proof + 48, check, name, NULL), STATUS_OK);
    g1_affine_neg(&p[0], &p[0]);
    assert_int_equal(g1_decode(&p[1], vk, check, name, NULL), STATUS_OK);
    assert_int_equal(g2_decode(&q[1], vk + 192, check, name, NULL), STATUS_OK);
    sum = g1_identity;
    for (size_t i = 0; i <= TOY_INPUTS; i++) {
        uint64_t x = i == 0 ? 1 : inputs[i - 1];

        assert_int_equal(g1_decode(&ic, vk + 868 + 96 * i, check, name, NULL), STATUS_OK);
        g1_from_affine(&term, &ic);
        g1_mul_plain(&term, &term, &x, 1);
        g1_add(&sum, &sum, &term);
    }
    g1_to_affine(&p[2], &sum);
    assert_int_equal(g2_decode(&q[2], vk + 384, check, name, NULL), STATUS_OK);
    assert_int_equal(g1_decode_compressed(&p[3], proof + 144, check, name, NULL), STATUS_OK);
    assert_int_equal(g2_decode(&q[3], vk + 672, check, name, NULL), STATUS_OK);
}

static void test_reference_proof(void **state)
{
    /* public_inputs of toy-2.json */
    const uint64_t inputs[TOY_INPUTS] = {0xa7a3, 7}, wrong[TOY_INPUTS] = {0xa7a3, 8};
    struct g2_prepared *prepared[4];
    g1_affine p[4];
    g2_affine q[4];
    fp12 f;

    (void)state;
    toy_read(p, q, inputs);
    assert_true(pairing_product_is_one(p, q, 4));
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(g2_prepare(&prepared[i], &q[i], NULL), STATUS_OK);
    miller_loop(&f, p, (const struct g2_prepared *const *)prepared, 4);
    final_exponentiation(&f, &f);
    assert_true(fp12_is_one(&f));
    for (size_t i = 0; i < 4; i++)
        memory_free(prepared[i]);
    toy_read(p, q, wrong);
    assert_false(pairing_product_is_one(p, q, 4));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_non_degenerate),
        cmocka_unit_test(test_bilinear),
        cmocka_unit_test(test_final_exponentiation_plain),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_identity),
        cmocka_unit_test(test_product_is_one),
        cmocka_unit_test(test_reference_proof),
    };

    test_random_seed(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
