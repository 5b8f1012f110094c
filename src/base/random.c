#include "base/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

enum status random_bytes(void *out, size_t count, struct error *err)
{
    unsigned char *next = out;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return error_set(err, STATUS_IO, "getrandom", "no random bytes from the kernel: %s",
                             strerror(errno));
        }
        next += got;
        count -= (size_t)got;
    }
    return STATUS_OK;
}
