# cmake/package.sh and tests/platforms/run.sh source this file, to cross-compile for Windows with mingw-w64. They set the
# variables project (the folder of the project), place (a folder for sources and builds) and jobs.
# shellcheck shell=bash disable=SC2154

. "$project/cmake/chroot.sh"
sysroot=$place/windows-sysroot
# For cmake. Debian's zlib for Windows has a DLL, too.
windows=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$project/cmake/windows.cmake"
    -DCMAKE_FIND_ROOT_PATH="/usr/x86_64-w64-mingw32;$sysroot" -DZLIB_LIBRARY=/usr/x86_64-w64-mingw32/lib/libz.a)

# debian_source PACKAGE: the folder of the source package, of Debian 12
debian_source() {
    local sources=$place/sources
    if [ ! -e "$sources/$1" ]; then
        rm -rf -- "$sources/$1.new"
        mkdir -p "$sources/lists/partial" "$sources/$1.new"
        echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) bookworm main" \
            >"$sources/sources.list"
        local apt=(apt-get -o Dir::Etc::SourceList="$sources/sources.list" -o Dir::Etc::SourceParts=/dev/null
            -o Dir::State::Lists="$sources/lists")
        "${apt[@]}" update >&2
        (cd "$sources/$1.new" && "${apt[@]}" source --only-source "$1" >&2)
        mv "$sources/$1.new"/*/ "$sources/$1"
        rm -r "$sources/$1.new"
    fi
    echo "$sources/$1"
}

# for_windows SOURCE BUILD OPTION...: configures, builds and installs into $sysroot
for_windows() {
    cmake -S "$1" -B "$2" "${windows[@]}" -DCMAKE_INSTALL_PREFIX="$sysroot" "${@:3}"
    cmake --build "$2" -j "$jobs"
    cmake --install "$2"
}

# library_for_windows PACKAGE NAME VERSION SOURCE...: a static library of C sources, which have no build by CMake
library_for_windows() {
    local build=$place/windows-build/$1 headers=$sysroot/include/$1
    mkdir -p "$build" "$headers" "$sysroot/lib/pkgconfig"
    cp "$place/sources/$1"/*.h "$headers"
    (cd "$build" && x86_64-w64-mingw32-gcc-posix -O2 -c -I"$headers" "${@:4}")
    x86_64-w64-mingw32-ar rcs "$sysroot/lib/lib$2.a" "$build"/*.o
    cat >"$sysroot/lib/pkgconfig/$1.pc" <<PC
Name: $1
Description: $1
Version: $3
Cflags: -I$headers -I$sysroot/include
Libs: -L$sysroot/lib -l$2
PC
}

# What the library needs besides Assimp, in $sysroot
windows_sysroot() {
    bash "$project/cmake/setup.sh" packages g++-mingw-w64-x86-64-posix libz-mingw-w64-dev libstb-dev libexpected-dev \
        libeigen3-dev nlohmann-json3-dev dpkg-dev cmake ninja-build pkg-config
    # pkg-config must not answer with libraries of this system.
    export PKG_CONFIG_LIBDIR=$sysroot/lib/pkgconfig
    [ ! -e "$sysroot/.complete" ] || return 0
    mkdir -p "$sysroot/include" "$sysroot/share/cmake"
    cp -r /usr/include/{stb,tl,eigen3,nlohmann} "$sysroot/include"
    cp -r /usr/share/cmake/{tl-expected,nlohmann_json} "$sysroot/share/cmake"
    cp -r /usr/share/eigen3 "$sysroot/share"
    touch "$sysroot/.complete"
}

# Debian's Assimp as a static library, in $sysroot
assimp_for_windows() {
    bash "$project/cmake/setup.sh" packages libutfcpp-dev
    [ ! -e "$sysroot/.assimp" ] || return 0
    cp -r /usr/include/utf8cpp/. "$sysroot/include"
    for_windows "$(debian_source draco)" "$place/windows-build/draco" -DBUILD_SHARED_LIBS=OFF
    local source
    source=$(debian_source minizip)
    library_for_windows minizip minizip 1.1 "$source"/{ioapi,unzip}.c
    # The options of Debian's package
    for_windows "$(debian_source assimp)" "$place/windows-build/assimp" -DBUILD_SHARED_LIBS=OFF \
        -DASSIMP_BUILD_TESTS=OFF -DASSIMP_BUILD_ZLIB=OFF -DASSIMP_WARNINGS_AS_ERRORS=OFF -DASSIMP_IGNORE_GIT_HASH=ON \
        -DCMAKE_CXX_FLAGS="-DASSIMP_ENABLE_DRACO=1 -I$sysroot/include"
    touch "$sysroot/.assimp"
}
