#!/usr/bin/env bash
# A project of its own uses the library.
#
# usage: bash tests/programs/consumer/consumer_test.sh WAY CMAKE SOURCE_DIR BUILD_DIR COMPILER ASSIMP_DIR ASSIMP_VERSION
#
#   static          it finds, links and runs the library of BUILD_DIR, installed, by CMake and by pkg-config
#   shared          it builds a shared library from the source package and installs it; then as static
#   own-assimp      it builds the products that it links, with an Assimp of its own
#   own-version     it builds the library from its folder, with an Assimp of another version than the installed one
set -euo pipefail

way=$1
cmake=$2
source=$3
build=$4
compiler=$5
assimp_dir=$6
assimp_version=$7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
consumer=$source/tests/programs/consumer
configure=("$cmake" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER="$compiler" -Dassimp_DIR="$assimp_dir")
# For the library: without optimisation and Eigen's assertions, and from one large source, it compiles in a quarter of the time.
quickly=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0)
"$build/tests/make-sample" "$work/tris.md2"

# quietly COMMAND...: what the command prints is shown only when it fails. ninja prints compilers' errors there.
quietly() {
    "$@" >"$work/output" || {
        cat "$work/output" >&2
        return 1
    }
}

# gives PROGRAM TEXT: the first line that the program prints for the sample is TEXT
gives() {
    local said
    said=$("$1" "$work/tris.md2" | sed -n 1p)
    [ "$said" = "$2" ] || {
        echo "$1 printed \"$said\" instead of \"$2\"" >&2
        exit 1
    }
    echo "ok: $1"
}

bash "$consumer/program_of.sh" "$source/README.md" >"$work/readme.cpp"
bash "$consumer/program_of.sh" "$source/docs/importing.md" >"$work/play.cpp"

# plays PROGRAM CLIP SECONDS TIME: the program shows the pose that the clip has at TIME, in frames
plays() {
    "$1" "$work/tris.md2" "$2" "$3" >"$work/pose.obj"
    python3 "$consumer/check_pose.py" "$build/plugin/command/convert" "$work/tris.md2" "$work/pose.obj" "$2" "$4"
    echo "ok: $1 $2 $3"
}

# uses_installed KIND: programs use the library, static or shared, that is installed in $prefix and $libraries
uses_installed() {
    local kind=$1 library_folder flags
    quietly "${configure[@]}" -S "$consumer" -B "$work/consumer-$kind" -DCMAKE_PREFIX_PATH="$prefix;$work/libraries" \
        -DREADME_PROGRAM="$work/readme.cpp" -DPLAY_PROGRAM="$work/play.cpp" \
        -DLIST_PROGRAM="$source/tests/programs/assimp/list_scene.cpp"
    quietly "$cmake" --build "$work/consumer-$kind" -j 1
    # A library reads no environment.
    ASSIMP_MD2_CLIPS=none gives "$work/consumer-$kind/importer-only" \
        '58 frames, 8 clips, MD2: IMPORT_MD2_ANIMATION is skeleton, but the program has registered the importer without bones; link assimp-md2::skeleton, or compile the one source with -DASSIMP_MD2_SKELETON and Eigen, and call registerImporterWithSkeletons'
    gives "$work/consumer-$kind/import-file" \
        '58 frames, 8 clips, 20 ticks a second, MD2: IMPORT_MD2_FPS is "ten", expected a number above 0'
    gives "$work/consumer-$kind/with-skeleton" '58 frames, 8 clips, 2 bones'
    gives "$work/consumer-$kind/explicit" '58 frames, 8 clips, 20 ticks a second'
    gives "$work/consumer-$kind/linked" "mesh ${work##*/}: 797 vertices, 918 triangles, 58 frames" # tris.md2 has the name of its folder
    if readelf -d "$work/consumer-$kind/linked" | grep -F unneeded; then
        echo 'assimp-md2::plugin keeps libraries that the program does not need' >&2
        exit 1
    fi
    gives "$work/consumer-$kind/readme" '58 frames, 8 clips'
    plays "$work/consumer-$kind/play" stand 0 0
    plays "$work/consumer-$kind/play" stand 0.225 2.25
    plays "$work/consumer-$kind/play" bite 0.225 2.25
    "$work/consumer-$kind/readme" "$work/tris.md2" "$work/tris-$kind.glb" >/dev/null
    grep -qa '"path":"weights"' "$work/tris-$kind.glb"

    library_folder=$(cd "$prefix" && realpath -- "$libraries")
    read -ra flags <<<"$(PKG_CONFIG_PATH=$library_folder/pkgconfig:$assimp_dir/../../pkgconfig \
        pkg-config --cflags --libs assimp-md2-gltf)"
    "$compiler" ${CXXFLAGS-} -std=c++17 "$consumer/explicit.cpp" -o "$work/pkg-config-$kind" "${flags[@]}" \
        -Wl,-rpath,"$library_folder":"$assimp_dir/../.."
    gives "$work/pkg-config-$kind" '58 frames, 8 clips, 20 ticks a second'
}

# The consumer's own Assimp: a target of its build in front of the installed library
own_assimp=(-DASSIMP_FOLDER="$consumer/assimp"
    -DINSTALLED_LIBRARY="$(find "$assimp_dir/../.." -maxdepth 1 -name libassimp.so)"
    -DINSTALLED_HEADERS="$(pkg-config --variable=includedir "$assimp_dir/../../pkgconfig/assimp.pc")")

# embeds NAME OPTION...: a project that builds assimp-md2 runs
embeds() {
    quietly "${configure[@]}" "${quickly[@]}" -S "$consumer/embedding" -B "$work/$1" "${@:2}"
    quietly "$cmake" --build "$work/$1" -j 1 --target explicit
    gives "$work/$1/explicit" '58 frames, 8 clips, 20 ticks a second'
}

# Sets $package.
make_source_package() {
    quietly "$(dirname -- "$cmake")/cpack" --config "$build/CPackSourceConfig.cmake" -B "$work/source-package"
    package=$(echo "$work"/source-package/*.tar.gz)
    if tar tf "$package" | grep -E '^[^/]*/(build|\.ci|\.git/|.*node_modules/)'; then
        echo 'the source package holds more than sources' >&2
        exit 1
    fi
}

case $way in
static)
    prefix=$work/static
    libraries=$(sed -n 's/^CMAKE_INSTALL_LIBDIR:PATH=//p' "$build/CMakeCache.txt")
    quietly "$cmake" --install "$build" --prefix "$prefix"
    # An engine's Assimp may have been built without exporters.
    if nm -uC "$prefix/$libraries/libassimp-md2.a" | grep -E 'Assimp::Export'; then
        echo 'the importer refers to exporters of Assimp' >&2
        exit 1
    fi
    if nm -u "$prefix/$libraries"/libassimp-md2*.a | grep -E ' (secure_)?getenv'; then
        echo 'a library reads the environment' >&2
        exit 1
    fi
    uses_installed static
    ;;
shared)
    prefix=$work/shared
    libraries=$work/libraries/lib # not below the prefix
    make_source_package
    embeds source-package -DASSIMP_MD2="$package" -DBUILD_SHARED_LIBS=ON -DASSIMP_MD2_INSTALL=ON \
        '-DASSIMP_MD2_PRODUCTS=importer;skeleton;games;gltf;maker;preload' -DCMAKE_INSTALL_PREFIX="$prefix" \
        -DCMAKE_INSTALL_LIBDIR="$libraries"
    quietly "$cmake" --build "$work/source-package" -j 1
    quietly "$cmake" --install "$work/source-package"
    uses_installed shared
    ;;
own-assimp)
    make_source_package
    embeds own-assimp-by-find-package -DASSIMP_MD2="$package" -DASSIMP_BY_FIND_PACKAGE=ON "${own_assimp[@]}" \
        -DINSTALLED_VERSION="$assimp_version"
    if find "$work/own-assimp-by-find-package" -name '*.o' | grep -E 'assimp-md2-(skeleton|games|plugin|command|convert)'; then
        echo 'a project that contains assimp-md2 also builds what it has not asked for' >&2
        exit 1
    fi
    ;;
own-version)
    # The version is that of the consumer's Assimp, whichever is installed beside it.
    quietly "${configure[@]}" -S "$consumer/embedding" -B "$work/own-version" -DASSIMP_MD2="$source" \
        "${own_assimp[@]}" -DINSTALLED_VERSION=6.99 -DWITHOUT_ALIAS=ON
    grep -q -- '-DASSIMP_MD2_ASSIMP_MAJOR=6 -DASSIMP_MD2_ASSIMP_MINOR=99' "$work/own-version/build.ninja"
    echo "ok: $work/own-version"
    ;;
*)
    echo "consumer_test.sh: there is no way \"$way\"" >&2
    exit 2
    ;;
esac
