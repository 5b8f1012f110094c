#!/usr/bin/env python3
"""Writes src/field/constants.{h,c} from the BLS12-381 curve parameter.

Usage: scripts/gen_field.py [output folder], by default src/field. A fresh run has to leave the tree
unchanged.
"""

import pathlib
import sys

X = -0xD201000000010000
R_ORDER = X**4 - X**2 + 1
P = (X - 1) ** 2 * R_ORDER // 3 + X

assert R_ORDER.bit_length() == 255 and P.bit_length() == 381
assert P % 4 == 3
TWO_ADICITY = 32
assert (R_ORDER - 1) % 2**TWO_ADICITY == 0 and (R_ORDER - 1) >> TWO_ADICITY & 1
GENERATOR = 7
# 7 has to be a non-residue for its odd power to have the full order 2^32.
assert pow(GENERATOR, (R_ORDER - 1) // 2, R_ORDER) == R_ORDER - 1

NOTE = "Written by scripts/gen_field.py; do not edit."


def limbs(value, count):
    return [value >> (64 * i) & (2**64 - 1) for i in range(count)]


def hexes(value, count):
    return [f"0x{limb:016x}" for limb in limbs(value, count)]


def initializer(value, count, indent):
    """One limb list, broken after three limbs when six do not fit on a line."""
    words = hexes(value, count)
    pad = " " * indent
    lines = [", ".join(words[i : i + 4]) for i in range(0, count, 4)]
    return "{" + f",\n{pad} ".join(lines) + "}"


def initializer_macro(value, count):
    return ("{" + initializer(value, count, 5) + "}").replace("\n", " \\\n")


def constant(type_name, name, value, count, comment):
    head = f"/* {comment} */\n" if comment else ""
    return f"{head}const {type_name} {name} = {{\n    {initializer(value, count, 4)}}};\n"


def exponent(name, value, count, comment):
    return (
        f"/* {comment} */\nconst uint64_t {name}[{count}] = "
        + "{\n    " + initializer(value, count, 3)[1:-1] + "};\n"
    )


def defines(prefix, value, count):
    return "".join(
        f"#define {prefix}_{i} {word}\n" for i, word in enumerate(hexes(value, count))
    )


def header():
    return f"""/* Numbers of the two prime fields of BLS12-381, all derived from the curve parameter
 * x = -0xd201000000010000. Montgomery R is 2^256 for fr, 2^384 for fp.
 * {NOTE} */
/* clang-format off */
#ifndef CUZK_FIELD_CONSTANTS_H
#define CUZK_FIELD_CONSTANTS_H

#define FR_NEG_INVERSE_64 0x{-pow(R_ORDER, -1, 2**64) % 2**64:016x} /* -1/r mod 2^64 */
#define FP_NEG_INVERSE_64 0x{-pow(P, -1, 2**64) % 2**64:016x} /* -1/p mod 2^64 */

/* limbs of r and p, least first */
{defines("FR_MODULUS", R_ORDER, 4)}
{defines("FP_MODULUS", P, 6)}
#ifndef __ASSEMBLER__

#include "field/fp.h"
#include "field/fr.h"

extern const fr_plain fr_r2, fr_r3; /* R^2, R^3 mod r */
extern const fp_plain fp_r2, fp_r3; /* R^2, R^3 mod p */

/* fp_one as an initializer, for constants of the fields above it */
#define FP_ONE {initializer_macro(2**384 % P, 6)}

/* i-th: a primitive 2^i-th root of unity, the square of the (i+1)-th */
extern const fr fr_roots[FR_TWO_ADICITY + 1];

extern const uint64_t fr_odd_part_half[4]; /* (t-1)/2 with r-1 = 2^32 t, t odd */
extern const fp fp_half;                   /* 1/2 */
extern const fp_plain fp_modulus_half;     /* (p-1)/2 */
extern const uint64_t fp_sqrt_exponent[6]; /* (p-3)/4 */

#endif
#endif
"""


def source():
    out = [
        f"/* {NOTE} */\n/* clang-format off */\n#include \"field/constants.h\"\n",
        "const fr fr_zero = {{0}};\n",
        constant("fr", "fr_one", 2**256 % R_ORDER, 4, ""),
        constant("fr_plain", "fr_modulus", R_ORDER, 4, ""),
        constant("fr_plain", "fr_r2", 2**512 % R_ORDER, 4, ""),
        constant("fr_plain", "fr_r3", 2**768 % R_ORDER, 4, ""),
    ]
    odd = (R_ORDER - 1) >> TWO_ADICITY
    root = pow(GENERATOR, odd, R_ORDER)
    rows = []
    for i in range(TWO_ADICITY + 1):
        value = pow(root, 2 ** (TWO_ADICITY - i), R_ORDER) * 2**256 % R_ORDER
        rows.append("    {" + initializer(value, 4, 5) + "},\n")
    out.append("const fr fr_roots[FR_TWO_ADICITY + 1] = {\n" + "".join(rows) + "};\n")
    out.append(exponent("fr_odd_part_half", (odd - 1) // 2, 4, "(t-1)/2, r-1 = 2^32 t"))
    out += [
        "const fp fp_zero = {{0}};\n",
        constant("fp", "fp_one", 2**384 % P, 6, ""),
        constant("fp_plain", "fp_modulus", P, 6, ""),
        constant("fp_plain", "fp_r2", 2**768 % P, 6, ""),
        constant("fp_plain", "fp_r3", 2**1152 % P, 6, ""),
        constant("fp", "fp_half", (P + 1) // 2 * 2**384 % P, 6, ""),
        constant("fp_plain", "fp_modulus_half", (P - 1) // 2, 6, ""),
        exponent("fp_sqrt_exponent", (P - 3) // 4, 6, "(p-3)/4"),
    ]
    return "\n".join(out)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "src" / "field"
    (folder / "constants.h").write_text(header())
    (folder / "constants.c").write_text(source())


if __name__ == "__main__":
    main()
