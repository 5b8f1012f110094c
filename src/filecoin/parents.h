/* The stacked graph: a node's six DRG and eight expander parents.
 *
 * API 1.0 and later ones differ in the order of DRG parents, and 1.0 cuts expander numbers to 32
 * bits. Source: Fisch, "Tight proofs of space and replication", 2018; docs/filecoin.md 5.1. */
#ifndef CUZK_FILECOIN_PARENTS_H
#define CUZK_FILECOIN_PARENTS_H

#include "filecoin/proof_kinds.h"

struct porep_graph {
    uint64_t nodes;
    enum api_version api;
    uint8_t drg_seed[28];
    uint64_t feistel_keys[3];
    unsigned feistel_half_bits;
};

/* nodes: 2 .. 2^31. */
void porep_graph_init(struct porep_graph *graph, uint64_t nodes, enum api_version api,
                      const uint8_t porep_id[32]);

/* node < graph->nodes; below 2 all DRG parents are 0. */
void drg_parents(uint64_t out[POREP_DRG_PARENTS], const struct porep_graph *graph, uint64_t node);
void expander_parents(uint64_t out[POREP_EXP_PARENTS], const struct porep_graph *graph,
                      uint64_t node);

/* Both, in that order. */
void porep_parents(uint64_t out[POREP_PARENTS], const struct porep_graph *graph, uint64_t node);

/* The label of a node in a layer (1-based) from its distinct parents' values: layer 1 has the 6 DRG
 * parents in that layer; later ones also the 8 expander parents in the layer before. They are
 * repeated to 37; without any (node 0) only the head is hashed. parents: 32 bytes each. */
void porep_label(uint8_t out[32], const uint8_t replica_id[32], uint32_t layer, uint64_t node,
                 const uint8_t *parents, unsigned parent_count);

#endif
