// SPDX-License-Identifier: BSD-3-Clause
// The materials of a scene with their textures and images, and the skins of a model as material variants.
#pragma once

#include "gltf/json.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

struct aiScene;

namespace assimp_md2 {

class Document;
class SceneImages;
struct Limits;

/// The names and the variants of the materials; the materials themselves are written last, with the memory
/// that is left for images.
class Materials {
public:
    /// Where a model has several materials of which its meshes use one, they are variants
    /// (KHR_materials_variants): without a choice, a mesh shows its own material. In version 15 the meshes
    /// use different ones, because all skins are in use at once.
    Materials(Document& document, const aiScene& scene);

    /// Adds the extension with the variants to a primitive.
    ///
    /// \param material of the primitive
    void writeVariants(JsonText& primitive, std::size_t material) const;

    /// Writes materials, textures, samplers and images. PNG and JPEG are embedded byte for byte, PCX, BMP and
    /// TGA as PNG. A `.gltf` keeps a reference to a PNG or JPEG that it reaches. Images that are not found or
    /// beyond the limits are left out with one warning: a glTF file may not refer to what does not exist.
    void write(const SceneImages& sceneImages, const Limits& limits) const;

private:
    Document& document_;
    const aiScene& scene_;
    std::vector<std::string> names_;
    std::map<int, std::string> variants_; ///< by model: the JSON of a primitive's extensions
};

} // namespace assimp_md2
