// SPDX-License-Identifier: BSD-3-Clause
// The glTF 2 exporters that keep morph animation, put in the place of Assimp's; knows an Exporter's formats,
// nothing of glTF.
#pragma once

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Lets the formats "gltf2" and "glb2" of `exporter` keep morph animation; a scene without any is written
/// exactly as before. The list of formats stays as it is. A second call changes nothing, whichever copy of
/// this library made the first.
void hookGltfExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
