// SPDX-License-Identifier: BSD-3-Clause
// The images of a player's folder: skins as PNG and PCX, and icons.
#pragma once

#include "maker/export_settings.h"
#include "maker/md2/exporter.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2::inner {

struct MadeFile {
    std::string path;
    std::vector<std::uint8_t> bytes;
    bool isNew = false; ///< nothing had its name
};

/// The images that are not there yet. Those that exist and differ are kept, with a warning, unless
/// ExportSettings::overwrite is set. A file that the run has read is never replaced.
///
/// \param opened files of the source, besides its textures
/// \param weapon may be null
/// \param settings with the palette of the PCX files; without one, that of the game
/// \throws CommandError
std::vector<MadeFile> imagesOfPlayer(const MadeMd2& player, const MadeMd2* weapon, const std::string& folder,
                                     const ExportSettings& settings, const std::vector<std::string>& opened);

} // namespace assimp_md2::inner
