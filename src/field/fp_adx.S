/* Arithmetic modulo p with BMI2 (mulx) and ADX (two carry chains): System V functions. */
#ifdef __x86_64__
#include "field/fp_adx.inc.h"

    .text

/* void fp_mul_adx(fp *out, const fp *a, const fp *b) */
function fp_mul_adx
    save    %rbx
    save    %r12
    save    %r13
    save    %r14
    movq    %rdx, %rcx
    product_rows %rsi
    store_reduced %rdi, %r14, %r8, %r9, %r10, %r11, %r12, %r13, %rax, %rbx, %rcx, %rdx, %rsi
    restore %r14
    restore %r13
    restore %r12
    restore %rbx
end_function fp_mul_adx

/* void fp_sqr_adx(fp *out, const fp *a): the products a[i] a[j], i < j, once and doubled, then the
 * squares; limbs 6 to 11 wait on the stack while the lower six are reduced. */
function fp_sqr_adx
    save    %rbx
    save    %rbp
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    subq    $48, %rsp
    .cfi_adjust_cfa_offset 48

    /* limbs 1 to 10 are r8 .. r15, rbp, rcx */
    movq    0(%rsi), %rdx
    mulx    8(%rsi), %r8, %r9
    mulx    16(%rsi), LO, %r10
    addq    LO, %r9
    mulx    24(%rsi), LO, %r11
    adcq    LO, %r10
    mulx    32(%rsi), LO, %r12
    adcq    LO, %r11
    mulx    40(%rsi), LO, %r13
    adcq    LO, %r12
    adcq    $0, %r13

    movq    8(%rsi), %rdx
    xorl    %r14d, %r14d
    mac     16(%rsi), %r10, %r11
    mac     24(%rsi), %r11, %r12
    mac     32(%rsi), %r12, %r13
    mac     40(%rsi), %r13, %r14
    adcq    $0, %r14

    movq    16(%rsi), %rdx
    xorl    %r15d, %r15d
    mac     24(%rsi), %r12, %r13
    mac     32(%rsi), %r13, %r14
    mac     40(%rsi), %r14, %r15
    adcq    $0, %r15

    movq    24(%rsi), %rdx
    xorl    %ebp, %ebp
    mac     32(%rsi), %r14, %r15
    mac     40(%rsi), %r15, %rbp
    adcq    $0, %rbp

    movq    32(%rsi), %rdx
    mulx    40(%rsi), LO, %rcx
    addq    LO, %rbp
    adcq    $0, %rcx

    /* CF doubles, OF adds the squares */
    movq    0(%rsi), %rdx
    xorl    %eax, %eax
    mulx    %rdx, LO, HI
    movq    LO, 0(%rsp)
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
    mulx    %rdx, LO, HI
    adcx    %r13, %r13
    adox    LO, %r13
    adcx    %r14, %r14
    adox    HI, %r14
    movq    32(%rsi), %rdx
    mulx    %rdx, LO, HI
    adcx    %r15, %r15
    adox    LO, %r15
    adcx    %rbp, %rbp
    adox    HI, %rbp
    movq    40(%rsi), %rdx
    movl    $0, %esi
    mulx    %rdx, LO, HI
    adcx    %rcx, %rcx
    adox    LO, %rcx
    adcx    %rsi, HI
    adox    %rsi, HI

    /* limbs 0 to 5 in rsi r8 .. r12 */
    movq    0(%rsp), %rsi
    movq    %r13, 0(%rsp)
    movq    %r14, 8(%rsp)
    movq    %r15, 16(%rsp)
    movq    %rbp, 24(%rsp)
    movq    %rcx, 32(%rsp)
    movq    HI, 40(%rsp)
    xorl    %r13d, %r13d
    reduce_row %rsi, %r8, %r9, %r10, %r11, %r12, %r13
    reduce_row %r8, %r9, %r10, %r11, %r12, %r13, %rsi
    reduce_row %r9, %r10, %r11, %r12, %r13, %rsi, %r8
    reduce_row %r10, %r11, %r12, %r13, %rsi, %r8, %r9
    reduce_row %r11, %r12, %r13, %rsi, %r8, %r9, %r10
    reduce_row %r12, %r13, %rsi, %r8, %r9, %r10, %r11
    chain6  addq, adcq, 0(%rsp), %r13, %rsi, %r8, %r9, %r10, %r11
    store_reduced %rdi, %r13, %rsi, %r8, %r9, %r10, %r11, %rax, %rbx, %rcx, %rdx, %rbp, %r12

    addq    $48, %rsp
    .cfi_adjust_cfa_offset -48
    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbp
    restore %rbx
end_function fp_sqr_adx

/* void fp_add_adx(fp *out, const fp *a, const fp *b) */
function fp_add_adx
    save    %rbx
    save    %r12
    save    %r13
    save    %r14
    load6   0(%rsi), %rax, %rcx, %r8, %r9, %r10, %r11
    chain6  addq, adcq, 0(%rdx), %rax, %rcx, %r8, %r9, %r10, %r11
    store_reduced %rdi, %rax, %rcx, %r8, %r9, %r10, %r11, %rdx, %rsi, %rbx, %r12, %r13, %r14
    restore %r14
    restore %r13
    restore %r12
    restore %rbx
end_function fp_add_adx

/* void fp_sub_adx(fp *out, const fp *a, const fp *b): a - b, and a - b + p when that borrows */
function fp_sub_adx
    save    %rbx
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    load6   0(%rsi), %rax, %rcx, %r8, %r9, %r10, %r11
    chain6  subq, sbbq, 0(%rdx), %rax, %rcx, %r8, %r9, %r10, %r11
    sbbq    %r15, %r15
    movq    %rax, %rdx
    movq    %rcx, %rsi
    movq    %r8, %rbx
    movq    %r9, %r12
    movq    %r10, %r13
    movq    %r11, %r14
    chain6  addq, adcq, modulus(%rip), %rdx, %rsi, %rbx, %r12, %r13, %r14
    testq   %r15, %r15
    cmovnzq %rdx, %rax
    cmovnzq %rsi, %rcx
    cmovnzq %rbx, %r8
    cmovnzq %r12, %r9
    cmovnzq %r13, %r10
    cmovnzq %r14, %r11
    store6  0(%rdi), %rax, %rcx, %r8, %r9, %r10, %r11
    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbx
end_function fp_sub_adx

#endif

    .section .note.GNU-stack, "", @progbits
