/* Circuits by name, and the cache of their matrices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "filecoin/circuits.h"
#include "r1cs/digest.h"
#include "r1cs/matrix_file.h"

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/cuzk-circuits-test-XXXXXX");
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s.matrices", folder, name);
    return path;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path_of("toy-2"));
    unlink(path_of("toy-1000"));
    unlink(path_of("porep-2k"));
    return rmdir(folder);
}

static void digest(uint8_t out[SHA256_BYTES], struct r1cs_matrices *matrices)
{
    assert_int_equal(r1cs_digest(out, matrices, NULL, NULL), STATUS_OK);
    r1cs_matrices_free(matrices);
}

static void load(struct circuit_cache_use *use, uint8_t out[SHA256_BYTES], const char *name)
{
    struct r1cs_matrices matrices;
    assert_int_equal(circuit_matrices_cached(&matrices, name, folder, use, NULL), STATUS_OK);
    digest(out, &matrices);
}

static void test_made_once(void **state)
{
    (void)state;
    const char *names[] = {"toy-2", "porep-2k"};
    for (size_t i = 0; i < 2; i++) {
        struct r1cs_matrices matrices;
        struct circuit_cache_use use;
        uint8_t made[SHA256_BYTES], first[SHA256_BYTES], second[SHA256_BYTES];
        assert_int_equal(circuit_matrices(&matrices, names[i], NULL), STATUS_OK);
        digest(made, &matrices);
        load(&use, first, names[i]);
        assert_true(!use.loaded && use.written && use.warning.status == STATUS_OK);
        load(&use, second, names[i]);
        assert_true(use.loaded && !use.written && use.warning.status == STATUS_OK);
        assert_memory_equal(made, first, sizeof made);
        assert_memory_equal(made, second, sizeof made);
    }
}

static void test_damaged_file_is_made_again(void **state)
{
    (void)state;
    struct circuit_cache_use use;
    uint8_t good[SHA256_BYTES], found[SHA256_BYTES];
    load(&use, good, "toy-1000");
    int fd = open(path_of("toy-1000"), O_WRONLY);
    assert_int_equal(pwrite(fd, "x", 1, 1 << 12), 1);
    close(fd);
    load(&use, found, "toy-1000");
    assert_true(!use.loaded && use.written);
    assert_int_equal(use.warning.status, STATUS_DIGEST_MISMATCH);
    assert_memory_equal(good, found, sizeof good);
    assert_int_equal(truncate(path_of("toy-1000"), 1 << 12), 0);
    load(&use, found, "toy-1000");
    assert_int_equal(use.warning.status, STATUS_BAD_LENGTH);
    load(&use, found, "toy-1000");
    assert_true(use.loaded);
}

static void test_file_of_another_revision(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    struct circuit_cache_use use;
    uint8_t found[SHA256_BYTES];
    const struct matrix_file_id old = {"toy-2", CIRCUITS_REVISION - 1};
    assert_int_equal(circuit_matrices(&matrices, "toy-1000", NULL), STATUS_OK);
    assert_int_equal(matrix_file_write(&matrices, &old, path_of("toy-2"), true, NULL), STATUS_OK);
    r1cs_matrices_free(&matrices);
    load(&use, found, "toy-2");
    assert_true(!use.loaded && use.written);
    assert_int_equal(use.warning.status, STATUS_WRONG_CIRCUIT);
}

static void test_no_folder(void **state)
{
    (void)state;
    struct r1cs_matrices matrices;
    struct circuit_cache_use use;
    assert_int_equal(circuit_matrices_cached(&matrices, "toy-2", "/nonexistent", &use, NULL),
                     STATUS_OK);
    r1cs_matrices_free(&matrices);
    assert_true(!use.loaded && !use.written);
    assert_int_equal(use.warning.status, STATUS_MISSING_FILE);
    assert_int_equal(circuit_matrices_cached(&matrices, "../toy-2", folder, &use, NULL),
                     STATUS_UNKNOWN_NAME);
}

static void test_names(void **state)
{
    (void)state;
    struct error err;
    char name[PARAMETER_NAME_MAX];
    uint32_t inputs = 0;
    assert_int_equal(circuit_key_name(name, "porep-2k", NULL), STATUS_OK);
    assert_ptr_equal(strstr(name, "v28-stacked-proof-of-replication-"), name);
    assert_int_equal(circuit_key_name(name, "toy-2", NULL), STATUS_OK);
    assert_string_equal(name, "toy-2");
    assert_int_equal(circuit_input_count(&inputs, "porep-32g", NULL), STATUS_OK);
    assert_int_equal(inputs, 328);
    assert_int_equal(circuit_input_count(&inputs, "porep-33g", &err), STATUS_UNKNOWN_NAME);
    assert_non_null(strstr(err.message, "porep-32g"));
}

static void test_families(void **state)
{
    (void)state;
    char name[CIRCUIT_NAME_MAX], key[PARAMETER_NAME_MAX], expected[PARAMETER_NAME_MAX];
    uint32_t inputs = 0;
    const struct sector_shape *shape = sector_shape_of_porep_circuit("porep-32g");
    const struct {
        const char *name, *canonical;
        enum circuit_kind kind;
        uint32_t inputs;
    } cases[] = {
        {"porep-32g", "porep-32g", CIRCUIT_POREP, 328},
        {"winning-32g", "winning-32g", CIRCUIT_WINNING, 1 + 66 * 2},
        {"window-32g", "window-32g", CIRCUIT_WINDOW, 1 + 2349 * 11},
        {"wpost-32g", "window-32g", CIRCUIT_WINDOW, 1 + 2349 * 11},
        {"update-32g", "update-32g", CIRCUIT_SNAP, 5},
        {"snap-32g", "update-32g", CIRCUIT_SNAP, 5},
        {"update-poseidon-32g", "update-poseidon-32g", CIRCUIT_SNAP_POSEIDON, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(circuit_canonical_name(name, cases[i].name, NULL), STATUS_OK);
        assert_string_equal(name, cases[i].canonical);
        circuit_name(name, cases[i].kind, shape);
        assert_string_equal(name, cases[i].canonical);
        assert_int_equal(circuit_key_name(key, cases[i].name, NULL), STATUS_OK);
        parameter_name(expected, cases[i].kind, shape);
        assert_string_equal(key, expected);
        assert_int_equal(circuit_input_count(&inputs, cases[i].name, NULL), STATUS_OK);
        assert_int_equal(inputs, cases[i].inputs);
    }
    const char *bad[] = {"window-", "window", "window-33g", "porep-4k", "wpost-32g ", "update-32G"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(circuit_key_name(key, bad[i], NULL), STATUS_UNKNOWN_NAME);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_once),
        cmocka_unit_test(test_damaged_file_is_made_again),
        cmocka_unit_test(test_file_of_another_revision),
        cmocka_unit_test(test_no_folder),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_families),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
