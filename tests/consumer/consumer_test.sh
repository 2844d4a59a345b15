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

# The code of the README is a consumer as well: it is taken out of there.
sed -n '/^```cpp$/,/^```$/p' "$source/README.md" | sed '/^```/d' >"$work/readme.cpp"
grep -q 'int main' "$work/readme.cpp" || {
    echo 'no program in README.md' >&2
    exit 1
}

for kind in static shared; do
    shared=$([ $kind = shared ] && echo ON || echo OFF)
    prefix=$work/$kind
    "${configure[@]}" -S "$source" -B "$work/library-$kind" -DBUILD_SHARED_LIBS=$shared \
        -DCMAKE_INSTALL_PREFIX="$prefix" >/dev/null
    "$cmake" --build "$work/library-$kind" >/dev/null
    "$cmake" --install "$work/library-$kind" >/dev/null

    "${configure[@]}" -S "$consumer" -B "$work/consumer-$kind" -DCMAKE_PREFIX_PATH="$prefix" \
        -DREADME_PROGRAM="$work/readme.cpp" >/dev/null
    "$cmake" --build "$work/consumer-$kind" >/dev/null
    gives "$work/consumer-$kind/explicit" '58 frames, 8 clips, 20 ticks a second'
    gives "$work/consumer-$kind/linked" '58 frames, 8 clips'
    gives "$work/consumer-$kind/readme" '58 frames, 8 clips'
    "$work/consumer-$kind/readme" "$work/tris.md2" "$work/tris-$kind.glb" >/dev/null
    grep -qa '"path":"weights"' "$work/tris-$kind.glb"

    library_folder=$(dirname -- "$(find "$prefix" -name pkgconfig)")
    read -ra flags <<<"$(PKG_CONFIG_PATH=$library_folder/pkgconfig:$assimp_dir/../../pkgconfig \
        pkg-config --cflags --libs assimp-md2)"
    "$compiler" -std=c++17 "$consumer/explicit.cpp" -o "$work/pkg-config-$kind" "${flags[@]}" \
        -Wl,-rpath,"$library_folder":"$assimp_dir/../.."
    gives "$work/pkg-config-$kind" '58 frames, 8 clips, 20 ticks a second'
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
gives "$work/embedded/explicit" '58 frames, 8 clips, 20 ticks a second'
