#!/usr/bin/env bash
# Builds and tests on other platforms and prints one line for each: run.sh PLATFORM...
#
#   debian-12 debian-13 debian-sid   in a fresh system of that release: the suite
#   i386                             the same as 32-bit x86, Debian 12
#   arm64 s390x                      Debian 12 of that architecture under qemu: cross-compiled, the suite
#   packages-12 packages-13          the Debian packages: made on that release, lintian, installed on a fresh system, removed
#   windows                          mingw-w64 and Wine: the tests of format, image and model, without Assimp
#   windows-assimp                   the same with Assimp: all unit tests, DLL and static library, the .zip and its consumer
#   assimp-VERSION                   the suite with Assimp built from its sources
#   assimp-static assimp-double      the same with a static Assimp, and with one of double precision
#   libc++                           Clang with libc++, Assimp and GoogleTest built with it too
#   c++20 c++23 unsigned-char unity  this system's compiler, with another standard, signedness of char, or one large source
#   gcc-VERSION clang-VERSION        this system's other compilers
#
# ASSIMP_MD2_ASSIMP_SOURCES  folder of Assimp's sources, a folder for each version; the one that ASSIMP_MD2_ASSIMP names, "newest" by
#                            default, serves the platforms without a version of their own
# ASSIMP_MD2_PLATFORMS       where everything is built and kept, build/platforms by default
# DEBIAN_MIRROR              http://deb.debian.org/debian by default
#
# Needs root on Debian 12, for chroots. What is missing of debootstrap, qemu, mingw-w64 and Wine is installed.
set -euo pipefail

project=$(realpath -- "$(dirname -- "$0")/../..")
place=$(realpath -m -- "${ASSIMP_MD2_PLATFORMS-$project/build/platforms}")
mirror=${DEBIAN_MIRROR-http://deb.debian.org/debian}
jobs=$(nproc)
other_assimp=${ASSIMP_MD2_ASSIMP-newest}
suite_options=()
ctest_options=()
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DASSIMP_MD2_BUILD_TESTS=ON -DASSIMP_MD2_WERROR=ON)

# say TEXT: what the platform's line says after "passed" or "FAILED"; the last call counts.
say() { echo "$*" >"$folder/line"; }

# needs PACKAGE...: installs Debian packages on this system.
needs() {
    bash "$project/cmake/setup.sh" packages "$@"
}

# The project's files, without what was built or is ignored, into a folder.
copy_project() {
    mkdir -p "$1"
    (cd "$project" && git ls-files -z --cached --others --exclude-standard | tar c --null -T -) | tar x -C "$1"
}

# tests_of BUILD [CTEST_OPTION...]: runs the suite of a build; $1 is a folder as the system sees where it runs.
summary_of_tests() {
    sed -n 's/^\([0-9]*\)% tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\2 of \3 tests failed/p' "$1" |
        sed 's/^0 of \([0-9]*\) tests failed$/all \1 tests pass/'
}
suite() {
    local result=0
    "$@" 2>&1 | tee "$folder/tests.log" || result=1
    say "$(summary_of_tests "$folder/tests.log")${note:+, $note}"
    return "$result"
}

# ---- Fresh Debian systems

# debian_root ARCHITECTURE SUITE FOLDER: a fresh minimal system in FOLDER, which `inside COMMAND...` runs in afterwards.
debian_root() {
    needs debootstrap
    local pristine=$place/pristine/$2-$1
    if [ ! -e "$pristine.complete" ]; then
        rm -rf -- "$pristine"
        mkdir -p "$place/pristine"
        debootstrap --arch="$1" --variant=minbase --include=ca-certificates "$2" "$pristine" "$mirror"
        touch "$pristine.complete"
    fi
    root=$3
    unmount_root "$root"
    rm -rf --one-file-system -- "$root"
    cp -a -- "$pristine" "$root"
    # The mirror may be a snapshot, which apt takes for out of date after a while.
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/snapshot"
    mount_root "$root"
}
mount_root() {
    # Nothing else of this system: debootstrap has made the devices that programs need.
    mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    mounted+=("$1")
}
unmount_root() {
    ! mountpoint -q "$1/proc" || umount -- "$1/proc"
}
unmount_roots() {
    local mounted_root
    for mounted_root in "${mounted[@]}"; do
        unmount_root "$mounted_root"
    done
}
inside() {
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}
versions_inside() {
    inside sh -c 'echo "Assimp $(dpkg-query -W -f "\${Version}" libassimp-dev), GCC $(g++ -dumpfullversion)"'
}

debian() {
    debian_root "$1" "$2" "$folder/root"
    copy_project "$root/project"
    inside bash /project/cmake/setup.sh demo
    inside bash /project/cmake/setup.sh packages python3
    inside cmake -S /project -B /build "${options[@]}"
    inside cmake --build /build -j "$jobs" -- -k 0
    note=$(versions_inside)
    suite inside ctest --test-dir /build -j "$jobs" --output-on-failure
}

# program_of PAGE: the program in a page of the project
program_of() {
    bash "$project/tests/consumer/program_of.sh" "$project/$1"
}

# The Debian packages, made on one system, installed on a fresh one, used and removed.
packages() {
    local made=$folder/root/project/build/packages
    debian_root amd64 "$1" "$folder/root"
    copy_project "$root/project"
    inside bash /project/cmake/package.sh
    inside apt-get install -y --no-install-recommends lintian
    inside sh -c "lintian --fail-on error /project/build/packages/*.deb"
    note=$(versions_inside)
    inside bash /project/cmake/setup.sh demo
    inside cmake -S /project -B /project/build/packages -DASSIMP_MD2_BUILD_TESTS=ON
    inside cmake --build /project/build/packages --target make-sample
    inside /project/build/packages/tests/make-sample /project/build/tris.md2

    debian_root amd64 "$1" "$folder/fresh"
    mkdir "$root/packages"
    cp "$made"/*.deb "$project/tests/consumer/explicit.cpp" "$folder/root/project/build/tris.md2" "$root/packages"
    inside apt-get update
    inside sh -c 'apt-get install -y /packages/assimp-md2_*.deb'
    inside assimp-md2 assimp info /packages/tris.md2 | tee "$folder/info"
    grep -q 'Animations: *8$' "$folder/info"
    inside sh -c 'apt-get install -y g++ pkg-config /packages/libassimp-md2-dev_*.deb'
    inside sh -c 'cd /packages && g++ -std=c++17 explicit.cpp -o explicit $(pkg-config --cflags --libs assimp-md2)'
    inside /packages/explicit /packages/tris.md2 | grep -Fx '58 frames, 8 clips, 20 ticks a second'
    cp -r "$project/tests/consumer" "$root/packages"
    program_of README.md >"$root/packages/readme.cpp"
    program_of docs/importing.md >"$root/packages/play.cpp"
    inside apt-get install -y --no-install-recommends cmake make
    inside cmake -S /packages/consumer -B /packages/build -DREADME_PROGRAM=/packages/readme.cpp -DPLAY_PROGRAM=/packages/play.cpp
    inside cmake --build /packages/build
    inside /packages/build/readme /packages/tris.md2 | grep -Fx '58 frames, 8 clips'
    inside apt-get remove -y assimp-md2 libassimp-md2-dev
    if find "$root" -xdev -path "$root/packages" -prune -o -path "$root/var/log" -prune -o -path '*assimp-md2*' -print | grep .; then
        say 'removed packages leave files'
        return 1
    fi
    # Packages for another minor version of Assimp
    local others
    for others in "$place"/packages-*/root/project/build/packages; do
        if [ "$others" != "$made" ] && ls "$others"/assimp-md2_*.deb; then
            mkdir -p "$root/others"
            cp "$others"/assimp-md2_*.deb "$root/others"
            if inside sh -c 'apt-get install -y /others/assimp-md2_*.deb'; then
                say 'a package for another Assimp can be installed'
                return 1
            fi
        fi
    done
    say "lintian has no errors; installed, used and removed; $note"
}

# foreign ARCHITECTURE TRIPLET: cross-compiled on amd64, with the libraries of the other architecture beside; the programs
# run under qemu. Without the tests that start programs of Debian (programs, hosts, consumers, export-matrix).
foreign() {
    needs qemu-user-static
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    local processor=${2%%-*}
    [ -e "/proc/sys/fs/binfmt_misc/qemu-$processor" ] ||
        cat "/usr/lib/binfmt.d/qemu-$processor.conf" >/proc/sys/fs/binfmt_misc/register
    debian_root amd64 bookworm "$folder/root"
    copy_project "$root/project"
    inside dpkg --add-architecture "$1"
    inside apt-get update
    inside apt-get install -y --no-install-recommends "g++-$2" cmake ninja-build pkg-config python3 nlohmann-json3-dev \
        libexpected-dev {libassimp-dev,libdeflate-dev,libpng-dev,libstb-dev,libgtest-dev,libbenchmark-dev}:"$1"
    inside env PKG_CONFIG_LIBDIR="/usr/lib/$2/pkgconfig:/usr/share/pkgconfig" \
        cmake -S /project -B /build "${options[@]}" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$processor" \
        -DCMAKE_C_COMPILER="$2-gcc" -DCMAKE_CXX_COMPILER="$2-g++"
    inside cmake --build /build -j "$jobs" -- -k 0
    inside /build/tests/make-sample /build/tris.md2
    inside env LD_PRELOAD=/build/plugin/libassimp-md2-plugin.so /build/tests/list-scene /build/tris.md2 | grep -F ' 58 frames'
    note="Assimp $(inside dpkg-query -W -f '${Version}' "libassimp-dev:$1"), GCC $(inside "$2-g++" -dumpfullversion), qemu"
    suite inside ctest --test-dir /build -j "$jobs" --output-on-failure -E '^(programs|hosts|consumers|documents|export-matrix)$'
}

# ---- This system's compilers

# variant OPTION...: the suite, configured with these options of cmake.
variant() {
    local compiler
    bash "$project/cmake/setup.sh" test
    cmake -S "$project" -B "$folder/build" "${options[@]}" -DASSIMP_MD2_MODELS="${ASSIMP_MD2_MODELS-}" "$@"
    cmake --build "$folder/build" -j "$jobs" -- -k 0
    compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$folder/build/CMakeCache.txt")
    note+=${note:+, }$("$compiler" --version | sed -n 1p)
    suite ctest --test-dir "$folder/build" -j "$jobs" --output-on-failure "${ctest_options[@]}"
}

# ---- Other Assimps

# assimp_source NAME: the folder of Assimp's sources
assimp_source() {
    local source=${ASSIMP_MD2_ASSIMP_SOURCES-}/$1
    if [ ! -f "$source/CMakeLists.txt" ]; then
        echo "$source is not there; ASSIMP_MD2_ASSIMP_SOURCES names the folder of Assimp's sources" >&2
        return 1
    fi
    echo "$source"
}
# The parts of Assimp that the tests use, and the importers of FBX and 3DS and the exporters of ASSBIN and ASSXML, without
# which one Assimp or another does not build
assimp_options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DASSIMP_BUILD_TESTS=OFF -DASSIMP_WARNINGS_AS_ERRORS=OFF
    -DASSIMP_BUILD_ALL_IMPORTERS_BY_DEFAULT=OFF -DASSIMP_BUILD_ALL_EXPORTERS_BY_DEFAULT=OFF -DASSIMP_INJECT_DEBUG_POSTFIX=OFF)
for part in MD2_IMPORTER GLTF_IMPORTER OBJ_IMPORTER PLY_IMPORTER STL_IMPORTER MD3_IMPORTER COLLADA_IMPORTER \
    3DS_IMPORTER FBX_IMPORTER \
    GLTF_EXPORTER OBJ_EXPORTER PLY_EXPORTER STL_EXPORTER COLLADA_EXPORTER FBX_EXPORTER X_EXPORTER 3DS_EXPORTER \
    ASSBIN_EXPORTER ASSXML_EXPORTER; do
    assimp_options+=("-DASSIMP_BUILD_$part=ON")
done

# with_assimp NAME OPTION...: the suite with Assimp built from its sources
with_assimp() {
    local prefix=$folder/assimp
    if [ ! -e "$prefix" ]; then
        cmake -S "$(assimp_source "$1")" -B "$folder/assimp-build" "${assimp_options[@]}" -DASSIMP_BUILD_ASSIMP_TOOLS=ON \
            -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_RPATH="$prefix/lib" "${@:2}"
        cmake --build "$folder/assimp-build" -j "$jobs"
        cmake --install "$folder/assimp-build"
    fi
    note="Assimp $(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$prefix"/lib/cmake/assimp*/assimp*onfigVersion.cmake)"
    export PATH=$prefix/bin:$PATH
    # An installed plugin has no path to its Assimp, and this system's may have the same name.
    export LD_LIBRARY_PATH=$prefix/lib
    variant -DCMAKE_PREFIX_PATH="$prefix;$folder/googletest" "${suite_options[@]}"
}

# Clang's own C++ library, for Assimp and GoogleTest too; Google Benchmark, which Debian has for GCC's, is left out.
with_libcxx() {
    # Debian 12's own libc++, of version 14, leaks what a vector holds whose copy runs out of memory.
    needs clang-16 libc++-16-dev libc++abi-16-dev googletest
    # In the environment, for the builds inside of tests too
    export CC=clang-16 CXX=clang++-16 CXXFLAGS=-stdlib=libc++
    if [ ! -e "$folder/googletest" ]; then
        cmake -S /usr/src/googletest -B "$folder/googletest-build" -G Ninja -DBUILD_GMOCK=OFF \
            -DCMAKE_INSTALL_PREFIX="$folder/googletest"
        cmake --build "$folder/googletest-build"
        cmake --install "$folder/googletest-build"
    fi
    suite_options=(-DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON)
    with_assimp "$1"
}

# ---- Windows

# debian_source PACKAGE: the folder of the source package, of Debian 12
debian_source() {
    local sources=$place/sources
    if [ ! -e "$sources/$1" ]; then
        mkdir -p "$sources/lists/partial" "$sources/$1.new"
        echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main" \
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

# Debian 12's libdeflate has no build by CMake.
libdeflate_for_windows() {
    local source
    source=$(debian_source libdeflate)
    mkdir -p "$folder/libdeflate" "$sysroot/lib/pkgconfig"
    (cd "$folder/libdeflate" &&
        x86_64-w64-mingw32-gcc-posix -O2 -c -I"$source" "$source"/lib/*.c "$source"/lib/x86/*.c)
    x86_64-w64-mingw32-ar rcs "$sysroot/lib/libdeflate.a" "$folder/libdeflate"/*.o
    cp "$source/libdeflate.h" "$sysroot/include"
    cat >"$sysroot/lib/pkgconfig/libdeflate.pc" <<PC
Name: libdeflate
Description: libdeflate
Version: $(sed -n 's/^#define LIBDEFLATE_VERSION_STRING.*"\(.*\)"/\1/p' "$source/libdeflate.h")
Cflags: -I$sysroot/include
Libs: -L$sysroot/lib -ldeflate
PC
}

# What the library and its tests need, for Windows, in $sysroot
windows_sysroot() {
    needs g++-mingw-w64-x86-64-posix libz-mingw-w64-dev wine64 wine googletest libstb-dev nlohmann-json3-dev libexpected-dev libassimp-dev \
        dpkg-dev cmake ninja-build pkg-config
    sysroot=$place/windows-sysroot
    # pkg-config must not answer with libraries of this system.
    export WINEPREFIX=$place/wine WINEDEBUG=-all PKG_CONFIG_LIBDIR=$sysroot/lib/pkgconfig
    windows=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$project/tests/platforms/windows.cmake"
        -DCMAKE_FIND_ROOT_PATH="/usr/x86_64-w64-mingw32;$sysroot")
    if [ ! -e "$sysroot/.complete" ]; then
        mkdir -p "$sysroot/include" "$sysroot/share/cmake"
        cp -r /usr/include/nlohmann /usr/include/stb /usr/include/tl "$sysroot/include"
        cp -r /usr/share/cmake/nlohmann_json /usr/share/cmake/tl-expected "$sysroot/share/cmake"
        for_windows /usr/src/googletest "$folder/googletest" -DBUILD_GMOCK=OFF
        libdeflate_for_windows
        for_windows "$(debian_source libpng1.6)" "$folder/libpng" -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
        touch "$sysroot/.complete"
    fi
}

# count_of_tests RESULT: in the summaries of GoogleTest's programs
count_of_tests() {
    sed -n "s/.*\[ *$1 *\] \([0-9]*\) tests\{0,1\}[.,].*/\1/p" "$folder/tests.log" | awk '{ sum += $1 } END { print sum + 0 }'
}

# run_windows_tests BUILD PROGRAM...: GoogleTest's programs under Wine
run_windows_tests() {
    local result=0 program
    rm -f "$folder/tests.log"
    for program in "${@:2}"; do
        (cd "$1/tests" && wine "./$program.exe") 2>&1 | tee -a "$folder/tests.log" || result=1
    done
    say "$(count_of_tests PASSED) tests pass, $(count_of_tests SKIPPED) skipped" \
        "($(x86_64-w64-mingw32-g++-posix -dumpversion | sed 's/^/mingw-w64 GCC /'), $(wine --version)${note:+, $note})"
    return "$result"
}

# Assimp's headers alone: the library is compiled, and the tests of the layers that know no Assimp are linked and run.
windows_without_assimp() {
    windows_sysroot
    local headers=$folder/assimp
    mkdir -p "$headers/include"
    cp -r /usr/include/assimp "$headers/include"
    cat >"$headers/assimp-config.cmake" <<CMAKE
set(assimp_VERSION $(dpkg-query -W -f '${Version}' libassimp-dev | sed 's/[^0-9.].*//'))
add_library(assimp::assimp INTERFACE IMPORTED)
set_target_properties(assimp::assimp PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $headers/include)
CMAKE
    cmake -S "$project" -B "$folder/build" "${windows[@]}" "${options[@]}" -Dassimp_DIR="$headers"
    cmake --build "$folder/build" -j "$jobs" --target assimp-md2-importer format-tests image-tests model-tests
    run_windows_tests "$folder/build" format-tests image-tests model-tests
}

# Assimp itself: every test program, and what an installed package is to a program that is compiled elsewhere.
windows_with_assimp() {
    windows_sysroot
    [ -e "$sysroot/include/assimp" ] ||
        for_windows "$(assimp_source "$1")" "$folder/assimp" "${assimp_options[@]}" -DASSIMP_BUILD_ASSIMP_TOOLS=OFF \
            -DASSIMP_BUILD_ZLIB=OFF
    export WINEPATH=$sysroot/bin
    local kind
    for kind in static shared; do
        cmake -S "$project" -B "$folder/$kind" "${windows[@]}" -DCMAKE_BUILD_TYPE=Release \
            -DBUILD_SHARED_LIBS="$([ $kind = shared ] && echo ON || echo OFF)"
        cmake --build "$folder/$kind" -j "$jobs"
        rm -rf -- "$folder/$kind/zip" "$folder/$kind"/*.zip
        (cd "$folder/$kind" && cpack -G ZIP && mkdir zip && cd zip && cmake -E tar x ../*.zip)
        program_of README.md >"$folder/$kind/readme.cpp"
        cmake -S "$project/tests/consumer" -B "$folder/$kind/consumer" "${windows[@]}" \
            -DCMAKE_FIND_ROOT_PATH="/usr/x86_64-w64-mingw32;$sysroot;$(echo "$folder/$kind"/zip/*)" \
            -DREADME_PROGRAM="$folder/$kind/readme.cpp"
        cmake --build "$folder/$kind/consumer"
    done
    cmake -S "$project" -B "$folder/build" "${windows[@]}" "${options[@]}"
    cmake --build "$folder/build" -j "$jobs" -- -k 0
    wine "$folder/build/tests/make-sample.exe" "$folder/tris.md2"
    for kind in static shared; do
        WINEPATH="$sysroot/bin;$(echo "$folder/$kind"/zip/*/bin)" wine "$folder/$kind/consumer/explicit.exe" "$folder/tris.md2" |
            tr -d '\r' | grep -Fx '58 frames, 8 clips, 20 ticks a second'
    done
    note="Assimp $1; DLL, static library and .zip used by a program"
    run_windows_tests "$folder/build" format-tests image-tests model-tests importer-tests \
        hostile-file-tests gltf/gltf-tests registration/registration-tests registration/other-version-tests
}

# ---- Platforms

run_platform() {
    case $1 in
    debian-12) debian amd64 bookworm ;;
    debian-13) debian amd64 trixie ;;
    debian-sid) debian amd64 sid ;;
    i386) debian i386 bookworm ;;
    packages-12) packages bookworm ;;
    packages-13) packages trixie ;;
    arm64) foreign arm64 aarch64-linux-gnu ;;
    s390x) foreign s390x s390x-linux-gnu ;;
    windows) windows_without_assimp ;;
    windows-assimp) windows_with_assimp "$other_assimp" ;;
    assimp-static)
        # With its own zlib and minizip: the system's minizip does not bring zlib with it.
        with_assimp "$other_assimp" -DBUILD_SHARED_LIBS=OFF -DASSIMP_BUILD_ZLIB=ON -DASSIMP_BUILD_MINIZIP=ON
        ;;
    assimp-5.2.0)
        # Its Compression.h does not include what declares size_t. It takes warnings for errors, whatever its option says. It
        # needs a minizip like its own.
        with_assimp 5.2.0 '-DCMAKE_CXX_FLAGS=-include cstddef -w' -DASSIMP_BUILD_ZLIB=ON -DASSIMP_BUILD_MINIZIP=ON
        ;;
    assimp-double)
        # Without the tests of programs that export glTF, which is refused
        ctest_options=(-E '^(programs|hosts|consumers|export-matrix)$')
        with_assimp "$other_assimp" -DASSIMP_DOUBLE_PRECISION=ON
        ;;
    assimp-*) with_assimp "${1#assimp-}" ;;
    libc++) with_libcxx "$other_assimp" ;;
    c++20 | c++23) variant -DCMAKE_CXX_STANDARD="${1#c++}" ;;
    unsigned-char) variant -DCMAKE_CXX_FLAGS=-funsigned-char ;;
    unity) variant -DCMAKE_UNITY_BUILD=ON ;;
    gcc-*) variant -DCMAKE_CXX_COMPILER="g++-${1#gcc-}" ;;
    clang-*) variant -DCMAKE_CXX_COMPILER="clang++-${1#clang-}" ;;
    *)
        say 'no such platform'
        return 1
        ;;
    esac
}

# One platform in a process of its own, with its output in its log
if [ "${1-}" = --one ]; then
    folder=$place/$2
    mounted=()
    note=
    trap unmount_roots EXIT
    run_platform "$2"
    exit
fi

failures=0
for platform in "$@"; do
    folder=$place/$platform
    mkdir -p "$folder"
    say 'see the log'
    started=$SECONDS
    if bash "$0" --one "$platform" >"$folder/log" 2>&1 </dev/null; then
        echo "$platform: passed: $(cat "$folder/line") ($((SECONDS - started)) s)"
    else
        echo "$platform: FAILED: $(cat "$folder/line") ($folder/log)"
        failures=$((failures + 1))
    fi
done
[ $# -gt 0 ] || sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
exit $((failures > 0))
