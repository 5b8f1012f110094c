#include "filecoin/ids.h"

#include <string.h>

#include "hash/sha256.h"

void porep_id(uint8_t out[32], const struct seal_proof *proof)
{
    memset(out, 0, 32);
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(proof->number >> (8 * i));
}

void prover_id(uint8_t out[32], uint64_t miner_id)
{
    memset(out, 0, 32);
    do {
        uint8_t low = miner_id & 0x7f;
        miner_id >>= 7;
        *out++ = miner_id != 0 ? low | 0x80 : low;
    } while (miner_id != 0);
}

void replica_id(uint8_t out[32], const uint8_t prover[32], uint64_t sector_number,
                const uint8_t ticket[32], const uint8_t comm_d[32], const uint8_t porep[32])
{
    uint8_t sector[8];
    for (int i = 0; i < 8; i++)
        sector[i] = (uint8_t)(sector_number >> (56 - 8 * i));
    struct sha256 hash;
    sha256_init(&hash);
    sha256_update(&hash, prover, 32);
    sha256_update(&hash, sector, sizeof sector);
    sha256_update(&hash, ticket, 32);
    sha256_update(&hash, comm_d, 32);
    sha256_update(&hash, porep, 32);
    sha256_final(&hash, out);
    out[31] &= 0x3f;
}
