/* Template: the operations of a prime field that callers inline, each a well predicted choice
 * between the x86-64 path (F_(x_adx), assembly) and the plain one (F_(x_portable)).
 *
 * Included by fr.h and fp.h after defining F, F_(name) and F_LIMBS; undefines them. */

void F_(add_portable)(F *out, const F *a, const F *b);
void F_(sub_portable)(F *out, const F *a, const F *b);
void F_(mul_portable)(F *out, const F *a, const F *b);

/* For cpu_level() >= CPU_ADX only. */
void F_(add_adx)(F *out, const F *a, const F *b);
void F_(sub_adx)(F *out, const F *a, const F *b);
void F_(mul_adx)(F *out, const F *a, const F *b);
void F_(sqr_adx)(F *out, const F *a);

static inline void F_(add)(F *out, const F *a, const F *b)
{
    if (FIELD_HAS_ADX)
        F_(add_adx)(out, a, b);
    else
        F_(add_portable)(out, a, b);
}

static inline void F_(sub)(F *out, const F *a, const F *b)
{
    if (FIELD_HAS_ADX)
        F_(sub_adx)(out, a, b);
    else
        F_(sub_portable)(out, a, b);
}

static inline void F_(mul)(F *out, const F *a, const F *b)
{
    if (FIELD_HAS_ADX)
        F_(mul_adx)(out, a, b);
    else
        F_(mul_portable)(out, a, b);
}

static inline void F_(sqr)(F *out, const F *a)
{
    if (FIELD_HAS_ADX)
        F_(sqr_adx)(out, a);
    else
        F_(mul_portable)(out, a, a);
}

static inline void F_(neg)(F *out, const F *a)
{
    F_(sub)(out, &F_(zero), a);
}

static inline void F_(double)(F *out, const F *a)
{
    F_(add)(out, a, a);
}

static inline bool F_(is_zero)(const F *a)
{
    uint64_t any = 0;
    for (int i = 0; i < F_LIMBS; i++)
        any |= a->limb[i];
    return any == 0;
}

static inline bool F_(equal)(const F *a, const F *b)
{
    uint64_t differ = 0;
    for (int i = 0; i < F_LIMBS; i++)
        differ |= a->limb[i] ^ b->limb[i];
    return differ == 0;
}

#undef F
#undef F_
#undef F_LIMBS
