#!/usr/bin/env bash
# Times other MD2 loaders and this library on the same files, in one run: peers.sh IMPORT_BENCHMARK [FILE|FOLDER...]
# Without files: the sample and a player-sized model. REPETITIONS: of each case, 9 unless set.
#
# Peers: Irrlicht (Debian: libirrlicht-dev) and three.js under Node (npm install in tests/programs/clients). One that is
# missing is left out, with a line on stderr.
set -euo pipefail

here=$(dirname -- "$(realpath -- "$0")")
if [ $# -eq 0 ]; then
    echo "usage: peers.sh IMPORT_BENCHMARK [FILE|FOLDER...]" >&2
    exit 2
fi
benchmark=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ $# -eq 0 ]; then
    "$benchmark" --write="$work" sample player
    set -- "$work"
fi
mapfile -d '' -t files < <(find "$@" -type f -iname '*.md2' -print0 | sort -z)

three=$here/../programs/clients/node_modules/three
repetitions=${REPETITIONS-9}

# named NAME COMMAND...: the lines of a peer, with its name before the case.
named() {
    "${@:2}" "$repetitions" "${files[@]}" | sed "s/\t/\t$1: /"
}

{
    for ((i = 0; i < repetitions; ++i)); do
        "$benchmark" --once "${files[@]}"
    done
    if printf '#include <irrlicht.h>\n' | "${CXX:-c++}" -I/usr/include/irrlicht -E -x c++ - >/dev/null 2>&1; then
        "${CXX:-c++}" -std=c++17 -O3 -isystem /usr/include/irrlicht "$here/peers/irrlicht_md2.cpp" \
            -o "$work/irrlicht-md2" -lIrrlicht
        named Irrlicht "$work/irrlicht-md2"
    else
        echo 'Irrlicht is missing: apt-get install libirrlicht-dev' >&2
    fi
    if command -v node >/dev/null && [ -d "$three" ]; then
        named three.js node "$here/peers/three_md2.mjs" "$three"
    else
        echo 'three.js is missing: install Node, and run npm install in tests/programs/clients' >&2
    fi
} | python3 "$here/report.py" peers
