// SPDX-License-Identifier: BSD-3-Clause
// The images of a player's folder: skins as PNG and PCX, and icons.
#pragma once

#include "maker/export_settings.h"
#include "maker/md2/exporter.h"

#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The images of a model that are not there yet: its skins, and for a player their icons. Those that exist
/// and differ are kept, with a warning, unless ExportSettings::overwrite is set.
///
/// \param iconBrightness of a player's icons, compared with the skin; 0: no icons
/// \param settings with the palette of the PCX files; without one, that of the game
/// \param inputs files that the run has read, which are never replaced
/// \throws CommandError
std::vector<MadeFile> imagesOf(const MadeMd2& model, float iconBrightness, const std::string& folder,
                               const ExportSettings& settings, const std::vector<std::string>& inputs = {});

} // namespace assimp_md2::inner
