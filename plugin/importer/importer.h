// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp calls it.
#pragma once

#include "settings/settings.h"

#include <assimp/BaseImporter.h>

#include <string>

namespace assimp_md2 {

/// The name by which an importer of this library is known, whichever copy of the library it came from.
extern const char* const kImporterName;

class Md2Importer final : public Assimp::BaseImporter {
public:
    /// \param environment outlives the importer
    explicit Md2Importer(const Environment& environment) : environment_(environment) {}

    /// Checks only the signature, whatever the name of the file.
    bool CanRead(const std::string& file, Assimp::IOSystem* io, bool checkSignature) const override;
    const aiImporterDesc* GetInfo() const override;
    void SetupProperties(const Assimp::Importer* importer) override;

protected:
    void InternReadFile(const std::string& file, aiScene* scene, Assimp::IOSystem* io) override;

private:
    void read(const std::string& file, aiScene& scene, Assimp::IOSystem& io);

    const Environment& environment_;
    /// An error is kept for InternReadFile, because Assimp calls SetupProperties outside the block that turns
    /// exceptions into the importer's error string.
    Result<Settings> settings_;
    /// The IOSystem of the program. InternReadFile gets it inside Assimp's FileSystemFilter.
    Assimp::IOSystem* io_ = nullptr;
};

} // namespace assimp_md2
