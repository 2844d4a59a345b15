// SPDX-License-Identifier: BSD-3-Clause
// The names of skins and of their files, and which files are written.
#pragma once

#include "base/budget.h"
#include "base/error.h"
#include "base/unique_names.h"
#include "base/warnings.h"
#include "format/layout.h"
#include "image/image.h"
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

/// The longest name of a skin in a model, in bytes without the NUL.
inline constexpr std::size_t kMostSkinNameBytes = kSkinSize - 1;

/// A file to be written next to the model.
struct ImageToWrite {
    std::string fileName;
    std::vector<std::uint8_t> bytes;
};

/// Names the skins of one export, so that no image is lost. If a file of a skin's name exists, then
///
/// - it is replaced if it has a valid mark (image/mark.h), which means that an export has written it and
///   nobody has changed it, and if it belongs to this model: the mark says so, or the MD2 at the output path
///   names it, as several models may share a skin;
/// - it stays if its image is the same;
/// - it is kept, with a warning, if the MD2 at the output path names it, because someone has painted it, or
///   if it is a skin of the imported MD2;
/// - otherwise the skin gets another name, the same one at each export, with a warning.
///
/// The file of a texture, the palette and the model are never replaced.
class SkinFiles {
public:
    SkinFiles(const std::string& outputPath, const Assimp::IOSystem& output, const ExportSettings& settings,
              Budget& budget, Warnings& warnings);

    /// A file name that every system and game accepts: `wanted`, or else the name of the model, or of its
    /// folder when it is called `tris` as players are.
    std::string stemFor(const std::string& wanted) const;

    /// The path of a skin below the game root (UTF-8).
    ///
    /// \param imported the name that an imported MD2 has; empty otherwise
    std::string pathFor(const std::string& stem, const std::string& imported) const;

    /// The name in the model, in Latin-1. A path that is too long for the file is cut to its file name.
    std::string nameInModel(const std::string& path) const;

    /// Whether ExportSettings::skinPath contains the file name of the skin.
    bool hasCompletePath() const;

    /// What becomes of the file of a skin.
    struct Choice {
        std::string stem; ///< UTF-8
        bool isWritten = false;
    };

    /// \param file with its mark
    /// \param isImported whether an imported MD2 has this skin
    /// \param isTexture whether a file name is that of a texture, which the skin must not replace
    ///
    /// \return an error if a hundred names are taken
    /// \throws OverBudget
    Result<Choice> choose(const std::string& stem, const std::vector<std::uint8_t>& file, bool isImported,
                          const std::function<bool(const std::string& fileName)>& isTexture);

    /// The name in the marks of skins.
    std::string modelName() const;

    const char* extension() const { return settings_.palette.empty() ? ".png" : ".pcx"; }

    /// The size of an image in the output folder.
    std::optional<ImageSize> sizeInOutput(const std::string& stem) const;

private:
    enum class Existing { None, Replaceable, Same, Other, Unusable };
    Existing existing(const std::string& fileName, const std::vector<std::uint8_t>& file) const;
    bool isNamedByModel(const std::string& stem) const;

    const ExportSettings& settings_;
    std::string outputPath_;
    std::optional<std::string> outputFolder_;        ///< none where no file is written
    UniqueNames chosen_{UniqueNames::Case::Ignored}; ///< file names
    Budget& budget_;
    Warnings& warnings_;
};

/// The folder of the skins below the game root: `players/knight` for `…/baseq2/players/knight/tris.md2`. The
/// path starts after the last folder with the name of a known game root (such as `baseq2`). If there is none,
/// it starts at the last folder called `players` or `models`. Otherwise the result is empty.
std::string skinFolderOf(const std::string& outputPath);

} // namespace assimp_md2
