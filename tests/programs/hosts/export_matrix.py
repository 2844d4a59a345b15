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
import base64
import concurrent.futures
import itertools
import json
import os
import shutil
import struct
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


def write_skinned(path):
    """A triangle on two bones, one of which moves, with a morph target: a scene of Assimp's glTF importer."""
    parts = []

    def view(form, *values):
        parts.append(struct.pack(f"<{len(values)}{form}", *values))
        return {"buffer": 0, "byteOffset": sum(map(len, parts[:-1])), "byteLength": len(parts[-1])}

    identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    views = [view("f", 0, 0, 0, 1, 0, 0, 0, 1, 0), view("f", *[0, 0, 1] * 3), view("f", *[0.5, 0.5, 0, 0] * 3),
             view("B", *[0, 1, 0, 0] * 3), view("f", *identity * 2), view("f", 0, 1), view("f", 0, 0, 0, 0, 2, 0),
             view("H", 0, 1, 2, 0), view("f", *[0, 0, 3] * 3)]
    types = [("VEC3", 5126, 3), ("VEC3", 5126, 3), ("VEC4", 5126, 3), ("VEC4", 5121, 3), ("MAT4", 5126, 2),
             ("SCALAR", 5126, 2), ("VEC3", 5126, 2), ("SCALAR", 5123, 3), ("VEC3", 5126, 3)]
    accessors = [{"bufferView": i, "type": type, "componentType": component, "count": count}
                 for i, (type, component, count) in enumerate(types)]
    accessors[0].update(min=[0, 0, 0], max=[1, 1, 0])
    accessors[5].update(min=[0], max=[1])
    accessors[8].update(min=[0, 0, 3], max=[0, 0, 3])
    data = b"".join(parts)
    primitive = {"attributes": {"POSITION": 0, "NORMAL": 1, "WEIGHTS_0": 2, "JOINTS_0": 3}, "indices": 7,
                 "targets": [{"POSITION": 8}]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"name": "root", "children": [1, 2]}, {"name": "body", "mesh": 0, "skin": 0},
                      {"name": "hip", "children": [3]}, {"name": "knee"}],
            "meshes": [{"primitives": [primitive]}], "skins": [{"joints": [2, 3], "inverseBindMatrices": 4}],
            "animations": [{"name": "kick", "samplers": [{"input": 5, "output": 6}],
                            "channels": [{"sampler": 0, "target": {"node": 3, "path": "translation"}}]}],
            "accessors": accessors, "bufferViews": views,
            "buffers": [{"byteLength": len(data),
                         "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]}, file)


def files_written(model, format, flag, environment, folder):
    """Every file that an export writes into a new folder, and the exit code. Some formats contain the path."""
    os.mkdir(folder)
    code = run(["assimp", "export", model, "OUTPUT", f"-f{format}", *filter(None, [flag])], folder, environment)
    files = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    shutil.rmtree(folder)
    return code, files


def is_identical(arguments):
    """Whether the plugin changes no byte. Assimp writes what malloc left in memory, and some formats contain the time."""
    model, format, flag, plugin = arguments
    # Without the thread cache, which reuses memory without filling it.
    alone = {**os.environ, "MALLOC_PERTURB_": "165", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "output")
        return any(files_written(model, format, flag, alone, place) ==
                   files_written(model, format, flag, {**alone, "LD_PRELOAD": plugin}, place)
                   for _ in range(REPETITIONS))


def differences(arguments, formats, pool):
    """The exports of scenes of other importers that differ with the plugin."""
    with tempfile.TemporaryDirectory() as folder:
        models = [os.path.join(folder, name) for name in ("skinned.gltf", "morphed.glb")]
        write_skinned(models[0])
        subprocess.run(["assimp", "export", arguments.models[0], models[1], "-fglb2"], check=True,
                       env={**os.environ, "LD_PRELOAD": arguments.plugin}, stdout=subprocess.DEVNULL)
        cases = [(model, format, flag, arguments.plugin)
                 for model, format, flag in itertools.product(models, formats, ["", "-cfast", "--drop-normals"])]
        return len(cases), [case[:3] for case, same in zip(cases, pool.map(is_identical, cases)) if not same]


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
        compared, different = differences(arguments, formats, pool)
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
    print(f"{compared} exports of scenes of other importers: {len(different)} differ with the plugin")
    for case in different:
        print("differs with the plugin:", *case, file=sys.stderr)
    return 1 if worse or different or len(random) > MOST_RANDOM * len(outcomes) or not outcomes else 0


sys.exit(main())
