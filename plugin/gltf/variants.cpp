// SPDX-License-Identifier: BSD-3-Clause
// The skins of an MD2 as material variants of a glTF document; knows nothing of images.
#include "gltf/variants.h"

#include "gltf/document.h"
#include "gltf/source.h"
#include "gltf/unique_names.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>

namespace assimp_md2 {
namespace {

constexpr const char* kExtension = "KHR_materials_variants";

/// Whether the materials are alternatives for one surface: no mesh has another material than the others.
bool areAlternatives(const aiScene& scene) {
    return scene.mNumMaterials > 1 && scene.mNumMeshes > 0 &&
           std::all_of(scene.mMeshes, scene.mMeshes + scene.mNumMeshes, [&](const aiMesh* mesh) {
               return mesh->mMaterialIndex == scene.mMeshes[0]->mMaterialIndex;
           });
}

} // namespace

void addVariants(Document& document, const aiScene& scene) {
    Json& root = document.json();
    if (!isImportedMd2(scene) || !root.contains("materials") || !root.contains("meshes")) {
        return;
    }
    UniqueNames names;
    Json variants = Json::array();
    Json mappings = Json::array();
    for (Json& material : root["materials"]) {
        material["name"] = names.add(material.value("name", std::string()));
        mappings.push_back({{"material", variants.size()}, {"variants", {variants.size()}}});
        variants.push_back({{"name", material["name"]}});
    }
    if (!areAlternatives(scene)) {
        return;
    }
    root["extensions"][kExtension]["variants"] = std::move(variants);
    for (Json& mesh : root["meshes"]) {
        for (Json& primitive : mesh["primitives"]) {
            primitive["extensions"][kExtension]["mappings"] = mappings;
        }
    }
    document.useExtension(kExtension);
}

} // namespace assimp_md2
