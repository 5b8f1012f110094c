#!/usr/bin/env bash
# Installs the Debian 12 packages the build needs and lacks. --all adds what .ci/run needs.
set -euo pipefail

packages=(build-essential cmake ninja-build pkg-config git python3 xz-utils
    libcmocka-dev libssl-dev libjansson-dev)
if [[ "${1:-}" == --all ]]; then
    packages+=(clang-14 clang-tidy-14 clang-format-14 libclang-rt-14-dev llvm-14)
fi

if ! command -v dpkg-query > /dev/null; then
    echo "install-deps: not a Debian system; needed: ${packages[*]}" >&2
    exit 0
fi
missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
    [[ "$state" == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo > /dev/null; then
        echo "install-deps: as root, run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "install-deps: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -q >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
