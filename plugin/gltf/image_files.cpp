// SPDX-License-Identifier: BSD-3-Clause
// Which files an export may read for the textures of a scene; knows nothing of what they contain.
#include "gltf/image_files.h"

#include "format/paths.h"
#include "gltf/image_uris.h"

#include <assimp/DefaultIOSystem.h>

#include <algorithm>

namespace assimp_md2 {
namespace {

bool goesUp(std::string path) {
    std::replace(path.begin(), path.end(), '\\', '/');
    return ("/" + path + "/").find("/../") != std::string::npos;
}

/// The path without `.`; empty for an absolute path and for one with `..`.
std::string pathBelow(const std::string& path) {
    return isAbsolute(path) || goesUp(path) ? std::string() : relativePath(path);
}

} // namespace

ImageFiles::ImageFiles(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output)
    : isImportedMd2_(isImportedMd2(scene))
    , modelFolder_(modelFolder(scene))
    , importedFiles_(importedFiles(scene)) {
    // The path of another IOSystem, such as that of ExportToBlob, names no folder of the file system.
    if (dynamic_cast<const Assimp::DefaultIOSystem*>(&output) != nullptr) {
        outputFolder_ = folderOf(outputPath);
    }
}

std::optional<ImageFile> ImageFiles::find(const std::string& texturePath) const {
    return isImportedMd2_ ? findImported(texturePath) : findBelowOutput(texturePath);
}

std::optional<ImageFile> ImageFiles::findImported(const std::string& texturePath) const {
    const auto identity = importedFiles_.find(texturePath);
    if (!modelFolder_ || identity == importedFiles_.end()) {
        return std::nullopt;
    }
    const auto open = [&](const std::string& folder) {
        std::optional<LocalFile> file = LocalFile::open(joined(folder, texturePath));
        return file && file->identity() == identity->second ? file : std::nullopt;
    };
    const std::optional<LocalFile> file = open(*modelFolder_);
    if (!file) {
        return std::nullopt;
    }
    const bool isReached = outputFolder_ && open(*outputFolder_);
    return ImageFile{*file, isReached ? std::optional(uriOf(texturePath)) : std::nullopt};
}

std::optional<ImageFile> ImageFiles::findBelowOutput(const std::string& texturePath) const {
    const std::optional<LocalFolder> folder =
        outputFolder_ ? LocalFolder::open(*outputFolder_) : std::nullopt;
    if (!folder) {
        return std::nullopt;
    }
    for (const std::string& path : pathsOf(texturePath)) {
        if (const std::optional<LocalFile> file = folder->openFile(pathBelow(path))) {
            return ImageFile{*file, uriOf(path)};
        }
    }
    return std::nullopt;
}

} // namespace assimp_md2
