#!/usr/bin/env python3
"""Ours against blst in one run, alternating, on one thread: prints ours, peer and ratio (above 1: ours is faster).

Usage: bench/peers.py [ROUNDS]   (needs cargo; see `make bench-peers`)"""
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("CUZK", str(ROOT / "build" / "cuzk"))
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "build" / "peers"))
# our benchmark, options, the peer's words, unit of both
CASES = [
    ("fp_mul", [], ["fp_mul"], "ns"),
    ("fp_mul_x8", [], ["fp_mul"], "ns"),
    ("fr_mul", [], ["fr_mul"], "ns"),
    ("pairing_check", [], ["pairing_check"], "s"),
    ("g1_msm", ["--log-size", "16"], ["g1_msm", "16"], "s"),
    ("g1_msm", ["--log-size", "18"], ["g1_msm", "18"], "s"),
    ("g1_msm", ["--log-size", "20"], ["g1_msm", "20"], "s"),
    ("g2_msm", ["--log-size", "16"], ["g2_msm", "16"], "s"),
    ("g1_msm", ["--log-size", "16", "--cpu", "adx"], ["g1_msm", "16"], "s"),
    ("g2_msm", ["--log-size", "16", "--cpu", "adx"], ["g2_msm", "16"], "s"),
]


def ours(name, options):
    words = [PROGRAM, "bench", "micro", "--only", name, "--threads", "1", "-n", "1", "--json", *options]
    return json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["results"][0]["median"]


def peer(words):
    return float(subprocess.run([TARGET / "release" / "peers", *words], capture_output=True, check=True).stdout)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    build = ["cargo", "build", "--release", "--quiet"]
    subprocess.run(build, cwd=ROOT / "bench" / "peers", env={**os.environ, "CARGO_TARGET_DIR": str(TARGET)}, check=True)
    print(f"{'':34} {'ours':>12} {'blst':>12} {'ratio':>6}  (min..max of {rounds} pairs)")
    for name, options, words, unit in CASES:
        pairs = [(ours(name, options), peer(words)) for _ in range(rounds)]
        ratios = sorted(p / o for o, p in pairs)
        mine, theirs = (statistics.median(column) for column in zip(*pairs))
        label = " ".join([name, *options])
        print(f"{label:34} {mine:>10.4g} {unit} {theirs:>10.4g} {unit} {statistics.median(ratios):>5.2f}x  "
              f"({ratios[0]:.2f}..{ratios[-1]:.2f})", flush=True)


if __name__ == "__main__":
    main()
