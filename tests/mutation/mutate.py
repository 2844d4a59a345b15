#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Mutation testing: changes one thing in a layer of plugin/ and expects a test to fail.

    tests/mutation/mutate.py [--count N] [--seed S] [--only TEXT] [--jobs N] [--list]

The layers are those of TESTS.

A mutant is one edit of one line: an operator, a constant, a condition, a returned value or a statement. Comments,
strings, assertions, includes, tables of data and `reserve` are left alone. The mutated file alone is compiled, and
linked in front of the objects that are built; for a header, every file of plugin/ and of the tests that includes it.
A mutant is killed when a test fails, crashes, or takes 10 s and three times more processor time than without a mutant.
One that does not compile does not count. Before the mutants, one unchanged file of each layer is compiled, linked and
tested in the same way and must pass.

A mutant that no test can kill, because it changes nothing that anybody sees, is listed in equivalent.txt with the
reason; * instead of the edited line stands for all edits of it. The script fails when any other mutant survives.
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PLUGIN = SOURCE / "plugin"
BUILD = SOURCE / "build" / "mutation"
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.txt")

# The tests that a layer's mutants meet, fastest first. Those that measure the time are left out.
IMPORTER_TESTS = ("importer-tests",
                  "--gtest_filter=Import.*:Settings.*:*Anachronox.*:Weapon.*:Skins.*"
                  "-*TooMuch*:Skins.*Memory*:*LimitedTogether*")
MEMORY_TESTS = ("memory-tests", "--gtest_filter=*Memory.*:Md2Export*:*SceneBytes*:MemoryLimit.Refuses*")
MD2_EXPORT_TESTS = ("md2-export-tests", "--gtest_filter=-*LinearTime:*AreFast")
GLTF_TESTS = ("gltf/gltf-tests", "--gtest_filter=-*LinearTime")
TESTS = {
    "base": [("md2-tests",), ("portable-decoder-tests",), ("image-tests",), ("io-tests",), IMPORTER_TESTS],
    "md2": [("md2-tests",), ("portable-decoder-tests",), IMPORTER_TESTS],
    "scene": [IMPORTER_TESTS, MEMORY_TESTS, ("importer-tests", "--gtest_filter=*TooMuch*")],
    "settings": [("settings-tests",), IMPORTER_TESTS, MD2_EXPORT_TESTS],
    "files": [("io-tests",), ("game-tests",), ("hostile-file-tests", "--gtest_filter=IoFault*"), IMPORTER_TESTS,
              MD2_EXPORT_TESTS],
    "games": [("io-tests",), ("game-tests",)],
    "skins": [("md2-tests",), ("io-tests",), IMPORTER_TESTS],
    "skeleton": [("skeleton-tests",), MEMORY_TESTS],
    "pose": [("pose-tests",), MEMORY_TESTS, MD2_EXPORT_TESTS],
    "gltf": [GLTF_TESTS, MEMORY_TESTS],
    "md2_export": [MD2_EXPORT_TESTS, MEMORY_TESTS],
}
# The limit is processor time, because other programs may run at the same time. The clock only ends a test that sleeps.
SECONDS_WITHOUT_MUTANT = 600
SECONDS_OF_THE_CLOCK = 3600
BYTES_TO_TEST = 4 << 30
# Layers that no test program links: they are in the plugin and the program only.
NOT_LINKED = ("autoload", "command")

# (pattern, replacements). clang-format puts blanks around binary operators and none into templates.
EDITS = [
    (r" < ", [" <= "]), (r" > ", [" >= "]), (r" <= ", [" < "]), (r" >= ", [" > "]),
    (r" == ", [" != "]), (r" != ", [" == "]),
    (r" && ", [" || "]), (r" \|\| ", [" && "]), (r"!(?=[\w(*])", [""]),
    (r"(?<!\") \+ (?!\")", [" - "]), (r" - ", [" + "]), (r" \* ", [" / "]), (r" / ", [" * "]), (r" % ", [" / "]),
    (r" << ", [" >> "]), (r" >> ", [" << "]), (r" & ", [" | "]), (r" \| ", [" & "]),
    (r" \+= ", [" -= "]), (r" -= ", [" += "]), (r" \|= ", [" &= "]),
    (r"\+\+(?=[\w(])", ["--"]), (r"--(?=[\w(])", ["++"]),
    (r"(?<![\w.])\d+(?![\w.'>]|\.\d)", [lambda n: str(int(n) + 1), lambda n: str(int(n) - 1) if int(n) > 0 else None]),
    (r"(?<![\w.])\d+\.\d+f?\b", [lambda n: "1" + n if n[0] == "0" else "0." + n.split(".")[1]]),
    (r"\btrue\b", ["false"]), (r"\bfalse\b", ["true"]),
    (r"\bstd::min\b", ["std::max"]), (r"\bstd::max\b", ["std::min"]),
    (r"\bcontinue;", ["break;"]), (r"\bbreak;", [";"]),
    (r"(?<=return )(?!false|std::nullopt|0;)[^;{}]+(?=;)", ["{}"]),
    (r"(?<=\bif \()(?!const )[^;{}]+(?=\) \{$)", [lambda c: f"!({c})"]),
    # A call or an assignment as a statement of its own.
    (r"^\s+[\w.:>\[\]*-]+(?:\(.*\)| [-+|*]?= .*);$", [lambda s: re.match(r"\s*", s).group() + ";"]),
]
SKIPPED = re.compile(r"^\s*(//|#|static_assert|assert\(|using |namespace |case |template )|reserve\(|"
                     r"constexpr std::array|^\s*\{.*\},?$|^\}|\benum\b")


def masked(line):
    """`line` with strings, characters and comments as blanks."""
    line = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\'', lambda m: m.group()[0] * len(m.group()), line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), line).rstrip()


class Mutant:
    def __init__(self, path, number, before, after):
        self.path, self.number, self.before, self.after = path, number, before, after
        self.layer = path.parent.name

    def keys(self):
        line = f"{self.path.relative_to(SOURCE)} | {self.before.strip()}"
        return {f"{line} | {self.after.strip()}", f"{line} | *"}

    def __str__(self):
        return (f"{self.path.relative_to(SOURCE)}:{self.number}\n"
                f"  - {self.before.strip()}\n  + {self.after.strip()}")


def mutants_of(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = masked(line)
        if not code.strip() or SKIPPED.search(code):
            continue
        seen = {line}
        for pattern, replacements in EDITS:
            for found in re.finditer(pattern, code):
                for replacement in replacements:
                    original = line[found.start():found.end()]
                    text = replacement(original) if callable(replacement) else replacement
                    after = None if text is None else line[:found.start()] + text + line[found.end():]
                    if after is not None and after not in seen:
                        seen.add(after)
                        yield Mutant(path, number, line, after)


class Build:
    """The test programs of `layers` without a mutant, and the commands that built them: those of the preset dev, with an
    object for each source."""

    def __init__(self, layers):
        self.folder = BUILD
        programs = sorted({test[0] for layer in layers for test in TESTS[layer]})
        targets = [pathlib.Path(program).name for program in programs]
        run = {"check": True, "stdout": sys.stderr, "cwd": SOURCE}
        if not (BUILD / "build.ninja").exists():
            subprocess.run(["cmake", "--preset", "dev", "-B", BUILD, "-DCMAKE_UNITY_BUILD=OFF"], **run)
        subprocess.run(["ninja", "-C", BUILD, *targets], **run)
        self.links = {name: self._link(name) for name in programs}
        self.compiles = {}
        for line in self._ninja("-t", "commands", *targets).splitlines():
            found = re.search(r" -o (\S+\.o) -c (\S+)$", line)
            if found:
                self.compiles[found.group(1)] = (line, pathlib.Path(found.group(2)))
        self.depends = self._depends()
        self.seconds = {}  # how long a mutant may take for each test: set by the first run, which has no mutant

    def _ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.folder, *arguments], capture_output=True, text=True,
                              check=True).stdout

    def _link(self, program):
        line = next(line for line in self._ninja("-t", "commands", pathlib.Path(program).name).splitlines()
                    if f" -o tests/{program} " in line)
        return next(part for part in line.split(" && ") if f" -o tests/{program} " in part)

    def _depends(self):
        depends, current = {}, None
        for line in self._ninja("-t", "deps").splitlines():
            if line and not line.startswith(" "):
                current = depends.setdefault(line.split(":")[0], set())
            elif line:
                current.add((pathlib.Path(self.folder) / line.strip()).resolve())
        return depends

    def objects(self, mutant, program):
        """What must be compiled anew for `program`: [(object, command, source)]."""
        chosen = {}
        for name, (command, source) in self.compiles.items():
            is_own = f"/{pathlib.Path(program).name}.dir/" in name
            is_plugin = source.parent.parent == PLUGIN and source.parent.name not in NOT_LINKED
            if (is_plugin and (is_own or ".dir/__/" not in name)) or (is_own and not is_plugin):
                if source == mutant.path or mutant.path in self.depends.get(name, ()):
                    # The object of the program itself comes before the library's.
                    chosen[source] = (name, command, source) if is_own else chosen.get(source, (name, command, source))
        return list(chosen.values())


def run(command, folder, **options):
    return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


def processor_seconds(program, test, folder, limit):
    """The processor time in which `program` passes `test`, an element of TESTS; None if it fails or takes longer than
    `limit`. Its files are in `folder`. The time is right only when no other test runs."""
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (BYTES_TO_TEST, BYTES_TO_TEST))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    # As in tests/gltf/writer/CMakeLists.txt: Assimp's exporters write bytes that they have not initialised.
    tunables = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0" if test[0].startswith("gltf/") else ""
    before = used()
    try:
        tested = run([program, "--gtest_fail_fast", "--gtest_brief=1", *test[1:]], folder, preexec_fn=limited,
                     timeout=SECONDS_OF_THE_CLOCK, env={**os.environ, "TMPDIR": folder, "GLIBC_TUNABLES": tunables})
    except subprocess.TimeoutExpired:
        return None
    return used() - before if tested.returncode == 0 else None


def outcome(build, mutant):
    """"killed", "survived", or "invalid" when it does not compile, or no test program has the line."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        changed = pathlib.Path(folder) / mutant.path.relative_to(PLUGIN)
        changed.parent.mkdir(parents=True)
        lines = mutant.path.read_text().splitlines()
        lines[mutant.number - 1] = mutant.after
        changed.write_text("\n".join(lines) + "\n")
        compiled = {}
        for test in TESTS[mutant.layer]:
            objects = build.objects(mutant, test[0])
            if not objects:
                continue
            for name, command, source in objects:
                if name in compiled:
                    continue
                compiled[name] = f"{folder}/{len(compiled)}.o"
                changed_source = changed if source == mutant.path else source
                arguments = shlex.split(command.replace(f" -o {name} -c {source}", ""))
                # Optimisation makes tests faster, and -O2 takes longer to compile than it saves.
                arguments = [a for a in arguments if not re.match(r"-W|-M|-O|-g|-DNDEBUG|.*\.d$|.*\.o$|.*ccache$", a)]
                arguments[1:1] = ["-w", "-O1", f"-I{folder}"]
                if run([*arguments, "-o", compiled[name], "-c", changed_source], build.folder).returncode != 0:
                    return "invalid"
            link = build.links[test[0]]
            for name, _, _ in objects:
                link = link.replace(f" {name} ", " ")
            program = f"{folder}/{pathlib.Path(test[0]).name}"
            changed_objects = " ".join(compiled[name] for name, _, _ in objects)
            link = link.replace(f" -o tests/{test[0]} ", f" -o {program} {changed_objects} ")
            if run([*shlex.split(link), "-fuse-ld=gold", "-Wl,-s"], build.folder).returncode != 0:
                return "invalid"
            seconds = processor_seconds(program, test, folder, build.seconds.get(test, SECONDS_WITHOUT_MUTANT))
            if seconds is None:
                return "killed"
            build.seconds.setdefault(test, int(10 + 3 * seconds))
    return "survived" if compiled else "invalid"


def equivalents():
    """{key: reason}; a reason follows the mutants that it explains."""
    explained, keys = {}, []
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith("plugin/"):
            keys.append(line.strip())
        elif line.startswith("  "):
            explained.update((key, line.strip()) for key in keys)
        else:
            keys = []
    return explained


def text(counts):
    return ", ".join(f"{count} {result}" for result, count in counts.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="how many mutants; 0 is all (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="chooses them (default 1)")
    parser.add_argument("--only", default="", help="of files whose path contains this text")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the mutants and test nothing")
    arguments = parser.parse_args()

    mutants = [mutant for layer in TESTS for path in sorted((PLUGIN / layer).iterdir())
               if not path.name.endswith("_windows.cpp") and arguments.only in str(path.relative_to(SOURCE))
               for mutant in mutants_of(path)]
    explained = equivalents()
    for key in sorted(explained.keys() - set().union(*(mutant.keys() for mutant in mutants))):
        if arguments.only in key:
            print(f"equivalent.txt names a mutant that does not exist: {key}")
    random.Random(arguments.seed).shuffle(mutants)
    mutants = sorted(mutants[:arguments.count or None], key=lambda mutant: (mutant.path, mutant.number))
    if arguments.list:
        print(*mutants, f"{len(mutants)} mutants", sep="\n")
        return 0

    layers = sorted({mutant.layer for mutant in mutants})
    build = Build(layers)
    for layer in layers:
        path = min((PLUGIN / layer).glob("*.cpp"))
        line = path.read_text().splitlines()[0]
        if outcome(build, Mutant(path, 1, line, line)) != "survived":
            sys.exit(f"the tests of {layer} fail without a mutant")
    counts = {"killed": 0, "invalid": 0, "survived": 0, "equivalent": 0}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for mutant, result in zip(mutants, pool.map(lambda mutant: outcome(build, mutant), mutants)):
            if result == "survived" and mutant.keys() & explained.keys():
                result = "equivalent"
            counts[result] += 1
            print(f"\r{sum(counts.values())} of {len(mutants)} mutants: {text(counts)}", end="", file=sys.stderr,
                  flush=True)
            if result == "survived":
                print(mutant, flush=True)
    print(f"\n{len(mutants)} mutants: {text(counts)}")
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
