#include "hash/poseidon_x8.h"

#include <assert.h>

#include "base/cpu.h"
#include "base/memory.h"
#include "hash/poseidon_lanes.h"

struct poseidon_x8 {
    const struct poseidon *poseidon;
    fr tag;
    struct poseidon_lanes *lanes; /* NULL: one after the other */
};

enum status poseidon_x8_make(struct poseidon_x8 **out, unsigned arity, struct error *err)
{
    void *memory = NULL;
    enum status status = memory_alloc(&memory, 1, sizeof(struct poseidon_x8), "Poseidon", err);
    if (status != STATUS_OK)
        return status;
    struct poseidon_x8 *p = memory;
    p->poseidon = poseidon_of_arity(arity);
    assert(p->poseidon != NULL);
    poseidon_tag_tree(&p->tag, arity);
#ifdef __x86_64__
    if (cpu_level() >= CPU_IFMA)
        status = poseidon_lanes_make(&p->lanes, p->poseidon, err);
#endif
    if (status == STATUS_OK)
        *out = p;
    else
        memory_free(p);
    return status;
}

void poseidon_x8_free(struct poseidon_x8 *poseidon)
{
    if (poseidon == NULL)
        return;
#ifdef __x86_64__
    poseidon_lanes_free(poseidon->lanes);
#endif
    memory_free(poseidon);
}

void poseidon_x8_hash(fr out[POSEIDON_LANES], const struct poseidon_x8 *p, const fr *preimages)
{
#ifdef __x86_64__
    if (p->lanes != NULL) {
        poseidon_lanes_hash(out, NULL, p->lanes, preimages);
        return;
    }
#endif
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++)
        poseidon_hash(&out[lane], p->poseidon, &p->tag, preimages + lane * p->poseidon->arity);
}

void poseidon_x8_hash_wires(fr *wires, const struct poseidon_x8 *p, const fr *preimages)
{
    const unsigned arity = p->poseidon->arity;
#ifdef __x86_64__
    if (p->lanes != NULL) {
        fr out[POSEIDON_LANES];
        poseidon_lanes_hash(out, wires, p->lanes, preimages);
        return;
    }
#endif
    for (unsigned lane = 0; lane < POSEIDON_LANES; lane++)
        poseidon_hash_wires(wires + lane * poseidon_wire_count(arity), p->poseidon, &p->tag,
                            preimages + lane * arity);
}
