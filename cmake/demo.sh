#!/usr/bin/env bash
# Builds the plugin in build/demo and exports a model to glTF with the unmodified assimp program.
#
# usage: bash cmake/demo.sh [MODEL.md2 OUT]
#
# Without arguments the project's sample is exported to build/demo/sample.glb.
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"

[ $# -eq 0 ] || [ $# -eq 2 ] || wrong_arguments
root=$(realpath -- "$(dirname -- "$0")/..")
build=$root/build/demo
model=${1-$build/sample.md2}
out=${2-$build/sample.glb}

# Runs a step and shows what it said only when it fails.
step() {
    echo "$1 …"
    shift
    "$@" >"$build/step.log" 2>&1 || {
        cat "$build/step.log" >&2
        exit 1
    }
}

mkdir -p "$build"
bash "$root/cmake/setup.sh" demo
# Little optimisation and few large sources: this compiles in a third of the time of a release.
step 'Configuring' cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG' -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 \
    -DASSIMP_MD2_BUILD_SAMPLE=ON -DCMAKE_INSTALL_PREFIX="$build/prefix"
step 'Building' cmake --build "$build" --target assimp-md2-plugin make-sample list-scene
step 'Installing' cmake --install "$build" --component runtime
if [ $# -eq 0 ]; then
    "$build/tests/make-sample" "$model"
    export ASSIMP_MD2_WEAPON=auto # the sample holds a mace, which is a model of its own
fi

assimp_md2=$build/prefix/bin/assimp-md2
step 'Exporting' "$assimp_md2" assimp export "$model" "$out"
echo
echo "$model contains"
"$assimp_md2" "$build/tests/list-scene" "$model"
echo
echo "exported to $out ($(stat -c %s -- "$out") bytes)"
