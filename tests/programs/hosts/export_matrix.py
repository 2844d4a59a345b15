# SPDX-License-Identifier: BSD-3-Clause
"""Whatever an export without the plugin can do, it can do with the plugin.

Runs the `assimp` program once without and once with the plugin, for each model, each import preset and
post-processing flag, and each export format; and export_host, a program that passes post-processing flags to the
export itself. Each combination is a process of its own. What ends with exit code 0 without the plugin must do so with
it.

The `assimp` program of Assimp 5.4.3 crashes at random, in one process of 300, with the plugin and without it: some of its
exporters read what nobody has written. So a combination that fails only with the plugin is run REPETITIONS times more,
and fails when one of them does; more than MOST_RANDOM such combinations fail the test too.

The suite runs a part of the combinations: the presets, and the flags and formats that the importer's indexed anim meshes
make a difference for. --all runs every combination.
"""
import argparse
import concurrent.futures
import itertools
import os
import subprocess
import sys
import tempfile

# Long names: `-fi`, `-fd` … would be read as `-fFORMAT`.
PRESETS = ["-cfast", "-cdefault", "-cfull"]
FLAGS = {
    "--calc-tangent-space": 0x1, "--join-identical-vertices": 0x2, "--left-handed": 0x4, "--triangulate": 0x8,
    "--gen-normals": 0x20, "--gen-smooth-normals": 0x40, "--split-large-meshes": 0x80,
    "--pretransform-vertices": 0x100, "--limit-bone-weights": 0x200, "--validate-data-structure": 0x400,
    "--improve-cache-locality": 0x800, "--remove-redundant-materials": 0x1000, "--fix-normals": 0x2000,
    "--sort-by-ptype": 0x8000, "--find-degenerates": 0x10000, "--find-invalid-data": 0x20000,
    "--gen-uvcoords": 0x40000, "--transform-uv-coords": 0x80000, "--find-instances": 0x100000,
    "--optimize-meshes": 0x200000, "--optimize-graph": 0x400000, "--flip-uv": 0x800000,
    "--flip-winding-order": 0x1000000, "--split-by-bone-count": 0x2000000, "--debone": 0x4000000,
    "--global-scale": 0x8000000, "--embed-textures": 0x10000000, "--drop-normals": 0x40000000,
}
REPETITIONS = 5
MOST_RANDOM = 0.01
DECISIVE = ["--join-identical-vertices", "--drop-normals", "--find-invalid-data", "--left-handed"]
# Imports after which an export with flags of its own meets a scene that Assimp's exporters have trouble with.
IMPORTS = ["--join-identical-vertices", "--drop-normals"]
DECISIVE_FORMATS = ["obj", "x", "stlb", "3ds", "glb2", "glb", "fbx", "collada"]


def combinations(arguments, formats):
    options = ["", *PRESETS, *(FLAGS if arguments.all else DECISIVE)]
    for model, flag, id in itertools.product(arguments.models, options, formats):
        yield ["assimp", "export", model, "OUTPUT", f"-f{id}", *filter(None, [flag])]
    # The first model has most clips and frames.
    models, ids = (arguments.models, formats) if arguments.all else (arguments.models[:1], DECISIVE_FORMATS)
    for model, flag, preprocessing, id in itertools.product(models, IMPORTS, FLAGS, ids):
        yield [arguments.export_host, model, str(FLAGS[flag]), id, str(FLAGS[preprocessing]), "OUTPUT"]


def run(command, folder, environment):
    """The exit code; below 0 the signal, with its sign changed; None after a minute."""
    output = os.path.join(folder, "output")
    try:
        return subprocess.run([output if word == "OUTPUT" else word for word in command], env=environment, timeout=60,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode
    except subprocess.TimeoutExpired:
        return None


def outcome(command, plugin):
    with tempfile.TemporaryDirectory() as folder:
        plugged = {**os.environ, "LD_PRELOAD": plugin}
        alone = run(command, folder, {**os.environ})
        with_plugin = run(command, folder, plugged)
        is_random = alone == 0 and with_plugin != 0 and all(
            run(command, folder, plugged) == 0 for _ in range(REPETITIONS))
        return command, alone, with_plugin, is_random


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plugin")
    parser.add_argument("export_host")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    formats = subprocess.run(["assimp", "listexport"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(lambda command: outcome(command, arguments.plugin),
                                 combinations(arguments, formats)))
    worse = [it for it in outcomes if it[1] == 0 and it[2] != 0 and not it[3]]
    random = [it for it in outcomes if it[3]]
    better = [it for it in outcomes if it[1] != 0 and it[2] == 0]
    for command, alone, with_plugin, is_random in worse + random:
        again = f", then {REPETITIONS} times 0" if is_random else ""
        print(f"without the plugin {alone}, with it {with_plugin}{again}: {' '.join(command)}", file=sys.stderr)
    for command, alone, with_plugin, _ in outcomes:
        if alone != 0:
            print(f"fails without the plugin ({alone}), with it {with_plugin}: {' '.join(command)}")
    print(f"{len(outcomes)} combinations, {len(formats)} formats: {len(worse)} fail only with the plugin, "
          f"{len(better)} only without it, {len(random)} once, {sum(it[1] == 0 for it in outcomes)} succeed without it")
    return 1 if worse or len(random) > MOST_RANDOM * len(outcomes) or not outcomes else 0


sys.exit(main())
