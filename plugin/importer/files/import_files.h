// SPDX-License-Identifier: BSD-3-Clause
// The files that an import reads: in a game, in the file system, or of a custom IOSystem.
#pragma once

#include "importer/files/model_files.h"

#include <map>
#include <memory>

namespace Assimp {
class IOSystem;
}

namespace assimp_md2::inner {

/// The limit for a custom IOSystem, where each call may be a network request. It is chosen by this project.
/// Together with Assimp's own calls for the model, an import calls Exists at most 33 times. It opens only
/// files that exist.
inline constexpr std::size_t kMaximumForeignExists = 31;

/// The source that `io` reads from, or null if `io` is not a GameFiles of this version of the library.
const ModelSource* sourceOf(const Assimp::IOSystem& io);

class ImportFiles {
public:
    /// \param io the IOSystem that the program has set, or null; must outlive the object. Do not pass the
    ///        FileSystemFilter that Assimp passes to importers, because it tries several spellings of each
    ///        missing name
    explicit ImportFiles(Assimp::IOSystem* io);

    /// The files near a model; the object must outlive them.
    ///
    /// \param modelPath as the program wrote it
    std::unique_ptr<ModelFiles> filesNear(const std::string& modelPath);

    /// The name of a file in the game; nothing if there is no game, or no such file in it.
    std::optional<std::string> nameInGame(const std::string& path) const;

    /// Whether there is a file outside the game.
    bool exists(const std::string& path);

    /// Reads a file that the program names, which may be anywhere.
    ///
    /// \return the bytes, or an error that names the file
    Result<FileBytes> read(const std::string& path, std::uint64_t most) const;

private:
    class IoSystemModelFiles;

    const ModelSource* game_;              ///< null: there is none
    Assimp::IOSystem* custom_;             ///< null: the file system
    std::map<std::string, bool> existing_; ///< the answers of `custom_`
    bool isExhausted_ = false;             ///< a name was skipped because of the limit
};

} // namespace assimp_md2::inner
