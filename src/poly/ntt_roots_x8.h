/* The table of roots in the form of the eight-lane kernel. */
#ifndef CUZK_POLY_NTT_ROOTS_X8_H
#define CUZK_POLY_NTT_ROOTS_X8_H

#include "field/fr.h"

extern const size_t tile_root_x8_bytes;
void tile_roots_x8_fill(void *out, const fr *roots, size_t count);

#endif
