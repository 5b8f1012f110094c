/* Template: values for tests of the prime fields, and the slow path they are compared with: plain
 * big integers that know nothing of Montgomery form. Included by fr_test.c, fp_test.c and
 * fp2_test.c after defining F, F_PLAIN, F_(name), F_LIMBS, F_BYTES, F_BITS and F_BIG_ENDIAN (order
 * of the byte form). */

static uint64_t random_state;

static inline uint64_t random_u64(void)
{
    /* splitmix64 */
    uint64_t z = (random_state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* --- the slow path: additions and comparisons of integers --- */
static inline int plain_compare(const F_PLAIN *a, const F_PLAIN *b)
{
    for (int i = F_LIMBS; i-- > 0;) {
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    }
    return 0;
}

static inline void plain_subtract(F_PLAIN *out, const F_PLAIN *a, const F_PLAIN *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        uint64_t x = a->limb[i] - b->limb[i];
        uint64_t next = (a->limb[i] < b->limb[i]) | (x < borrow);
        out->limb[i] = x - borrow;
        borrow = next;
    }
}

static inline void plain_add_mod(F_PLAIN *out, const F_PLAIN *a, const F_PLAIN *b)
{
    uint64_t carry = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        uint64_t x = a->limb[i] + b->limb[i];
        uint64_t next = x < a->limb[i];
        x += carry;
        next |= x < carry;
        out->limb[i] = x;
        carry = next;
    }
    if (plain_compare(out, &F_(modulus)) >= 0)
        plain_subtract(out, out, &F_(modulus));
}

static inline void plain_mul_mod(F_PLAIN *out, const F_PLAIN *a, const F_PLAIN *b)
{
    F_PLAIN sum = {{0}};
    for (int bit = 64 * F_LIMBS; bit-- > 0;) {
        plain_add_mod(&sum, &sum, &sum);
        if (b->limb[bit / 64] >> (bit % 64) & 1)
            plain_add_mod(&sum, &sum, a);
    }
    *out = sum;
}

/* --- values --- */
#define EDGE_COUNT 12

/* 0, 1, 2, m-1, m-2, (m-1)/2, (m+1)/2, R mod m, 2^64-1, all-ones limbs modulo m, the highest limb
 * of m alone, ones below a high limb of m's less one. */
static inline void edge_plain(F_PLAIN *out, int which)
{
    static const F_PLAIN one = {{1}}, two = {{2}}, zero = {{0}};
    F_PLAIN x = zero;
    switch (which) {
    case 0:
        break;
    case 1:
        x = one;
        break;
    case 2:
        x = two;
        break;
    case 3:
        plain_subtract(&x, &F_(modulus), &one);
        break;
    case 4:
        plain_subtract(&x, &F_(modulus), &two);
        break;
    case 5:
    case 6:
        for (int i = 0; i < F_LIMBS; i++) {
            uint64_t above = i + 1 < F_LIMBS ? F_(modulus).limb[i + 1] : 0;
            x.limb[i] = F_(modulus).limb[i] >> 1 | above << 63;
        }
        if (which == 6)
            plain_add_mod(&x, &x, &one);
        break;
    case 7:
        x = one;
        for (int i = 0; i < 64 * F_LIMBS; i++)
            plain_add_mod(&x, &x, &x);
        break;
    case 8:
        x.limb[0] = UINT64_MAX;
        break;
    case 9:
        for (int i = 0; i < F_LIMBS; i++)
            x.limb[i] = UINT64_MAX;
        while (plain_compare(&x, &F_(modulus)) >= 0)
            plain_subtract(&x, &x, &F_(modulus));
        break;
    case 10:
        x.limb[F_LIMBS - 1] = F_(modulus).limb[F_LIMBS - 1];
        break;
    default:
        for (int i = 0; i < F_LIMBS - 1; i++)
            x.limb[i] = UINT64_MAX;
        x.limb[F_LIMBS - 1] = F_(modulus).limb[F_LIMBS - 1] - 1;
        break;
    }
    *out = x;
}

static inline void random_plain(F_PLAIN *out)
{
    do {
        for (int i = 0; i < F_LIMBS; i++)
            out->limb[i] = random_u64();
        out->limb[F_LIMBS - 1] &= UINT64_MAX >> (64 * F_LIMBS - F_BITS);
    } while (plain_compare(out, &F_(modulus)) >= 0);
}

static inline void random_element(F *out)
{
    F_PLAIN plain;
    random_plain(&plain);
    F_(from_plain)(out, &plain);
}

/* i-th value of a sequence that starts with the edges */
static inline void nth_plain(F_PLAIN *out, int i)
{
    if (i < EDGE_COUNT)
        edge_plain(out, i);
    else
        random_plain(out);
}

static inline void expect_plain(const F *got, const F_PLAIN *want)
{
    F_PLAIN plain;
    F_(to_plain)(&plain, got);
    assert_true(F_(plain_is_canonical)(&plain));
    assert_memory_equal(&plain, want, sizeof plain);
    /* the Montgomery form itself is canonical too, so equality of values is equality of limbs */
    F_PLAIN raw;
    memcpy(&raw, got, sizeof raw);
    assert_true(F_(plain_is_canonical)(&raw));
}

/* bytes[i] is byte i, least first, of the byte form */
static inline uint8_t *byte_of(uint8_t bytes[F_BYTES], int i)
{
    return &bytes[F_BIG_ENDIAN ? F_BYTES - 1 - i : i];
}

static inline void plain_bytes(uint8_t bytes[F_BYTES], const F_PLAIN *a)
{
    for (int i = 0; i < F_BYTES; i++)
        *byte_of(bytes, i) = (uint8_t)(a->limb[i / 8] >> (8 * (i % 8)));
}

/* Runs the group at each level this machine has; the argument of the program is the seed. */
static inline int run_at_levels(int (*group)(void), int argc, char **argv)
{
    int failed = 0;
    if (argc > 1)
        random_state = strtoull(argv[1], NULL, 0);
    else if (random_bytes(&random_state, sizeof random_state, NULL) != STATUS_OK)
        return 1;
    for (enum cpu_level level = CPU_PORTABLE; level <= CPU_ADX; level++) {
        cpu_level_limit(level);
        if (cpu_level() != level)
            continue;
        print_message("cpu %s, seed 0x%016llx\n", cpu_level_name(level),
                      (unsigned long long)random_state);
        failed += group();
    }
    return failed;
}
