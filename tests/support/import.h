// SPDX-License-Identifier: BSD-3-Clause
// Imports for tests: from memory, with this library registered, and with the warnings.
#pragma once

#include "support/md2_builder.h"

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2::inner::test {

/// An Assimp::Importer with this library's importer, and with these properties.
std::unique_ptr<Assimp::Importer>
makeImporter(std::initializer_list<std::pair<const char*, std::string>> properties = {});

/// The same without Assimp's importers, each of which looks at the name of every file first.
std::unique_ptr<Assimp::Importer> makeImporterOfMd2Alone();

/// Reads `bytes` from memory; the scene belongs to `importer`. Null when refused: see GetErrorString.
const aiScene* importBytes(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags = 0);

/// The same, and of a file. \throws std::runtime_error with the error when it is refused
const aiScene* sceneOf(Assimp::Importer& importer, const Bytes& bytes, unsigned int flags = 0);
const aiScene* sceneOfFile(Assimp::Importer& importer, const std::string& path, unsigned int flags = 0);

/// The message with which `bytes` are refused; empty when they are not.
std::string refusal(const Bytes& bytes);

/// The diffuse texture of a material; empty without one.
std::string textureOf(const aiScene& scene, unsigned int material = 0);

/// The frames that the keys of a channel show.
std::vector<unsigned int> framesOf(const aiMeshMorphAnim& channel);

/// Collects the lines of Assimp's log. Only one may exist at a time, because the log is global.
class WarningLog {
public:
    /// \param hasInfo false: only warnings and errors
    explicit WarningLog(bool hasInfo = false);
    ~WarningLog();
    WarningLog(const WarningLog&) = delete;
    WarningLog& operator=(const WarningLog&) = delete;

    /// The lines about MD2.
    std::vector<std::string> lines() const;
    /// All lines.
    std::string text() const;
    std::size_t count() const;

private:
    class Stream;
    Stream* stream_;
};

} // namespace assimp_md2::inner::test
