#!/usr/bin/env bash
# Makes Debian packages for this system's Assimp and a source package, or one of the packages below, in build/packages.
#
# usage: bash cmake/package.sh [source | assimp | windows | web | release]
#
#   source    a .zip with the importer as one source file, which needs Assimp and nothing else
#   assimp    a .zip with two files that replace Assimp's own MD2 loader in its source tree
#   windows   cross-compiles the programs with Debian 12's Assimp and mingw-w64, in build/windows
#   web       makes one HTML file that opens MD2 models in any browser. Compiles the library and Debian 13's Assimp with
#             emscripten in a minimal Debian 13, which stays in build/web with 3.6 GB. Needs root.
#   release   all of them, and their SHA-256 sums in SHA256SUMS
set -euo pipefail
. "$(dirname -- "$0")/usage.sh"

project=$(realpath -- "$(dirname -- "$0")/..")
packages=$project/build/packages

# copyright_of NAME FILE: what Debian says about a package, and the licences that it refers to
copyright_of() {
    cp -- "$2" "$licences/$1.txt"
    local licence
    for licence in $(grep -ohE '/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' "$2" | sort -u); do
        cp -- "$licence" "$licences/${licence##*/}.txt"
    done
}

package_windows() {
    local place=$project/build/windows jobs name library
    jobs=$(nproc)
    . "$project/cmake/windows.sh"
    windows_sysroot
    assimp_for_windows
    # Assimp's CMake package does not say where its minizip is.
    cmake -S "$project" -B "$place/command" "${windows[@]}" -DCMAKE_EXE_LINKER_FLAGS="-static -L$sysroot/lib"
    cmake --build "$place/command" -j "$jobs" --target assimp-md2-command md2-maker
    name=assimp-md2-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$place/command/CMakeCache.txt")-windows-x64
    local contents=$place/$name licences=$place/$name/licences
    rm -rf -- "$contents"
    mkdir -p "$licences" "$packages"
    local program
    for program in command/assimp-md2 maker/md2-maker; do
        x86_64-w64-mingw32-strip -o "$contents/${program#*/}.exe" "$place/command/plugin/$program.exe"
        if x86_64-w64-mingw32-objdump -p "$contents/${program#*/}.exe" | grep -iE 'DLL Name: (lib|zlib)'; then
            echo "${program#*/}.exe needs this DLL, which Windows does not have" >&2
            return 1
        fi
    done
    cp -- "$project/README.md" "$contents"
    cp -- "$project/LICENSE" "$licences/assimp-md2.txt"
    for library in assimp draco minizip; do
        copyright_of "$library" "$place/sources/$library/debian/copyright"
    done
    for library in libz-mingw-w64-dev libstb-dev libutfcpp-dev libexpected-dev libeigen3-dev nlohmann-json3-dev \
        mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-posix-runtime; do
        copyright_of "$library" "/usr/share/doc/$library/copyright"
    done
    rm -f -- "$packages/$name.zip"
    (cd "$place" && cmake -E tar cf "$packages/$name.zip" --format=zip "$name")
    ls -l -- "$packages/$name.zip"
}

# In a mount namespace of its own
package_web() {
    local place=$project/build/web version package
    local licences=$place/licences
    . "$project/cmake/chroot.sh"
    bash "$project/cmake/setup.sh" view
    bash "$project/view/install.sh"
    root=$place/root
    if [ -e "$place/.complete" ]; then
        enter_root
    else
        debian_root amd64 trixie "$root"
        echo "deb-src $(mirror) trixie main" >>"$root/etc/apt/sources.list"
        inside apt-get update
        inside apt-get install -y --no-install-recommends emscripten cmake ninja-build pkg-config dpkg-dev \
            libeigen3-dev libexpected-dev libpugixml-dev libstb-dev libutfcpp-dev nlohmann-json3-dev rapidjson-dev
        touch "$place/.complete"
    fi
    mkdir -p "$root/project" "$packages"
    mount --bind "$project" "$root/project"
    inside bash /project/view/engine/build.sh /engine

    rm -rf -- "$licences" "$place/sample"
    mkdir -p "$licences"
    cp -- "$root/engine/sources/assimp/debian/copyright" "$licences/assimp.txt"
    cp -- "$root/engine/sources/zlib/LICENSE" "$licences/zlib.txt"
    for package in libeigen3-dev libexpected-dev libstb-dev libutfcpp-dev nlohmann-json3-dev rapidjson-dev; do
        cp -- "$root/usr/share/doc/$package/copyright" "$licences/$package.txt"
    done
    # The page contains neither emscripten's tests nor its programs.
    awk -v RS= -v ORS='\n\n' '!/^Files:\n test\// && !/^License: (L?GPL|FTL|FSF)/' \
        "$root/usr/share/doc/emscripten/copyright" >"$licences/emscripten.txt"
    cp -- "$root/usr/share/emscripten/system/lib/libc/musl/COPYRIGHT" "$licences/musl.txt"
    # For LLVM's C++ library
    cp -- "$root/usr/share/common-licenses/Apache-2.0" "$licences"
    version=$(sed -nE 's/^#define ASSIMP_MD2_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' \
        "$project/include/assimp-md2/version.h" | paste -sd.)
    cp -r -- "$root/engine"/{engine.js,engine.wasm,sample} "$place"
    node "$project/view/make_page.mjs" "$place" "$packages/assimp-md2-$version.html"
    ls -l -- "$packages/assimp-md2-$version.html"
}

# one_source NAME README FILE...: packs files of the one source with the licence and a README
one_source() {
    bash "$project/cmake/setup.sh" build
    bash "$project/cmake/setup.sh" packages python3
    local build=$project/build/source name contents
    cmake -S "$project" -B "$build" -G Ninja '-DASSIMP_MD2_PRODUCTS=importer;skeleton'
    cmake --build "$build" --target assimp-md2-single-source
    name=assimp-md2-$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")-$1
    contents=$build/$name
    rm -rf -- "$contents" "$packages/$name.zip"
    mkdir -p "$contents" "$packages"
    cp -- "${@:3}" "$project/LICENSE" "$contents"
    cp -- "$project/cmake/$2" "$contents/README.md"
    (cd "$build" && cmake -E tar cf "$packages/$name.zip" --format=zip "$name")
    ls -l -- "$packages/$name.zip"
}

package_debian() {
    bash "$project/cmake/setup.sh" package
    cmake -S "$project" --preset release -B "$packages" -DCMAKE_INSTALL_PREFIX=/usr
    cmake --build "$packages"
    cd "$packages"
    rm -f -- *.deb *.tar.gz
    cpack -G DEB
    cpack --config CPackSourceConfig.cmake
    ls -l -- "$packages"/*.deb "$packages"/*.tar.gz
}

package_release() {
    local kind
    rm -f -- "$packages"/*.{zip,html}
    for kind in '' source assimp windows web; do
        bash "$0" ${kind:+"$kind"}
    done
    (cd "$packages" && sha256sum -- *.deb *.tar.gz *.zip *.html >SHA256SUMS)
    cat -- "$packages/SHA256SUMS"
}

case $* in
'') package_debian ;;
source) one_source source single_source_readme.md "$project"/build/source/plugin/assimp_md2.{h,cpp} ;;
assimp) one_source for-assimp for_assimp/README.md "$project"/build/source/plugin/MD2Loader.{h,cpp} ;;
windows) package_windows ;;
release) package_release ;;
web) unshare --mount bash "$0" --web ;;
--web) package_web ;;
*) wrong_arguments ;;
esac
