#!/usr/bin/env bash
# Compiles the importer as one source file, without a package besides Assimp, by a command and CMake, with bones, with
# -ffast-math, and with an engine in one translation unit; imports the sample, and checks what a shared object of it exports.
#
# usage: bash tests/programs/consumer/single_source_test.sh
set -euo pipefail
. "$(dirname -- "$0")/../../../cmake/usage.sh"
[ $# -eq 0 ] || wrong_arguments
project=$(realpath -- "$(dirname -- "$0")/../../..")
. "$project/tests/support/checks.sh"

bash "$project/cmake/setup.sh" build
bash "$project/cmake/setup.sh" packages python3 unzip
bash "$project/cmake/package.sh" source >/dev/null
cmake --preset release -S "$project" -B "$project/build/single" -DASSIMP_MD2_BUILD_SAMPLE=ON -DCMAKE_BUILD_TYPE=None >/dev/null
cmake --build "$project/build/single" --target make-sample >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unzip -q "$project"/build/packages/*-source.zip
cd assimp-md2-*-source
"$project/build/single/tests/make-sample" tris.md2 >/dev/null
check 'the README of the package has 26 lines' test "$(wc -l <README.md)" -le 26
cp "$project/tests/programs/consumer/single_source.cpp" program.cpp
# plays PROGRAM: it imports the sample with its skin
plays() { [ "$("$1" tris.md2)" = '58 frames, 8 clips, 797 vertices, an image' ]; }

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror)
eigen=(-DASSIMP_MD2_SKELETON -isystem /usr/include/eigen3)
# compiles OUTPUT OPTION...: the source without a warning
compiles() { c++ -std=c++17 "${warnings[@]}" "${@:2}" -c assimp_md2.cpp -o "$1"; }
# links PROGRAM OBJECT OPTION...
links() { c++ -std=c++17 "${@:3}" program.cpp "$2" -lassimp -o "$1"; }
check 'it compiles' compiles plain.o -O2
check 'a program links it' links plain plain.o
check 'the program plays the sample' plays ./plain
check 'bones need a macro' bash -c './plain tris.md2 skeleton | grep -q -e -DASSIMP_MD2_SKELETON'
check 'it compiles with bones' compiles bones.o -O1 "${eigen[@]}"
check 'a program links it with bones' links bones bones.o "${eigen[@]}"
check 'the program with bones has some' bash -c './bones tris.md2 skeleton | grep -qx "[1-9][0-9]* bones"'
cp "$project/tests/programs/consumer/import_file.c" .
check 'its header compiles as C' cc -std=c99 -O2 -Wall -Wextra -Wpedantic -Werror -DONE_SOURCE -c import_file.c -o import_file.o
check 'a program in C links it' c++ import_file.o plain.o -lassimp -o import_file
check 'the program in C imports the sample' \
    test "$(./import_file tris.md2)" = '58 frames, 8 clips, 20 ticks a second, MD2: IMPORT_MD2_FPS is "ten", expected a number above 0'
check 'it compiles with zlib' c++ -std=c++17 -DASSIMP_MD2_ZLIB program.cpp assimp_md2.cpp -lassimp -lz -o with-zlib
check 'the program with zlib plays the sample' plays ./with-zlib

# A second copy in the same program: the library, as a shared object with the one source of another name would be
check 'two copies are linked into one program' bash -c 'sed s/one_source/another_copy/ assimp_md2.h >copy.h &&
    sed "s/one_source/another_copy/; s/assimp_md2.h/copy.h/; s/assimpMd2ImportFile/anotherImportFile/" assimp_md2.cpp >copy.cpp &&
    c++ -std=c++17 program.cpp plain.o copy.cpp -lassimp -o two'
check 'the program with two copies plays the sample' plays ./two

# The scale and translation of its fifth frame are no numbers.
python3 - <<'PYTHON'
import struct
model = bytearray(open("tris.md2", "rb").read())
frame_size, = struct.unpack_from("<i", model, 16)
frames, = struct.unpack_from("<i", model, 56)
struct.pack_into("<6f", model, frames + 4 * frame_size, *[float("nan")] * 3, *[float("inf")] * 3)
open("broken.md2", "wb").write(model)
PYTHON
# Only the importer is compiled so; the program sees what is finite.
check 'it compiles with -ffast-math' compiles fast.o -O2 -ffast-math
check 'a program links it with -ffast-math' links fast fast.o
check 'broken floats do not pass with -ffast-math' bash -c './fast broken.md2 | grep -qx "58 frames.*an image"'

stb=$(find /usr/include -name stb_image.h -printf '%h\n' -quit)
engine='#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>
#include <tl/expected.hpp>
int engineImage(const unsigned char* bytes) { int x; return stbi_info_from_memory(bytes, 4, &x, &x, &x); }
tl::expected<int, int> engineResult() { return 1; }'
printf '%s\n#include "assimp_md2.cpp"\n#include "program.cpp"\n' "$engine" >after.cpp
printf '#include "assimp_md2.cpp"\n%s\n#include "program.cpp"\n' "$engine" >before.cpp
for order in after before; do
    check "one translation unit with stb_image and tl::expected, the importer $order them" \
        c++ -std=c++17 -w -I"$stb" $order.cpp -lassimp -o $order
    check "the program with the importer $order them plays the sample" plays ./$order
done
mkdir -p old/assimp
sed /AI_COUNT_OF/d /usr/include/assimp/defs.h >old/assimp/defs.h
check 'an older Assimp is named' bash -c 'c++ -std=c++17 -Iold -fsyntax-only assimp_md2.cpp 2>&1 | grep -q "needs Assimp 5.2 or later"'
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
# Undefined symbols of exporters would be an error of the linker where Assimp was built without them.
c++ -std=c++17 -O1 "${eigen[@]}" -fPIC -shared assimp_md2.cpp -lassimp -o shared.so
check 'it refers to no exporter' bash -c '! nm -uC shared.so | grep -q "Assimp::Export"'
# exports SYMBOL...: what a shared object exports, without the weak symbols of Assimp's headers and the standard library
exports() { [ "$(nm -C --defined-only -g shared.so | sed -n 's/^[0-9a-f]* [A-TX-Z] //p' | sort)" = "$(printf '%s\n' "$@" | sort)" ]; }
check 'a shared object exports the functions of assimp_md2.h' \
    exports 'assimp_md2::one_source::registerImporter(Assimp::Importer&)' 'assimp_md2::one_source::version()' \
    'assimp_md2::one_source::registerImporterWithSkeletons(Assimp::Importer&)' assimpMd2ImportFile
all_hold
