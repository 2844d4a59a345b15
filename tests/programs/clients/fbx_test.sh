#!/usr/bin/env bash
# Compares the MD2 of a generated FBX with what Blender plays: fbx_test.sh CONVERT BLENDER
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$here/make_fbx.py" "$folder/boxes.fbx"
"$1" "$folder/boxes.fbx" "$folder/boxes.md2"
"$2" -b --factory-startup --python-exit-code 1 -P "$here/compare_blender.py" -- "$folder/boxes.fbx" "$folder/boxes.md2" 0 1
