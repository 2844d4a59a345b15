#!/usr/bin/env bash
# Makes Debian packages for this system's Assimp and a source package, in build/packages.
#
# usage: bash cmake/package.sh
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"
[ $# -eq 0 ] || wrong_arguments

root=$(realpath -- "$(dirname -- "$0")/..")
build=$root/build/packages
bash "$root/cmake/setup.sh" package
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr
cmake --build "$build"
cd "$build"
rm -f -- *.deb *.tar.gz
cpack -G DEB
cpack --config CPackSourceConfig.cmake
ls -l -- "$build"/*.deb "$build"/*.tar.gz
