#include "filecoin/official_keys.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

const struct official_key official_keys[] = {
    {CIRCUIT_POREP,
     "2KiB",
     {"434fb1338ecfaf0f59256f30dde4968f", 1114707768u},
     {"dc1ade9929ade1708238f155343044ac", 4708u}},
    {CIRCUIT_POREP,
     "8MiB",
     {"09e612e4eeb7a0eb95679a88404f960c", 1429027896u},
     {"b687beb9adbd9dabe265a7e3620813e4", 4708u}},
    {CIRCUIT_POREP,
     "512MiB",
     {"6c77597eb91ab936c1cef4cf19eba1b3", 1988841144u},
     {"065179da19fbe515507267677f02823e", 4708u}},
    {CIRCUIT_POREP,
     "32GiB",
     {"6a388072a518cf46ebd661f5cc46900a", 47373928632u},
     {"0c7b4aac1c40fdb7eb82bc355b41addf", 32356u}},
    {CIRCUIT_POREP,
     "64GiB",
     {"1801f8a6e1b00bceb00cc27314bb5ce3", 47624967288u},
     {"a89884252c04c298d0b3c81bfd884164", 32356u}},
    {CIRCUIT_WINNING,
     "2KiB",
     {"82c88066be968bb550a05e30ff6c2413", 47299128u},
     {"ffd79788d614d27919ae5bd2d94eacb6", 13636u}},
    {CIRCUIT_WINNING,
     "8MiB",
     {"700171ecf7334e3199437c930676af82", 113383224u},
     {"79ebb55f56fda427743e35053edad8fc", 13636u}},
    {CIRCUIT_WINNING,
     "512MiB",
     {"827359440349fe8f5a016e7598993b79", 165299640u},
     {"bd2cd62f65c1ab84f19ca27e97b7c731", 13636u}},
    {CIRCUIT_WINNING,
     "32GiB",
     {"d84f79a16fe40e9e25a36e2107bb1ba0", 192050232u},
     {"fc02943678dd119e69e7fab8420e8819", 13636u}},
    {CIRCUIT_WINNING,
     "64GiB",
     {"2170a91ad5bae22ea61f2ea766630322", 200014584u},
     {"6d3789148fb6466d07ee1e24d6292fd6", 13636u}},
    {CIRCUIT_WINDOW,
     "2KiB",
     {"7610b9f82bfc88405b7a832b651ce2f6", 11501496u},
     {"0e0958009936b9d5e515ec97b8cb792d", 3076u}},
    {CIRCUIT_WINDOW,
     "8MiB",
     {"c49499bb76a0762884896f9683403f55", 30859704u},
     {"34d4feeacd9abf788d69ef1bb4d8fd00", 3076u}},
    {CIRCUIT_WINDOW,
     "512MiB",
     {"1a7d4a9c8a502a497ed92a54366af33f", 45257400u},
     {"4dae975de4f011f101f5a2f86d1daaba", 3076u}},
    {CIRCUIT_WINDOW,
     "32GiB",
     {"2cf49eb26f1fee94c85781a390ddb4c8", 60780374232u},
     {"0f8ec542485568fa3468c066e9fed82b", 2481508u}},
    {CIRCUIT_WINDOW,
     "64GiB",
     {"3810b7780ac0e299b22ae70f1f94c9bc", 62556733560u},
     {"59d2bf1857adc59a4f08fcf2afaa916b", 2429764u}},
    {CIRCUIT_SNAP,
     "2KiB",
     {"311f92a3e75036ced01b1c0025f1fa0c", 655789464u},
     {"eadad9784969890d30f2749708c79771", 1348u}},
    {CIRCUIT_SNAP,
     "8MiB",
     {"5aedd2cf3e5c0a15623d56a1b43110ad", 4268165208u},
     {"abd80269054d391a734febdac0d2e687", 1348u}},
    {CIRCUIT_SNAP,
     "512MiB",
     {"c3ad7bb549470b82ad52ed070aebb4f4", 21741422712u},
     {"994c5b7d450ca9da348c910689f2dc7f", 1348u}},
    {CIRCUIT_SNAP,
     "32GiB",
     {"1b3cfd761a961543f9eb273e435a06a2", 34453501368u},
     {"3a6941983754737fde880d29c7094905", 1348u}},
    {CIRCUIT_SNAP,
     "64GiB",
     {"1a392e7b759fb18e036c7559b5ece816", 35507495352u},
     {"80e366df2f1011953c2d01c7b7c9ee8e", 1348u}},
    {CIRCUIT_SNAP_POSEIDON,
     "32GiB",
     {"b69983b5d7a97a20f43b3d5ff2a4ed04", 11738331960u},
     {"1ac05784f304129f74c5184190c1ec78", 1348u}},
    {CIRCUIT_SNAP_POSEIDON,
     "64GiB",
     {"a6d4f96e2b641a6d7a1a8e6dc1155c8a", 12234484536u},
     {"8e8fb9e2c56eb5d740d0de135305a7b8", 1348u}},
};
const size_t official_key_count = sizeof official_keys / sizeof official_keys[0];

static const struct sector_shape *shape_of(const char *size_name)
{
    for (size_t i = 0; i < sector_shape_count; i++) {
        if (strcmp(sector_shapes[i].size_name, size_name) == 0) {
            return &sector_shapes[i];
        }
    }
    return NULL;
}

const struct official_file *official_file_of_path(const char *path)
{
    const char *slash = strrchr(path, '/'), *last = slash != NULL ? slash + 1 : path;
    if (strncmp(last, "v28-", 4) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < official_key_count; i++) {
        char name[PARAMETER_NAME_MAX];
        parameter_name(name, official_keys[i].kind, shape_of(official_keys[i].size_name));
        size_t length = strlen(name);
        if (strncmp(last, name, length) != 0) {
            continue;
        }
        if (strcmp(last + length, ".params") == 0) {
            return &official_keys[i].params;
        }
        if (strcmp(last + length, ".vk") == 0) {
            return &official_keys[i].vk;
        }
    }
    return NULL;
}

bool official_digest_agrees(const struct official_file *file, const uint8_t blake2b[BLAKE2B_BYTES])
{
    char hex[PUBLISHED_DIGEST_DIGITS + 1];
    hex_encode(hex, blake2b, PUBLISHED_DIGEST_DIGITS / 2);
    return strcmp(hex, file->digest) == 0;
}
