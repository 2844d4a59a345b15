// SPDX-License-Identifier: BSD-3-Clause
// The glTF 2 exporters that keep morph animation, in place of Assimp's; knows an Exporter's formats and the
// order in which a document is completed.
#pragma once

namespace Assimp {
class Exporter;
}

namespace assimp_md2 {

/// Lets the formats "gltf2" and "glb2" of `exporter` keep morph targets and their animation, and the images
/// of an imported MD2. Other scenes without morph targets are written exactly as before. The list of formats
/// stays as it is. A second call changes nothing, whichever copy of this library made the first.
void hookGltfExporters(Assimp::Exporter& exporter);

} // namespace assimp_md2
