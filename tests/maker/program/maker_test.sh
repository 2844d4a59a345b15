#!/usr/bin/env bash
# Runs the installed md2-maker: maker_test.sh CMAKE BUILD_DIR LIBASSIMP
# program_test.cpp has the tests of its options, and of what it makes of an MD2.
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../../support/installed.sh"
. "$here/../../support/claims.sh"
maker=$work/prefix/bin/md2-maker

# makes REGULAR_EXPRESSION ARGUMENT...: it succeeds, and stdout has this
makes() { exits 0 "$maker" "${@:2}" && matches out.txt "$1"; }
# refuses CODE TEXT ARGUMENT...: it ends with CODE, and stderr has TEXT
refuses() { fails "$1" "$2" "$maker" "${@:3}"; }
# written FOLDER: the files in it
written() { (cd "$1" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }

# Sources
python3 "$here/make_clips.py"
quietly() { "$@" >out.txt 2>err.txt </dev/null || true; }
quietly "$run" convert tris.md2 sample.glb
python3 -c 'import struct
file = open("sample.glb", "rb").read()
size = struct.unpack_from("<i", file, 12)[0]
text = b"{\"extensions\": {\"VRM\": {}}," + file[20:20 + size].lstrip()[1:]
text += b" " * (-len(text) % 4)
chunks = struct.pack("<i", len(text)) + file[16:20] + text + file[20 + size:]
open("avatar.vrm", "wb").write(file[:8] + struct.pack("<i", 12 + len(chunks)) + chunks)'
check 'the model of an MD2 has its frames and skins' \
    makes '^tris.md2 -> same.md2: 58 frames .*, skins moss.png, ember.png, [0-9]+ bytes$' model tris.md2 -o same.md2
mkdir -p formats/below
cp sample.glb formats/below/B.GLB
cp tris.md2 formats/c.md2
echo 'no model' >formats/d.txt
cp formats/d.txt formats/e.md5anim
all_formats() {
    exits 0 "$maker" model formats/ -o all/ && [ "$(written all | grep -o '[^ ]*md2' | tr '\n' ' ')" = './below/B.md2 ./c.md2 ' ]
}
check 'a folder stands for the models of all formats in it' all_formats
python3 -c 'import pathlib
pathlib.Path("textured").mkdir()
pathlib.Path("textured/m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n")
pathlib.Path("textured/m.mtl").write_text("newmtl a\nmap_Kd red.tga\n")
pathlib.Path("textured/red.tga").write_bytes(bytes([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3]))'
quietly "$maker" model textured/m.obj -o skinned.md2
check 'the texture beside an OBJ becomes the skin of the MD2' test -s skinned_red.png
check 'a folder for textures that does not exist is an error' \
    refuses 1 '--textures=nowhere: there is no such folder' model textured/m.obj -o none.md2 --textures=nowhere
keeps_parts() {
    cp idle.gltf part.gltf
    ln -s part.gltf part.md2
    refuses 1 'part.md2 would be replaced, but it is a part of the input' model knight.gltf -o part.md2 --clips=part.gltf &&
        cmp idle.gltf part.gltf
}
check 'a file of clips is not replaced' keeps_parts
check 'a model is a file of the right size in a pipe' bash -c '[ "$("$0" model tris.md2 -o /dev/stdout 2>err.txt | wc -c)" -eq "$(stat -c %s same.md2)" ]' "$maker"

# Subcommands
players() { "$maker" player sample.glb -o baseq2/players/imp --weapon=weapon.md2 >out.txt 2>err.txt && written baseq2/players/imp; }
check 'a player is complete' test "$(players)" = "$(printf './%s ' moss.pcx moss.png moss_i.pcx moss_i.png tris.md2 weapon.md2 weapon.pcx weapon.png)"
check 'its lines name the sources of clips' says out.txt '  from similar clips: flip=jump'
check 'the skin has the path of the game' says baseq2/players/imp/tris.md2 players/imp/moss.pcx
check 'a weapon that is no mesh and no file names the meshes' \
    refuses 1 '--weapon=*axe*: no mesh is chosen; the scene has these nodes and meshes: ' player sample.glb -o none --weapon='*axe*'
still_once() {
    exits 0 "$maker" player knight.gltf -o still --weapon=head && [ "$(grep -c 'clips whose animation is missing stand still' err.txt)" -eq 1 ]
}
check 'clips that stand still are named once, for a player and its weapon' still_once
check 'a weapon from a file names its own clips that stand still' \
    warns 'knight.gltf: clips whose animation is missing stand still' "$maker" player sample.glb -o armed --weapon=knight.gltf
check 'a player needs a folder' refuses 125 '-o is a folder, in which the game looks for tris.md2' player sample.glb -o none/tris.md2
check 'an output of another format is an error' refuses 125 'assimp export writes other formats' model sample.glb -o a.obj
check 'a folder is no player' refuses 125 'formats is a folder, expected one model' player formats -o none
looks() { makes '^md2-maker player sample.glb -o baseq2/players/sample$' look sample.glb && says out.txt '  animations: stand 1.'; }
check 'look ends with a command line' looks
check 'look suggests clips for a character whose only animation is one pose' \
    makes '^md2-maker player tpose.md5mesh .* --clips FILES$' look tpose.md5mesh
check 'look suggests a height for a monster of a few units' makes '^md2-maker monster imp.b3d .* --height 56$' look imp.b3d
check 'look finds a weapon by its name' makes "^md2-maker player .* --weapon '[*]mace[*]'$" look ogre.gltf --clips=run.gltf
check '--meshes=? lists the meshes' makes 'meshes: body, head .nothing is written.$' model knight.gltf -o none.md2 --meshes='?'
check 'and writes nothing' test ! -e none.md2
check '--help of a subcommand lists its options' prints '  --weapon=WHAT' "$maker" player --help
check '--version prints the name' prints 'md2-maker ' "$maker" --version
check '--dry-run prints the outputs and writes nothing' \
    makes '^sample.glb -> dry/tris.md2$' player sample.glb -o dry --dry-run
check 'it writes nothing' test ! -e dry

# Clips of other files
# adds NAME FILE...: the clips of the files are added, one with this name
adds() { exits 0 "$maker" model knight.gltf -o knight.md2 "${@:2}" && says knight.md2 "$1"; }
adds_with_warning() {
    adds idle01 --clips=idle.gltf && says err.txt 'knight.gltf: idle.gltf: nodes that the model does not have (1): tail'
}
check 'an added clip is named after its file, and one warning counts the nodes that do not match' adds_with_warning
cp idle.gltf gaze.gltf
check 'the only clip of a character is named after its file, too' makes '\(gaze ' model gaze.gltf -o gaze.md2
check 'an added clip with a name keeps it' adds sprint01 --clips=idle.gltf,run.gltf
check 'a name of FBX says nothing, so the file names the clip' adds take01 --clips=take.gltf --clips=unnamed.gltf
check 'a clip without a name is named after its file' says knight.md2 unnamed01
check 'a clip with the name of a bone, as in Collada, is named after its file' adds nod01 --clips=nod.gltf
check 'added clips whose nodes do not match are an error' refuses 1 'other.gltf: no animation has a node of the model' \
    model knight.gltf -o none.md2 --clips=other.gltf

# moves_like MODEL CLIPS: the model moves with the clip of the other file as with its own
moves_like() {
    "$maker" model "$1.gltf" -o own/body.md2 --use="clip=$1" >out.txt 2>err.txt &&
        "$maker" model "$1.gltf" -o added/body.md2 --use="clip=$2" --clips="$2.gltf" >out.txt 2>err.txt &&
        python3 -c 'import struct
def places(name):
    file = open(name, "rb").read()
    header = struct.unpack("<17i", file[:68])
    size, frames, start = header[4], header[10], header[14]
    return [[round(x, 3) for x in struct.unpack_from("<6f", file, start + i * size)] for i in range(frames)]
assert places("own/body.md2") == places("added/body.md2")'
}
mkdir own added
check 'a clip of another skeleton keeps the lengths of the bones' moves_like dwarf giant
check 'a clip of the same skeleton with another size, prefix and case keeps all its translations' \
    moves_like stretching hundredfold
check 'a clip of an FBX stands upright in the GLB that Blender has made of it' moves_like turned stretching
check 'a clip of bones with other axes turns them as in its file' moves_like limbs axes

# What Assimp would read as garbage, and what it leaves out
garbage="Assimp takes the integers of an animation's weights for floats"
refuses_garbage() {
    refuses 1 "packed.gltf: $garbage" model packed.gltf -o packed.md2 && [ ! -e packed.md2 ] &&
        refuses 1 "packed.gltf: $garbage" model smile.gltf -o packed.md2 --clips=packed.gltf
}
check 'a model or clips with integers in place of floats are refused' refuses_garbage
check 'targets have their animation' makes 'smile 11' model smile.gltf -o smile.md2
while IFS='|' read -r warning source; do
    check "a warning of $source: $warning" warns "$warning" "$maker" model "$source" -o warned.md2
done <<'END'
frames that are left out (1)|frames.md3
frames that are left out (100)|frames.iqm
does not read the animation of this format; save the model as glb|box.ogex
END
while IFS='|' read -r line source; do
    check "the line of $source: $line" makes "$line" model "$source" -o line.md2
done <<'END'
 21 frames .*front from [+]X|imp.md5mesh
 4 frames .*front from -Z|imp.b3d
 [(]clip1 1[)], 3 vertices, 3 triangles, size of the first frame 0 × 4 × 4,|parts.b3d
 \(swim 11\)|ticks.x
 \(swim 11\)|frames.x
END
check 'a VRM is read by its content, and its front is known' makes ' 58 frames .*front from -Z' model avatar.vrm -o avatar.md2
while read -r source; do
    check "$source is only motion" refuses 1 'it is only motion, which md2-maker --clips adds' model "$source" -o motion.md2
done <<'END'
imp.md5anim
walk.bvh
walk.smd
END
channel1() { exits 0 "$maker" model channel1.dae -o channel1.md2 && ! grep 'without texture coordinates' err.txt; }
check 'a channel that the material counts from another number than Assimp is found' channel1

# Files that Assimp cannot read
printf 'BLENDER-v402%3000s' '' >new.blend
refuses_blend() {
    refuses 1 'new.blend: Assimp cannot read a BLEND file' model new.blend -o new.md2 && says err.txt '; save the model as glb in Blender'
}
check 'the error of a BLEND says what helps' refuses_blend
printf '#usda 1.0 made by Blender %500s' '' >new.unknown
# Assimp 5.4 does not take it for one itself.
refuses_text() {
    exits 1 "$maker" model new.unknown -o new.md2 &&
        matches err.txt 'new.unknown: (Assimp does not read this format|No suitable reader found)'
}
check 'a text with the word Blender is not taken for a BLEND' refuses_text

printf 'FBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 6100\n}\n' >old.fbx
check 'the error of an old FBX says what helps' refuses 1 'old.fbx: Assimp does not read an FBX from before 2011' model old.fbx -o old.md2

# An FBX whose nodes have pre-rotations and pivots
python3 "$here/make_fbx.py" boxes.fbx
size='size of the first frame 6 × 5 × 2,'
check 'an FBX becomes an MD2 with its parts in place' makes "$size" model boxes.fbx -o boxes.md2
if "$run" assimp version | grep -q 'Version 5'; then # see add_clips.h
    check 'clips of an FBX keep the parts in place' makes "$size" model boxes.fbx -o boxes.md2 --use='move (2)' --clips=boxes.fbx
else
    echo 'not checked: pivots of added clips, which this Assimp loses'
fi
python3 "$here/make_fbx.py" scaled.fbx scaled
check 'a scale that parts of an FBX do not inherit is told' \
    warns 'do not inherit the scale of their parent' "$maker" model scaled.fbx -o scaled.md2

# Crashes
python3 -c 'print("<COLLADA version=\"1.4.1\"><library_visual_scenes><visual_scene id=\"s\">" + "<node>" * 200000 +
    "</node>" * 200000 + "</visual_scene></library_visual_scenes></COLLADA>")' >crash.dae
# alone_fails FOLDER CLAIM...: the claim about the file before tris.md2 holds, and tris.md2 is written
alone_fails() { "${@:2}" && [ -s "$1/tris.md2" ]; }
check 'a crash ends one file, and the next one is made' alone_fails crashed fails 1 'crash.dae: Assimp crashed: ' \
    bash -c 'ulimit -c 0 -s 8192; exec "$0" model --jobs=1 crash.dae tris.md2 -o crashed/' "$maker"
if [ -z "${CHECK_PRELOAD-}" ]; then
    python3 -c 'print("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "f 1 2 3\n" * 3000000)' >large.obj
    check 'a file for which the memory is not enough fails, and the next one is made' \
        alone_fails memory fails 1 'large.obj: there is not enough memory' \
        bash -c 'ulimit -v 600000; exec "$0" model --jobs=1 large.obj tris.md2 -o memory/' "$maker"
fi

all_hold
