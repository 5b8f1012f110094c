#include "hash/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/text.h"

static void assert_digest(const void *message, size_t count, const char *hex)
{
    uint8_t out[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    sha256(out, message, count);
    hex_encode(text, out, sizeof out);
    assert_string_equal(text, hex);
}

/* FIPS 180-4 examples (csrc.nist.gov), and the empty message. */
static void known_answers(void **state)
{
    (void)state;
    assert_digest("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_digest("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_digest(two_blocks, strlen(two_blocks),
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    size_t million = 1000000;
    char *as = malloc(million);
    assert_non_null(as);
    memset(as, 'a', million);
    assert_digest(as, million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(as);
}

static void chosen_compression_is_the_portable_one(void **state)
{
    (void)state;
    unsigned seed = (unsigned)time(NULL);
    print_message("seed %u\n", seed);
    srand(seed);
    for (int run = 0; run < 500; run++) {
        uint8_t blocks[5 * 64];
        uint32_t a[8], b[8];
        for (size_t i = 0; i < sizeof blocks; i++)
            blocks[i] = (uint8_t)rand();
        for (int i = 0; i < 8; i++)
            a[i] = b[i] = (uint32_t)rand() * 2654435761u;
        size_t count = (size_t)run % 6;
        sha256_compress(a, blocks, count);
        sha256_compress_portable(b, blocks, count);
        assert_memory_equal(a, b, sizeof a);
    }
}

static void parts_make_the_whole(void **state)
{
    (void)state;
    uint8_t message[300], whole[SHA256_BYTES], parts[SHA256_BYTES];
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 7);
    for (size_t step = 1; step < 150; step++) {
        struct sha256 hash;
        sha256_init(&hash);
        for (size_t at = 0; at < sizeof message; at += step) {
            size_t count = sizeof message - at < step ? sizeof message - at : step;
            sha256_update(&hash, message + at, count);
            sha256_final(&hash, parts); /* changes nothing */
        }
        sha256(whole, message, sizeof message);
        assert_memory_equal(whole, parts, sizeof whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(chosen_compression_is_the_portable_one),
        cmocka_unit_test(parts_make_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
