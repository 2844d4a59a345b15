// SPDX-License-Identifier: BSD-3-Clause
// The names of skins and of their files, and which files are written.
#pragma once

#include "image/image.h"
#include "md2_export/warnings.h"
#include "settings/settings.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// A file to be written next to the model.
struct ImageToWrite {
    std::string fileName;
    std::vector<std::uint8_t> bytes;
};

/// Names the skins of one export.
class SkinFiles {
public:
    SkinFiles(const std::string& outputPath, const Assimp::IOSystem& output, const ExportSettings& settings,
              Warnings& warnings);

    /// A file name that every system and game accepts: `wanted`, or else the name of the model, or of its
    /// folder when it is called `tris` as players are.
    std::string stemFor(const std::string& wanted) const;

    /// The path below the game root. A name that is too long for the file is cut to its file name.
    ///
    /// \param imported the name that an imported MD2 has; empty otherwise
    /// \param isTaken whether a skin must not have a file of this name
    std::string nameFor(const std::string& stem, const std::string& imported,
                        const std::function<bool(const std::string& fileName)>& isTaken) const;

    /// Whether ExportSettings::skinPath contains the file name of the skin.
    bool hasCompletePath() const;

    const char* extension() const { return settings_.palette.empty() ? ".png" : ".pcx"; }

    /// The size of an image in the output folder.
    std::optional<ImageSize> sizeInOutput(const std::string& fileName) const;

    /// Leaves out images of an imported MD2 if a file of the same name has other bytes. The file may be the
    /// skin that was imported, or one in a higher resolution that ports load in place of it.
    void keepOtherFiles(std::vector<ImageToWrite>& images) const;

private:
    const ExportSettings& settings_;
    std::string outputPath_;
    std::optional<std::string> outputFolder_; ///< none where no file is written
    Warnings& warnings_;
};

/// The folder of the skins below the game root: `players/knight` for `…/baseq2/players/knight/tris.md2`. The
/// path starts after the last folder with the name of a known game root (such as `baseq2`). If there is none,
/// it starts at the last folder called `players` or `models`. Otherwise the result is empty.
std::string skinFolderOf(const std::string& outputPath);

} // namespace assimp_md2
