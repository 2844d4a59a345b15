// SPDX-License-Identifier: BSD-3-Clause
// Converts one MD2 with Assimp.
#pragma once

#include "assimp-md2/game_files.h"
#include "batch/plan.h"
#include "importer/settings/settings.h"

#include <string>

namespace assimp_md2::inner {

/// What all conversions share.
struct Conversion {
    std::string format;       ///< id of Assimp's exporter
    std::string extension;    ///< of the format, with its dot
    PropertyTexts properties; ///< of imports
    Settings settings;
    double scale;          ///< above 0
    const GameFiles* game; ///< may be null
};

/// The output is complete or not there.
///
/// \return one line about it
/// \throws CommandError
std::string convert(const Conversion& conversion, const Job& job);

} // namespace assimp_md2::inner
