// SPDX-License-Identifier: BSD-3-Clause
// The names of skins and of their files, and which files are written.
#pragma once

#include "gltf/files/file_names.h"
#include "importer/files/local_files.h"
#include "importer/md2/layout.h"
#include "maker/md2/md2_task.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The longest name of a skin in a model, in bytes without the NUL.
inline constexpr std::size_t kMostSkinNameBytes = kSkinSize - 1;
/// The longest file name of a skin without its extension.
inline constexpr std::size_t kMostStemBytes = kMostSkinNameBytes - 4;

/// The image of a skin next to the model.
struct ExportedSkinFile {
    enum class State {
        New,      ///< is written; nothing has its name
        Replaces, ///< is written in the place of another image
        Same,     ///< is there already
        Old,      ///< another image is kept
    };
    std::string name; ///< UTF-8
    State state;
    std::vector<std::uint8_t> bytes;
};

/// Names the skins of one export, and finds out what is there already. No skin gets the file name of a
/// texture, of the palette or of the model.
class SkinFiles {
public:
    /// The names of skins begin with the name of the model, so that no two models of a folder share a name,
    /// unless the model is called `tris`, of which a folder has only one. The names of an imported MD2, and
    /// of ExportSettings::skinPath, stay.
    explicit SkinFiles(const Md2Task& task);

    /// A file name that every system and game accepts: `wanted`, or else the name of the model, or of its
    /// folder when it is called `tris` as players are.
    std::string stemFor(const std::string& wanted) const;

    /// The path of a skin below the game root (UTF-8).
    std::string pathFor(std::string_view fileName) const;

    /// The name in the model, in Latin-1. A path that is too long for the file is cut to its file name.
    std::string nameInModel(const std::string& path) const;

    /// Whether ExportSettings::skinPath contains the file name of the skin.
    bool hasCompletePath() const;

    /// Keeps the name of a texture from becoming that of a skin.
    void reserve(const std::string& fileName) { names_.take(fileName); }

    /// Decides what becomes of a skin.
    ///
    /// \return an error if the folder of the model cannot have a file
    Result<ExportedSkinFile> choose(const std::string& stem, std::vector<std::uint8_t> bytes);

    const char* extension() const { return settings_.palette.empty() ? ".png" : ".pcx"; }

private:
    const ExportSettings& settings_;
    std::string outputPath_;
    bool writesFiles_;
    bool isFolderOfImport_; ///< its images are those of the imported MD2
    std::string imageStem_;
    FreeNames names_; ///< of files
    Warnings& warnings_;
};

/// Whether a file has these bytes.
bool hasBytes(const LocalFile& file, const std::vector<std::uint8_t>& bytes);

/// The folder of the skins below the game root: `players/knight` for `…/baseq2/players/knight/tris.md2`. The
/// path starts after the last folder with the name of a known game root (such as `baseq2`). Names
/// of expansions (such as `rogue`) count only above `players` or `models`. If there is none, the path starts
/// at the last folder called `players` or `models`. Otherwise the result is empty.
std::string skinFolderOf(const std::string& outputPath);

} // namespace assimp_md2::inner
