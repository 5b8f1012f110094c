/* Products in Fp2 with BMI2 and ADX.
 *
 * The product is Karatsuba's with lazy reduction: three unreduced 768-bit products, two
 * reductions. A reduction takes any value below 2^384 p: a0 b0 - a1 b1 is brought there by adding
 * 2^384 p when negative, and (a0 + a1)(b0 + b1) < 4 p^2 < 2^384 p without reducing the sums. */
#ifdef __x86_64__
#include "field/fp_adx.inc.h"

    .text

/* rdi[0..11] = rsi[0..5] * rcx[0..5]; changes rax rbx rdx r8 .. r14 */
    .type   wide_product, @function
    .balign 64
wide_product:
    .cfi_startproc
    movq    0(%rcx), %rdx
    first_row %rsi, %r8, %r9, %r10, %r11, %r12, %r13, %r14
    movq    %r8, 0(%rdi)
    movq    8(%rcx), %rdx
    next_row %rsi, %r9, %r10, %r11, %r12, %r13, %r14, %r8
    movq    %r9, 8(%rdi)
    movq    16(%rcx), %rdx
    next_row %rsi, %r10, %r11, %r12, %r13, %r14, %r8, %r9
    movq    %r10, 16(%rdi)
    movq    24(%rcx), %rdx
    next_row %rsi, %r11, %r12, %r13, %r14, %r8, %r9, %r10
    movq    %r11, 24(%rdi)
    movq    32(%rcx), %rdx
    next_row %rsi, %r12, %r13, %r14, %r8, %r9, %r10, %r11
    movq    %r12, 32(%rdi)
    movq    40(%rcx), %rdx
    next_row %rsi, %r13, %r14, %r8, %r9, %r10, %r11, %r12
    movq    %r13, 40(%rdi)
    store6  48(%rdi), %r14, %r8, %r9, %r10, %r11, %r12
end_function wide_product

/* rdi[0..5] = (rcx[0..5] 2^384 + r8..r13) / 2^384 mod p; changes all but rdi, rbp and r15 */
    .type   reduce_wide, @function
    .balign 64
reduce_wide:
    .cfi_startproc
    reduction_rows
    chain6  addq, adcq, 0(%rcx), %r14, %r8, %r9, %r10, %r11, %r12
    store_reduced %rdi, %r14, %r8, %r9, %r10, %r11, %r12, %r13, %rax, %rbx, %rcx, %rdx, %rsi
end_function reduce_wide

/* rdi[0..5] = rsi[0..5] * rcx[0..5] / 2^384 mod p; same changes */
    .type   reduced_product, @function
    .balign 64
reduced_product:
    .cfi_startproc
    product_rows %rsi
    store_reduced %rdi, %r14, %r8, %r9, %r10, %r11, %r12, %r13, %rax, %rbx, %rcx, %rdx, %rsi
end_function reduced_product

#define LOW    0   /* a0 b0, twelve limbs */
#define HIGH   96  /* a1 b1 */
#define CROSS  192 /* (a0 + a1)(b0 + b1) */
#define SUM_A  288
#define SUM_B  336
#define FRAME  384

/* void fp2_mul_adx(fp2 *out, const fp2 *a, const fp2 *b) */
function fp2_mul_adx
    save    %rbx
    save    %rbp
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    subq    $FRAME, %rsp
    .cfi_adjust_cfa_offset FRAME
    movq    %rdi, %r15
    movq    %rsi, %rbp
    movq    %rdx, %rcx

    load6   0(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  addq, adcq, 48(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    store6  SUM_A(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    load6   0(%rcx), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  addq, adcq, 48(%rcx), %r8, %r9, %r10, %r11, %r12, %r13
    store6  SUM_B(%rsp), %r8, %r9, %r10, %r11, %r12, %r13

    leaq    LOW(%rsp), %rdi
    call    wide_product
    leaq    HIGH(%rsp), %rdi
    leaq    48(%rbp), %rsi
    addq    $48, %rcx
    call    wide_product
    leaq    CROSS(%rsp), %rdi
    leaq    SUM_A(%rsp), %rsi
    leaq    SUM_B(%rsp), %rcx
    call    wide_product

    /* c1 = CROSS - LOW - HIGH */
    load6   CROSS(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    load6   CROSS+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    chain6  subq, sbbq, LOW(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  sbbq, sbbq, LOW+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    chain6  subq, sbbq, HIGH(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  sbbq, sbbq, HIGH+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    store6  CROSS+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    leaq    48(%r15), %rdi
    leaq    CROSS+48(%rsp), %rcx
    call    reduce_wide

    /* c0 = LOW - HIGH (+ 2^384 p) */
    load6   LOW(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    load6   LOW+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    chain6  subq, sbbq, HIGH(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  sbbq, sbbq, HIGH+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    leaq    modulus(%rip), %rbp
    leaq    zeros(%rip), %r14
    cmovncq %r14, %rbp
    chain6  addq, adcq, 0(%rbp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    store6  LOW+48(%rsp), %rax, %rbx, %rcx, %rdx, %rsi, %rdi
    movq    %r15, %rdi
    leaq    LOW+48(%rsp), %rcx
    call    reduce_wide

    addq    $FRAME, %rsp
    .cfi_adjust_cfa_offset -FRAME
    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbp
    restore %rbx
end_function fp2_mul_adx

/* void fp2_sqr_adx(fp2 *out, const fp2 *a): (a0 + a1)(a0 - a1 + p) and (2 a0) a1, the factors below
 * 2p, so that the products reduce below 4 p^2 / 2^384 + p < 2p. */
function fp2_sqr_adx
    save    %rbx
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    subq    $144, %rsp
    .cfi_adjust_cfa_offset 144
    movq    %rdi, %r15

    load6   0(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  addq, adcq, 48(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    store6  0(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    load6   0(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  addq, adcq, modulus(%rip), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  subq, sbbq, 48(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    store6  48(%rsp), %r8, %r9, %r10, %r11, %r12, %r13
    load6   0(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    chain6  addq, adcq, 0(%rsi), %r8, %r9, %r10, %r11, %r12, %r13
    store6  96(%rsp), %r8, %r9, %r10, %r11, %r12, %r13

    leaq    48(%rdi), %rdi
    leaq    48(%rsi), %rcx
    leaq    96(%rsp), %rsi
    call    reduced_product
    movq    %r15, %rdi
    movq    %rsp, %rsi
    leaq    48(%rsp), %rcx
    call    reduced_product

    addq    $144, %rsp
    .cfi_adjust_cfa_offset -144
    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbx
end_function fp2_sqr_adx

    .section .rodata
zeros:
    .quad   0, 0, 0, 0, 0, 0
#endif

    .section .note.GNU-stack, "", @progbits
