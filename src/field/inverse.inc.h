/* Template: inversion modulo the prime of prime.inc.h, included after it.
 *
 * Division steps of Bernstein and Yang ("Fast constant-time gcd computation and modular inversion",
 * 2019), in variable time: 62 steps are worked out on the lowest 64 bits of f and g, collected in a
 * 2x2 matrix, and applied to the long numbers at once. Long numbers are F_SIGNED_LIMBS limbs of 62
 * bits, the highest signed. */

__extension__ typedef __int128 i128;

#define MASK_62 (UINT64_MAX >> 2)

struct signed_number {
    int64_t limb[F_SIGNED_LIMBS];
};

/* 2^62 (f', g') = (u f + v g, q f + r g) */
struct transition {
    int64_t u, v, q, r;
};

static void signed_from_limbs(struct signed_number *out, const uint64_t a[F_LIMBS])
{
    for (int i = 0; i < F_SIGNED_LIMBS; i++) {
        int word = 62 * i / 64, shift = 62 * i % 64;
        uint64_t x = word < F_LIMBS ? a[word] >> shift : 0;
        if (shift > 2 && word + 1 < F_LIMBS)
            x |= a[word + 1] << (64 - shift);
        out->limb[i] = (int64_t)(x & MASK_62);
    }
}

/* a must lie in [0, 2^(64 F_LIMBS)) */
static void signed_to_limbs(uint64_t out[F_LIMBS], const struct signed_number *a)
{
    for (int i = 0; i < F_LIMBS; i++) {
        int word = 64 * i / 62, shift = 64 * i % 62;
        uint64_t x = (uint64_t)a->limb[word] >> shift;
        x |= (uint64_t)a->limb[word + 1] << (62 - shift);
        out[i] = x;
    }
}

/* 62 division steps from the low words of f (odd) and g; returns the new delta. A run of even g is
 * one shift. With f odd, g and f of opposite parity in w bits: adding w f to g, w = -g/f modulo
 * 2^k, makes k bits of g zero at once; k may not pass the step at which f and g change places. */
static int64_t division_steps(struct transition *t, int64_t delta, uint64_t f, uint64_t g)
{
    uint64_t u = 1, v = 0, q = 0, r = 1;
    int left = 62;
    for (;;) {
        int zeros = __builtin_ctzll(g | UINT64_MAX << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += zeros;
        left -= zeros;
        if (left == 0)
            break;
        if (delta > 0) { /* (delta, f, g) becomes (-delta, g, -f) before the shifts */
            uint64_t old = f;
            f = g;
            g = 0 - old;
            old = u;
            u = q;
            q = 0 - old;
            old = v;
            v = r;
            r = 0 - old;
            delta = -delta;
        }
        /* 1/f = f (2 - f^2) modulo 2^6, as f f = 1 modulo 8 */
        int64_t steps = 1 - delta < left ? 1 - delta : left;
        uint64_t mask = steps < 6 ? (1ULL << steps) - 1 : 63;
        uint64_t w = (g * f * (f * f - 2)) & mask;
        g += f * w;
        q += u * w;
        r += v * w;
    }
    *t = (struct transition){(int64_t)u, (int64_t)v, (int64_t)q, (int64_t)r};
    return delta;
}

/* Applies t to f and g, whose lowest 62 bits become zero and are shifted out. */
static void update_fg(struct signed_number *f, struct signed_number *g, const struct transition *t,
                      int limbs)
{
    i128 cf = (i128)t->u * f->limb[0] + (i128)t->v * g->limb[0];
    i128 cg = (i128)t->q * f->limb[0] + (i128)t->r * g->limb[0];
    cf >>= 62;
    cg >>= 62;
    for (int i = 1; i < limbs; i++) {
        cf += (i128)t->u * f->limb[i] + (i128)t->v * g->limb[i];
        cg += (i128)t->q * f->limb[i] + (i128)t->r * g->limb[i];
        f->limb[i - 1] = (int64_t)((uint64_t)cf & MASK_62);
        g->limb[i - 1] = (int64_t)((uint64_t)cg & MASK_62);
        cf >>= 62;
        cg >>= 62;
    }
    f->limb[limbs - 1] = (int64_t)cf;
    g->limb[limbs - 1] = (int64_t)cg;
}

/* Applies t to d and e modulo the prime m. Both lie in (-2m, m) and stay there: m is added to the
 * negative ones first, and the multiple of m that clears the lowest 62 bits is the negative one. */
static void update_de(struct signed_number *d, struct signed_number *e, const struct transition *t,
                      const struct signed_number *m)
{
    const uint64_t inverse = 0 - F_NEG_INVERSE_64;
    int64_t sd = d->limb[F_SIGNED_LIMBS - 1] >> 63, se = e->limb[F_SIGNED_LIMBS - 1] >> 63;
    int64_t md = (t->u & sd) + (t->v & se), me = (t->q & sd) + (t->r & se);
    i128 cd = (i128)t->u * d->limb[0] + (i128)t->v * e->limb[0];
    i128 ce = (i128)t->q * d->limb[0] + (i128)t->r * e->limb[0];
    md -= (int64_t)((inverse * (uint64_t)cd + (uint64_t)md) & MASK_62);
    me -= (int64_t)((inverse * (uint64_t)ce + (uint64_t)me) & MASK_62);
    cd += (i128)m->limb[0] * md;
    ce += (i128)m->limb[0] * me;
    cd >>= 62;
    ce >>= 62;
    for (int i = 1; i < F_SIGNED_LIMBS; i++) {
        cd += (i128)t->u * d->limb[i] + (i128)t->v * e->limb[i] + (i128)m->limb[i] * md;
        ce += (i128)t->q * d->limb[i] + (i128)t->r * e->limb[i] + (i128)m->limb[i] * me;
        d->limb[i - 1] = (int64_t)((uint64_t)cd & MASK_62);
        e->limb[i - 1] = (int64_t)((uint64_t)ce & MASK_62);
        cd >>= 62;
        ce >>= 62;
    }
    d->limb[F_SIGNED_LIMBS - 1] = (int64_t)cd;
    e->limb[F_SIGNED_LIMBS - 1] = (int64_t)ce;
}

/* d in (-2m, m) times the sign, into [0, m) */
static void normalize(struct signed_number *d, bool negate, const struct signed_number *m)
{
    for (int pass = 0; pass < 2; pass++) {
        int64_t add = d->limb[F_SIGNED_LIMBS - 1] >> 63;
        int64_t sign = pass == 0 && negate ? -1 : 0;
        int64_t carry = 0;
        for (int i = 0; i < F_SIGNED_LIMBS; i++) {
            carry += ((d->limb[i] + (m->limb[i] & add)) ^ sign) - sign;
            d->limb[i] = i + 1 < F_SIGNED_LIMBS ? (int64_t)((uint64_t)carry & MASK_62) : carry;
            carry >>= 62;
        }
    }
}

/* The limbs that both numbers still need: a highest limb that is only the sign folds into the one
 * below. */
static int shorten(struct signed_number *f, struct signed_number *g, int limbs)
{
    while (limbs > 1) {
        int64_t ft = f->limb[limbs - 1], gt = g->limb[limbs - 1];
        if ((ft ^ (ft >> 63)) != 0 || (gt ^ (gt >> 63)) != 0)
            break;
        f->limb[limbs - 2] |= (int64_t)((uint64_t)ft << 62);
        g->limb[limbs - 2] |= (int64_t)((uint64_t)gt << 62);
        limbs--;
    }
    return limbs;
}

static bool is_nonzero(const struct signed_number *a, int limbs)
{
    int64_t any = 0;
    for (int i = 0; i < limbs; i++)
        any |= a->limb[i];
    return any != 0;
}

/* e starts as R^2, so that the inverse of the Montgomery form a R is R^2 / (a R) = R / a. */
void F_(inverse)(F *out, const F *a)
{
    struct signed_number m, f, g, d = {{0}}, e;
    struct transition t;
    signed_from_limbs(&m, modulus_limb);
    signed_from_limbs(&g, a->limb);
    signed_from_limbs(&e, F_(r2).limb);
    f = m;

    int64_t delta = 1;
    int limbs = F_SIGNED_LIMBS;
    while (is_nonzero(&g, limbs)) {
        uint64_t f0 = (uint64_t)f.limb[0], g0 = (uint64_t)g.limb[0];
        if (limbs > 1) {
            f0 |= (uint64_t)f.limb[1] << 62;
            g0 |= (uint64_t)g.limb[1] << 62;
        }
        delta = division_steps(&t, delta, f0, g0);
        update_de(&d, &e, &t, &m);
        update_fg(&f, &g, &t, limbs);
        limbs = shorten(&f, &g, limbs);
    }
    normalize(&d, f.limb[limbs - 1] < 0, &m);
    signed_to_limbs(out->limb, &d);
}

#undef MASK_62
