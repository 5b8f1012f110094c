/* Fuzz target: files of matrices.
 *
 * The input is a file. Its head is repaired (magic, version, name, length) and its digest made
 * right, so that what the reader checks itself is reached. What is accepted must be safe to
 * evaluate. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "hash/sha256.h"
#include "r1cs/assignment.h"
#include "r1cs/matrix_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD_BYTES = 80, FILE_MAX = 1 << 16, WIRES_MAX = 1 << 20 };

static const struct matrix_file_id id = {"fuzz", 1};

/* Fields of the head that have one right value. */
static size_t repair(uint8_t *file, const uint8_t *data, size_t size)
{
    static const uint8_t start[16] = {'C', 'U', 'Z', 'K', 'R', '1', 'C', 'S', 1, 0, 0, 0, 1};
    uint64_t file_bytes = size + SHA256_BYTES;

    memcpy(file, data, size);
    memcpy(file, start, sizeof start);
    memset(file + sizeof start, 0, MATRIX_FILE_NAME_MAX);
    memcpy(file + sizeof start, id.circuit, strlen(id.circuit));
    memcpy(file + HEAD_BYTES - sizeof file_bytes, &file_bytes, sizeof file_bytes);
    sha256(file + size, file, size);
    return size + SHA256_BYTES;
}

static void evaluate(const struct r1cs_matrices *matrices)
{
    struct assignment assignment;
    fr *out = NULL;
    size_t size = (size_t)1 << matrices->domain_log2;

    if (matrices->aux_count > WIRES_MAX || matrices->row_count > WIRES_MAX)
        return;
    if (assignment_make(&assignment, matrices->input_count, matrices->aux_count,
                        matrices->wide_aux_count, NULL) != STATUS_OK ||
        memory_alloc((void **)&out, size, sizeof(fr), "values", NULL) != STATUS_OK)
        abort();
    for (enum matrix k = MATRIX_A; k <= MATRIX_C; k++)
        r1cs_evaluate(out, size, matrices, k, &assignment, NULL);
    memory_free(out);
    assignment_free(&assignment);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t file[FILE_MAX + SHA256_BYTES];
    static int fd = -1;
    char path[64];
    struct r1cs_matrices matrices = {0};

    if (size < HEAD_BYTES || size > FILE_MAX)
        return 0;
    if (fd < 0)
        fd = memfd_create("matrices", MFD_CLOEXEC);
    size_t bytes = repair(file, data, size);
    if (fd < 0 || pwrite(fd, file, bytes, 0) != (ssize_t)bytes || ftruncate(fd, (off_t)bytes) != 0)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (matrix_file_read(&matrices, &id, path, NULL) == STATUS_OK)
        evaluate(&matrices);
    r1cs_matrices_free(&matrices);
    return 0;
}
