#!/usr/bin/env bash
# Installs what the tests need, builds, and runs them all: run.sh [PRESET], dev unless another is named.
# The folder ASSIMP_MD2_MODELS, or else ../shared/models where it is, adds the tests of real models.
set -euo pipefail

preset=${1-dev}
root=$(realpath -- "$(dirname -- "$0")/..")
cd "$root"

bash cmake/setup.sh test
(cd tests/gltf && npm install --no-audit --no-fund --loglevel=error)
models=${ASSIMP_MD2_MODELS-../shared/models}
if [ -f "$models/expected.json" ]; then
    models=$(realpath -- "$models")
else
    echo "No expected.json in $models: the tests of real models are not built."
    models=
fi
cmake --preset "$preset" -DASSIMP_MD2_MODELS="$models"
cmake --build --preset "$preset"
ctest --preset "$preset" -j "$(nproc)"
