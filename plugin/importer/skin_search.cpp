// SPDX-License-Identifier: BSD-3-Clause
// The search for the files of skins; knows images only by their type and size.
#include "importer/skin_search.h"

#include "format/text.h"
#include "importer/read_file.h"

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

namespace assimp_md2 {
namespace {

namespace fs = std::filesystem;

/// How much of an image is read to learn its size: a JPEG tells it only after its metadata.
constexpr std::size_t kImageSizeBytes = std::size_t{256} << 10;

/// How much of two files is compared to tell whether they are one.
constexpr std::size_t kComparedBytes = std::size_t{64} << 10;

/// Assimp's paths are UTF-8. The current folder is the empty path there and "." for the file system.
fs::path realPath(const std::string& path) {
    return fs::u8path(path.empty() ? "." : path);
}

/// Whether the IOSystem's file is the one of the file system. It can be told only by its effects: a regular
/// file is there, of the size that the stream has.
bool isRealFile(Assimp::IOSystem& files, const std::string& path) {
    std::error_code error;
    const fs::path file = realPath(path);
    if (!fs::is_regular_file(file, error)) {
        return false;
    }
    const std::uintmax_t size = fs::file_size(file, error);
    const auto close = [&files](Assimp::IOStream* stream) { files.Close(stream); };
    const std::unique_ptr<Assimp::IOStream, decltype(close)> stream(files.Open(path.c_str(), "rb"), close);
    return !error && stream && stream->FileSize() == size;
}

/// Whether a regular file lies in a folder or below it once all symbolic links are followed.
bool liesBelow(const fs::path& folder, const fs::path& file) {
    std::error_code error;
    const fs::path realFolder = fs::canonical(folder, error);
    if (error) {
        return false;
    }
    const fs::path realFile = fs::canonical(file, error);
    if (error || !fs::is_regular_file(realFile, error)) {
        return false;
    }
    const auto ends = std::mismatch(realFolder.begin(), realFolder.end(), realFile.begin(), realFile.end());
    return ends.first == realFolder.end();
}

/// The folder from the root on, so that the names of the folders above are known.
std::string absoluteFolder(const std::string& folder) {
    std::error_code error;
    const fs::path absolute = fs::absolute(realPath(folder), error).lexically_normal();
    return error ? folder : joined(absolute.parent_path().generic_u8string(), absolute.filename().u8string());
}

bool beginAlike(Assimp::IOSystem& files, const std::string& one, const std::string& other) {
    const FileBytes oneBytes = readBeginning(files, one, kComparedBytes);
    const FileBytes otherBytes = readBeginning(files, other, kComparedBytes);
    const ByteSlice a = oneBytes.slice();
    const ByteSlice b = otherBytes.slice();
    return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
}

} // namespace

SkinSearch::SkinSearch(Assimp::IOSystem& files, std::string modelPath)
    : files_(files)
    , modelPath_(std::move(modelPath))
    , modelFolder_(folderOf(modelPath_))
    , isReal_(isRealFile(files, modelPath_))
    , wholeModelFolder_(isReal_ ? absoluteFolder(modelFolder_) : modelFolder_) {}

std::optional<SkinFile> SkinSearch::find(std::string_view name) {
    for (const SkinPlace& place : skinPlaces(name, modelFolder_, isReal_)) {
        if (std::optional<SkinFile> skin = findAt(place)) {
            return skin;
        }
    }
    return std::nullopt;
}

std::vector<SkinFile> SkinSearch::findBeside(ImageSize skinSize) {
    for (const std::string& name : namesAfterModel(modelPath_)) {
        if (std::optional<SkinFile> skin = findExactly({0, modelFolder_, {}}, name)) {
            return {*skin};
        }
    }
    std::vector<SkinFile> skins;
    for (const std::string& name : imagesBeside()) {
        const std::optional<SkinFile> skin = findInRealFolder({0, modelFolder_, {}}, name);
        if (skin && imageSize(readBeginning(files_, skin->filePath, kImageSizeBytes).slice()) == skinSize) {
            skins.push_back(*skin);
        }
    }
    return skins;
}

/// The names in the model's folder that may be skins, at most kMaximumImagesMeasured; none when the folder
/// cannot be listed.
std::vector<std::string> SkinSearch::imagesBeside() {
    std::vector<std::string> images;
    if (!isReal_ || !listing(modelFolder_)) {
        return images;
    }
    for (const auto& [lower, names] : *listing(modelFolder_)) {
        for (const std::string& name : names) {
            if (images.size() < kMaximumImagesMeasured && hasImageExtension(name) && !isIcon(name)) {
                images.push_back(name);
            }
        }
    }
    return images;
}

std::optional<SkinFile> SkinSearch::findAt(const SkinPlace& place) {
    for (const std::string& name : imageNames(place.name)) {
        if (++candidates_ > kMaximumCandidates) {
            return std::nullopt;
        }
        if (std::optional<SkinFile> skin = findExactly(place, name)) {
            return skin;
        }
    }
    return std::nullopt;
}

/// The image of that name and extension, at that place.
std::optional<SkinFile> SkinSearch::findExactly(const SkinPlace& place, const std::string& name) {
    return isReal_ ? findInRealFolder(place, name) : askFor(place, name);
}

std::optional<SkinFile> SkinSearch::findInRealFolder(const SkinPlace& place, const std::string& name) {
    const std::optional<std::string> found = realName(place.folder, name);
    if (!found || !liesBelow(realPath(place.folder), realPath(joined(place.folder, *found)))) {
        return std::nullopt;
    }
    return imageAt(place, *found);
}

std::optional<SkinFile> SkinSearch::askFor(const SkinPlace& place, const std::string& name) {
    for (const std::string& variant : {name, lowerCase(name), upperCase(name)}) {
        const std::string path = joined(place.folder, variant);
        if (!files_.Exists(path.c_str()) || isGuess(path)) {
            continue;
        }
        if (std::optional<SkinFile> skin = imageAt(place, variant)) {
            return skin;
        }
    }
    return std::nullopt;
}

std::optional<SkinFile> SkinSearch::imageAt(const SkinPlace& place, const std::string& name) {
    const std::string filePath = joined(place.folder, name);
    const ImageType type = imageType(readBeginning(files_, filePath, kImageTypeBytes).slice());
    if (type == ImageType::None) {
        return std::nullopt;
    }
    return SkinFile{pathFromModel(place.foldersAbove, name, wholeModelFolder_), filePath, type};
}

/// An importer's IOSystem is Assimp's FileSystemFilter, which for a path that is not there also takes the
/// file name alone in the model's folder, or the whole path below that folder. Such a guess has a place of
/// its own later in the search, or none; it is told by its being the same file. Only names with an image's
/// extension come here.
bool SkinSearch::isGuess(const std::string& path) {
    for (const std::string& guess : {joined(modelFolder_, lastPart(path)), joined(modelFolder_, path)}) {
        if (guess != path && files_.Exists(guess.c_str()) && beginAlike(files_, guess, path)) {
            return true;
        }
    }
    return false;
}

/// The entries of a real folder; nothing when it cannot be listed or has too many.
const std::optional<SkinSearch::Listing>& SkinSearch::listing(const std::string& folder) {
    const auto [known, isNew] = listings_.try_emplace(folder);
    if (!isNew) {
        return known->second;
    }
    Listing names;
    std::error_code error;
    std::size_t count = 0;
    for (fs::directory_iterator entry(realPath(folder), error), end; !error && entry != end;
         entry.increment(error)) {
        if (++count > kMaximumEntriesInFolder || ++entries_ > kMaximumEntries) {
            return known->second;
        }
        const std::string name = entry->path().filename().u8string();
        names[lowerCase(name)].insert(name);
    }
    if (!error) {
        known->second = std::move(names);
    }
    return known->second;
}

/// The path below a real folder as it is written there, each part exactly or else without regard to case (the
/// first one in the order of bytes, so that the same tree always gives the same answer).
std::optional<std::string> SkinSearch::realName(const std::string& folder, std::string_view path) {
    std::string found;
    while (!path.empty()) {
        const std::size_t length = std::min(path.find('/'), path.size());
        const std::string part(path.substr(0, length));
        path.remove_prefix(std::min(length + 1, path.size()));
        const std::optional<Listing>& names = listing(joined(folder, found));
        if (!names) {
            found = joined(found, part);
            continue;
        }
        const auto same = names->find(lowerCase(part));
        if (same == names->end()) {
            return std::nullopt;
        }
        found = joined(found, same->second.count(part) ? part : *same->second.begin());
    }
    return found;
}

} // namespace assimp_md2
