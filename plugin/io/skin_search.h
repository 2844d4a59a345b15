// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the other files that a model needs: the images of its skins and its weapon, in the file
// system or through a foreign IOSystem.
#pragma once

#include "image/image_type.h"
#include "io/budget.h"
#include "io/game.h"
#include "io/local_files.h"
#include "model/skins.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// The limits of one search, chosen by us. A model of 32 skins tries some 600 names when no file exists.
inline constexpr std::size_t kMaximumCandidates = 10'000;
inline constexpr std::size_t kMaximumEntriesInFolder = 10'000;
inline constexpr std::size_t kMaximumEntries = 50'000;
inline constexpr std::size_t kMaximumImagesMeasured = 256;

/// The limits for calls of an IOSystem that is not the file system, where each may be a request to a server.
/// Chosen by us: together with Assimp's own calls for the model, at most 32 of Exists and 8 of Open.
inline constexpr std::size_t kMaximumForeignExists = 30;
inline constexpr std::size_t kMaximumForeignOpens = 5;

/// The calls of a foreign IOSystem in all searches of one import.
struct ForeignCalls {
    std::map<std::string, bool> exists; ///< the answers
    bool isExistsExhausted = false;     ///< a name was not asked for, because of the limit
    std::size_t opens = 0;              ///< made, or set aside for a file that findFile has found
};

/// The file of a skin. In the file system it is known to be an image; elsewhere only after it is read.
struct SkinFile {
    /// Relative to the model's folder, with `/`, and with `../` for each folder above: a texture's path.
    std::string path;
    /// Not of a foreign IOSystem, whose files are opened only to be embedded.
    std::optional<ImageType> type;
    std::optional<FileIdentity> identity; ///< of files of the file system
    std::size_t foldersAbove = 0;         ///< levels above the model's folder of the folder it was found in
    std::string pathBelow;                ///< path below that folder
    bool isInGame = false;                ///< read by GameFiles: other programs may be unable to open it
    bool isOpenSetAside = false;          ///< of a foreign IOSystem: read() has a call of Open for the file
};

/// Looks for the skins of one model. It opens only names with an image's extension, and never leaves the
/// folders that skinPlaces names: not by `..`, an absolute name or a symbolic link. When it has reached one
/// of the limits above, it finds nothing more.
class SkinSearch {
public:
    /// \param io the IOSystem of the program, which must outlive the search; not the FileSystemFilter that
    ///        Assimp passes to importers, which retries each missing name in several spellings
    /// \param modelPath as the program wrote it
    /// \param model the bytes of the model, as read from `io`
    /// \param calls of the import; they outlive the search
    /// \param budget of the import, which outlives the search: folders are listed within it. One that does
    /// not
    ///        fit is searched for exact names only
    SkinSearch(Assimp::IOSystem& io, std::string modelPath, ByteSlice model, ForeignCalls& calls,
               Budget& budget);

    /// The file of each name (as normalisedSkinName returns it), or nothing. Every place of skinPlaces is
    /// tried in turn. In the file system the case of letters does not matter, and other image extensions are
    /// tried where the exact one does not exist. The same holds in a game (GameFiles), where every name is
    /// looked for below the game root first. Elsewhere a name is asked for as it is, in lower case, and
    /// with other extensions, the first choice of every name before the second of any.
    std::vector<std::optional<SkinFile>> find(const std::vector<std::string>& names);

    /// For a model that names no skin, or of which none is found: the image called like the model; or else
    /// images in the model's folder of exactly that size, in the order of their names (only in the file
    /// system and in a game, since others cannot be listed). Icons and images that are named like another
    /// model of the folder are left out. If the names of some of them start with the name of the model, only
    /// those are returned.
    std::vector<SkinFile> findBeside(ImageSize skinSize);

    /// A file of any type in the model's folder or below it, in the file system and in a game without regard
    /// to case. One call of Open is set aside for it, so that it can be read after many skins.
    /// \param name with `/` or `\`; no part of it leads out of the folder
    std::optional<SkinFile> findFile(const std::string& name);

    /// Reads a file that was found.
    /// \param limit in bytes
    /// \return CannotBeOpened (also for another file that has taken its place), TooManyCalls, FileTooLarge,
    ///         BadArchive
    Result<FileBytes> read(const SkinFile& file, std::uint64_t limit);

    /// Whether names were not asked for, because the import has used up its calls of Exists. What was not
    /// found may exist then.
    bool isExhausted() const { return calls_.isExistsExhausted; }

private:
    /// The entries of a folder by their names in lower case.
    using Listing = std::map<std::string, std::set<std::string>>;

    /// The first bytes of a file.
    struct Beginning {
        FileBytes bytes;
        std::optional<FileIdentity> identity; ///< of files of the file system
    };

    bool isListable() const { return isLocal_ || game_ != nullptr; }
    std::vector<SkinPlace> placesOf(std::string_view name) const;
    std::optional<SkinFile> findListed(std::string_view name);
    std::optional<SkinFile> findListed(const SkinPlace& place, const std::string& name);
    std::optional<Beginning> beginningOf(std::size_t foldersAbove, const std::string& path, std::size_t most);
    std::vector<std::optional<SkinFile>> ask(const std::vector<std::vector<SkinPlace>>& candidates);
    std::vector<SkinPlace> foreignCandidates(std::string_view name) const;
    std::vector<std::string> imagesBeside(bool namedLikeModel);
    const std::optional<LocalFolder>& folderAt(std::size_t foldersAbove);
    const std::optional<Listing>& listing(std::size_t foldersAbove, const std::string& path);
    std::optional<std::vector<std::string>> entriesOf(std::size_t foldersAbove, const std::string& path);
    std::optional<std::string> realName(std::size_t foldersAbove, std::string_view path);
    bool exists(const std::string& path);
    bool takeOpen();

    Assimp::IOSystem& io_;
    const Game* game_; ///< that has the model; null for other models
    std::string modelPath_;
    bool isLocal_;
    std::string modelFolder_;                    ///< from the root on in the file system
    std::vector<std::string_view> modelFolders_; ///< the folders in modelFolder_
    std::map<std::size_t, std::optional<LocalFolder>> folders_;
    std::map<std::pair<std::size_t, std::string>, std::optional<Listing>> listings_;
    ForeignCalls& calls_;
    Budget& budget_;
    Loan listingBytes_;
    std::size_t candidates_ = 0;
    std::size_t entries_ = 0;
};

} // namespace assimp_md2
