#!/usr/bin/env bash
# Builds the engine of the page with emscripten, in the Debian 13 that cmake/package.sh makes.
#
# usage: bash view/engine/build.sh BUILD
#
# Writes engine.js and engine.wasm into the folder BUILD.
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"
[ $# -eq 1 ] || wrong_arguments
here=$(realpath -- "$(dirname -- "$0")")
build=$(realpath -m -- "$1")
prefix=$build/prefix

# The sources of Debian. Those of libdeflate and zlib are as published.
if [ ! -e "$build/sources/.complete" ]; then
    rm -rf -- "$build/sources"
    mkdir -p "$build/sources"
    cd "$build/sources"
    apt-get source --only-source assimp
    apt-get source --only-source --tar-only libdeflate zlib
    mv assimp-*/ assimp
    for name in libdeflate zlib; do
        mkdir "$name"
        tar xf "$name"_*.orig.tar.* -C "$name" --strip-components=1
    done
    touch .complete
fi
assimp=$build/sources/assimp libdeflate=$build/sources/libdeflate zlib=$build/sources/zlib

# library PACKAGE NAME SOURCE...: a static library in $prefix
library() {
    mkdir -p "$build/$1" "$prefix/lib/pkgconfig"
    (cd "$build/$1" && emcc -O2 -fwasm-exceptions -I"$prefix/include" -c "${@:3}")
    emar rcs "$prefix/lib/lib$2.a" "$build/$1"/*.o
    cat >"$prefix/lib/pkgconfig/$1.pc" <<PC
Name: $1
Description: $1
Version: 1
Cflags: -I$prefix/include
Libs: -L$prefix/lib -l$2
PC
}
if [ ! -e "$prefix/.complete" ]; then
    rm -rf -- "$prefix"
    mkdir -p "$prefix/include" "$prefix/share/cmake"
    cp "$libdeflate/libdeflate.h" "$zlib"/{zlib,zconf}.h "$zlib"/contrib/minizip/{unzip,ioapi}.h "$prefix/include"
    library libdeflate deflate "$libdeflate"/lib/*.c
    library zlib z "$zlib"/{adler32,compress,crc32,deflate,inffast,inflate,inftrees,trees,uncompr,zutil}.c
    library minizip minizip "$zlib"/contrib/minizip/{unzip,ioapi}.c
    # Libraries that are headers; those of the system must not be found beside them.
    cp -r /usr/include/{eigen3,rapidjson,stb,tl,utf8,utf8.h,utf8cpp,pugixml.hpp,pugiconfig.hpp} "$prefix/include"
    cp -r /usr/share/cmake/{tl-expected,utf8cpp} "$prefix/share/cmake"
    cp -r /usr/share/eigen3 "$prefix/share"
    # Debian's Assimp looks for two libraries that glTF without Draco does not use.
    mkdir -p "$prefix/share/cmake"/{draco,pugixml,RapidJSON}
    echo 'add_library(draco::draco INTERFACE IMPORTED)' >"$prefix/share/cmake/draco/draco-config.cmake"
    echo 'add_library(pugixml INTERFACE IMPORTED)' >"$prefix/share/cmake/pugixml/pugixml-config.cmake"
    touch "$prefix/share/cmake/RapidJSON/RapidJSONConfig.cmake" # Debian's names the system's headers.
    touch "$prefix/.complete"
fi

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
cmake -S "$here" -B "$build/engine" -G Ninja -DCMAKE_BUILD_TYPE=Release '-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG' \
    -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
    -DCMAKE_FIND_ROOT_PATH="$prefix" -DCMAKE_C_FLAGS="-I$prefix/include" -DCMAKE_CXX_FLAGS="-I$prefix/include" \
    -DZLIB_LIBRARY="$prefix/lib/libz.a" -DZLIB_INCLUDE_DIR="$prefix/include" \
    -DENGINE_ASSIMP="$assimp"
cmake --build "$build/engine" --target engine
cp "$build/engine"/engine.{js,wasm} "$build"
