#!/usr/bin/env bash
# Compares what two builds of the plugin write: exports models with both and names the files that differ.
#
# usage: bash tests/compare_builds.sh BUILD BUILD [MODEL|FOLDER...]
#
#   BUILD   a build folder with the plugin and make-sample, such as build/dev
#   MODEL   a model to export besides the sample; of a FOLDER, all .md2 files in it
#
# Each model is imported with morph targets and with bones and exported as GLB, glTF and MD2. Warnings and errors are
# compared, too. The exit code is 1 if something differs.
set -euo pipefail
. "$(dirname -- "$0")/../cmake/usage.sh"
[ $# -ge 2 ] || wrong_arguments
before=$(realpath -- "$1")
after=$(realpath -- "$2")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/sample"
"$before/tests/make-sample" "$work/sample/sample.md2"
find "$work/sample" "${@:3}" -type f -iname '*.md2' -print0 | sort -z | xargs -0 realpath -- >"$work/models"

# In a folder of the same name for both builds, because logs contain it.
export_all() { # BUILD RESULT
    local number=0 model animation file
    mkdir "$work/exports"
    cd "$work/exports"
    while read -r model; do
        number=$((number + 1))
        for animation in morph skeleton; do
            for file in glb2/model.glb gltf2/model.gltf md2/model.md2; do
                local target=$number/$animation/$file
                mkdir -p "${target%/*}"
                ASSIMP_MD2_ANIMATION=$animation LD_PRELOAD=$1/plugin/libassimp-md2-plugin.so \
                    assimp export "$model" "$target" "-f${file%/*}" -l -v >log </dev/null 2>&1 ||
                    echo "Error: exit code $?" >>log
                grep -aE '^(Warn|Error)' log >"${target%/*}/messages" || true
            done
        done
    done <"$work/models"
    rm -f log
    cd "$work"
    mv exports "$2"
}
export_all "$before" before
export_all "$after" after

if diff -rq before after >differences; then
    echo "$(wc -l <models) models, $(find before -type f | wc -l) files: all are equal"
else
    while read -r line; do
        number=${line#*before/}
        echo "$line ($(sed -n "${number%%/*}p" models))"
    done <differences
    exit 1
fi
