// SPDX-License-Identifier: BSD-3-Clause
// A scene as values, and its aiScene: the one place that hands objects to Assimp. Knows views and what they
// mean, nothing of how files are found, of properties or of Assimp's importers.
//
// An object belongs to a unique_ptr until it is complete, and an array of objects is attached to its owner
// only when every element exists. When memory runs out, no destructor sees a pointer that is not set.
#include "scene/scene.h"

#include "assimp-md2/metadata.h"
#include "format/frame_decoder.h"
#include "format/text.h"

#include <assimp/commonMetaData.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <utility>

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

template <typename Object>
using Objects = std::vector<std::unique_ptr<Object>>;

/// Attaches all of `objects` to `array`, an owner's member that its destructor frees with delete[].
template <typename Object>
void attach(Objects<Object> objects, Object**& array, unsigned int& count) {
    if (objects.empty()) {
        return;
    }
    array = new Object*[objects.size()];
    count = static_cast<unsigned int>(objects.size());
    std::transform(objects.begin(), objects.end(), array,
                   [](std::unique_ptr<Object>& object) { return object.release(); });
}

/// Memory for vectors that are about to be written: aiVector3D's own constructor would write each of them
/// first. What is freed with delete[] needs no destructor, so that delete[] is operator delete[] and nothing
/// else.
aiVector3D* newVectors(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<aiVector3D> && std::is_trivially_copyable_v<aiVector3D>);
    return static_cast<aiVector3D*>(::operator new[](count * sizeof(aiVector3D)));
}

/// Decodes the frames of one model into Assimp's vectors and counts the repairs.
class ModelDecoder {
public:
    ModelDecoder(const Model& model, Repairs& repairs) : decoder_(model.view), repairs_(repairs) {}

    void decode(std::size_t frame, const std::vector<std::uint32_t>& vertices, aiVector3D* positions,
                aiVector3D* normals) {
        static_assert(sizeof(aiVector3D) == 3 * sizeof(ai_real));
        std::uint64_t clamped = 0;
        if constexpr (std::is_same_v<ai_real, float>) {
            // The vectors are fresh memory, three floats each.
            clamped = decoder_.decode(frame, vertices.data(), vertices.size(),
                                      static_cast<float*>(static_cast<void*>(positions)),
                                      static_cast<float*>(static_cast<void*>(normals)));
        } else {
            // Assimp has double precision. Floats of a part at a time take next to no memory.
            constexpr std::size_t kPart = 512;
            std::array<float, 3 * kPart> partPositions;
            std::array<float, 3 * kPart> partNormals;
            for (std::size_t first = 0; first < vertices.size(); first += kPart) {
                const std::size_t count = std::min(kPart, vertices.size() - first);
                clamped += decoder_.decode(frame, vertices.data() + first, count, partPositions.data(),
                                           partNormals.data());
                for (std::size_t i = 0; i < count; ++i) {
                    const float* const position = &partPositions[3 * i];
                    const float* const normal = &partNormals[3 * i];
                    positions[first + i] = {position[0], position[1], position[2]};
                    normals[first + i] = {normal[0], normal[1], normal[2]};
                }
            }
        }
        repairs_.add(Repair::NormalClamped, clamped);
    }

private:
    FrameDecoder decoder_;
    Repairs& repairs_;
};

/// Where a tag is in one frame.
struct Place {
    aiVector3D position;
    aiQuaternion rotation;
};

/// Of each tag of a model, in each of its frames.
using PlacesOfTags = std::vector<std::vector<Place>>;

using Doubles = std::array<double, 3>;

Doubles crossed(const Doubles& a, const Doubles& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// \return whether the vector has a direction; it has length 1 then
bool normalize(Doubles& vector) {
    const double length = std::hypot(vector[0], vector[1], vector[2]);
    if (!(length > 0) || !std::isfinite(length)) {
        return false;
    }
    std::transform(vector.begin(), vector.end(), vector.begin(),
                   [&](double value) { return value / length; });
    return true;
}

/// The centre of a triangle; x along its first edge, z along its normal. In double: damaged files have
/// positions whose products leave the range of float.
Place placeOf(const aiVector3D& a, const aiVector3D& b, const aiVector3D& c) {
    const ai_real third = ai_real(1) / 3;
    Place place{a * third + b * third + c * third, aiQuaternion()};
    Doubles x;
    Doubles other;
    for (unsigned int axis = 0; axis < 3; ++axis) {
        x[axis] = static_cast<double>(b[axis]) - static_cast<double>(a[axis]);
        other[axis] = static_cast<double>(c[axis]) - static_cast<double>(a[axis]);
    }
    Doubles z = crossed(other, x);
    // A triangle without an area has no orientation.
    if (normalize(x) && normalize(z)) {
        const Doubles y = crossed(z, x);
        const auto real = [](double value) { return static_cast<ai_real>(value); };
        place.rotation = aiQuaternion(aiMatrix3x3(real(x[0]), real(y[0]), real(z[0]), real(x[1]), real(y[1]),
                                                  real(z[1]), real(x[2]), real(y[2]), real(z[2])));
    }
    return place;
}

/// After a property that did not fit into memory, Assimp would write the next one behind its array.
void orBadAlloc(aiReturn result) {
    if (result != aiReturn_SUCCESS) {
        throw std::bad_alloc();
    }
}

/// A material that looks right with and without physically based shading: rough, not metallic. A specular
/// colour, even black, would make Assimp's glTF exporter write another kind of material.
void addProperties(aiMaterial& material, const std::string& name, float brightness) {
    const aiString materialName = assimpString(name);
    orBadAlloc(material.AddProperty(&materialName, AI_MATKEY_NAME));
    const int shading = aiShadingMode_Gouraud;
    orBadAlloc(material.AddProperty(&shading, 1, AI_MATKEY_SHADING_MODEL));
    const aiColor3D diffuse(brightness, brightness, brightness);
    orBadAlloc(material.AddProperty(&diffuse, 1, AI_MATKEY_COLOR_DIFFUSE));
    const float metallic = 0;
    orBadAlloc(material.AddProperty(&metallic, 1, AI_MATKEY_METALLIC_FACTOR));
    const float roughness = 1;
    orBadAlloc(material.AddProperty(&roughness, 1, AI_MATKEY_ROUGHNESS_FACTOR));
}

void addTexture(const Material& source, aiMaterial& material) {
    std::string path = source.texture;
    if (source.embedded) {
        path = "*" + std::to_string(*source.embedded);
    } else if (path.substr(0, 1) == "*") {
        // A path that starts with * is the number of an embedded texture to every reader of a scene.
        path = "./" + path;
    }
    if (path.empty()) {
        return;
    }
    const aiString texturePath = assimpString(path);
    orBadAlloc(material.AddProperty(&texturePath, AI_MATKEY_TEXTURE_DIFFUSE(0)));
    if (source.identity) {
        const std::array<std::uint64_t, 4> identity = source.identity->numbers();
        orBadAlloc(material.AddBinaryProperty(identity.data(), sizeof identity, ASSIMP_MD2_MATKEY_FILE_IDENTITY,
                                              aiPTI_Buffer));
    }
}

void addMaterials(aiScene& target, const std::vector<Material>& sources) {
    Objects<aiMaterial> materials;
    for (const Material& source : sources) {
        materials.push_back(std::make_unique<aiMaterial>());
        if (source.isDefault) {
            addProperties(*materials.back(), AI_DEFAULT_MATERIAL_NAME, 0.6f);
        } else {
            addProperties(*materials.back(), source.name, 1.0f);
            addTexture(source, *materials.back());
        }
        const int model = static_cast<int>(source.model);
        orBadAlloc(materials.back()->AddProperty(&model, 1, ASSIMP_MD2_MATKEY_MODEL));
    }
    attach(std::move(materials), target.mMaterials, target.mNumMaterials);
}

/// Image files as Assimp embeds them: mWidth is the size in bytes, mHeight is 0. Each is freed as soon as the
/// scene has it.
void addTextures(aiScene& target, std::vector<Texture> sources) {
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

/// In place of aiMetadata::Alloc, which loses what it has allocated when memory runs out.
std::unique_ptr<aiMetadata> newMetadata(std::size_t count) {
    auto metadata = std::make_unique<aiMetadata>();
    metadata->mKeys = new aiString[count];
    metadata->mValues = new aiMetadataEntry[count]();
    metadata->mNumProperties = static_cast<unsigned int>(count);
    return metadata;
}

/// The names of the skins as they are in the file: skin0, skin1 …
void addSkinNames(aiNode& node, const std::vector<std::string>& names) {
    if (names.empty()) {
        return;
    }
    node.mMetaData = newMetadata(names.size()).release();
    for (std::size_t i = 0; i < names.size(); ++i) {
        node.mMetaData->Set(static_cast<unsigned int>(i), "skin" + std::to_string(i), assimpString(names[i]));
    }
}

std::unique_ptr<aiNode> newTagNode(const TagNode& source, const Place& place, aiNode& parent) {
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    node->mParent = &parent;
    node->mTransformation = aiMatrix4x4(aiVector3D(1, 1, 1), place.rotation, place.position);
    return node;
}

std::unique_ptr<aiNode> newNode(const Scene& scene, std::size_t model, const PlacesOfTags& places,
                                aiNode& parent) {
    const Model& source = scene.models[model];
    auto node = std::make_unique<aiNode>();
    node->mName = assimpString(source.name);
    node->mParent = &parent;
    std::vector<unsigned int> meshes;
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        if (scene.meshes[i].model == model) {
            meshes.push_back(static_cast<unsigned int>(i));
        }
    }
    node->mMeshes = new unsigned int[meshes.size()];
    node->mNumMeshes = static_cast<unsigned int>(meshes.size());
    std::copy(meshes.begin(), meshes.end(), node->mMeshes);
    addSkinNames(*node, source.skinNames);
    Objects<aiNode> tags;
    for (std::size_t i = 0; i < source.tags.size(); ++i) {
        tags.push_back(newTagNode(source.tags[i], places[i][0], *node));
    }
    attach(std::move(tags), node->mChildren, node->mNumChildren);
    return node;
}

void addNodes(aiScene& target, const Scene& scene, const std::vector<PlacesOfTags>& places) {
    target.mRootNode = new aiNode;
    aiNode& root = *target.mRootNode;
    root.mName = assimpString(scene.name);
    // Quake's z is up, Assimp's y: (x, y, z) becomes (x, z, −y), as in Assimp's own importer.
    root.mTransformation = aiMatrix4x4(1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1);
    Objects<aiNode> children;
    for (std::size_t model = 0; model < scene.models.size(); ++model) {
        children.push_back(newNode(scene, model, places[model], root));
    }
    attach(std::move(children), root.mChildren, root.mNumChildren);
}

void addMetadata(aiScene& target, const Scene& scene, const char* sourceFormat) {
    const View& view = scene.models[0].view;
    const std::size_t count = std::size_t{2} + (scene.folder ? 1U : 0U) + (view.isAnachronox() ? 1U : 0U);
    target.mMetaData = newMetadata(count).release();
    unsigned int index = 0;
    target.mMetaData->Set(index++, AI_METADATA_SOURCE_FORMAT, aiString(std::string(sourceFormat)));
    target.mMetaData->Set(index++, AI_METADATA_SOURCE_FORMAT_VERSION,
                          aiString(std::to_string(view.version())));
    if (scene.folder) {
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_FOLDER, assimpString(*scene.folder));
    }
    if (view.isAnachronox()) {
        const std::array<float, 3>& scale = view.lodScale();
        target.mMetaData->Set(index++, ASSIMP_MD2_METADATA_LOD_SCALE,
                              aiVector3D(scale[0], scale[1], scale[2]));
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

/// Triangles and texture coordinates are freed as soon as the mesh has them: before the frames, which are the
/// bulk, are allocated.
std::unique_ptr<aiMesh> newMesh(Mesh& source) {
    auto mesh = std::make_unique<aiMesh>();
    mesh->mName = assimpString(source.name);
    mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
    mesh->mMaterialIndex = static_cast<unsigned int>(source.material);
    addFaces(*mesh, std::move(source.geometry.triangles));
    addTextureCoordinates(*mesh, std::move(source.geometry.textureCoordinates));
    const std::size_t cornerCount = source.geometry.vertices.size();
    mesh->mVertices = newVectors(cornerCount);
    mesh->mNormals = newVectors(cornerCount);
    mesh->mNumVertices = static_cast<unsigned int>(cornerCount);
    return mesh;
}

std::unique_ptr<aiAnimMesh> newAnimMesh(std::string_view frameName, std::size_t cornerCount) {
    auto animMesh = std::make_unique<aiAnimMesh>();
    animMesh->mName = assimpString(utf8FromLatin1(frameName));
    animMesh->mNumVertices = static_cast<unsigned int>(cornerCount);
    animMesh->mVertices = newVectors(cornerCount);
    animMesh->mNormals = newVectors(cornerCount);
    return animMesh;
}

/// The meshes of all models with their frames, and where the tags are. Frame by frame, because a model
/// decodes a frame once for all its meshes.
class MeshBuilder {
public:
    MeshBuilder(Scene& scene, Repairs& repairs, const std::function<void(std::uint64_t)>& progress)
        : scene_(scene), progress_(progress) {
        for (const Model& model : scene.models) {
            decoders_.emplace_back(model, repairs);
            places.emplace_back(model.tags.size());
        }
    }

    void build() {
        for (Mesh& mesh : scene_.meshes) {
            meshes.push_back(newMesh(mesh));
            animMeshes_.emplace_back();
        }
        for (std::size_t frame = 0; frame < scene_.models[0].frames.size(); ++frame) {
            for (std::size_t i = 0; i < meshes.size(); ++i) {
                addFrame(i, frame);
            }
            for (std::size_t model = 0; model < scene_.models.size(); ++model) {
                addPlaces(model, frame);
            }
        }
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            if (!scene_.isStatic) {
                // The weights of a key sum to 1 over absolute targets.
                meshes[i]->mMethod =
                    static_cast<decltype(meshes[i]->mMethod)>(aiMorphingMethod_MORPH_NORMALIZED);
                attach(std::move(animMeshes_[i]), meshes[i]->mAnimMeshes, meshes[i]->mNumAnimMeshes);
            }
        }
    }

    Objects<aiMesh> meshes;
    std::vector<PlacesOfTags> places; ///< of each model

private:
    void addFrame(std::size_t index, std::size_t frame) {
        const Mesh& source = scene_.meshes[index];
        const Model& model = scene_.models[source.model];
        const std::vector<std::uint32_t>& vertices = source.geometry.vertices;
        aiMesh& mesh = *meshes[index];
        if (scene_.isStatic) {
            decoders_[source.model].decode(model.frames[frame], vertices, mesh.mVertices, mesh.mNormals);
            return;
        }
        animMeshes_[index].push_back(newAnimMesh(model.view.frameName(model.frames[frame]), vertices.size()));
        const aiAnimMesh& animMesh = *animMeshes_[index].back();
        decoders_[source.model].decode(model.frames[frame], vertices, animMesh.mVertices, animMesh.mNormals);
        if (frame == 0) {
            std::copy_n(animMesh.mVertices, vertices.size(), mesh.mVertices);
            std::copy_n(animMesh.mNormals, vertices.size(), mesh.mNormals);
        }
        progress_(2 * vertices.size() * sizeof(aiVector3D));
    }

    void addPlaces(std::size_t modelIndex, std::size_t frame) {
        const Model& model = scene_.models[modelIndex];
        for (std::size_t i = 0; i < model.tags.size(); ++i) {
            const std::array<std::uint32_t, 3>& triangle = model.tags[i].vertices;
            const std::vector<std::uint32_t> vertices(triangle.begin(), triangle.end());
            std::array<aiVector3D, 3> positions;
            std::array<aiVector3D, 3> normals;
            decoders_[modelIndex].decode(model.frames[frame], vertices, positions.data(), normals.data());
            places[modelIndex][i].push_back(placeOf(positions[0], positions[1], positions[2]));
        }
    }

    Scene& scene_;
    const std::function<void(std::uint64_t)>& progress_;
    std::vector<ModelDecoder> decoders_;
    std::vector<Objects<aiAnimMesh>> animMeshes_;
};

/// Every target is in every key: glTF writers and Qt3D rely on it.
void addKeys(aiMeshMorphAnim& channel, const Animation& animation, std::size_t frameCount) {
    const std::size_t keys = keyCount(animation);
    std::vector<std::unique_ptr<unsigned int[]>> values(keys);
    std::vector<std::unique_ptr<double[]>> weights(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        values[key].reset(new unsigned int[frameCount]);
        std::iota(values[key].get(), values[key].get() + frameCount, 0U);
        weights[key] = std::make_unique<double[]>(frameCount);
        weights[key][animation.clip.firstFrame + key % animation.clip.frameCount] = 1.0;
    }
    channel.mKeys = new aiMeshMorphKey[keys];
    channel.mNumKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        channel.mKeys[key].mTime = static_cast<double>(key);
        channel.mKeys[key].mNumValuesAndWeights = static_cast<unsigned int>(frameCount);
        channel.mKeys[key].mValues = values[key].release();
        channel.mKeys[key].mWeights = weights[key].release();
    }
}

/// A channel that leaves the node where it is. It keeps OptimizeGraph from removing the node that the morph
/// channel names, and Assimp's glTF exporter from writing an animation without channels.
std::unique_ptr<aiNodeAnim> newNodeChannel(const std::string& nodeName) {
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = assimpString(nodeName);
    channel->mPositionKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(0, 0, 0))};
    channel->mNumPositionKeys = 1;
    channel->mRotationKeys = new aiQuatKey[1]{aiQuatKey(0, aiQuaternion(1, 0, 0, 0))};
    channel->mNumRotationKeys = 1;
    channel->mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel->mNumScalingKeys = 1;
    return channel;
}

/// A channel that follows the tag's triangle, with a key at each frame.
std::unique_ptr<aiNodeAnim> newTagChannel(const std::string& nodeName, const Animation& animation,
                                          const std::vector<Place>& places) {
    const std::size_t keys = keyCount(animation);
    auto channel = std::make_unique<aiNodeAnim>();
    channel->mNodeName = assimpString(nodeName);
    channel->mPositionKeys = new aiVectorKey[keys];
    channel->mNumPositionKeys = static_cast<unsigned int>(keys);
    channel->mRotationKeys = new aiQuatKey[keys];
    channel->mNumRotationKeys = static_cast<unsigned int>(keys);
    for (std::size_t key = 0; key < keys; ++key) {
        const Place& place = places[animation.clip.firstFrame + key % animation.clip.frameCount];
        channel->mPositionKeys[key] = aiVectorKey(static_cast<double>(key), place.position);
        channel->mRotationKeys[key] = aiQuatKey(static_cast<double>(key), place.rotation);
    }
    channel->mScalingKeys = new aiVectorKey[1]{aiVectorKey(0, aiVector3D(1, 1, 1))};
    channel->mNumScalingKeys = 1;
    return channel;
}

std::unique_ptr<aiAnimation> newAnimation(const Animation& source, const std::vector<Model>& models,
                                          const std::vector<PlacesOfTags>& places) {
    auto animation = std::make_unique<aiAnimation>();
    animation->mName = assimpString(source.clip.name);
    animation->mTicksPerSecond = source.ticksPerSecond;
    animation->mDuration = static_cast<double>(keyCount(source) - 1);
    Objects<aiNodeAnim> nodeChannels;
    Objects<aiMeshMorphAnim> morphChannels;
    for (std::size_t i = 0; i < models.size(); ++i) {
        nodeChannels.push_back(newNodeChannel(models[i].name));
        morphChannels.push_back(std::make_unique<aiMeshMorphAnim>());
        morphChannels.back()->mName = assimpString(models[i].name);
        addKeys(*morphChannels.back(), source, models[i].frames.size());
        for (std::size_t tag = 0; tag < models[i].tags.size(); ++tag) {
            nodeChannels.push_back(newTagChannel(models[i].tags[tag].name, source, places[i][tag]));
        }
    }
    attach(std::move(nodeChannels), animation->mChannels, animation->mNumChannels);
    attach(std::move(morphChannels), animation->mMorphMeshChannels, animation->mNumMorphMeshChannels);
    return animation;
}

void addAnimations(aiScene& target, const Scene& scene, const std::vector<PlacesOfTags>& places) {
    Objects<aiAnimation> animations;
    for (const Animation& animation : scene.animations) {
        animations.push_back(newAnimation(animation, scene.models, places));
    }
    attach(std::move(animations), target.mAnimations, target.mNumAnimations);
}

/// What an allocator needs for `count` elements: 16 bytes of its own, and a multiple of 16 bytes.
std::uint64_t heapBytes(std::uint64_t count, std::uint64_t elementSize) {
    return (count * elementSize + 31) / 16 * 16;
}

std::uint64_t faceBytes(std::uint64_t triangles) {
    return heapBytes(triangles, sizeof(aiFace)) + triangles * heapBytes(3, sizeof(unsigned int));
}

std::uint64_t animMeshBytes(std::uint64_t frames, std::uint64_t corners) {
    return heapBytes(frames, sizeof(void*)) +
           frames * (heapBytes(1, sizeof(aiAnimMesh)) + 2 * heapBytes(corners, sizeof(aiVector3D)));
}

std::uint64_t keyBytes(std::uint64_t keys, std::uint64_t frames) {
    return keys * (sizeof(aiMeshMorphKey) + heapBytes(frames, sizeof(unsigned int)) +
                   heapBytes(frames, sizeof(double)));
}

std::uint64_t skinNameBytes(std::uint64_t skins) {
    return skins * heapBytes(2, sizeof(aiString));
}

std::uint64_t meshBytes(const Scene& scene, const Mesh& mesh) {
    const std::uint64_t corners = mesh.geometry.vertices.size();
    const std::uint64_t arrays = mesh.geometry.textureCoordinates.empty() ? 2 : 3;
    return heapBytes(1, sizeof(aiMesh)) + faceBytes(mesh.geometry.triangles.size()) +
           arrays * heapBytes(corners, sizeof(aiVector3D)) +
           (scene.isStatic ? 0 : animMeshBytes(scene.models[mesh.model].frames.size(), corners));
}

/// What an animation has for one model.
std::uint64_t channelBytes(const Model& model, std::uint64_t keys) {
    constexpr std::uint64_t kNodeKeys = 128 + sizeof(aiVectorKey) * 2 + sizeof(aiQuatKey);
    const std::uint64_t tag =
        heapBytes(1, sizeof(aiNodeAnim)) + heapBytes(keys + 1, sizeof(aiVectorKey) + sizeof(aiQuatKey));
    return heapBytes(1, sizeof(aiNodeAnim)) + heapBytes(1, sizeof(aiMeshMorphAnim)) + kNodeKeys +
           keyBytes(keys, model.frames.size()) + model.tags.size() * tag;
}

} // namespace

std::uint64_t sceneBytes(const Scene& scene) {
    constexpr std::uint64_t kRootAndMetadata = 16384;
    constexpr std::uint64_t kMaterial = 8192;
    constexpr std::uint64_t kNode = 2 * sizeof(aiNode) + sizeof(aiMetadata);
    std::uint64_t bytes = kRootAndMetadata + kMaterial * scene.materials.size();
    for (const Model& model : scene.models) {
        // A tag has a node, and while the scene is built a place in each frame.
        bytes += kNode + skinNameBytes(model.skinNames.size()) +
                 model.tags.size() * (kNode + model.frames.size() * sizeof(Place));
        for (const Animation& animation : scene.animations) {
            bytes += channelBytes(model, keyCount(animation));
        }
    }
    for (const Texture& texture : scene.textures) {
        bytes += heapBytes(1, sizeof(aiTexture)) + heapBytes(texture.bytes.size(), 1);
    }
    for (const Mesh& mesh : scene.meshes) {
        bytes += meshBytes(scene, mesh);
    }
    return bytes + scene.animations.size() * heapBytes(1, sizeof(aiAnimation));
}

std::uint64_t leastSceneBytes(std::uint64_t triangles, std::uint64_t frames, std::uint64_t keys,
                              std::uint64_t skins) {
    return faceBytes(triangles) + animMeshBytes(frames, 1) + keyBytes(keys, frames) + skinNameBytes(skins);
}

void buildScene(aiScene& target, Scene scene, const char* sourceFormat, Repairs& repairs,
                const std::function<void(std::uint64_t)>& progress) {
    addMetadata(target, scene, sourceFormat);
    addTextures(target, std::move(scene.textures));
    addMaterials(target, scene.materials);
    MeshBuilder builder(scene, repairs, progress);
    builder.build();
    attach(std::move(builder.meshes), target.mMeshes, target.mNumMeshes);
    addNodes(target, scene, builder.places);
    addAnimations(target, scene, builder.places);
    // Vertices are shared between faces; without the flag Assimp's validation reports that as an error.
    target.mFlags |= AI_SCENE_FLAGS_ALLOW_SHARED;
}

} // namespace assimp_md2
