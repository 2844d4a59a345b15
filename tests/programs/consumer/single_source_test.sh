#!/usr/bin/env bash
# Compiles the importer as one source file, without a package besides Assimp, by a command, CMake and Meson; imports the sample,
# and checks what a shared object of it exports.
#
# usage: bash tests/programs/consumer/single_source_test.sh
set -euo pipefail
. "$(dirname -- "$0")/../../../cmake/usage.sh"
[ $# -eq 0 ] || wrong_arguments
project=$(realpath -- "$(dirname -- "$0")/../../..")
. "$project/tests/support/checks.sh"

bash "$project/cmake/setup.sh" build
bash "$project/cmake/setup.sh" packages python3 meson unzip
bash "$project/cmake/package.sh" source >/dev/null
cmake --preset release -S "$project" -B "$project/build/single" -DASSIMP_MD2_BUILD_SAMPLE=ON -DCMAKE_BUILD_TYPE=None >/dev/null
cmake --build "$project/build/single" --target make-sample >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unzip -q "$project"/build/packages/*-source.zip
cd assimp-md2-*-source
"$project/build/single/tests/make-sample" tris.md2 >/dev/null
check 'the README of the package has 20 lines' test "$(wc -l <README.md)" -le 20
cp "$project/tests/programs/consumer/single_source.cpp" program.cpp
# plays PROGRAM: it imports the sample with its skin
plays() { [ "$("$1" tris.md2)" = '58 frames, 8 clips, 797 vertices, an image' ]; }

warnings=(-Wall -Wextra -Wpedantic -Werror)
check 'it compiles by a command' c++ -std=c++17 -O2 "${warnings[@]}" program.cpp assimp_md2.cpp -lassimp -o plain
check 'the program plays the sample' plays ./plain
cp "$project/tests/programs/consumer/import_file.c" .
check 'its header compiles as C' cc -std=c99 -O2 "${warnings[@]}" -DONE_SOURCE -c import_file.c -o import_file.o
check 'a program in C links it' c++ -std=c++17 import_file.o assimp_md2.cpp -lassimp -o import_file
check 'the program in C imports the sample' \
    test "$(./import_file tris.md2)" = '58 frames, 8 clips, 20 ticks a second, MD2: IMPORT_MD2_FPS is "ten", expected a number above 0'
check 'it compiles with zlib' c++ -std=c++17 "${warnings[@]}" -DASSIMP_MD2_ZLIB program.cpp assimp_md2.cpp -lassimp -lz -o with-zlib
check 'the program with zlib plays the sample' plays ./with-zlib
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(engine LANGUAGES CXX)
find_package(assimp REQUIRED)
add_executable(engine program.cpp assimp_md2.cpp)
target_compile_features(engine PRIVATE cxx_std_17)
target_link_libraries(engine PRIVATE assimp::assimp)
CMAKE
cmake -S . -B cmake -DCMAKE_BUILD_TYPE=None >/dev/null
cmake --build cmake >/dev/null
check 'the program of CMake plays the sample' plays cmake/engine
cat >meson.build <<'MESON'
project('engine', 'cpp', default_options: ['cpp_std=c++17'])
executable('engine', 'program.cpp', 'assimp_md2.cpp', dependencies: dependency('assimp'))
MESON
meson setup -Dbuildtype=plain meson >/dev/null
meson compile -C meson >/dev/null
check 'the program of Meson plays the sample' plays meson/engine
# Undefined symbols of exporters would be an error of the linker where Assimp was built without them.
c++ -std=c++17 -fvisibility=hidden -DASSIMP_MD2_BUILDING -fPIC -shared assimp_md2.cpp -lassimp -o shared.so
check 'it refers to no exporter' bash -c '! nm -uC shared.so | grep -q "Assimp::Export"'
# exports SYMBOL...: what a shared object exports, without the weak symbols of Assimp's headers and the standard library
exports() { [ "$(nm -C --defined-only -g shared.so | sed -n 's/^[0-9a-f]* [A-TX-Z] //p' | sort)" = "$(printf '%s\n' "$@" | sort)" ]; }
check 'a shared object exports the functions of assimp_md2.h' \
    exports 'assimp_md2::registerImporter(Assimp::Importer&)' 'assimp_md2::version()' assimpMd2ImportFile
all_hold
