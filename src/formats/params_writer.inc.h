/* Encoding and writing of points, for G1 and G2. The includer defines POINT(name), POINT_AFFINE,
 * POINT_BYTES and PARAMS_WRITER_NAME. */

struct POINT(encode_context) {
    uint8_t *out;
    const POINT_AFFINE *points;
    size_t count;
};

static void POINT(encode_task)(void *context, size_t index, unsigned worker)
{
    const struct POINT(encode_context) *piece = context;
    size_t first = index * POINTS_A_TASK;
    size_t end = piece->count - first < POINTS_A_TASK ? piece->count : first + POINTS_A_TASK;

    (void)worker;
    for (size_t i = first; i < end; i++) {
        POINT(encode)(piece->out + i * POINT_BYTES, &piece->points[i]);
    }
}

enum status PARAMS_WRITER_NAME(struct params_writer *writer, const POINT_AFFINE *points,
                               size_t count, struct threads *threads, struct error *err)
{
    enum status status = points_due(writer, POINT_BYTES, count, err);

    for (size_t done = 0; status == STATUS_OK && done < count;) {
        struct POINT(encode_context) piece = {writer->buffer, points + done, count - done};
        if (piece.count > PIECE_BYTES / POINT_BYTES) {
            piece.count = PIECE_BYTES / POINT_BYTES;
        }
        threads_run(threads, (piece.count + POINTS_A_TASK - 1) / POINTS_A_TASK, POINT(encode_task),
                    &piece);
        status = file_out_write(writer->file, writer->buffer, piece.count * POINT_BYTES, err);
        done += piece.count;
    }
    return status;
}
