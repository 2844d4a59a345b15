# SPDX-License-Identifier: BSD-3-Clause
"""Measures with the benchmark programs, keeps the figures as JSON, and makes tables of them.

report.py measure BUILD JSON   runs the programs of a build folder
report.py print JSON           prints the tables
report.py update               writes the tables of results/report.json into README.md

The JSON is a list of records, one on each line: first the description of the run, then one record for each case of
the programs, with the CPU time of each repetition.
"""
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
COUNTERS = ("frame_corners", "md2_bytes", "written_bytes")


def output_of(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def run_benchmark(program, repetitions=5):
    """The context of a program that uses Google Benchmark, and a record for each of its cases."""
    with tempfile.NamedTemporaryFile(suffix=".json") as output:
        # Interleaved, so that a disturbance of the machine affects all cases.
        output_of(program, f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true",
                  "--benchmark_min_time=0.1", f"--benchmark_out={output.name}", "--benchmark_out_format=json")
        result = json.load(output)
    records = {}
    for run in sorted(result["benchmarks"], key=lambda entry: entry["family_index"]):
        if run["run_type"] != "iteration" or run.get("error_occurred"):
            continue
        model, _, case = run["run_name"].rpartition("/")
        record = records.setdefault(run["run_name"], {"model": model, "case": case, "ns": []})
        record["ns"].append(round(run["cpu_time"] * NANOSECONDS[run["time_unit"]]))
        record.update({name: run[name] for name in COUNTERS if name in run})
    return result["context"], list(records.values())


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def measure(build, file):
    load = os.getloadavg()[0]
    context, records = run_benchmark(os.path.join(build, "tests", "bench", "import-benchmark"))
    run = {"commit": output_of("git", "-C", HERE, "describe", "--always", "--dirty", "--exclude=*").strip(),
           "processor": processor(), "cores": os.cpu_count(), "load": round(load, 1),
           "system": platform.freedesktop_os_release()["PRETTY_NAME"], "compiler": context["compiler"],
           "assimp": context["assimp"]}
    with open(file, "w", encoding="utf-8") as output:
        output.write("[\n" + ",\n".join(map(json.dumps, [run, *records])) + "\n]\n")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(header, rows):
    lines = ["| " + " | ".join(line) + " |\n" for line in [header, *rows]]
    return "".join([lines[0], "|---" + (len(header) - 1) * "|--:" + "|\n", *lines[1:]])


class Figures:
    """The records by model and case."""

    def __init__(self, records):
        self.models = {}
        for record in records[1:]:
            self.models.setdefault(record["model"], {})[record["case"]] = record

    def us(self, model, case):
        cases = self.models[model]
        return number(statistics.median(cases[case]["ns"]) / 1e3) if case in cases else ""


def run_table(records):
    run = records[0]
    return (f"Commit {run['commit']}, {run['processor']} with {run['cores']} cores (load {run['load']}), {run['system']}, "
            f"{run['compiler']}, Assimp {run['assimp']}.\n")


def memory_table(records):
    figures = Figures(records)
    rows = [[model, *(figures.us(model, case) for case in ("import", "import_one_frame", "built_in_one_frame"))]
            for model in figures.models]
    return table(["model", "import µs", "one frame µs", "built-in importer µs"], rows)


def export_table(records):
    figures = Figures(records)
    rows = []
    for model, cases in figures.models.items():
        times = [figures.us(model, case) for case in ("export", "export_assimp", "export_md2")]
        sizes = [number(cases[case]["written_bytes"] / cases[case]["md2_bytes"]) if case in cases else ""
                 for case in ("export", "export_with_bones", "export_assimp")]
        rows.append([model, *times, *sizes])
    return table(["model", "to GLB µs", "Assimp's µs", "to MD2 µs", "GLB ÷ MD2", "with bones", "Assimp's"], rows)


TABLES = {"run": run_table, "memory": memory_table, "export": export_table}


def load(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)


def print_tables(file):
    records = load(file)
    print("\n".join(f"{name}\n\n{make(records)}" for name, make in TABLES.items()))


def update():
    records = load(os.path.join(HERE, "results", "report.json"))
    path = os.path.join(HERE, "README.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for name, make in TABLES.items():
        before, begin, rest = text.partition(f"<!-- {name}, by report.py -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        text = before + begin + make(records) + end + after
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    commands = {"measure": measure, "print": print_tables, "update": update}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])
