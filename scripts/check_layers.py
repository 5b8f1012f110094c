#!/usr/bin/env python3
"""Checks the shape of src/.

Every quoted #include of a layer names a file of that layer or of one it DEPENDS on (directly or through
others), as the CMakeLists.txt say; DEPENDS only points to layers earlier in src/CMakeLists.txt; no source
file has over 700 lines, but for tables of constants."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
LINES_MAX = 700
problems = []


def layer_order():
    text = (SRC / "CMakeLists.txt").read_text()
    return re.search(r"set\(CUZK_LAYERS ([^)]*)\)", text).group(1).split()


def direct_dependencies(layer):
    text = (SRC / layer / "CMakeLists.txt").read_text()
    match = re.search(r"cuzk_layer\(\w+(?:\s+DEPENDS\s+([^)]*?))?(?:\s+LIBRARIES[^)]*)?\)", text)
    return (match.group(1) or "").split() if match else []


def reachable(order):
    below = {}
    for place, layer in enumerate(order):
        below[layer] = {layer}
        for other in direct_dependencies(layer):
            if other not in order[:place]:
                problems.append(f"src/{layer}/CMakeLists.txt: DEPENDS {other} does not point down")
            below[layer] |= below.get(other, set())
    below["cmd"] = {"cmd", *order}
    return below


def check_file(path, allowed):
    name = path.relative_to(ROOT)
    lines = path.read_text().splitlines()
    if len(lines) > LINES_MAX and "constants" not in path.name:
        problems.append(f"{name}: {len(lines)} lines, at most {LINES_MAX}")
    for number, line in enumerate(lines, 1):
        match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not match:
            continue
        target = match.group(1)
        layer = target.split("/")[0] if "/" in target else path.parent.name
        if layer not in allowed:
            problems.append(f'{name}:{number}: includes "{target}", above or beside its layer')
        elif not (SRC / target).exists() and not (path.parent / target).exists():
            problems.append(f'{name}:{number}: "{target}" does not exist')


def main():
    order = layer_order()
    below = reachable(order)
    folders = sorted(p.name for p in SRC.iterdir() if p.is_dir())
    for folder in folders:
        if folder not in below:
            problems.append(f"src/{folder}: not in src/CMakeLists.txt")
            continue
        for path in sorted((SRC / folder).iterdir()):
            if path.suffix in (".c", ".h", ".S"):
                check_file(path, below[folder])
    print("\n".join(problems) or f"{len(folders)} layers, every include points down")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
