// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the other files that a model needs (the images of its skins and its weapon) in the file
// system, in a game, or through a custom IOSystem.
//
// The search for skins, in order. The images for each name that the model has (SkinSearch::find; the places
// are computed by skinPlaces):
//
// 1. `.rocket` is the image `rocket.*` in the model's folder (UFO: Alien Invasion). For such a name, the
//    search ends here.
// 2. In a game: the name below the game root.
// 3. A name that begins with `players/` or `models/`: below the folder that contains the nearest `players` or
//    `models` above the model.
// 4. The name below the model's folder.
// 5. The file name alone, in the model's folder. A name whose folders are the end of the model's folder means
//    this file, too.
//
// `..` in a name is resolved first. An absolute name has only the places 4 and 5. At each place, the exact
// name comes first, then other image extensions (imageNames). In the file system and in a game, case does not
// matter.
//
// If the model names no skin, or none is found (SkinSearch::findBeside), images in the model's folder:
//
// 6. the one with the stem of the model's file name;
// 7. `skin.*` for a model named `tris.md2`, if there is no icon `*_i.*` (Cube engines);
// 8. those of the size in the model whose names begin with the model's stem;
// 9. all others of this size.
//
// 8 and 9 leave out what is named like another model and the companions of skins (isCompanion). The skin that
// is named like the folder comes first, `ctf_*` last (skinRank). A custom IOSystem cannot list files, so it
// has no 8 and 9, and icons are not considered in 7.
#pragma once

#include "base/file_bytes.h"
#include "files/local_files.h"
#include "image/image_type.h"
#include "skins/skin_paths.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// The limits of one search, chosen by this project. For a model with 32 skins, of which none exists, the
/// search tries about 600 names.
inline constexpr std::size_t kMaximumCandidates = 10'000;
inline constexpr std::size_t kMaximumEntriesInFolder = 10'000;
inline constexpr std::size_t kMaximumEntries = 50'000;
inline constexpr std::size_t kMaximumImagesMeasured = 256;

/// The limit for a custom IOSystem, where each call may be a network request. It is chosen by this project.
/// Together with Assimp's own calls for the model, an import calls Exists at most 32 times. It opens only
/// files that exist.
inline constexpr std::size_t kMaximumForeignExists = 30;

/// The calls of a custom IOSystem in all searches of one import.
struct ForeignCalls {
    std::map<std::string, bool> exists; ///< the answers
    bool isExistsExhausted = false;     ///< a name was skipped because of the limit
};

/// The file of a skin. In the file system and in a game the search has checked that it is an image, unless it
/// is damaged or encrypted in an archive. With a custom IOSystem the content is checked only when it is read.
struct SkinFile {
    /// The texture path: relative to the model's folder, with `/`, and with `../` for each level above this
    /// folder.
    std::string path;
    /// Not set for a file in an archive that cannot be read, and with a custom IOSystem, because the search
    /// does not open its files.
    std::optional<ImageType> type;
    std::optional<FileIdentity> identity; ///< of files of the file system
    /// How many levels the folder where it was found is above the model's folder.
    std::size_t foldersAbove = 0;
    std::string pathBelow; ///< path below that folder
    bool isInGame = false; ///< read by GameFiles: other programs may be unable to open it
    /// Its header has an alpha channel; with a custom IOSystem: its extension is .png or .tga.
    bool mayHaveAlpha = false;
};

/// Looks for the skins and the weapon of one model. For a skin it opens only files with an image extension
/// inside the folders that skinPlaces returns. `..`, absolute names and symbolic links cannot leave these
/// folders. When a limit is reached, the search finds no more files.
class SkinSearch {
public:
    SkinSearch() = default;
    SkinSearch(const SkinSearch&) = delete;
    SkinSearch& operator=(const SkinSearch&) = delete;
    virtual ~SkinSearch() = default;

    /// The file of each name (as normalisedSkinName returns it), or nothing. In a game, a file that cannot be
    /// read is returned only if there is no other. A custom IOSystem is asked for each name as it is, then in
    /// lower case, then with other extensions: for the first choice of every name before the second choice of
    /// any name, so that all skins share the few calls.
    virtual std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names) = 0;

    /// Use this for a model that names no skin, or of which no skin is found.
    virtual std::vector<SkinFile> findBeside(ImageSize skinSize) = 0;

    /// Finds a file of any type in the model's folder or below it. Case is ignored in the file system and in
    /// a game.
    ///
    /// \param name with `/` or `\`; `..` and absolute paths cannot leave the folder
    virtual std::optional<SkinFile> findFile(const std::string& name) = 0;

    /// Reads a file that was found.
    ///
    /// \return the bytes, or an error that names the file (also if the file has changed since the search):
    ///         BadArchive, or that of errorIfTooLarge
    virtual Result<FileBytes> read(const SkinFile& file, std::uint64_t most) = 0;

    /// The paths of files that would be skins, but are Git LFS pointers: the text that takes the place of a
    /// file in a clone without Git LFS.
    const std::set<std::string>& lfsPointers() const { return lfsPointers_; }

    /// Whether the search has skipped names because the import has used up its calls of Exists. If so, a file
    /// that was not found may exist.
    virtual bool isExhausted() const = 0;

protected:
    std::set<std::string> lfsPointers_;
};

/// Starts the search for a model: ListedSkinSearch if `io` reads the model from the file system or a game,
/// otherwise ForeignSkinSearch.
///
/// \param io the program's IOSystem; must outlive the search. Do not pass the FileSystemFilter that
///        Assimp passes to importers, because it tries several spellings of each missing name
/// \param modelPath as the program wrote it
/// \param model the bytes of the model, as read from `io`
/// \param calls shared by all searches of the import; must outlive the search
std::unique_ptr<SkinSearch> newSkinSearch(Assimp::IOSystem& io, const std::string& modelPath, ByteSlice model,
                                          ForeignCalls& calls);

} // namespace assimp_md2
