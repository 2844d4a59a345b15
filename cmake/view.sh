#!/usr/bin/env bash
# Makes one HTML file in build/view that shows a model in any browser, from disk and without a network.
#
# usage: bash cmake/view.sh [MODEL.md2]
#
# The page has the name of the model and its folder: male/tris.md2 becomes male-tris.html. Without an argument it
# shows the project's sample.
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"

[ $# -le 1 ] || wrong_arguments
case ${1-} in -*) wrong_arguments ;; esac
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
    # Every player of the game is a tris.md2.
    model=$(realpath -s -- "$1")
    folder=$(basename -- "$(dirname -- "$model")")
    name=$folder/$(basename -- "$model")
    glb=$build/$folder-$(basename -- "${model%.*}").glb
    bash "$root/cmake/demo.sh" "$1" "$glb"
else
    name=sample.md2
    glb=$root/build/demo/sample.glb
    bash "$root/cmake/demo.sh"
fi
page=$build/$(basename -- "${glb%.*}").html
node "$source/make_page.mjs" "$glb" "$name" "$page"
echo
echo "The page is $page ($(stat -c %s -- "$page") bytes)"

if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$page" >/dev/null 2>&1 || echo 'Open it in a browser.'
fi
