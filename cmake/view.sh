#!/usr/bin/env bash
# Makes one HTML file that shows a model in any browser, from disk and without a network: view.sh [MODEL.md2]
# Without an argument it shows the project's own sample. The page is written to build/view.
set -euo pipefail

if [ $# -gt 1 ]; then
    echo "usage: bash cmake/view.sh [MODEL.md2]" >&2
    exit 2
fi
if [ $# -eq 1 ] && [ ! -f "$1" ]; then
    echo "view.sh: $1 is not there" >&2
    exit 1
fi
root=$(realpath -- "$(dirname -- "$0")/..")
build=$root/build/view
source=$root/view

mkdir -p "$build"
bash "$root/cmake/setup.sh" view
bash "$source/install.sh"

if [ $# -eq 1 ]; then
    name=$(basename -- "$1")
    glb=$build/${name%.*}.glb
    bash "$root/cmake/demo.sh" "$1" "$glb"
else
    name=sample.md2
    glb=$root/build/demo/sample.glb
    bash "$root/cmake/demo.sh"
fi
page=$build/${name%.*}.html
node "$source/make_page.mjs" "$glb" "$name" "$page"
echo
echo "The page is $page ($(stat -c %s -- "$page") bytes)"

if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$page" >/dev/null 2>&1 || echo 'Open it in a browser.'
fi
