#!/usr/bin/env bash
# Installs the Debian packages that are missing: setup.sh build | demo | test | ci, each with those before it.
set -euo pipefail

packages=(g++ cmake ninja-build pkg-config libassimp-dev assimp-utils libdeflate-dev libstb-dev
    nlohmann-json3-dev)
case ${1-build} in
build) ;;
demo | test | ci)
    packages+=(libgtest-dev libbenchmark-dev libpng-dev)
    ;;&
test | ci)
    packages+=(python3)
    # However they came here: Debian's packages do not get on with others'.
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    ;;&
ci)
    packages+=(clang clang-format clang-tidy libclang-rt-dev git)
    ;;
esac

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -q
    "${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"
fi
