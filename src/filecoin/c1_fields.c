#include "filecoin/c1_fields.h"

#include <stddef.h>

#define FIELDS(list) .fields = list, .field_count = sizeof(list) / sizeof *(list)

static const struct schema_field sibling[] = {{"", VALUE, SIBLING, NULL, 0}};
static const struct schema_field element_fields[] = {
    {"hashes", LIST, SIBLINGS, FIELDS(sibling)},
    {"index", NUMBER, POSITION, NULL, 0},
};
static const struct schema_field level[] = {{"", OBJECT, LEVEL, FIELDS(element_fields)}};
static const struct schema_field path_fields[] = {{"path", LIST, LEVELS, FIELDS(level)}};
static const struct schema_field single_fields[] = {
    {"root", VALUE, ROOT, NULL, 0},
    {"leaf", VALUE, LEAF, NULL, 0},
    {"path", OBJECT, PATH_BASE, FIELDS(path_fields)},
};
static const struct schema_field sub_fields[] = {
    {"base_proof", OBJECT, PATH_BASE, FIELDS(path_fields)},
    {"sub_proof", OBJECT, PATH_SUB, FIELDS(path_fields)},
    {"root", VALUE, ROOT, NULL, 0},
    {"leaf", VALUE, LEAF, NULL, 0},
};
static const struct schema_field top_fields[] = {
    {"base_proof", OBJECT, PATH_BASE, FIELDS(path_fields)},
    {"sub_proof", OBJECT, PATH_SUB, FIELDS(path_fields)},
    {"top_proof", OBJECT, PATH_TOP, FIELDS(path_fields)},
    {"root", VALUE, ROOT, NULL, 0},
    {"leaf", VALUE, LEAF, NULL, 0},
};
static const struct schema_field variants[] = {
    {"Single", OBJECT, SINGLE, FIELDS(single_fields)},
    {"Sub", OBJECT, SUB, FIELDS(sub_fields)},
    {"Top", OBJECT, TOP, FIELDS(top_fields)},
};
static const struct schema_field proof_fields[] = {{"data", VARIANT, DATA, FIELDS(variants)}};

static const struct schema_field row[] = {{"", VALUE, ROW, NULL, 0}};
static const struct schema_field column_fields[] = {
    {"index", NUMBER, COLUMN_INDEX, NULL, 0},
    {"rows", LIST, ROWS, FIELDS(row)},
    {"_h", NOTHING, HERE, NULL, 0},
};
static const struct schema_field column_proof_fields[] = {
    {"column", OBJECT, HERE, FIELDS(column_fields)},
    {"inclusion_proof", OBJECT, COLUMN_TREE, FIELDS(proof_fields)},
};
static const struct schema_field drg_column[] = {
    {"", OBJECT, DRG_COLUMN, FIELDS(column_proof_fields)}};
static const struct schema_field exp_column[] = {
    {"", OBJECT, EXP_COLUMN, FIELDS(column_proof_fields)}};
static const struct schema_field columns_fields[] = {
    {"c_x", OBJECT, C_X, FIELDS(column_proof_fields)},
    {"drg_parents", LIST, DRG_COLUMNS, FIELDS(drg_column)},
    {"exp_parents", LIST, EXP_COLUMNS, FIELDS(exp_column)},
};

static const struct schema_field label_parent[] = {{"", VALUE, LABEL_PARENT, NULL, 0}};
static const struct schema_field labeling_fields[] = {
    {"parents", LIST, LABEL_PARENTS, FIELDS(label_parent)},
    {"layer_index", NUMBER, LABEL_LAYER, NULL, 0},
    {"node", NUMBER, LABEL_NODE, NULL, 0},
};
static const struct schema_field labeling[] = {{"", OBJECT, LABELING, FIELDS(labeling_fields)}};

static const struct schema_field challenge_fields[] = {
    {"comm_d_proofs", OBJECT, COMM_D, FIELDS(proof_fields)},
    {"comm_r_last_proof", OBJECT, COMM_R_LAST, FIELDS(proof_fields)},
    {"replica_column_proofs", OBJECT, HERE, FIELDS(columns_fields)},
    {"labeling_proofs", LIST, LABELINGS, FIELDS(labeling)},
    {"encoding_proof", OBJECT, ENCODING, FIELDS(labeling_fields)},
};
static const struct schema_field challenge[] = {{"", OBJECT, CHALLENGE, FIELDS(challenge_fields)}};
static const struct schema_field partition[] = {{"", LIST, PARTITION, FIELDS(challenge)}};
static const struct schema_field tag_fields[] = {{"", LIST, PARTITIONS, FIELDS(partition)}};

static const struct schema_field document_fields[] = {
    {"registered_proof", NAME, PROOF_NAME, NULL, 0},
    {"vanilla_proofs", VARIANT, TAG, FIELDS(tag_fields)},
    {"comm_r", VALUE, VALUE_COMM_R, NULL, 0},
    {"comm_d", VALUE, VALUE_COMM_D, NULL, 0},
    {"replica_id", VALUE, VALUE_REPLICA_ID, NULL, 0},
    {"seed", VALUE, VALUE_SEED, NULL, 0},
    {"ticket", VALUE, VALUE_TICKET, NULL, 0},
};
const struct schema_field c1_document = {"", OBJECT, DOCUMENT, FIELDS(document_fields)};
