/* What a PoSt publicly is: registered proofs, challenges, partitions, public inputs.
 *
 * WinningPoSt: one sector, as 66 pseudo-sectors with one challenge each. WindowPoSt: sectors in the
 * caller's order, cut into partitions; the last one is filled with copies of the last sector.
 * Source: docs/filecoin.md 1.3, 5.2. */
#ifndef CUZK_FILECOIN_POST_RULES_H
#define CUZK_FILECOIN_POST_RULES_H

#include "field/fr.h"
#include "filecoin/proof_kinds.h"

#define POST_CHALLENGES_MAX WINNING_SECTORS /* of a sector */

struct post_proof {
    enum circuit_kind kind; /* CIRCUIT_WINNING or CIRCUIT_WINDOW */
    enum api_version api;   /* from 1.2 on the challenge index starts anew at each sector */
    const struct sector_shape *shape;
};

/* "StackedDrgWinning32GiBV1", "StackedDrgWindow32GiBV1", "StackedDrgWindow32GiBV1_2". Errors:
 * UNKNOWN_NAME. */
enum status post_proof_of_name(struct post_proof *out, const char *name, struct error *err);

/* The other way; "" when there is none. */
#define POST_PROOF_NAME_MAX 48
void post_proof_name(char out[POST_PROOF_NAME_MAX], const struct post_proof *proof);

struct post_sector {
    uint64_t id;
    uint8_t comm_r[32];
};

struct post_statement {
    struct post_proof proof;
    uint8_t randomness[32], prover_id[32];
    size_t sector_count;
    struct post_sector *sectors;
};

/* Challenges that a sector's vanilla proof answers. */
unsigned post_challenges_per_sector(const struct post_proof *proof);

/* Sectors of one partition's circuit, padding included; partitions of so many sectors. */
unsigned post_partition_sectors(const struct post_proof *proof);
size_t post_partition_count(const struct post_proof *proof, size_t sector_count);

/* Randomness and prover id below r, one sector (winning) or at least one (window), ids distinct.
 * Errors: NON_CANONICAL, COUNT_MISMATCH, DUPLICATE_FIELD, TOO_LARGE, OUT_OF_MEMORY. */
#define POST_SECTORS_MAX (1u << 20) /* a deadline holds far less; bounds every product */
enum status post_statement_check(const struct post_statement *statement, struct error *err);

/* Challenged node of the sector in place `position` of all, challenge i of that sector. */
uint64_t post_challenge(const struct post_statement *statement, size_t position, unsigned i);

/* The one of `eligible` sectors that has to give a WinningPoSt. */
uint64_t post_winning_sector(const uint8_t prover_id[32], const uint8_t randomness[32],
                             uint64_t eligible);

/* Public inputs of a partition as the verifier derives them, without the leading one: of each
 * sector comm_r, then its challenges. Errors: NON_CANONICAL, INPUT_RANGE (no such partition). */
size_t post_public_input_count(const struct post_proof *proof);
enum status post_public_inputs(fr *out, const struct post_statement *statement, size_t partition,
                               struct error *err);

#endif
