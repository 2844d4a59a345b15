// SPDX-License-Identifier: BSD-3-Clause
// Converts one file with Assimp.
#pragma once

#include "batch/plan.h"

#include <string>
#include <vector>

namespace assimp_md2 {

class GameFiles;

/// What all conversions share.
struct Conversion {
    std::string format;             ///< id of Assimp's exporter
    std::string extension;          ///< of the format, with its dot
    std::vector<std::string> clips; ///< files of --add-clips
    const GameFiles* game;          ///< may be null
};

inline constexpr char kNoMemory[] = "there is not enough memory";

/// What is printed about a file.
struct Report {
    std::string line;                    ///< about the output; empty when the conversion failed
    std::vector<std::string> complaints; ///< for stderr; the last is the error
};

/// Never throws, except std::bad_alloc when there is no memory for a message. The output is complete or not
/// there.
Report convert(const Conversion& conversion, const Job& job);

} // namespace assimp_md2
