// SPDX-License-Identifier: BSD-3-Clause
// Where the files of a model are: in a game, in the file system, or in a custom IOSystem.
#pragma once

#include "importer/files/model_files.h"

#include <memory>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

/// What the importer asks a GameFiles, which the product `games` answers: it finds names without regard to
/// case and knows why a file cannot be read.
class ModelSource {
public:
    /// \return the files near a model, or null if the source does not have it
    virtual std::unique_ptr<ModelFiles> filesNear(const std::string& modelPath) const = 0;

    /// \return all bytes of a file, or the reason why it cannot be read; nothing if the source does not have
    /// it
    virtual std::optional<Result<FileBytes>> readIfAny(const std::string& path, std::uint64_t most) const = 0;

protected:
    ModelSource() = default;
    ModelSource(const ModelSource&) = default;
    ModelSource& operator=(const ModelSource&) = default;
    ~ModelSource() = default;
};

/// The source that `io` reads from, or null if `io` is not a GameFiles of this version of the library.
const ModelSource* sourceOf(const Assimp::IOSystem& io);

/// The files of a model, wherever it comes from.
///
/// \param io the IOSystem that the program has set, or null; must outlive the files. Do not pass the
///        FileSystemFilter that Assimp passes to importers, because it tries several spellings of each
///        missing name
/// \param modelPath as the program wrote it
/// \param calls shared by all models of the import; must outlive the files
std::unique_ptr<ModelFiles> modelFiles(Assimp::IOSystem* io, const std::string& modelPath,
                                       ForeignCalls& calls);

/// Reads a file that the program names, which may be anywhere: in the game of `io`, in the file system, or
/// through a custom IOSystem.
///
/// \param io the IOSystem that the program has set, or null
/// \return the bytes, or an error that names the file
Result<FileBytes> readProgramFile(Assimp::IOSystem* io, const std::string& path, std::uint64_t most);

} // namespace assimp_md2::inner
