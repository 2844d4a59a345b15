#!/usr/bin/env bash
# Makes the models for export_matrix.py and runs it: one with several clips, one of one frame, and one with one of its two
# skins beside it. export_matrix.sh MAKE_SAMPLE PLUGIN EXPORT_HOST [--all]
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/skins"
"$1" "$work/clips.md2"
"$1" "$work/one_frame.md2" moss.pcx 1
"$1" "$work/skins/two_skins.md2"
rm "$work"/*.pcx "$work/skins/ember.pcx"
python3 "$(dirname -- "$0")/export_matrix.py" "${@:2}" "$work"/clips.md2 "$work"/one_frame.md2 "$work"/skins/two_skins.md2
