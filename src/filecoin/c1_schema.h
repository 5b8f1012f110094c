/* The C1 document as a table, and the handler that puts tokens in their place. Internal to the C1
 * reader (c1.h). */
#ifndef CUZK_FILECOIN_C1_SCHEMA_H
#define CUZK_FILECOIN_C1_SCHEMA_H

#include "filecoin/c1.h"
#include "filecoin/json_stream.h"

#define C1_NESTING_MAX 20 /* levels of known fields; 17 are in use */

struct schema_frame {
    const struct schema_field *field; /* what this level is */
    const struct schema_field *child; /* field under way; NULL between fields */
    unsigned count;                   /* items begun (lists), or the seen fields' bits (objects) */
};

struct c1_schema {
    struct porep_c1 *c1;
    const struct c1_options *options;
    const struct sector_shape *shape; /* from the tag of vanilla_proofs */
    char tag[32];

    struct schema_frame frames[C1_NESTING_MAX];
    unsigned depth;
    unsigned skipping; /* open levels of a value that is ignored */
    bool done;

    /* Where values go at the moment. */
    struct porep_challenge *challenge;
    struct tree_path *tree;
    struct tree_d_path *tree_d; /* NULL while in a tree C or R proof */
    struct column_proof *column;
    struct labeling_proof *labeling;
    unsigned level_first, level_end; /* of the part of a path under way */
    unsigned level;
    uint8_t *value; /* 32 bytes */
};

/* Borrows c1 (zeroed) and options. */
void c1_schema_init(struct c1_schema *schema, struct porep_c1 *c1,
                    const struct c1_options *options);

/* Whether `name` is a field of the document. */
bool c1_schema_knows(const char *name, size_t length);

/* json_handler; context is the schema. */
enum status c1_schema_token(void *context, struct json_stream *stream,
                            const struct json_token *token, struct error *err);

/* After the document: what concerns it as a whole. Errors: COUNT_MISMATCH, UNKNOWN_NAME. */
enum status c1_schema_finish(struct c1_schema *schema, struct error *err);

/* Path of the field under way, "" at the top. */
void c1_schema_where(const struct c1_schema *schema, char *out, size_t out_bytes);

#endif
