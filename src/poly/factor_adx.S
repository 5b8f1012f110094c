/* Products with prepared constants, BMI2 and ADX: System V functions. The low halves of word
 * products ride on CF, the high halves on OF, as in field/adx.inc.h. */
#ifdef __x86_64__
#include "field/adx.inc.h"
#include "field/constants.h"

    .section .rodata
    .balign 64
modulus:
    .quad FR_MODULUS_0, FR_MODULUS_1, FR_MODULUS_2, FR_MODULUS_3

/* i-th: the largest multiple of r up to i 2^253, modulo 2^256 */
    .balign 64
multiples:
    .quad 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000 /* 0: 0 r */
    .quad 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000 /* 1: 0 r */
    .quad 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000 /* 2: 0 r */
    .quad 0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000 /* 3: 0 r */
    .quad 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48 /* 4: 1 r */
    .quad 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48 /* 5: 1 r */
    .quad 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48 /* 6: 1 r */
    .quad 0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48 /* 7: 1 r */
    .quad 0xfffffffe00000002, 0xa77b4805fffcb7fd, 0x6673b0101343b00a, 0xe7db4ea6533afa90 /* 8: 2 r */
    .quad 0xfffffffe00000002, 0xa77b4805fffcb7fd, 0x6673b0101343b00a, 0xe7db4ea6533afa90 /* 9: 2 r */
    .quad 0xfffffffe00000002, 0xa77b4805fffcb7fd, 0x6673b0101343b00a, 0xe7db4ea6533afa90 /* 10: 2 r */
    .quad 0xfffffffd00000003, 0xfb38ec08fffb13fc, 0x99ad88181ce5880f, 0x5bc8f5f97cd877d8 /* 11: 3 r */
    .quad 0xfffffffd00000003, 0xfb38ec08fffb13fc, 0x99ad88181ce5880f, 0x5bc8f5f97cd877d8 /* 12: 3 r */
    .quad 0xfffffffd00000003, 0xfb38ec08fffb13fc, 0x99ad88181ce5880f, 0x5bc8f5f97cd877d8 /* 13: 3 r */
    .quad 0xfffffffd00000003, 0xfb38ec08fffb13fc, 0x99ad88181ce5880f, 0x5bc8f5f97cd877d8 /* 14: 3 r */
    .quad 0xfffffffc00000004, 0x4ef6900bfff96ffb, 0xcce7602026876015, 0xcfb69d4ca675f520 /* 15: 4 r */
    .quad 0xfffffffc00000004, 0x4ef6900bfff96ffb, 0xcce7602026876015, 0xcfb69d4ca675f520 /* 16: 4 r */

    .text

/* (r9, r10, r11, r12) = (rsi) w, below r, with w at rcx. t is r8 .. r13, r14 is zero; clobbers
 * rax, rbx, rdx, r15 too. The sum of four rows is below 3.46 2^64 r, which takes six limbs; after
 * the reduction it is below 4.46 r. Taking away the multiple below its top bits leaves less than
 * r + 2^253. */
.macro product
    movq    0(%rsi), %rdx
    mulx    0(%rcx), %r8, %r9
    mulx    8(%rcx), LO, %r10
    addq    LO, %r9
    mulx    16(%rcx), LO, %r11
    adcq    LO, %r10
    mulx    24(%rcx), LO, %r12
    adcq    LO, %r11
    adcq    $0, %r12

    movq    8(%rsi), %rdx
    xorl    %r14d, %r14d
    xorl    %r13d, %r13d
    mac     32(%rcx), %r8, %r9
    mac     40(%rcx), %r9, %r10
    mac     48(%rcx), %r10, %r11
    mac     56(%rcx), %r11, %r12
    adcx    %r14, %r12
    row     16(%rsi), 64, 72, 80, 88, %rcx
    row     24(%rsi), 96, 104, 112, 120, %rcx

    /* -1/r = -(1 + 2^32) mod 2^64 */
    movq    %r8, %rdx
    shlq    $32, %rdx
    addq    %r8, %rdx
    negq    %rdx
    xorl    %eax, %eax
    mac     modulus(%rip), %r8, %r9
    mac     modulus+8(%rip), %r9, %r10
    mac     modulus+16(%rip), %r10, %r11
    mac     modulus+24(%rip), %r11, %r12
    adcx    %r14, %r12
    adcx    %r14, %r13
    adox    %r14, %r13

    movq    %r12, %rax
    shrq    $61, %rax
    leaq    (%rax, %r13, 8), %rax
    shlq    $5, %rax
    leaq    multiples(%rip), %r15
    addq    %r15, %rax
    subq    0(%rax), %r9
    sbbq    8(%rax), %r10
    sbbq    16(%rax), %r11
    sbbq    24(%rax), %r12
    reduce  %rax, %rbx, %rdx, %r8
.endm

/* t += rdx * four limbs, six limbs of t */
.macro row a, o0, o1, o2, o3, w
    movq    \a, %rdx
    xorl    %eax, %eax
    mac     \o0(\w), %r8, %r9
    mac     \o1(\w), %r9, %r10
    mac     \o2(\w), %r10, %r11
    mac     \o3(\w), %r11, %r12
    adcx    %r14, %r12
    adcx    %r14, %r13
    adox    %r14, %r13
.endm

/* r9 .. r12 minus r unless that is negative */
.macro reduce u0, u1, u2, u3
    movq    %r9, \u0
    subq    modulus(%rip), %r9
    movq    %r10, \u1
    sbbq    modulus+8(%rip), %r10
    movq    %r11, \u2
    sbbq    modulus+16(%rip), %r11
    movq    %r12, \u3
    sbbq    modulus+24(%rip), %r12
    cmovcq  \u0, %r9
    cmovcq  \u1, %r10
    cmovcq  \u2, %r11
    cmovcq  \u3, %r12
.endm

.macro store dst
    movq    %r9, 0(\dst)
    movq    %r10, 8(\dst)
    movq    %r11, 16(\dst)
    movq    %r12, 24(\dst)
.endm

/* void fr_factor_mul_adx(fr *out, const fr *a, const fr_factor *w) */
function fr_factor_mul_adx
    save    %rbx
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    movq    %rdx, %rcx
    product
    store   %rdi
    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbx
end_function fr_factor_mul_adx

/* void fr_factor_butterflies_adx(fr *u, fr *v, size_t count, const fr_factor *w) */
function fr_factor_butterflies_adx
    save    %rbx
    save    %rbp
    save    %r12
    save    %r13
    save    %r14
    save    %r15
    movq    %rdx, %rbp
    .balign 32
1:
    product

    /* u - t, and r when that borrows: multiples[4] is r */
    movq    0(%rdi), %r8
    subq    %r9, %r8
    movq    8(%rdi), %rax
    sbbq    %r10, %rax
    movq    16(%rdi), %rbx
    sbbq    %r11, %rbx
    movq    24(%rdi), %r13
    sbbq    %r12, %r13
    sbbq    %rdx, %rdx
    andl    $128, %edx
    addq    0(%r15, %rdx), %r8
    movq    %r8, 0(%rsi)
    adcq    8(%r15, %rdx), %rax
    movq    %rax, 8(%rsi)
    adcq    16(%r15, %rdx), %rbx
    movq    %rbx, 16(%rsi)
    adcq    24(%r15, %rdx), %r13
    movq    %r13, 24(%rsi)

    addq    0(%rdi), %r9
    adcq    8(%rdi), %r10
    adcq    16(%rdi), %r11
    adcq    24(%rdi), %r12
    reduce  %rax, %rbx, %rdx, %r8
    store   %rdi

    addq    $32, %rdi
    addq    $32, %rsi
    decq    %rbp
    jnz     1b

    restore %r15
    restore %r14
    restore %r13
    restore %r12
    restore %rbp
    restore %rbx
end_function fr_factor_butterflies_adx

#endif

    .section .note.GNU-stack, "", @progbits
