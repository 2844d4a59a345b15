#!/usr/bin/env bash
# Compares this library with other MD2 loaders, and its skeletons with those of Dem Bones, on the same files in one run.
#
# usage: bash tests/bench/peers.sh [FILE|FOLDER...]
#
# Without files: the sample and a player-sized model. Peers: Irrlicht (Debian: libirrlicht-dev), three.js under Node (npm
# install in tests/programs/clients), and Dem Bones. One that is missing is left out, with a line on stderr.
#
# DEM_BONES    folder with the sources of Dem Bones
# REPETITIONS  of each case of the loaders, 9 unless set
set -euo pipefail
root=$(realpath -- "$(dirname -- "$0")/../..")
build=$root/build/bench
peers=$root/tests/bench/peers
three=$root/tests/programs/clients/node_modules/three
repetitions=${REPETITIONS-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    bash "$root/cmake/setup.sh" bench
    cmake -S "$root" --preset release -B "$build" -DASSIMP_MD2_BUILD_TESTS=ON "-DASSIMP_MD2_DEM_BONES=${DEM_BONES-}"
    cmake --build "$build" --target import-benchmark skeleton-benchmark
} >&2
benchmark=$build/tests/bench/import-benchmark
if [ $# -eq 0 ]; then
    "$benchmark" --write="$work" sample player
    set -- "$work"
fi
mapfile -d '' -t files < <(find "$@" -type f -iname '*.md2' -print0 | sort -z)

# named NAME COMMAND...: the lines of a peer, with its name before the case.
named() {
    "${@:2}" "$repetitions" "${files[@]}" | sed "s/\t/\t$1: /"
}

{
    for ((i = 0; i < repetitions; ++i)); do
        "$benchmark" --once "${files[@]}"
    done
    if printf '#include <irrlicht.h>\n' | "${CXX:-c++}" -I/usr/include/irrlicht -E -x c++ - >/dev/null 2>&1; then
        "${CXX:-c++}" -std=c++17 -O3 -isystem /usr/include/irrlicht "$peers/irrlicht_md2.cpp" \
            -o "$work/irrlicht-md2" -lIrrlicht
        named Irrlicht "$work/irrlicht-md2"
    else
        echo 'Irrlicht is missing: apt-get install libirrlicht-dev' >&2
    fi
    if command -v node >/dev/null && [ -d "$three" ]; then
        named three.js node "$peers/three_md2.mjs" "$three"
    else
        echo 'three.js is missing: install Node, and run npm install in tests/programs/clients' >&2
    fi
} | python3 "$root/tests/bench/report.py" peers
if [ "${DEM_BONES-}" ]; then
    "$build/tests/bench/skeleton-benchmark" "${files[@]}"
else
    echo 'Dem Bones is missing: set DEM_BONES to the folder of its sources' >&2
fi
