#!/usr/bin/env bash
# Every host behaves under the installed plugin as it does without it, and imports all frames where its Assimp is the
# plugin's. host_test.sh CMAKE BUILD_DIR LIBASSIMP
. "$(dirname -- "$0")/../../support/installed.sh"
module=$(find "$work/prefix" -name registration.so)
hosts=$build/tests/programs/hosts

# output NAME COMMAND...: what it says, and its exit code, are in NAME.out, NAME.err and NAME.code
output() {
    local code=0
    "${@:2}" >"$1.out" 2>"$1.err" </dev/null || code=$?
    echo "$code" >"$1.code"
}
# Without and with the plugin, a host says the same on stdout and ends with the same code.
behaves_the_same() {
    cmp without.out with.out && cmp without.code with.code && [ -s without.out ] || {
        cat without.out with.out with.err without.code with.code >&2
        return 1
    }
    ! grep -q 'not as expected\|other frames\|broken' without.out || {
        cat without.out >&2
        return 1
    }
}
# The plugin has said this many lines, and nobody else has said a thing.
lines_of_the_plugin() {
    if [ "$(grep -c '' with.err)" -ne "$1" ] || [ "$(grep -c '^assimp-md2: not registered with ' with.err)" -ne "$1" ]; then
        cat with.err >&2
        return 1
    fi
}
# host CLAIM LINES COMMAND...: of the arguments, @ becomes the anim meshes that an import gives: none without the plugin,
# 58 with it. The commands before it, by which a program runs without and with the plugin, are in `alone` and `plugged`.
alone=(env)
plugged=("$run")
host() {
    local command=("${@:3}")
    output without "${alone[@]}" "${command[@]//@/0}"
    output with "${plugged[@]}" "${command[@]//@/58}"
    check "$1: as without the plugin" behaves_the_same
    check "$1: $2 lines on stderr" lines_of_the_plugin "$2"
}

export HOST_FOLDER=$work
for way in $("$hosts/host"); do
    host "a program that $way" 0 "$hosts/host" "$way" tris.md2 @
done
: >empty.md2
for suffix in '' _without_exceptions; do
    host "an engine without RTTI$suffix" 0 "$hosts/engine_host$suffix" tris.md2 @
    engine_files=
    for run_by in env "$run"; do # importer and exporters are its own, or those of the plugin before its own
        check "an engine without RTTI$suffix that is linked with the library reads files and a game" \
            output with "$run_by" "$hosts/linked_engine$suffix" tris.md2 58
        check 'as expected' test "$(cat with.code) $(grep -c ': as expected' with.out) $(grep -c '' with.out)" = '5 17 17'
        check 'the exported files are those of the library alone' test "$(cat engine.gl* | cksum)" = \
            "${engine_files:=$(cat engine.gl* | cksum)}"
    done
done
for run_number in 1 2 3 4 5; do
    host "a program that changes its environment, run $run_number" 0 "$hosts/environment_host"
done
host 'a program that exports slow animations' 0 env ASSIMP_MD2_FPS=0.25 "$hosts/host" exports-scenes tris.md2 @
host 'a program that imports before and after its main' 0 \
    env HOST_FILE=tris.md2 HOST_FRAMES=@ "$hosts/host" never-imports tris.md2 @
host 'a program without Assimp' 0 printf '%s' text

# Assimps that the plugin was not built for
host 'another minor version' 1 "$hosts/other_version_host"
check 'the line tells the versions' grep -q 'it is Assimp [0-9]*\.99, the plugin was built for [0-9]*\.[0-9]*$' with.err
host 'an unknown version' 1 "$hosts/unknown_version_host"
check 'the line does not invent a version' grep -q 'its version is unknown, the plugin was built for [0-9]' with.err
host 'a library with other classes under our version' 1 "$hosts/same_version_host"
host 'a program with an Assimp of its own' 0 "$hosts/static_host"
host 'a program that exports its own Assimp' 0 "$hosts/exporting_host"

# libassimp comes late, and twice. A copy may have the name under which the dynamic linker lists the first, or its own.
for scope in local global; do
    host "libassimp, loaded late and $scope" 0 "$hosts/late_host" tris.md2 $scope "$libassimp" @
done
cp "$libassimp" copy.so
soname=$(readelf -d "$libassimp" | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
renamed=${soname/assimp/essimp}
LC_ALL=C sed "s/${soname//./\\.}/$renamed/g" copy.so >renamed.so
check 'the renamed copy has a name of its own' grep -q "SONAME.*\[$renamed\]" <(readelf -d renamed.so)
host 'a copy beside libassimp' 1 "$hosts/late_host" tris.md2 local "$libassimp" @ local "$PWD/copy.so" 0
host 'a copy before libassimp' 1 "$hosts/late_host" tris.md2 local "$PWD/copy.so" @ local "$libassimp" 0
host 'a renamed copy beside libassimp' 1 "$hosts/late_host" tris.md2 local "$libassimp" @ local "$PWD/renamed.so" 0
host 'a renamed copy before libassimp' 1 "$hosts/late_host" tris.md2 local "$PWD/renamed.so" 0 local "$libassimp" @
host 'libassimp for all, and a renamed copy' 0 \
    "$hosts/late_host" tris.md2 global "$libassimp" @ local "$PWD/renamed.so" @

# The plugin is found by a path that is relative to the current folder, which the program changes. In the other folder
# lies a library under the module's name.
ln -s "$(dirname -- "$plugin")" relative
for folder in elsewhere/assimp-md2 elsewhere/relative/assimp-md2; do
    mkdir -p "$folder"
    cp "$hosts/libdecoy_module.so" "$folder/registration.so"
done
name=$(basename -- "$plugin")
export HOST_FOLDER=$work/elsewhere
plugged=(env LD_PRELOAD="relative/$name")
host 'a relative LD_PRELOAD' 0 "$hosts/host" changes-its-folder "$work/tris.md2" @
plugged=(env LD_LIBRARY_PATH=relative LD_PRELOAD="$name")
host 'a relative LD_LIBRARY_PATH' 0 "$hosts/host" changes-its-folder "$work/tris.md2" @
alone=(env LD_LIBRARY_PATH="$(dirname -- "$libassimp")" ASSIMP_MD2_DISABLE=1)
plugged=(env LD_LIBRARY_PATH="$(dirname -- "$libassimp")")
host 'a relative RPATH' 0 "$hosts/relative_rpath_host" changes-its-folder "$work/tris.md2" @
cd relative
alone=(env)
plugged=(env LD_LIBRARY_PATH=: LD_PRELOAD="$name")
host 'the current folder in LD_LIBRARY_PATH' 0 "$hosts/host" changes-its-folder "$work/tris.md2" @
cd ..
# What is in the plugin
exports() { nm -D --defined-only --format=posix "$1" | cut -d ' ' -f 1 | sort | tr '\n' ' '; }
check 'the plugin exports the constructors and Exporter::Export, and nothing else' \
    test "$(exports "$plugin")" = '_ZN6Assimp8Exporter6ExportEPK7aiScenePKcS5_jPKNS_16ExportPropertiesE _ZN6Assimp8ExporterC1Ev _ZN6Assimp8ExporterC2Ev _ZN6Assimp8ImporterC1Ev _ZN6Assimp8ImporterC2Ev '
check 'the module exports its entry and nothing else' test "$(exports "$module")" = 'assimpMd2RegistrationModule '
needs() { readelf -d "$1" | grep -q "NEEDED.*$2"; }
check 'the plugin needs the C++ library' needs "$plugin" 'lib\(std\)\?c++'
check 'the plugin needs no libassimp' eval '! needs "$plugin" assimp'
check 'the module needs libassimp' needs "$module" assimp
# crtbegin's frame_dummy is in every library. The plugin has one more, which remembers its folder and environment.
constructors() {
    local bytes pointer=8
    ! readelf -h "$1" | grep -q 'Class: *ELF32' || pointer=4
    bytes=$(readelf -SW "$1" | sed -n 's/.* \.init_array *INIT_ARRAY *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\).*/\1/p')
    echo $((16#$bytes / pointer - 1))
}
check 'one function of the plugin runs when it is loaded' test "$(constructors "$plugin")" -eq 1
check 'none of the module does' test "$(constructors "$module")" -eq 0

all_hold
