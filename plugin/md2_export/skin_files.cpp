// SPDX-License-Identifier: BSD-3-Clause
// Implements skin_files.h.
#include "md2_export/skin_files.h"

#include "base/paths.h"
#include "base/text.h"
#include "files/local_files.h"
#include "files/output_files.h"
#include "format/layout.h"
#include "image/image_type.h"
#include "image/mark.h"
#include "md2_export/frame_names.h"

#include <algorithm>
#include <array>

namespace assimp_md2 {
namespace {

constexpr std::size_t kMostStemBytes = kMostSkinNameBytes - 4; // with the extension

/// How many names are tried for a skin.
constexpr unsigned kMostTries = 100;

} // namespace

SkinFiles::SkinFiles(const std::string& outputPath, const Assimp::IOSystem& output,
                     const ExportSettings& settings, Budget& budget, Warnings& warnings)
    : settings_(settings), outputPath_(outputPath), budget_(budget), warnings_(warnings) {
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

std::string SkinFiles::modelName() const {
    return lowerCase(fileNameOf(outputPath_));
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

Result<SkinFiles::Choice>
SkinFiles::choose(const std::string& wanted, const std::vector<std::uint8_t>& file, bool isImported,
                  const std::function<bool(const std::string& fileName)>& isTexture) {
    for (unsigned int i = 0; i < kMostTries; ++i) {
        const std::string suffix = i == 0 ? "" : "_skin" + (i == 1 ? std::string() : std::to_string(i));
        const std::string stem =
            isImported
                ? wanted + suffix
                : utf8FromLatin1(latin1FromUtf8(wanted).substr(0, kMostStemBytes - suffix.size())) + suffix;
        const std::string fileName = stem + extension();
        if (equalWithoutCase(fileName, fileNameOf(outputPath_)) ||
            equalWithoutCase(fileName, fileNameOf(settings_.palette)) || isTexture(fileName)) {
            continue;
        }
        const Existing there = existing(fileName, file);
        const bool isKept = there == Existing::Other && (isImported || isNamedByModel(stem));
        if (there == Existing::Unusable || (there == Existing::Other && !isKept) || !chosen_.take(fileName)) {
            continue;
        }
        if (isKept) {
            warnings_.add(
                "skins: files that were changed after an export, or that no export has written, are "
                "kept",
                1, fileName);
        }
        if (i > 0) {
            warnings_.add("skins: other files have the names of skins, which get other names", 1, fileName);
        }
        return Choice{stem, there == Existing::None || there == Existing::Replaceable};
    }
    return tl::unexpected(Error{ErrorCode::Other, "the skin " + wanted + extension() + " and " +
                                                      std::to_string(kMostTries - 1) +
                                                      " similar names belong to other files in the output "
                                                      "folder"});
}

SkinFiles::Existing SkinFiles::existing(const std::string& fileName,
                                        const std::vector<std::uint8_t>& file) const {
    if (!outputFolder_) {
        return Existing::None;
    }
    const std::string path = joined(*outputFolder_, fileName);
    const std::optional<LocalFile> there = LocalFile::open(path);
    if (!there) {
        return isFree(path) ? Existing::None : Existing::Unusable;
    }
    if (there->size() > kMaximumImageFileSize) {
        return Existing::Other;
    }
    Loan loan(budget_);
    loan.take(there->size());
    const Result<FileBytes> bytes = there->read(there->size());
    if (!bytes) {
        return Existing::Other;
    }
    if (equalExceptMark(bytes->slice(), {file.data(), file.size()})) {
        return Existing::Same;
    }
    switch (markIn(bytes->slice(), modelName())) {
    case Mark::OfModel:
        return Existing::Replaceable;
    case Mark::OfOtherModel:
        return isNamedByModel(stemOf(fileName)) ? Existing::Replaceable : Existing::Unusable;
    case Mark::None:
        break;
    }
    return Existing::Other;
}

bool SkinFiles::isNamedByModel(const std::string& stem) const {
    const std::optional<LocalFile> model = LocalFile::open(outputPath_);
    const FileBytes header = model ? model->readBeginning(kHeaderSize) : FileBytes(0);
    if (header.slice().size() < kHeaderSize) {
        return false;
    }
    const Header md2 = loadHeader(header.slice());
    if (md2.ident != static_cast<std::int32_t>(kIdentMd2) || md2.num_skins < 0 || md2.ofs_skins < 0) {
        return false;
    }
    constexpr std::int32_t kMostSkins = 1024; // a limit of this project
    std::array<std::uint8_t, kSkinSize> field{};
    for (std::int32_t i = 0; i < std::min(md2.num_skins, kMostSkins); ++i) {
        const std::uint64_t offset =
            static_cast<std::uint64_t>(md2.ofs_skins) + kSkinSize * static_cast<std::uint64_t>(i);
        if (model->readAt(offset, field.data(), field.size()) != field.size()) {
            return false;
        }
        const std::string_view name = nameInField({field.data(), field.size()});
        if (equalWithoutCase(stemOf(utf8FromLatin1(name)), stem)) {
            return true;
        }
    }
    return false;
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
