/* A small sector before and after its update, with the leaves of vectors T3 of
 * docs/filecoin.md 5.5.
 */
#ifndef CUZK_FILECOIN_UPDATE_TEST_H
#define CUZK_FILECOIN_UPDATE_TEST_H

#include "filecoin/tree_test.h"
#include "filecoin/update_rules.h"
#include "hash/poseidon.h"

struct test_update {
    struct update_shape shape;
    struct test_tree r_old, d_new, r_new;
    struct update_values values;
    struct update_challenge_values challenges[10];
    fr phi;
    fr flaw; /* added to every new leaf; 0 for an honest sector */
};

static inline void test_hash_pair(fr *out, const fr *x, const fr *y)
{
    const fr pair[2] = {*x, *y};
    poseidon_hash_tree(out, 2, pair);
}

static inline void test_update_trees(struct test_update *s)
{
    struct inclusion_shape data;
    size_t nodes = (size_t)1 << s->shape.log_nodes;
    fr *old_leaves = calloc(nodes, sizeof(fr)), *data_leaves = calloc(nodes, sizeof(fr));
    fr *new_leaves = calloc(nodes, sizeof(fr));
    for (size_t i = 0; i < nodes; i++) {
        fr_from_u64(&old_leaves[i], 5000 + i);
        fr_from_u64(&data_leaves[i], 1000 + i);
    }
    if (s->shape.poseidon) {
        data = s->shape.tree;
    } else {
        merkle_shape_sha256(&data, s->shape.log_nodes);
    }
    test_tree_make(&s->r_old, &s->shape.tree, old_leaves);
    test_tree_make(&s->d_new, &data, data_leaves);
    fr_from_u64(&s->values.comm_c, 42);
    test_hash_pair(&s->values.comm_r_old, &s->values.comm_c, test_tree_root(&s->r_old));
    s->values.comm_d_new = *test_tree_root(&s->d_new);
    update_phi(&s->phi, &s->values.comm_d_new, &s->values.comm_r_old);
    for (size_t i = 0; i < nodes; i++) {
        fr rho;
        update_rho(&rho, &s->shape, &s->phi, i, 1);
        fr_mul(&rho, &rho, &data_leaves[i]);
        fr_add(&new_leaves[i], &old_leaves[i], &rho);
        fr_add(&new_leaves[i], &new_leaves[i], &s->flaw);
    }
    test_tree_make(&s->r_new, &s->shape.tree, new_leaves);
    test_hash_pair(&s->values.comm_r_new, &s->values.comm_c, test_tree_root(&s->r_new));
}

static inline void test_update_make_flawed(struct test_update *s,
                                           const struct inclusion_shape *tree, bool poseidon,
                                           uint64_t partition, const fr *flaw)
{
    uint64_t challenges[10];
    *s = (struct test_update){.values = {.partition = partition}, .flaw = *flaw};
    update_shape_of_tree(&s->shape, tree, poseidon);
    /* The variant's own count is two times ten here. */
    s->shape.challenge_count = 10;
    test_update_trees(s);
    s->values.h_select = 1; /* h = 1, the first of the heights */
    update_challenges(challenges, &s->shape, &s->values.comm_r_new, partition);
    for (int i = 0; i < 10; i++) {
        test_tree_open(&s->challenges[i].r_old, &s->r_old, challenges[i]);
        test_tree_open(&s->challenges[i].d_new, &s->d_new, challenges[i]);
        test_tree_open(&s->challenges[i].r_new, &s->r_new, challenges[i]);
    }
    s->values.challenges = s->challenges;
    s->values.apex_leaves =
        &s->d_new.rows[s->shape.data.level_count][partition * update_apex_count(&s->shape)];
}

static inline void test_update_make(struct test_update *s, const struct inclusion_shape *tree,
                                    bool poseidon, uint64_t partition)
{
    test_update_make_flawed(s, tree, poseidon, partition, &fr_zero);
}

static inline void test_update_free(struct test_update *s)
{
    for (int i = 0; i < 10; i++) {
        free(s->challenges[i].r_old.siblings);
        free(s->challenges[i].d_new.siblings);
        free(s->challenges[i].r_new.siblings);
    }
    test_tree_free(&s->r_old);
    test_tree_free(&s->d_new);
    test_tree_free(&s->r_new);
}

#endif
