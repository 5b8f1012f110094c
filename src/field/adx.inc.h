/* Assembler macros shared by fp_adx.S and fp2_adx.S, and fr_adx.S for the frame.
 *
 * Row i of a product adds a * b[i] to t (seven limbs), then q * p with q = -t/p mod 2^64, which
 * clears the lowest limb: t moves one limb down. The low halves of the 128-bit products ride on
 * CF, the high halves on OF. t stays below 4p, so seven limbs are enough and the last carries of
 * both chains are zero. LO and HI are scratch. */
#define LO %rax
#define HI %rbx

.macro save register
    pushq   \register
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \register, 0
.endm

.macro restore register
    popq    \register
    .cfi_adjust_cfa_offset -8
    .cfi_restore \register
.endm

.macro function name
    .globl  \name
    .type   \name, @function
    .balign 64
\name:
    .cfi_startproc
.endm

.macro end_function name
    ret
    .cfi_endproc
    .size   \name, . - \name
.endm

/* (t1:t0) += rdx * operand, on both chains */
.macro mac operand, t0, t1
    mulx    \operand, LO, HI
    adcx    LO, \t0
    adox    HI, \t1
.endm
