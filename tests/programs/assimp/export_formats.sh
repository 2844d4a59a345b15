#!/usr/bin/env bash
# What each export format of Assimp keeps of the sample, found by exporting it with the assimp program and reading it
# again: export_formats.sh BUILD_DIR prints what is read, for the table in docs/exporting.md.
set -uo pipefail

build=$(realpath -- "${1-build/dev}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null
run=$work/prefix/bin/assimp-md2
"$build/tests/make-sample" "$work/tris.md2"
cd "$work"

for format in $(assimp listexport); do
    extension=$(assimp exportinfo "$format" | sed -n 2p)
    mkdir "$format"
    echo "== $format"
    if "$run" assimp export tris.md2 "$format/tris.$extension" "-f$format" >log.txt 2>&1; then
        echo "files: $(ls "$format" | tr '\n' ' ')"
        timeout 20 "$run" "$build/tests/list-scene" "$format/tris.$extension" 2>&1 | head -n 20
    else
        echo 'the export fails'
    fi
done
