#!/usr/bin/env bash
# Runs the installed `assimp-md2 convert` and `assimp-md2 check`: convert_test.sh CMAKE BUILD_DIR LIBASSIMP
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../../support/installed.sh"
. "$here/../../support/claims.sh"

# converts REGULAR_EXPRESSION ARGUMENT...: convert succeeds, and stdout has this
converts() { exits 0 "$run" convert "${@:2}" && matches out.txt "$1"; }
# refuses CODE TEXT ARGUMENT...: convert ends with CODE, and stderr has TEXT
refuses() { fails "$1" "$2" "$run" convert "${@:3}"; }
# gains_nothing TEXT PROGRAM: this is what check says of the program
gains_nothing() { exits 1 "$run" check "$2" && says out.txt "$1"; }

# One file
check 'convert writes a GLB' exits 0 "$run" convert tris.md2 tris.glb
check 'stdout has one line about it' grep -qE '^tris.md2 -> tris.glb: 58 frames, 8 clips, 2 skins, [0-9]+ bytes$' out.txt
check 'stderr is empty' silent err.txt
for format in glb gltf obj md2; do
    mkdir -p "by-convert" "by-assimp"
    check "convert writes $format" exits 0 "$run" convert tris.md2 "by-convert/x.$format"
    case $format in gl*) front=z ;; *) front=x ;; esac # as glTF prescribes
    (cd by-assimp && "$run" --front=$front assimp export ../tris.md2 "x.$format" >/dev/null 2>&1)
done
# A file names its folder's files, and an MD2 names its skins by the folder.
for format in glb gltf obj; do
    check "its $format is that of assimp export" cmp "by-convert/x.$format" "by-assimp/x.$format"
done
# extent FILE AXIS: of the positions of a GLB
extent() {
    python3 -c 'import json, struct, sys
data = open(sys.argv[1], "rb").read()
gltf = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
positions = gltf["accessors"][gltf["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
print(positions["max"][int(sys.argv[2])] - positions["min"][int(sys.argv[2])])' "$1" "$2"
}
check 'the front of a glTF can be +X' exits 0 "$run" convert --front=x tris.md2 front.glb
check 'by default it is +Z' test "$(extent tris.glb 2)" = "$(extent front.glb 0)"
check 'which is another extent of the sample' test "$(extent tris.glb 2)" != "$(extent tris.glb 0)"
check 'or a variable' exits 0 env ASSIMP_MD2_FRONT=x "$run" convert tris.md2 front-2.glb
check 'the variable does the same' cmp front.glb front-2.glb
check 'an empty variable counts as unset' exits 0 env ASSIMP_MD2_FRONT= "$run" convert tris.md2 front-3.glb
check 'as if it were absent' cmp tris.glb front-3.glb
check 'the line of an OBJ has what it holds' exits 0 "$run" convert tris.md2 line.obj
check 'and what it does not' grep -qE ': 1 frame, 2 skins, [0-9]+ bytes; without: 57 frames, 8 clips$' out.txt
check 'an STL has no skins' converts ': 1 frame, [0-9]+ bytes; without: 57 frames, 8 clips, 2 skins$' tris.md2 line.stl
check 'a PLY has no bones' converts '; without: [0-9]+ bones, 8 clips$' --animation=skeleton tris.md2 line.ply
mkdir bare
python3 -c 'import sys; model = open("tris.md2", "rb").read(); sys.stdout.buffer.write(model[:20] + bytes(4) + model[24:])' \
    >bare/bare.md2
check 'a model without an image has no skin' exits 0 "$run" convert bare/bare.md2 bare/bare.glb
check 'nor does its line have one' grep -qE ': 58 frames, 8 clips, 0 skins, [0-9]+ bytes$' out.txt
check 'an FBX has frames without clips' exits 0 "$run" convert tris.md2 line.fbx --to=fbxa
check 'its line says so' grep -qE ': 58 frames, 0 clips, 2 skins, [0-9]+ bytes; without: 8 clips$' out.txt
check 'its image lies beside it' grep -aqF 'RelativeFilename: "line_moss.png"' line.fbx
check 'as a PNG' test -s line_moss.png
check 'and bones with clips' exits 0 "$run" convert --animation=skeleton tris.md2 line.fbx --to=fbxa
check 'which are all' grep -qE ': [0-9]+ bones, 8 clips, 2 skins, [0-9]+ bytes$' out.txt
if "$run" assimp version | grep -qE 'Version 5\.[0-3]'; then
    check 'a binary FBX, which nothing could read, is refused' refuses 125 'use glb, or --to=fbxa' tris.md2 binary.fbx
fi
check 'options follow the files, too' converts ': [0-9]+ bones, 8 clips' tris.md2 bones.glb --animation skeleton
check 'an OBJ becomes an MD2' exits 0 "$run" convert by-convert/x.obj from-obj.md2
mkdir -p textured
printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n' >textured/m.obj
printf 'newmtl a\nmap_Kd red.tga\n' >textured/m.mtl
printf '\0\0\2\0\0\0\0\0\0\0\0\0\1\0\1\0\30\0\1\2\3' >textured/red.tga
check 'with textures beside it, too' exits 0 "$run" convert textured/m.obj skinned.md2
check 'its skin is written' test -s red.png
check 'a missing model is an error' refuses 1 'assimp-md2: none.md2: there is no such file' none.md2 none.glb
head -c 200 tris.md2 >damaged.md2
check 'it does not stop the others' exits 1 "$run" convert none.md2 tris.md2 'no*.md2' beside/
check 'all such inputs are listed' grep -q '^  no\*.md2: there is no such file; a pattern needs --game' \
    <(grep -A 2 '2 of 3 inputs failed:' err.txt)
check 'the other is written' test -f beside/tris.glb
mkdir -p hidden/.git hidden/__MACOSX
for name in hidden/a.md2 hidden/._a.md2 hidden/.git/b.md2 hidden/__MACOSX/c.md2; do
    cp tris.md2 "$name"
done
check 'a folder has hidden files' exits 0 "$run" convert hidden/ visible/
check 'they are no input' test "$(find visible -type f)" = visible/a.glb
check 'the line of an MD2 has its size' exits 0 "$run" convert tris.md2 sized.md2
check 'in bytes' says out.txt ", $(stat -c %s sized.md2) bytes"
check 'that of a glTF has those of both files' exits 0 "$run" convert tris.md2 sized.gltf
check 'in bytes, too' says out.txt ", $(($(stat -c %s sized.gltf) + $(stat -c %s sized.bin))) bytes"
check 'a damaged model is an error' refuses 1 'assimp-md2: damaged.md2: ' damaged.md2 damaged.glb
check 'one line' test "$(wc -l <err.txt)" -eq 1
check 'no file is written' test ! -e damaged.glb
# Each row of the table whose values are numbers or words
sed -nE '/^ *\{ASSIMP_MD2_CONFIG_/s/[^"]*"[^"]*", "([^"]*)",$/&|\1/p' "$here/../../../plugin/importer/settings/property_table.h" |
    sed -nE 's/^ *\{ASSIMP_MD2_CONFIG_([A-Z_]+), .*\|((a|three) (whole )?numbers? .*|[-a-z0-9]+(, [-a-z0-9]+)* or [-a-z0-9]+)$/\1|\2/p' >rows.txt
check 'these are most rows' test "$(wc -l <rows.txt)" -gt 15
while IFS='|' read -r name values; do
    option=--$(tr A-Z_ a-z- <<<"$name")
    check "an invalid value of $option is an error" exits 125 "$run" convert "$option=?" tris.md2 none.glb
    check 'the error has option, value and values, once' test "$(cat err.txt)" = "assimp-md2: $option is \"?\", expected $values"
done <rows.txt
check 'an option with true or false takes no word' exits 125 "$run" convert --strict false tris.md2 none.glb
check 'the error shows the form' says err.txt '--strict needs a = before its value: --strict=false'
check '--dry-run has no other values' exits 125 "$run" convert --dry-run=no tris.md2 wet.glb
check '--dry-run=false is no dry run' exits 0 "$run" convert --dry-run=false tris.md2 wet.glb
check 'the file is written' test -f wet.glb
check 'an option of convert before the word is an error' exits 125 "$run" --jobs 2 convert tris.md2 tris.glb
check 'the error says where it belongs' says err.txt '--jobs belongs after the word convert'
check 'an empty output is an error' exits 125 "$run" convert tris.md2 ''
check '3mf is refused, because Assimp may lose the file' exits 125 "$run" convert tris.md2 tris.3mf
check 'pbrt, too, because Assimp makes a folder by itself' exits 125 "$run" convert tris.md2 tris.pbrt
check 'an output that other programs take for stdout is an error' exits 125 "$run" convert tris.md2 - --to glb
check 'several inputs need a folder' exits 125 "$run" convert tris.md2 tris.md2 several.glb
check 'the error says so' says err.txt 'need a folder as the output, but several.glb has the name of a file'
cp tris.glb source.glb
check 'an option of the MD2 export with another output is an error' \
    exits 125 "$run" convert tris.md2 source.glb --export-clips=player
check 'the error says so' says err.txt '--export-clips has no effect, because the output is glb2, not an MD2'
check 'also before the word convert' exits 125 "$run" --export-fps=5 convert tris.md2 source.glb
check 'nothing is replaced' cmp tris.glb source.glb
check 'an option for an MD2 with another input is an error' exits 125 "$run" convert by-convert/x.obj other.glb --clips=run
check 'this error, too, says so' says err.txt '--clips has no effect, because no input is an MD2'
check 'with several kinds of inputs it is none' exits 0 "$run" convert tris.md2 by-convert/x.obj kinds/ --clips=run
cp tris.md2 tris.model
check 'nor with an MD2 of another extension' converts ' 1 clip, ' tris.model kinds/ --clips=run
check 'nor is a variable' exits 0 env ASSIMP_MD2_EXPORT_FPS=5 "$run" convert tris.md2 plain.glb
check 'nor is a limit' exits 0 "$run" convert by-convert/x.obj plain.glb --max-memory-mb=1000
check 'a folder for textures that does not exist is an error' \
    refuses 1 '--export-textures=nowhere: there is no such folder' by-convert/x.obj none-2.md2 --export-textures=nowhere
# Images of formats that cannot contain them
names_both() { # FILE: both images of the model, and no embedded texture
    grep -qa knight_moss.png "$1" && grep -qa knight_ember.png "$1" && ! grep -qaE '"?\*[0-9]"?' "$1"
}
for format in obj ply 3ds dae; do
    check "convert writes $format" exits 0 "$run" convert tris.md2 "images/knight.$format"
    check "with its images beside it" test -s images/knight_moss.png -a -s images/knight_ember.png
    file=images/knight.$format
    check "which it names" names_both "${file/%obj/mtl}"
    rm images/*.png
done
check 'convert writes x' exits 0 "$run" convert tris.md2 images/knight.x
check 'with the image of its mesh' grep -qF 'TextureFilename { "knight_moss.png"; }' images/knight.x
sum=$(cat images/* | cksum)
check 'the same conversion again' exits 0 "$run" convert tris.md2 images/knight.x
check 'changes and adds nothing' test "$(cat images/* | cksum)" = "$sum"
echo 'of the user' >images/knight_moss.png
check 'an image of the user has a name of the output' exits 0 "$run" convert tris.md2 images/knight.obj
check 'it stays' test "$(cat images/knight_moss.png)" = 'of the user'
check 'the output has another name' grep -q '^map_Kd knight_moss_2.png$' images/knight.mtl
check 'textures of an OBJ are copied beside its output' exits 0 "$run" convert textured/m.obj 'copied/my m.obj'
check 'as PNG' grep -q '^map_Kd my_m_red.png$' 'copied/my m.mtl'
check 'the copy is there' test -s copied/my_m_red.png
check 'textures that the output can name stay' exits 0 "$run" convert textured/m.obj textured/other.obj
check 'where they are' grep -q '^map_Kd red.tga$' textured/other.mtl
printf 'mtllib s.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n' >textured/s.obj
printf 'newmtl a\nmap_Kd secret.txt\n' >textured/s.mtl
echo 'a secret' >textured/secret.txt
check 'a texture that is no image is left out' exits 0 "$run" convert textured/s.obj copied/s.obj
check 'a warning names it' says err.txt 'textures: images that are left out (1): secret.txt'
check 'it is not copied' test "$(ls copied | grep -c secret)" -eq 0
mkdir -p dot.ted
check 'an output may have no extension of its own' exits 0 "$run" convert tris.md2 dot.ted/out --to .obj
check 'its other files are in its folder' test "$(ls dot.ted | tr '\n' ' ')" = 'out out.mtl out_ember.png out_moss.png '
mkdir parts
cp by-assimp/x.gltf by-assimp/x.bin parts
check 'a part of an input is no output' exits 1 "$run" convert --to glb parts/x.gltf parts/x.bin
check 'a part of an input is not replaced' exits 1 "$run" convert --to gltf2 parts/x.gltf parts/x.other
check 'the error names it' says err.txt 'parts/x.bin would be replaced, but it is a part of the input'
check 'it is as before' cmp by-assimp/x.bin parts/x.bin
check 'an unknown format is an error' refuses 125 'glb2' tris.md2 tris.xyz
check 'an output without an extension is an error' exits 125 "$run" convert tris.md2 tris
check 'an output is needed' exits 125 "$run" convert tris.md2
check 'an unknown option of convert is an error' refuses 125 'the nearest is --jobs' --job=2 tris.md2 tris.glb

# Many files
mkdir -p models/a models/b
cp tris.md2 models/a
cp tris.md2 models/b/tris.MD2
cp tris.md2 models/b/tris.md2
cp damaged.md2 models/b
cp by-convert/x.obj models
check 'a damaged file does not stop the others' exits 1 "$run" convert models/ glb --jobs 2
written() { (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }
check 'the models are in folders, under names of their own' \
    test "$(written glb)" = './a/tris.glb ./b/tris.glb ./b/tris_2.glb '
check 'a warning says which name has changed' says err.txt 'is written to glb/b/tris_2.glb, because'
check 'the error appears once' test "$(grep -c 'damaged.md2' err.txt)" -eq 1
check 'the last line counts it' test "$(tail -n 1 err.txt)" = 'assimp-md2: 1 of 4 inputs failed; the error is above'
check 'stdout has the others' test "$(wc -l <out.txt)" -eq 3
check 'no progress in a pipe' exits 1 grep -q $'\r' err.txt
on_terminal='import pty, sys
sys.exit(pty.spawn(sys.argv[1:]) and 1)'
if python3 -c "import os; os.openpty()" 2>/dev/null; then
    check 'there is on a terminal' exits 0 python3 -c "$on_terminal" "$run" convert --jobs 1 tris.md2 models/a/ models/x.obj glb/
    check 'it begins at once' grep -qaF '0 of 3' out.txt
    check 'it has count and time' grep -qaE '1 of 3, 0:[0-9]+ left' out.txt
else
    echo 'not checked: progress on a terminal, because this system has no pseudo-terminals' # as in a chroot
fi
python3 -c 'import os
os.mkdir("deep")
os.chdir("deep")
for _ in range(20): os.mkdir("d" * 250); os.chdir("d" * 250)'
cp tris.md2 deep
check 'a folder that cannot be read is an error' exits 1 "$run" convert deep deep.glb/ --dry-run
check 'in a line with its name' grep -qE '^assimp-md2: deep/d+[/d]*: the folder cannot be read$' err.txt
check 'a folder of a game, too' exits 0 "$run" list --game deep '*.md2'
check 'is named' grep -qE '^assimp-md2: folders that cannot be listed are left out \(1\): .*/deep/d' err.txt
check '--dry-run writes nothing' converts 'tris.md2 -> dry/tris.obj' tris.md2 models/a/tris.md2 dry/ --to=obj --dry-run
check 'of each file one' says out.txt 'models/a/tris.md2 -> dry/tris_2.obj'
check 'there is no folder' test ! -e dry
check 'an existing folder is a folder' exits 0 "$run" convert tris.md2 glb
check 'the file is in it' test -f glb/tris.glb
check 'an input is not an output' refuses 125 'which is an input' models/a models/a --to md2
check 'it is as before' cmp tris.md2 models/a/tris.md2
mkdir armed
cp tris.md2 armed/tris.md2
cp tris.md2 armed/weapon.md2
check 'a weapon is not an output' exits 125 "$run" convert armed/tris.md2 armed/weapon.md2 --weapon auto
check 'nor is one in the folder of a game' \
    exits 125 "$run" convert --game . armed/tris.md2 armed/weapon.md2 --weapon auto
mkdir -p linked from/a from/b into/b
ln -s b.glb linked/a.glb
for name in a from/a/tris b from/b/tris; do cp tris.md2 "$name.md2"; done
check 'two outputs are not one file' refuses 125 'a link to the output of another input' a.md2 b.md2 linked/
ln -s b into/a
check 'nor through folders' exits 125 "$run" convert from into
check 'both are not written' test -z "$(find into -type f)"
check 'MD2s in one folder are written' exits 0 "$run" convert tris.md2 models/a/tris.md2 twice/ --to md2
check 'the names of skins begin with those of the models' test -s twice/tris_moss.png -a ! -e twice/moss.png
mkdir many
for i in {1..16}; do cp tris.md2 "many/$i.md2"; done
check 'fewer processes than wanted are enough' \
    exits 0 bash -c 'ulimit -n 12; exec "$0" convert many few/ --frames used --jobs 16' "$run"
check 'all files are there' test "$(find few -type f | wc -l)" -eq 16
check 'full stdout fails' fails 1 'stdout cannot be written' bash -c '"$0" convert tris.md2 full.glb >/dev/full' "$run"
check 'a model is written to stdout' bash -c '"$0" convert --to glb tris.md2 /dev/stdout >piped.glb 2>err.txt' "$run"
check 'without the line about it' cmp piped.glb tris.glb
check 'which is on stderr' says err.txt 'tris.md2 -> /dev/stdout: 58 frames'
check 'other names of stdout' bash -c '"$0" convert --to glb tris.md2 /dev/fd/1 >piped.glb 2>err.txt' "$run"
check 'have no line either' cmp piped.glb tris.glb
check 'so is one in a pipe' bash -c '"$0" convert --to glb tris.md2 /dev/stdout 2>err.txt | cmp - tris.glb' "$run"
# A reader of stdout that does not read
stuck() {
    python3 - "$run" <<'END'
import fcntl, os, signal, subprocess, sys, time
reader, writer = os.pipe()
size = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
os.write(writer, b"x" * size)
process = subprocess.Popen([sys.argv[1], "convert", "many", "stuck/", "--jobs=1"], stdout=writer, stderr=subprocess.DEVNULL)
while not os.path.exists("stuck") or not [name for name in os.listdir("stuck") if name.endswith(".glb")]:
    time.sleep(0.05)
time.sleep(0.2)
process.send_signal(signal.SIGTERM)
sys.exit(process.wait(10) != -signal.SIGTERM)
END
}
check 'a signal ends the wait for a reader of stdout' stuck
check 'a closed stdout is no harm' bash -c '"$0" convert models/a models/b/tris.md2 closed/ --jobs 2 >&- 2>err.txt' "$run"
check 'all files are there' test "$(written closed)" = './tris.glb ./tris_2.glb '

# Clips of other files
python3 "$here/make_clips.py"
check 'clips are added' converts ' 3 clips' knight.gltf knight.glb --add-clips=idle.gltf --add-clips run.gltf
check 'one warning counts the nodes that do not match' \
    test "$(cat err.txt)" = 'assimp-md2: knight.gltf: idle.gltf: nodes that the model does not have (1): tail'
check 'a clip without a name of its own is named after its file' says knight.glb '"name":"idle"'
check 'a clip with a name keeps it' says knight.glb '"name":"sprint"'
check 'equal names are numbered' exits 0 "$run" convert knight.gltf knight.glb --add-clips=idle.gltf --add-clips=idle.gltf
check 'in a form that glTF allows' says knight.glb '"name":"idle (2)"'
check 'a clip may be named like a channel of another' \
    exits 0 "$run" convert knight.gltf knight.glb --add-clips=walk_1.gltf --add-clips=walk.gltf
check 'a name of FBX says nothing' exits 0 "$run" convert knight.gltf knight.glb --add-clips=take.gltf --add-clips=unnamed.gltf
check 'so the file names the clip' says knight.glb '"name":"take"'
check 'also one without a name' says knight.glb '"name":"unnamed"'
# Assimp 5.2 cannot read the binary FBX that it writes.
check 'an FBX is written' exits 0 "$run" convert tris.md2 bones.fbx --to fbxa --animation skeleton
if "$run" assimp info bones.fbx 2>/dev/null | grep -q '^Animations: *8$'; then
    check 'its clips are added' converts ' 16 clips' bones.glb more.glb --add-clips=bones.fbx
else
    echo 'not checked: clips of an FBX, which this Assimp cannot read from its own file, as 5.4.3'
fi
check 'an MD2 has the frames of the clips' exits 0 "$run" convert knight.gltf knight.md2 --add-clips=idle.gltf
check 'with their names' says knight.md2 idle01
check 'a GLTF has its buffer beside it' exits 0 "$run" convert tris.md2 moves.gltf --animation skeleton
mv moves.gltf clip.gltf
check 'the buffer of a clip is not replaced' \
    exits 1 "$run" convert tris.md2 moves.gltf --animation skeleton --add-clips clip.gltf
check 'the error names it' says err.txt 'moves.bin would be replaced, but it is a part of the input'
check 'a file whose nodes do not match is an error' exits 1 "$run" convert knight.gltf none.glb --add-clips=other.gltf
check 'the error says so' says err.txt '--add-clips=other.gltf: no animation has a node of the model'
check 'a file that does not exist is an error' exits 1 "$run" convert knight.gltf none.glb --add-clips=none.fbx --dry-run
check 'once for all inputs' test "$(cat err.txt)" = 'assimp-md2: --add-clips=none.fbx: there is no such file'
check 'nothing is written' test ! -e none.glb

# What Assimp would read as garbage
garbage="Assimp takes the integers of an animation's weights for floats"
check 'a GLTF with integers in place of floats is refused' refuses 1 "packed.gltf: $garbage" packed.gltf packed.md2
check 'no file is written' test ! -e packed.md2
check 'its clips, too' refuses 1 "--add-clips=packed.gltf: $garbage" smile.gltf packed.md2 --add-clips=packed.gltf

# What Assimp leaves out
check 'targets become a glTF without their animation' converts ' 0 clips,' smile.gltf smile.glb
check 'a warning says so' says err.txt 'does not write the animation of targets; channels that are left out (1)'
check 'an animation without channels is not written' bash -c '! grep -q \"animations\" smile.glb'
check 'targets become an MD2 with their animation' converts 'smile 11' smile.gltf smile.md2
check 'an MD3 becomes an MD2' exits 0 "$run" convert frames.md3 frames.md2
check 'a warning counts the frames that Assimp leaves out' says err.txt 'frames that are left out (1)'

# An FBX whose nodes have pre-rotations and pivots
python3 "$here/../clients/make_fbx.py" boxes.fbx
size='size of the first frame 6 × 5 × 2,'
check 'an FBX becomes an MD2 with its parts in place' converts "$size" boxes.fbx boxes.md2
check 'an FBX becomes a GLB' exits 0 "$run" convert boxes.fbx boxes.glb
check 'the GLB becomes an MD2: its parts were in place' converts "$size" boxes.glb boxes.md2
check 'clips of an FBX are added' exits 0 "$run" convert boxes.fbx boxes.md2 --export-clips='move (2)' --add-clips=boxes.fbx
if "$run" assimp version | grep -q 'Version 5'; then # see add_clips.h
    check 'their parts are in place' says out.txt "$size"
else
    echo 'not checked: pivots of added clips, which this Assimp loses'
fi

# Inputs that are no files
mkfifo fifo.md2
check 'a pipe is an error at once' refuses 1 'fifo.md2: is not a file' fifo.md2 none-3.glb
mkfifo data.bin
sed 's/"uri":"[^"]*"/"uri":"data.bin"/' by-convert/x.gltf >waits.gltf
check 'so is one that a model names' exits 1 timeout 100 "$run" convert waits.gltf none-3.glb

# Sizes in the line about an output
printf 'v 0 0 0\nv 2e20 0 0\nv 0 1e20 3e20\nf 1 2 3\n' >large.obj
check 'a large model is converted' exits 0 "$run" convert large.obj large.md2
check 'the line has its size' says out.txt 'size of the first frame 3e+20 × 2e+20 × 1e+20,'
for output in out.md2 out.glb; do
    mkfifo "$output"
    cat "$output" >piped &
    check "the output $output is a pipe" exits 0 timeout 100 "$run" convert boxes.fbx "$output"
    wait $!
    sizes=$(grep -oE '[0-9]+ bytes' out.txt || true)
    check 'the line has the true size or none' test "${sizes:-$(stat -c %s piped) bytes}" = "$(stat -c %s piped) bytes"
done

# A hang: a worker writes to a pipe that is full.
# full_pipe FOLDER: its file pipe.glb
full_pipe() {
    mkdir -p "$1"
    rm -f "$1/pipe.glb"
    mkfifo "$1/pipe.glb"
    exec 7<>"$1/pipe.glb"
    head -c 65536 /dev/zero >&7
}
cp tris.md2 pipe.md2
full_pipe slow
check 'a file takes no more than --timeout' exits 1 "$run" convert --jobs=1 --timeout=1 pipe.md2 tris.md2 slow/
check 'the error says so' says err.txt 'pipe.md2: took longer than 1 s'
check 'the other file is converted' test "$(written slow)" = './tris.glb '
began=$(date +%s%N)
"$run" convert --timeout=2 pipe.md2 slow/pipe.glb >out.txt 2>err.txt &
sleep 0.5
kill -STOP $!
sleep 3
kill -CONT $!
wait $! && code=0 || code=$?
check 'a file that takes too long' test "$code" -eq 1
check 'has more time if the command was stopped' test $(($(date +%s%N) - began)) -gt 4000000000
# ends_worker SIGNAL: a worker gets the signal during its file
ends_worker() {
    "$run" convert --jobs=1 pipe.md2 tris.md2 ended/ >out.txt 2>err.txt </dev/null &
    local worker=
    until worker=$(pgrep -P $!) || ! kill -0 $!; do sleep 0.05; done
    kill "-$1" "$worker"
    wait $! && return 1 || [ $? -eq 1 ]
}
full_pipe ended
check 'the end of a worker ends one file' ends_worker KILL
check 'the error names the signal' says err.txt 'pipe.md2: Assimp crashed: Killed'
check 'the other file is converted then' test "$(written ended)" = './tris.glb '
python3 -c 'print("<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\">" + "<node>" * 200000 +
    "</node>" * 200000 + "</visual_scene></library_visual_scenes></COLLADA>")' >crash.dae
check 'a crash ends one file' bash -c 'ulimit -c 0 -s 8192; "$0" convert --jobs=1 crash.dae tris.md2 crashed/ 2>err.txt; [ $? -eq 1 ]' "$run"
check 'the error says so' says err.txt 'crash.dae: Assimp crashed: '
check 'the next file is converted' test "$(written crashed)" = './tris.glb '
if [ -z "${CHECK_PRELOAD-}" ]; then
    python3 -c 'print("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "f 1 2 3\n" * 3000000)' >large.obj
    check 'a file for which the memory is not enough fails' \
        exits 1 bash -c 'ulimit -v 600000; exec "$0" convert --jobs=1 large.obj tris.md2 memory/' "$run"
    check 'the error says so' says err.txt 'large.obj: there is not enough memory'
    check 'the next file is converted, too' test "$(written memory)" = './tris.glb '
    rm large.obj
fi
# interrupted SIGNAL: the command is ended while it works
interrupted() {
    "$run" convert --jobs=1 tris.md2 pipe.md2 stopped/ >out.txt 2>err.txt </dev/null &
    until [ -f stopped/tris.glb ]; do sleep 0.05; done
    kill "-$1" $!
    local code=0
    wait $! || code=$?
    [ "$code" -eq $((128 + $2)) ] && ! pgrep -P $! && [ "$(written stopped)" = './tris.glb ' ]
}
full_pipe stopped
check 'a signal ends command and workers' interrupted TERM 15
# killed: the command is killed just after it has started a worker, which must not work on
killed() {
    for _ in 1 2 3 4 5; do
        "$run" convert --jobs=1 --timeout=60 pipe.md2 killed/ >out.txt 2>err.txt </dev/null &
        until pgrep -P $! >children.txt || ! kill -0 $! 2>kill.txt; do :; done
        kill -KILL $! 2>kill.txt || true
        wait $! 2>wait.txt || true
    done
    sleep 0.5
    ! pgrep -f 'pipe[.]md2' >children.txt
}
check 'kill -9 of the command ends its workers' killed
# reader_leaves: whoever reads the lines of the command goes after the first one
reader_leaves() {
    mkdir -p early
    for i in 1 2 3 4 5 6 7 8; do cp tris.md2 "early/$i.md2"; done
    for _ in 1 2 3 4 5 6 7 8; do
        "$run" convert --jobs=2 early/ early-glb/ 2>&1 </dev/null | head -n 1 >out.txt || true
    done
    ! ls -A early-glb | grep -q '[.]tmp$'
}
check 'a reader that leaves early leaves no temporary files' reader_leaves
full_pipe stopped
rm stopped/tris.glb
check 'nohup keeps it from one' exits 1 bash -c 'nohup "$0" convert --jobs=1 --timeout=2 tris.md2 pipe.md2 stopped/ &
    until [ -f stopped/tris.glb ]; do sleep 0.05; done
    kill -HUP $!
    wait $!' "$run"
check 'so the time of the last file runs out' says err.txt 'pipe.md2: took longer than 2 s'

# An export that waits for the reader of a pipe when its other files are written
mkdir part
mkfifo part/x.gltf
exec 9<>part/x.gltf
head -c 65536 /dev/zero >&9
check 'an export can be ended' exits 1 "$run" convert --timeout=1 tris.md2 part/x.gltf
check 'it leaves no incomplete file' test "$(ls -A part)" = x.gltf
rm part/x.gltf
mkfifo part/x.gltf # without what the first export has left in it
exec 8<>part/x.gltf
head -c 65536 /dev/zero >&8
exec 9>&-
# ended_by SIGNAL: all processes of an export get the signal, as from a terminal
ended_by() {
    python3 - "$run" "$1" <<'END'
import os, signal, subprocess, sys, time
command = [sys.argv[1], "convert", "--jobs=1", "tris.md2", "part/x.gltf"]
process = subprocess.Popen(command, start_new_session=True, stderr=open("err.txt", "w"))
while len(os.listdir("part")) < 2:
    time.sleep(0.05)
time.sleep(0.2)
number = signal.Signals["SIG" + sys.argv[2]]
os.killpg(process.pid, number)
sys.exit(process.wait() != -number)
END
}
for signal in HUP INT PIPE QUIT TERM; do
    check "SIG$signal ends an export" ended_by "$signal"
    check 'the error says so' test "$(cat err.txt)" = 'assimp-md2: tris.md2: interrupted'
    check 'no incomplete file is left' test "$(ls -A part)" = x.gltf
done
exec 8>&-

# Outputs that cannot be written
: >file
check 'a file is no folder' refuses 1 'the folder file/x cannot be made' tris.md2 file/x/
for format in glb obj; do
    check "a full disk is an error of $format" refuses 1 'No space left on device' --to "$format" tris.md2 /dev/full
done

# A game
"$build/tests/make-game" game
check 'a name of the game is an input' exits 0 "$run" convert --game=game/baseq2 Players/IMP/tris.md2 imp.glb
check 'so is a file outside' exits 0 "$run" convert --game=game/baseq2 tris.md2 outside.glb
check 'it is the same' cmp outside.glb tris.glb
check 'nor is a part of it replaced' \
    exits 1 "$run" convert --game=game/baseq2 --to gltf2 parts/x.gltf parts/x.other
check 'the error names it' says err.txt 'parts/x.bin would be replaced, but it is a part of the input'
check 'an archive is no model' exits 1 "$run" convert game/baseq2/pak0.pak none-4.glb
check 'the error says how it is read' says err.txt 'pak0.pak: is an archive, which is read with --game game/baseq2 "*.md2"'
if [ -f game/baseq2/models.pkz ]; then
    python3 -c 'import zipfile
with zipfile.ZipFile("map.pk3", "w") as pk3:
    pk3.writestr("maps/x.bsp", b"IBSP" + bytes(200))'
    if "$run" assimp knowext pk3 >out.txt 2>&1; then
        check "a PK3 with a map and no model is read by Assimp's importer" exits 0 "$run" convert map.pk3 map.glb
        check 'the line is as of other files' says out.txt 'map.pk3 -> map.glb: 1 frame'
    else
        echo 'not checked: a PK3 with a map, because this Assimp has no importer of it'
    fi
fi
mkdir archives
cp game/baseq2/pak0.pak archives
check 'a folder of archives has no models' refuses 1 'which are read with --game archives/ "*.md2"' archives/ none-4/
check 'a pattern without an extension takes models only' exits 0 "$run" convert --game game/baseq2 'players/*' pattern/
check 'under their names' test "$(written pattern)" = './players/imp/tris.glb ./players/imp/weapon.glb '
check 'a pattern without files is an error' exits 1 "$run" convert --game game/baseq2 '*.md9' all/
check 'a loose file of the game is not replaced' exits 125 "$run" convert --game game/baseq2 'models/loose/*.md2' game/baseq2 --to md2
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
check 'the archive has many names' test "$listed" -gt 100
outside() { find . -path ./prison/cell -prune -o -print | LC_ALL=C sort; }
: >out.txt
outside >before.txt
check 'an archive of the game is not replaced' exits 125 "$run" convert --game hostile --to glb tris.md2 hostile/pak0.pak
check 'the error says so' says err.txt 'hostile/pak0.pak, which is an input'
check 'hostile names are converted or refused' \
    bash -c '"$0" convert --game hostile "*.md2" prison/cell --frames used --clips none >out.txt 2>err.txt; [ $? -le 1 ]' "$run"
check 'nothing is outside the folder' cmp before.txt <(outside)
check 'nor elsewhere' test "$(find . / -maxdepth 1 -iname 'escaped*' 2>/dev/null)" = ''
check 'each line has a file of its own' test "$(grep -c ' -> ' out.txt)" -eq "$(find prison -type f | wc -l)"
check 'names differ also without their case' python3 -c 'import os
names = [os.path.join(folder, file).lower() for folder, _, files in os.walk("prison") for file in files]
raise SystemExit(len(set(names)) != len(names))'
check 'each name is converted or listed as failed' \
    test "$listed" -eq $(($(wc -l <out.txt) + $(grep -c '^  ' err.txt)))

# What a program would gain
loaded=$(ldd "$build/tests/list-scene" | sed -nE 's/.*libassimp[^ ]* => ([^ ]+) .*/\1/p')
check 'check names the library of a program' exits 0 "$run" check "$build/tests/list-scene"
check 'in one line' grep -qxF "$build/tests/list-scene uses $loaded (Assimp $(realpath "$loaded" | sed 's/.*\.so\.//')), which gains MD2 support" out.txt
check 'and finds it with LD_LIBRARY_PATH' exits 0 env LD_LIBRARY_PATH="$PWD/libraries" "$run" check "$build/tests/list-scene"
mkdir libraries
cp "$libassimp" libraries/libassimp.so.99.1.0
ln -s libassimp.so.99.1.0 "libraries/$(basename "$loaded")"
check 'another version is not the plugin'"'s" \
    exits 1 env LD_LIBRARY_PATH="$PWD/libraries" "$run" check "$build/tests/list-scene"
check 'both versions are in the line' says out.txt '(Assimp 99.1.0), but the plugin was built for Assimp '
check 'a line that cannot be written is an error' exits 1 bash -c '"$0" check "$1" >/dev/full' "$run" "$build/tests/list-scene"
check 'the error says so' says err.txt 'stdout cannot be written'
if command -v cc >/dev/null; then
    echo 'int main(void) { return 0; }' >main.c
    printf '#include <fcntl.h>\n__attribute__((constructor)) static void run(void) { creat("executed", 0600); }\n' >run.c
    cc -shared -fPIC -o librun.so run.c
    # shellcheck disable=SC2016 # the dynamic linker replaces $ORIGIN
    cc -o runs main.c -L. '-Wl,--no-as-needed,-rpath,$ORIGIN' -lrun
    ln -s ../runs libraries/runs
    check 'a program whose library has code' gains_nothing 'libraries/runs needs no Assimp' libraries/runs
    printf '#include <fcntl.h>\nunsigned la_version(unsigned v) { creat("executed", 0600); return v; }\n' >audit.c
    cc -shared -fPIC -o libaudit.so audit.c
    cc -o audited main.c "-Wl,--audit,$PWD/libaudit.so"
    check 'a program with an audit library' gains_nothing './audited seems to name audit libraries' ./audited
    check 'neither code is executed' test ! -e executed
else
    echo 'not checked: libraries with code, because there is no cc'
fi
check 'a program without Assimp' gains_nothing 'sh needs no Assimp, so nothing changes' sh
check 'a program with Assimp in it' exits 1 "$run" check libraries/libassimp.so.99.1.0
check 'gains nothing either' says out.txt 'is statically linked with Assimp, so nothing changes; assimp-md2 convert helps'
cp "$build/tests/list-scene" setuid
chmod u+s setuid
check 'a setuid program' gains_nothing './setuid is setuid or setgid' ./setuid
cp "$build/tests/list-scene" capable
if python3 -c 'import os; os.setxattr("capable", "security.capability", bytes.fromhex("0100000200200000") + bytes(12))'; then
    check 'a program with capabilities' gains_nothing './capable is setuid or setgid or has capabilities' ./capable
else
    echo 'not checked: a program with capabilities, which this user or file system cannot set'
fi
: >nothing
check 'an empty file' gains_nothing './nothing is not an ELF program, so nothing changes' ./nothing
check 'a static program' gains_nothing 'ldconfig is not dynamically linked' ldconfig
printf '#!/usr/bin/env -S LC_ALL=C python3 -u\ntouch("executed")\n' >script
check 'a script' exits 1 "$run" check ./script
check 'depends on its interpreter' says out.txt './script is a script, so it depends on the program in its first line: /usr/bin/env -S LC_ALL=C python3 -u'
check 'nothing is executed' test ! -e executed
check 'a program that does not exist' fails 1 'no-such-program: there is no such program' "$run" check no-such-program
check 'a folder is no program' fails 1 './hostile: there is no such program' "$run" check ./hostile
head -c 1000 "$build/tests/list-scene" >cut
check 'a program that is cut off gains nothing' exits 1 "$run" check ./cut

all_hold
