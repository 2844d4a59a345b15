#!/usr/bin/env bash
# Lets another program read exported MD2 files and compares the frames:
# readers_test.sh COMPARE_FRAMES FOLDER EXTENSION COMMAND...
#
# COMMAND gets FILE.md2 and OUTPUT, which has the extension.
set -euo pipefail
compare=$1 folder=$2 extension=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count=0
for file in "$folder"/*.md2; do
    "$@" "$file" "$work/output.$extension"
    "$compare" "$file" "$work/output.$extension"
    count=$((count + 1))
done
echo "$count files have the same frames"
[ "$count" -ge 6 ]
