#!/usr/bin/env bash
# Reads an MD2 with Maverick Model 3D, which writes it again: read_mm3d.sh MM3D FILE.md2 OUTPUT
set -euo pipefail
mm3d=$1 file=$2 output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$work HOME=$work

# It writes next to the file that it reads, so its own format lies between.
cp -- "$file" "$work/model.md2"
"$mm3d" --convert mm3d "$work/model.md2"
rm "$work/model.md2"
"$mm3d" --convert md2 "$work/model.mm3d"
mv "$work/model.md2" "$output"
