// SPDX-License-Identifier: BSD-3-Clause
// Implements skin_files.h.
#include "md2_export/skin_files.h"

#include "base/paths.h"
#include "base/text.h"
#include "files/local_files.h"
#include "files/output_files.h"
#include "format/layout.h"
#include "image/image_type.h"
#include "md2_export/frame_names.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace assimp_md2 {
namespace {

constexpr std::size_t kMostSkinNameBytes = kSkinSize - 1;

/// Whether there is a file with other bytes.
bool hasOther(const std::string& path, const std::vector<std::uint8_t>& bytes) {
    const std::optional<LocalFile> file = LocalFile::open(path);
    if (!file || file->size() != bytes.size()) {
        return file.has_value();
    }
    std::array<std::uint8_t, 16384> part{};
    for (std::size_t i = 0; i < bytes.size(); i += part.size()) {
        const std::size_t count = std::min(part.size(), bytes.size() - i);
        if (file->readAt(i, part.data(), count) != count ||
            std::memcmp(part.data(), bytes.data() + i, count) != 0) {
            return true;
        }
    }
    return false;
}

} // namespace

SkinFiles::SkinFiles(const std::string& outputPath, const Assimp::IOSystem& output,
                     const ExportSettings& settings, Warnings& warnings)
    : settings_(settings), outputPath_(outputPath), warnings_(warnings) {
    if (isFileSystem(output)) {
        // Absolute, because the working directory may be in a folder of the game.
        outputPath_ = joined(absoluteFolder(folderOf(outputPath)), fileNameOf(outputPath));
        outputFolder_ = folderOf(outputPath);
    }
}

std::string SkinFiles::stemFor(const std::string& wanted) const {
    if (!wanted.empty()) {
        return clipNameOf(wanted, "skin");
    }
    const std::string stem = stemOf(outputPath_);
    return clipNameOf(equalWithoutCase(stem, "tris") ? std::string(fileNameOf(folderOf(outputPath_))) : stem,
                      "skin");
}

std::string SkinFiles::nameFor(const std::string& stem, const std::string& imported,
                               const std::function<bool(const std::string& fileName)>& isTaken) const {
    std::string path = settings_.skinPath;
    std::replace(path.begin(), path.end(), '\\', '/');
    if (!hasCompletePath()) {
        const std::string folder = path.empty() ? skinFolderOf(outputPath_) : path;
        path = joined(folder, imported.empty() ? stem + ".pcx" : std::string(fileNameOf(imported)));
    }
    path = latin1FromUtf8(relativePath(path));
    while (isTaken(stemOf(utf8FromLatin1(path)) + extension())) {
        path = std::string(withoutExtension(path)) + "_skin.pcx";
    }
    if (path.size() <= kMostSkinNameBytes) {
        return path;
    }
    std::string fileName(fileNameOf(path));
    if (fileName.size() > kMostSkinNameBytes) {
        fileName = fileName.substr(0, kMostSkinNameBytes - 4) + ".pcx";
    }
    warnings_.push_back("MD2: skins: the name " + path + " is longer than 63 bytes; the model has " +
                        fileName + ", which games look for in their root");
    return fileName;
}

bool SkinFiles::hasCompletePath() const {
    return lowerCase(extensionOf(settings_.skinPath)) == ".pcx";
}

std::optional<ImageSize> SkinFiles::sizeInOutput(const std::string& fileName) const {
    const std::optional<LocalFile> file =
        outputFolder_ ? LocalFile::open(joined(*outputFolder_, fileName)) : std::nullopt;
    if (!file) {
        return std::nullopt;
    }
    constexpr std::size_t kHeaderBytes = 1024; // of a PNG or PCX
    const std::optional<ImageSize> size = imageSize(file->readBeginning(kHeaderBytes).slice());
    const bool isValid =
        size && size->pixels() > 0 && size->width <= kMaximumImageSide && size->height <= kMaximumImageSide;
    return isValid ? size : std::nullopt;
}

void SkinFiles::keepOtherFiles(std::vector<ImageToWrite>& images) const {
    std::size_t count = 0;
    std::string names;
    const auto isKept = [&](const ImageToWrite& image) {
        const bool isOther = outputFolder_ && hasOther(joined(*outputFolder_, image.fileName), image.bytes);
        if (isOther) {
            names += (count++ == 0 ? "" : ", ") + image.fileName;
        }
        return isOther;
    };
    images.erase(std::remove_if(images.begin(), images.end(), isKept), images.end());
    if (count > 0) {
        warnings_.push_back("MD2: skins: files that exist with another content are kept (" +
                            std::to_string(count) + "): " + names);
    }
}

std::string skinFolderOf(const std::string& outputPath) {
    constexpr std::array<const char*, 8> kGameRoots = {"baseq2",    "rogue",     "xatrix", "ctf",
                                                       "rerelease", "baseq2rtx", "action", "openq2"};
    const std::string folder = folderOf(outputPath);
    const std::vector<std::string_view> folders = foldersIn(folder);
    std::size_t first = folders.size();
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (std::any_of(kGameRoots.begin(), kGameRoots.end(),
                        [&](const char* root) { return equalWithoutCase(folders[i], root); })) {
            first = i + 1;
        }
    }
    if (first == folders.size()) {
        for (std::size_t i = 0; i < folders.size(); ++i) {
            if (equalWithoutCase(folders[i], "players") || equalWithoutCase(folders[i], "models")) {
                first = i;
            }
        }
    }
    std::string path;
    for (std::size_t i = first; i < folders.size(); ++i) {
        path = joined(path, folders[i]);
    }
    return path;
}

} // namespace assimp_md2
