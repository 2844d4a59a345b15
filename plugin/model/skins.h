// SPDX-License-Identifier: BSD-3-Clause
// The names of the files that may be the image of a skin, without access to a file system.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// A place where the image of a skin may be.
struct SkinPlace {
    std::size_t foldersAbove = 0; ///< levels above the model's folder
    std::string path;             ///< below that folder, with `/`; it never leads out of it
};

/// Takes a skin's name as it is in the file (View::skinName), returns the name for a scene: in UTF-8 and with
/// `/` for `\`.
std::string normalisedSkinName(std::string_view name);

/// Takes a file's name, returns whether it ends in an extension of an image that may be opened: .png .tga
/// .jpg .jpeg .bmp .pcx in any case.
bool hasImageExtension(std::string_view name);

/// Takes a file's name, returns whether it is an icon (`*_i.*`), a player's portrait beside the skin.
bool isIcon(std::string_view name);

/// Takes a path below some folder, returns the names to try there, best first: itself, then with .png .tga
/// .jpg .jpeg .bmp .pcx in place of the extension. A name without an image's extension is not among them; one
/// with an extension of another kind (`mr.smith`) has the image extensions appended as well.
std::vector<std::string> imageNames(std::string_view path);

/// Whether an image is named like one of several models: its stem is the stem of a model, or continues it
/// with a character that is not a letter (`boots_02` and `boots2` for `boots`).
///
/// \param imageName a file's name
/// \param stems of models, in lower case
bool isNamedLikeOneOf(std::string_view imageName, const std::set<std::string>& stems);

/// Takes a model's path, returns the names its skin may have beside it when the model names none: its own
/// file name with each image extension, best first.
std::vector<std::string> namesAfterModel(std::string_view modelPath);

/// The places where a game would look for a skin, in order:
///
/// 1. Below the game's root. It is the folder in front of the model's folders that agree with the name's:
///    `players/male/grunt.pcx`, and also `players/other/x.pcx`, lie below `baseq2` for a model in
///    `baseq2/players/male`. Where the name's folders agree at several depths, the longest agreement counts.
/// 2. The name below the model's folder.
/// 3. The file name alone in the model's folder.
///
/// An absolute name has no root: only 2 and 3 are tried. No place is above the root.
///
/// \param name of a skin, as normalisedSkinName returns it
/// \param modelFolders the names of the folders on the way to the model, outermost first (foldersIn)
/// \return the places without repetition; none for a name without a file name in it
std::vector<SkinPlace> skinPlaces(std::string_view name, const std::vector<std::string_view>& modelFolders);

} // namespace assimp_md2
