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

/// The names and the variants of the materials. The materials themselves are written last, so that images use
/// only the memory that is left.
class Materials {
public:
    /// If a model has several materials and its meshes use only one of them, the materials become variants
    /// (KHR_materials_variants). By default a mesh shows its own material. A model of version 15 has no
    /// variants, because each of its meshes uses a different skin.
    Materials(Document& document, const aiScene& scene);

    /// Adds the extension with the variants to a primitive.
    ///
    /// \param material of the primitive
    void writeVariants(JsonText& primitive, std::size_t material) const;

    /// Writes materials, textures, samplers and images. PNG and JPEG are embedded byte for byte; PCX, BMP and
    /// TGA are embedded as PNG. A `.gltf` references a PNG or JPEG file if the texture path leads to it from
    /// the folder of the `.gltf`. Missing images and images above the limits are left out with one warning,
    /// because a glTF file must not reference missing files.
    void write(const SceneImages& sceneImages, const Limits& limits) const;

private:
    Document& document_;
    const aiScene& scene_;
    std::vector<std::string> names_;
    std::map<int, std::string> variants_; ///< by model: the JSON of a primitive's extensions
};

} // namespace assimp_md2
