/* Template: struct point_ops in eight lanes, for G1 and G2. A stored point is the limbs of x, then
 * of y, near in the sense of field/fp_x8.h.
 *
 * The includer defines COORDINATE (fp_x8, fp2_x8), C(name), COORDINATE_PARTS (1, 2), FIELD(name),
 * FIELD_ELEMENT, POINT_AFFINE, POINT_GROUP and POINT_OPS. Source: Montgomery's simultaneous
 * inversion; docs/math.md, "Many additions, one inversion". */

#define COORDINATE_WORDS (COORDINATE_PARTS * FP_X8_LIMBS)
#define POINT_WORDS      (2 * COORDINATE_WORDS)
#define AFFINE_PARTS     (2 * COORDINATE_PARTS)

/* Eight additions between the two passes. Of y only signed raw values are kept. */
struct additions {
    COORDINATE x1, y1, x2;
    COORDINATE numerator;                        /* carried: of the slope, y2 - y1 + 4p */
    COORDINATE denominator;                      /* carried: x2 - x1 + 2p */
    COORDINATE prefix;                           /* product of the denominators before */
    __mmask8 take_first, take_second, take_zero; /* lanes where the sum is known: see special */
};

static __attribute__((noinline)) void mul(COORDINATE *out, const COORDINATE *a, const COORDINATE *b)
{
    C(mul)(out, a, b);
}

static __attribute__((noinline)) void sqr(COORDINATE *out, const COORDINATE *a)
{
    C(sqr)(out, a);
}

static void set_one(COORDINATE *out)
{
    static const uint64_t one[FP_X8_LIMBS] = FP_X8_ONE;
    memset(out, 0, sizeof *out);
    fp_x8_set((fp_x8 *)out, one);
}

FP_X8_INLINE void load(COORDINATE *out, const uint64_t *const points[8], size_t offset)
{
    for (size_t part = 0; part < COORDINATE_PARTS; part++) {
        const uint64_t *in[8];
        for (int lane = 0; lane < 8; lane++)
            in[lane] = points[lane] + offset + part * FP_X8_LIMBS;
        fp_x8_load_lanes((fp_x8 *)out + part, in);
    }
}

FP_X8_INLINE void store(uint64_t *const points[8], size_t offset, const COORDINATE *in)
{
    for (size_t part = 0; part < COORDINATE_PARTS; part++) {
        uint64_t *out[8];
        for (int lane = 0; lane < 8; lane++)
            out[lane] = points[lane] + offset + part * FP_X8_LIMBS;
        fp_x8_store_lanes(out, (const fp_x8 *)in + part);
    }
}

static const uint64_t *words_at(uintptr_t tagged)
{
    return (const uint64_t *)(tagged & ~POINT_OPPOSITE);
}

/* Lanes that may hold an identity or equal x coordinates. Looks at lowest limbs only: x1 - x2 would
 * be -p, 0 or p, and an identity is all zero. Off by chance in one of 2^50. */
FP_X8_INLINE __mmask8 suspect_lanes(const struct additions *t, const COORDINATE *y2)
{
    const __m512i mask = fp_x8_word(FP_X8_MASK);
    __m512i x1 = ((const fp_x8 *)&t->x1)->limb[0], x2 = ((const fp_x8 *)&t->x2)->limb[0];
    __m512i d = _mm512_and_si512(_mm512_sub_epi64(x1, x2), mask);
    __mmask8 same = _mm512_testn_epi64_mask(d, d);
    same |= _mm512_cmpeq_epi64_mask(d, fp_x8_word(FP_X8_P0));
    same |= _mm512_cmpeq_epi64_mask(d, fp_x8_word(FP_X8_MASK + 1 - FP_X8_P0));
    __m512i z1 = ((const fp_x8 *)&t->y1)->limb[0], z2 = ((const fp_x8 *)y2)->limb[0];
    return same | _mm512_testn_epi64_mask(z1, z1) | _mm512_testn_epi64_mask(z2, z2);
}

/* Gives equal points the slope of the tangent, and 1 as denominator to lanes whose sum needs no
 * slope. */
static __attribute__((noinline)) void special(struct additions *t, const COORDINATE *y2)
{
    COORDINATE one, twice, square;
    __mmask8 zero1 = C(zero_lanes)(&t->x1) & C(zero_lanes)(&t->y1);
    __mmask8 zero2 = C(zero_lanes)(&t->x2) & C(zero_lanes)(y2);
    __mmask8 same = C(equal_lanes)(&t->x1, &t->x2) & (__mmask8) ~(zero1 | zero2);
    __mmask8 equal = same & C(equal_lanes)(&t->y1, y2);

    C(add_raw)(&twice, &t->y1, &t->y1);
    C(add_p_raw)(&twice, &twice, 4);
    C(carry)(&twice, &twice);
    C(select)(&t->denominator, equal, &t->denominator, &twice);
    C(add_p_raw)(&square, &t->x1, 1);
    C(carry)(&square, &square);
    sqr(&square, &square);
    C(add_raw)(&twice, &square, &square);
    C(add_raw)(&square, &twice, &square);
    C(carry)(&square, &square);
    C(select)(&t->numerator, equal, &t->numerator, &square);

    t->take_second = zero1;
    t->take_first = zero2 & (__mmask8)~zero1;
    t->take_zero = same & (__mmask8)~equal;
    set_one(&one);
    C(select)
    (&t->denominator, t->take_first | t->take_second | t->take_zero, &t->denominator, &one);
}

/* Puts the known sums over what the slope gave. In lanes of take_second y1 is zero, so that y2 is
 * numerator - 4p. */
static __attribute__((noinline)) void settle(const struct additions *t, COORDINATE *x,
                                             COORDINATE *y)
{
    COORDINATE p4, y2, y1, zero;
    memset(&zero, 0, sizeof zero);
    C(add_p_raw)(&p4, &zero, 4);
    C(sub_raw)(&y2, &t->numerator, &p4);
    C(canonical)(&y2, &y2);
    C(canonical)(&y1, &t->y1);
    C(select)(x, t->take_second, x, &t->x2);
    C(select)(y, t->take_second, y, &y2);
    C(select)(x, t->take_first, x, &t->x1);
    C(select)(y, t->take_first, y, &y1);
    C(select)(x, t->take_zero, x, &zero);
    C(select)(y, t->take_zero, y, &zero);
}

/* Every lane's inverse with one inversion. */
static void invert(COORDINATE *a)
{
    COORDINATE other4, other2, other1, product, inverse;
    uint64_t words[COORDINATE_WORDS];
    FIELD_ELEMENT element;
    C(rotate)(&other4, a, 4);
    mul(&product, a, &other4);
    C(rotate)(&other2, &product, 2);
    mul(&product, &product, &other2);
    C(rotate)(&other1, &product, 1);
    mul(&product, &product, &other1);

    for (size_t part = 0; part < COORDINATE_PARTS; part++)
        fp_x8_first_lane(words + part * FP_X8_LIMBS, (const fp_x8 *)&product + part);
    for (size_t part = 0; part < COORDINATE_PARTS; part++)
        fp_x8_to_fp((fp *)&element + part, words + part * FP_X8_LIMBS);
    FIELD(inverse)(&element, &element);
    for (size_t part = 0; part < COORDINATE_PARTS; part++) {
        fp_x8_from_fp(words, (const fp *)&element + part);
        fp_x8_set((fp_x8 *)&inverse + part, words);
    }
    mul(&inverse, &inverse, &other1);
    mul(&inverse, &inverse, &other2);
    mul(a, &inverse, &other4);
}

/* Points for the lanes past the last pair: any two with different x and no zero limb. */
static const struct {
    _Alignas(64) uint64_t words[2][POINT_WORDS];
} padding = {{{[0] = 1, [COORDINATE_WORDS] = 1}, {[0] = 2, [COORDINATE_WORDS] = 1}}};

/* Eight pairs, the last group padded. */
FP_X8_INLINE const struct point_pair *full_group(const struct point_pair *pairs, size_t count,
                                                 struct point_pair padded[8], uint64_t *junk)
{
    if (__builtin_expect(count >= 8, 1))
        return pairs;
    for (size_t lane = 0; lane < 8; lane++)
        padded[lane] = lane < count ? pairs[lane]
                                    : (struct point_pair){.a = (uintptr_t)padding.words[0],
                                                          .b = (uintptr_t)padding.words[1],
                                                          .out = junk};
    return padded;
}

static void prefetch(const struct point_pair *pairs)
{
    for (size_t i = 0; i < 8; i++) {
        for (size_t word = 0; word < POINT_WORDS; word += 8) {
            __builtin_prefetch(words_at(pairs[i].a) + word);
            __builtin_prefetch(words_at(pairs[i].b) + word);
        }
    }
}

static void begin(struct additions *t, const struct point_pair *pairs)
{
    COORDINATE y2;
    const uint64_t *a[8], *b[8];
    unsigned opposite_a = 0, opposite_b = 0;
    FP_X8_UNROLL
    for (size_t lane = 0; lane < 8; lane++) {
        a[lane] = words_at(pairs[lane].a);
        b[lane] = words_at(pairs[lane].b);
        opposite_a |= (unsigned)(pairs[lane].a & POINT_OPPOSITE) << lane;
        opposite_b |= (unsigned)(pairs[lane].b & POINT_OPPOSITE) << lane;
    }
    load(&t->x1, a, 0);
    load(&t->x2, b, 0);
    load(&t->y1, a, COORDINATE_WORDS);
    load(&y2, b, COORDINATE_WORDS);
    C(negate_raw)(&t->y1, &t->y1, (__mmask8)opposite_a);
    C(negate_raw)(&y2, &y2, (__mmask8)opposite_b);
    C(sub)(&t->denominator, &t->x2, &t->x1, 2);
    C(sub)(&t->numerator, &y2, &t->y1, 4);
    t->take_first = t->take_second = t->take_zero = 0;
    if (__builtin_expect(suspect_lanes(t, &y2), 0))
        special(t, &y2);
}

static void finish(const struct additions *t, const COORDINATE *inverse,
                   const struct point_pair *pairs)
{
    COORDINATE slope, x, y, d;
    uint64_t *out[8];
    mul(&slope, &t->numerator, inverse);
    sqr(&x, &slope);
    C(sub_raw)(&x, &x, &t->x1);
    C(sub_raw)(&x, &x, &t->x2);
    C(fold)(&x, &x, 2);
    C(sub)(&d, &t->x1, &x, 2);
    mul(&y, &slope, &d);
    C(sub_raw)(&y, &y, &t->y1);
    C(fold)(&y, &y, 1);
    if (__builtin_expect(t->take_first | t->take_second | t->take_zero, 0))
        settle(t, &x, &y);
    FP_X8_UNROLL
    for (size_t lane = 0; lane < 8; lane++)
        out[lane] = pairs[lane].out;
    store(out, 0, &x);
    store(out, COORDINATE_WORDS, &y);
}

static void add_pairs(const struct point_pair *pairs, size_t count, void *scratch)
{
    struct additions *additions = scratch;
    _Alignas(64) uint64_t junk[POINT_WORDS];
    struct point_pair padded[8];
    COORDINATE product, inverse;
    size_t groups = (count + 7) / 8;

    set_one(&product);
    for (size_t g = 0; g < groups; g++) {
        struct additions *t = &additions[g];
        if (8 * g + 24 <= count)
            prefetch(pairs + 8 * g + 16);
        begin(t, full_group(pairs + 8 * g, count - 8 * g, padded, junk));
        t->prefix = product;
        mul(&product, &product, &t->denominator);
    }
    invert(&product);
    for (size_t g = groups; g-- > 0;) {
        const struct additions *t = &additions[g];
        mul(&inverse, &product, &t->prefix);
        mul(&product, &product, &t->denominator);
        finish(t, &inverse, full_group(pairs + 8 * g, count - 8 * g, padded, junk));
    }
}

/* p - y, near as y is; zero stays zero. */
static void oppose(uint64_t y[FP_X8_LIMBS])
{
    uint64_t any = 0;
    int64_t carry = 0;
    for (size_t i = 0; i < FP_X8_LIMBS; i++)
        any |= y[i];
    for (size_t i = 0; any != 0 && i < FP_X8_LIMBS; i++) {
        int64_t t = (int64_t)fp_x8_p[i] - (int64_t)y[i] + carry;
        carry = t >> 52;
        y[i] = (uint64_t)(i + 1 < FP_X8_LIMBS ? t & (int64_t)FP_X8_MASK : t);
    }
}

static void copy(void *out, uintptr_t a)
{
    uint64_t *words = out;
    memcpy(words, words_at(a), POINT_WORDS * sizeof *words);
    for (size_t part = COORDINATE_PARTS; a & POINT_OPPOSITE && part < AFFINE_PARTS; part++)
        oppose(words + part * FP_X8_LIMBS);
}

static bool is_identity(const void *a)
{
    const uint64_t *words = a;
    uint64_t any = 0;
    for (size_t i = 0; i < POINT_WORDS; i++)
        any |= words[i];
    return any == 0;
}

/* Multiplies eight stored points' coordinates by `factor`; lanes below p before in *in_range. */
static void scale(uint64_t *const points[8], const uint64_t factor_limb[FP_X8_LIMBS],
                  __mmask8 *in_range)
{
    fp_x8 factor;
    fp_x8_set(&factor, factor_limb);
    *in_range = 0xff;
    for (size_t part = 0; part < AFFINE_PARTS; part++) {
        const uint64_t *in[8];
        uint64_t *out[8];
        for (int lane = 0; lane < 8; lane++)
            in[lane] = out[lane] = points[lane] + part * FP_X8_LIMBS;
        fp_x8 a, below;
        fp_x8_load_lanes(&a, in);
        for (int i = 0; i < FP_X8_LIMBS; i++)
            below.limb[i] = _mm512_sub_epi64(a.limb[i], fp_x8_word(fp_x8_p[i]));
        fp_x8_carry(&below, &below);
        *in_range &= _mm512_movepi64_mask(below.limb[FP_X8_LIMBS - 1]);
        fp_x8_mul(&a, &a, &factor);
        fp_x8_store_lanes(out, &a);
    }
}

/* The eight points from `points` on, those past `count` in `spare`. */
static void stored_lanes(uint64_t *lanes[8], uint64_t *points, size_t count,
                         uint64_t spare[8][POINT_WORDS])
{
    for (size_t lane = 0; lane < 8; lane++)
        lanes[lane] = lane < count ? points + lane * POINT_WORDS : spare[lane];
}

/* G2 encodings have c1 before c0. */
static size_t encoded_part(size_t part)
{
    return part / COORDINATE_PARTS * COORDINATE_PARTS +
           (COORDINATE_PARTS - 1 - part % COORDINATE_PARTS);
}

static size_t decode(void *out, const uint8_t *in, const uint32_t *index, size_t count)
{
    static const uint64_t factor[FP_X8_LIMBS] = FP_X8_FROM_PLAIN;
    uint64_t spare[8][POINT_WORDS] = {{0}};
    uint64_t *points = out, *lanes[8];
    for (size_t i = 0; i < count; i += 8) {
        unsigned refused = 0;
        size_t n = count - i < 8 ? count - i : 8;
        stored_lanes(lanes, points + i * POINT_WORDS, n, spare);
        for (size_t lane = 0; lane < n; lane++) {
            const uint8_t *bytes =
                in + (index != NULL ? index[i + lane] : i + lane) * AFFINE_PARTS * FP_BYTES;
            for (size_t part = 0; part < AFFINE_PARTS; part++)
                _mm512_storeu_si512(lanes[lane] + part * FP_X8_LIMBS,
                                    fp_x8_split_bytes(bytes + encoded_part(part) * FP_BYTES));
            if (is_identity(lanes[lane]))
                refused |= 1U << lane;
        }
        /* Flags are bits above p. */
        __mmask8 in_range;
        scale(lanes, factor, &in_range);
        refused |= (unsigned)(__mmask8)~in_range & ((1U << n) - 1);
        if (refused != 0)
            return i + (size_t)__builtin_ctz(refused);
    }
    return count;
}

static void from_affine(void *out, const void *affine, const uint32_t *index, size_t count)
{
    static const uint64_t factor[FP_X8_LIMBS] = FP_X8_FROM_FP;
    uint64_t spare[8][POINT_WORDS] = {{0}};
    uint64_t *points = out, *lanes[8];
    for (size_t i = 0; i < count; i += 8) {
        size_t n = count - i < 8 ? count - i : 8;
        stored_lanes(lanes, points + i * POINT_WORDS, n, spare);
        for (size_t lane = 0; lane < n; lane++) {
            const fp *in = (const fp *)((const POINT_AFFINE *)affine +
                                        (index != NULL ? index[i + lane] : i + lane));
            for (size_t part = 0; part < AFFINE_PARTS; part++)
                _mm512_storeu_si512(lanes[lane] + part * FP_X8_LIMBS,
                                    fp_x8_split_words(in[part].limb));
        }
        __mmask8 in_range;
        scale(lanes, factor, &in_range);
    }
}

static void to_affine(void *affine, const void *in, size_t count)
{
    static const uint64_t factor_limb[FP_X8_LIMBS] = FP_X8_TO_FP;
    uint64_t rows[8][FP_X8_LIMBS] = {{0}};
    fp *out = affine;
    fp_x8 factor;
    fp_x8_set(&factor, factor_limb);
    for (size_t i = 0; i < count * AFFINE_PARTS; i += 8) {
        const uint64_t *from[8];
        uint64_t *to[8];
        size_t n = count * AFFINE_PARTS - i < 8 ? count * AFFINE_PARTS - i : 8;
        for (size_t lane = 0; lane < 8; lane++) {
            to[lane] = rows[lane];
            from[lane] = lane < n ? (const uint64_t *)in + (i + lane) * FP_X8_LIMBS : rows[lane];
        }
        fp_x8 a;
        fp_x8_load_lanes(&a, from);
        fp_x8_add_p_raw(&a, &a, 1);
        fp_x8_carry(&a, &a);
        fp_x8_mul(&a, &a, &factor);
        fp_x8_canonical(&a, &a);
        fp_x8_store_lanes(to, &a);
        for (size_t lane = 0; lane < n; lane++)
            fp_x8_pack(out[i + lane].limb, rows[lane]);
    }
}

/* The curve's constant is 4 in G1 and 4 + 4u in G2. */
static size_t off_curve(const void *points, size_t count)
{
    static const uint64_t four[FP_X8_LIMBS] = FP_X8_FOUR;
    const uint64_t *words = points;
    COORDINATE b;
    for (size_t part = 0; part < COORDINATE_PARTS; part++)
        fp_x8_set((fp_x8 *)&b + part, four);
    for (size_t i = 0; i < count; i += 8) {
        const uint64_t *in[8];
        COORDINATE x, y, right;
        for (size_t lane = 0; lane < 8; lane++)
            in[lane] = words + (i + lane < count ? i + lane : i) * POINT_WORDS;
        load(&x, in, 0);
        load(&y, in, COORDINATE_WORDS);
        C(add_p_raw)(&x, &x, 1);
        C(carry)(&x, &x);
        C(add_p_raw)(&y, &y, 1);
        C(carry)(&y, &y);
        sqr(&y, &y);
        sqr(&right, &x);
        mul(&right, &right, &x);
        C(add_raw)(&right, &right, &b);
        unsigned off = (unsigned)(__mmask8)~C(equal_lanes)(&y, &right);
        if (off != 0)
            return i + (size_t)__builtin_ctz(off);
    }
    return count;
}

const struct point_ops POINT_OPS = {
    .group = &POINT_GROUP,
    .point_bytes = POINT_WORDS * sizeof(uint64_t),
    .scratch_bytes_per_pair = sizeof(struct additions) / 8,
    .add_pairs = add_pairs,
    .copy = copy,
    .is_identity = is_identity,
    .decode = decode,
    .from_affine = from_affine,
    .to_affine = to_affine,
    .off_curve = off_curve,
};
