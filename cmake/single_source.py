#!/usr/bin/env python3
"""Joins the importer into assimp_md2.h and assimp_md2.cpp, which need Assimp and the standard library only, and into
MD2Loader.h and MD2Loader.cpp for Assimp's own source tree.

usage: python3 cmake/single_source.py PROJECT OUTPUT VERSION STB_FOLDER EXPECTED_FOLDER SOURCE...

  PROJECT          the folder of the project
  OUTPUT           the folder for the files
  STB_FOLDER       the folder of stb_image.h, corrected as for the library
  EXPECTED_FOLDER  the folder of tl/expected.hpp
  SOURCE           the sources of the importer and the skeleton, as CMake lists them

Each header comes before the first source that includes it, and all headers of the system come first. What needs Eigen is
compiled only with ASSIMP_MD2_SKELETON. CMake runs this script: target assimp-md2-single-source.
"""
import re
import sys
from pathlib import Path

project, output, version, stb, expected, *sources = sys.argv[1:]
roots = [Path(project) / "plugin", Path(project) / "include"]
foreign = {"stb_image.h": Path(stb) / "stb_image.h", "tl/expected.hpp": Path(expected) / "tl/expected.hpp"}
public = [f"assimp-md2/{name}.h" for name in ("version", "visibility", "importer", "properties", "metadata", "play")]
include = re.compile(r'\s*#\s*include (?:"([^"]+)"|<([^>]+)>)')
licence = "".join(f"// {line}".rstrip() + "\n" for line in (Path(project) / "LICENSE").read_text().splitlines())

skeleton_only = ["#if defined(ASSIMP_MD2_SKELETON)", "#endif"]
# stb_image includes these for some processors. Inside a namespace they would be wrong.
intrinsics = """#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif
#if defined(_MSC_VER)
#include <intrin.h>
#endif""".splitlines()
# For what only other products use
unused = """#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif""".splitlines()
at_start = """#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif""".splitlines()
at_end = """#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif""".splitlines()


def macros_of(text):
    return re.findall(r"^\s*#\s*define\s+(\w+)", text, flags=re.M)


def contained(name, system):
    """The text of a foreign header. A program may contain another copy in the same translation unit, so stb_image is in a
    namespace."""
    lines = []
    for line in foreign[name].read_text().splitlines():
        match = include.match(line)
        if match and match[2] and match[2] not in ("emmintrin.h", "intrin.h", "arm_neon.h"):
            system.add(match[2])
        else:
            lines.append(line)
    if name == "stb_image.h":
        # Functions of C have one name in all namespaces.
        lines = [line.replace('extern "C" {', 'extern "C++" {') for line in lines]
        lines = ["namespace assimp_md2::inner {", "namespace {"] + lines + ["} // namespace", "} // namespace assimp_md2::inner"]
    return at_start + lines + at_end


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
                result += contained(name, system) if name in foreign else joined(file, known, system)
        elif match and depth == 0:
            system.add(name)
        elif not line.startswith("// SPDX"):
            result.append(line)
    return result


def includes(system):
    return [f"#include <{name}>" for name in sorted(system, key=lambda name: ("/" not in name, name))]


def write(name, what, lines):
    text = "\n".join(lines) + "\n"
    if name.endswith(".cpp"): # Assimp's headers declare them
        text = re.sub(r"^(struct ai\w+;\n|namespace Assimp {\n(class \w+;\n)+}.*\n)+", "", text, flags=re.M)
    # A program may link the library, too: inner names have internal linkage, public ones a namespace of their own.
    for outer, own, label in ("assimp_md2::inner", "namespace", ""), ("assimp_md2", "inline namespace one_source", " one_source"):
        text = re.sub(rf"^(namespace {outer} {{)$", rf"\1\n{own} {{", text, flags=re.M)
        text = re.sub(rf"^}} // namespace {outer}$", rf"}} // namespace{label}\n\g<0>", text, flags=re.M)
        ends = rf"}} // namespace{label}\n}} // namespace {outer}\n"
        text = re.sub(rf"{ends}((?:\n|//.*\n)*)namespace {outer} {{\n{own} {{\n", r"\1", text)
    text = re.sub(r"assimp-md2/\w+\.h", "assimp_md2.h", text)
    text = re.sub("\n{3,}", "\n\n", text)
    (Path(output) / name).write_text(f"// assimp-md2 {version}: {what}\n//\n{licence}\n{text}")


known = set()
c_part = joined(roots[1] / "assimp-md2/import_file.h", known, set())
header, system = [], set()
for name in public:
    if name not in known:
        known.add(name)
        header += joined(roots[1] / name, known, system)
bones = joined(roots[1] / "assimp-md2/skeleton.h", known | {"assimp-md2/skeleton.h"}, system)
write("assimp_md2.h", "the interface of assimp_md2.cpp, for C++ and C.",
      ["#pragma once", "", "#include <assimp/defs.h>", "#if !defined(AI_COUNT_OF)",
       '#error "assimp-md2 needs Assimp 5.2 or later"', "#endif", "", "#include <stddef.h>", ""]
      + c_part + ["", "#if defined(__cplusplus)"] + includes(system) + [""] + header + [skeleton_only[0]] + bones
      + [skeleton_only[1], "#endif // __cplusplus"])

# What stb_image and tl/expected define, and what decode_image.cpp defines for stb_image. The program gets its own back.
macros = sorted({name for file in foreign.values() for name in macros_of(file.read_text())} | {"tl"}
                | {name for name in macros_of((roots[0] / "importer/image/decode_image.cpp").read_text()) if name.startswith("STB")})
saved = [line for name in macros for line in (f'#pragma push_macro("{name}")', f"#undef {name}")]
restored = [line for name in macros for line in (f"#undef {name}", f'#pragma pop_macro("{name}")')]


def joined_sources(sources, known):
    """The headers of the system and the text of the sources, with that of the skeleton in a condition."""
    system, of_bones = set(), set()
    importer, windows, skeleton = [], [], []
    # Names of windows.h are macros that rename functions of Assimp and the standard library, so its source is the last one.
    for source in sorted(sources, key=lambda source: (Path(source).parent.name == "skeleton", source.endswith("_windows.cpp"))):
        if Path(source).parent.name == "skeleton":
            skeleton += joined(Path(source), known, of_bones)
        else:
            part = windows if source.endswith("_windows.cpp") else importer
            part += joined(Path(source), known, system)
    eigen = {name for name in of_bones if name.startswith("Eigen/")}
    return (includes(system | of_bones - eigen) + [""] + intrinsics
            + [skeleton_only[0]] + at_start + includes(eigen) + at_end
            + [skeleton_only[1], "",
               "// A program may contain other versions. Its macros come back at the end."] + saved
            + ["#define tl assimp_md2_tl"] + unused + importer + [skeleton_only[0]] + skeleton + [skeleton_only[1]] + windows
            + at_end + restored)


write("assimp_md2.cpp", "an importer for MD2 models in Assimp 5.2 or later.",
      ['#include "assimp_md2.h"', ""]
      + joined_sources(sources, set(public) | {"assimp-md2/import_file.h", "assimp-md2/skeleton.h"}))

# The same importer as the class of Assimp's own MD2 loader, for Assimp's source tree. It exports nothing.
for_assimp = Path(project) / "cmake/for_assimp"
without_entries = [source for source in sources if Path(source).name not in ("register_importer.cpp", "register_skeletons.cpp", "import_file.cpp")]
write("MD2Loader.cpp", "an importer for MD2 models, in the place of Assimp's own.",
      ["#ifndef ASSIMP_BUILD_NO_MD2_IMPORTER", "", '#include "MD2Loader.h"', '#include "MD2FileData.h"',
       '#include "MD2NormalTable.h"', ""] + joined_sources(without_entries, set())
      + (for_assimp / "md2_loader.cpp").read_text().splitlines()[1:] + ["", "#endif // ASSIMP_BUILD_NO_MD2_IMPORTER"])
write("MD2Loader.h", "the class that Assimp's registry of importers makes.",
      (for_assimp / "MD2Loader.h").read_text().splitlines()[1:])
