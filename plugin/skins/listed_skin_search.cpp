// SPDX-License-Identifier: BSD-3-Clause
// Finds the files of a model by listing folders.
#include "skins/listed_skin_search.h"

#include "base/paths.h"
#include "base/text.h"
#include "games/game.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace assimp_md2 {
namespace {

/// How much of an image is read to find its size. In a JPEG the size follows the metadata.
constexpr std::size_t kImageSizeBytes = std::size_t{256} << 10;

/// Takes a folder of a game, with or without a slash at its end, and the name of a file below it. Returns the
/// name relative to that folder.
std::string nameFrom(std::string_view folder, const std::string& name) {
    return name.substr(joined(folder, {}).size());
}

} // namespace

ListedSkinSearch::ListedSkinSearch(const Game* game, std::string modelPath)
    : game_(game)
    , modelPath_(std::move(modelPath))
    , modelFolder_(game_ != nullptr ? std::string(folderOf(modelPath_))
                                    : absoluteFolder(folderOf(modelPath_)))
    , modelFolders_(foldersIn(modelFolder_)) {
    if (game_ == nullptr && !modelFolders_.empty()) {
        // The root of the file system is not the root of a game.
        modelFolders_.erase(modelFolders_.begin());
    }
}

std::vector<std::optional<SkinFile>> ListedSkinSearch::find(const std::vector<std::string>& names) {
    std::vector<std::optional<SkinFile>> files;
    files.reserve(names.size());
    for (const std::string& name : names) {
        files.push_back(findSkin(name));
    }
    return files;
}

std::vector<SkinFile> ListedSkinSearch::findBeside(ImageSize skinSize) {
    for (const auto namesOf : {namesAfterModel, namesInCubeEngines}) {
        if (namesOf == namesInCubeEngines && hasIcon()) {
            continue; // a player of Quake II
        }
        for (const std::string& name : namesOf(modelPath_)) {
            if (std::optional<SkinFile> skin = findAt({0, {}}, name)) {
                return {*skin};
            }
        }
    }
    for (const bool namedLikeModel : {true, false}) {
        std::vector<SkinFile> skins;
        for (const std::string& name : imagesBeside(namedLikeModel)) {
            const Result<Beginning> beginning = beginningOf(0, name, kImageSizeBytes);
            if (!beginning || imageSize(beginning->bytes.slice()) != skinSize) {
                continue;
            }
            if (std::optional<SkinFile> skin = findAt({0, {}}, name)) {
                skins.push_back(*skin);
            }
        }
        if (!skins.empty()) {
            return skins;
        }
    }
    return {};
}

std::optional<SkinFile> ListedSkinSearch::findFile(const std::string& name) {
    const std::string path = relativePath(name);
    if (path.empty()) {
        return std::nullopt;
    }
    const std::optional<std::string> found = realName(0, path);
    if (!found) {
        return std::nullopt;
    }
    if (game_ != nullptr) {
        return SkinFile{*found, std::nullopt, std::nullopt, 0, *found, true};
    }
    const Result<Beginning> beginning = beginningOf(0, *found, 0);
    return beginning ? std::optional(SkinFile{*found, std::nullopt, beginning->identity, 0, *found})
                     : std::nullopt;
}

Result<FileBytes> ListedSkinSearch::read(const SkinFile& file, std::uint64_t most) {
    if (game_ != nullptr) {
        return game_->read(joined(folderAbove(modelFolder_, file.foldersAbove), file.pathBelow), most);
    }
    const std::optional<LocalFolder>& folder = folderAt(file.foldersAbove);
    const std::optional<LocalFile> opened = folder ? folder->openFile(file.pathBelow) : std::nullopt;
    if (!opened || opened->identity() != file.identity) {
        return tl::unexpected(cannotBeOpened(file.path));
    }
    return opened->read(most, file.path);
}

std::optional<SkinFile> ListedSkinSearch::findSkin(std::string_view name) {
    std::optional<SkinFile> unreadable;
    for (const SkinPlace& place : skinPlaces(name, modelFolders_, game_ != nullptr)) {
        for (const std::string& candidate : imageNames(place.path)) {
            if (++candidates_ > kMaximumCandidates) {
                return unreadable;
            }
            std::optional<SkinFile> skin = findAt(place, candidate);
            if (skin && skin->type) {
                return skin;
            }
            if (skin && !unreadable) {
                unreadable = std::move(skin);
            }
        }
    }
    return unreadable;
}

/// The image with this name and extension at this place, without regard to case. If a file in an archive
/// cannot be read, its type is not set, and read() returns the reason.
std::optional<SkinFile> ListedSkinSearch::findAt(const SkinPlace& place, const std::string& name) {
    const std::optional<std::string> found = realName(place.foldersAbove, name);
    if (!found) {
        return std::nullopt;
    }
    SkinFile file{pathFrom(modelFolder_, place.foldersAbove, *found),
                  std::nullopt,
                  std::nullopt,
                  place.foldersAbove,
                  *found,
                  game_ != nullptr};
    const Result<Beginning> beginning = beginningOf(place.foldersAbove, *found, kImageHeaderBytes);
    if (!beginning) {
        return beginning.error().code == ErrorCode::BadArchive ? std::optional(file) : std::nullopt;
    }
    file.type = imageType(beginning->bytes.slice());
    file.mayHaveAlpha = hasAlphaChannel(beginning->bytes.slice());
    file.identity = beginning->identity;
    constexpr std::string_view kLfsPointer = "version https://git-lfs";
    const ByteSlice bytes = beginning->bytes.slice();
    if (bytes.contains(0, kLfsPointer.size()) &&
        std::memcmp(bytes.data(), kLfsPointer.data(), kLfsPointer.size()) == 0) {
        lfsPointers_.insert(file.path);
    }
    return file.type != ImageType::None ? std::optional(file) : std::nullopt;
}

/// \return an error: BadArchive for a file that is damaged or encrypted in an archive
Result<ListedSkinSearch::Beginning> ListedSkinSearch::beginningOf(std::size_t foldersAbove,
                                                                  const std::string& path, std::size_t most) {
    if (game_ != nullptr) {
        const Result<GameFile> file = game_->open(joined(folderAbove(modelFolder_, foldersAbove), path));
        Result<FileBytes> bytes = file ? file->readBeginning(most) : tl::unexpected(file.error());
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        return Beginning{*std::move(bytes), std::nullopt};
    }
    const std::optional<LocalFolder>& folder = folderAt(foldersAbove);
    const std::optional<LocalFile> file = folder ? folder->openFile(path) : std::nullopt;
    if (!file) {
        return tl::unexpected(cannotBeOpened(path));
    }
    return Beginning{file->readBeginning(most), file->identity()};
}

bool ListedSkinSearch::hasIcon() {
    const std::optional<Listing>& entries = listing(0, {});
    return entries && std::any_of(entries->begin(), entries->end(), [](const auto& entry) {
               return hasImageExtension(entry.first) && isIcon(entry.first);
           });
}

/// The names in the model's folder that may be skins, at most kMaximumImagesMeasured, by skinRank; none when
/// the folder cannot be listed.
///
/// \param namedLikeModel true: those that start with the name of the model; false: all others
std::vector<std::string> ListedSkinSearch::imagesBeside(bool namedLikeModel) {
    std::vector<std::string> images;
    const std::optional<Listing>& entries = listing(0, {});
    if (!entries) {
        return images;
    }
    const std::string modelStem = lowerCase(stemOf(fileNameOf(modelPath_)));
    std::set<std::string> otherModels;
    std::set<std::string> longerModels; // their images may start with the name of this model
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
        if (!hasImageExtension(lower) || isCompanion(lower) || startsWithModel != namedLikeModel ||
            isNamedLikeOneOf(lower, startsWithModel ? longerModels : otherModels)) {
            continue;
        }
        for (const std::string& name : names) {
            if (images.size() < kMaximumImagesMeasured) {
                images.push_back(name);
            }
        }
    }
    const std::string_view folder = modelFolders_.empty() ? std::string_view() : modelFolders_.back();
    std::stable_sort(images.begin(), images.end(), [&](const std::string& one, const std::string& other) {
        return skinRank(one, folder) < skinRank(other, folder);
    });
    return images;
}

const std::optional<LocalFolder>& ListedSkinSearch::folderAt(std::size_t foldersAbove) {
    const auto [folder, isNew] = folders_.try_emplace(foldersAbove);
    if (isNew) {
        folder->second = LocalFolder::open(std::string(folderAbove(modelFolder_, foldersAbove)));
    }
    return folder->second;
}

const std::optional<ListedSkinSearch::Listing>& ListedSkinSearch::listing(std::size_t foldersAbove,
                                                                          const std::string& path) {
    const auto [known, isNew] = listings_.try_emplace({foldersAbove, path});
    if (!isNew) {
        return known->second;
    }
    const std::optional<std::vector<std::string>> names = entriesOf(foldersAbove, path);
    if (names) {
        entries_ += names->size();
        known->second.emplace();
        for (const std::string& name : *names) {
            (*known->second)[lowerCase(name)].insert(name);
        }
    }
    return known->second;
}

/// The names in a folder; of a game, where only the model's folder is listed, those of files only.
std::optional<std::vector<std::string>> ListedSkinSearch::entriesOf(std::size_t foldersAbove,
                                                                    const std::string& path) {
    if (game_ != nullptr) {
        auto names = game_->filesIn(modelFolder_, kMaximumEntriesInFolder);
        for (std::size_t i = 0; names && i < names->size(); ++i) {
            (*names)[i] = std::string(fileNameOf((*names)[i]));
        }
        return names;
    }
    const std::size_t most = std::min(kMaximumEntriesInFolder, kMaximumEntries - entries_);
    return folderAt(foldersAbove) ? folderAt(foldersAbove)->entries(path, most) : std::nullopt;
}

/// The path in the case that the file system has. An exact match of a part is preferred. Otherwise the first
/// match without regard to case is used, in the order of bytes, so that the result is always the same. If a
/// folder cannot be listed, the part is kept as it is, because the file may still exist.
std::optional<std::string> ListedSkinSearch::realName(std::size_t foldersAbove, std::string_view path) {
    if (game_ != nullptr) {
        const std::string_view folder = folderAbove(modelFolder_, foldersAbove);
        const std::optional<std::string> name = game_->find(joined(folder, path));
        return name ? std::optional(nameFrom(folder, *name)) : std::nullopt;
    }
    std::string found;
    for (const std::string_view part : partsOf(path)) {
        const std::optional<Listing>& names = listing(foldersAbove, found);
        if (!names) {
            found = joined(found, part);
            continue;
        }
        const auto same = names->find(lowerCase(part));
        if (same == names->end()) {
            return std::nullopt;
        }
        found = joined(found, same->second.count(std::string(part)) > 0 ? part : *same->second.begin());
    }
    return found;
}

} // namespace assimp_md2
