/* Where the bases of a multi-scalar multiplication come from.
 *
 * A source is a run of `count` points, either affine points in memory or uncompressed encodings (96
 * or 192 bytes each, big endian) in memory or in a file from a byte offset on. Workers read it in
 * chunks and decode on the fly, so a key of many gigabytes never exists a second time. Points of a
 * source have been checked before (formats/, groth16/) or are checked by who asks for it; reading
 * only refuses what cannot be decoded (flags, range). Borrows memory and file. */
#ifndef CUZK_MSM_POINTS_H
#define CUZK_MSM_POINTS_H

#include "base/file.h"
#include "curve/encoding.h"

enum point_form {
    POINT_FORM_AFFINE,  /* g1_affine / g2_affine in memory, identities allowed */
    POINT_FORM_ENCODED, /* uncompressed encodings in memory, no identities */
    POINT_FORM_FILE,    /* uncompressed encodings in a file, no identities */
};

struct point_source {
    enum point_form form;
    const void *memory;         /* AFFINE, ENCODED */
    const struct file_in *file; /* FILE */
    uint64_t offset;            /* FILE: of the first point */
    size_t count;
    const char *name; /* in messages: "h", "b_g2" */
};

#endif
