#!/usr/bin/env bash
# Compares what the programs do under Wine with what this system's programs do: windows_package_test.sh EXE BUILD
# EXE is assimp-md2.exe, with md2-maker.exe beside it. BUILD is a build of the same commit for this system, with the command,
# md2-maker, make-sample and make-game.
set -euo pipefail
here=$(dirname -- "$(realpath -- "$0")")
exe=$(realpath -- "$1")
wine wineboot -i >/dev/null 2>&1 # Wine prints what it does when it is started first.
build=$(realpath -- "$2")
export LC_ALL=C.UTF-8 # Wine reads the names of files in the encoding of the locale.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/../support/checks.sh"
. "$here/../support/claims.sh"

linux() { "$build/plugin/command/convert" "$@"; }
windows() { wine "$exe" convert "$@"; }
maker_linux() { "$build/plugin/maker/md2-maker" "$@"; }
maker_windows() { wine "${exe%/*}/md2-maker.exe" "$@"; }
# drive PATH: the path with Wine's drive letter and backslashes
drive() { tr / '\\' <<<"Z:$1"; }
written() { (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }

# both CLAIM ARGUMENT...: both commands convert in a folder of their own, and files and lines are the same. Before it,
# program=maker_ means md2-maker.
program=
both() {
    local system
    for system in linux windows; do
        rm -rf -- "$work/$system"
        mkdir "$work/$system"
        cd "$work/$system"
        check "$1 ($system)" exits 0 "$program$system" "${@:2}"
        tr -d '\r' <out.txt | tr '"' "'" | LC_ALL=C sort >lines.txt # The quotes are those of the system.
        tr -d '\r' <err.txt | LC_ALL=C sort >>lines.txt
        rm out.txt err.txt
    done
    cd "$work"
    check "$1: the results are those of Linux" diff -r linux windows
}

cd "$work"
"$build/tests/make-sample" "$work/tris.md2"
"$build/tests/make-game" game
mv game/baseq2/models.pkz game/baseq2/models.pk3
mkdir -p models/a models/b 'Größe 1'
cp tris.md2 ./*.pcx models/a
cp tris.md2 ./*.pcx models/b
cp tris.md2 'Größe 1/Mädchen ohne Füße.md2'
cp ./*.pcx 'Größe 1'
folder='a-folder-whose-name-has-exactly-fifty-characters-1'
long=$folder/$folder/$folder/$folder/$folder/$folder
mkdir -p "$long"
cp tris.md2 ./*.pcx "$long"

for format in glb gltf obj ply; do
    both "a file becomes $format" ../tris.md2 "out/x.$format"
done
for format in glb obj; do
    both "a folder becomes $format" ../models out/ --to "$format" --jobs 2
    both "a game of PAK and PK3 becomes $format" --game ../game/mod --game ../game/baseq2 '*.md2' out/ --to "$format"
    both "a name with umlauts and spaces becomes $format" '../Größe 1/Mädchen ohne Füße.md2' "Ausgabe für alle/ä ö.$format"
    both "a path of more than 300 characters becomes $format" "../$long/tris.md2" "$long/out.$format"
done
both 'options are passed on' ../models out/ --clips names --front z --textures 'reference' --jobs 2

# md2-maker. The bones are those of one system, because the numbers of both differ in the last bit.
cd "$work"
linux tris.md2 bones.glb --animation skeleton --weapon auto >/dev/null
program=maker_
both 'a character shows its clips' look ../bones.glb
both 'a character becomes a player' player ../bones.glb -o baseq2/players/imp --weapon '*weapon*'
both 'an MD2 becomes a player' player '../Größe 1/Mädchen ohne Füße.md2' -o 'Ausgabe für alle/players/ä ö' --weapon ../weapon.md2
both 'a character becomes a monster' monster ../bones.glb -o baseq2/models/monsters/imp --height=40 --use walk=run,attack
both 'a folder becomes models' model ../models -o out/ --jobs 2
check 'md2-maker.exe has an error without output' fails 125 'md2-maker: ' maker_windows model tris.md2

# Names of Windows
cd "$work"
linux 'Größe 1/Mädchen ohne Füße.md2' umlauts.glb >/dev/null
linux tris.md2 tris.glb >/dev/null
linux "$long/tris.md2" long.glb >/dev/null
check 'backslashes are accepted' exits 0 windows 'Größe 1\Mädchen ohne Füße.md2' 'back slash\ä\' --to glb
check 'they separate folders' cmp umlauts.glb 'back slash/ä/Mädchen ohne Füße.glb'
check 'drive letters are accepted' exits 0 windows "$(drive "$work/tris.md2")" "$(drive "$work/drive/x.glb")"
check 'the file is there' cmp tris.glb drive/x.glb
check 'a long path may have a drive letter' \
    exits 0 windows "$(drive "$work/$long/tris.md2")" "$(drive "$work/drive/$long/x.glb")"
check 'its file is there' cmp long.glb "drive/$long/x.glb"
check 'a folder may have a long path' exits 0 windows "$(drive "$work/$long")" longs/
check 'its file is converted' cmp long.glb longs/tris.glb
mkdir all
linux --game game/mod --game game/baseq2 '*.md2' all/ >/dev/null
check 'folders of a game may have drive letters' exits 0 windows \
    --game "$(drive "$work/game/mod")" --game "$(drive "$work/game/baseq2")" '*.md2' 'drive\all\'
check 'the first has priority' diff -r all drive/all
mkdir 'Spiel für 2'
cp -r game/baseq2 'Spiel für 2'
check 'a variable may have umlauts' exits 0 env ASSIMP_MD2_GAME='Spiel für 2' wine "$exe" list '*/PAK*'
export ASSIMP_MD2_GAME="$work/Spiel für 2/baseq2"
check 'list prints the names' exits 0 wine "$exe" list '*.md2'
check 'as on Linux' test "$(tr -d '\r' <out.txt)" = "$("$build/plugin/command/assimp-md2" list '*.md2')"
unset ASSIMP_MD2_GAME

# Names that Windows cannot have
python3 - <<'END'
import struct
model = open("tris.md2", "rb").read()
names = ["con.md2", "a/NUL.md2", "a./x.md2", "a/x.md2", "ab:c.md2", "d?.md2", "e |.md2", "abcdef~1.md2", "Com1.x.md2"]
body = model * len(names)
directory = b"".join(struct.pack("<56sii", name.encode(), 12 + i * len(model), len(model)) for i, name in enumerate(names))
import os
os.makedirs("hostile")
open("hostile/pak0.pak", "wb").write(struct.pack("<4sii", b"PACK", 12 + len(body), len(directory)) + body + directory)
END
check 'names that Windows cannot have are changed' exits 0 windows --game hostile '*.md2' changed/
check 'each model has a file' test "$(written changed)" = \
    './_Com1.x.glb ./_con.glb ./a/_NUL.glb ./a/x.glb ./a_/x.glb ./ab_c.glb ./abcdef_1.glb ./d_.glb ./e _.glb '

# Their numbers come from mathematical functions that differ in the last bit.
check 'bones are written' prints ' bones, ' windows tris.md2 bones.glb --animation skeleton

# Failures
head -c 200 tris.md2 >models/damaged.md2
check 'a damaged file does not stop the others' exits 1 windows models glb/ --jobs 2
check 'the others are converted' test "$(written glb)" = './a/tris.glb ./b/tris.glb '
check 'the failure is listed' says err.txt '1 of 3 inputs failed; '
check 'a missing file is an error' fails 1 'assimp-md2: none.md2: there is no such file' windows none.md2 x.glb
check 'an unknown option is an error' exits 125 windows tris.md2 x.glb --clip=run
check 'check is for Linux' fails 125 'is for Linux' wine "$exe" check tris.md2
check 'programs are run on Linux' fails 125 'assimp is not convert or list' wine "$exe" assimp info tris.md2
check '--help is printed' exits 0 wine "$exe" --help

mkdir many
for i in $(seq 60); do cp tris.md2 "many/$i.md2"; done
# children FOLDER: the processes that are started for files of this output
children() { pgrep -f "assimp-md2.* \(child\).* $1/"; }
# convert_many FOLDER OPTION...: starts the conversion of many files, and waits for the first ones
convert_many() {
    # A shell's background processes ignore Ctrl-C.
    env --default-signal=INT wine "$exe" convert --jobs=2 "${@:2}" many "$1/" >out.txt 2>err.txt </dev/null &
    until [ "$(find "$1" -name '*.glb' 2>/dev/null | wc -l)" -gt 9 ]; do sleep 0.05; done
}
# signalled_child SIGNAL FOLDER: a child gets a signal, and its file fails. It has none if the signal comes between two.
signalled_child() {
    local code=0 i
    for i in $(seq 5); do
        rm -rf -- "$2"
        convert_many "$2" --timeout=10
        kill "-$1" "$(children "$2" | head -n 1)"
        wait $! || code=$?
        [ "$code" -eq 0 ] || break
    done
    [ "$code" -eq 1 ]
}
# signalled_parent SIGNAL FOLDER CODE: the command gets a signal, and its children end
signalled_parent() {
    convert_many "$2"
    kill "-$1" $!
    local code=0 i
    wait $! || code=$?
    [ "$code" -eq "$3" ] || return 1
    for i in $(seq 100); do
        children "$2" >/dev/null || return 0
        sleep 0.1
    done
    return 1
}
check 'a crash ends one file' signalled_child KILL crashed
check 'the error says so' says err.txt 'Assimp crashed'
# The file of the child may be complete when the signal comes.
check 'the others are converted then' test "$(find crashed -name '*.glb' | wc -l)" -ge 59
check 'a hang ends one file' signalled_child STOP hung
check 'the error names the time' says err.txt 'took longer than 10 s'
check 'the other files are converted' test "$(find hung -name '*.glb' | wc -l)" -ge 59
check 'Ctrl-C ends command and children' signalled_parent INT stopped 58 # the last byte of 0xC000013A
check 'no file is incomplete' test "$(find crashed hung stopped -name '.*')" = ''
check 'no child outlives its parent' signalled_parent KILL killed 137

all_hold
