// SPDX-License-Identifier: BSD-3-Clause
// Where the file of a skin may lie, as names only: opens nothing, lists nothing, and knows no Assimp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assimp_md2 {

/// How many folders above the model's are searched. Ours: a game's root is seldom more than four above.
inline constexpr int kMaximumFoldersAbove = 8;

/// A place where a skin may lie.
struct SkinPlace {
    /// How many folders above the model's: 0 to kMaximumFoldersAbove.
    int foldersAbove = 0;
    /// That folder, written like the model's path, without a slash at its end; empty for the current one.
    std::string folder;
    /// The name below that folder, with `/`; it never leads out of it.
    std::string name;
};

/// Takes a skin's name as it stands in the file (View::skinName), returns it in UTF-8 and with `/` for `\`:
/// what a skin is called in scenes.
std::string normalisedSkinName(std::string_view name);

/// Takes a skin's name, returns its last part without the extension: "models/a/Blue.pcx" is "Blue".
std::string skinStem(std::string_view name);

/// Takes a skin's name, returns it as a path below some folder: without drive letter, leading slashes, `.`
/// and empty parts, and with each `..` resolved or, where nothing is left to go up, dropped. Empty when there
/// is no file name in it.
std::string pathBelow(std::string_view name);

/// Takes a path with `/` or `\`, returns the part behind the last of them.
std::string lastPart(std::string_view path);

/// Takes a file's name, returns whether it ends in an extension of an image that may be opened: .png .tga
/// .jpg .jpeg .bmp .pcx in any case.
bool hasImageExtension(std::string_view name);

/// Takes a file's name, returns whether it is an icon (`*_i.*`), a player's portrait beside the skin.
bool isIcon(std::string_view name);

/// Takes a path below some folder, returns the names to try there, best first: itself, then with .png .tga
/// .jpg .jpeg .bmp .pcx in place of the extension. A name without an image's extension is not among them; one
/// with an extension of another kind (`mr.smith`) has the image extensions appended as well.
std::vector<std::string> imageNames(std::string_view path);

/// Takes a model's path, returns the names its skin may have beside it when the model names none: its own
/// file name with each image extension, best first.
std::vector<std::string> namesAfterModel(std::string_view modelPath);

/// Takes a path as programs give it, with `/` or `\`, returns the folder in it; empty when there is none.
std::string folderOf(std::string_view path);

/// Takes a folder without a slash at its end, returns the folder above, or nothing at a root. Above a path's
/// beginning there is only "..", "../.." and so on; it counts when `goAboveStart` says that the path is one
/// of a real file system, whereas in an archive there is nothing above.
std::optional<std::string> folderAbove(std::string_view folder, bool goAboveStart);

/// Takes a skin's name, the model's folder and what folderAbove takes, returns the places to look at in
/// order: the name below the model's folder, below each folder above it, the file name alone in the model's
/// folder. Empty for a name without a file name in it.
std::vector<SkinPlace> skinPlaces(std::string_view name, std::string_view modelFolder, bool goAboveStart);

/// Takes a place's count of folders above the model's, the path below that folder, and the model's folder.
/// Returns the path from the model's folder: without going up where the way leads down again through the same
/// folders.
std::string pathFromModel(int foldersAbove, std::string_view name, std::string_view modelFolder);

/// Takes a folder and a path below it, returns both as one path.
std::string joined(std::string_view folder, std::string_view name);

} // namespace assimp_md2
