// SPDX-License-Identifier: BSD-3-Clause
#include "games/game.h"

#include "importer/base/paths.h"
#include "importer/base/text.h"

#include <algorithm>
#include <tuple>

namespace assimp_md2::inner {
namespace {

/// The sort key of an archive. In the order of Q2PRO, a later archive hides the earlier ones: first the names
/// that begin with pak, by the number after pak (0 if there is none) and then by what follows it; then all
/// other names. Names that differ only in case are compared with case.
std::tuple<bool, std::uint64_t, std::string, std::string> archiveOrder(const std::string& name) {
    const std::string lower = lowerCase(name);
    constexpr std::string_view kPak = "pak";
    if (lower.rfind(kPak, 0) != 0) {
        return {true, 0, lower, name};
    }
    std::uint64_t number = 0;
    std::size_t i = kPak.size();
    for (; i < lower.size() && lower[i] >= '0' && lower[i] <= '9'; ++i) {
        number = std::min<std::uint64_t>(number * 10 + static_cast<unsigned>(lower[i] - '0'), 1U << 30);
    }
    return {false, number, lower.substr(i), name};
}

/// The files of a folder.
struct FolderFiles {
    std::vector<std::string> archives;  ///< also folders `*.pk3dir`; those that hide others first
    std::vector<std::string> downloads; ///< in the same order
    std::vector<std::string> unread;    ///< archives
    /// By the folder `*.pk3dir` that they are in, or an empty text.
    std::map<std::string, std::vector<std::string>> loose;
    std::size_t count = 0; ///< of loose files
};

FolderFiles divided(const std::vector<std::string>& names) {
    FolderFiles files;
    for (const std::string& name : names) {
        const std::string first = name.substr(0, name.find('/'));
        const ArchiveKind kind = first == name ? archiveKindOf(name) : ArchiveKind::None;
        if (kind == ArchiveKind::Game) {
            files.archives.push_back(name);
            continue;
        }
        if (kind != ArchiveKind::None) {
            (kind == ArchiveKind::Download ? files.downloads : files.unread).push_back(name);
        }
        const bool isInArchive = first != name && equalWithoutCase(extensionOf(first), ".pk3dir");
        files.loose[isInArchive ? first : ""].push_back(isInArchive ? name.substr(first.size() + 1) : name);
        ++files.count;
    }
    for (const auto& [folder, loose] : files.loose) {
        if (!folder.empty()) {
            files.archives.push_back(folder);
        }
    }
    const auto isAbove = [](const auto& a, const auto& b) { return archiveOrder(a) > archiveOrder(b); };
    std::sort(files.archives.begin(), files.archives.end(), isAbove);
    std::sort(files.downloads.begin(), files.downloads.end(), isAbove);
    return files;
}

} // namespace

Result<FileBytes> GameFile::readBeginning(std::uint64_t most) const {
    Result<FileBytes> bytes = read_(file_, entry_, static_cast<std::size_t>(std::min(most, entry_.size)));
    if (!bytes) {
        return archiveError(name_ + ": " + bytes.error().text);
    }
    return bytes;
}

Game::Game(const std::vector<std::string>& folders) {
    Warnings warnings;
    std::vector<std::function<void()>> downloads;
    for (const std::string& folder : folders) {
        addFolder(folder, downloads, warnings);
    }
    for (const std::function<void()>& addDownload : downloads) {
        addDownload();
    }
    problems_ = warnings.lines("");
}

void Game::addFolder(const std::string& path, std::vector<std::function<void()>>& downloads,
                     Warnings& warnings) {
    const std::optional<LocalFolder> folder = LocalFolder::open(path);
    const std::optional<FilesBeneath> listing =
        folder ? filesBeneath(*folder, static_cast<std::size_t>(left_)) : std::nullopt;
    if (!listing) {
        const std::string above = folderOf(path).empty() ? "." : folderOf(path);
        warnings.note(path + (LocalFile::open(path) ? ": is a file, expected a folder; archives are found in "
                                                      "their folder, " +
                                                          above
                                                    : ": there is no such folder, or it cannot be read"));
        return;
    }
    for (const std::string& unreadable : listing->unreadable) {
        warnings.add("folders that cannot be listed are left out", 1, joined(path, unreadable));
    }
    FolderFiles files = divided(listing->files);
    for (const std::string& name : files.unread) {
        warnings.add(fault::kUnreadArchive, 1, joined(path, name));
    }
    if (listing->isComplete) {
        left_ -= files.count + listing->folders;
    } else {
        warnings.note(path + ": more than " + std::to_string(left_) +
                      " files and folders, which the limit of the game leaves; the loose files are "
                      "left out");
        files.loose.clear();
    }
    for (const std::string& archive : files.archives) {
        const auto loose = files.loose.find(archive);
        if (loose != files.loose.end()) {
            addLooseFiles({joined(path, archive), folder, archive}, std::move(loose->second), warnings);
        } else if (archiveKindOf(archive) == ArchiveKind::Game) {
            addArchive(path, *folder, archive, warnings);
        }
    }
    for (const std::string& name : files.downloads) {
        downloads.emplace_back(
            [this, path, folder, name, &warnings] { addArchive(path, *folder, name, warnings); });
    }
    std::vector<std::string>& loose = files.loose[""];
    const auto inSubfolder = std::find_if(loose.begin(), loose.end(), [](const std::string& name) {
        return std::count(name.begin(), name.end(), '/') == 1 && archiveKindOf(name) == ArchiveKind::Game;
    });
    if (files.archives.empty() && inSubfolder != loose.end()) {
        warnings.note(path + ": has no archives, but its folder " + folderOf(*inSubfolder) +
                      " has; only archives directly in a folder are read");
    }
    addLooseFiles({path, folder}, std::move(loose), warnings);
}

void Game::addLooseFiles(Container folder, std::vector<std::string> names, Warnings& warnings) {
    // Sorted, so that the choice between two files whose names differ only in case is always the same.
    std::sort(names.begin(), names.end());
    ArchiveDirectory loose;
    for (const std::string& name : names) {
        ArchivedFile file;
        if (!checkEntryName(name, file.name, loose.faults)) {
            continue;
        }
        if (file.name != name) {
            loose.faults.add(fault::kBackslash, 1, name);
            continue;
        }
        loose.files.push_back(std::move(file));
    }
    addFiles(std::move(folder), std::move(loose), warnings);
}

void Game::addArchive(const std::string& path, const LocalFolder& folder, const std::string& fileName,
                      Warnings& warnings) {
    const std::string name = joined(path, fileName);
    const std::optional<LocalFile> archive = folder.openFile(fileName);
    if (!archive) {
        warnings.note(
            name +
            ": cannot be opened: there is no permission, or it is a link that leads out of the folder");
        return;
    }
    const ArchiveFormat* const format = archiveFormatOf(fileName, *archive);
    if (format == nullptr) {
        warnings.add(fault::kUnreadArchive, 1, name);
        return;
    }
    Result<ArchiveDirectory> result = format->readDirectory(*archive, left_);
    if (!result) {
        warnings.note(name + ": " + result.error().text + "; the archive is left out");
        return;
    }
    addFiles({name, std::nullopt, {}, format, archive}, *std::move(result), warnings);
}

void Game::addFiles(Container container, ArchiveDirectory directory, Warnings& warnings) {
    containers_.push_back(std::move(container));
    const std::size_t index = containers_.size() - 1;
    const std::string& name = containers_.back().name;
    // The last entry of a name wins, as in Q2PRO. Loose files are in alphabetical order, and the first one
    // wins.
    if (containers_.back().format != nullptr) {
        std::reverse(directory.files.begin(), directory.files.end());
    }
    for (ArchivedFile& file : directory.files) {
        std::string key = lowerCase(file.name);
        const auto known = entries_.find(key);
        if (known != entries_.end()) {
            if (known->second.container == index) {
                directory.faults.add(fault::kDuplicate, 1, file.name);
            }
        } else {
            entries_.emplace(std::move(key), Entry{index, std::move(file)});
        }
    }
    for (const std::string& line : directory.faults.lines(name + ": ")) {
        warnings.note(line);
    }
}

const Game::Entry* Game::entryOf(std::string_view path) const {
    const std::optional<std::string> name = gameName(path);
    const auto entry = name ? entries_.find(lowerCase(*name)) : entries_.end();
    return entry != entries_.end() ? &entry->second : nullptr;
}

std::optional<std::string> Game::find(std::string_view path) const {
    const Entry* const entry = entryOf(path);
    return entry != nullptr ? std::optional(entry->file.name) : std::nullopt;
}

Result<GameFile> Game::open(std::string_view path) const {
    const Entry* const entry = entryOf(path);
    if (entry == nullptr) {
        return tl::unexpected(cannotBeOpened(path));
    }
    const Container& container = containers_[entry->container];
    const std::string name = entry->file.name + " in " + container.name;
    if (container.format == nullptr) {
        const std::optional<LocalFile> file =
            container.folder->openFile(joined(container.subfolder, entry->file.name));
        if (!file) {
            return tl::unexpected(cannotBeOpened(name));
        }
        ArchivedFile whole;
        whole.size = file->size();
        return GameFile(*file, whole, readStored, name);
    }
    if (container.archive->hasChanged()) {
        return archiveError(name + ": the archive has changed since it was read");
    }
    if (!entry->file.unreadable.empty()) {
        return archiveError(name + ": " + entry->file.unreadable);
    }
    return GameFile(*container.archive, entry->file, container.format->read, name);
}

Result<FileBytes> Game::read(std::string_view path, std::uint64_t most) const {
    Result<GameFile> file = open(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    if (auto error = errorIfTooLarge(path, file->size(), most)) {
        return tl::unexpected(std::move(*error));
    }
    return file->readBeginning(file->size());
}

std::vector<std::string> Game::containers() const {
    std::vector<std::string> paths;
    for (const Container& container : containers_) {
        paths.push_back(container.name);
    }
    return paths;
}

std::vector<std::string> Game::list(std::string_view pattern) const {
    std::vector<std::string> names;
    for (const auto& [key, entry] : entries_) {
        if (matchesPattern(pattern, key)) {
            names.push_back(entry.file.name);
        }
    }
    return names;
}

std::optional<std::vector<std::string>> Game::filesIn(std::string_view folder, std::size_t most) const {
    const std::string start = folder.empty() ? std::string() : lowerCase(folder) + "/";
    std::vector<std::string> names;
    for (auto entry = entries_.lower_bound(start);
         entry != entries_.end() && entry->first.compare(0, start.size(), start) == 0; ++entry) {
        if (entry->first.find('/', start.size()) == std::string::npos) {
            if (names.size() >= most) {
                return std::nullopt;
            }
            names.push_back(entry->second.file.name);
        }
    }
    return names;
}

} // namespace assimp_md2::inner
