// SPDX-License-Identifier: BSD-3-Clause
// Puts the images of a glTF document inside it; knows image files and URIs, nothing of meshes or animations.
#pragma once

#include <string>

struct aiScene;

namespace Assimp {
class IOSystem;
}

namespace assimp_md2 {

class Document;

/// Every image of `document` becomes a part of it, or a reference to a file that exists beside `outputPath`:
/// its bytes are looked for in `scene` (embedded textures), in the model's folder and in the output's. An
/// image that is in none of them is taken out, with a warning: a glTF file may not name what is not there.
void resolveImages(Document& document, const aiScene& scene, const std::string& outputPath,
                   const Assimp::IOSystem& output);

} // namespace assimp_md2
