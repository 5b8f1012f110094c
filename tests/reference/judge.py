#!/usr/bin/env python3
"""Lets the Rust reference judge our files: our reading of a C1, our key, our proofs.

Builds tests/reference/harness with cargo (about three minutes the first time) and skips with one line where there is no cargo.
Prints one line a check and "N passed, N failed" at the end."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "e2e"))
from cuzk import GOLDEN, ok, porep_2k_key, work_dir  # noqa: E402

HARNESS = ROOT / "tests" / "reference" / "harness"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "build" / "reference"))
passed = failed = 0


def check(name, condition, detail=""):
    global passed, failed
    passed, failed = passed + bool(condition), failed + (not condition)
    print(f"{'ok' if condition else 'FAILED':6} {name} {'' if condition else detail}", flush=True)


def reference(*words):
    run = subprocess.run([TARGET / "release" / "golden", *map(str, words)], capture_output=True, text=True)
    return json.loads(run.stdout) if run.returncode == 0 else {"failed": run.stderr.strip()[-400:]}


def check_inputs(name, c1):
    theirs = reference("check-c1", c1, "--every", 1 << 20)
    ours = ok("witness", "--c1", c1, "--digest", "--check")
    same = [p["report"]["witness"]["aux_sha256"] for p in theirs.get("partitions", [])] == [
        p["aux_sha256"] for p in ours["partitions"]
    ]
    check(f"{name}: same witness, vanilla proofs verify", same and theirs.get("vanilla_proofs_verify"), theirs.get("failed"))


def check_synthetic(size, *more):
    c1 = work_dir("reference") / f"synthetic-{size}.json"
    ok("gen-vanilla", "porep", "--sector-size", size, "--seed", "judge", "--out", c1, "--force", *more)
    check_inputs(f"synthetic {size} {' '.join(more)}", c1)


def check_key_and_proof():
    folder, key = work_dir("reference"), porep_2k_key()
    c1, params, vk = GOLDEN / "porep-2k" / "c1.json", next(key.glob("*.params")), next(key.glob("*.vk"))
    fixed, fresh, public = folder / "fixed.proof", folder / "fresh.proof", folder / "public.json"
    ok("c2", "--c1", c1, "--params", key, "--out", fixed, "--unsafe-fixed-rs", "11,13", "--force")
    ok("c2", "--c1", c1, "--params", key, "--out", fresh, "--force")
    public.write_text(json.dumps([p["public_inputs"] for p in ok("witness", "--c1", c1)["partitions"]]))
    check("our proof verifies there", reference("verify", vk, fresh, public).get("valid") == [True])
    theirs = reference("check-c1", c1, "--params", params)
    part = theirs.get("partitions", [{}])[0]
    check("the reference proves with our key", part.get("proof_verifies"), theirs.get("failed"))
    check("same proof for the same r and s", part.get("proof_r11_s13") == fixed.read_bytes().hex())


def check_small_key():
    folder = work_dir("reference-toy")
    made = ok("setup", "--circuit", "toy-1000", "--params", folder, "--force")
    counts = reference("check-params", made["params"])
    expected = json.loads((GOLDEN / "params-toy" / "toy-1000.json").read_text())["counts"]
    check("every point of a fresh key is good", counts == expected, counts.get("failed", counts))


def main():
    if shutil.which("cargo") is None:
        print("SKIPPED: the reference judge needs cargo, which is not on this machine")
        return 0
    build = ["cargo", "build", "--release", "--locked" if (HARNESS / "Cargo.lock").exists() else "--quiet"]
    subprocess.run(build, cwd=HARNESS, env={**os.environ, "CARGO_TARGET_DIR": str(TARGET)}, check=True)
    for name in ("porep-2k", "tiny-16k", "tiny-32k"):
        check_inputs(name, GOLDEN / name / "c1-inner.json")
    for size in ("2KiB", "4KiB", "16KiB", "8MiB"):
        check_synthetic(size)
    check_synthetic("2KiB", "--registered-proof", "StackedDrg2KiBV1")
    check_small_key()
    check_key_and_proof()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
