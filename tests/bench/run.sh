#!/usr/bin/env bash
# Builds the benchmark in build/bench, runs it, and writes the report to build/bench/report.md: run.sh [FOLDER...]
# FOLDER: models to import from disk, besides the generated folders. REPETITIONS: of each case, 5 unless set.
set -euo pipefail

root=$(realpath -- "$(dirname -- "$0")/../..")
build=$root/build/bench
folders=()
for folder in "$@"; do
    if [ ! -d "$folder" ]; then
        echo "usage: bash tests/bench/run.sh [FOLDER...]: $folder is not a folder" >&2
        exit 2
    fi
    folders+=(--folder "$(realpath -- "$folder")")
done

{
    bash "$root/cmake/setup.sh" demo
    bash "$root/cmake/setup.sh" packages python3
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSIMP_MD2_BUILD_TESTS=ON
    cmake --build "$build" --target import-benchmark portable-benchmark disk-benchmark assimp-md2-plugin
} >&2
python3 "$root/tests/bench/report.py" --repetitions "${REPETITIONS-5}" --command "bash tests/bench/run.sh $*" \
    --build "$build" "${folders[@]}" "$build/tests/bench/import-benchmark" --benchmark_min_time=0.1 |
    tee "$build/report.md"
