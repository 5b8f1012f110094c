#include "cmd/c1_input.h"

#include "base/clock.h"
#include "cmd/command.h"

enum status c1_input_read(struct c1_input *out, const char *path, const char *partition,
                          struct error *err)
{
    uint64_t number = 0;
    enum status status = command_require(path, "--c1", err);
    if (status == STATUS_OK && partition != NULL) {
        status = command_number(&number, partition, UINT32_MAX, "--partition", err);
    }
    if (status != STATUS_OK) {
        return status;
    }
    /* Who asks for one partition may have been given one. */
    struct c1_options options = {.fewer_partitions = partition != NULL};
    double start = clock_wall_s();
    status = c1_read_file(&out->c1, path, &options, err);
    if (status != STATUS_OK) {
        return status;
    }
    out->parse_s = clock_wall_s() - start;
    out->end = out->c1->partition_count;
    if (partition != NULL && number >= out->end) {
        return error_set(err, STATUS_INPUT_RANGE, "--partition",
                         "found %llu, the C1 has partitions 0 to %u", (unsigned long long)number,
                         out->end - 1);
    }
    if (partition != NULL) {
        out->first = (unsigned)number;
        out->end = out->first + 1;
    }
    return STATUS_OK;
}

void c1_input_free(struct c1_input *input)
{
    c1_free(input->c1);
    *input = (struct c1_input){0};
}
