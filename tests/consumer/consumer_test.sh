#!/usr/bin/env bash
# A stranger's project finds, links and runs the package, installed static and shared, by CMake, by pkg-config and
# as a subdirectory: consumer_test.sh CMAKE SOURCE_DIR BUILD_DIR COMPILER ASSIMP_DIR
set -euo pipefail

cmake=$1
source=$2
build=$3
compiler=$4
assimp_dir=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
consumer=$source/tests/consumer
configure=("$cmake" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" -Dassimp_DIR="$assimp_dir")
"$build/tests/make-sample" "$work/tris.md2"

# gives PROGRAM TEXT: the program prints TEXT for the sample
gives() {
    local said
    said=$("$1" "$work/tris.md2")
    [ "$said" = "$2" ] || {
        echo "$1 printed \"$said\" instead of \"$2\"" >&2
        exit 1
    }
    echo "ok: $1"
}

# program_of PAGE FILE: the program in a page, which must be its one block of C++
program_of() {
    sed -n '/^```cpp$/,/^```$/p' "$source/$1" | sed '/^```/d' >"$2"
    [ "$(grep -c '^int main' "$2")" -eq 1 ] || {
        echo "$1 does not have one program" >&2
        exit 1
    }
}
program_of README.md "$work/readme.cpp"
program_of include/README.md "$work/play.cpp"

# plays PROGRAM CLIP SECONDS TIME: the program shows the pose that the clip has at TIME, in frames
plays() {
    "$1" "$work/tris.md2" "$2" "$3" >"$work/pose.obj"
    "$build/tests/check-pose" "$work/tris.md2" "$work/pose.obj" "$2" "$4"
    echo "ok: $1 $2 $3"
}

for kind in static shared; do
    shared=$([ $kind = shared ] && echo ON || echo OFF)
    prefix=$work/$kind
    "${configure[@]}" -S "$source" -B "$work/library-$kind" -DBUILD_SHARED_LIBS=$shared \
        -DCMAKE_INSTALL_PREFIX="$prefix" >/dev/null
    "$cmake" --build "$work/library-$kind" >/dev/null
    "$cmake" --install "$work/library-$kind" >/dev/null

    "${configure[@]}" -S "$consumer" -B "$work/consumer-$kind" -DCMAKE_PREFIX_PATH="$prefix" \
        -DREADME_PROGRAM="$work/readme.cpp" -DPLAY_PROGRAM="$work/play.cpp" >/dev/null
    "$cmake" --build "$work/consumer-$kind" >/dev/null
    gives "$work/consumer-$kind/explicit" '40 frames, 5 clips, 20 ticks a second'
    gives "$work/consumer-$kind/linked" '40 frames, 5 clips'
    gives "$work/consumer-$kind/readme" '40 frames, 5 clips'
    plays "$work/consumer-$kind/play" stand 0 0
    plays "$work/consumer-$kind/play" stand 0.225 2.25
    plays "$work/consumer-$kind/play" bite 0.225 2.25
    "$work/consumer-$kind/readme" "$work/tris.md2" "$work/tris-$kind.glb" >/dev/null
    grep -qa '"path":"weights"' "$work/tris-$kind.glb"

    library_folder=$(dirname -- "$(find "$prefix" -name pkgconfig)")
    read -ra flags <<<"$(PKG_CONFIG_PATH=$library_folder/pkgconfig:$assimp_dir/../../pkgconfig \
        pkg-config --cflags --libs assimp-md2)"
    "$compiler" -std=c++17 "$consumer/explicit.cpp" -o "$work/pkg-config-$kind" "${flags[@]}" \
        -Wl,-rpath,"$library_folder":"$assimp_dir/../.."
    gives "$work/pkg-config-$kind" '40 frames, 5 clips, 20 ticks a second'
done

mkdir "$work/embedding"
cat >"$work/embedding/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.22)
project(embedding LANGUAGES CXX)
add_subdirectory("$source" assimp-md2)
add_executable(explicit "$consumer/explicit.cpp")
target_link_libraries(explicit PRIVATE assimp-md2::importer)
CMAKE
"${configure[@]}" -S "$work/embedding" -B "$work/embedded" >/dev/null
"$cmake" --build "$work/embedded" --target explicit >/dev/null
gives "$work/embedded/explicit" '40 frames, 5 clips, 20 ticks a second'
