/* Writes a C1 output: the wrapper with the document in base64, or the document itself, as
 * c1->wrapped says.
 *
 * Field order and number format are those of the reference's own output, so that a document that
 * was read comes back byte for byte. The text goes out in pieces of a few dozen kilobytes; no copy
 * of the whole is made. Source: docs/filecoin.md 2.3, 2.4. */
#ifndef CUZK_FILECOIN_C1_WRITER_H
#define CUZK_FILECOIN_C1_WRITER_H

#include "filecoin/c1.h"

/* Where the text goes; a status other than OK ends the writing and is returned. */
struct c1_sink {
    enum status (*write)(void *context, const void *bytes, size_t count, struct error *err);
    void *context;
};

/* Errors: those of the sink, OUT_OF_MEMORY. */
enum status c1_write(const struct c1_sink *sink, const struct porep_c1 *c1, struct error *err);

/* To a file, whole or not at all; "-" is standard output. Errors: those of file_out_open, IO,
 * OUT_OF_MEMORY. */
enum status c1_write_file(const char *path, bool force, const struct porep_c1 *c1,
                          struct error *err);

#endif
