// SPDX-License-Identifier: BSD-3-Clause
// Implements skin_files.h.
#include "md2_export/skin_files.h"

#include "assimp-md2/properties.h"
#include "base/paths.h"
#include "base/text.h"
#include "files/local_files.h"
#include "files/output_files.h"
#include "image/image_type.h"
#include "md2_export/frame_names.h"

#include <algorithm>
#include <array>

namespace assimp_md2 {
namespace {

constexpr std::size_t kMostStemBytes = kMostSkinNameBytes - 4; // with the extension

} // namespace

SkinFiles::SkinFiles(const std::string& outputPath, const Assimp::IOSystem& output,
                     const ExportSettings& settings, bool isOneOfSeveral, Warnings& warnings)
    : settings_(settings)
    , outputPath_(outputPath)
    , prefix_(isOneOfSeveral ? stemOf(outputPath) + "_" : "")
    , warnings_(warnings) {
    if (isFileSystem(output)) {
        // Absolute, because the working directory may be in a folder of the game.
        outputPath_ = joined(absoluteFolder(folderOf(outputPath)), fileNameOf(outputPath));
        outputFolder_ = folderOf(outputPath);
    }
    reserve(std::string(fileNameOf(outputPath)));
    reserve(std::string(fileNameOf(settings.palette)));
}

std::string SkinFiles::stemFor(const std::string& wanted) const {
    if (!wanted.empty()) {
        return clipNameOf(wanted, "skin");
    }
    const std::string stem = stemOf(outputPath_);
    return clipNameOf(equalWithoutCase(stem, "tris") ? std::string(fileNameOf(folderOf(outputPath_))) : stem,
                      "skin");
}

std::string SkinFiles::pathFor(const std::string& stem, const std::string& imported) const {
    std::string path = settings_.skinPath;
    std::replace(path.begin(), path.end(), '\\', '/');
    if (!hasCompletePath()) {
        const std::string folder = path.empty() ? skinFolderOf(outputPath_) : path;
        path = joined(folder, imported.empty() ? stem + ".pcx" : std::string(fileNameOf(imported)));
    }
    return relativePath(path);
}

std::string SkinFiles::nameInModel(const std::string& path) const {
    std::string name = latin1FromUtf8(path);
    if (name.size() <= kMostSkinNameBytes) {
        return name;
    }
    std::string fileName(fileNameOf(name));
    if (fileName.size() > kMostSkinNameBytes) {
        fileName = fileName.substr(0, kMostStemBytes) + ".pcx";
    }
    warnings_.add("skins: names of more than 63 bytes are cut to their file names, which games look for in "
                  "their root",
                  1, path);
    return fileName;
}

bool SkinFiles::hasCompletePath() const {
    return lowerCase(extensionOf(settings_.skinPath)) == ".pcx";
}

std::optional<ImageSize> SkinFiles::sizeInOutput(const std::string& stem) const {
    const std::optional<LocalFile> file =
        outputFolder_ ? LocalFile::open(joined(*outputFolder_, stem + extension())) : std::nullopt;
    if (!file) {
        return std::nullopt;
    }
    constexpr std::size_t kHeaderBytes = 1024; // of a PNG or PCX
    const std::optional<ImageSize> size = imageSize(file->readBeginning(kHeaderBytes).slice());
    const bool isValid =
        size && size->pixels() > 0 && size->width <= kMaximumImageSide && size->height <= kMaximumImageSide;
    return isValid ? size : std::nullopt;
}

SkinFiles::Choice SkinFiles::choose(const std::string& wanted, const std::vector<std::uint8_t>& file,
                                    bool mayReplace) {
    const std::string prefix = wanted == stemOf(outputPath_) ? "" : prefix_;
    const auto nameWith = [&](const std::string& suffix) {
        const std::string stem = latin1FromUtf8(prefix + wanted).substr(0, kMostStemBytes - suffix.size());
        return utf8FromLatin1(stem) + suffix + extension();
    };
    const std::string fileName = names_.unique(nameWith(""), [&](unsigned int number) {
        return nameWith("_skin" + (number == 2 ? "" : std::to_string(number - 1)));
    });
    if (fileName != nameWith("")) {
        warnings_.add("skins: other files have the names of skins, which get other names", 1, fileName);
    }
    File found = existing(fileName, file);
    if (found == File::Old && settings_.overwrite) {
        found = mayReplace ? File::New : File::Old;
        warnings_.add("skins: images of the imported model are kept", mayReplace ? 0 : 1, fileName);
    } else if (found == File::Old) {
        warnings_.add("skins: existing images that differ are kept (" ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE
                      "=true replaces them)",
                      1, fileName);
    }
    return {stemOf(fileName), found};
}

SkinFiles::File SkinFiles::existing(const std::string& fileName,
                                    const std::vector<std::uint8_t>& file) const {
    const std::string path = outputFolder_ ? joined(*outputFolder_, fileName) : "";
    if (path.empty() || isFree(path)) {
        return File::New;
    }
    const std::optional<LocalFile> there = LocalFile::open(path);
    if (!there || there->size() != file.size()) {
        return File::Old;
    }
    const Result<FileBytes> bytes = there->read(file.size());
    const bool isSame = bytes && bytes->slice().size() == file.size() &&
                        std::equal(file.begin(), file.end(), bytes->slice().data());
    return isSame ? File::Same : File::Old;
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
