/* The fields of the C1 document (docs/filecoin.md 2.3, 2.4): a tree of constant tables. Internal to
 * the C1 reader. */
#ifndef CUZK_FILECOIN_C1_FIELDS_H
#define CUZK_FILECOIN_C1_FIELDS_H

enum shape_of {
    OBJECT,
    VARIANT, /* an object of exactly one field, whose name is a choice */
    LIST,
    VALUE, /* 32 bytes */
    NUMBER,
    NAME,
    NOTHING, /* null */
};

/* What a field is about: where the handler puts it. */
enum place {
    HERE, /* nothing to set up */
    DOCUMENT,
    PROOF_NAME,
    TAG,
    PARTITIONS,
    PARTITION,
    CHALLENGE,
    COMM_D,
    COMM_R_LAST,
    DATA,
    SINGLE,
    SUB,
    TOP,
    ROOT,
    LEAF,
    PATH_BASE,
    PATH_SUB,
    PATH_TOP,
    LEVELS,
    LEVEL,
    SIBLINGS,
    SIBLING,
    POSITION,
    C_X,
    DRG_COLUMNS,
    DRG_COLUMN,
    EXP_COLUMNS,
    EXP_COLUMN,
    COLUMN_TREE,
    COLUMN_INDEX,
    ROWS,
    ROW,
    LABELINGS,
    LABELING,
    ENCODING,
    LABEL_PARENTS,
    LABEL_PARENT,
    LABEL_LAYER,
    LABEL_NODE,
    VALUE_COMM_R,
    VALUE_COMM_D,
    VALUE_REPLICA_ID,
    VALUE_SEED,
    VALUE_TICKET,
};

struct schema_field {
    const char *name;
    enum shape_of shape;
    enum place place;
    const struct schema_field *fields; /* of objects; choices of variants; the item of lists */
    unsigned field_count;
};

extern const struct schema_field c1_document;

#endif
