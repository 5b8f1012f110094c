#!/usr/bin/env bash
# Runs every generator again and fails when a committed file is not what it writes.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# Generators write in place, so they run in a copy.
git ls-files -z scripts src | xargs -0 cp --parents -t "$copy"
for generator in scripts/gen_*.py; do
    cp "$generator" "$copy/scripts/"
    (cd "$copy" && python3 "$generator" > /dev/null)
done
changed=0
while IFS= read -r file; do
    if ! cmp -s "$copy/$file" "$file"; then
        echo "check_generated: $file differs from what its generator writes"
        changed=1
    fi
done < <(cd "$copy" && find src -type f)
[[ $changed -eq 0 ]] && echo "check_generated: all as generated"
exit $changed
