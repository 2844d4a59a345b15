// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the other files that a model needs (the images of its skins and its weapon) in the file
// system, in a game, or through a custom IOSystem.
#pragma once

#include "base/budget.h"
#include "files/local_files.h"
#include "image/image_type.h"
#include "skins/skin_paths.h"

#include <map>
#include <memory>
#include <optional>
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

/// The limits for a custom IOSystem, where each call may be a network request. They are chosen by this
/// project. Together with Assimp's own calls for the model, an import calls Exists at most 32 times and Open
/// at most 8 times.
inline constexpr std::size_t kMaximumForeignExists = 30;
inline constexpr std::size_t kMaximumForeignOpens = 5;

/// The calls of a custom IOSystem in all searches of one import.
struct ForeignCalls {
    std::map<std::string, bool> exists; ///< the answers
    bool isExistsExhausted = false;     ///< a name was skipped because of the limit
    /// Calls of Open that were made, or are reserved for files that findFile has found.
    std::size_t opens = 0;
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
    std::string pathBelow;       ///< path below that folder
    bool isInGame = false;       ///< read by GameFiles: other programs may be unable to open it
    bool isOpenSetAside = false; ///< with a custom IOSystem: a call of Open is reserved for read()
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

    /// The file of each name (as normalisedSkinName returns it), or nothing. Every place of skinPlaces is
    /// tried in turn. In the file system the case of letters does not matter, and other image extensions are
    /// tried where the exact one does not exist. The same holds in a game (GameFiles), where every name is
    /// looked for below the game root first, and a file that cannot be read is returned only if there is no
    /// other. With a custom IOSystem the search tries each name as it is, then in lower case, then with other
    /// extensions. It tries the first choice of every name before the second
    /// choice of any name, so that all skins share the few calls.
    virtual std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names) = 0;

    /// Use this for a model that names no skin, or of which no skin is found. Returns the image with the stem
    /// of the model's file name, or else all images of size `skinSize` in the model's folder, sorted by name.
    /// The second step works only in the file system and in a game, because a custom IOSystem cannot list
    /// files. Icons and images that are named like another model of the folder are left out. If the names of
    /// some of the remaining images start with the name of the model, only those images are returned.
    virtual std::vector<SkinFile> findBeside(ImageSize skinSize) = 0;

    /// Finds a file of any type in the model's folder or below it. Case is ignored in the file system and in
    /// a game. With a custom IOSystem, a call of Open is reserved for the file, so that it can be read after
    /// many skins.
    ///
    /// \param name with `/` or `\`; `..` and absolute paths cannot leave the folder
    virtual std::optional<SkinFile> findFile(const std::string& name) = 0;

    /// Reads a file that was found.
    ///
    /// \return the bytes, or an error that names the file (also if the file has changed since the search):
    ///         BadArchive, or that of FileLimit::refuse
    /// \throws OverBudget of FileLimit::refuse
    virtual Result<FileBytes> read(const SkinFile& file, const FileLimit& limit) = 0;

    /// Whether the search has skipped names because the import has used up its calls of Exists. If so, a file
    /// that was not found may exist.
    virtual bool isExhausted() const = 0;
};

/// Starts the search for a model: ListedSkinSearch if `io` reads the model from the file system or a game,
/// otherwise ForeignSkinSearch.
///
/// \param io the program's IOSystem; must outlive the search. Do not pass the FileSystemFilter that
///        Assimp passes to importers, because it tries several spellings of each missing name
/// \param modelPath as the program wrote it
/// \param model the bytes of the model, as read from `io`
/// \param calls shared by all searches of the import; must outlive the search
/// \param budget of the import; must outlive the search. Listings of folders are charged to it. A folder
///        whose listing does not fit is searched for exact names only
std::unique_ptr<SkinSearch> newSkinSearch(Assimp::IOSystem& io, const std::string& modelPath, ByteSlice model,
                                          ForeignCalls& calls, Budget& budget);

} // namespace assimp_md2
