// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the other files that a model needs: the images of its skins, and its weapon.
//
// The search for skins, in order. The images for each name that the model has (SkinSearch::find; the places
// are computed by skinLocations):
//
// 1. `.rocket` is the image `rocket.*` in the model's folder (UFO: Alien Invasion). For such a name, the
//    search ends here.
// 2. In a game: the name below the game root.
// 3. A name that begins with `players/` or `models/`: below the folder that contains the nearest `players` or
//    `models` above the model.
// 4. The name below the model's folder.
// 5. The file name alone, in the model's folder. If the name has a folder `players` or `models`, and its last
//    folder is not the model's (a weapon beside a player names `models/weapons/g_bfg/skin.pcx`), the image
//    must have the size in the model, or the stem of the model.
//
// `..` in a name is resolved first. An absolute name has only the places 4 and 5. At each place, the exact
// name comes first, then other image extensions (imageNames); but a PNG, JPG or TGA comes before a PCX. In
// the file system and in a game, case does not matter.
//
// If the model names no skin, or none is found (SkinSearch::findBeside), images in the model's folder:
//
// 6. the one with the stem of the model's file name;
// 7. `skin.*` for a model named `tris.md2`, if there is no icon `*_i.*` (Cube engines);
// 8. those of the size in the model whose names begin with the model's stem;
// 9. all others of this size, or else those with an icon, of any size; nothing for a model whose images are
//    those of a body: it has a `tris.md2` beside it and is no copy of it (a stem that begins with `tris`, or
//    is the folder's name), or it is a gun (a stem that begins with `w_`, `a_` or `weapon`);
// 10. under the conditions of 7: `skin.*` or `skin_d.*` in the folder above, if this is not the root;
// 11. those with the model's stem and a digit (Egoboo). Egoboo ignores skin names: if a name leads to one of
//     these images that has not the lowest digit, these images take the place of all names (findNumbered);
// 12. the only other image of the size's aspect; for the models without images of 9 only if there is no other
//     model.
//
// 8, 9 and 12 leave out what is named like another model and the companions of skins (isCompanion, and
// companionOf if there is such a skin), unless it has an icon. Images with an icon come first; among them and
// among the others, the skin that is named like the folder comes first, `ctf_*` last (skinRank).
//
// A custom IOSystem cannot list files, so it has no 8, 9, 11 and 12, and icons are not considered.
// It is asked for each name as it is, then in lower case, then with other extensions: for the first choice of
// every name before the second choice of any name, so that all skins share the few calls.
#pragma once

#include "importer/files/model_files.h"
#include "importer/image/image_type.h"
#include "importer/skins/skin_paths.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assimp_md2::inner {

/// The limits of one search, chosen by this project. For a model with 32 skins, of which none exists, the
/// search tries about 600 names.
inline constexpr std::size_t kMaximumCandidates = 10'000;
inline constexpr std::size_t kMaximumImagesMeasured = 256;
inline constexpr std::size_t kMaximumSkinsWithIcon = 64;

/// The file of a skin. The search has checked that it is an image, unless it is damaged or encrypted in an
/// archive. With a custom IOSystem the content is mostly checked only when it is read.
struct SkinFile {
    /// The texture path: relative to the model's folder, with `/`, and with `../` for each level above this
    /// folder.
    std::string path;
    /// Not set for a file in an archive that cannot be read, and with a custom IOSystem if the search has not
    /// opened the file.
    std::optional<ImageType> type{};
    ModelPath location{};     ///< where it was found
    bool isOfProgram = false; ///< `path` is what the program names, for readProgramFile
    /// Its header has an alpha channel; if it was not opened: its extension is .png or .tga.
    bool mayHaveAlpha = false;
};

/// What is beside a model, listed once.
struct ModelFolder {
    std::vector<std::string> images; ///< names that may be skins, in order
    std::set<std::string> icons;     ///< stems of images that have an icon, in lower case
    bool isOfBody = false;    ///< the images belong to another model, unless they have the model's stem
    bool hasOneModel = false; ///< there is no other model
};

/// Looks for the skins and the weapon of one model. For a skin it opens only files with an image extension
/// inside the folders that skinLocations returns. When a limit is reached, the search finds no more files.
class SkinSearch {
public:
    explicit SkinSearch(std::unique_ptr<ModelFiles> files) : files_(std::move(files)) {}

    const std::string& modelPath() const { return files_->modelPath(); }

    /// Whether GameFiles reads the files: other programs may be unable to open them.
    bool isInGame() const { return files_->kind() == ModelFiles::Kind::Game; }

    /// The file of each name (as normalisedSkinName returns it), or nothing. In a game, a file that cannot be
    /// read is returned only if there is no other.
    ///
    /// \param size of the skins in the model
    std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names, ImageSize size);

    /// Use this for a model that names no skin, or of which no skin is found.
    std::vector<SkinFile> findBeside(ImageSize size);

    /// The images with the model's stem and a digit, if `named` is one of them and another has a lower
    /// number.
    std::vector<SkinFile> findNumbered(const SkinFile& named);

    /// The images that have an icon in the model's folder, at most kMaximumSkinsWithIcon: the skins that the
    /// menu of Quake II lists. None for a model whose images are those of a body.
    std::vector<SkinFile> findWithIcon();

    /// Finds a file of any type in the model's folder or below it.
    ///
    /// \param name with `/` or `\`; `..` and absolute paths cannot leave the folder
    std::optional<SkinFile> findFile(const std::string& name);

    /// Reads a file that was found.
    ///
    /// \return the bytes, or an error that names the file (also if the file has changed since the search)
    Result<FileBytes> read(const SkinFile& file, std::uint64_t most);

    /// The paths of files that would be skins, but are Git LFS pointers: the text that takes the place of a
    /// file in a clone without Git LFS.
    const std::set<std::string>& lfsPointers() const { return lfsPointers_; }

    /// ModelFiles::isExhausted
    bool isExhausted() const { return files_->isExhausted(); }

    /// Whether images beside the model were looked for, but its folder cannot be listed.
    bool isUnlisted() const { return isUnlisted_; }

    /// ModelFiles::opened
    const std::set<std::string>& opened() const { return files_->opened(); }

private:
    bool isForeign() const { return files_->kind() == ModelFiles::Kind::IoSystem; }
    std::vector<SkinLocation> candidatesOf(const std::string& skin) const;
    SkinFile describe(ModelPath location) const;
    std::optional<SkinFile> imageAt(const ModelPath& place, std::optional<ImageSize> size = std::nullopt,
                                    bool isAspect = false);
    std::vector<SkinFile> firstOf(std::size_t foldersAbove, const std::vector<std::string>& names);
    std::vector<SkinFile> imagesBeside(const std::function<bool(const std::string&)>& isWanted,
                                       std::size_t most, std::optional<ImageSize> size = std::nullopt,
                                       bool isAspect = false);
    std::vector<SkinFile> numbered();
    std::vector<SkinFile> ofSize(ImageSize size, bool isNamedLikeModel, bool isAspect = false);
    const ModelFolder& beside();

    std::unique_ptr<ModelFiles> files_;
    std::optional<ModelFolder> beside_;
    bool isUnlisted_ = false;
    std::set<std::string> lfsPointers_;
};

} // namespace assimp_md2::inner
