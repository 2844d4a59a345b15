#!/usr/bin/env bash
# The installed plugin under programs that know nothing of it. programs_test.sh CMAKE BUILD_DIR LIBASSIMP
here=$(dirname -- "$(realpath -- "$0")")
. "$here/../support/installed.sh"

# exits CODE COMMAND...: the command ends with CODE; its output is in out.txt and err.txt
exits() {
    local code=0
    "${@:2}" >out.txt 2>err.txt </dev/null || code=$?
    [ "$code" -eq "$1" ] || {
        echo "exit code $code instead of $1" >&2
        cat out.txt err.txt >&2
        return 1
    }
}
# says FILE TEXT: a line of FILE contains TEXT
says() {
    grep -qaF -- "$2" "$1" || {
        echo "no \"$2\" in:" >&2
        head -c 4000 "$1" >&2
        return 1
    }
}
silent() { [ ! -s "$1" ] || { cat "$1" >&2; return 1; }; }

# The assimp program
check 'assimp info reads the model' exits 0 "$run" assimp info tris.md2 --raw
check 'it sees the shared corners' says out.txt 'Vertices:           797'
check 'it sees the clips' says out.txt 'Animations:         8'
check 'it names the clips' says out.txt "'pain2'"
check 'it names the root after the file' says out.txt 'tris.md2'
check 'the plugin itself says nothing' silent err.txt
check 'assimp export writes a GLB' exits 0 "$run" assimp export tris.md2 tris.glb
check 'the GLB is one' says tris.glb 'glTF'
check 'the GLB has morph targets' says tris.glb '"targets"'
check 'and their animation' says tris.glb '"path":"weights"'
check 'the GLB has the skins, which are PCX, as PNG' "$build/tests/check-glb-skin" tris.glb
check 'assimp without the plugin is as ever' exits 0 assimp info tris.md2
check 'and has one frame' says out.txt 'Animations:         0'

# Properties from the environment
check 'a variable sets a property' exits 0 env ASSIMP_MD2_CLIPS='a:0-1;b:2-9' "$run" assimp info tris.md2 --raw
check 'which counts' says out.txt 'Animations:         2'
check 'a variable that makes no sense is an error' \
    exits 1 env ASSIMP_MD2_FPS=fast "$run" "$build/tests/list-scene" tris.md2
check 'which names it' says err.txt 'IMPORT_MD2_FPS is "fast", allowed is a number above 0'
check 'ASSIMP_MD2_DISABLE=1 switches the plugin off' exits 0 env ASSIMP_MD2_DISABLE=1 "$run" assimp info tris.md2 --raw
check 'for good' says out.txt 'Animations:         0'

# The C API, from C++ and from Python, which loads libassimp into a scope of its own
check 'a program of the C API has the frames' exits 0 "$run" "$build/tests/list-scene" tris.md2
check 'all of them' says out.txt 'mesh tris: 797 vertices, 918 triangles, 58 frames'
check 'and the clips' says out.txt 'clip stand: 12 keys, 1.10 s'
check 'a Python program has the frames' \
    exits 0 "$run" /usr/bin/python3 "$here/read_scene.py" "$libassimp" tris.md2
check 'all of them in Python' says out.txt 'mesh tris: 797 vertices, 58 frames'
check 'and the clips in Python' says out.txt 'clip stand: 11 ticks'
check 'the plugin says nothing in Python' silent err.txt

# The command
check 'it tells its usage' exits 0 "$run" --help
check 'on stdout' says out.txt 'usage: assimp-md2 PROGRAM'
check 'it tells its version' exits 0 "$run" --version
check 'by name' says out.txt 'assimp-md2 '
check 'without a program it is an error' exits 125 "$run"
check 'with its usage on stderr' says err.txt 'usage: assimp-md2 PROGRAM'
check 'an option it does not know is an error' exits 125 "$run" --verbose assimp
mkdir '[ab]' a
printf '#!/bin/sh\necho found\n' >'[ab]/tool'
chmod +x '[ab]/tool'
check 'a folder of PATH is no pattern' exits 0 env PATH="$PWD/[ab]:$PATH" "$run" tool
check 'and its programs are found' says out.txt found
check 'a program that is not there is an error' exits 127 "$run" no-such-program
check 'with its name' says err.txt 'assimp-md2: no-such-program: not found'
check 'a program that cannot be run is an error' exits 126 "$run" ./tris.md2
check 'the exit code is the program'\''s' exits 7 "$run" sh -c 'exit 7'
check 'a signal is the program'\''s' exits 143 "$run" sh -c 'kill -TERM $$'
check 'arguments arrive as they are' exits 0 "$run" printf '<%s>' 'a b' '' '*'
check 'blanks and all' says out.txt '<a b><><*>'
check 'the program takes its place' exits 0 bash -c 'echo $$; exec "$0" bash -c "echo \$\$"' "$run"
check 'with its process id' test "$(sort -u out.txt | wc -l)" -eq 1
check 'a library that is preloaded already stays' \
    exits 0 env LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD:}libm.so.6" "$run" printenv LD_PRELOAD
check 'in front of the plugin' says out.txt "libm.so.6:$plugin"
check 'twice is once' exits 0 "$run" "$run" printenv LD_PRELOAD
check 'the plugin is named once' test "$(grep -o "$plugin" out.txt | wc -l)" -eq 1
mv prefix moved
check 'the prefix can be moved' exits 0 moved/bin/assimp-md2 assimp info tris.md2 --raw
check 'with all it holds' says out.txt 'Animations:         8'
ln -s moved/bin/assimp-md2 link
check 'a link to the command is as good' exits 0 ./link assimp info tris.md2
mkdir 'with blank'
cp -r moved 'with blank/prefix'
check 'a path that LD_PRELOAD cannot hold is an error' exits 125 'with blank/prefix/bin/assimp-md2' assimp version
check 'which says so' says err.txt 'LD_PRELOAD cannot name a path with a blank or a colon'
find moved -name libassimp-md2-plugin.so -delete
check 'a plugin that is not there is an error' exits 125 moved/bin/assimp-md2 assimp version
check 'which says so' says err.txt 'assimp-md2: the plugin is not there'

all_hold
