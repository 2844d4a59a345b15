# SPDX-License-Identifier: BSD-3-Clause
"""Runs import-benchmark, and peers beside it, and prints the figures as Markdown; knows no MD2.

report.py [--repetitions N] [--peer NAME=COMMAND]... IMPORT_BENCHMARK [ARGUMENT...]

The arguments go to import-benchmark as they are. With peers they must be files, which each COMMAND is given
as well, after the number of repetitions. A peer prints a line for each file, case and repetition: file, case
and nanoseconds of CPU time, with tabs between.
"""
import argparse
import json
import os
import platform
import shlex
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


def run_benchmark(program, arguments, repetitions, figures):
    """Adds to figures[model][case]; returns the context of the run, and what went wrong."""
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        # Interleaved, so that a disturbance of the machine affects all cases.
        subprocess.run(
            [program, *arguments, f"--benchmark_repetitions={repetitions}",
             "--benchmark_enable_random_interleaving=true", f"--benchmark_out={output.name}",
             "--benchmark_out_format=json"],
            check=True, stdout=subprocess.DEVNULL)
        result = json.load(output)
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
    print("\nExport to GLB. Our part is our writer less Assimp's writer without morphs.\n")
    print(row(["model", "with us µs", "Assimp alone µs", "our part µs", "our part / Assimp alone", "GLB / MD2",
               "Assimp's GLB / MD2"]))
    print(row(["---"] + 6 * ["--:"]))
    for model, cases in exported.items():
        export, alone, write, assimp_write = (cases[column].median for column in columns)
        ours = write - assimp_write
        print(row([names[model], microseconds(export), microseconds(alone), microseconds(ours),
                   f"{ours / alone:.2f}", f"{cases['export'].counters['glb_per_md2']:.2f}",
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
    parser = argparse.ArgumentParser(description="Runs import-benchmark and prints the figures as Markdown.")
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--note", action="append", default=[], help="a line for the description of the run")
    parser.add_argument("--command", help="the command to show in place of this one")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()

    figures = defaultdict(lambda: defaultdict(Figures))
    load_before = os.getloadavg()
    context, failures = run_benchmark(options.program, options.arguments, options.repetitions, figures)
    register = figures.pop("", {}).pop("register", None)
    files = [argument for argument in options.arguments if not argument.startswith("--")]
    for peer in options.peer:
        name, _, command = peer.partition("=")
        run_peer(name, command, files, options.repetitions, figures)
    names = short_names(list(figures))

    command = options.command or shlex.join(["report.py", *sys.argv[1:]])
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
    if failures:
        print("\nWhat did not run:\n")
        for (model, case), message in failures.items():
            print(f"- {names.get(model, model)}, {case.replace('_', ' ')}: {message}")


if __name__ == "__main__":
    main()
