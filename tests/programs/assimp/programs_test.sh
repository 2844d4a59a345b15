#!/usr/bin/env bash
# Runs unmodified programs with the installed plugin: programs_test.sh CMAKE BUILD_DIR LIBASSIMP
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../../support/installed.sh"
. "$here/../../support/claims.sh"

# shows_clips NUMBER COMMAND...: the command, which is assimp info, counts these animations
shows_clips() { prints "Animations:         $1" "${@:2}"; }

# The assimp program
check 'assimp info sees the shared corners' prints 'Vertices:           797' "$run" assimp info tris.md2 --raw
check 'assimp info counts the clips' says out.txt 'Animations:         8'
check 'assimp info names the clips' says out.txt "'pain2'"
check 'assimp info names the root after the file' says out.txt 'tris.md2'
check 'the plugin prints nothing about a sound model' silent err.txt
check 'assimp export writes a GLB' exits 0 "$run" assimp export tris.md2 tris.glb
check 'the GLB has morph targets' says tris.glb '"targets"'
check 'the GLB has the animation of morph weights' says tris.glb '"path":"weights"'
check 'the GLB has the skins, which are PCX, as PNG' says tris.glb '"mimeType":"image/png"'
check 'without the plugin there is no animation' shows_clips 0 assimp info tris.md2

# Warnings without a logger
check 'the plugin writes no MD2' bash -c '! "$0" assimp export tris.md2 warned.md2 >out.txt 2>err.txt' "$run"
# The first triangle names a vertex that does not exist.
python3 - <<'END'
import struct
model = bytearray(open("tris.md2", "rb").read())
first = struct.unpack_from("<i", model, 52)[0]
model[first:first + 2] = b"\xff\xff"
for i in range(60):
    open(f"bad{i}.md2", "wb").write(model)
END
import_all='import ctypes, sys
assimp = ctypes.CDLL(sys.argv[1])
assimp.aiImportFile.restype = ctypes.c_void_p
for path in sys.argv[2:]:
    assert assimp.aiImportFile(path.encode(), 0)'
exits 0 "$run" python3 -c "$import_all" "$libassimp" bad1.md2 bad1.md2 || true
check 'the warning of a bad model that is imported twice appears once' \
    test "$(cat err.txt)" = 'assimp-md2: bad1.md2: triangles: a vertex index is out of range; the triangle is left out (1)'
quiet() { exits 0 env ASSIMP_MD2_QUIET=1 "$run" "$build/tests/list-scene" bad1.md2 && silent err.txt; }
check 'ASSIMP_MD2_QUIET=1 switches the warnings off' quiet
check "a log has the plugin's warning" \
    warns 'MD2: triangles: a vertex index is out of range' "$run" assimp info bad1.md2 -l -v
check 'the plugin prints nothing if there is a log' exits 1 grep -a '^assimp-md2:' err.txt
exits 0 "$run" python3 -c "$import_all" "$libassimp" bad*.md2 || true
check 'fifty of sixty warnings appear, and a line that says so' test "$(wc -l <err.txt) $(tail -n 1 err.txt)" = \
    "51 assimp-md2: more warnings are not shown; Assimp's log has them all"

# Exports to glTF
mkdir -p damaged
cp tris.md2 damaged
for skin in $(grep -aoE '[a-z_/0-9]+\.(pcx|png)' tris.md2); do
    printf 'no image' >"damaged/$(basename "${skin%.*}").png"
done
check 'a GLB is written without skins that are no images, with a warning' \
    warns 'assimp-md2: damaged/tris.md2: skins: not found (2)' \
    "$run" --textures=reference assimp export damaged/tris.md2 damaged/a.glb

# Properties from the environment
check 'a variable sets a property' shows_clips 2 env ASSIMP_MD2_CLIPS='a:0-1;b:2-9' "$run" assimp info tris.md2 --raw
check 'an option sets a property' shows_clips 2 "$run" '--clips=a:0-1;b:2-9' assimp info tris.md2 --raw
check 'an option replaces a variable' shows_clips 0 env ASSIMP_MD2_CLIPS=single "$run" --clips=none assimp info tris.md2
check 'an invalid variable is an error, which names property and value' \
    fails 1 'IMPORT_MD2_FPS is "fast", expected a number above 0' env ASSIMP_MD2_FPS=fast "$run" "$build/tests/list-scene" tris.md2
check 'a variable disables the plugin' shows_clips 0 env ASSIMP_MD2_DISABLE=1 "$run" assimp info tris.md2 --raw

# The C API, from C++ and from Python, which loads libassimp into a scope of its own
check 'a program with the C API reads the frames of a model' \
    prints 'mesh tris: 797 vertices, 918 triangles, 58 frames' "$run" "$build/tests/list-scene" tris.md2
check 'a program with the C API reads the clips of a model' says out.txt 'clip stand: 13 keys, 1.20 s'
sample=$here/../../../docs/samples/read_scene.py
check 'a Python program reads the frames of a model' \
    prints 'mesh tris: 797 vertices, 58 frames' "$run" /usr/bin/python3 "$sample" tris.md2 "$libassimp"
check 'a Python program reads the clips of a model' says out.txt 'clip stand: 12 ticks'
check 'the plugin prints nothing in Python' silent err.txt
check 'the README runs this program' \
    says "$here/../../../README.md" 'assimp-md2 python3 docs/samples/read_scene.py tris.md2'
# An interpreter that loads the plugin before libassimp, as docs/engines.md shows
load_plugin="import ctypes, runpy, sys
ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
sys.argv[:] = sys.argv[2:]
runpy.run_path(sys.argv[0])"
documented=$(grep -o '~/.local/lib[^"]*' "$here/../../../docs/engines.md")
check 'the file in docs/engines.md is that of the installed plugin' \
    test "$(basename "$documented")" = "$(basename "$plugin")"
check 'a Python program that has loaded the plugin reads the model' \
    prints 'clip stand: 12 ticks' /usr/bin/python3 -c "$load_plugin" "$plugin" "$sample" tris.md2 "$libassimp"
check 'the plugin prints nothing if a program has loaded it' silent err.txt
check 'without a model, the Python program prints its usage' \
    fails 1 'usage: assimp-md2 python3 read_scene.py MODEL [LIBASSIMP]' "$run" /usr/bin/python3 "$sample"

# The program of docs/importing.md, which plays bones as engines do
# plays_bones CLIP SECONDS TIME DISTANCE: it shows the pose that the clip has at TIME, in frames, within DISTANCE
plays_bones() {
    "$run" --animation=skeleton "$build/tests/play" tris.md2 "$1" "$2" >pose.obj 2>err.txt &&
        /usr/bin/python3 "$here/../consumer/check_pose.py" "$build/plugin/command/convert" tris.md2 pose.obj "$1" "$3" "$4"
}
check 'bones show the first frame' plays_bones stand 0 0 0.6
check 'bones show a later frame' plays_bones run 0.4 4 3.5
check 'bones show poses between frames' plays_bones bite 0.225 2.25 0.6
check 'a clip that does not exist is an error' exits 1 "$run" "$build/tests/play" tris.md2 no-such-clip 0

# The files of a game
"$build/tests/make-game" game
command=$(grep '^assimp-md2 convert --game' "$here/../../../docs/importing.md")
(
    cd game
    PATH=$(dirname -- "$run"):$PATH bash -c "$command"
) >out.txt 2>err.txt || true
converted() { (cd game && find glb -name '*.glb' "$@" | LC_ALL=C sort); }
models='glb/-x/-y.glb
glb/models/Second/tris.glb
glb/models/a name/tris.glb
glb/models/loose/tris.glb
glb/players/imp/tris.glb
glb/players/imp/weapon.glb'
[ -f game/baseq2/models.pkz ] || models=$(grep -v 'a name' <<<"$models") # built without ZIP archives
check 'the command of docs/importing.md converts all models of a game' test "$(converted)" = "$models"
check 'each of them has its skin' \
    test "$(converted -exec grep -qa '"mimeType":"image/png"' {} \; -print)" = "$models"
check 'a model in an archive is imported' shows_clips 8 "$run" --game game/baseq2 assimp info Players/IMP/tris.md2 --raw
check 'the plugin prints nothing about a game' silent err.txt
"$run" --game=game/baseq2 assimp export players/imp/tris.md2 packed.glb >out.txt 2>err.txt || true
check 'the GLB of a model in an archive has the skins, as PNG' says packed.glb '"mimeType":"image/png"'
check 'files outside the game are imported as before' shows_clips 8 "$run" --game game/baseq2 assimp info tris.md2 --raw
check 'the first folder, whose model is animated, wins' \
    shows_clips 8 "$run" --game game/mod --game game/baseq2 assimp info models/second/tris.md2 --raw
check 'the C API sees the game' \
    exits 0 "$run" --game game/baseq2 "$build/tests/list-scene" players/imp/tris.md2
check 'the folder is found after chdir' \
    exits 0 "$run" --game game/baseq2 sh -c 'cd / && assimp info players/imp/tris.md2 >/dev/null'
check 'list prints the names of the game' \
    prints 'models/second/tris.md2' "$run" list --game game/mod --game game/baseq2 'Models/?*/TRIS.md2'
check 'list prints one name of each file' test "$(grep -ci 'models/second/tris.md2' out.txt)" -eq 1
list_of_nothing() {
    fails 1 'no file of the game matches *.md3' "$run" list --game game/baseq2 '*.md3' && silent out.txt
}
check 'list of nothing is an error and prints no name' list_of_nothing
echo damaged >game/baseq2/pak9.pak
check 'a damaged archive does not stop a program, and stderr has the reason' \
    warns 'pak9.pak: not a PAK, which starts with "PACK" and has 12 bytes or more; the archive is left out' \
    "$run" --game game/baseq2 assimp info players/imp/tris.md2
check 'a damaged archive does not stop list, and stderr has the reason' \
    warns 'pak9.pak: not a PAK' "$run" list --game game/baseq2 '*.md2'
check 'options of list may follow the pattern' exits 0 "$run" list '*.md2' --game game/baseq2
check 'list needs one pattern' exits 125 "$run" list --game game/baseq2 '*' assimp
check 'list without a game is an error' exits 125 "$run" list '*'
# in_removed_folder COMMAND: its exit code when the working directory is gone
in_removed_folder() { (mkdir gone && cd gone && rmdir ../gone && exec "$@"); }
check '--game needs a working directory' fails 125 '--game is "../game/baseq2", expected a folder' \
    in_removed_folder "$run" list --game ../game/baseq2 '*'
check 'a relative folder of the environment needs a working directory' fails 1 'etc: there is no such folder' \
    in_removed_folder env ASSIMP_MD2_GAME=etc "$run" list '*'
check 'a relative folder of the environment is not looked for in the root' silent out.txt
mkdir controls
: >"$(printf 'controls/\302\23331m\342\200\256.md2')"
check 'list escapes what terminals obey' prints '\u009B31m\u202E.md2' "$run" list --game controls '*'
cp -R game a:b
check 'a colon in the working directory is an error' \
    fails 125 '/a:b/baseq2' sh -c 'cd a:b && exec "$@"' - "$run" --game baseq2 assimp version
check 'a backslash is a slash' prints 'models/Second/tris.md2' "$run" list --game game/baseq2 'models\second\*'

# The command
check '--help prints the usage on stdout' prints '  assimp-md2 [OPTION...] PROGRAM' "$run" --help
check '--version prints the name' prints 'assimp-md2 ' "$run" --version
check 'no argument is an error' fails 125 'a program or a word is missing; assimp-md2 --help describes them' "$run"
check 'an unknown variable does not stop a program, and a warning names it' \
    warns 'assimp-md2: the variable ASSIMP_MD2_CLIP is unknown' env ASSIMP_MD2_CLIP=run "$run" true
"$run" --help >help.txt
sed '1,/^These options set properties/d' help.txt | grep -E '^  --[a-z-]+=' >options.txt
check '--help lists every property on a line' test "$(wc -l <options.txt)" -eq \
    "$(grep -c '^    {ASSIMP_MD2_CONFIG_' "$here/../../../plugin/importer/settings/property_table.h")"
check '--help has one line for each option, of at most 120 characters' exits 1 grep -E '^ {20}|.{121}' help.txt
check 'the man page has the options' says "$build/assimp-md2.1" '.BR \-\-max\-image\-mb = '
mkdir '[ab]' a
printf '#!/bin/sh\necho found\n' >'[ab]/tool'
chmod +x '[ab]/tool'
check 'a folder of PATH is not a pattern' prints found env PATH="$PWD/[ab]:$PATH" "$run" tool
check 'a missing program is an error' fails 127 'assimp-md2: no-such-program: not found' "$run" no-such-program
check 'a wrong word is an error' fails 127 'cnvert: not found; assimp-md2 has the words convert, list and check' "$run" cnvert tris.md2 tris.glb
check 'a text file is not a program' fails 126 'assimp-md2: ./options.txt: cannot be run' "$run" ./options.txt
check 'a model is not a program' \
    fails 125 'tris.md2 is a model, not a program: assimp-md2 convert tris.md2' "$run" tris.md2
printf '#!/bin/sh\necho executed\n' >program.md2
chmod +x program.md2
check 'an executable with the name of a model is not a program' exits 125 "$run" ./program.md2
check 'a program may have the name of a model after --' prints executed "$run" -- ./program.md2
readelf -d "$run" >needed.txt
needs_others() { says needed.txt NEEDED && ! grep -i 'NEEDED.*assimp' needed.txt; }
check 'the command needs libraries, but not Assimp' needs_others
printf '#!/bin/sh\necho "my own list"\n' >a/list
chmod +x a/list
check 'a program with the name of a word runs after --' \
    prints 'my own list' env PATH="$PWD/a:$PATH" "$run" --fps 5 -- list
check 'the exit code is that of the program' exits 7 "$run" sh -c 'exit 7'
check 'a signal ends command and program' exits 143 "$run" sh -c 'kill -TERM $$'
check 'arguments are passed unchanged' prints '<a b><><*>' "$run" printf '<%s>' 'a b' '' '*'
check 'the program replaces the command' exits 0 bash -c 'echo $$; exec "$0" bash -c "echo \$\$"' "$run"
check 'the program has the process id of the command' test "$(sort -u out.txt | wc -l)" -eq 1
check 'a library that is preloaded already is kept' \
    prints "libm.so.6:$plugin" env LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}libm.so.6" "$run" printenv LD_PRELOAD
check 'the command can run itself' exits 0 "$run" "$run" printenv LD_PRELOAD
check 'the plugin is preloaded once' test "$(grep -o "$plugin" out.txt | wc -l)" -eq 1
mv prefix moved
check 'the prefix can be moved' shows_clips 8 moved/bin/assimp-md2 assimp info tris.md2 --raw
ln -s moved/bin/assimp-md2 link
check 'a link to the command works' exits 0 ./link assimp info tris.md2
mkdir 'with blank'
cp -r moved 'with blank/prefix'
check 'a path that LD_PRELOAD cannot hold is an error' \
    fails 125 'LD_PRELOAD cannot name a path with a space or a colon' 'with blank/prefix/bin/assimp-md2' assimp version
find moved -name libassimp-md2-plugin.so -delete
check 'a missing plugin is an error' fails 125 'libassimp-md2-plugin.so' moved/bin/assimp-md2 assimp version

all_hold
