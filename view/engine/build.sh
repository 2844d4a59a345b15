#!/usr/bin/env bash
# Builds the engine and the sample of the page with emscripten, in the Debian 13 that cmake/package.sh makes.
#
# usage: bash view/engine/build.sh BUILD [tests]
#
#   BUILD   the folder for engine.js, engine.wasm and sample
#   tests   also builds the unit tests, and runs them under Node
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"
[ $# -eq 1 ] || [ "$*" = "$1 tests" ] || wrong_arguments
here=$(realpath -- "$(dirname -- "$0")")
build=$(realpath -m -- "$1")
prefix=$build/prefix

# The sources of Debian. Those of zlib are as published.
if [ ! -e "$build/sources/.complete" ]; then
    rm -rf -- "$build/sources"
    mkdir -p "$build/sources"
    cd "$build/sources"
    apt-get source --only-source assimp
    apt-get source --only-source --tar-only libpng1.6 zlib
    mv assimp-*/ assimp
    for name in libpng1.6 zlib; do
        mkdir "$name"
        tar xf "$name"_*.orig.tar.* -C "$name" --strip-components=1
    done
    touch .complete
fi
assimp=$build/sources/assimp png=$build/sources/libpng1.6 zlib=$build/sources/zlib

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
    cp "$zlib"/{zlib,zconf}.h "$zlib"/contrib/minizip/{unzip,ioapi}.h "$prefix/include"
    library zlib z "$zlib"/{adler32,compress,crc32,deflate,inffast,inflate,inftrees,trees,uncompr,zutil}.c
    library minizip minizip "$zlib"/contrib/minizip/{unzip,ioapi}.c
    # Libraries that are headers; those of the system must not be found beside them.
    cp -r /usr/include/{eigen3,nlohmann,rapidjson,stb,tl,utf8,utf8.h,utf8cpp,pugixml.hpp,pugiconfig.hpp} "$prefix/include"
    cp -r /usr/share/cmake/{nlohmann_json,tl-expected,utf8cpp} "$prefix/share/cmake"
    cp -r /usr/share/eigen3 "$prefix/share"
    # Debian's Assimp looks for two libraries that glTF without Draco does not use.
    mkdir -p "$prefix/share/cmake"/{draco,pugixml,RapidJSON}
    echo 'add_library(draco::draco INTERFACE IMPORTED)' >"$prefix/share/cmake/draco/draco-config.cmake"
    echo 'add_library(pugixml INTERFACE IMPORTED)' >"$prefix/share/cmake/pugixml/pugixml-config.cmake"
    touch "$prefix/share/cmake/RapidJSON/RapidJSONConfig.cmake" # Debian's names the system's headers.
    touch "$prefix/.complete"
fi

# configure SOURCE NAME OPTION...
configure() {
    cmake -S "$1" -B "$build/$2" -G Ninja -DCMAKE_BUILD_TYPE=Release '-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG' \
        -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
        -DCMAKE_FIND_ROOT_PATH="$prefix" "-DCMAKE_C_FLAGS=-fwasm-exceptions -I$prefix/include" \
        "-DCMAKE_CXX_FLAGS=-fwasm-exceptions -I$prefix/include" "${@:3}"
}
tests=()
if [ $# -eq 2 ]; then
    tests=(md2-tests image-tests io-tests settings-tests game-tests importer-tests skeleton-tests)
    cp "$png"/{png,pngconf}.h "$prefix/include"
    cp "$png/scripts/pnglibconf.h.prebuilt" "$prefix/include/pnglibconf.h"
    library libpng png "$png"/png{,error,get,mem,pread,read,rio,rtran,rutil,set,trans,wio,write,wtran,wutil}.c
    configure /usr/src/googletest googletest -DBUILD_GMOCK=OFF -DCMAKE_INSTALL_PREFIX="$prefix"
    cmake --build "$build/googletest" --target install
fi

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
configure "$here" engine \
    -DPNG_LIBRARY="$prefix/lib/libpng.a" -DPNG_PNG_INCLUDE_DIR="$prefix/include" \
    -DASSIMP_MD2_BUILD_SAMPLE=ON -DASSIMP_MD2_BUILD_TESTS="$([ $# -eq 2 ] && echo ON || echo OFF)" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    -DZLIB_LIBRARY="$prefix/lib/libz.a" -DZLIB_INCLUDE_DIR="$prefix/include" \
    -DENGINE_ASSIMP="$assimp"
cmake --build "$build/engine" --target engine make-sample "${tests[@]}"
cp "$build/engine"/engine.{js,wasm} "$build"
# What the page shows to a person without a model
rm -rf -- "$build/sample"
mkdir "$build/sample"
node "$build/engine/assimp-md2/tests/make-sample.js" "$build/sample/tris.md2"

[ $# -eq 1 ] || cd "$build/engine/assimp-md2/tests"
# Programs of emscripten have no processes, threads, hard links or permissions, no working directory that is gone, and
# resolve "link/.." without looking at the link. The page's Assimp has few of its steps.
left_out='Output.*:SkinsInFolders.OneFileOfManyNamesIsDecodedOnce'
left_out+=:GameFolder.IsNotRelativeToAWorkingDirectoryThatIsGone:GameFolder.PathResolvesSymbolicLinks
left_out+=:GameFolder.MayHaveMoreFoldersThanAProcessMayOpen
left_out+=:SlowSkeletonImport.PostProcessingOfEnginesKeepsTheMotion
result=0
for program in "${tests[@]}"; do
    node "$program.js" --gtest_filter="-$left_out" || result=1
done
exit "$result"
