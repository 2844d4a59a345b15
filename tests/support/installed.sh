# Tests of the installed project source this file with their own arguments CMAKE BUILD_DIR LIBASSIMP. It installs into a
# temporary folder, changes to it, and defines the functions for the claims of a test.
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
failures=0

"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
run=$work/prefix/bin/assimp-md2
plugin=$(find "$work/prefix" -name libassimp-md2-plugin.so)
"$build/tests/make-sample" "$work/tris.md2"
cd "$work"

# check CLAIM COMMAND...: the command succeeds
check() {
    if "${@:2}"; then
        echo "ok: $1"
    else
        echo "FAILED: $1" >&2
        failures=$((failures + 1))
    fi
}
# The last line of a test.
all_hold() {
    [ "$failures" -eq 0 ] || {
        echo "$failures claims failed" >&2
        return 1
    }
}
