#!/usr/bin/env bash
# Installs the Debian packages that are missing: setup.sh build | demo | view | test | ci | clients | package, or
# setup.sh packages NAME...
#   build     what the library needs
#   demo      and the demo
#   view      and the page of cmake/view.sh
#   test      and the tests
#   ci        and the tools of .ci/run, and programs that read MD2 through Assimp
#   clients   what the tests need, and every program that they can test with
#   package   what cmake/package.sh needs
#   packages  these packages alone
set -euo pipefail

# zlib1g-dev: the libassimp-dev of Debian 12 links libz.so and does not depend on its package.
packages=(g++ cmake ninja-build pkg-config libassimp-dev zlib1g-dev assimp-utils libdeflate-dev libstb-dev
    libexpected-dev)
case ${1-build} in
build) ;;
package)
    packages+=(dpkg-dev file)
    ;;
packages)
    packages=("${@:2}")
    ;;
demo | view | test | ci | clients)
    packages+=(libgtest-dev libbenchmark-dev libpng-dev nlohmann-json3-dev)
    ;;&
view | test | ci | clients)
    # However they came here: Debian's packages do not get on with others'.
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    ;;&
test | ci | clients)
    packages+=(python3 python3-vtk9 chromium)
    ;;&
ci | clients)
    packages+=(python3-dartpy python3-open3d qt3d5-dev qt3d-assimpsceneimport-plugin xvfb xauth)
    ;;&
ci)
    packages+=(clang clang-format clang-tidy libclang-rt-dev git)
    ;;
clients)
    packages+=(blender godot3-server)
    ;;
esac

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    echo "Debian packages that are missing and will be installed: ${missing[*]}"
    "${as_root[@]}" apt-get update
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
fi
