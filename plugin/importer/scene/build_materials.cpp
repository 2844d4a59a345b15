// SPDX-License-Identifier: BSD-3-Clause
// Builds the aiMaterials and aiTextures of a scene.
#include "importer/scene/scene_parts.h"

#include "assimp-md2/metadata.h"
#include "importer/scene/image_keys.h"

#include <assimp/GltfMaterial.h>

#include <new>
#include <type_traits>

namespace assimp_md2::inner {
namespace {

/// Throws std::bad_alloc if a property could not be added. After such a failure, Assimp would write the next
/// property beyond the end of its array.
void orBadAlloc(aiReturn result) {
    if (result != aiReturn_SUCCESS) {
        throw std::bad_alloc();
    }
}

/// \param key, type, index what a macro AI_MATKEY_… stands for
template <typename Value>
void add(aiMaterial& material, const Value& value, const char* key, unsigned int type, unsigned int index) {
    if constexpr (std::is_same_v<Value, aiString>) {
        orBadAlloc(material.AddProperty(&value, key, type, index));
    } else {
        orBadAlloc(material.AddProperty(&value, 1, key, type, index));
    }
}

/// A material that looks right with and without physically based shading: rough, not metallic. A specular
/// colour, even black, would make Assimp's glTF exporter write another kind of material. Without a texture it
/// is grey, because white shows no shape; programs may load a texture that is only named, so such a material
/// is white.
void addProperties(aiMaterial& material, const std::string& name, bool hasTexture) {
    add(material, assimpString(name), AI_MATKEY_NAME);
    add(material, int{aiShadingMode_Gouraud}, AI_MATKEY_SHADING_MODEL);
    const float brightness = hasTexture ? 1.0f : 0.6f;
    add(material, aiColor3D(brightness, brightness, brightness), AI_MATKEY_COLOR_DIFFUSE);
    if (!hasTexture) {
        add(material, aiColor4D(brightness, brightness, brightness, 1), AI_MATKEY_BASE_COLOR);
    }
    add(material, 0.0f, AI_MATKEY_METALLIC_FACTOR);
    add(material, 1.0f, AI_MATKEY_ROUGHNESS_FACTOR);
}

void addTexture(const Material& source, aiMaterial& material) {
    std::string path = source.texture;
    if (source.embedded) {
        path = "*" + std::to_string(*source.embedded);
    } else if (path.substr(0, 1) == "*") {
        // All programs read a path that starts with * as the number of an embedded texture.
        path = "./" + path;
    }
    add(material, assimpString(path), AI_MATKEY_TEXTURE_DIFFUSE(0));
    if (source.identity) {
        orBadAlloc(material.AddBinaryProperty(source.identity->data(), sizeof *source.identity,
                                              ASSIMP_MD2_MATKEY_FILE_IDENTITY, aiPTI_Buffer));
    }
    if (source.isNotFound) {
        add(material, 1, ASSIMP_MD2_MATKEY_NOT_FOUND);
    }
}

} // namespace

void buildMaterials(aiScene& target, const std::vector<Material>& sources) {
    Objects<aiMaterial> materials;
    for (const Material& source : sources) {
        materials.push_back(std::make_unique<aiMaterial>());
        aiMaterial& material = *materials.back();
        const bool hasTexture = !source.texture.empty();
        addProperties(material, source.name, hasTexture);
        if (hasTexture) {
            addTexture(source, material);
        }
        if (source.isMasked) {
            // glTF's alpha mode, which Assimp's exporter and this library's write
            add(material, aiString("MASK"), AI_MATKEY_GLTF_ALPHAMODE);
            add(material, ai_real(0.5), AI_MATKEY_GLTF_ALPHACUTOFF);
        }
        if (source.name != source.skin) {
            add(material, assimpString(source.skin), ASSIMP_MD2_MATKEY_SKIN);
        }
        add(material, static_cast<int>(source.model), ASSIMP_MD2_MATKEY_MODEL);
    }
    attach(std::move(materials), target.mMaterials, target.mNumMaterials);
}

void buildTextures(aiScene& target, std::vector<Texture> sources) {
    Objects<aiTexture> textures;
    for (Texture& source : sources) {
        const std::vector<std::uint8_t> bytes = std::move(source.bytes);
        textures.push_back(std::make_unique<aiTexture>());
        aiTexture& texture = *textures.back();
        texture.mFilename = assimpString(source.path);
        std::strncpy(texture.achFormatHint, source.formatHint, sizeof texture.achFormatHint - 1);
        texture.pcData = new aiTexel[(bytes.size() + sizeof(aiTexel) - 1) / sizeof(aiTexel)];
        std::memcpy(texture.pcData, bytes.data(), bytes.size());
        texture.mWidth = static_cast<unsigned int>(bytes.size());
    }
    attach(std::move(textures), target.mTextures, target.mNumTextures);
}

} // namespace assimp_md2::inner
