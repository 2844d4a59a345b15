// SPDX-License-Identifier: BSD-3-Clause
// Which files an export may read for the textures of a scene; knows nothing of what they contain.
#pragma once

#include "gltf/source.h"

#include <map>
#include <optional>
#include <string>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// A file that may be read, and its URI relative to the exported file.
struct ImageFile {
    LocalFile file;
    std::optional<std::string> uri; ///< none when the exported file would not reach it by the texture's path
};

/// Of an imported MD2, the files that the import found, as long as they are still the same. Of other scenes,
/// files in the folder of the exported file and in folders below it. Nothing else is opened: a texture's path
/// comes out of a file that may be anybody's, and what is read goes into a file that may be passed on.
class ImageFiles {
public:
    ImageFiles(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output);

    std::optional<ImageFile> find(const std::string& texturePath) const;

private:
    std::optional<ImageFile> findImported(const std::string& texturePath) const;
    std::optional<ImageFile> findBelowOutput(const std::string& texturePath) const;

    bool isImportedMd2_;
    std::optional<std::string> modelFolder_;
    std::map<std::string, FileIdentity> importedFiles_;
    std::optional<std::string> outputFolder_; ///< none where the output is not a file of the file system
};

} // namespace assimp_md2
