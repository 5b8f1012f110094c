#!/usr/bin/env python3
"""Writes src/field/fp_x8_constants.h: numbers of the 52-bit form of the base field.

Usage: scripts/gen_fp_x8.py [output file]. A fresh run has to leave the tree unchanged.
"""

import pathlib
import sys

X = -0xD201000000010000
P = (X - 1) ** 2 * (X**4 - X**2 + 1) // 3 + X
LIMB_BITS = 52
R = 2 ** (8 * LIMB_BITS)


def words(value, count):
    limbs = [f"0x{value >> (LIMB_BITS * i) & (2**LIMB_BITS - 1):013x}" for i in range(count)]
    lines = [", ".join(limbs[i : i + 4]) for i in range(0, count, 4)]
    return "{" + ", \\\n     ".join(lines) + "}"


def words64(value):
    limbs = [f"0x{value >> (64 * i) & (2**64 - 1):016x}" for i in range(6)]
    return "{{" + ", \\\n      ".join([", ".join(limbs[:3]), ", ".join(limbs[3:])]) + "}}"


def define(name, body, comment):
    return f"/* {comment} */\n#define {name} \\\n    {body}\n"


text = f"""/* Numbers of the base field in eight limbs of 52 bits, Montgomery R = 2^416.
 * Written by scripts/gen_fp_x8.py; do not edit. */
/* clang-format off */
#ifndef CUZK_FIELD_FP_X8_CONSTANTS_H
#define CUZK_FIELD_FP_X8_CONSTANTS_H

#define FP_X8_NEG_INVERSE 0x{-pow(P, -1, 2**LIMB_BITS) % 2**LIMB_BITS:013x}ULL /* -1/p mod 2^52 */

"""
text += "/* limbs of p */\n"
for i in range(8):
    text += f"#define FP_X8_P{i} 0x{P >> (LIMB_BITS * i) & (2**LIMB_BITS - 1):013x}ULL\n"
text += "\n"
text += define("FP_X8_ONE", words(R % P, 8), "2^416 mod p")
text += define("FP_X8_FROM_PLAIN", words(R * R % P, 8), "2^832 mod p: integer to this form")
text += define("FP_X8_FROM_FP", words(R * R * pow(2, -384, P) % P, 8), "2^448 mod p: fp to this form")
text += define("FP_X8_TO_FP", words(2**384 % P, 8), "2^384 mod p: this form to fp")
text += define("FP_X8_FOUR", words(4 * R % P, 8), "4 in this form: the curve's constant")
text += define("FP_X8_16_P_SQUARED", words(16 * P * P, 16), "16 p^2, sixteen limbs")
text += define("FP_TO_X8_FACTOR", words64(R % P), "raw limbs; an fp times this is the 52-bit form")
text += define("FP_FROM_X8_FACTOR", words64(2**352), "raw limbs; the 52-bit form times this is an fp")
text += "\n#endif\n"

default = pathlib.Path(__file__).resolve().parent.parent / "src/field/fp_x8_constants.h"
pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else default).write_text(text)
