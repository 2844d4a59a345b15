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

/// Whether this library's importer has made the scene, or another copy of this library in the process.
bool isImportedMd2(const aiScene& scene);

/// Whether what is written through `output` goes to files. Assimp::Exporter::ExportToBlob and programs use
/// other ones, which may keep it in memory.
bool writesFiles(const Assimp::IOSystem& output);

/// A file that may be read, and whether the exported file reaches it by the texture's path.
struct ImageFile {
    LocalFile file;
    bool isReached = false;
};

/// The image files that the import has found, as long as they are still the same. Nothing else is opened: a
/// program may have put any path into a material, and what is read goes into a file that may be passed on.
class ImageFiles {
public:
    /// \param outputPath of the exported file
    ImageFiles(const aiScene& scene, const std::string& outputPath, const Assimp::IOSystem& output);

    /// \return nothing when the import has not found the file, or it is another one by now
    std::optional<ImageFile> find(const std::string& texturePath) const;

private:
    std::optional<std::string> modelFolder_;                      ///< none for a model from memory
    std::unordered_map<std::string, FileIdentity> importedFiles_; ///< by the texture's path
    std::optional<std::string> outputFolder_;                     ///< none where no file is written
};

} // namespace assimp_md2
