// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the other files that a model needs, in the file system or through a foreign IOSystem.
#include "io/skin_search.h"

#include "format/paths.h"
#include "format/text.h"
#include "io/game_files.h"
#include "io/read_file.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace assimp_md2 {
namespace {

/// How much of an image is read to learn its size: a JPEG tells it only after its metadata.
constexpr std::size_t kImageSizeBytes = std::size_t{256} << 10;

/// How much of two files is compared to find out whether they are the same.
constexpr std::size_t kComparedBytes = std::size_t{4} << 10;

/// Whether the model was read from the file system. An IOSystem does not tell, so this looks for a regular
/// file of that size which begins with the same bytes.
bool isOfFileSystem(const std::string& modelPath, ByteSlice model) {
    const std::optional<LocalFile> file = LocalFile::open(modelPath);
    if (!file || file->size() != model.size()) {
        return false;
    }
    const FileBytes bytes = file->readBeginning(kComparedBytes);
    const ByteSlice beginning = bytes.slice();
    return beginning.size() <= model.size() &&
           std::equal(beginning.data(), beginning.data() + beginning.size(), model.data());
}

/// Memory for a name of a folder: three copies of up to 255 bytes while it is listed, and what holds them.
constexpr std::uint64_t kBytesPerEntry = 1024;

/// The game that an IOSystem reads the model from; null when it comes from elsewhere.
const Game* gameWith(const Assimp::IOSystem& io, const std::string& modelPath) {
    const Game* const game = gameOf(io);
    return game != nullptr && game->find(modelPath) ? game : nullptr;
}

/// Takes a folder of a game and the name of a file in it, returns the name from that folder on.
std::string nameFrom(std::string_view folder, const std::string& name) {
    return folder.empty() ? name : name.substr(folder.size() + 1);
}

} // namespace

SkinSearch::SkinSearch(Assimp::IOSystem& io, std::string modelPath, ByteSlice model, ForeignCalls& calls,
                       Budget& budget)
    : io_(io)
    , game_(gameWith(io, modelPath))
    , modelPath_(game_ != nullptr ? *game_->find(modelPath) : std::move(modelPath))
    , isLocal_(game_ == nullptr && isOfFileSystem(modelPath_, model))
    , modelFolder_(isLocal_ ? absoluteFolder(folderOf(modelPath_)) : folderOf(modelPath_))
    , modelFolders_(foldersIn(modelFolder_))
    , calls_(calls)
    , budget_(budget)
    , listingBytes_(budget) {
    if (isLocal_ && !modelFolders_.empty()) {
        // The root of the file system is not the root of a game.
        modelFolders_.erase(modelFolders_.begin());
    }
}

std::vector<std::optional<SkinFile>> SkinSearch::find(const std::vector<std::string>& names) {
    if (isListable()) {
        std::vector<std::optional<SkinFile>> files;
        files.reserve(names.size());
        for (const std::string& name : names) {
            files.push_back(findListed(name));
        }
        return files;
    }
    std::vector<std::vector<SkinPlace>> candidates;
    candidates.reserve(names.size());
    for (const std::string& name : names) {
        // There are not enough calls for more names.
        candidates.push_back(candidates.size() < kMaximumForeignExists ? foreignCandidates(name)
                                                                       : std::vector<SkinPlace>());
    }
    return ask(candidates);
}

std::vector<SkinFile> SkinSearch::findBeside(ImageSize skinSize) {
    const std::vector<std::string> names = namesAfterModel(modelPath_);
    if (!isListable()) {
        std::vector<SkinPlace> candidates;
        std::transform(names.begin(), names.end(), std::back_inserter(candidates),
                       [](const std::string& name) {
                           return SkinPlace{0, name};
                       });
        const std::vector<std::optional<SkinFile>> found = ask({candidates});
        return found[0] ? std::vector<SkinFile>{*found[0]} : std::vector<SkinFile>{};
    }
    for (const std::string& name : names) {
        if (std::optional<SkinFile> skin = findListed({0, {}}, name)) {
            return {*skin};
        }
    }
    for (const bool namedLikeModel : {true, false}) {
        std::vector<SkinFile> skins;
        for (const std::string& name : imagesBeside(namedLikeModel)) {
            const std::optional<Beginning> beginning = beginningOf(0, name, kImageSizeBytes);
            if (!beginning || imageSize(beginning->bytes.slice()) != skinSize) {
                continue;
            }
            if (std::optional<SkinFile> skin = findListed({0, {}}, name)) {
                skins.push_back(*skin);
            }
        }
        if (!skins.empty()) {
            return skins;
        }
    }
    return {};
}

std::optional<SkinFile> SkinSearch::findFile(const std::string& name) {
    const std::string path = relativePath(name);
    if (path.empty()) {
        return std::nullopt;
    }
    if (!isListable()) {
        std::optional<SkinFile> file = ask({{{0, path}}})[0];
        if (file) {
            file->isOpenSetAside = takeOpen();
        }
        return file;
    }
    const std::optional<std::string> found = realName(0, path);
    const std::optional<Beginning> beginning = found ? beginningOf(0, *found, 0) : std::nullopt;
    return beginning ? std::optional(
                           SkinFile{*found, std::nullopt, beginning->identity, 0, *found, game_ != nullptr})
                     : std::nullopt;
}

Result<FileBytes> SkinSearch::read(const SkinFile& file, std::uint64_t limit) {
    Error notThere{ErrorCode::CannotBeOpened, Section::File};
    notThere.text = file.path;
    if (game_ != nullptr) {
        return game_->read(joined(folderAbove(modelFolder_, file.foldersAbove), file.pathBelow), limit);
    }
    if (!isLocal_) {
        if (!file.isOpenSetAside && !takeOpen()) {
            notThere.code = ErrorCode::TooManyCalls;
            return tl::unexpected(notThere);
        }
        return readFile(io_, joined(folderAbove(modelFolder_, file.foldersAbove), file.pathBelow), limit);
    }
    const std::optional<LocalFolder>& folder = folderAt(file.foldersAbove);
    const std::optional<LocalFile> opened = folder ? folder->openFile(file.pathBelow) : std::nullopt;
    if (!opened || opened->identity() != file.identity) {
        return tl::unexpected(notThere);
    }
    return opened->read(limit);
}

/// The places of a name in a folder or game that can be listed.
std::vector<SkinPlace> SkinSearch::placesOf(std::string_view name) const {
    std::vector<SkinPlace> places = skinPlaces(name, modelFolders_);
    if (game_ != nullptr && !places.empty() && !isAbsolute(name)) {
        // Here the game root is known, whatever the names have in common.
        places.insert(places.begin(), {modelFolders_.size(), relativePath(name)});
    }
    return places;
}

std::optional<SkinFile> SkinSearch::findListed(std::string_view name) {
    for (const SkinPlace& place : placesOf(name)) {
        for (const std::string& candidate : imageNames(place.path)) {
            if (++candidates_ > kMaximumCandidates) {
                return std::nullopt;
            }
            if (std::optional<SkinFile> skin = findListed(place, candidate)) {
                return skin;
            }
        }
    }
    return std::nullopt;
}

/// The image of that name and extension at that place, without regard to case.
std::optional<SkinFile> SkinSearch::findListed(const SkinPlace& place, const std::string& name) {
    const std::optional<std::string> found = realName(place.foldersAbove, name);
    if (!found) {
        return std::nullopt;
    }
    const std::optional<Beginning> beginning = beginningOf(place.foldersAbove, *found, kImageTypeBytes);
    const ImageType type = beginning ? imageType(beginning->bytes.slice()) : ImageType::None;
    if (type == ImageType::None) {
        return std::nullopt;
    }
    return SkinFile{pathFrom(modelFolder_, place.foldersAbove, *found),
                    type,
                    beginning->identity,
                    place.foldersAbove,
                    *found,
                    game_ != nullptr};
}

/// Nothing when the file cannot be opened. A damaged file of a game has no bytes; reading it gives the error.
std::optional<SkinSearch::Beginning> SkinSearch::beginningOf(std::size_t foldersAbove,
                                                             const std::string& path, std::size_t most) {
    if (game_ != nullptr) {
        Result<GameFile> file = game_->open(joined(folderAbove(modelFolder_, foldersAbove), path));
        if (!file) {
            return std::nullopt;
        }
        FileBytes bytes(static_cast<std::size_t>(std::min<std::uint64_t>(most, file->size())));
        bytes.setSize(file->readAt(0, bytes.data(), bytes.capacity()).value_or(0));
        return Beginning{std::move(bytes), std::nullopt};
    }
    const std::optional<LocalFolder>& folder = folderAt(foldersAbove);
    const std::optional<LocalFile> file = folder ? folder->openFile(path) : std::nullopt;
    return file ? std::optional(Beginning{file->readBeginning(most), file->identity()}) : std::nullopt;
}

/// Asks for the first candidate of each list, then for the second of each that was not found, and so on, so
/// that all skins share the few calls.
std::vector<std::optional<SkinFile>> SkinSearch::ask(const std::vector<std::vector<SkinPlace>>& candidates) {
    std::vector<std::optional<SkinFile>> files(candidates.size());
    bool anyLeft = true;
    for (std::size_t rank = 0; anyLeft; ++rank) {
        anyLeft = false;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            if (files[i] || rank >= candidates[i].size()) {
                continue;
            }
            anyLeft = true;
            const SkinPlace& place = candidates[i][rank];
            if (exists(joined(folderAbove(modelFolder_, place.foldersAbove), place.path))) {
                files[i] = SkinFile{pathFrom(modelFolder_, place.foldersAbove, place.path), std::nullopt,
                                    std::nullopt, place.foldersAbove, place.path};
            }
        }
    }
    return files;
}

/// The exact name at each place, the same in lower case, and then other extensions.
std::vector<SkinPlace> SkinSearch::foreignCandidates(std::string_view name) const {
    const std::vector<SkinPlace> places = skinPlaces(name, modelFolders_);
    std::vector<SkinPlace> candidates;
    for (const SkinPlace& place : places) {
        if (hasImageExtension(place.path)) {
            candidates.push_back(place);
        }
    }
    const std::size_t exact = candidates.size();
    for (std::size_t i = 0; i < exact; ++i) {
        candidates.push_back({candidates[i].foldersAbove, lowerCase(candidates[i].path)});
    }
    for (const SkinPlace& place : places) {
        for (std::string& candidate : imageNames(place.path)) {
            candidates.push_back({place.foldersAbove, std::move(candidate)});
        }
    }
    // skinPlaces compares without regard to case; elsewhere another case may be another folder.
    for (SkinPlace& candidate : candidates) {
        if (candidate.foldersAbove > 0 && candidate.foldersAbove == modelFolders_.size()) {
            candidate.path.replace(0, modelFolders_[0].size(), modelFolders_[0]);
        }
    }
    return candidates;
}

/// The answer of a foreign IOSystem, which is asked once for each path. Beyond the limit nothing exists.
bool SkinSearch::exists(const std::string& path) {
    const auto [answer, isNew] = calls_.exists.try_emplace(path, false);
    if (isNew && calls_.exists.size() <= kMaximumForeignExists) {
        answer->second = io_.Exists(path.c_str());
    } else if (isNew) {
        calls_.isExistsExhausted = true;
    }
    return answer->second;
}

/// \return false when there are no calls of Open left
bool SkinSearch::takeOpen() {
    if (calls_.opens >= kMaximumForeignOpens) {
        return false;
    }
    ++calls_.opens;
    return true;
}

/// The names in the model's folder that may be skins, at most kMaximumImagesMeasured; none when the folder
/// cannot be listed.
///
/// \param namedLikeModel true: those that start with the name of the model; false: all others
std::vector<std::string> SkinSearch::imagesBeside(bool namedLikeModel) {
    std::vector<std::string> images;
    const std::optional<Listing>& entries = listing(0, {});
    if (!entries) {
        return images;
    }
    const std::string modelStem = lowerCase(stemOf(fileNameOf(modelPath_)));
    std::set<std::string> otherModels;
    std::set<std::string> longerModels; // whose images may start with the name of this model
    for (const auto& [lower, names] : *entries) {
        if (extensionOf(lower) == ".md2" && stemOf(lower) != modelStem) {
            otherModels.insert(stemOf(lower));
            if (stemOf(lower).size() > modelStem.size()) {
                longerModels.insert(stemOf(lower));
            }
        }
    }
    for (const auto& [lower, names] : *entries) {
        const bool startsWithModel = lower.compare(0, modelStem.size(), modelStem) == 0;
        if (!hasImageExtension(lower) || isIcon(lower) || startsWithModel != namedLikeModel ||
            isNamedLikeOneOf(lower, startsWithModel ? longerModels : otherModels)) {
            continue;
        }
        for (const std::string& name : names) {
            if (images.size() < kMaximumImagesMeasured) {
                images.push_back(name);
            }
        }
    }
    return images;
}

const std::optional<LocalFolder>& SkinSearch::folderAt(std::size_t foldersAbove) {
    const auto [folder, isNew] = folders_.try_emplace(foldersAbove);
    if (isNew) {
        folder->second = LocalFolder::open(std::string(folderAbove(modelFolder_, foldersAbove)));
    }
    return folder->second;
}

const std::optional<SkinSearch::Listing>& SkinSearch::listing(std::size_t foldersAbove,
                                                              const std::string& path) {
    const auto [known, isNew] = listings_.try_emplace({foldersAbove, path});
    if (!isNew) {
        return known->second;
    }
    const std::optional<std::vector<std::string>> names = entriesOf(foldersAbove, path);
    if (names && !listingBytes_.take(kBytesPerEntry * names->size())) {
        entries_ += names->size();
        known->second.emplace();
        for (const std::string& name : *names) {
            (*known->second)[lowerCase(name)].insert(name);
        }
    }
    return known->second;
}

/// The names in a folder; of a game those of files only.
std::optional<std::vector<std::string>> SkinSearch::entriesOf(std::size_t foldersAbove,
                                                              const std::string& path) {
    if (game_ != nullptr) {
        std::string folder(folderAbove(modelFolder_, foldersAbove));
        if (!path.empty()) {
            folder = joined(folder, path);
        }
        std::vector<std::string> names = game_->filesIn(folder);
        for (std::string& name : names) {
            name = std::string(fileNameOf(name));
        }
        return names;
    }
    const auto affordable = static_cast<std::size_t>(
        std::min<std::uint64_t>(budget_.left() / kBytesPerEntry, kMaximumEntriesInFolder));
    const std::size_t most = std::min(affordable, kMaximumEntries - entries_);
    return folderAt(foldersAbove) ? folderAt(foldersAbove)->entries(path, most) : std::nullopt;
}

/// The path as it is written in the file system, each part exactly or else without regard to case (the first
/// one in the order of bytes, so that the same tree always gives the same answer). A folder that cannot be
/// listed may still have what is asked for.
std::optional<std::string> SkinSearch::realName(std::size_t foldersAbove, std::string_view path) {
    if (game_ != nullptr) {
        const std::string_view folder = folderAbove(modelFolder_, foldersAbove);
        const std::optional<std::string> name = game_->find(joined(folder, path));
        return name ? std::optional(nameFrom(folder, *name)) : std::nullopt;
    }
    std::string found;
    while (!path.empty()) {
        const std::size_t length = std::min(path.find('/'), path.size());
        const std::string part(path.substr(0, length));
        path.remove_prefix(std::min(length + 1, path.size()));
        const std::optional<Listing>& names = listing(foldersAbove, found);
        if (!names) {
            found = joined(found, part);
            continue;
        }
        const auto same = names->find(lowerCase(part));
        if (same == names->end()) {
            return std::nullopt;
        }
        found = joined(found, same->second.count(part) > 0 ? part : *same->second.begin());
    }
    return found;
}

} // namespace assimp_md2
