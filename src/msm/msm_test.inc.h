/* Template: tests of one group. Bases are consecutive multiples of the generator, so that every
 * sum is known from the scalars alone; some tests use the double-and-add reference instead.
 *
 * The includer defines G(name) for g1/g2, T(name) for this file's own names, AFFINE, XYZZ, ENCODED,
 * MSM(name) for msm_name_g1-like calls is spelled with MSM_RUN, MSM_MIXED, MSM_PLAIN, CHECK, and
 * FIXED(name), FIXED_BASE. */

/* points[i] = [start + i] generator */
static void T(consecutive)(AFFINE *points, size_t count, uint64_t start)
{
    XYZZ sum, *sums = calloc(count + 1, sizeof *sums);
    FIELD_ELEMENT *scratch = calloc(count + 1, sizeof *scratch);
    fr s;
    fr_from_u64(&s, start);
    G(from_affine)(&sum, &G(generator));
    G(mul)(&sum, &sum, &s);
    for (size_t i = 0; i < count; i++) {
        sums[i] = sum;
        G(add_affine)(&sum, &sum, &G(generator));
    }
    G(to_affine_batch)(points, sums, count, scratch);
    free(scratch);
    free(sums);
}

static void T(expect)(const XYZZ *got, const fr *log, const char *what)
{
    XYZZ want;
    G(from_affine)(&want, &G(generator));
    G(mul)(&want, &want, log);
    if (!G(equal)(got, &want))
        fail_msg("%s: wrong sum", what);
}

/* Every level, one and three threads: sum over i of scalars[i] points[i] has discrete logarithm
 * `log`. */
static void T(expect_everywhere)(const struct point_source *source, size_t first, const fr *scalars,
                                 size_t count, const fr *log, const char *what)
{
    for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
        cpu_level_limit((enum cpu_level)level);
        /* Large sizes once at the plain levels: their form of points is the same. */
        for (int pool = count > 300 && level < CPU_IFMA; pool < 2; pool++) {
            XYZZ got;
            struct error err;
            if (level == CPU_PORTABLE && count > 1100)
                continue;
            if (MSM_RUN(&got, source, first, scalars, count, pool ? threads : NULL, &err) !=
                STATUS_OK)
                fail_msg("%s: %s", what, err.message);
            T(expect)(&got, log, what);
        }
    }
}

static struct point_source T(in_memory)(const AFFINE *points, size_t count)
{
    return (struct point_source){
        .form = POINT_FORM_AFFINE, .memory = points, .count = count, .name = "bases"};
}

static void T(dot)(fr *log, const fr *scalars, size_t count, uint64_t start)
{
    *log = fr_zero;
    for (size_t i = 0; i < count; i++) {
        fr t;
        fr_from_u64(&t, start + i);
        fr_mul(&t, &t, &scalars[i]);
        fr_add(log, log, &t);
    }
}

static void T(test_sizes)(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 31, 100, 255, 256, 1023, 1024, 1025, 2049};
    const size_t most = 2049 + 3;
    AFFINE *points = calloc(most, sizeof *points);
    fr *scalars = calloc(most, sizeof *scalars);
    T(consecutive)(points, most, 1);
    struct point_source source = T(in_memory)(points, most);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        for (int kind = 0; kind < SCALAR_KINDS; kind++) {
            fr log;
            fill_scalars(scalars, sizes[k], kind);
            T(dot)(&log, scalars, sizes[k], 1 + 3);
            T(expect_everywhere)(&source, 3, scalars, sizes[k], &log, "sizes");
            if (sizes[k] > 100 && kind == 0)
                break;
        }
    }
    free(scalars);
    free(points);
}

/* Chunk edges: one chunk less one, a chunk, one more, two and one more. */
static void T(test_chunks)(void **state)
{
    (void)state;
    static const size_t sizes[] = {BUCKETS_CHUNK_MAX - 1, BUCKETS_CHUNK_MAX, BUCKETS_CHUNK_MAX + 1,
                                   2 * BUCKETS_CHUNK_MAX + 1};
    const size_t most = CHUNK_TEST_MAX;
    AFFINE *points = calloc(most, sizeof *points);
    fr *scalars = calloc(most, sizeof *scalars);
    T(consecutive)(points, most, 5);
    struct point_source source = T(in_memory)(points, most);
    fill_scalars(scalars, most, 0);
    cpu_level_limit(cpu_level_detected());
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0] && sizes[k] <= most; k++) {
        fr log;
        XYZZ got;
        struct error err;
        T(dot)(&log, scalars, sizes[k], 5);
        assert_int_equal(MSM_RUN(&got, &source, 0, scalars, sizes[k], threads, &err), STATUS_OK);
        T(expect)(&got, &log, "chunks");
    }
    free(scalars);
    free(points);
}

/* Identities, repeated and opposite bases, mixed in every way, against double-and-add. */
static void T(test_degenerate_bases)(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    AFFINE points[COUNT], few[3];
    fr scalars[COUNT];
    T(consecutive)(few, 3, 77);
    for (int round = 0; round < 6; round++) {
        for (size_t i = 0; i < COUNT; i++) {
            uint64_t kind = next_random() % (round == 0 ? 2 : 8);
            points[i] = round == 5 ? few[0] : few[kind % 3];
            if (kind >= 4)
                G(affine_neg)(&points[i], &points[i]);
            if (kind == 3 || round == 4)
                points[i] = G(affine_identity);
        }
        for (int kind = 0; kind < SCALAR_KINDS; kind++) {
            struct point_source source = T(in_memory)(points, COUNT);
            XYZZ want, got;
            struct error err;
            fill_scalars(scalars, COUNT, kind);
            size_t count = kind == 0 ? COUNT : COUNT / 5;
            assert_int_equal(MSM_PLAIN(&want, &source, 0, scalars, count, &err), STATUS_OK);
            for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
                cpu_level_limit((enum cpu_level)level);
                assert_int_equal(MSM_RUN(&got, &source, 0, scalars, count, threads, &err),
                                 STATUS_OK);
                assert_true(G(equal)(&got, &want));
                if (kind == 2) { /* all one: the same as a full bitmap */
                    uint64_t bits[COUNT / 64 + 1];
                    memset(bits, 0xff, sizeof bits);
                    struct msm_mixed mixed = {.bits = bits, .count = count};
                    assert_int_equal(MSM_MIXED(&got, &source, 0, &mixed, threads, &err), STATUS_OK);
                    assert_true(G(equal)(&got, &want));
                }
            }
        }
    }
}

/* A bitmap and a list, on any source. */
static void T(mixed_on)(const struct point_source *source, size_t first, size_t count,
                        uint64_t start, unsigned density)
{
    uint64_t *bits = calloc(count / 64 + 1, sizeof *bits);
    uint32_t *index = calloc(count + 1, sizeof *index);
    fr *scalars = calloc(count + 1, sizeof *scalars);
    size_t wide = 0;
    fr log = fr_zero, t;
    for (size_t i = 0; i < count; i++) {
        fr_from_u64(&t, start + i);
        uint64_t kind = next_random() % 16;
        if (kind < density) {
            bits[i / 64] |= (uint64_t)1 << i % 64;
            fr_add(&log, &log, &t);
        } else if (kind == 15) {
            index[wide] = (uint32_t)i;
            fill_scalars(&scalars[wide], 1, 0);
            fr_mul(&t, &t, &scalars[wide++]);
            fr_add(&log, &log, &t);
        }
    }
    bits[count / 64] |= ~(uint64_t)0 << count % 64; /* past the end: not read */
    struct msm_mixed mixed = {.bits = bits,
                              .count = count,
                              .wide_index = index,
                              .wide_scalars = scalars,
                              .wide_count = wide};
    for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
        cpu_level_limit((enum cpu_level)level);
        for (int pool = count > 300 && level < CPU_IFMA; pool < 2; pool++) {
            XYZZ got;
            struct error err;
            if (level == CPU_PORTABLE && count > 1100)
                continue;
            if (MSM_MIXED(&got, source, first, &mixed, pool ? threads : NULL, &err) != STATUS_OK)
                fail_msg("mixed: %s", err.message);
            T(expect)(&got, &log, "mixed");
        }
    }
    free(scalars);
    free(index);
    free(bits);
}

/* The three forms of a source; then a file that was cut, and bytes that are no points. */
static void T(test_sources)(void **state)
{
    (void)state;
    enum { COUNT = 3000, SKIP = 40 };
    AFFINE *points = calloc(COUNT, sizeof *points);
    uint8_t *bytes = calloc(COUNT, ENCODED);
    fr *scalars = calloc(COUNT, sizeof *scalars);
    struct error err;
    XYZZ got;
    fr log;
    T(consecutive)(points, COUNT, 9);
    for (size_t i = 0; i < COUNT; i++)
        G(encode)(bytes + i * ENCODED, &points[i]);

    char path[] = "/tmp/msm_test_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, 17), 17);
    assert_int_equal(write(fd, bytes, COUNT * ENCODED), COUNT * ENCODED);
    struct file_in *file;
    assert_int_equal(file_in_open(&file, path, &err), STATUS_OK);
    struct point_source memory = T(in_memory)(points, COUNT);
    struct point_source encoded = {
        .form = POINT_FORM_ENCODED, .memory = bytes, .count = COUNT, .name = "bases"};
    struct point_source in_file = {
        .form = POINT_FORM_FILE, .file = file, .offset = 17, .count = COUNT, .name = "bases"};

    fill_scalars(scalars, COUNT, 0);
    T(dot)(&log, scalars, COUNT - SKIP, 9 + SKIP);
    T(expect_everywhere)(&memory, SKIP, scalars, COUNT - SKIP, &log, "memory");
    T(expect_everywhere)(&encoded, SKIP, scalars, COUNT - SKIP, &log, "encoded");
    T(expect_everywhere)(&in_file, SKIP, scalars, COUNT - SKIP, &log, "file");
    static const size_t counts[] = {0, 1, 63, 64, 65, 700, COUNT - SKIP};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        T(mixed_on)(&memory, SKIP, counts[k], 9 + SKIP, 8);
        T(mixed_on)(&encoded, SKIP, counts[k], 9 + SKIP, 1);
        T(mixed_on)(&in_file, SKIP, counts[k], 9 + SKIP, 14);
        T(mixed_on)(&in_file, SKIP, counts[k], 9 + SKIP, 0);
    }
    assert_int_equal(MSM_RUN(&got, &memory, SKIP, scalars, COUNT, NULL, &err),
                     STATUS_COUNT_MISMATCH);

    assert_int_equal(CHECK(&in_file, 0, 100, POINT_CHECK_SUBGROUP, threads, &err), STATUS_OK);
    assert_int_equal(CHECK(&memory, 1, 100, POINT_CHECK_SUBGROUP, NULL, &err), STATUS_OK);

    for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
        cpu_level_limit((enum cpu_level)level);
        /* p itself, a flag, and the last point off the curve. */
        fp_plain p = fp_modulus;
        for (int i = 0; i < 48; i++)
            bytes[1777 * ENCODED + i] = (uint8_t)(p.limb[5 - i / 8] >> (56 - i % 8 * 8));
        assert_int_equal(MSM_RUN(&got, &encoded, 0, scalars, COUNT, threads, &err),
                         STATUS_NON_CANONICAL);
        assert_non_null(strstr(err.where, "bases[1777]"));
        bytes[99 * ENCODED] |= 0x40;
        assert_int_equal(MSM_RUN(&got, &encoded, 0, scalars, COUNT, threads, &err),
                         STATUS_BAD_ENCODING);
        assert_non_null(strstr(err.where, "bases[99]"));
        assert_int_equal(CHECK(&encoded, 0, 100, POINT_CHECK_NONE, threads, &err),
                         STATUS_BAD_ENCODING);
        G(encode)(bytes + 99 * ENCODED, &points[99]);
        G(encode)(bytes + 1777 * ENCODED, &points[1777]);
        bytes[2000 * ENCODED - 1] ^= 1;
        bytes[2500 * ENCODED - 1] ^= 1;
        assert_int_equal(CHECK(&encoded, 0, COUNT, POINT_CHECK_CURVE, threads, &err),
                         STATUS_NOT_ON_CURVE);
        assert_non_null(strstr(err.where, "bases[1999]"));
        bytes[2000 * ENCODED - 1] ^= 1;
        bytes[2500 * ENCODED - 1] ^= 1;
        memset(bytes + 1500 * ENCODED, 0, ENCODED);
        assert_int_equal(MSM_RUN(&got, &encoded, 0, scalars, COUNT, threads, &err),
                         STATUS_NOT_ON_CURVE);
        assert_non_null(strstr(err.where, "bases[1500]"));
        G(encode)(bytes + 1500 * ENCODED, &points[1500]);
    }

    assert_int_equal(ftruncate(fd, 17 + 2000 * ENCODED), 0);
    assert_int_equal(MSM_RUN(&got, &in_file, 0, scalars, COUNT, threads, &err),
                     STATUS_FILE_CHANGED);
    assert_int_equal(CHECK(&in_file, 0, COUNT, POINT_CHECK_NONE, threads, &err),
                     STATUS_FILE_CHANGED);
    file_in_close(file);
    close(fd);
    unlink(path);
    free(scalars);
    free(bytes);
    free(points);
}

/* One point outside the subgroup among many, at the edges of blocks. */
static void T(test_check)(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    static const size_t places[] = {0, 255, 256, 511, COUNT - 1};
    AFFINE *points = calloc(COUNT, sizeof *points), outside;
    struct error err;
    T(outside_point)(&outside);
    assert_true(G(is_on_curve)(&outside) && !G(is_in_subgroup)(&outside));
    T(consecutive)(points, COUNT, 1000);
    struct point_source source = T(in_memory)(points, COUNT);
    for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
        cpu_level_limit((enum cpu_level)level);
        assert_int_equal(CHECK(&source, 0, COUNT, POINT_CHECK_SUBGROUP, threads, &err), STATUS_OK);
        size_t place_count = level < CPU_IFMA ? 1 : sizeof places / sizeof places[0];
        for (size_t k = 0; k < place_count; k++) {
            AFFINE kept = points[places[k]];
            char name[32];
            points[places[k]] = outside;
            snprintf(name, sizeof name, "bases[%zu]", places[k]);
            assert_int_equal(CHECK(&source, 0, COUNT, POINT_CHECK_CURVE, threads, &err), STATUS_OK);
            assert_int_equal(CHECK(&source, 0, COUNT, POINT_CHECK_SUBGROUP, threads, &err),
                             STATUS_NOT_IN_SUBGROUP);
            assert_string_equal(err.where, name);
            points[places[k]] = G(affine_identity);
            assert_int_equal(CHECK(&source, 0, COUNT, POINT_CHECK_SUBGROUP, threads, &err),
                             STATUS_POINT_AT_INFINITY);
            assert_int_equal(CHECK(&source, 0, COUNT, POINT_CHECK_SUBGROUP | POINT_ALLOW_INFINITY,
                                   threads, &err),
                             STATUS_OK);
            points[places[k]] = kept;
        }
    }
    free(points);
}

/* Subset sums over more than one block, dense and sparse. */
static void T(test_mixed)(void **state)
{
    (void)state;
    const size_t count = MIXED_TEST_COUNT;
    AFFINE *points = calloc(count, sizeof *points);
    T(consecutive)(points, count, 3);
    struct point_source source = T(in_memory)(points, count);
    T(mixed_on)(&source, 0, count, 3, 7);
    T(mixed_on)(&source, 0, count, 3, 15);
    free(points);
}

static void T(test_fixed_base)(void **state)
{
    (void)state;
    enum { COUNT = 2300 };
    AFFINE *points = calloc(COUNT, sizeof *points);
    fr *scalars = calloc(COUNT, sizeof *scalars);
    static const size_t expected[] = {1, 100, 100000};
    for (int level = CPU_PORTABLE; level <= (int)cpu_level_detected(); level++) {
        cpu_level_limit((enum cpu_level)level);
        for (size_t k = 0; k < 3; k++) {
            FIXED_BASE *table;
            struct error err;
            size_t count = k == 2 ? COUNT : 100;
            assert_int_equal(FIXED(make)(&table, &G(generator), expected[k], threads, &err),
                             STATUS_OK);
            fill_scalars(scalars, count, k == 2 ? 0 : 6);
            assert_int_equal(FIXED(mul)(table, points, scalars, count, threads, &err), STATUS_OK);
            for (size_t i = 0; i < count; i += k == 2 ? 37 : 1) {
                XYZZ got;
                G(from_affine)(&got, &points[i]);
                T(expect)(&got, &scalars[i], "fixed base");
            }
            FIXED(free)(table);
        }
    }
    free(scalars);
    free(points);
}
