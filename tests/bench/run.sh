#!/usr/bin/env bash
# Builds the benchmarks in build/bench, runs them, writes the figures to build/bench/report.json and prints the tables.
#
# usage: bash tests/bench/run.sh [--update]
#
# --update  also writes the figures to tests/bench/results and the tables to tests/bench/README.md
set -euo pipefail
root=$(realpath -- "$(dirname -- "$0")/../..")
. "$root/cmake/usage.sh"
updates=
if [ "${1-}" = --update ]; then
    updates=1
    shift
fi
[ $# -eq 0 ] || wrong_arguments

build=$root/build/bench
{
    bash "$root/cmake/setup.sh" bench
    cmake -S "$root" --preset release -B "$build" -DASSIMP_MD2_BUILD_TESTS=ON
    cmake --build "$build" --target import-benchmark
} >&2
python3 "$root/tests/bench/report.py" measure "$build" "$build/report.json"
python3 "$root/tests/bench/report.py" print "$build/report.json"
if [ "$updates" ]; then
    mkdir -p "$root/tests/bench/results"
    cp "$build/report.json" "$root/tests/bench/results/report.json"
    python3 "$root/tests/bench/report.py" update
fi
