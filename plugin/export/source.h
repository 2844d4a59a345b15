// SPDX-License-Identifier: BSD-3-Clause
// Scenes of this library's importer, and the image files that an export of one may read.
#pragma once

#include "io/local_files.h"

#include <optional>
#include <string>
#include <unordered_map>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

/// Whether the importer of this library made the scene; also true for another copy of this library in the
/// process.
bool isImportedMd2(const aiScene& scene);

/// Whether `output` writes to the file system. The IOSystem of Assimp::Exporter::ExportToBlob, and custom
/// IOSystems, may keep files in memory.
bool writesFiles(const Assimp::IOSystem& output);

/// An image file that may be read, and whether the texture path leads to it from the folder of the exported
/// file.
struct ImageFile {
    LocalFile file;
    bool isReached = false;
};

/// The image files that the import has found, as long as they are still the same. No other file is opened,
/// because a program may have put any path into a material, and the exported file may be published.
class ImageFiles {
public:
    /// \param outputPath of the exported file
    ImageFiles(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output);

    /// \return std::nullopt if the import did not find the file, or if the file has changed since
    std::optional<ImageFile> find(const std::string& texturePath) const;

private:
    std::optional<std::string> modelFolder_;                      ///< none for a model from memory
    std::unordered_map<std::string, FileIdentity> importedFiles_; ///< by the texture's path
    std::optional<std::string> outputFolder_;                     ///< none where no file is written
};

} // namespace assimp_md2
