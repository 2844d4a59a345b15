#!/usr/bin/env bash
# Makes the models for export_matrix.py and runs it: export_matrix.sh MAKE_MATRIX_MODELS PLUGIN EXPORT_HOST [--all]
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" "$work"
python3 "$(dirname -- "$0")/export_matrix.py" "${@:2}" "$work"/clips.md2 "$work"/one_frame.md2 "$work"/two_skins.md2
