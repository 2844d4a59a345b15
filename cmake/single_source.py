#!/usr/bin/env python3
"""Joins the importer into assimp_md2.h and assimp_md2.cpp, which need Assimp and the standard library only.

usage: python3 cmake/single_source.py PROJECT OUTPUT VERSION STB_FOLDER EXPECTED_FOLDER SOURCE...

  PROJECT          the folder of the project
  OUTPUT           the folder for the two files
  STB_FOLDER       the folder of stb_image.h, corrected as for the library
  EXPECTED_FOLDER  the folder of tl/expected.hpp
  SOURCE           the sources of the importer, as CMake lists them

Each header comes before the first source that includes it. CMake runs this script: target assimp-md2-single-source.
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


def lines_of(path):
    """The lines of a file without its licence and guard, which the file as a whole has."""
    text = path.read_text()
    text = re.sub(r"\A// SPDX.*\n", "", text)
    return text.replace("#pragma once\n", "").splitlines()


def joined(path, known):
    """The text of a file after the headers that it includes and that are not in `known`."""
    result = []
    for line in lines_of(path):
        name = next(filter(None, include.match(line).groups())) if include.match(line) else None
        if name is None:
            result.append(line)
        elif name in foreign or '"' in line:
            if name not in known:
                known.add(name)
                file = foreign.get(name) or next(root / name for root in roots if (root / name).exists())
                result += file.read_text().splitlines() if name in foreign else joined(file, known)
        elif name not in known or "windows.h" in name:
            known.add(name)
            result.append(line)
    return result


def without_repeated_blanks(lines):
    return [line for i, line in enumerate(lines) if line or (i > 0 and lines[i - 1])]


def write(name, what, lines):
    text = f"// assimp-md2 {version}: {what}\n//\n{licence}\n" + "\n".join(without_repeated_blanks(lines)) + "\n"
    (Path(output) / name).write_text(text)


known = set()
header = ["#pragma once"]
for name in public:
    if name not in known:
        known.add(name)
        header += joined(roots[1] / name, known)
write("assimp_md2.h", "the interface of assimp_md2.cpp.", header)

# Names of windows.h are macros that rename functions of Assimp and the standard library.
sources.sort(key=lambda source: "<windows.h>" in Path(source).read_text())
known = set(public)
body = ['#include "assimp_md2.h"', "", "// A program may have another version of tl/expected.hpp.", "#define tl assimp_md2_tl"]
for source in sources:
    body += joined(Path(source), known)
write("assimp_md2.cpp", "an importer for MD2 models in Assimp 5.2 or later.", body + ["#undef tl"])
