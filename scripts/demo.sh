#!/usr/bin/env bash
# A first proof: makes a key for the 2 KiB PoRep circuit (once), proves the committed C1 output of
# a sealed sector, verifies the proof, and says what it cost.
set -euo pipefail
cd "$(dirname "$0")/.."

cuzk=build/cuzk
circuit=porep-2k
params=build/demo-params
c1=tests/golden/porep-2k/c1.json
proof=build/demo.proof
report=build/demo-report
mkdir -p "$params" "$report"

if [[ ! -e "$report/setup.json" ]]; then
    echo "setup: a key of our own for $circuit, once, into $params"
    "$cuzk" setup --circuit "$circuit" --params "$params" --force --json > "$report/setup.tmp"
    mv "$report/setup.tmp" "$report/setup.json"
fi
echo "prove: $c1 -> $proof"
"$cuzk" c2 --c1 "$c1" --params "$params" --out "$proof" --force --json > "$report/c2.json"
echo "verify: $proof"
"$cuzk" verify --circuit "$circuit" --params "$params" --c1 "$c1" --proof "$proof" --json \
    > "$report/verify.json"

python3 - "$report" "$proof" <<'PYTHON'
import json, os, sys
folder, proof = sys.argv[1:]
setup, c2, verify = (json.load(open(f"{folder}/{name}.json")) for name in ("setup", "c2", "verify"))
mib = lambda report: report["peak_rss_bytes"] / 2**20
print(f"  setup    {setup['setup_s']:8.2f} s   {mib(setup):7.0f} MiB at most")
for stage in ("key_load", "parse", "check", "witness", "prove", "verify", "total"):
    print(f"  {stage:8} {c2[stage + '_s']:8.2f} s")
print(f"  c2 peak  {mib(c2):18.0f} MiB")
print(f"  {len(c2['partitions'])} partition(s), {os.path.getsize(proof)} bytes of proof, "
      f"{'valid' if verify['valid'] else 'INVALID'}")
PYTHON
