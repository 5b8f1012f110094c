#!/usr/bin/env python3
"""Writes src/hash/poseidon_constants_{2,4,8,11}.c: Filecoin's Poseidon constants in Montgomery form.

Usage: scripts/gen_poseidon.py [output folder], by default src/hash. A fresh run has to leave the tree
unchanged. Source: Grassi et al., eprint 2019/458 (round numbers, Grain LFSR, Cauchy matrix, sparse
form of appendix B); docs/math.md.
"""

import pathlib
import sys

R_ORDER = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
FULL_ROUNDS = 8
PARTIAL_ROUNDS = {2: 55, 4: 56, 8: 57, 11: 57}


def grain_bits(width, partial_rounds):
    """Self-shrinking Grain LFSR, seeded with the parameters."""
    fields = [(1, 2), (1, 4), (255, 12), (width, 12), (FULL_ROUNDS, 10), (partial_rounds, 10), (2**30 - 1, 30)]
    state = [value >> (bits - 1 - i) & 1 for value, bits in fields for i in range(bits)]
    assert len(state) == 80

    def step():
        bit = state[62] ^ state[51] ^ state[38] ^ state[23] ^ state[13] ^ state[0]
        state.pop(0)
        state.append(bit)
        return bit

    for _ in range(160):
        step()
    while True:
        keep, bit = step(), step()
        if keep:
            yield bit


def round_constants(width, partial_rounds):
    bits = grain_bits(width, partial_rounds)
    out = []
    while len(out) < (FULL_ROUNDS + partial_rounds) * width:
        value = 0
        for _ in range(255):
            value = value << 1 | next(bits)
        if value < R_ORDER:
            out.append(value)
    return [out[i : i + width] for i in range(0, len(out), width)]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) % R_ORDER for column in zip(*b)] for row in a]


def applied(matrix, vector):
    return [sum(x * y for x, y in zip(row, vector)) % R_ORDER for row in matrix]


def inverse(matrix):
    """Gauss-Jordan."""
    n = len(matrix)
    rows = [row[:] + [int(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = next(k for k in range(i, n) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = pow(rows[i][i], -1, R_ORDER)
        rows[i] = [x * scale % R_ORDER for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [(x - factor * y) % R_ORDER for x, y in zip(rows[k], rows[i])]
    return [row[n:] for row in rows]


def compressed_constants(rows, mds, partial_rounds):
    """Constants moved back through the linear layers: full rows before and after, one number for
    each partial round."""
    back = inverse(mds)
    half = FULL_ROUNDS // 2
    out = rows[0][:]
    for row in rows[1:half]:
        out += applied(back, row)
    partial = []
    carried = rows[half + partial_rounds]
    for i in range(partial_rounds):
        moved = applied(back, carried)
        partial.append(moved[0])
        moved[0] = 0
        carried = [(x + y) % R_ORDER for x, y in zip(rows[half + partial_rounds - 1 - i], moved)]
    out += applied(back, carried) + partial[::-1]
    for row in rows[half + partial_rounds + 1 :]:
        out += applied(back, row)
    return out


def sparse_factors(mds, partial_rounds):
    """(pre_sparse, [(w_hat, v_rest)]) in order of use."""
    width = len(mds)
    current, factors = mds, []
    for _ in range(partial_rounds):
        minor = [row[1:] for row in current[1:]]
        w_hat = applied(inverse(minor), [row[0] for row in current[1:]])
        factors.append(([current[0][0]] + w_hat, current[0][1:]))
        prime = [[1] + [0] * (width - 1)] + [[0] + row for row in minor]
        current = product(mds, prime)
    return current, factors[::-1]


def element(value):
    m = (value << 256) % R_ORDER
    return "    {{" + ", ".join(f"0x{m >> 64 * i & 2**64 - 1:016x}" for i in range(4)) + "}},"


def array(name, values):
    return [f"static const fr {name}[] = {{", *map(element, values), "};", ""]


def flat(rows):
    return [x for row in rows for x in row]


def generate(arity):
    width, partial_rounds = arity + 1, PARTIAL_ROUNDS[arity]
    rows = round_constants(width, partial_rounds)
    mds = [[pow(i + j + width, -1, R_ORDER) for j in range(width)] for i in range(width)]
    pre_sparse, sparse = sparse_factors(mds, partial_rounds)
    lines = ["/* Written by scripts/gen_poseidon.py; do not edit. */", '#include "hash/poseidon_constants.h"', ""]
    lines += array("round_constants", flat(rows))
    lines += array("compressed", compressed_constants(rows, mds, partial_rounds))
    lines += array("mds", flat(mds))
    lines += array("pre_sparse", flat(pre_sparse))
    lines += array("sparse_w_hat", flat(w for w, _ in sparse))
    lines += array("sparse_v_rest", flat(v for _, v in sparse))
    fields = ["round_constants", "compressed", "mds", "pre_sparse", "sparse_w_hat", "sparse_v_rest"]
    lines += [f"const struct poseidon poseidon_{arity} = {{", f"    .arity = {arity},", f"    .width = {width},"]
    lines += [f"    .partial_rounds = {partial_rounds},"]
    lines += [f"    .{field} = {field}," for field in fields] + ["};", ""]
    return "\n".join(lines)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "src/hash")
    for arity in PARTIAL_ROUNDS:
        (folder / f"poseidon_constants_{arity}.c").write_text(generate(arity))


main()
