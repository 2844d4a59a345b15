// SPDX-License-Identifier: BSD-3-Clause
// A model as an aiScene: the one place that hands objects to Assimp. Knows the view and what it means,
// nothing of files, properties or Assimp's importers.
//
// Every object is attached to the scene, whose destructor frees it, before the next is allocated: when memory
// runs out on the way nothing leaks.
#include "scene/scene.h"

#include "format/normals.h"
#include "format/text.h"

#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <string_view>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace assimp_md2 {
namespace {

/// A clip of one frame is held for a tick: consumers divide by the time of the last key.
std::size_t keyCount(const Animation& animation) {
    const std::size_t frames = animation.clip.frameCount;
    return frames == 1 ? 2 : frames + (animation.closed ? 1 : 0);
}

/// Text that is longer than an aiString is cut, at the start of a UTF-8 sequence.
aiString assimpString(std::string_view text) {
    aiString string;
    std::size_t length = std::min(text.size(), sizeof string.data - 1);
    while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
        --length;
    }
    string.Set(std::string(text.substr(0, length)));
    return string;
}

/// Room for vectors that are about to be written: aiVector3D's own constructor would write each of them
/// before. What is freed with delete[] needs no destructor, so that delete[] is operator delete[] and nothing
/// else.
aiVector3D* newVectors(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<aiVector3D> && std::is_trivially_copyable_v<aiVector3D>);
    return static_cast<aiVector3D*>(::operator new[](count * sizeof(aiVector3D)));
}

using FourFloats = std::array<float, 4>;

/// byte × scale + translate for the four bytes of a packed vertex. The fourth is the normal index: its place
/// is of no use. In fours, since that is what processors do at once; GCC has to be told.
FourFloats decoded(const std::uint8_t* vertex, const FourFloats& scale, const FourFloats& translate) {
    FourFloats position;
#if defined(__SSE2__)
    std::int32_t packed;
    std::memcpy(&packed, vertex, sizeof packed);
    const __m128i zero = _mm_setzero_si128();
    const __m128i words = _mm_unpacklo_epi8(_mm_cvtsi32_si128(packed), zero);
    const __m128 bytes = _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero));
    _mm_storeu_ps(position.data(),
                  _mm_add_ps(_mm_mul_ps(bytes, _mm_loadu_ps(scale.data())), _mm_loadu_ps(translate.data())));
#else
    for (std::size_t i = 0; i < position.size(); ++i) {
        position[i] = static_cast<float>(vertex[i]) * scale[i] + translate[i];
    }
#endif
    return position;
}

aiVector3D vectorOf(const FourFloats& four) {
    return {four[0], four[1], four[2]};
}

/// Writes a vector, and something into the next: in fours, where three take three times as long. The next one
/// is written after it.
void writeWithNext(aiVector3D* vector, const FourFloats& four) {
    if constexpr (sizeof(aiVector3D) == 3 * sizeof(float)) {
        std::memcpy(static_cast<void*>(vector), four.data(), sizeof four);
    } else {
        *vector = vectorOf(four);
    }
}

/// \param vertices of each corner
/// \return whether each normal index is one of the format's
bool decodeFrame(const Frame& frame, const std::uint32_t* vertices, std::size_t cornerCount,
                 aiVector3D* positions, aiVector3D* normals) {
    const FourFloats scale{frame.scale[0], frame.scale[1], frame.scale[2], 0};
    const FourFloats translate{frame.translate[0], frame.translate[1], frame.translate[2], 0};
    const std::uint8_t* const packed = frame.vertices.data();
    const std::size_t last = cornerCount - 1;
    // An index that is too high reaches the ninth bit: no branch, since every corner of every frame passes
    // here.
    constexpr unsigned int kNinthBit = 256;
    unsigned int reached = 0;
    for (std::size_t corner = 0; corner < last; ++corner) {
        const std::uint8_t* const vertex = packed + kVertexSize * vertices[corner];
        writeWithNext(positions + corner, decoded(vertex, scale, translate));
        writeWithNext(normals + corner, kNormalOfByte[vertex[3]]);
        reached |= vertex[3] + (kNinthBit - static_cast<unsigned int>(kNormalCount));
    }
    const std::uint8_t* const vertex = packed + kVertexSize * vertices[last];
    positions[last] = vectorOf(decoded(vertex, scale, translate));
    normals[last] = vectorOf(kNormalOfByte[vertex[3]]);
    return (reached & kNinthBit) == 0 && vertex[3] < kNormalCount;
}

std::uint64_t normalsOutOfRange(const Frame& frame) {
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < frame.vertices.size(); at += kVertexSize) {
        count += frame.vertices.u8(at + 3) >= kNormalCount;
    }
    return count;
}

/// Decodes frames and counts the repairs.
class FrameDecoder {
public:
    FrameDecoder(const Model& model, Repairs& repairs) : model_(model), repairs_(repairs) {}

    void decode(std::size_t index, aiVector3D* positions, aiVector3D* normals) {
        const Frame frame = model_.view.frame(index);
        const std::vector<std::uint32_t>& vertices = model_.geometry.vertices;
        if (!decodeFrame(frame, vertices.data(), vertices.size(), positions, normals)) {
            repairs_.add(Repair::NormalClamped, normalsOutOfRange(frame));
        }
    }

private:
    const Model& model_;
    Repairs& repairs_;
};

/// A material that looks right with and without physically based shading: rough, not metallic. A specular
/// colour, even black, would make Assimp's glTF exporter write another kind of material.
void addProperties(aiMaterial& material, const std::string& name, float brightness) {
    const aiString materialName = assimpString(name);
    material.AddProperty(&materialName, AI_MATKEY_NAME);
    const int shading = aiShadingMode_Gouraud;
    material.AddProperty(&shading, 1, AI_MATKEY_SHADING_MODEL);
    const aiColor3D diffuse(brightness, brightness, brightness);
    material.AddProperty(&diffuse, 1, AI_MATKEY_COLOR_DIFFUSE);
    const float metallic = 0;
    material.AddProperty(&metallic, 1, AI_MATKEY_METALLIC_FACTOR);
    const float roughness = 1;
    material.AddProperty(&roughness, 1, AI_MATKEY_ROUGHNESS_FACTOR);
}

/// Image files as Assimp embeds them: mWidth is the size in bytes, mHeight is 0. Each is freed as soon as the
/// scene has it.
void addTextures(aiScene& scene, std::vector<Texture> textures) {
    if (textures.empty()) {
        return;
    }
    scene.mTextures = new aiTexture* [textures.size()] {};
    scene.mNumTextures = static_cast<unsigned int>(textures.size());
    for (std::size_t i = 0; i < textures.size(); ++i) {
        const std::vector<std::uint8_t> bytes = std::move(textures[i].bytes);
        scene.mTextures[i] = new aiTexture;
        aiTexture& texture = *scene.mTextures[i];
        texture.mFilename = assimpString(textures[i].path);
        std::strncpy(texture.achFormatHint, textures[i].formatHint, sizeof texture.achFormatHint - 1);
        texture.pcData = new aiTexel[(bytes.size() + sizeof(aiTexel) - 1) / sizeof(aiTexel)];
        std::memcpy(texture.pcData, bytes.data(), bytes.size());
        texture.mWidth = static_cast<unsigned int>(bytes.size());
    }
}

void addSkin(const Skin& skin, aiMaterial& material) {
    addProperties(material, skin.name, 1.0f);
    std::string path = skin.texture;
    if (skin.embedded) {
        path = "*" + std::to_string(*skin.embedded);
    } else if (path.substr(0, 1) == "*") {
        // A path that starts with * is the number of an embedded texture to every reader of a scene.
        path = "./" + path;
    }
    if (!path.empty()) {
        const aiString texturePath = assimpString(path);
        material.AddProperty(&texturePath, AI_MATKEY_TEXTURE_DIFFUSE(0));
    }
}

void addMaterials(aiScene& scene, const std::vector<Skin>& skins) {
    const std::size_t count = std::max<std::size_t>(skins.size(), 1);
    scene.mMaterials = new aiMaterial* [count] {};
    scene.mNumMaterials = static_cast<unsigned int>(count);
    for (std::size_t i = 0; i < count; ++i) {
        scene.mMaterials[i] = new aiMaterial;
    }
    if (skins.empty()) {
        addProperties(*scene.mMaterials[0], AI_DEFAULT_MATERIAL_NAME, 0.6f);
    }
    for (std::size_t i = 0; i < skins.size(); ++i) {
        addSkin(skins[i], *scene.mMaterials[i]);
    }
}

/// In place of aiMetadata::Alloc: when memory runs out in that, what it has taken is lost.
void reserve(aiMetadata& metadata, std::size_t count) {
    metadata.mKeys = new aiString[count];
    metadata.mValues = new aiMetadataEntry[count]();
    metadata.mNumProperties = static_cast<unsigned int>(count);
}

/// The names of the skins as they stand in the file: skin0, skin1 …
void addSkinNames(aiNode& node, const View& view) {
    if (view.skinCount() == 0) {
        return;
    }
    node.mMetaData = new aiMetadata;
    reserve(*node.mMetaData, view.skinCount());
    for (std::size_t i = 0; i < view.skinCount(); ++i) {
        node.mMetaData->Set(static_cast<unsigned int>(i), "skin" + std::to_string(i),
                            assimpString(utf8FromLatin1(view.skinName(i))));
    }
}

void addNodes(aiScene& scene, const Model& model) {
    scene.mRootNode = new aiNode;
    aiNode& root = *scene.mRootNode;
    root.mName = assimpString(model.fileName);
    // Quake's z is up, Assimp's y: (x, y, z) becomes (x, z, −y), as in Assimp's own importer.
    root.mTransformation = aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);

    root.mChildren = new aiNode* [1] {};
    root.mNumChildren = 1;
    root.mChildren[0] = new aiNode;
    aiNode& node = *root.mChildren[0];
    node.mName = assimpString(model.name);
    node.mParent = &root;
    node.mMeshes = new unsigned int[1]{0};
    node.mNumMeshes = 1;
    addSkinNames(node, model.view);
}

void addMetadata(aiScene& scene, const std::optional<std::string>& folder, const char* sourceFormat) {
    scene.mMetaData = new aiMetadata;
    reserve(*scene.mMetaData, folder ? 3 : 2);
    scene.mMetaData->Set(0, AI_METADATA_SOURCE_FORMAT, aiString(std::string(sourceFormat)));
    scene.mMetaData->Set(1, AI_METADATA_SOURCE_FORMAT_VERSION, aiString(std::to_string(kVersion)));
    if (folder) {
        scene.mMetaData->Set(2, kModelFolderMetadataKey, assimpString(*folder));
    }
}

void addFaces(aiMesh& mesh, std::vector<std::array<std::uint32_t, 3>> triangles) {
    mesh.mFaces = new aiFace[triangles.size()];
    mesh.mNumFaces = static_cast<unsigned int>(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        mesh.mFaces[i].mIndices = new unsigned int[3]{triangles[i][0], triangles[i][1], triangles[i][2]};
        mesh.mFaces[i].mNumIndices = 3;
    }
}

void addTextureCoordinates(aiMesh& mesh, std::vector<TextureCoordinate> coordinates) {
    if (coordinates.empty()) {
        return;
    }
    mesh.mTextureCoords[0] = newVectors(coordinates.size());
    mesh.mNumUVComponents[0] = 2;
    std::transform(
        coordinates.begin(), coordinates.end(), mesh.mTextureCoords[0],
        [](const TextureCoordinate& coordinate) { return aiVector3D(coordinate.u, coordinate.v, 0); });
}

void addAnimMeshes(aiMesh& mesh, const Model& model, FrameDecoder& decoder,
                   const std::function<void(std::size_t, std::size_t)>& progress) {
    const std::size_t frameCount = model.view.frameCount();
    const std::size_t cornerCount = model.geometry.vertices.size();
    // The weights of a key sum to 1 over absolute targets.
    mesh.mMethod = static_cast<decltype(mesh.mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
    mesh.mAnimMeshes = new aiAnimMesh* [frameCount] {};
    mesh.mNumAnimMeshes = static_cast<unsigned int>(frameCount);
    for (std::size_t frame = 0; frame < frameCount; ++frame) {
        mesh.mAnimMeshes[frame] = new aiAnimMesh;
        aiAnimMesh& animMesh = *mesh.mAnimMeshes[frame];
        animMesh.mName = assimpString(utf8FromLatin1(model.view.frameName(frame)));
        animMesh.mWeight = 0;
        animMesh.mNumVertices = static_cast<unsigned int>(cornerCount);
        animMesh.mVertices = newVectors(cornerCount);
        animMesh.mNormals = newVectors(cornerCount);
        decoder.decode(frame, animMesh.mVertices, animMesh.mNormals);
        progress(frame + 1, frameCount);
    }
}

void addMesh(aiScene& scene, Model& model, Repairs& repairs,
             const std::function<void(std::size_t, std::size_t)>& progress) {
    scene.mMeshes = new aiMesh* [1] {};
    scene.mNumMeshes = 1;
    scene.mMeshes[0] = new aiMesh;
    aiMesh& mesh = *scene.mMeshes[0];
    mesh.mName = assimpString(model.name);
    mesh.mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh.mMaterialIndex = static_cast<unsigned int>(model.chosenSkin);
    // Triangles and texture coordinates are freed as soon as the mesh has them: before the frames, which are
    // the bulk, are allocated.
    addFaces(mesh, std::move(model.geometry.triangles));
    addTextureCoordinates(mesh, std::move(model.geometry.textureCoordinates));

    const std::size_t cornerCount = model.geometry.vertices.size();
    mesh.mVertices = newVectors(cornerCount);
    mesh.mNormals = newVectors(cornerCount);
    mesh.mNumVertices = static_cast<unsigned int>(cornerCount);
    FrameDecoder decoder(model, repairs);
    if (model.staticFrame) {
        decoder.decode(*model.staticFrame, mesh.mVertices, mesh.mNormals);
        return;
    }
    addAnimMeshes(mesh, model, decoder, progress);
    std::copy_n(mesh.mAnimMeshes[0]->mVertices, cornerCount, mesh.mVertices);
    std::copy_n(mesh.mAnimMeshes[0]->mNormals, cornerCount, mesh.mNormals);
}

/// Every target is in every key: glTF writers and Qt3D rely on it.
void fillKey(aiMeshMorphKey& key, double time, std::size_t frame, std::size_t frameCount) {
    std::unique_ptr<unsigned int[]> values(new unsigned int[frameCount]);
    auto weights = std::make_unique<double[]>(frameCount);
    std::iota(values.get(), values.get() + frameCount, 0U);
    weights[frame] = 1.0;
    key.mTime = time;
    key.mNumValuesAndWeights = static_cast<unsigned int>(frameCount);
    // The key's destructor frees the two only together.
    key.mValues = values.release();
    key.mWeights = weights.release();
}

void addMorphChannel(aiAnimation& target, const Animation& animation, const Model& model) {
    target.mMorphMeshChannels = new aiMeshMorphAnim* [1] {};
    target.mNumMorphMeshChannels = 1;
    target.mMorphMeshChannels[0] = new aiMeshMorphAnim;
    aiMeshMorphAnim& channel = *target.mMorphMeshChannels[0];
    channel.mName = assimpString(model.name);
    const std::size_t keys = keyCount(animation);
    channel.mKeys = new aiMeshMorphKey[keys];
    channel.mNumKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        const std::size_t frame = animation.clip.firstFrame + key % animation.clip.frameCount;
        fillKey(channel.mKeys[key], static_cast<double>(key), frame, model.view.frameCount());
    }
}

/// A channel that leaves the node where it is. It keeps OptimizeGraph from removing the node that the morph
/// channel names, and Assimp's glTF exporter from writing an animation without channels.
void addNodeChannel(aiAnimation& target, const Model& model) {
    target.mChannels = new aiNodeAnim* [1] {};
    target.mNumChannels = 1;
    target.mChannels[0] = new aiNodeAnim;
    aiNodeAnim& channel = *target.mChannels[0];
    channel.mNodeName = assimpString(model.name);
    channel.mPositionKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(0, 0, 0))};
    channel.mNumPositionKeys = 1;
    channel.mRotationKeys = new aiQuatKey[1]{aiQuatKey(0, aiQuaternion(1, 0, 0, 0))};
    channel.mNumRotationKeys = 1;
    channel.mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel.mNumScalingKeys = 1;
}

void addAnimations(aiScene& scene, const Model& model) {
    if (model.staticFrame || model.animations.empty()) {
        return;
    }
    scene.mAnimations = new aiAnimation* [model.animations.size()] {};
    scene.mNumAnimations = static_cast<unsigned int>(model.animations.size());
    for (std::size_t i = 0; i < model.animations.size(); ++i) {
        scene.mAnimations[i] = new aiAnimation;
        aiAnimation& target = *scene.mAnimations[i];
        target.mName = assimpString(model.animations[i].clip.name);
        target.mTicksPerSecond = model.animations[i].ticksPerSecond;
        target.mDuration = static_cast<double>(keyCount(model.animations[i]) - 1);
        addNodeChannel(target, model);
        addMorphChannel(target, model.animations[i], model);
    }
}

/// What an allocator takes for `count` elements: 16 bytes of its own, and whole 16 bytes.
std::uint64_t heapBytes(std::uint64_t count, std::uint64_t elementSize) {
    return (count * elementSize + 31) / 16 * 16;
}

} // namespace

std::uint64_t sceneBytes(const Model& model) {
    const std::uint64_t corners = model.geometry.vertices.size();
    const std::uint64_t triangles = model.geometry.triangles.size();
    const std::uint64_t frames = model.view.frameCount();
    const std::uint64_t vectors = heapBytes(corners, sizeof(aiVector3D));

    constexpr std::uint64_t kNodesAndMetadata = 16384;
    constexpr std::uint64_t kMaterial = 8192;
    std::uint64_t bytes = kNodesAndMetadata + kMaterial + heapBytes(1, sizeof(aiMesh));
    bytes += model.view.skinCount() * heapBytes(2, sizeof(aiString));
    bytes += model.skins.size() * kMaterial;
    for (const Texture& texture : model.textures) {
        bytes += heapBytes(1, sizeof(aiTexture)) + heapBytes(texture.bytes.size(), 1);
    }
    bytes += heapBytes(triangles, sizeof(aiFace)) + triangles * heapBytes(3, sizeof(unsigned int));
    bytes += (model.geometry.textureCoordinates.empty() ? 2 : 3) * vectors;
    if (model.staticFrame) {
        return bytes;
    }
    bytes += heapBytes(frames, sizeof(void*)) + frames * (heapBytes(1, sizeof(aiAnimMesh)) + 2 * vectors);
    const std::uint64_t key =
        sizeof(aiMeshMorphKey) + heapBytes(frames, sizeof(unsigned int)) + heapBytes(frames, sizeof(double));
    for (const Animation& animation : model.animations) {
        constexpr std::uint64_t kNodeKeys = 128 + sizeof(aiVectorKey) * 2 + sizeof(aiQuatKey);
        bytes += heapBytes(1, sizeof(aiAnimation)) + heapBytes(1, sizeof(aiNodeAnim)) +
                 heapBytes(1, sizeof(aiMeshMorphAnim)) + kNodeKeys + keyCount(animation) * key;
    }
    return bytes;
}

void buildScene(aiScene& scene, Model model, const char* sourceFormat, Repairs& repairs,
                const std::function<void(std::size_t, std::size_t)>& progress) {
    addMetadata(scene, model.folder, sourceFormat);
    addTextures(scene, std::move(model.textures));
    addMaterials(scene, model.skins);
    addNodes(scene, model);
    addMesh(scene, model, repairs, progress);
    addAnimations(scene, model);
    // Vertices are shared between faces; without the flag Assimp's validation finds fault with that.
    scene.mFlags |= AI_SCENE_FLAGS_ALLOW_SHARED;
}

} // namespace assimp_md2
