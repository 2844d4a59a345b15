#!/usr/bin/env bash
# Lets another program read MD2 files that md2-maker has made of MD2 files, and compares the frames:
# readers_test.sh BUILD MD2_MAKER MODELS COMMAND... COMMAND gets FILE.md2 and OUTPUT. MODELS, a folder, may be empty.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
build=$1 maker=$2 models=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/sources"
"$build/tests/make-sample" "$work/sources/tris.md2"
# Some real models cannot be imported.
"$maker" model "$work/sources" ${models:+"$models"} -o "$work/made/" >/dev/null 2>&1 || [ -n "$models" ]
count=0
while read -r file; do
    "$@" "$file" "$work/output"
    python3 "$here/compare_frames.py" "$file" "$work/output"
    count=$((count + 1))
done < <(find "$work/made" -name '*.md2')
echo "$count files have the same frames"
[ "$count" -ge 2 ]
