#include "base/random.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

enum status random_bytes(void *out, size_t count, struct error *err)
{
    uint8_t *at = out;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return error_set(err, STATUS_IO, "getrandom", "no random bytes: %s", strerror(errno));
        }
        at += got;
        count -= (size_t)got;
    }
    return STATUS_OK;
}
