/* Fuzz target: the C1 reader and the vanilla check on any bytes.
 *
 * The document in pieces has to give what the whole gives, error or values. */
#include <stdlib.h>
#include <string.h>

#include "filecoin/vanilla_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum status parse_pieces(struct porep_c1 **out, const uint8_t *data, size_t size,
                                const struct c1_options *options, struct error *err)
{
    struct c1_reader *reader = NULL;
    const size_t step = size % 61 + 1;
    enum status status = c1_reader_open(&reader, options, err);
    for (size_t at = 0; at < size && status == STATUS_OK; at += step)
        status = c1_reader_push(reader, data + at, size - at < step ? size - at : step, err);
    if (status == STATUS_OK)
        status = c1_reader_finish(reader, out, err);
    c1_reader_close(reader);
    return status;
}

static void compare(const struct porep_c1 *a, const struct porep_c1 *b)
{
    if (a->proof != b->proof || a->partition_count != b->partition_count)
        abort();
    for (unsigned k = 0; k < a->partition_count; k++) {
        size_t bytes = a->proof->shape->challenges * sizeof(struct porep_challenge);
        if (memcmp(a->partitions[k], b->partitions[k], bytes) != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct porep_c1 *whole = NULL, *pieces = NULL;
    struct error a, b;
    const struct c1_options options = {.fewer_partitions = true};
    enum status status = c1_parse(&whole, data, size, &options, &a);
    if (parse_pieces(&pieces, data, size, &options, &b) != status)
        abort();
    if (status == STATUS_OK) {
        compare(whole, pieces);
        porep_vanilla_check(whole, NULL, NULL, &a);
    } else if (strcmp(a.where, b.where) != 0 || strcmp(a.message, b.message) != 0) {
        abort();
    }
    c1_free(whole);
    c1_free(pieces);
    return 0;
}
