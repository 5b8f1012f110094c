/* Template: arithmetic modulo a prime in Montgomery form, the plain path.
 *
 * Included once per field by fr.c and fp.c after defining
 *   F          the element type, and F_(name) the prefixed name
 *   F_PLAIN    the integer type
 *   F_LIMBS    limbs of both
 *   F_MODULUS  brace list of the modulus' limbs
 *   F_NEG_INVERSE_64  -1/modulus mod 2^64
 * The modulus must leave the top bit of its highest limb free, which keeps every intermediate sum
 * below within F_LIMBS + 1 limbs. */

__extension__ typedef unsigned __int128 u128;

static const uint64_t modulus_limb[F_LIMBS] = F_MODULUS;

/* out = t - modulus if t >= modulus, else t; t < 2 modulus. */
static inline void reduce_once(uint64_t out[F_LIMBS], const uint64_t t[F_LIMBS])
{
    uint64_t d[F_LIMBS];
    uint64_t borrow = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        u128 x = (u128)t[i] - modulus_limb[i] - borrow;
        d[i] = (uint64_t)x;
        borrow = (uint64_t)(x >> 64) & 1;
    }
    uint64_t keep = 0 - borrow;
    for (int i = 0; i < F_LIMBS; i++)
        out[i] = (t[i] & keep) | (d[i] & ~keep);
}

static inline bool below_modulus(const uint64_t a[F_LIMBS])
{
    for (int i = F_LIMBS; i-- > 0;) {
        if (a[i] != modulus_limb[i])
            return a[i] < modulus_limb[i];
    }
    return false;
}

void F_(add_portable)(F *out, const F *a, const F *b)
{
    uint64_t t[F_LIMBS];
    uint64_t carry = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        u128 x = (u128)a->limb[i] + b->limb[i] + carry;
        t[i] = (uint64_t)x;
        carry = (uint64_t)(x >> 64);
    }
    reduce_once(out->limb, t);
}

void F_(sub_portable)(F *out, const F *a, const F *b)
{
    uint64_t d[F_LIMBS];
    uint64_t borrow = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        u128 x = (u128)a->limb[i] - b->limb[i] - borrow;
        d[i] = (uint64_t)x;
        borrow = (uint64_t)(x >> 64) & 1;
    }
    uint64_t mask = 0 - borrow;
    uint64_t carry = 0;
    for (int i = 0; i < F_LIMBS; i++) {
        u128 x = (u128)d[i] + (modulus_limb[i] & mask) + carry;
        out->limb[i] = (uint64_t)x;
        carry = (uint64_t)(x >> 64);
    }
}

/* Coarsely integrated operand scanning (Koc, Acar, Kaliski 1996) without the extra carry limb:
 * t stays below 2 modulus after every row. */
static inline void montgomery_product(uint64_t out[F_LIMBS], const uint64_t a[F_LIMBS],
                                      const uint64_t b[F_LIMBS])
{
    uint64_t t[F_LIMBS + 1] = {0};
    for (int i = 0; i < F_LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < F_LIMBS; j++) {
            u128 x = (u128)a[j] * b[i] + t[j] + carry;
            t[j] = (uint64_t)x;
            carry = (uint64_t)(x >> 64);
        }
        t[F_LIMBS] = carry;

        uint64_t q = t[0] * F_NEG_INVERSE_64;
        carry = (uint64_t)(((u128)q * modulus_limb[0] + t[0]) >> 64);
        for (int j = 1; j < F_LIMBS; j++) {
            u128 x = (u128)q * modulus_limb[j] + t[j] + carry;
            t[j - 1] = (uint64_t)x;
            carry = (uint64_t)(x >> 64);
        }
        t[F_LIMBS - 1] = t[F_LIMBS] + carry;
    }
    reduce_once(out, t);
}

void F_(mul_portable)(F *out, const F *a, const F *b)
{
    montgomery_product(out->limb, a->limb, b->limb);
}

void F_(pow)(F *out, const F *a, const uint64_t *e, size_t limbs)
{
    F table[16]; /* a^0 .. a^15 */
    table[0] = F_(one);
    for (int i = 1; i < 16; i++)
        F_(mul)(&table[i], &table[i - 1], a);

    F result = F_(one);
    bool started = false;
    for (size_t nibble = limbs * 16; nibble-- > 0;) {
        unsigned digit = (unsigned)(e[nibble / 16] >> (nibble % 16 * 4)) & 15;
        if (started) {
            for (int i = 0; i < 4; i++)
                F_(sqr)(&result, &result);
        }
        if (digit != 0) {
            F_(mul)(&result, &result, &table[digit]);
            started = true;
        }
    }
    *out = result;
}

void F_(inverse_batch)(F *values, size_t count, F *scratch)
{
    F product = F_(one);
    for (size_t i = 0; i < count; i++) {
        scratch[i] = product;
        if (!F_(is_zero)(&values[i]))
            F_(mul)(&product, &product, &values[i]);
    }
    F_(inverse)(&product, &product);
    for (size_t i = count; i-- > 0;) {
        if (F_(is_zero)(&values[i]))
            continue;
        F value = values[i];
        F_(mul)(&values[i], &product, &scratch[i]);
        F_(mul)(&product, &product, &value);
    }
}

bool F_(plain_is_canonical)(const F_PLAIN *a)
{
    return below_modulus(a->limb);
}

void F_(from_plain)(F *out, const F_PLAIN *a)
{
    montgomery_product(out->limb, a->limb, F_(r2).limb);
}

void F_(to_plain)(F_PLAIN *out, const F *a)
{
    static const uint64_t one[F_LIMBS] = {1};
    montgomery_product(out->limb, a->limb, one);
}
