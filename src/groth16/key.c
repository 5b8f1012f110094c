#include "groth16/key.h"

#include <inttypes.h>
#include <string.h>

#include "msm/msm.h"
#include "poly/ntt.h"

/* Points between two reports of progress. */
#define PIECE_POINTS ((size_t)1 << 18)

enum status key_check_circuit(const struct proving_key *key, const struct r1cs_matrices *matrices,
                              struct error *err)
{
    uint64_t b_count = (uint64_t)matrices->b_input_count + matrices->b_aux_count;
    const struct {
        const char *name;
        uint64_t found, expected;
    } counts[] = {
        {"ic", key->vk.ic_count, matrices->input_count},
        {"h", key->h.count, ((uint64_t)1 << matrices->domain_log2) - 1},
        {"l", key->l.count, matrices->aux_count},
        {"a", key->a.count, (uint64_t)matrices->input_count + matrices->a_aux_count},
        {"b_g1", key->b_g1.count, b_count},
        {"b_g2", key->b_g2.count, b_count},
    };

    if (matrices->domain_log2 > NTT_LOG_SIZE_MAX) {
        return error_set(err, STATUS_WRONG_CIRCUIT, NULL, "domain 2^%u, at most 2^%d",
                         matrices->domain_log2, NTT_LOG_SIZE_MAX);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i].found != counts[i].expected) {
            return error_set(err, STATUS_COUNT_MISMATCH, file_in_path(key->file),
                             "%s has %" PRIu64 " points, the circuit needs %" PRIu64,
                             counts[i].name, counts[i].found, counts[i].expected);
        }
    }
    return STATUS_OK;
}

enum status key_check_points(const struct proving_key *key, enum point_check check,
                             struct threads *threads, const struct progress *progress,
                             struct error *err)
{
    const struct point_source *const sources[] = {&key->h, &key->l, &key->a, &key->b_g1,
                                                  &key->b_g2};

    if (check == POINT_CHECK_NONE) {
        return STATUS_OK;
    }
    for (size_t i = 0; i < 5; i++) {
        for (size_t done = 0; done < sources[i]->count;) {
            size_t left = sources[i]->count - done;
            size_t count = left < PIECE_POINTS ? left : PIECE_POINTS;
            if (!progress_step(progress, sources[i]->name, done, sources[i]->count)) {
                return error_set(err, STATUS_INTERRUPTED, file_in_path(key->file), "stopped");
            }
            enum status status =
                sources[i] == &key->b_g2
                    ? points_check_g2(sources[i], done, count, check, threads, err)
                    : points_check_g1(sources[i], done, count, check, threads, err);
            if (status != STATUS_OK) {
                return status;
            }
            done += count;
        }
    }
    return file_in_check_unchanged(key->file, err);
}

enum status point_check_parse(enum point_check *out, const char *name, struct error *err)
{
    static const char *const names[] = {"none", "curve", "subgroup"};

    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            *out = (enum point_check)i;
            return STATUS_OK;
        }
    }
    return error_set(err, STATUS_UNKNOWN_NAME, name, "not one of none, curve, subgroup");
}
