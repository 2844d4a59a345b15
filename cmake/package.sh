#!/usr/bin/env bash
# Makes the Debian packages and the source package in build/packages. Needs a Debian whose libassimp-dev is the one that
# the packages are for; what is missing to build is installed.
set -euo pipefail

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
