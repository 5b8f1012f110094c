/* Arithmetic modulo r with BMI2 and ADX: System V functions. The rows are those of adx.inc.h, with
 * five limbs. */
#ifdef __x86_64__
#include "field/adx.inc.h"
#include "field/constants.h"

    .section .rodata
    .balign 64
modulus:
    .quad FR_MODULUS_0, FR_MODULUS_1, FR_MODULUS_2, FR_MODULUS_3, FR_NEG_INVERSE_64
    .set negative_inverse, modulus + 32

/* t0..t4 = t0..t3 + rdx * src[0..3] */
.macro next_row src, t0, t1, t2, t3, t4
    xorq    \t4, \t4
    mac     0(\src), \t0, \t1
    mac     8(\src), \t1, \t2
    mac     16(\src), \t2, \t3
    mac     24(\src), \t3, \t4
    adcq    $0, \t4
.endm

/* t0..t4 += q r, after which t0 = 0 */
.macro reduce_row t0, t1, t2, t3, t4
    movq    \t0, %rdx
    imulq   negative_inverse(%rip), %rdx
    xorl    %eax, %eax
    mac     modulus(%rip), \t0, \t1
    mac     modulus+8(%rip), \t1, \t2
    mac     modulus+16(%rip), \t2, \t3
    mac     modulus+24(%rip), \t3, \t4
    adcq    $0, \t4
.endm

/* dst[0..3] = t, or t - r when t >= r; u0..u3 are scratch */
.macro store_reduced dst, t0, t1, t2, t3, u0, u1, u2, u3
    movq    \t0, \u0
    subq    modulus(%rip), \t0
    movq    \t1, \u1
    sbbq    modulus+8(%rip), \t1
    movq    \t2, \u2
    sbbq    modulus+16(%rip), \t2
    movq    \t3, \u3
    sbbq    modulus+24(%rip), \t3
    cmovcq  \u0, \t0
    cmovcq  \u1, \t1
    movq    \t0, 0(\dst)
    cmovcq  \u2, \t2
    movq    \t1, 8(\dst)
    cmovcq  \u3, \t3
    movq    \t2, 16(\dst)
    movq    \t3, 24(\dst)
.endm

    .text

/* void fr_mul_adx(fr *out, const fr *a, const fr *b) */
function fr_mul_adx
    save    %rbx
    save    %r12
    movq    %rdx, %rcx

    movq    0(%rcx), %rdx
    mulx    0(%rsi), %r8, %r9
    mulx    8(%rsi), LO, %r10
    addq    LO, %r9
    mulx    16(%rsi), LO, %r11
    adcq    LO, %r10
    mulx    24(%rsi), LO, %r12
    adcq    LO, %r11
    adcq    $0, %r12
    reduce_row %r8, %r9, %r10, %r11, %r12
    movq    8(%rcx), %rdx
    next_row %rsi, %r9, %r10, %r11, %r12, %r8
    reduce_row %r9, %r10, %r11, %r12, %r8
    movq    16(%rcx), %rdx
    next_row %rsi, %r10, %r11, %r12, %r8, %r9
    reduce_row %r10, %r11, %r12, %r8, %r9
    movq    24(%rcx), %rdx
    next_row %rsi, %r11, %r12, %r8, %r9, %r10
    reduce_row %r11, %r12, %r8, %r9, %r10
    store_reduced %rdi, %r12, %r8, %r9, %r10, %rax, %rbx, %rcx, %rdx

    restore %r12
    restore %rbx
end_function fr_mul_adx

/* void fr_sqr_adx(fr *out, const fr *a): as fp_sqr_adx */
function fr_sqr_adx
    save    %rbx
    save    %rbp
    save    %r12
    save    %r13
    save    %r14
    save    %r15

    /* limbs 1 to 6 are r8 .. r13 */
    movq    0(%rsi), %rdx
    mulx    8(%rsi), %r8, %r9
    mulx    16(%rsi), LO, %r10
    addq    LO, %r9
    mulx    24(%rsi), LO, %r11
    adcq    LO, %r10
    adcq    $0, %r11
    movq    8(%rsi), %rdx
    xorl    %r12d, %r12d
    mac     16(%rsi), %r10, %r11
    mac     24(%rsi), %r11, %r12
    adcq    $0, %r12
    movq    16(%rsi), %rdx
    mulx    24(%rsi), LO, %r13
    addq    LO, %r12
    adcq    $0, %r13

    /* CF doubles, OF adds the squares; limb 0 is rcx, limb 7 r14 */
    movq    0(%rsi), %rdx
    xorl    %ebp, %ebp
    mulx    %rdx, %rcx, HI
    adcx    %r8, %r8
    adox    HI, %r8
    movq    8(%rsi), %rdx
    mulx    %rdx, LO, HI
    adcx    %r9, %r9
    adox    LO, %r9
    adcx    %r10, %r10
    adox    HI, %r10
    movq    16(%rsi), %rdx
    mulx    %rdx, LO, HI
    adcx    %r11, %r11
    adox    LO, %r11
    adcx    %r12, %r12
    adox    HI, %r12
    movq    24(%rsi), %rdx
    mulx    %rdx, LO, %r14
    adcx    %r13, %r13
    adox    LO, %r13
    adcx    %rbp, %r14
    adox    %rbp, %r14

    reduce_row %rcx, %r8, %r9, %r10, %rbp
    reduce_row %r8, %r9, %r10, %rbp, %rcx
    reduce_row %r9, %r10, %rbp, %rcx, %r8
    reduce_row %r10, %rbp, %rcx, %r8, %r9
    addq    %r11, %rbp
    adcq    %r12, %rcx
    adcq    %r13, %r8
    adcq    %r14, %r9
    store_reduced %rdi, %rbp, %rcx, %r8, %r9, %rax, %rbx, %rdx, %rsi

    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbp
    restore %rbx
end_function fr_sqr_adx

/* void fr_add_adx(fr *out, const fr *a, const fr *b); r leaves the top bit free, so no carry */
function fr_add_adx
    save    %rbx
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    addq    0(%rdx), %rax
    adcq    8(%rdx), %rcx
    adcq    16(%rdx), %r8
    adcq    24(%rdx), %r9
    store_reduced %rdi, %rax, %rcx, %r8, %r9, %r10, %r11, %rdx, %rbx
    restore %rbx
end_function fr_add_adx

/* void fr_sub_adx(fr *out, const fr *a, const fr *b): a - b, and a - b + r when that borrows */
function fr_sub_adx
    save    %rbx
    save    %r12
    movq    0(%rsi), %rax
    movq    8(%rsi), %rcx
    movq    16(%rsi), %r8
    movq    24(%rsi), %r9
    subq    0(%rdx), %rax
    sbbq    8(%rdx), %rcx
    sbbq    16(%rdx), %r8
    sbbq    24(%rdx), %r9
    sbbq    %r12, %r12
    movq    %rax, %r10
    movq    %rcx, %r11
    movq    %r8, %rdx
    movq    %r9, %rbx
    addq    modulus(%rip), %r10
    adcq    modulus+8(%rip), %r11
    adcq    modulus+16(%rip), %rdx
    adcq    modulus+24(%rip), %rbx
    testq   %r12, %r12
    cmovnzq %r10, %rax
    cmovnzq %r11, %rcx
    cmovnzq %rdx, %r8
    cmovnzq %rbx, %r9
    movq    %rax, 0(%rdi)
    movq    %rcx, 8(%rdi)
    movq    %r8, 16(%rdi)
    movq    %r9, 24(%rdi)
    restore %r12
    restore %rbx
end_function fr_sub_adx

#endif

    .section .note.GNU-stack, "", @progbits
