// SPDX-License-Identifier: BSD-3-Clause
// Finds and reads the files near a model in the file system.
#include "importer/files/model_files.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace assimp_md2::inner {
namespace {

class LocalModelFiles final : public ModelFiles {
public:
    explicit LocalModelFiles(const std::string& modelPath)
        : ModelFiles(Kind::FileSystem, modelPath, absoluteFolder(folderOf(modelPath))) {
        if (!folders_.empty()) {
            // The root of the file system is not the root of a game.
            folders_.erase(folders_.begin());
        }
    }

    /// An exact match of a part is preferred. Otherwise the first match without regard to case is used, in
    /// the order of bytes, so that the result is always the same. If a folder cannot be listed, the part is
    /// kept as it is, because the file may still exist.
    std::optional<std::string> find(const ModelPath& path) override {
        std::string found;
        for (const std::string_view part : partsOf(path.path)) {
            const std::optional<Listing>& names = listing(path.foldersAbove, found);
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

    std::optional<std::vector<std::string>> list() override {
        const std::optional<Listing>& entries = listing(0, {});
        if (!entries) {
            return std::nullopt;
        }
        std::vector<std::string> names;
        for (const auto& [lower, spellings] : *entries) {
            names.insert(names.end(), spellings.begin(), spellings.end());
        }
        return names;
    }

    Result<FileBeginning> readBeginning(const ModelPath& path, std::size_t most) override {
        if (const std::optional<LocalFile> file = open(path)) {
            return FileBeginning{file->readBeginning(most), file->identity()};
        }
        return tl::unexpected(cannotBeOpened(path.path));
    }

    Result<FileBytes> read(const ModelPath& path, std::uint64_t most) override {
        const std::optional<LocalFile> file = open(path);
        const std::string name = pathFrom(folder_, path.foldersAbove, path.path);
        const bool isSame = file && file->identity() == path.identity.value_or(file->identity());
        return isSame ? file->read(most, name) : tl::unexpected(cannotBeOpened(name));
    }

private:
    /// The entries of a folder by their names in lower case.
    using Listing = std::map<std::string, std::set<std::string>>;

    std::optional<LocalFile> open(const ModelPath& path) {
        const std::optional<LocalFolder> folder = folderAt(path.foldersAbove);
        if (!folder) {
            return std::nullopt;
        }
        opened_.insert(joined(folder->path(), path.path));
        return folder->openFile(path.path);
    }

    std::optional<LocalFolder> folderAt(std::size_t foldersAbove) const {
        return LocalFolder::open(std::string(folderAbove(folder_, foldersAbove)));
    }

    const std::optional<Listing>& listing(std::size_t foldersAbove, const std::string& path) {
        const auto [known, isNew] = listings_.try_emplace({foldersAbove, path});
        if (!isNew) {
            return known->second;
        }
        const std::optional<LocalFolder> folder = folderAt(foldersAbove);
        const std::size_t most = std::min(kMaximumEntriesInFolder, kMaximumEntries - entries_);
        if (const auto names = folder ? folder->entries(path, most) : std::nullopt) {
            entries_ += names->size();
            known->second.emplace();
            for (const std::string& name : *names) {
                (*known->second)[lowerCase(name)].insert(name);
            }
        }
        return known->second;
    }

    std::map<std::pair<std::size_t, std::string>, std::optional<Listing>> listings_;
    std::size_t entries_ = 0;
};

} // namespace

ModelFiles::ModelFiles(Kind kind, std::string modelPath, std::string folder)
    : kind_(kind)
    , modelPath_(std::move(modelPath))
    , folder_(std::move(folder))
    , folders_(foldersIn(folder_)) {}

std::unique_ptr<ModelFiles> localModelFiles(const std::string& modelPath) {
    return std::make_unique<LocalModelFiles>(modelPath);
}

} // namespace assimp_md2::inner
