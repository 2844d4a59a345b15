#!/usr/bin/env bash
# Times other MD2 loaders and this library on the same files, in one run: peers.sh IMPORT_BENCHMARK [FILE|FOLDER...]
# Without files: the sample and a player-sized model. REPETITIONS: of each case, 9 unless set.
#
# Peers: Irrlicht (Debian: libirrlicht-dev) and three.js under Node (npm install in tests/programs/clients). One that is
# missing is left out, and the report says so.
set -euo pipefail

here=$(dirname -- "$(realpath -- "$0")")
if [ $# -eq 0 ]; then
    echo "usage: peers.sh IMPORT_BENCHMARK [FILE|FOLDER...]" >&2
    exit 2
fi
command="peers.sh $*"
benchmark=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=()
if [ $# -eq 0 ]; then
    "$benchmark" --write="$work" sample player
    set -- "$work/sample.md2" "$work/player.md2"
fi
for argument in "$@"; do
    if [ -d "$argument" ]; then
        while IFS= read -r -d '' file; do
            files+=("$file")
        done < <(find "$argument" -type f -iname '*.md2' -print0 | sort -z)
    else
        files+=("$argument")
    fi
done

peers=()
three=$here/../programs/clients/node_modules/three
if printf '#include <irrlicht.h>\n' | "${CXX:-c++}" -I/usr/include/irrlicht -E -x c++ - >/dev/null 2>&1; then
    "${CXX:-c++}" -std=c++17 -O3 -isystem /usr/include/irrlicht "$here/peers/irrlicht_md2.cpp" \
        -o "$work/irrlicht-md2" -lIrrlicht
    version=$(sed -n 's/^#define IRRLICHT_SDK_VERSION "\(.*\)".*$/\1/p' /usr/include/irrlicht/IrrCompileConfig.h)
    peers+=(--peer "Irrlicht=$work/irrlicht-md2" --note "Irrlicht $version")
else
    peers+=(--note "Irrlicht is missing: apt-get install libirrlicht-dev")
fi
if ! command -v node >/dev/null; then
    peers+=(--note "three.js is missing: there is no Node")
elif [ ! -d "$three" ]; then
    peers+=(--note "three.js is missing: npm install in tests/programs/clients")
else
    version=$(node -p 'require(process.argv[1]).version' "$three/package.json")
    peers+=(--peer "three.js=node '$here/peers/three_md2.mjs' '$three'" --note "three.js $version, Node $(node --version)")
fi

python3 "$here/report.py" --repetitions "${REPETITIONS-9}" --command "$command" "${peers[@]}" \
    "$benchmark" --benchmark_filter='/(floor|import|import_one_frame|built_in_.*)$' "${files[@]}"
