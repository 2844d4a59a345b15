# SPDX-License-Identifier: BSD-3-Clause
"""Runs the benchmark programs, and peers beside them, and prints the figures as Markdown.

report.py [--repetitions N] [--peer NAME=COMMAND]... [--build FOLDER [--folder FOLDER]...]
          IMPORT_BENCHMARK [ARGUMENT...]

The arguments go to import-benchmark as they are. With peers they must be files, which each COMMAND is given
as well, after the number of repetitions. A peer prints a line for each file, case and repetition: file, case
and nanoseconds of CPU time, with tabs between.

--build names the build folder of the project and adds what its other programs measure: the portable decoder,
imports from disk (of each --folder as well), and the program `assimp` with the plugin.
"""
import argparse
import json
import os
import platform
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


class Figures:
    """The repetitions of one case on one model, in nanoseconds of CPU time."""

    def __init__(self):
        self.times = []
        self.counters = {}

    @property
    def median(self):
        return statistics.median(self.times)

    @property
    def spread(self):
        if len(self.times) < 2:
            return self.median, self.median
        quartiles = statistics.quantiles(self.times, n=4, method="inclusive")
        return quartiles[0], quartiles[2]


class MissingFigures(Exception):
    """A program cannot be run or says nothing."""


def new_figures():
    return defaultdict(lambda: defaultdict(Figures))


def run_benchmark(program, arguments, repetitions, figures):
    """Adds to figures[model][case]; returns the context of the run, and what went wrong."""
    if not os.access(program, os.X_OK):
        raise MissingFigures(f"{program} is missing: bash tests/bench/run.sh builds and runs it")
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        # Interleaved, so that a disturbance of the machine affects all cases.
        subprocess.run(
            [program, *arguments, f"--benchmark_repetitions={repetitions}",
             "--benchmark_enable_random_interleaving=true", f"--benchmark_out={output.name}",
             "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL)
        try:
            result = json.load(output)
        except json.JSONDecodeError as error:
            raise MissingFigures(f"{program} ran no case with {shlex.join(arguments)}") from error
    failures = {}
    for run in sorted(result["benchmarks"], key=lambda entry: entry["family_index"]):
        if run["run_type"] != "iteration":
            continue
        model, _, case = run["run_name"].rpartition("/")
        if run.get("error_occurred"):
            failures[model, case] = run["error_message"]
            continue
        figures[model][case].times.append(run["cpu_time"] * NANOSECONDS[run["time_unit"]])
        figures[model][case].counters = run
    return result["context"], failures


def run_peer(name, command, files, repetitions, figures):
    output = subprocess.run([*shlex.split(command), str(repetitions), *files], check=True, text=True,
                            stdout=subprocess.PIPE).stdout
    for line in output.splitlines():
        model, case, nanoseconds = line.split("\t")
        figures[model][f"{name}: {case}"].times.append(float(nanoseconds))


def short_names(models):
    """The names of the files where these differ, else their paths."""
    names = [os.path.basename(model) for model in models]
    return {model: model if names.count(os.path.basename(model)) > 1 else os.path.basename(model)
            for model in models}


def microseconds(nanoseconds):
    value = nanoseconds / 1e3
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def ratio(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(cells):
    return "| " + " | ".join(cells) + " |"


def print_times(figures, names, against):
    """One line for each case, with its ratio to the case `against` of the same model."""
    print(row(["model", "case", "median µs", "quartiles µs", f"× {against}", "ns a frame-corner",
               "peak above scene and file"]))
    print(row(["---", "---", "--:", "--:", "--:", "--:", "--:"]))
    for model, cases in figures.items():
        corners = None
        if "floor" in cases:
            # Google Benchmark has this in seconds, for one repetition.
            floor = cases["floor"].counters
            corners = floor["cpu_time"] * NANOSECONDS[floor["time_unit"]] / (floor["per_frame_corner"] * 1e9)
        for case, figure in cases.items():
            counters = figure.counters
            all_frames = "per_frame_corner" in counters or ": " in case
            low, high = figure.spread
            print(row([
                names[model], case.replace("_", " "), microseconds(figure.median),
                f"{microseconds(low)}–{microseconds(high)}",
                ratio(figure.median / cases[against].median) if against in cases and all_frames else "",
                f"{figure.median / corners:.2f}" if corners and all_frames else "",
                f"{counters['peak_above_scene'] / 1024:,.1f} KiB" if "peak_above_scene" in counters else ""]))


def print_exports(figures, names):
    columns = ("export", "export_assimp", "write", "write_assimp_without_morphs")
    exported = {model: cases for model, cases in figures.items() if all(c in cases for c in columns)}
    if not exported:
        return
    print("\nExport to GLB. The writers do not include the copy of the scene that every export makes first.\n")
    print(row(["model", "export µs", "Assimp's export µs", "our writer µs", "Assimp's writer without morphs µs",
               "GLB / MD2", "with bones", "Assimp's GLB / MD2"]))
    print(row(["---"] + 7 * ["--:"]))
    for model, cases in exported.items():
        export, alone, write, assimp_write = (cases[column].median for column in columns)
        bones = cases.get("export_with_bones")
        print(row([names[model], microseconds(export), microseconds(alone), microseconds(write),
                   microseconds(assimp_write), f"{cases['export'].counters['glb_per_md2']:.2f}",
                   f"{bones.counters['glb_per_md2']:.2f}" if bones else "",
                   f"{cases['export_assimp'].counters['glb_per_md2']:.2f}"]))


def print_losses(figures, names):
    print("\nWhere others are faster:\n")
    lines = []
    for model, cases in figures.items():
        pairs = [("import", case) for case in cases
                 if case in ("floor", "built_in_each_frame") or ": " in case]
        pairs += [("import_one_frame", "built_in_one_frame"), ("export", "export_assimp")]
        for ours, other in pairs:
            if ours in cases and other in cases and cases[other].median < cases[ours].median:
                factor = cases[ours].median / cases[other].median
                lines.append(f"- {names[model]}, {ours.replace('_', ' ')}: {other.replace('_', ' ')}, by {factor:.2f} ×")
    print("\n".join(lines) or "- nothing that is measured here")


# The stages of an import from disk: what the table shows, the case, and the cases that are part of it.
STAGES = (
    ("file read", "read", ()),
    ("parsed", "parse", ()),
    ("GL commands checked", "gl_commands", ()),
    ("geometry", "geometry", ("gl_commands",)),
    ("clips", "clips", ()),
    ("frames decoded", "decode", ()),
    ("aiScene built and freed, without the decoding", "scene", ("decode",)),
    ("skins found", "skins_found", ()),
    ("skins read and decoded", "skins_decoded", ()),
    ("skins encoded as PNG", "skins_encoded", ()),
)


def print_disk(figures):
    """What is in the folders, and what an import from disk costs with and without the skins."""
    print("\n## Imports from disk\n")
    print("Per model, with the skins that are PCX files embedded as PNG (`auto`) or only named (`names`).\n")
    print(row(["folder", "models", "skin names", "skins decoded", "`names` µs", "`auto` µs", "auto / names"]))
    print(row(["---"] + 6 * ["--:"]))
    for folder, cases in figures.items():
        if "import_names" not in cases or "import_auto" not in cases:
            continue
        names, auto = cases["import_names"].median, cases["import_auto"].median
        counters = cases["import_auto"].counters
        models = counters["models"]
        print(row([folder, f"{models:.0f}", f"{counters['skin_names']:.0f}", f"{counters['textures']:.0f}",
                   microseconds(names / models), microseconds(auto / models), f"{auto / names:.2f}"]))
    print("\nA skin that several models share is decoded once for each import; several names of one file in a "
          "model are decoded once.")


def print_stages(figures):
    folders = {folder: cases for folder, cases in figures.items() if "import_auto" in cases}
    if not folders:
        return
    print("\nWhere the time of an import (`auto`) goes, in µs per model and as a share. Each stage is measured by "
          "itself. Frames are decoded into one buffer: the memory of the scene belongs to the aiScene.\n")
    print(row(["stage", *folders]))
    print(row(["---"] + len(folders) * ["--:"]))
    times = {folder: [] for folder in folders}
    for title, case, parts in STAGES:
        cells = []
        for folder, cases in folders.items():
            time = cases[case].median - sum(cases[part].median for part in parts) if case in cases else 0
            times[folder].append(time)
            cells.append(share(time, cases["import_auto"]))
        print(row([title, *cells]))
    wholes = {folder: cases["import_auto"] for folder, cases in folders.items()}
    print(row(["the rest: Assimp's own, settings, colder caches",
               *(share(whole.median - sum(times[folder]), whole) for folder, whole in wholes.items())]))
    print(row(["the whole import", *(share(whole.median, whole) for whole in wholes.values())]))


def share(time, whole):
    return f"{microseconds(time / whole.counters['models'])}, {time / whole.median:.0%}"


def print_encoding(figures):
    rows = [(folder, cases["skins_encoded"], cases["skins_encoded_by_libpng"]) for folder, cases in figures.items()
            if "skins_encoded" in cases and "skins_encoded_by_libpng" in cases]
    if not rows:
        return
    print("\nThe PNG files of the skins, against libpng with zlib's level 6 on the same pixels.\n")
    print(row(["folder", "µs", "libpng µs", "time", "size"]))
    print(row(["---"] + 4 * ["--:"]))
    for folder, ours, libpng in rows:
        print(row([folder, microseconds(ours.median), microseconds(libpng.median),
                   f"{ours.median / libpng.median:.2f}",
                   f"{ours.counters['png_bytes'] / libpng.counters['png_bytes']:.2f}"]))


def print_batches(figures):
    print("\nA batch: one process imports the models in turn from disk and exports each to a GLB file.\n")
    print(row(["folder", "models", "ms per model", "MB/s of MD2", "MB/s of GLB"]))
    print(row(["---"] + 4 * ["--:"]))
    for folder, cases in figures.items():
        if "batch" not in cases:
            continue
        time, counters = cases["batch"].median, cases["batch"].counters
        print(row([folder, f"{counters['models']:.0f}", f"{time / 1e6 / counters['models']:.2f}",
                   f"{counters['md2_bytes'] * 1e3 / time:.0f}", f"{counters['glb_bytes'] * 1e3 / time:.0f}"]))


def print_portable(portable, sse2):
    print("\n## Decoder without SSE2\n")
    print("All frames from memory, each build against its own floor.\n")
    print(row(["model", "SSE2 × floor", "portable × floor", "portable / SSE2"]))
    print(row(["---"] + 3 * ["--:"]))
    for model, cases in portable.items():
        if not all(case in of[model] for of in (portable, sse2) for case in ("floor", "import")):
            continue
        of_portable = cases["import"].median / cases["floor"].median
        of_sse2 = sse2[model]["import"].median / sse2[model]["floor"].median
        print(row([model, f"{of_sse2:.2f}", f"{of_portable:.2f}", f"{of_portable / of_sse2:.2f}"]))


def print_md2_exports(figures):
    """Exports to MD2, without the evaluation of poses and Assimp's copy of the scene, which have columns of
    their own."""
    print("\n## Exports to MD2\n")
    print(row(["model, scene", "import µs", "export µs", "export / import", "of it poses µs", "of it Assimp's copy µs",
               "the rest / import", "ns per vertex and pose"]))
    print(row(["---"] + 7 * ["--:"]))
    for model, cases in figures.items():
        for scene, prefix in (("anim meshes", ""), ("bones", "skeleton_")):
            export, poses, copy = (cases[prefix + case] for case in ("export", "poses", "copy"))
            imported = cases["import"].median
            rest = export.median - poses.median - copy.median
            print(row([f"{model}, {scene}", microseconds(imported), microseconds(export.median),
                       f"{export.median / imported:.1f}", microseconds(poses.median), microseconds(copy.median),
                       f"{rest / imported:.1f}", f"{poses.counters['per_vertex'] * 1e9:.1f}"]))


def run_process(command, environment):
    """Nanoseconds of CPU time, the program's start included."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return (used() - before) * 1e9


def print_processes(build, repetitions):
    """The unmodified program, with the plugin and without it."""
    print("\n## Whole process\n")
    assimp = shutil.which("assimp")
    plugin = os.path.join(build, "plugin", "libassimp-md2-plugin.so")
    if assimp is None:
        print("The program `assimp` is missing: apt-get install assimp-utils")
        return
    if not os.path.isfile(plugin):
        print(f"The plugin is missing: {plugin}")
        return
    with tempfile.TemporaryDirectory() as folder:
        bench = os.path.join(build, "tests", "bench")
        subprocess.run([os.path.join(bench, "import-benchmark"), f"--write={folder}", "player"], check=True)
        subprocess.run([os.path.join(bench, "disk-benchmark"), f"--write={folder}", "own"], check=True)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSIMP_MD2_")}
        with_plugin = {**environment, "LD_PRELOAD": os.path.abspath(plugin)}
        commands = {"start": ([assimp, "version"], environment)}
        models = {"player, no skin": "player.md2", "player with a skin": "own/player0.md2"}
        for model, file in models.items():
            export = [assimp, "export", os.path.join(folder, file), os.path.join(folder, "out.glb")]
            commands[model, "built-in"] = (export, environment)
            commands[model, "plugin"] = (export, with_plugin)
        times = {case: [] for case in commands}
        # Once before, so that no library comes from disk; then in turns.
        for repetition in range(repetitions + 1):
            for case, (command, variables) in commands.items():
                time = run_process(command, variables)
                if repetition > 0:
                    times[case].append(time)
    medians = {case: statistics.median(of_case) / 1e6 for case, of_case in times.items()}
    print("`assimp export` of a player to GLB: all frames with the plugin, one without it. `assimp version`, "
          f"which is the program's start alone: {medians['start']:.1f} ms.\n")
    print(row(["model", "built-in ms", "with the plugin ms", "ratio"]))
    print(row(["---"] + 3 * ["--:"]))
    for model in models:
        built_in, plugin = medians[model, "built-in"], medians[model, "plugin"]
        print(row([model, f"{built_in:.1f}", f"{plugin:.1f}", f"{plugin / built_in:.2f}"]))


def print_build(build, folders, repetitions):
    """What the other programs of a build folder measure."""
    bench = os.path.join(build, "tests", "bench")
    of_decoders = []
    for program in ("portable-benchmark", "import-benchmark"):
        of_decoders.append(new_figures())
        run_benchmark(os.path.join(bench, program),
                      ["--benchmark_filter=/(floor|import)$", "--benchmark_min_time=0.1", "player", "large"],
                      repetitions, of_decoders[-1])
    print_portable(*of_decoders)
    md2_exports = new_figures()
    run_benchmark(os.path.join(bench, "md2-export-benchmark"), ["--benchmark_min_time=0.1", "player", "large"],
                  repetitions, md2_exports)
    print_md2_exports(md2_exports)
    print_processes(build, repetitions)
    disk = new_figures()
    _, failures = run_benchmark(os.path.join(bench, "disk-benchmark"),
                                ["--benchmark_min_time=0.1", "own", "shared", "spellings", *folders],
                                repetitions, disk)
    names = short_names(list(disk))
    disk = {names[folder]: cases for folder, cases in disk.items()}
    print_disk(disk)
    print_stages(disk)
    print_encoding(disk)
    print_batches(disk)
    print_failures(failures, names)


def print_failures(failures, names):
    if failures:
        print("\nWhat did not run:\n")
        for (model, case), message in failures.items():
            print(f"- {names.get(model, model)}, {case.replace('_', ' ')}: {message}")


def commit():
    here = os.path.dirname(os.path.abspath(__file__))
    try:
        found = subprocess.run(["git", "-C", here, "describe", "--always", "--dirty", "--exclude=*"], check=True,
                               text=True, capture_output=True)
        return found.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown, not a checkout"


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def system():
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return platform.platform()
    name = release["PRETTY_NAME"]
    if release["ID"] == "debian":
        with open("/etc/debian_version", encoding="utf-8") as version:
            name += f" ({version.read().strip()})"
    return name


def assimp_package():
    """The version of the package: some releases of Assimp report an older version."""
    try:
        found = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "libassimp-dev"], check=True, text=True,
                               capture_output=True)
        return f" (Debian's {found.stdout})"
    except (OSError, subprocess.CalledProcessError):
        return ""


def main():
    parser = argparse.ArgumentParser(description="Runs the benchmark programs and prints the figures as Markdown.")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--note", action="append", default=[], help="a line for the description of the run")
    parser.add_argument("--command", help="the command to show in place of this one")
    parser.add_argument("--build", help="a build folder, for what its other programs measure")
    parser.add_argument("--folder", action="append", default=[], help="models to import from disk")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()

    figures = new_figures()
    load_before = os.getloadavg()
    context, failures = run_benchmark(options.program, options.arguments, options.repetitions, figures)
    register = figures.pop("", {}).pop("register", None)
    files = [argument for argument in options.arguments if not argument.startswith("--")]
    for peer in options.peer:
        name, _, command = peer.partition("=")
        run_peer(name, command, files, options.repetitions, figures)
    names = short_names(list(figures))
    if "memory" not in context:
        raise MissingFigures(f"{options.program} is not import-benchmark")

    command = options.command or shlex.join(["report.py", *sys.argv[1:]])
    print(f"- commit: {commit()}")
    print(f"- machine: {processor()}, {os.cpu_count()} cores; load {load_before[0]:.1f} before, "
          f"{os.getloadavg()[0]:.1f} after")
    print(f"- system: {system()}, {context['compiler']}, Assimp {context['assimp']}{assimp_package()}")
    for note in options.note:
        print(f"- {note}")
    print(f"- memory: {context['memory']}")
    print(f"- figures: CPU time, median and quartiles of {options.repetitions} repetitions")
    print(f"- command: `{command}`\n")
    print_times(figures, names, "import" if options.peer else "floor")
    if register:
        low, high = register.spread
        print(f"\nRegistering on an importer: {microseconds(register.median)} µs "
              f"({microseconds(low)}–{microseconds(high)}).")
    print_exports(figures, names)
    print_losses(figures, names)
    print_failures(failures, names)
    if options.build:
        print_build(options.build, options.folder, options.repetitions)
        print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    try:
        main()
    except (MissingFigures, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"report.py: {error}")
