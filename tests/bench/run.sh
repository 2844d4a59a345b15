#!/usr/bin/env bash
# Builds the benchmark in build/bench, runs it, and writes the report to build/bench/report.md.
#
# usage: bash tests/bench/run.sh [FOLDER...]
#
# FOLDER       models to import from disk, besides the generated folders
# REPETITIONS  environment variable: repetitions of each case, 5 by default
set -euo pipefail
root=$(realpath -- "$(dirname -- "$0")/../..")
. "$root/cmake/usage.sh"

build=$root/build/bench
folders=()
for folder in "$@"; do
    if [ ! -d "$folder" ]; then
        echo "tests/bench/run.sh: $folder is not a folder" >&2
        wrong_arguments
    fi
    folders+=(--folder "$(realpath -- "$folder")")
done

{
    bash "$root/cmake/setup.sh" bench
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSIMP_MD2_BUILD_TESTS=ON
    cmake --build "$build" --target import-benchmark portable-benchmark disk-benchmark \
        md2-export-benchmark assimp-md2-plugin
} >&2
python3 "$root/tests/bench/report.py" --repetitions "${REPETITIONS-5}" --command "bash tests/bench/run.sh $*" \
    --build "$build" "${folders[@]}" "$build/tests/bench/import-benchmark" --benchmark_min_time=0.1 |
    tee "$build/report.md"
