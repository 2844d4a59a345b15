// SPDX-License-Identifier: BSD-3-Clause
// Puts the images of a glTF document inside it; knows image files, nothing of meshes or animations.
#pragma once

#include <string>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

class Document;

/// Embeds the textures of `scene` and the files that ImageFiles finds: PNG and JPEG byte for byte, PCX, BMP
/// and TGA as PNG. A `.gltf` keeps a reference to a PNG or JPEG that it reaches. What is embedded in the
/// scene in another form is written as Assimp writes it.
///
/// Of an imported MD2, an image that is not found is left out with a warning: a glTF file may not refer to
/// what does not exist. Its images and textures are named by the stem of their file. The images of other
/// scenes keep the URI that Assimp has written. \throws std::runtime_error when the document's budget does
/// not allow an image
void addImages(Document& document, const aiScene& scene, const std::string& outputPath,
               const Assimp::IOSystem& output);

} // namespace assimp_md2
