#!/usr/bin/env bash
# Every host behaves under the installed plugin as it does without it, and imports all frames where its Assimp is the
# plugin's. host_test.sh CMAKE BUILD_DIR LIBASSIMP
. "$(dirname -- "$0")/../support/installed.sh"
module=$(find "$work/prefix" -name registration.so)
hosts=$build/tests/hosts

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
# host CLAIM LINES COMMAND...: of the arguments, @ becomes the animation meshes that an import gives: none without the
# plugin, 40 with it
host() {
    local command=("${@:3}")
    output without "${command[@]//@/0}"
    output with "$run" "${command[@]//@/40}"
    check "$1: as without the plugin" behaves_the_same
    check "$1: $2 lines on stderr" lines_of_the_plugin "$2"
}

for way in $("$hosts/host"); do
    host "a program that $way" 0 "$hosts/host" "$way" tris.md2 @
done
host 'a program that imports before and after its main' 0 \
    env HOST_FILE=tris.md2 HOST_FRAMES=@ "$hosts/static_object_host"
host 'a program without Assimp' 0 printf '%s' text

# Assimps that the plugin was not built for
host 'another minor version' 1 "$hosts/other_version_host"
check 'the line tells the versions' grep -q 'it is Assimp [0-9]*\.99, the plugin was built for [0-9]*\.[0-9]*$' with.err
host 'a library with other classes under our version' 1 "$hosts/same_version_host"
host 'a program with an Assimp of its own' 0 "$hosts/static_host"
host 'a program that exports its own Assimp' 0 "$hosts/exporting_host"

# libassimp comes late, and twice. A copy may bear the name by which the dynamic linker knows the first, or its own.
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

# What is in the plugin
exports() { nm -D --defined-only --format=posix "$1" | cut -d ' ' -f 1 | sort | tr '\n' ' '; }
check 'the plugin exports the constructors and nothing else' \
    test "$(exports "$plugin")" = '_ZN6Assimp8ExporterC1Ev _ZN6Assimp8ExporterC2Ev _ZN6Assimp8ImporterC1Ev _ZN6Assimp8ImporterC2Ev '
check 'the module exports its entry and nothing else' test "$(exports "$module")" = 'assimpMd2RegistrationModule '
needs() { readelf -d "$1" | grep -q "NEEDED.*$2"; }
check 'the plugin needs the C++ library' needs "$plugin" libstdc++
check 'the plugin needs no libassimp' eval '! needs "$plugin" assimp'
check 'the module needs libassimp' needs "$module" assimp
# crtbegin's frame_dummy is in every library; a constructor of ours would be a second entry.
entries() { readelf -SW "$1" | sed -n 's/.* \.init_array *INIT_ARRAY *[0-9a-f]* [0-9a-f]* \([0-9a-f]*\).*/\1/p'; }
for library in "$plugin" "$module"; do
    check "no static constructor in ${library##*/}" test "$((16#$(entries "$library")))" -eq 8
done

all_hold
