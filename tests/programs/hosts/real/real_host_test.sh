#!/usr/bin/env bash
# A program of Debian's that reads models through Assimp: with the plugin it shows the mesh that it shows without it, says
# nothing new and ends with the same code. real_host_test.sh CMAKE BUILD_DIR LIBASSIMP dart|open3d|qt3d
host=$4
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../../../support/installed.sh"
export XDG_RUNTIME_DIR=$work

case $host in
dart | open3d) program=(/usr/bin/python3 "$here/show_$host.py") ;;
qt3d) program=(xvfb-run -a "$build/tests/programs/hosts/real/show_qt3d") ;;
esac
# under NAME COMMAND...: what the host shows under the command is in NAME.out, NAME.err, NAME.skin and NAME.code
under() {
    local code=0
    "${@:2}" >"$1.all" 2>"$1.err" </dev/null || code=$?
    echo "$code" >"$1.code"
    # Open3D warns on stdout.
    grep -a 'WARNING\]' "$1.all" >>"$1.err" || true
    grep -av '^skin\|WARNING\]' "$1.all" >"$1.out" || true
    grep '^skin' "$1.all" >"$1.skin" || true
}
# Nothing on stderr that was not there without the plugin. DART warns of each file that it is asked for and does not have.
says_nothing_new() {
    local new
    new=$(grep -v "/moving\.anm'" with.err | sort -u | comm -13 <(sort -u without.err) -)
    [ -z "$new" ] || {
        echo "$(wc -l <with.err) lines, $(wc -l <without.err) without the plugin; the first new ones:" >&2
        head -n 4 <<<"$new" >&2
        return 1
    }
}
same() { diff "without.$1" "with.$1" >&2; }
# What it shows of a model, as CLAIM... without the plugin and with it.
compare() {
    under without "${program[@]}" "$2"
    under with "$run" "${program[@]}" "$2"
    check "$1: the host reads it" test "$(cat without.code)" -eq 0 -a -s without.out
    check "$1: same exit code" same code
    check "$1: same mesh" same out
    check "$1: nothing new on stderr" says_nothing_new
}

"$build/tests/make-sample" "$work/moving.md2" skin.pcx
"$build/tests/make-sample" "$work/still.md2" skin.pcx 1
# Qt3D cannot attach several clips: it removes entries of a list while it walks it, and says so.
[ "$host" != qt3d ] || export ASSIMP_MD2_CLIPS=single
compare 'a model that moves' "$work/moving.md2"
[ "$host" != open3d ] || check 'it has its skin, a PCX' grep -qx 'skin 256x256' with.skin
compare 'a model of one frame' "$work/still.md2"
[ "$host" != open3d ] || check 'it has its skin, a PCX' grep -qx 'skin 256x256' with.skin
[ "$host" != qt3d ] || check 'it plays the frames as docs/engines.md says' \
    "$run" "${program[@]}" "$work/moving.md2" play
[ "$host" != qt3d ] || check 'it has the material that it has without the plugin' same skin

all_hold
