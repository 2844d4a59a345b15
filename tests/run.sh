#!/usr/bin/env bash
# Installs what the tests need, builds the library and the tests, and runs all tests.
#
# usage: bash tests/run.sh [dev | all | clients | asan | fuzz | tsan] [CTEST_OPTION...]
#
#   dev      GCC, in build/dev (the default): GoogleTest, the program assimp, projects that use the installed package
#   all      as dev, and with other programs: three.js, Chromium, VTK, Irrlicht …; all formats and flags of assimp
#   clients  as all, and with the programs whose tests are slow, such as Blender, or that need many packages
#   asan     with the address and undefined behaviour sanitizers, in build/asan: GoogleTest, assimp, the glTF validator
#   fuzz     as asan without assimp, with Clang and the fuzz targets, in build/fuzz
#   tsan     as asan, with the thread sanitizer, in build/tsan
#
# The folder ASSIMP_MD2_MODELS, or ../shared/models if it exists, adds the tests of real models.
set -euo pipefail
root=$(realpath -- "$(dirname -- "$0")/..")
. "$root/cmake/usage.sh"

preset=${1-dev}
packages=all
others=ON
slow=OFF
minutes=45 # of one processor
extra=()   # packages besides
case $preset in
dev)
    packages=test
    others=OFF
    minutes=10
    ;;
all | clients)
    [ "$preset" = all ] || slow=ON
    packages=$preset
    preset=dev
    minutes=26
    ;;
asan | tsan) ;;
fuzz) extra=(clang libclang-rt-dev) ;;
*) wrong_arguments ;;
esac
cd "$root"

processors=$(nproc)
echo "Building and testing takes about $(((minutes + processors - 1) / processors)) minutes on $processors processors," \
    'besides downloads.'
bash cmake/setup.sh "$packages"
[ ${#extra[@]} -eq 0 ] || bash cmake/setup.sh packages "${extra[@]}"
if [ $others = ON ]; then
    echo 'Installing the npm packages of tests/programs/clients/package.json and tests/view/package.json: a download of about 65 MB'
    for folder in tests/programs/clients tests/view; do
        (cd "$folder" && npm install --no-audit --no-fund --loglevel=error)
    done
    bash view/install.sh
fi
models=${ASSIMP_MD2_MODELS-../shared/models}
if [ -f "$models/expected.json" ]; then
    models=$(realpath -- "$models")
else
    echo "No expected.json in $models: the tests of real models are not built."
    models=
fi
cmake --preset "$preset" -DASSIMP_MD2_MODELS="$models" -DASSIMP_MD2_OTHER_PROGRAMS=$others \
    -DASSIMP_MD2_SLOW_CLIENTS=$slow
cmake --build --preset "$preset"
ctest --preset "$preset" -j "$processors" "${@:2}"
