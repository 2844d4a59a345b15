# Tests of the installed project source this file with their own arguments CMAKE BUILD_DIR LIBASSIMP. It installs into a
# temporary folder, changes to it, and defines the functions of checks.sh.
# CHECK_PRELOAD: a library that must be loaded before the plugin, such as a sanitizer's.
# shellcheck shell=bash disable=SC2034
set -euo pipefail

cmake=$1
build=$2
libassimp=$(realpath -- "$3")
if [ -n "${CHECK_PRELOAD-}" ]; then
    export LD_PRELOAD=$CHECK_PRELOAD
    # Python and the shell keep memory until they end.
    export ASAN_OPTIONS=detect_leaks=0
fi
unset ASSIMP_MD2_MODELS # a variable of these tests, of which the command would warn
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$(dirname -- "${BASH_SOURCE[0]}")/checks.sh"

"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
run=$work/prefix/bin/assimp-md2
plugin=$(find "$work/prefix" -name libassimp-md2-plugin.so)
"$build/tests/make-sample" "$work/tris.md2"
cd "$work"
