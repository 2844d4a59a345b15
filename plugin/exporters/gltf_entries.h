// SPDX-License-Identifier: BSD-3-Clause
// Replaces Assimp's entries for gltf2 and glb2 with ones that write scenes of this library's importer.
#pragma once

#include <assimp/Exporter.hpp>

namespace assimp_md2 {

/// Lets the formats `gltf2` and `glb2` of `exporter` write scenes of this library's importer. All other
/// scenes go to Assimp's own exporter, which runs the steps that its entry enforces. The list of formats
/// stays as it is. A second call changes nothing, whichever copy of this library made the first.
///
/// A replaced entry itself enforces no steps. Assimp's entry enforces JoinIdenticalVertices, which ignores
/// anim meshes and would merge vertices that coincide only in frame 0
/// (https://github.com/assimp/assimp/issues/5353).
void hookGltfExporters(Assimp::Exporter& exporter);

/// While an object of this class exists, the format `id` of `exporter` is Assimp's own entry. Formats other
/// than `gltf2` and `glb2` are not changed.
///
/// A replaced entry can run the enforced steps only after those that the caller asks for, while Assimp runs
/// all of them in one order. Code that runs before Assimp::Exporter::Export, such as exportSafely, avoids
/// this difference with this class.
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
