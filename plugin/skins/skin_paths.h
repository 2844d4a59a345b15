// SPDX-License-Identifier: BSD-3-Clause
// Computes the possible file names of a skin's image without accessing the file system.
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
    std::string path;             ///< relative to that folder, with `/`; never leaves that folder
};

/// Converts a skin name from the file (View::skinName) to UTF-8 with `/` in place of `\`.
std::string normalisedSkinName(std::string_view name);

/// Takes a file's name and returns whether it ends in an extension of an image that may be opened: .png .tga
/// .jpg .jpeg .bmp .pcx in any case.
bool hasImageExtension(std::string_view name);

/// Takes a file's name and returns whether it is an icon (`*_i.*`), a player's portrait beside the skin.
bool isIcon(std::string_view name);

/// Takes a relative path and returns the names to try, best first: the path itself if it has an image
/// extension, then the path with .png .tga .jpg .jpeg .bmp .pcx in place of its extension. If the path has
/// another extension (`mr.smith`), names with an image extension appended (`mr.smith.png`) follow.
std::vector<std::string> imageNames(std::string_view path);

/// Whether an image is named after one of several models: its stem starts with the stem of a model, and the
/// next character, if any, is not a letter (`boots_02` and `boots2` for `boots`).
///
/// \param imageName a file's name
/// \param stems of models, in lower case
bool isNamedLikeOneOf(std::string_view imageName, const std::set<std::string>& stems);

/// Takes a model's path and returns the file names of the images that are used if the model names no skin:
/// the stem of the model with each image extension, best first.
std::vector<std::string> namesAfterModel(std::string_view modelPath);

/// The places where a game would look for a skin, in order:
///
/// 1. Below the game root: the parent of the directories that the model's path and the skin name share. For a
///    model in `baseq2/players/male`, the skins `players/male/grunt.pcx` and `players/other/x.pcx` both give
///    the game root `baseq2`. If several parents are possible, the one with the most shared directories is
///    used.
/// 2. The name below the model's folder.
/// 3. The file name alone in the model's folder.
///
/// For an absolute name there is no game root, so only 2 and 3 are returned. No place is above the game root.
///
/// \param name of a skin, as normalisedSkinName returns it
/// \param modelFolders the components of the model's folder, outermost first (foldersIn)
/// \return the places without repetition; none for a name without a file name in it
std::vector<SkinPlace> skinPlaces(std::string_view name, const std::vector<std::string_view>& modelFolders);

} // namespace assimp_md2
