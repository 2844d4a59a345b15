// SPDX-License-Identifier: BSD-3-Clause
// What the importer asks a GameFiles, which the product `games` answers.
#pragma once

#include "importer/files/model_files.h"

#include <memory>
#include <optional>
#include <string>

namespace assimp_md2 {

/// A source of models that finds names without regard to case and knows why a file cannot be read.
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

/// How a GameFiles begins its mark; see markOf.
constexpr const char* kGameFilesMark = "the GameFiles";

/// The source that `io` reads from, or null if `io` is not a GameFiles of this version of the library.
const ModelSource* sourceOf(const Assimp::IOSystem& io);

} // namespace assimp_md2
