// SPDX-License-Identifier: BSD-3-Clause
// Computes the possible file names of a skin's image without accessing the file system.
#pragma once

#include "importer/files/model_files.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2::inner {

/// A place where the image of a skin may be.
struct SkinLocation : ModelPath {
    bool needsSize = false; ///< only an image of the size in the model is the skin
};

/// Converts a skin name from the file (View::skinName) to UTF-8 with `/` in place of `\`.
std::string normalisedSkinName(std::string_view name);

/// Takes a file's name and returns whether it ends in an extension of an image that may be opened: .png .jpg
/// .tga .jpeg .bmp .pcx in any case.
bool hasImageExtension(std::string_view name);

/// Takes a file's name and returns whether it is an icon (`*_i.*`), a player's portrait beside the skin.
bool isIcon(std::string_view name);

/// Takes a file's name and returns whether it is an image that goes with a skin: an icon (also `icon0.*`), a
/// mask, or a normal map, gloss, luma, glow or specular image.
bool isCompanion(std::string_view name);

/// Takes a file's name and returns the stem, in lower case, of the skin that this image goes with if there is
/// such a skin: `a` for `a_n.*`, `a_normal.*` and so on; empty for other names.
std::string companionOf(std::string_view name);

/// Whether a stem is `start`, without regard to case, and one digit.
bool isWithDigit(std::string_view stem, std::string_view start);

/// The order of skins that are found by their size only: 0 for a skin that is named like the folder, 2 for
/// `ctf_*`, which teams wear, 1 for the others.
///
/// \param name a file's name
/// \param folder the name of the model's folder
int skinRank(std::string_view name, std::string_view folder);

/// Takes a relative path and returns the names to try, best first: the path itself if it has an image
/// extension, then the path with .png .jpg .tga .jpeg .bmp .pcx in place of its extension. The first three,
/// which are replacement textures of ports of Quake II, come before a PCX. If the path has another extension
/// (`mr.smith`), names with an image extension appended (`mr.smith.png`) follow.
std::vector<std::string> imageNames(std::string_view path);

/// Whether an image is named after one of several models: its stem starts with the stem of a model, and the
/// next character, if any, is not a letter (`boots_02` and `boots2` for `boots`).
///
/// \param imageName a file's name
/// \param stems of models, in lower case
/// \param longerThan only these are compared
bool isNamedLikeOneOf(std::string_view imageName, const std::set<std::string>& stems,
                      std::size_t longerThan = 0);

/// The places of a skin, in the order of skin_search.h.
///
/// \param name of a skin, as normalisedSkinName returns it
/// \param modelFolders the components of the model's folder, outermost first (foldersIn)
/// \param isInGame the folder above `modelFolders` is the game root
/// \return none for a name without a file name in it
std::vector<SkinLocation> skinLocations(std::string_view name,
                                        const std::vector<std::string_view>& modelFolders,
                                        bool isInGame = false);

} // namespace assimp_md2::inner
