#!/usr/bin/env bash
# Installs the Debian packages that are missing, after it has printed their names and the size of the download.
#
# usage: bash cmake/setup.sh [PURPOSE]
#        bash cmake/setup.sh packages NAME...
#
#   build     what the library needs (the default)
#   package   what cmake/package.sh needs for Debian packages
#   demo      what cmake/demo.sh needs
#   view      what cmake/view.sh needs
#   bench     what the benchmarks in tests/bench need
#   test      what tests/run.sh needs
#   all       what `tests/run.sh all` needs
#   clients   what `tests/run.sh clients` needs: every program that the tests can use
#   ci        what .ci/run needs
#   packages  these packages
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"

build=(
    g++
    cmake
    ninja-build
    libassimp-dev
    zlib1g-dev # Also because Debian 12's libassimp-dev links libz.so and does not depend on its package.
    libstb-dev
    libexpected-dev
    libeigen3-dev
    nlohmann-json3-dev
)
package=(dpkg-dev file)
demo=(assimp-utils)
view=()
# Debian's npm conflicts with the nodejs of other sources.
command -v node >/dev/null || view+=(nodejs)
command -v npm >/dev/null || view+=(npm)
tests=(
    pkg-config
    libgtest-dev
    libbenchmark-dev
    libpng-dev
    python3
    locales # A test makes one with a decimal comma.
)
# VTK's Python modules need numpy and only recommend it.
test_programs=(
    python3-numpy
    python3-vtk9
    chromium
    libirrlicht-dev
)
slow_clients=(blender)
ci=(
    clang
    clang-format
    clang-tidy
    libclang-rt-dev
    debootstrap
    git
)

purpose=${1-build}
[ "$purpose" = packages ] || [ $# -le 1 ] || wrong_arguments
case $purpose in
build) packages=("${build[@]}") ;;
package) packages=("${build[@]}" "${package[@]}") ;;
demo) packages=("${build[@]}" "${demo[@]}") ;;
view) packages=("${build[@]}" "${demo[@]}" "${view[@]}") ;;
bench) packages=("${build[@]}" "${tests[@]}") ;;
test | all | clients | ci) packages=("${build[@]}" "${demo[@]}" "${tests[@]}") ;;&
all | clients) packages+=("${view[@]}" "${test_programs[@]}") ;;&
clients) packages+=("${slow_clients[@]}") ;;
ci) packages+=("${ci[@]}") ;;
test | all) ;;
packages) packages=("${@:2}") ;;
*) wrong_arguments ;;
esac

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

apt=(apt-get -o DPkg::Lock::Timeout=600) # waits for another apt
install=(install -y --no-install-recommends "${missing[@]}")
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "Debian packages are missing. Ask an administrator to run this command:" >&2
        echo "  apt-get ${install[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "Debian packages that are missing and will be installed: ${missing[*]}"
"${as_root[@]}" "${apt[@]}" update
# The lines of apt-get from version 2 to 3
LC_ALL=C "${apt[@]}" "${install[@]}" --print-uris |
    sed -nE 's/^ *((Need to get|After this operation|Download size|Space needed).*)/\1/p'
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${apt[@]}" "${install[@]}"
