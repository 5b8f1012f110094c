#include "hash/blake2b.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void assert_hex(const uint8_t *bytes, size_t count, const char *hex)
{
    char text[2 * BLAKE2B_BYTES + 1];
    hex_encode(text, bytes, count);
    assert_string_equal(text, hex);
}

/* RFC 7693 appendix A; the published keyed test vector for the empty message; a short keyed
 * result and two longer messages from Python's hashlib. */
static void known_answers(void **state)
{
    (void)state;
    uint8_t out[BLAKE2B_BYTES], bytes[1000];
    blake2b(out, 64, NULL, 0, "abc", 3);
    assert_hex(out, 64,
               "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
               "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    blake2b(out, 64, bytes, 64, NULL, 0);
    assert_hex(out, 64,
               "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
               "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568");
    blake2b(out, 32, bytes, 7, bytes, 200);
    assert_hex(out, 32, "5b47173dc3d02acd78859c44d3e5b3bbda93463ae8b63d089c5a2b2a39554ba8");

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i % 251);
    blake2b(out, 64, NULL, 0, bytes, sizeof bytes);
    assert_hex(out, 64,
               "c11e1c0340bd7e5a1b275f1230c962fad215ecb1391486e74e31b960a2f29963"
               "81a5fad092da06841d5f26e38f6ecfeaf441acbcd1c2de61aef121e7927175f5");
    memset(bytes, 0, 128); /* exactly one block, which is the last */
    blake2b(out, 64, NULL, 0, bytes, 128);
    assert_hex(out, 64,
               "865939e120e6805438478841afb739ae4250cf372653078a065cdcfffca4caf7"
               "98e6d462b65d658fc165782640eded70963449ae1500fb0f24981d7727e22c41");
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    uint8_t message[520], whole[BLAKE2B_BYTES], parts[BLAKE2B_BYTES];
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 11);
    blake2b(whole, 64, message, 20, message, sizeof message);
    for (size_t step = 1; step < 300; step++) {
        struct blake2b hash;
        blake2b_init(&hash, 64, message, 20);
        for (size_t at = 0; at < sizeof message; at += step)
            blake2b_update(&hash, message + at,
                           sizeof message - at < step ? sizeof message - at : step);
        blake2b_final(&hash, parts);
        assert_memory_equal(whole, parts, sizeof whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(parts_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
