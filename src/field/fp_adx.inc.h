/* Assembler macros for products modulo p; see adx.inc.h. */
#include "field/adx.inc.h"
#include "field/constants.h"

    .section .rodata
    .balign 64
modulus:
    .quad FP_MODULUS_0, FP_MODULUS_1, FP_MODULUS_2, FP_MODULUS_3, FP_MODULUS_4, FP_MODULUS_5
    .quad FP_NEG_INVERSE_64
    .set negative_inverse, modulus + 48

/* t0..t6 = rdx * src[0..5] */
.macro first_row src, t0, t1, t2, t3, t4, t5, t6
    mulx    0(\src), \t0, \t1
    mulx    8(\src), LO, \t2
    addq    LO, \t1
    mulx    16(\src), LO, \t3
    adcq    LO, \t2
    mulx    24(\src), LO, \t4
    adcq    LO, \t3
    mulx    32(\src), LO, \t5
    adcq    LO, \t4
    mulx    40(\src), LO, \t6
    adcq    LO, \t5
    adcq    $0, \t6
.endm

/* t0..t6 = t0..t5 + rdx * src[0..5] */
.macro next_row src, t0, t1, t2, t3, t4, t5, t6
    xorq    \t6, \t6
    mac     0(\src), \t0, \t1
    mac     8(\src), \t1, \t2
    mac     16(\src), \t2, \t3
    mac     24(\src), \t3, \t4
    mac     32(\src), \t4, \t5
    mac     40(\src), \t5, \t6
    adcq    $0, \t6
.endm

/* t0..t6 += q p, after which t0 = 0 */
.macro reduce_row t0, t1, t2, t3, t4, t5, t6
    movq    \t0, %rdx
    imulq   negative_inverse(%rip), %rdx
    xorl    %eax, %eax
    mac     modulus(%rip), \t0, \t1
    mac     modulus+8(%rip), \t1, \t2
    mac     modulus+16(%rip), \t2, \t3
    mac     modulus+24(%rip), \t3, \t4
    mac     modulus+32(%rip), \t4, \t5
    mac     modulus+40(%rip), \t5, \t6
    adcq    $0, \t6
.endm

/* The six rows of a[0..5] * rcx[0..5] with reduction; the value, below 2p, is left in
 * r14 r8 r9 r10 r11 r12. rdx, LO, HI and r13 are scratch. */
.macro product_rows a
    movq    0(%rcx), %rdx
    first_row \a, %r8, %r9, %r10, %r11, %r12, %r13, %r14
    reduce_row %r8, %r9, %r10, %r11, %r12, %r13, %r14
    movq    8(%rcx), %rdx
    next_row \a, %r9, %r10, %r11, %r12, %r13, %r14, %r8
    reduce_row %r9, %r10, %r11, %r12, %r13, %r14, %r8
    movq    16(%rcx), %rdx
    next_row \a, %r10, %r11, %r12, %r13, %r14, %r8, %r9
    reduce_row %r10, %r11, %r12, %r13, %r14, %r8, %r9
    movq    24(%rcx), %rdx
    next_row \a, %r11, %r12, %r13, %r14, %r8, %r9, %r10
    reduce_row %r11, %r12, %r13, %r14, %r8, %r9, %r10
    movq    32(%rcx), %rdx
    next_row \a, %r12, %r13, %r14, %r8, %r9, %r10, %r11
    reduce_row %r12, %r13, %r14, %r8, %r9, %r10, %r11
    movq    40(%rcx), %rdx
    next_row \a, %r13, %r14, %r8, %r9, %r10, %r11, %r12
    reduce_row %r13, %r14, %r8, %r9, %r10, %r11, %r12
.endm

/* Six rows of reduction: r8..r13 = (r8..r13) / 2^384 modulo p, at most p, left in
 * r14 r8 r9 r10 r11 r12. */
.macro reduction_rows
    xorl    %r14d, %r14d
    reduce_row %r8, %r9, %r10, %r11, %r12, %r13, %r14
    reduce_row %r9, %r10, %r11, %r12, %r13, %r14, %r8
    reduce_row %r10, %r11, %r12, %r13, %r14, %r8, %r9
    reduce_row %r11, %r12, %r13, %r14, %r8, %r9, %r10
    reduce_row %r12, %r13, %r14, %r8, %r9, %r10, %r11
    reduce_row %r13, %r14, %r8, %r9, %r10, %r11, %r12
.endm

/* dst[0..5] = t, or t - p when t >= p; t < 2p; u0..u5 are scratch */
.macro store_reduced dst, t0, t1, t2, t3, t4, t5, u0, u1, u2, u3, u4, u5
    movq    \t0, \u0
    subq    modulus(%rip), \t0
    movq    \t1, \u1
    sbbq    modulus+8(%rip), \t1
    movq    \t2, \u2
    sbbq    modulus+16(%rip), \t2
    movq    \t3, \u3
    sbbq    modulus+24(%rip), \t3
    movq    \t4, \u4
    sbbq    modulus+32(%rip), \t4
    movq    \t5, \u5
    sbbq    modulus+40(%rip), \t5
    cmovcq  \u0, \t0
    cmovcq  \u1, \t1
    cmovcq  \u2, \t2
    movq    \t0, 0(\dst)
    cmovcq  \u3, \t3
    movq    \t1, 8(\dst)
    cmovcq  \u4, \t4
    movq    \t2, 16(\dst)
    cmovcq  \u5, \t5
    movq    \t3, 24(\dst)
    movq    \t4, 32(\dst)
    movq    \t5, 40(\dst)
.endm

/* t0..t5 = src[0..5] */
.macro load6 src, t0, t1, t2, t3, t4, t5
    movq    0+\src, \t0
    movq    8+\src, \t1
    movq    16+\src, \t2
    movq    24+\src, \t3
    movq    32+\src, \t4
    movq    40+\src, \t5
.endm

.macro store6 dst, t0, t1, t2, t3, t4, t5
    movq    \t0, 0+\dst
    movq    \t1, 8+\dst
    movq    \t2, 16+\dst
    movq    \t3, 24+\dst
    movq    \t4, 32+\dst
    movq    \t5, 40+\dst
.endm

/* t0..t5 = t0..t5 op src[0..5], first and next being add and adc, sub and sbb or adc and adc */
.macro chain6 first, next, src, t0, t1, t2, t3, t4, t5
    \first  0+\src, \t0
    \next   8+\src, \t1
    \next   16+\src, \t2
    \next   24+\src, \t3
    \next   32+\src, \t4
    \next   40+\src, \t5
.endm
