// SPDX-License-Identifier: BSD-3-Clause
// The importer as Assimp calls it, and its registration with defaults of its own, and with bones.
#pragma once

#include "importer/model_part.h"

#include <assimp/BaseImporter.h>

namespace assimp_md2::inner {

/// The name of this importer in an Assimp that was built with it in the place of its own.
inline constexpr char kNameInAssimp[] = "Quake II Mesh Importer (assimp-md2 in Assimp)";

/// Whether a registered importer of this library, perhaps of another copy, imports bones.
bool hasSkeletons(const Assimp::BaseImporter& importer);

class Md2Importer : public Assimp::BaseImporter {
public:
    /// \param defaults the values of properties that the program does not set
    /// \param makeSkeletons null: bones are an error
    Md2Importer(PropertyTexts defaults, SkeletonMaker makeSkeletons)
        : defaults_(std::move(defaults)), makeSkeletons_(makeSkeletons) {}

    /// Checks only the signature and ignores the file name.
    bool CanRead(const std::string& file, Assimp::IOSystem* io, bool checkSignature) const override;
    const aiImporterDesc* GetInfo() const override;
    void SetupProperties(const Assimp::Importer* importer) override;

    /// SceneRead::opened of the last import that has succeeded.
    const std::set<std::string>& opened() const { return opened_; }

protected:
    void InternReadFile(const std::string& file, aiScene* scene, Assimp::IOSystem* io) override;

private:
    PropertyTexts defaults_;
    SkeletonMaker makeSkeletons_;
    /// The settings, or the error to be thrown by InternReadFile. SetupProperties cannot throw it, because
    /// Assimp calls SetupProperties outside the try block that sets the error string.
    Result<Settings> settings_;
    /// The IOSystem that the program has set, or null. Assimp wraps it in a FileSystemFilter before it passes
    /// it to InternReadFile.
    Assimp::IOSystem* io_ = nullptr;
    std::set<std::string> opened_;
};

/// Like registerImporter of assimp-md2/importer.h.
///
/// \param defaults the values of properties that the program does not set
/// \param makeSkeletons null: bones are an error
bool addMd2Importer(Assimp::Importer& importer, const PropertyTexts& defaults, SkeletonMaker makeSkeletons);

} // namespace assimp_md2::inner
