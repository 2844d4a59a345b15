#!/usr/bin/env python3
"""Joins the importer into assimp_md2.h and assimp_md2.cpp, which need Assimp and the standard library only.

usage: python3 cmake/single_source.py PROJECT OUTPUT VERSION STB_FOLDER EXPECTED_FOLDER SOURCE...

  PROJECT          the folder of the project
  OUTPUT           the folder for the two files
  STB_FOLDER       the folder of stb_image.h, corrected as for the library
  EXPECTED_FOLDER  the folder of tl/expected.hpp
  SOURCE           the sources of the importer, as CMake lists them

Each header comes before the first source that includes it, and all headers of the system come first. CMake runs this script: target assimp-md2-single-source.
"""
import re
import sys
from pathlib import Path

project, output, version, stb, expected, *sources = sys.argv[1:]
roots = [Path(project) / "plugin", Path(project) / "include"]
foreign = {"stb_image.h": Path(stb) / "stb_image.h", "tl/expected.hpp": Path(expected) / "tl/expected.hpp"}
public = [f"assimp-md2/{name}.h" for name in ("version", "visibility", "importer", "properties", "metadata", "play")]
include = re.compile(r'#include (?:"([^"]+)"|<([^>]+)>)')
licence = "".join(f"// {line}".rstrip() + "\n" for line in (Path(project) / "LICENSE").read_text().splitlines())


def joined(path, known, system):
    """The text of a file after the headers that it includes and that are not in `known`. Adds the others to `system`."""
    result, depth = [], 0
    for line in path.read_text().replace("#pragma once\n", "").splitlines():
        depth += line.startswith("#if") - line.startswith("#endif")
        match = include.match(line)
        name = match and (match[1] or match[2])
        if name in foreign or (match and match[1]):
            if name not in known:
                known.add(name)
                file = foreign.get(name) or next(root / name for root in roots if (root / name).exists())
                result += file.read_text().splitlines() if name in foreign else joined(file, known, system)
        elif match and depth == 0:
            system.add(name)
        elif not line.startswith("// SPDX"):
            result.append(line)
    return result


def write(name, what, start, system, lines):
    includes = [f"#include <{name}>" for name in sorted(system, key=lambda name: ("/" not in name, name))]
    text = "\n".join(start + [""] + includes + [""] + lines) + "\n"
    if name.endswith(".cpp"): # Assimp's headers declare them
        text = re.sub(r"^(struct ai\w+;\n|namespace Assimp {\n(class \w+;\n)+}.*\n)+", "", text, flags=re.M)
    text = re.sub("} // namespace assimp_md2\n((?:\n|//.*\n)*)namespace assimp_md2 {\n", r"\1", text)
    text = re.sub("\n{3,}", "\n\n", text)
    (Path(output) / name).write_text(f"// assimp-md2 {version}: {what}\n//\n{licence}\n{text}")


known = set()
c_part = joined(roots[1] / "assimp-md2/import_file.h", known, set())
start = ["#pragma once", "", "#include <stddef.h>"] + c_part + ["", "#ifdef __cplusplus"]
header, system = [], set()
for name in public:
    if name not in known:
        known.add(name)
        header += joined(roots[1] / name, known, system)
write("assimp_md2.h", "the interface of assimp_md2.cpp, for C++ and C.", start, system, header + ["#endif // __cplusplus"])

# Names of windows.h are macros that rename functions of Assimp and the standard library.
sources.sort(key=lambda source: source.endswith("_windows.cpp"))
known = set(public + ["assimp-md2/import_file.h"])
start = ['#include "assimp_md2.h"', "", "// A program may have another version of tl/expected.hpp.", "#define tl assimp_md2_tl"]
body, system = [], set()
for source in sources:
    body += joined(Path(source), known, system)
write("assimp_md2.cpp", "an importer for MD2 models in Assimp 5.2 or later.", start, system, body + ["#undef tl"])
