/* The C1 output of a seal (PoRep vanilla proofs): in memory, and its reader.
 *
 * Input is the wrapper {"SectorNum","Phase1Out","SectorSize"} with the document in base64, or the
 * document itself. The reader takes bytes in any pieces and makes no tree of the JSON: base64,
 * tokens and schema run in one pass, values go to their place at once. What it accepts has the
 * structure of its registered proof (every count, every position in its arity, every field element
 * below r), so that it can go to a circuit; whether the values fit together is vanilla_check.h.
 * Source: docs/filecoin.md 2.3, 2.4. */
#ifndef CUZK_FILECOIN_C1_H
#define CUZK_FILECOIN_C1_H

#include "filecoin/proof_kinds.h"

/* Every 32-byte value is raw: little-endian, below r where it is a field element. */

struct tree_d_path { /* shape->log_nodes levels, leaf level first */
    uint8_t root[32], leaf[32];
    uint8_t siblings[TREE_D_LEVELS_MAX][32];
    uint8_t positions[TREE_D_LEVELS_MAX]; /* of the running hash: 0, 1 */
};

struct tree_path { /* trees C and R: tree_levels(shape) levels, leaf level first */
    uint8_t root[32], leaf[32];
    uint8_t siblings[TREE_LEVELS_MAX][TREE_SIBLINGS_MAX][32]; /* arity - 1 of each level */
    uint8_t positions[TREE_LEVELS_MAX];                       /* below the level's arity */
};

struct column_proof {
    uint32_t index;
    uint8_t rows[POREP_LAYERS_MAX][32]; /* shape->layers */
    struct tree_path path;              /* in tree C */
};

struct labeling_proof {
    uint32_t layer; /* layer_index, 1-based */
    uint64_t node;
    uint8_t parents[POREP_LABEL_PARENTS][32];
};

struct porep_challenge {
    struct tree_d_path comm_d;
    struct tree_path comm_r_last;
    struct column_proof c_x;
    struct column_proof parents[POREP_PARENTS];       /* drg_parents, then exp_parents */
    struct labeling_proof labeling[POREP_LAYERS_MAX]; /* shape->layers */
    struct labeling_proof encoding;
};

struct porep_c1 {
    const struct seal_proof *proof;
    uint8_t comm_r[32], comm_d[32], replica_id[32], seed[32], ticket[32];
    unsigned partition_count;
    /* partitions[k][i], i < proof->shape->challenges. Owned. */
    struct porep_challenge *partitions[POREP_PARTITIONS_MAX];
    bool wrapped;          /* then also: */
    int64_t sector_number; /* from 0 on */
    uint64_t sector_bytes;
};

void c1_free(struct porep_c1 *c1); /* NULL is fine */

struct c1_options {
    bool fewer_partitions; /* accept 1 .. all partitions instead of all */
};

#define C1_BYTES_MAX ((uint64_t)1 << 30) /* 64 GiB non-interactive wrapped: 0.65 GB */

/* --- the whole at once ---
 * Errors: those of the reader. options may be NULL (all off). *out is owned by the caller. */
enum status c1_parse(struct porep_c1 **out, const void *bytes, size_t count,
                     const struct c1_options *options, struct error *err);

/* A file, or standard input for "-". Errors: also MISSING_FILE, IO, FILE_CHANGED. */
enum status c1_read_file(struct porep_c1 **out, const char *path, const struct c1_options *options,
                         struct error *err);

/* --- in pieces --- */
struct c1_reader;

/* Errors: OUT_OF_MEMORY. */
enum status c1_reader_open(struct c1_reader **out, const struct c1_options *options,
                           struct error *err);

/* The next bytes; after an error every call returns that error again. `where` names the field, as
 * in "partition 3, challenge 7, replica_column_proofs.drg_parents[2].column.rows[4]".
 * Errors: BAD_JSON (with the byte's offset), BAD_BASE64, MISSING_FIELD, DUPLICATE_FIELD,
 * WRONG_TYPE, BAD_LENGTH (a 32-byte value of another length), NON_CANONICAL (a field element >= r),
 * COUNT_MISMATCH (a list's length against the shape), INPUT_RANGE (a position outside its arity, a
 * negative SectorNum),
 * UNKNOWN_NAME (registered proof, tag or variant), TOO_LARGE (numbers, nesting, the whole),
 * TRAILING_DATA, OUT_OF_MEMORY. Unknown fields are ignored, `_h: null` of a Column is required. */
enum status c1_reader_push(struct c1_reader *reader, const void *bytes, size_t count,
                           struct error *err);

/* After the last byte. On OK *out is owned by the caller. Errors: as above; BAD_JSON when the
 * document ends early. The reader still has to be closed. */
enum status c1_reader_finish(struct c1_reader *reader, struct porep_c1 **out, struct error *err);
void c1_reader_close(struct c1_reader *reader); /* NULL is fine */

#endif
