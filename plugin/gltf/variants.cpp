// SPDX-License-Identifier: BSD-3-Clause
// The skins of an MD2 as material variants of a glTF document; knows nothing of images.
#include "gltf/variants.h"

#include "assimp-md2/metadata.h"
#include "gltf/document.h"
#include "gltf/source.h"
#include "gltf/unique_names.h"

#include <assimp/material.h>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace assimp_md2 {
namespace {

constexpr const char* kExtension = "KHR_materials_variants";

/// The model whose skin a material is: the player or its weapon.
int modelOf(const aiMaterial& material) {
    int model = 0;
    material.Get(ASSIMP_MD2_MATKEY_MODEL, model);
    return model;
}

/// The materials of each model that are alternatives for its surface: all its meshes have the same one. In
/// version 15 they have different ones, because all skins are in use at once.
std::map<int, std::vector<std::size_t>> alternatives(const aiScene& scene) {
    std::map<int, std::vector<std::size_t>> materials;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        materials[modelOf(*scene.mMaterials[i])].push_back(i);
    }
    std::map<int, unsigned int> materialInUse;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const unsigned int material = scene.mMeshes[i]->mMaterialIndex;
        const int model = modelOf(*scene.mMaterials[material]);
        if (materialInUse.try_emplace(model, material).first->second != material) {
            materials.erase(model);
        }
    }
    for (auto model = materials.begin(); model != materials.end();) {
        model = model->second.size() < 2 ? materials.erase(model) : std::next(model);
    }
    return materials;
}

} // namespace

void addVariants(Document& document, const aiScene& scene) {
    Json& root = document.json();
    if (!isImportedMd2(scene) || !root.contains("materials") || !root.contains("meshes")) {
        return;
    }
    // From the scene: Assimp 6 has made names of its own for materials of one name. A material without a name
    // keeps Assimp's.
    UniqueNames names;
    for (unsigned int i = 0; i < scene.mNumMaterials; ++i) {
        Json& material = root["materials"].at(i);
        const std::string name = scene.mMaterials[i]->GetName().C_Str();
        material["name"] = names.add(name.empty() ? material.value("name", name) : name);
    }
    Json variants = Json::array();
    std::map<int, Json> mappings;
    for (const auto& [model, materials] : alternatives(scene)) {
        for (const std::size_t material : materials) {
            mappings[model].push_back({{"material", material}, {"variants", {variants.size()}}});
            variants.push_back({{"name", root["materials"].at(material)["name"]}});
        }
    }
    if (variants.empty()) {
        return;
    }
    root["extensions"][kExtension]["variants"] = std::move(variants);
    for (Json& mesh : root["meshes"]) {
        for (Json& primitive : mesh["primitives"]) {
            const auto material = primitive.value("material", std::size_t{0});
            const auto mapping = mappings.find(modelOf(*scene.mMaterials[material]));
            if (mapping != mappings.end()) {
                primitive["extensions"][kExtension]["mappings"] = mapping->second;
            }
        }
    }
    document.useExtension(kExtension);
}

} // namespace assimp_md2
