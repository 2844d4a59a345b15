// SPDX-License-Identifier: BSD-3-Clause
// Replaces Assimp's entries for gltf2 and glb2 by ones that write scenes of this library's importer.
#pragma once

#include <assimp/Exporter.hpp>

namespace assimp_md2 {

/// Lets the formats `gltf2` and `glb2` of `exporter` write scenes of this library's importer. All other
/// scenes go to Assimp's own exporter, after the steps that its entry enforces. The list of formats stays as
/// it is. A second call changes nothing, whichever copy of this library made the first.
///
/// A hooked entry enforces no steps: JoinIdenticalVertices compares the mesh alone, so it would join vertices
/// that coincide in the first frame only.
void hookGltfExporters(Assimp::Exporter& exporter);

/// While an object of this class exists, the format `id` of `exporter` is Assimp's own entry. Formats other
/// than `gltf2` and `glb2` are not changed.
///
/// A hooked entry can run the enforced steps only after those that the caller asks for, while Assimp runs all
/// of them in one order. Code that runs before Assimp::Exporter::Export, such as exportSafely, avoids this
/// difference with this class.
class AssimpsOwnGltf {
public:
    AssimpsOwnGltf(Assimp::Exporter& exporter, const char* id);
    ~AssimpsOwnGltf();
    AssimpsOwnGltf(const AssimpsOwnGltf&) = delete;
    AssimpsOwnGltf& operator=(const AssimpsOwnGltf&) = delete;

private:
    Assimp::Exporter::ExportFormatEntry* hooked_ = nullptr; ///< null where nothing is to be restored
    Assimp::Exporter::fpExportFunc function_ = nullptr;
};

} // namespace assimp_md2
