/* Writes a .params file from front to back, in bounded memory.
 *
 * Order of calls: open, vk, then for each of the five vectors section (with its count) and as many
 * points as it has in any number of pieces, then commit. The file appears whole or not at all. */
#ifndef CUZK_FORMATS_PARAMS_WRITER_H
#define CUZK_FORMATS_PARAMS_WRITER_H

#include "base/threads.h"
#include "formats/params_layout.h"
#include "formats/proving_key.h"

struct params_writer;

/* Errors: those of file_out_open, OUT_OF_MEMORY. */
enum status params_writer_open(struct params_writer **out, const char *path, bool force,
                               struct error *err);

/* Errors: IO; INTERNAL when the calls are out of order or the counts do not hold. */
enum status params_writer_vk(struct params_writer *writer, const struct verifying_key *key,
                             struct error *err);
enum status params_writer_section(struct params_writer *writer, enum params_part part,
                                  uint32_t count, struct error *err);

/* Encoded by all threads. */
enum status params_writer_g1(struct params_writer *writer, const g1_affine *points, size_t count,
                             struct threads *threads, struct error *err);
enum status params_writer_g2(struct params_writer *writer, const g2_affine *points, size_t count,
                             struct threads *threads, struct error *err);

/* Frees the writer whatever the result. */
enum status params_writer_commit(struct params_writer *writer, struct error *err);
void params_writer_discard(struct params_writer *writer); /* frees; NULL is fine */

#endif
