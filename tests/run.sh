#!/usr/bin/env bash
# Installs what the tests need, builds, and runs them all: run.sh [PRESET], dev unless another is named.
# run.sh clients installs every program that the tests can use, Blender and Godot among them, and tests with all of them.
# The folder ASSIMP_MD2_MODELS, or else ../shared/models where it is, adds the tests of real models.
set -euo pipefail

preset=${1-dev}
packages=test
slow=OFF
if [ "$preset" = clients ]; then
    preset=dev
    packages=clients
    slow=ON
fi
root=$(realpath -- "$(dirname -- "$0")/..")
cd "$root"

bash cmake/setup.sh "$packages"
echo 'npm packages that the tests need: see package.json in tests/clients and tests/view'
for folder in tests/clients tests/view; do
    (cd "$folder" && npm install --no-audit --no-fund --loglevel=error)
done
bash view/install.sh
models=${ASSIMP_MD2_MODELS-../shared/models}
if [ -f "$models/expected.json" ]; then
    models=$(realpath -- "$models")
else
    echo "No expected.json in $models: the tests of real models are not built."
    models=
fi
cmake --preset "$preset" -DASSIMP_MD2_MODELS="$models" -DASSIMP_MD2_SLOW_CLIENTS=$slow
cmake --build --preset "$preset"
ctest --preset "$preset" -j "$(nproc)"
