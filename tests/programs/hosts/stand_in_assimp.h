// SPDX-License-Identifier: BSD-3-Clause
// Stands in for an Assimp that this library was not built for. It has only some of Assimp's names.
#pragma once

#include <cstdint>

struct aiScene;

namespace Assimp {

class ExportProperties;

/// Not the class that the plugin's importer is made for: whoever takes it for that breaks it.
class __attribute__((visibility("default"))) Importer {
public:
    Importer();
    bool isUntouched() const;

private:
    static constexpr std::uintptr_t kValue = 0x5151;
    std::uintptr_t value_;
};

/// The same for exports.
class __attribute__((visibility("default"))) Exporter {
public:
    Exporter();
    /// \return kStandInResult when the exporter is as it was made and the arguments are those of
    ///         stand_in_host.cpp
    int Export(const aiScene* scene, const char* formatId, const char* path, unsigned int preprocessing,
               const ExportProperties* properties);

private:
    static constexpr std::uintptr_t kValue = 0x5252;
    std::uintptr_t value_;
};

} // namespace Assimp

constexpr int kStandInResult = 77;
constexpr unsigned int kStandInPreprocessing = 0x40000002;

/// The address of a scene, and no scene: whoever reads it crashes.
template <typename Object>
const Object* standInAddress() {
    return reinterpret_cast<const Object*>(std::uintptr_t{64});
}

extern "C" {
__attribute__((visibility("default"))) unsigned int aiGetVersionMajor();
__attribute__((visibility("default"))) unsigned int aiGetVersionMinor();
}
