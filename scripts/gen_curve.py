#!/usr/bin/env python3
"""Constants of BLS12-381 from its parameter x: tower, endomorphisms, generators.

Writes src/field/tower_constants.c and src/curve/constants.c; with --check only compares.
"""
import pathlib
import sys
from math import gcd

X = -0xD201000000010000
R_ORDER = X**4 - X**2 + 1
P = (X - 1) ** 2 * R_ORDER // 3 + X
H1 = (X - 1) ** 2 // 3
H2 = (X**8 - 4 * X**7 + 5 * X**6 - 4 * X**4 + 6 * X**3 - 4 * X**2 - 4 * X + 13) // 9
MONTGOMERY = 1 << 384


class Fp2:
    """c0 + c1 u with u^2 = -1; Fp itself is c1 = 0."""

    def __init__(self, c0, c1=0):
        self.c0, self.c1 = c0 % P, c1 % P

    def __add__(self, o):
        return Fp2(self.c0 + o.c0, self.c1 + o.c1)

    def __sub__(self, o):
        return Fp2(self.c0 - o.c0, self.c1 - o.c1)

    def __mul__(self, o):
        return Fp2(self.c0 * o.c0 - self.c1 * o.c1, self.c0 * o.c1 + self.c1 * o.c0)

    def __neg__(self):
        return Fp2(-self.c0, -self.c1)

    def __eq__(self, o):
        return (self.c0, self.c1) == (o.c0, o.c1)

    def __pow__(self, e):
        out, base = Fp2(1), self
        if e < 0:
            base, e = self.inverse(), -e
        while e:
            if e & 1:
                out = out * base
            base, e = base * base, e >> 1
        return out

    def inverse(self):
        n = pow(self.c0 * self.c0 + self.c1 * self.c1, -1, P)
        return Fp2(self.c0 * n, -self.c1 * n)

    def conjugate(self):
        return Fp2(self.c0, -self.c1)

    def is_zero(self):
        return self.c0 == 0 and self.c1 == 0

    def sign_key(self):
        return (self.c1, self.c0)

    def sqrt(self, in_fp):
        """A root inside the same field, or None."""
        if in_fp:
            root = Fp2(pow(self.c0, (P + 1) // 4, P))
            return root if root * root == self else None
        if self.is_zero():
            return self
        # p = 3 mod 4: a^((p-3)/4) and the two cases of Adj and Rodriguez-Henriquez (2012).
        a1 = self ** ((P - 3) // 4)
        alpha, x0 = a1 * a1 * self, a1 * self
        root = Fp2(0, 1) * x0 if alpha == Fp2(-1) else (Fp2(1) + alpha) ** ((P - 1) // 2) * x0
        return root if root * root == self else None


XI = Fp2(1, 1)
B1, B2 = Fp2(4), Fp2(4, 4)


def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if a[1] != b[1] or a[1].is_zero():
            return None
        slope = Fp2(3) * a[0] * a[0] * (a[1] + a[1]).inverse()
    else:
        slope = (b[1] - a[1]) * (b[0] - a[0]).inverse()
    x = slope * slope - a[0] - b[0]
    return (x, slope * (a[0] - x) - a[1])


def mul(k, a):
    if k < 0:
        return mul(-k, (a[0], -a[1]))
    out = None
    for bit in bin(k)[2:]:
        out = add(out, out)
        if bit == "1":
            out = add(out, a)
    return out


def generator(b, cofactor, in_fp):
    """Smallest x, smaller y, cofactor cleared, the first that is not the identity."""
    x = 0
    while True:
        y = (Fp2(x) * Fp2(x) * Fp2(x) + b).sqrt(in_fp)
        if y is not None:
            y = min(y, -y, key=Fp2.sign_key)
            point = mul(cofactor, (Fp2(x), y))
            if point is not None:
                assert mul(R_ORDER, point) is None
                return point
        x += 1


def fp_text(value, indent):
    value = value * MONTGOMERY % P
    limbs = ["0x%016x" % (value >> 64 * i & (2**64 - 1)) for i in range(6)]
    pad = " " * (indent + 2)
    return "{{%s,\n%s%s}}" % (", ".join(limbs[:3]), pad, ", ".join(limbs[3:]))


def fp2_text(value, indent):
    return "{%s,\n%s%s}" % (
        fp_text(value.c0, indent + 1),
        " " * (indent + 1),
        fp_text(value.c1, indent + 1),
    )


NOTE = "/* Written by scripts/gen_curve.py; do not edit. Montgomery form. */\n/* clang-format off */\n"


def tower_file():
    out = NOTE + '#include "field/tower_constants.h"\n\n'
    out += "const fp2 tower_frobenius[3][5] = {\n"
    for power in (1, 2, 3):
        out += "    {\n"
        for i in range(1, 6):
            value = XI ** (i * (P**power - 1) // 6)
            out += "        /* (u+1)^(%d (p^%d-1)/6) */\n" % (i, power)
            out += "        %s,\n" % fp2_text(value, 8)
        out += "    },\n"
    return out + "};\n"


def curve_file():
    g1 = generator(B1, H1, True)
    g2 = generator(B2, H2, False)
    # beta: the cube root of unity for which (beta x, y) = -[x^2](x, y) on the subgroup.
    roots = [pow(g, (P - 1) // 3, P) for g in range(2, 8)]
    image = mul(-X * X, g1)
    beta = next(b for b in roots if b != 1 and Fp2(b) * g1[0] == image[0])
    assert image[1] == g1[1]
    psi_x = XI ** (-((P - 1) // 3))
    psi_y = XI ** (-((P - 1) // 2))
    assert (g2[0].conjugate() * psi_x, g2[1].conjugate() * psi_y) == mul(X, g2)
    # psi(Q) = [x]Q implies [h1 r]Q = 0, hence [r]Q = 0 if the cofactors share nothing.
    assert gcd(H1, H2) == 1 and H1 % 2 == 1 and H2 % 2 == 1
    out = NOTE + '#include "curve/constants.h"\n\n'
    out += "const g1_affine g1_generator = {\n    %s,\n    %s,\n};\n\n" % (
        fp_text(g1[0].c0, 4),
        fp_text(g1[1].c0, 4),
    )
    out += "const g2_affine g2_generator = {\n    %s,\n    %s,\n};\n\n" % (
        fp2_text(g2[0], 4),
        fp2_text(g2[1], 4),
    )
    out += "const fp g1_curve_b =\n    %s;\n\n" % fp_text(B1.c0, 4)
    out += "const fp2 g2_curve_b =\n    %s;\n\n" % fp2_text(B2, 4)
    out += "const fp g1_phi_x =\n    %s;\n\n" % fp_text(beta, 4)
    out += "const fp2 g2_psi_x =\n    %s;\n\n" % fp2_text(psi_x, 4)
    out += "const fp2 g2_psi_y =\n    %s;\n" % fp2_text(psi_y, 4)
    return out


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    files = {"src/field/tower_constants.c": tower_file(), "src/curve/constants.c": curve_file()}
    for name, text in files.items():
        path = root / name
        if "--check" in sys.argv[1:]:
            if path.read_text() != text:
                sys.exit(name + " is not what the script writes")
        else:
            path.write_text(text)


if __name__ == "__main__":
    main()
