#!/usr/bin/env bash
# Runs the installed `assimp-md2 convert` and `assimp-md2 check`: convert_test.sh CMAKE BUILD_DIR LIBASSIMP
# tests/command has the tests of options, inputs and outputs, tests/batch those of processes.
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../../support/installed.sh"
. "$here/../../support/claims.sh"

# converts REGULAR_EXPRESSION ARGUMENT...: convert succeeds, and stdout has this
converts() { exits 0 "$run" convert "${@:2}" && matches out.txt "$1"; }
# refuses CODE TEXT ARGUMENT...: convert ends with CODE, and stderr has TEXT
refuses() { fails "$1" "$2" "$run" convert "${@:3}"; }
# quietly ARGUMENT...: convert, whose result is checked then
quietly() { "$run" convert "$@" >out.txt 2>err.txt </dev/null || true; }
# gains_nothing TEXT PROGRAM: this is what check says of the program
gains_nothing() { exits 1 "$run" check "$2" && says out.txt "$1"; }
# written FOLDER: the files in it
written() { (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }

# One file
# like_export FRONT: convert writes what `assimp export` writes with --front=FRONT, and says its size
like_export() {
    local format files code=0
    rm -rf by-assimp by-convert
    mkdir by-assimp
    # A file names its folder's files, and an MD2 names its skins by the folder.
    for format in glb gltf obj; do
        (cd by-assimp && "$run" "--front=$1" assimp export "$work/tris.md2" "x.$format" >/dev/null 2>&1)
        quietly tris.md2 "by-convert/x.$format"
        cmp "by-convert/x.$format" "by-assimp/x.$format" || code=1
        files=("by-convert/x.$format")
        [ $format != gltf ] || files+=(by-convert/x.bin)
        [ $format = obj ] || says out.txt ", $(cat "${files[@]}" | wc -c) bytes" || code=1
    done
    return $code
}
export ASSIMP_MD2_FRONT=x
check 'with ASSIMP_MD2_FRONT=x, convert writes what assimp export writes' like_export x
export ASSIMP_MD2_FRONT=
check 'without a front, convert writes what assimp export writes with --front=z' like_export z
unset ASSIMP_MD2_FRONT
glb_alone() { converts '^tris.md2 -> tris.glb: 58 frames, 8 clips, 2 skins, [0-9]+ bytes$' tris.md2 tris.glb && silent err.txt; }
check 'a GLB has its line, and nothing else is printed' glb_alone
mkdir -p players/knight
cp tris.md2 players/knight
# names_its_folder INPUT: the model in players/knight has this name
names_its_folder() { exits 0 env -C players/knight "$run" convert "$1" k.glb && says players/knight/k.glb '"name":"knight"'; }
check 'a tris.md2 of the working folder has the name of this folder' names_its_folder tris.md2
check './tris.md2 has the name of the working folder' names_its_folder ./tris.md2
mkdir bare
python3 -c 'import sys; model = open("tris.md2", "rb").read(); sys.stdout.buffer.write(model[:20] + bytes(4) + model[24:])' \
    >bare/bare.md2
while IFS='|' read -r name line arguments; do
    # shellcheck disable=SC2086 # words
    check "the line of $name says what it has and lacks" converts ": $line\$" $arguments
done <<'END'
an OBJ|1 frame, 2 skins, [0-9]+ bytes; without: 57 frames, 8 clips|tris.md2 line.obj
an STL|1 frame, [0-9]+ bytes; without: 57 frames, 8 clips, 2 skins|tris.md2 line.stl
a PLY with bones|.*; without: [0-9]+ bones, 8 clips|--animation=skeleton tris.md2 line.ply
a model without an image|58 frames, 8 clips, 0 skins, [0-9]+ bytes|bare/bare.md2 bare/bare.glb
an FBX|58 frames, 0 clips, 2 skins, [0-9]+ bytes; without: 8 clips|tris.md2 line.fbx --to=fbxa
an FBX with bones|[0-9]+ bones, 8 clips, 2 skins, [0-9]+ bytes|tris.md2 bones.fbx --to=fbxa --animation skeleton
a Collada file, whose clips Assimp writes without motion,|1 frame, 2 skins, [0-9]+ bytes; without: 57 frames, 8 clips|tris.md2 line.dae
a Collada file with bones|[0-9]+ bones, 2 skins, [0-9]+ bytes; without: 8 clips|--animation=skeleton tris.md2 bones.dae
END
collada_is_read() { ! grep '<animation' line.dae bones.dae && exits 0 "$run" assimp info bones.dae; }
check 'a Collada file has no animations, and Assimp reads it with bones' collada_is_read
# box FILE: the least and the greatest x, y and z of an OBJ; of an STL or PLY with z up, what they are with y up
box() {
    python3 -c 'import sys
lines = [line.split() for line in open(sys.argv[1])]
if sys.argv[1].endswith("ply"):
    begin = lines.index(["end_header"]) + 1
    points = lines[begin:begin + next(int(line[2]) for line in lines if line[:2] == ["element", "vertex"])]
else:
    points = [line[1:] for line in lines if line[:1] in (["v"], ["vertex"])]
points = [[float(number) for number in point[:3]] for point in points]
if not sys.argv[1].endswith("obj"):
    points = [[x, z, -y] for x, y, z in points]
print(*(f"{end(axis):.3f}" for axis in zip(*points) for end in (min, max)))' "$1"
}
for format in stl ply 3ds; do
    quietly tris.md2 "upright.$format"
    [ $format != 3ds ] || "$run" assimp export upright.3ds upright.obj >out.txt 2>err.txt # Assimp turns it back
    check "in a $format, z is up and the front is -y" test "$(box "upright.${format/3ds/obj}")" = "$(box by-convert/x.obj)"
done
# halves ARGUMENT...: with --scale=0.5 all lengths of a glTF are half as large, and nothing else changes
halves() {
    quietly tris.md2 full.gltf "$@"
    quietly tris.md2 half.gltf "$@" --scale=0.5
    python3 - <<'END'
import array, json

def lengths(name):
    gltf, buffer = json.load(open(name + ".gltf")), open(name + ".bin", "rb").read()
    places = [attributes["POSITION"] for mesh in gltf["meshes"] for primitive in mesh["primitives"]
              for attributes in [primitive["attributes"], *primitive.get("targets", [])]]
    places += [animation["samplers"][channel["sampler"]]["output"] for animation in gltf["animations"]
               for channel in animation["channels"] if channel["target"]["path"] == "translation"]
    found = [gltf["scenes"][0].get("extras", {}).get("MD2_BONES_MAXIMUM", 0)]
    for accessor in [gltf["accessors"][place] for place in places]:
        begin = gltf["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
        found += array.array("f", buffer[begin:begin + 12 * accessor["count"]])
    return sum([node.get("translation", []) for node in gltf["nodes"]], found), [node["name"] for node in gltf["nodes"]]

(full, names), (half, others) = lengths("full"), lengths("half")
assert names == others and len(full) == len(half) > 1000 and max(map(abs, full)) > 20
assert all(abs(a / 2 - b) < 1e-4 for a, b in zip(full, half))
END
}
check '--scale scales an MD2 with frames' halves
check '--scale scales an MD2 with bones and its weapon' halves --animation=skeleton --weapon=auto
check 'a frame of a static mesh may have a name' converts '1 frame, ' tris.md2 named.obj --keyframe=RUN03
check 'a frame that does not exist lists the nearest names' \
    refuses 1 '--keyframe is "rum03", expected the index of a frame, from 0, or its name; the nearest names are run03, ' \
    tris.md2 none.obj --keyframe=rum03
if "$run" assimp version | grep -qE 'Version 5\.[0-3]'; then
    check 'a binary FBX, which nothing could read, is refused' refuses 125 'use glb, which Blender reads, too' tris.md2 binary.fbx
fi
head -c 200 tris.md2 >damaged.md2
damaged_fails() {
    refuses 1 'assimp-md2: damaged.md2: ' damaged.md2 damaged.glb && [ "$(wc -l <err.txt)" -eq 1 ] && [ ! -e damaged.glb ]
}
check 'a damaged model gives one line and no file' damaged_fails
check '--jobs before the word convert is an error' \
    fails 125 '--jobs belongs after the word convert' "$run" --jobs 2 convert tris.md2 tris.glb
check '--scale before the word convert is an error' \
    fails 125 '--scale belongs after the word convert' "$run" --scale=2 convert tris.md2 tris.glb

# Images of formats that cannot contain them
# names_images FORMAT: both images of the model are beside the file, which names them, and no embedded texture
names_images() {
    local file=images/knight.$1 image
    rm -rf images
    quietly tris.md2 "$file"
    for image in knight_moss.png knight_ember.png; do
        [ -s images/$image ] && says "${file/%obj/mtl}" $image || return 1
    done
    ! grep -qaE '"?\*[0-9]"?' "${file/%obj/mtl}"
}
for format in obj ply 3ds dae; do
    check "$format names its images, which are beside it" names_images $format
done
quietly tris.md2 images/knight.x
check 'x names the image of its mesh' grep -qF 'TextureFilename { "knight_moss.png"; }' images/knight.x
check 'an FBX names its image, a PNG beside it' grep -aqF 'RelativeFilename: "line_moss.png"' line.fbx
sum=$(cat images/* | cksum)
quietly tris.md2 images/knight.x
check 'the same conversion again changes and adds nothing' test "$(cat images/* | cksum)" = "$sum"
echo 'of the user' >images/knight_moss.png
quietly tris.md2 images/knight.obj
check 'an image of the user stays, and the output names another one' \
    test "$(cat images/knight_moss.png) $(grep -c '^map_Kd knight_moss_2.png$' images/knight.mtl)" = 'of the user 1'
mkdir dot.ted
quietly tris.md2 dot.ted/out --to .obj
check 'an output without an extension has its files in its folder' \
    test "$(ls dot.ted | tr '\n' ' ')" = 'out out.mtl out_ember.png out_moss.png '
# keeps PART ARGUMENT...: this file, a part of an input, would be replaced
keeps() {
    refuses 1 "$1 would be replaced, but it is a part of the input" "${@:2}"
}
mkdir -p reads/players/imp
cp tris.md2 reads
cp images/knight_ember.png reads/by_hand.png
cp images/knight_ember.png reads/players/imp/moss.png
printf 'idle 0 1 10\n' >reads/tris.anm
# keeps_read FILE: a file that the importer of MD2 reads without an IOSystem would be replaced
keeps_read() { keeps "reads/$1" --to=glb --skin=reads/by_hand.png reads/tris.md2 "reads/$1"; }
for read in by_hand.png players/imp/moss.png tris.anm; do
    check "$read, which the importer reads by itself, is not replaced" keeps_read "$read"
done

# Many files
mkdir -p models/a models/b
cp tris.md2 models/a
cp tris.md2 models/b
cp damaged.md2 models/b
damaged_among_others() {
    exits 1 "$run" convert models/ none.md2 glb --jobs 2 &&
        [ "$(written glb) $(wc -l <out.txt)" = './a/tris.glb ./b/tris.glb  2' ] &&
        matches <(tail -n 3 err.txt | tr '\n' ' ') \
            '^assimp-md2: 2 of 4 inputs failed:   none.md2: there is no such file   models/b/damaged.md2: '
}
check 'files beside a damaged one are written, and the last lines list the inputs that failed' damaged_among_others
check 'there is no progress in a pipe' exits 1 grep -q $'\r' err.txt
on_terminal='import pty, sys
sys.exit(pty.spawn(sys.argv[1:]) and 1)'
if python3 -c "import os; os.openpty()" 2>/dev/null; then
    python3 -c "$on_terminal" "$run" convert --jobs 1 tris.md2 models/a/ models/b/tris.md2 glb/ >out.txt 2>err.txt </dev/null || true
    check 'progress on a terminal begins at once, with count and time' \
        matches <(tr '\r\n' '  ' <out.txt) '0 of 3.*1 of 3, 0:[0-9]+ left'
else
    echo 'not checked: progress on a terminal, because this system has no pseudo-terminals' # as in a chroot
fi
python3 -c 'import os
os.mkdir("deep")
os.chdir("deep")
for _ in range(20): os.mkdir("d" * 250); os.chdir("d" * 250)'
"$run" list --game deep '*' >out.txt 2>err.txt || true
check 'a game names a folder that cannot be listed' matches err.txt '^assimp-md2: folders that cannot be listed are left out \(1\): .*/deep/d'
only_prints() {
    converts 'models/a/tris.md2 -> dry/tris_2.obj' tris.md2 models/a/tris.md2 dry/ --to=obj --dry-run && [ ! -e dry ]
}
check '--dry-run prints the outputs and writes nothing' only_prints
mkdir many
for i in {1..16}; do cp tris.md2 "many/$i.md2"; done
bash -c 'ulimit -n 12; exec "$0" convert many few/ --frames used --jobs 16' "$run" >out.txt 2>err.txt </dev/null || true
check 'fewer processes than wanted are enough' test "$(find few -type f | wc -l)" -eq 16
check 'a full stdout is an error' fails 1 'stdout cannot be written' bash -c '"$0" convert tris.md2 full.glb >/dev/full' "$run"
# writes_to FILE: a model is written to this name of stdout, and its line to stderr
writes_to() {
    bash -c '"$0" convert --to glb tris.md2 "$1" >piped.glb 2>err.txt' "$run" "$1" &&
        cmp piped.glb tris.glb && says err.txt "tris.md2 -> $1: 58 frames"
}
for name in /dev/stdout /dev/fd/1; do
    check "$name has the model, and stderr its line" writes_to $name
done
check 'a model is written to a pipe' bash -c '"$0" convert --to glb tris.md2 /dev/stdout 2>err.txt | cmp - tris.glb' "$run"
bash -c '"$0" convert models/a tris.md2 closed/ --jobs 2 >&- 2>err.txt' "$run" || true
check 'a closed stdout is no harm' test "$(written closed)" = './tris.glb ./tris_2.glb '

chmod 755 . # for a user without rights
cp tris.md2 locked.md2
chmod 0 locked.md2
unprivileged=()
[ "$(id -u)" -ne 0 ] || unprivileged=(setpriv --reuid=65534 --clear-groups)
check 'a file without the right to read it is an error' \
    fails 1 'locked.md2: the file locked.md2 cannot be opened' "${unprivileged[@]}" "$run" convert locked.md2 /dev/full --to=glb
check 'a model in the place of a program is not found' \
    fails 127 'tris.glb: not found; assimp-md2 convert converts an MD2, and md2-maker makes one' "$run" tris.glb k.md2
check 'a model is not executed' fails 126 'Permission denied; assimp-md2 convert converts an MD2' "$run" ./tris.glb k.md2

# Inputs and outputs that are no files
mkfifo fifo.md2
check 'a pipe is an error at once' refuses 1 'fifo.md2: is not a file' fifo.md2 none.glb
mkfifo out.glb
cat out.glb >piped &
timeout 100 "$run" convert tris.md2 out.glb >out.txt 2>err.txt
wait $!
sizes=$(grep -oE '[0-9]+ bytes' out.txt || true)
check 'the line of a pipe has the true size or none' \
    test "${sizes:-$(stat -c %s piped) bytes}" = "$(stat -c %s piped) bytes"

# Outputs that cannot be written
: >file
check 'a file is no folder' refuses 1 'the folder file/x cannot be made' tris.md2 file/x/
check "a full disk is an error of an exporter of Assimp" \
    refuses 1 'No space left on device' --to obj tris.md2 /dev/full

# A game
"$build/tests/make-game" game
quietly --game=game/baseq2 tris.md2 outside.glb
quietly "$PWD/tris.md2" absolute.glb # which has the name of its folder, too
check 'a file outside a game is converted as without it' cmp outside.glb absolute.glb
loose=$(cd game/baseq2 && find . -iname '*.md2' | head -n 1)
check 'a loose file of a game is not replaced by what is made of it' \
    keeps "game/baseq2/$loose" --game=game/baseq2 --to=glb "${loose#./}" "game/baseq2/$loose"
check 'an archive of a game is not replaced' keeps game/baseq2/pak0.pak --game=game/baseq2 --to=glb tris.md2 game/baseq2/pak0.pak
python3 - <<'END'
import random, struct
model = open("tris.md2", "rb").read()
random.seed(34)
parts = ["\xc9", "..", "a", "A", "con", "CON.md2", "x:", "C:", "\\", "/", " ", "b ", "b.", "\x1b[2J", "\n", "\xe9", "~", "-", "*", "."]
names = {"\xe9.md2", "\xc9.md2", "../../escaped.md2", "/escaped.md2", "C:/escaped.md2", "a.md2", "A.MD2", "a.Md2", "con.md2", "a/../../escaped.md2"}
while len(names) < 1000:
    name = random.choice(["/", "\\", "", ""]).join(random.choice(parts) for _ in range(random.randint(1, 6)))
    names.add(name[:50] + random.choice([".md2", ".MD2"]))
body, directory = model, b""
for name in sorted(names):
    directory += struct.pack("<56sii", name.encode("latin-1"), 12, len(model))
import os, zipfile
os.makedirs("hostile")
with zipfile.ZipFile("hostile/pak1.pk3", "w") as pk3:
    for name in sorted(names):
        pk3.writestr("zip" + name if random.random() < 0.5 else name, model)
with open("hostile/pak0.pak", "wb") as pak:
    pak.write(struct.pack("<4sii", b"PACK", 12 + len(model), len(directory)) + model + directory)
END
mkdir -p prison/cell
listed=$("$run" list --game hostile '*.md2' 2>/dev/null | wc -l)
outside() { find . -path ./prison/cell -prune -o -print | LC_ALL=C sort; }
: >out.txt
outside >before.txt
check 'hostile names are converted or refused' \
    bash -c '"$0" convert --game hostile "*.md2" prison/cell --frames used --clips none >out.txt 2>err.txt; [ $? -le 1 ]' "$run"
check 'hostile names write nothing outside the folder' \
    cmp before.txt <(outside; find / -maxdepth 1 -iname 'escaped*' 2>/dev/null)
check 'each line has a file of its own, whose name differs also without its case' \
    test "$(grep -c ' -> ' out.txt)" -eq "$(find prison -type f | tr A-Z a-z | sort -u | wc -l)"
check 'each of many hostile names is converted or listed as failed' \
    test "$listed" -gt 100 -a "$listed" -eq $(($(wc -l <out.txt) + $(grep -c '^  ' err.txt)))

# What a program would gain
loaded=$(ldd "$build/tests/list-scene" | sed -nE 's/.*libassimp[^ ]* => ([^ ]+) .*/\1/p')
"$run" check "$build/tests/list-scene" >out.txt 2>err.txt || true
check 'check says which library a program uses, and that it gains MD2 support' \
    grep -qxF "$build/tests/list-scene uses $loaded (Assimp $(realpath "$loaded" | sed 's/.*\.so\.//')), which gains MD2 support" out.txt
mkdir libraries
cp "$libassimp" libraries/libassimp.so.99.1.0
ln -s libassimp.so.99.1.0 "libraries/$(basename "$loaded")"
LD_LIBRARY_PATH=$PWD/libraries "$run" check "$build/tests/list-scene" >out.txt 2>err.txt || true
check 'another version in LD_LIBRARY_PATH gains nothing' says out.txt '(Assimp 99.1.0), but the plugin was built for Assimp '
check 'a line of check that cannot be written is an error' \
    fails 1 'stdout cannot be written' bash -c '"$0" check "$1" >/dev/full' "$run" "$build/tests/list-scene"
cp "$build/tests/list-scene" setuid
chmod u+s setuid
: >nothing
printf '#!/usr/bin/env -S LC_ALL=C python3 -u\ntouch("executed")\n' >script
while IFS='|' read -r program reason; do
    check "check says of $program: $reason" gains_nothing "$reason" "$program"
done <<'END'
sh|sh needs no Assimp, so nothing changes
libraries/libassimp.so.99.1.0|is statically linked with Assimp, so nothing changes; assimp-md2 convert helps
./setuid|./setuid is setuid or setgid
./nothing|./nothing is not an ELF program, so nothing changes
ldconfig|ldconfig is not dynamically linked
./script|./script is a script, so it depends on the program in its first line: /usr/bin/env -S LC_ALL=C python3 -u
END
if command -v cc >/dev/null; then
    echo 'int main(void) { return 0; }' >main.c
    printf '#include <fcntl.h>\n__attribute__((constructor)) static void run(void) { creat("executed", 0600); }\n' >run.c
    cc -shared -fPIC -o librun.so run.c
    # shellcheck disable=SC2016 # the dynamic linker replaces $ORIGIN
    cc -o runs main.c -L. '-Wl,--no-as-needed,-rpath,$ORIGIN' -lrun
    ln -s ../runs libraries/runs
    check 'a program whose library has code gains nothing' gains_nothing 'libraries/runs needs no Assimp' libraries/runs
else
    echo 'not checked: libraries with code, because there is no cc'
fi
check 'check executes no code of libraries and no script' test ! -e executed
check 'check of a program that does not exist is an error' fails 1 'no-such-program: there is no such program' "$run" check no-such-program
check 'check of a folder is an error' fails 1 './hostile: there is no such program' "$run" check ./hostile
head -c 1000 "$build/tests/list-scene" >cut
check 'a program that is cut off gains nothing' exits 1 "$run" check ./cut

all_hold
