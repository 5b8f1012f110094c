/* Fuzz target: the four point decoders on any bytes.
 *
 * Byte 0 chooses the form and the check, the rest is the point (short input is padded with zeros).
 * What is accepted must encode to the very same bytes. */
#include <stdlib.h>
#include <string.h>

#include "curve/encoding.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void decode_g1(const uint8_t *in, bool compressed, unsigned check)
{
    uint8_t out[G1_UNCOMPRESSED_BYTES];
    g1_affine a;
    enum status status = compressed ? g1_decode_compressed(&a, in, check, "fuzz", NULL)
                                    : g1_decode(&a, in, check, "fuzz", NULL);

    if (status != STATUS_OK)
        return;
    if (compressed)
        g1_encode_compressed(out, &a);
    else
        g1_encode(out, &a);
    if (memcmp(out, in, compressed ? G1_COMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES) != 0)
        abort();
    if ((check & 0xff) == POINT_CHECK_SUBGROUP &&
        !(g1_is_on_curve(&a) && g1_is_in_subgroup_plain(&a)))
        abort();
}

static void decode_g2(const uint8_t *in, bool compressed, unsigned check)
{
    uint8_t out[G2_UNCOMPRESSED_BYTES];
    g2_affine a;
    enum status status = compressed ? g2_decode_compressed(&a, in, check, "fuzz", NULL)
                                    : g2_decode(&a, in, check, "fuzz", NULL);

    if (status != STATUS_OK)
        return;
    if (compressed)
        g2_encode_compressed(out, &a);
    else
        g2_encode(out, &a);
    if (memcmp(out, in, compressed ? G2_COMPRESSED_BYTES : G2_UNCOMPRESSED_BYTES) != 0)
        abort();
    if ((check & 0xff) == POINT_CHECK_SUBGROUP &&
        !(g2_is_on_curve(&a) && g2_is_in_subgroup_plain(&a)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t in[G2_UNCOMPRESSED_BYTES] = {0};
    unsigned check;

    if (size == 0)
        return 0;
    memcpy(in, data + 1, size - 1 < sizeof in ? size - 1 : sizeof in);
    check = (data[0] >> 2) % 3u | ((data[0] & 0x80) != 0 ? POINT_ALLOW_INFINITY : 0);
    if ((data[0] & 2) == 0)
        decode_g1(in, (data[0] & 1) != 0, check);
    else
        decode_g2(in, (data[0] & 1) != 0, check);
    return 0;
}
