// SPDX-License-Identifier: BSD-3-Clause
#include "maker/md2/skin_files.h"

#include "assimp-md2/maker.h"
#include "assimp-md2/metadata.h"
#include "gltf/files/system_output.h"
#include "importer/base/paths.h"
#include "importer/files/file_system.h"
#include "maker/md2/frame_names.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace assimp_md2::inner {

SkinFiles::SkinFiles(const Md2Task& task)
    : settings_(task.settings)
    , outputPath_(task.path)
    , writesFiles_(isFileSystem(task.ioSystem))
    , imageStem_(lowerCase(task.imageStem))
    , names_(kMostSkinNameBytes,
             [](unsigned int number) { return "_skin" + (number == 2 ? "" : std::to_string(number - 1)); })
    , warnings_(task.warnings) {
    // Absolute, because the working directory may be in a folder of the game.
    const std::string folder = absoluteFolder(folderOf(outputPath_));
    if (writesFiles_) {
        outputPath_ = joined(folder, fileNameOf(outputPath_));
    }
    const auto imported = metadataText(task.scene, ASSIMP_MD2_METADATA_FOLDER);
    isFolderOfImport_ = task.isImported && imported && fileIdOf(*imported) == fileIdOf(folder);
    if (imageStem_.empty() && !task.isImported && !hasCompletePath() &&
        !equalWithoutCase(stemOf(outputPath_), "tris")) {
        imageStem_ = lowerCase(imageStemOf(outputPath_));
    }
    reserve(std::string(fileNameOf(outputPath_)));
    reserve(std::string(fileNameOf(settings_.palette)));
}

std::string SkinFiles::stemFor(const std::string& wanted) const {
    if (!wanted.empty()) {
        return clipNameOf(wanted, "skin");
    }
    const std::string stem = stemOf(outputPath_);
    return clipNameOf(equalWithoutCase(stem, "tris") ? std::string(fileNameOf(folderOf(outputPath_))) : stem,
                      "skin");
}

std::string SkinFiles::pathFor(std::string_view fileName) const {
    std::string path = settings_.skinPath;
    std::replace(path.begin(), path.end(), '\\', '/');
    if (!hasCompletePath()) {
        path = joined(path.empty() ? skinFolderOf(outputPath_) : path, fileName);
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

Result<ExportedSkinFile> SkinFiles::choose(const std::string& wanted, std::vector<std::uint8_t> bytes) {
    const std::string start = (wanted + "_").substr(0, imageStem_.size() + 1);
    const bool hasStem = imageStem_.empty() || equalWithoutCase(start, imageStem_ + "_");
    const std::string whole = hasStem                         ? wanted
                              : wanted == stemOf(outputPath_) ? imageStem_
                                                              : imageStem_ + "_" + wanted;
    const std::string stem(cut(utf8FromLatin1(latin1FromUtf8(whole)), kMostStemBytes));
    const auto mayHave = [&](const std::string& name) -> Result<bool> {
        const std::string path = joined(folderOf(outputPath_), name);
        const Result<bool> isNew = writesFiles_ ? isFree(path) : true;
        return isNew && !*isNew ? typeOf(path) == PathType::File : isNew;
    };
    Result<std::string> name = names_.find(stem, extension(), mayHave);
    if (!name) {
        return tl::unexpected(name.error());
    }
    using State = ExportedSkinFile::State;
    ExportedSkinFile file{*std::move(name), State::New, std::move(bytes)};
    warnings_.add("skins: other files have the names of skins, which get other names",
                  file.name != stem + extension() ? 1 : 0, file.name);
    const std::string path = joined(folderOf(outputPath_), file.name);
    if (writesFiles_ && !isFree(path).value_or(true)) {
        const std::optional<LocalFile> there = LocalFile::open(path);
        file.state = there && hasBytes(*there, file.bytes)       ? State::Same
                     : settings_.overwrite && !isFolderOfImport_ ? State::Replaces
                                                                 : State::Old;
    }
    if (file.state == State::Old) {
        warnings_.add(settings_.overwrite
                          ? "skins: images of the imported model are kept"
                          : "skins: existing images that differ are kept (" ASSIMP_MD2_CONFIG_EXPORT_OVERWRITE
                            "=true replaces them)",
                      1, file.name);
    }
    return file;
}

bool hasBytes(const LocalFile& file, const std::vector<std::uint8_t>& bytes) {
    // One more, so that a longer file differs.
    const FileBytes there = file.readBeginning(bytes.size() + 1);
    const ByteSlice slice = there.slice();
    return std::equal(slice.data(), slice.data() + slice.size(), bytes.begin(), bytes.end());
}

std::string skinFolderOf(const std::string& outputPath) {
    const std::string folder = folderOf(outputPath);
    const std::vector<std::string_view> folders = foldersIn(folder);
    // The number of folders, of the first `count`, up to the last one with one of these names; or 0.
    const auto upTo = [&](std::size_t count, std::initializer_list<const char*> names) {
        while (count > 0 && std::none_of(names.begin(), names.end(), [&](const char* name) {
                   return equalWithoutCase(folders[count - 1], name);
               })) {
            --count;
        }
        return count;
    };
    const std::size_t models = upTo(folders.size(), {"players", "models"});
    // A player or model may have one of the names that expansions have.
    const std::size_t gameRoot =
        std::max(upTo(folders.size(), {"baseq2", "rerelease", "baseq2rtx", "openq2"}),
                 upTo(models, {"rogue", "xatrix", "ctf", "action"}));
    const std::size_t first = gameRoot > 0 ? gameRoot : models > 0 ? models - 1 : folders.size();
    std::string path;
    for (std::size_t i = first; i < folders.size(); ++i) {
        path = joined(path, folders[i]);
    }
    return path;
}

} // namespace assimp_md2::inner
