#!/usr/bin/env bash
# Makes one HTML file in build/view that shows a model in any browser, from disk and without a network.
#
# usage: bash cmake/view.sh [[--game FOLDER]... MODEL.md2]
#
# The page has the name of the model and its folder: male/tris.md2 becomes male-tris.html. Without an argument it
# shows the project's sample. With --game the model may be in an archive (PAK, PK3, PKZ) or a folder of a game:
# bash cmake/view.sh --game baseq2 players/male/tris.md2
#
# ASSIMP_MD2_ANIMATION=skeleton before the command makes a page of the model with bones, which the page can show.
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"

# The command assimp-md2, which demo.sh runs, reads the variable. As with its --game, the folders replace an earlier
# value.
game=
while [ "${1-}" = --game ] && [ $# -ge 3 ]; do
    if [ ! -d "$2" ]; then
        echo "view.sh: --game $2: there is no such folder" >&2
        exit 1
    fi
    folder=$(realpath -- "$2")
    case $folder in
    *:*)
        echo "view.sh: --game cannot name a folder with a colon: $folder" >&2
        exit 1
        ;;
    esac
    game=${game:+$game:}$folder
    shift 2
done
[ -z "$game" ] || export ASSIMP_MD2_GAME="$game"
export ASSIMP_MD2_FRONT=z # The page looks from the front of glTF models.
[ $# -le 1 ] || wrong_arguments
case ${1-} in -*) wrong_arguments ;; esac
if [ $# -eq 1 ] && [ -z "${ASSIMP_MD2_GAME-}" ] && [ ! -f "$1" ]; then
    echo "view.sh: $1 does not exist" >&2
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
