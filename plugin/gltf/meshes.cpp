// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#include "gltf/meshes.h"

#include "gltf/document.h"
#include "gltf/materials.h"
#include "gltf/nodes.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace assimp_md2 {
namespace {

/// The modes of a glTF primitive, which are also how many indices one face takes.
enum Mode : std::size_t { kPoints = 0, kLines = 1, kTriangles = 4 };
constexpr Mode kModes[] = {kPoints, kLines, kTriangles};

Mode modeOf(const aiFace& face) {
    return face.mNumIndices == 1 ? kPoints : face.mNumIndices == 2 ? kLines : kTriangles;
}

bool isValid(const aiFace& face, const aiMesh& mesh) {
    return face.mNumIndices > 0 && std::all_of(face.mIndices, face.mIndices + face.mNumIndices,
                                               [&](unsigned int index) { return index < mesh.mNumVertices; });
}

/// The indices that a face has in the file: a polygon becomes a fan of triangles.
std::size_t indexCount(const aiFace& face) {
    return face.mNumIndices < 3 ? face.mNumIndices : 3 * (std::size_t{face.mNumIndices} - 2);
}

template <typename Index>
void writeIndices(BlockWriter& writer, const aiMesh& mesh, Mode mode) {
    const auto write = [&](unsigned int index) {
        store(writer.room(sizeof(Index)), static_cast<Index>(index));
    };
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        if (modeOf(face) != mode || !isValid(face, mesh)) {
            continue;
        }
        if (mode != kTriangles) {
            std::for_each(face.mIndices, face.mIndices + face.mNumIndices, write);
            continue;
        }
        for (unsigned int corner = 2; corner < face.mNumIndices; ++corner) {
            write(face.mIndices[0]);
            write(face.mIndices[corner - 1]);
            write(face.mIndices[corner]);
        }
    }
}

/// Post-processing may change a mesh without its targets; then they cannot be used.
bool isTarget(const aiMesh& mesh, unsigned int index) {
    return index < mesh.mNumAnimMeshes && mesh.mAnimMeshes[index] != nullptr &&
           mesh.mAnimMeshes[index]->mNumVertices == mesh.mNumVertices &&
           mesh.mAnimMeshes[index]->mVertices != nullptr;
}

/// A normal of length 1. Those of an MD2 have it but for rounding and stay as they are.
Vector unitNormal(const aiVector3D& normal) {
    constexpr float kRounding = 1e-5f;
    const Vector v = finite(normal);
    const float square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (std::abs(square - 1) < kRounding) {
        return v;
    }
    const double length = std::sqrt(double{v[0]} * v[0] + double{v[1]} * v[1] + double{v[2]} * v[2]);
    if (!(length > 0)) {
        return {0, 0, 1};
    }
    return {static_cast<float>(v[0] / length), static_cast<float>(v[1] / length),
            static_cast<float>(v[2] / length)};
}

/// Differences of positions: exact, and 0 where they are not a number.
struct PositionDifference {
    const aiVector3D* target;
    const aiVector3D* base;

    Vector operator()(std::size_t i) const {
        return {finite(target[i].x - base[i].x), finite(target[i].y - base[i].y),
                finite(target[i].z - base[i].z)};
    }
};

/// Differences of normals. Smaller ones come from rounding and are no movement.
struct NormalDifference {
    const aiVector3D* target;
    const Vector* base;

    Vector operator()(std::size_t i) const {
        constexpr float kRounding = 1e-6f;
        Vector difference = unitNormal(target[i]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            difference[axis] -= base[i][axis];
            difference[axis] = std::abs(difference[axis]) > kRounding ? difference[axis] : 0;
        }
        return difference;
    }
};

template <typename Get>
Range rangeOf(std::size_t count, Get get) {
    Range range{get(0), get(0)};
    for (std::size_t i = 1; i < count; ++i) {
        const Vector value = get(i);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            range.least[axis] = std::min(range.least[axis], value[axis]);
            range.most[axis] = std::max(range.most[axis], value[axis]);
        }
    }
    return range;
}

template <typename Difference>
bool anyMoves(std::size_t count, const Difference& difference) {
    for (std::size_t i = 0; i < count; ++i) {
        if (difference(i) != Vector{}) {
            return true;
        }
    }
    return false;
}

template <typename Get>
WriteBytes elementWriter(std::size_t count, Get get) {
    return [count, get](BlockWriter& writer) { writeElements(writer, count, get); };
}

constexpr Accessor vectors(std::size_t count, const Range* range = nullptr) {
    return {Component::Float, count, "VEC3", range};
}

} // namespace

/// What has been written of a mesh of the scene.
struct Meshes::Surface {
    struct Primitive {
        Mode mode;
        std::optional<std::size_t> indices; ///< none for all vertices in order
    };
    struct Target {
        std::optional<std::size_t> position; ///< none where nothing moves
        std::optional<std::size_t> normal;
    };
    std::vector<Primitive> primitives;
    std::vector<std::pair<std::string, std::size_t>> attributes;
    std::vector<Target> targets; ///< by anim mesh
    bool hasTargetNormals = false;
    std::vector<Vector> normals; ///< of length 1; none when the mesh has none
};

/// The four strongest joints of a vertex. A joint without weight is joint 0, as glTF requires.
struct Meshes::Influence {
    static constexpr std::size_t kMost = 4;
    std::array<std::uint16_t, kMost> joints{};
    std::array<float, kMost> weights{};

    void add(std::size_t joint, float weight) {
        if (!(weight > 0)) {
            return;
        }
        std::size_t weakest = 0;
        for (std::size_t i = 0; i < kMost; ++i) {
            if (weights[i] > 0 && joints[i] == joint) {
                weights[i] += weight;
                return;
            }
            weakest = weights[i] < weights[weakest] ? i : weakest;
        }
        if (weight > weights[weakest]) {
            joints[weakest] = static_cast<std::uint16_t>(joint);
            weights[weakest] = weight;
        }
    }
    float sum() const { return weights[0] + weights[1] + weights[2] + weights[3]; }
};

Meshes::~Meshes() = default;

Meshes::Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials)
    : document_(document), scene_(scene), nodes_(nodes), materials_(materials) {
    document.budget().take(sizeof(void*) * (std::uint64_t{scene.mNumMeshes} + nodes.count()));
    surfaces_.resize(scene.mNumMeshes);
    ofNode_.resize(nodes.count());
    for (std::size_t i = 0; i < nodes.count() && !document.budget().error(); ++i) {
        const aiNode& node = nodes.at(i);
        std::vector<unsigned int> meshes;
        std::copy_if(node.mMeshes, node.mMeshes + node.mNumMeshes, std::back_inserter(meshes),
                     [&](unsigned int mesh) { return mesh < scene.mNumMeshes; });
        if (meshes.empty()) {
            continue;
        }
        constexpr std::uint64_t kGroup = sizeof(GltfMesh) + 96;
        document.budget().take(kGroup + meshes.size() * sizeof(unsigned int));
        const auto [gltfMesh, isNew] = meshes_.try_emplace(std::move(meshes));
        if (isNew) {
            write(gltfMesh->second, gltfMesh->first);
        }
        if (gltfMesh->second.index) {
            ofNode_[i] = &gltfMesh->second;
        }
    }
    if (unusableTargets_ > 0) {
        Assimp::DefaultLogger::get()->warn(
            ("glTF: left out " + std::to_string(unusableTargets_) +
             " morph targets whose number of vertices is not their mesh's; post-processing has changed it")
                .c_str());
    }
}

Meshes::Surface& Meshes::surfaceOf(unsigned int index) {
    std::unique_ptr<Surface>& surface = surfaces_[index];
    if (surface == nullptr) {
        const aiMesh& mesh = *scene_.mMeshes[index];
        constexpr std::uint64_t kSurface = sizeof(Surface) + 1024;
        document_.budget().take(kSurface);
        surface = std::make_unique<Surface>();
        if (mesh.mNumVertices > 0 && mesh.mVertices != nullptr) {
            addIndices(*surface, mesh);
        }
        if (!surface->primitives.empty()) {
            addVertices(*surface, mesh);
            addTargets(*surface, mesh);
        }
    }
    return *surface;
}

void Meshes::addIndices(Surface& surface, const aiMesh& mesh) {
    if (mesh.mNumFaces == 0) {
        surface.primitives.push_back({kPoints, std::nullopt}); // a cloud of points
        return;
    }
    std::size_t counts[kTriangles + 1] = {};
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        const aiFace& face = mesh.mFaces[i];
        counts[modeOf(face)] += isValid(face, mesh) ? indexCount(face) : 0;
    }
    // The highest 16-bit index would restart a strip.
    const bool isShort = mesh.mNumVertices <= 0xFFFF;
    for (const Mode mode : kModes) {
        if (counts[mode] > 0) {
            const std::size_t accessor = document_.addAccessor(
                Use::Indices, counts[mode] * (isShort ? sizeof(std::uint16_t) : sizeof(std::uint32_t)),
                {isShort ? Component::Short : Component::Int, counts[mode], "SCALAR"},
                [&mesh, mode, isShort](BlockWriter& writer) {
                    isShort ? writeIndices<std::uint16_t>(writer, mesh, mode)
                            : writeIndices<std::uint32_t>(writer, mesh, mode);
                });
            surface.primitives.push_back({mode, accessor});
        }
    }
}

void Meshes::addVertices(Surface& surface, const aiMesh& mesh) {
    const std::size_t count = mesh.mNumVertices;
    const auto positions = [from = mesh.mVertices](std::size_t i) { return finite(from[i]); };
    const Range range = rangeOf(count, positions);
    surface.attributes.emplace_back("POSITION", document_.addAccessor(Use::Vectors, count * sizeof(Vector),
                                                                      vectors(count, &range),
                                                                      elementWriter(count, positions)));
    if (mesh.mNormals != nullptr && document_.budget().take(count * sizeof(Vector))) {
        surface.normals.resize(count);
        std::transform(mesh.mNormals, mesh.mNormals + count, surface.normals.begin(), unitNormal);
        surface.attributes.emplace_back(
            "NORMAL", document_.addAccessor(Use::Vectors, count * sizeof(Vector), vectors(count),
                                            elementWriter(count, [from = surface.normals.data()](
                                                                     std::size_t i) { return from[i]; })));
    }
    for (unsigned int channel = 0, set = 0; channel < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++channel) {
        if (const aiVector3D* const from = mesh.mTextureCoords[channel]) {
            // glTF's v is 0 at the top.
            const auto coordinates = [from](std::size_t i) {
                return std::array<float, 2>{finite(from[i].x), finite(1 - from[i].y)};
            };
            surface.attributes.emplace_back("TEXCOORD_" + std::to_string(set++),
                                            document_.addAccessor(Use::Coordinates, count * 2 * sizeof(float),
                                                                  {Component::Float, count, "VEC2"},
                                                                  elementWriter(count, coordinates)));
        }
    }
    for (unsigned int channel = 0, set = 0; channel < AI_MAX_NUMBER_OF_COLOR_SETS; ++channel) {
        if (const aiColor4D* const from = mesh.mColors[channel]) {
            const auto colours = [from](std::size_t i) {
                return std::array<float, 4>{finite(from[i].r), finite(from[i].g), finite(from[i].b),
                                            finite(from[i].a)};
            };
            surface.attributes.emplace_back("COLOR_" + std::to_string(set++),
                                            document_.addAccessor(Use::Colours, count * 4 * sizeof(float),
                                                                  {Component::Float, count, "VEC4"},
                                                                  elementWriter(count, colours)));
        }
    }
}

/// No accessor is sparse, although a tenth of the bytes could be saved: VTK 9.1 reads arbitrary memory for a
/// sparse accessor without a bufferView, and Babylon.js 9 writes the sparse values into the bufferView, so
/// that accessors could not share one of zeros. Only targets that do not move at all share zeros.
void Meshes::addTargets(Surface& surface, const aiMesh& mesh) {
    const std::size_t count = mesh.mNumVertices;
    if (!document_.budget().take(mesh.mNumAnimMeshes * sizeof(Surface::Target))) {
        return;
    }
    surface.targets.resize(mesh.mNumAnimMeshes);
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes && !document_.budget().error(); ++i) {
        if (!isTarget(mesh, i)) {
            ++unusableTargets_;
            continue;
        }
        const aiAnimMesh& target = *mesh.mAnimMeshes[i];
        const PositionDifference positions{target.mVertices, mesh.mVertices};
        const Range range = rangeOf(count, positions);
        if (range.least != Vector{} || range.most != Vector{}) {
            surface.targets[i].position =
                document_.addAccessor(Use::Targets, count * sizeof(Vector), vectors(count, &range),
                                      elementWriter(count, positions));
        }
        const NormalDifference normals{target.mNormals, surface.normals.data()};
        if (target.mNormals != nullptr && !surface.normals.empty() && anyMoves(count, normals)) {
            surface.targets[i].normal = document_.addAccessor(Use::Targets, count * sizeof(Vector),
                                                              vectors(count), elementWriter(count, normals));
            surface.hasTargetNormals = true;
        }
    }
}

/// The accessor of `count` vertices that do not move.
std::size_t Meshes::zeros(std::size_t count) {
    const auto [accessor, isNew] = zerosOfCount_.try_emplace(count);
    if (isNew) {
        const Range range{};
        accessor->second = document_.addAccessor(Use::Targets, count * sizeof(Vector), vectors(count, &range),
                                                 elementWriter(count, [](std::size_t) { return Vector{}; }));
    }
    return accessor->second;
}

/// The bones of all meshes of a node become one list, in which each node occurs once.
void Meshes::findJoints(GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes) {
    std::unordered_map<std::size_t, std::size_t> known;
    for (const unsigned int index : meshes) {
        const aiMesh& mesh = *scene_.mMeshes[index];
        constexpr std::uint64_t kJoint = 2 * sizeof(Joint) + 64;
        document_.budget().take(kJoint * mesh.mNumBones);
        for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
            const aiBone& bone = *mesh.mBones[i];
            const std::optional<std::size_t> node = nodes_.find(bone.mName.C_Str());
            constexpr std::size_t kMostJoints = 0xFFFF; // with the node itself, what 16 bits can count
            if (node && known.size() < kMostJoints && known.try_emplace(*node, known.size()).second) {
                gltfMesh.joints.push_back({*node, bone.mOffsetMatrix});
            }
        }
    }
}

std::vector<Meshes::Influence> Meshes::influencesOf(const aiMesh& mesh, const GltfMesh& gltfMesh) const {
    std::unordered_map<std::size_t, std::size_t> jointOf; // by node
    for (std::size_t i = 0; i < gltfMesh.joints.size(); ++i) {
        jointOf.emplace(gltfMesh.joints[i].node, i);
    }
    std::vector<Influence> influences(mesh.mNumVertices);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const std::optional<std::size_t> node = nodes_.find(bone.mName.C_Str());
        const auto joint = node ? jointOf.find(*node) : jointOf.end();
        for (unsigned int k = 0; joint != jointOf.end() && k < bone.mNumWeights; ++k) {
            const aiVertexWeight& weight = bone.mWeights[k];
            if (weight.mVertexId < mesh.mNumVertices) {
                influences[weight.mVertexId].add(joint->second, finite(weight.mWeight));
            }
        }
    }
    for (Influence& influence : influences) {
        if (!(influence.sum() > 0)) {
            influence.add(gltfMesh.joints.size(), 1); // the node itself
        }
        const float sum = influence.sum();
        for (float& weight : influence.weights) {
            weight /= sum;
        }
    }
    return influences;
}

/// Adds the joints and weights of the vertices to the attributes.
void Meshes::writeInfluences(GltfMesh& gltfMesh, const aiMesh& mesh) {
    const std::size_t count = mesh.mNumVertices;
    if (!document_.budget().take(count * sizeof(Influence))) {
        return;
    }
    const auto influences = std::make_shared<const std::vector<Influence>>(influencesOf(mesh, gltfMesh));
    const std::size_t ownNode = gltfMesh.joints.size();
    for (const Influence& influence : *influences) {
        gltfMesh.usesOwnNode = gltfMesh.usesOwnNode || influence.joints[0] == ownNode;
    }
    std::size_t joints = 0;
    if (ownNode <= 0xFF) {
        joints = document_.addAccessor(Use::ByteJoints, count * 4, {Component::Byte, count, "VEC4"},
                                       elementWriter(count, [influences](std::size_t i) {
                                           std::array<std::uint8_t, Influence::kMost> bytes{};
                                           for (std::size_t k = 0; k < bytes.size(); ++k) {
                                               bytes[k] =
                                                   static_cast<std::uint8_t>((*influences)[i].joints[k]);
                                           }
                                           return bytes;
                                       }));
    } else {
        joints = document_.addAccessor(
            Use::ShortJoints, count * 8, {Component::Short, count, "VEC4"},
            elementWriter(count, [influences](std::size_t i) { return (*influences)[i].joints; }));
    }
    const std::size_t weights = document_.addAccessor(
        Use::Colours, count * 4 * sizeof(float), {Component::Float, count, "VEC4"},
        elementWriter(count, [influences](std::size_t i) { return (*influences)[i].weights; }));
    document_.meshes.member("JOINTS_0", joints);
    document_.meshes.member("WEIGHTS_0", weights);
}

/// Every target has the same attributes: for a missing difference three.js takes the base itself.
void Meshes::writePrimitives(GltfMesh& gltfMesh, unsigned int index) {
    const aiMesh& mesh = *scene_.mMeshes[index];
    const Surface& surface = *surfaces_[index];
    if (surface.primitives.empty()) {
        return;
    }
    JsonArray& json = document_.meshes;
    for (const Surface::Primitive& primitive : surface.primitives) {
        json.open('{');
        json.open("attributes", '{');
        for (const auto& [name, accessor] : surface.attributes) {
            json.member(name, accessor);
        }
        if (gltfMesh.isSkinned()) {
            writeInfluences(gltfMesh, mesh);
        }
        json.close('}');
        if (primitive.indices) {
            json.member("indices", *primitive.indices);
        }
        if (primitive.mode != kTriangles) {
            json.member("mode", std::size_t{primitive.mode});
        }
        if (mesh.mMaterialIndex < scene_.mNumMaterials) {
            json.member("material", std::size_t{mesh.mMaterialIndex});
            materials_.writeVariants(json, mesh.mMaterialIndex);
        }
        if (!gltfMesh.targets.empty()) {
            json.open("targets", '[');
            for (const unsigned int target : gltfMesh.targets) {
                const bool isHere = target < surface.targets.size();
                const auto orZeros = [&](std::optional<std::size_t> accessor) {
                    return accessor ? *accessor : zeros(mesh.mNumVertices);
                };
                json.open('{');
                json.member("POSITION", orZeros(isHere ? surface.targets[target].position : std::nullopt));
                if (surface.hasTargetNormals) {
                    json.member("NORMAL", orZeros(isHere ? surface.targets[target].normal : std::nullopt));
                }
                json.close('}');
            }
            json.close(']');
        }
        json.close('}');
    }
}

/// \param meshes of which at least one has the target; the first one speaks for all
const aiAnimMesh& Meshes::targetOf(const std::vector<unsigned int>& meshes, unsigned int target) const {
    const auto found = std::find_if(meshes.begin(), meshes.end(), [&](unsigned int index) {
        return !surfaces_[index]->primitives.empty() && isTarget(*scene_.mMeshes[index], target);
    });
    return *scene_.mMeshes[*found]->mAnimMeshes[target];
}

void Meshes::writeTargetNames(const GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes) {
    JsonArray& json = document_.meshes;
    bool isNamed = false;
    // glTF's default is zeros, but VTK reads outside its memory where there is no list.
    json.open("weights", '[');
    for (const unsigned int target : gltfMesh.targets) {
        const aiAnimMesh& animMesh = targetOf(meshes, target);
        json.value(finite(animMesh.mWeight));
        isNamed = isNamed || animMesh.mName.length > 0;
    }
    json.close(']');
    if (isNamed) {
        json.open("extras", '{');
        json.open("targetNames", '[');
        for (const unsigned int target : gltfMesh.targets) {
            json.value(targetOf(meshes, target).mName.C_Str());
        }
        json.close(']');
        json.close('}');
    }
}

void Meshes::write(GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes) {
    std::optional<unsigned int> named;
    for (const unsigned int index : meshes) {
        if (surfaceOf(index).primitives.empty()) {
            continue;
        }
        named = named ? named : index;
        const aiMesh& mesh = *scene_.mMeshes[index];
        for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
            if (isTarget(mesh, i)) {
                gltfMesh.targets.push_back(i);
            }
        }
    }
    if (!named || document_.budget().error()) {
        return;
    }
    std::sort(gltfMesh.targets.begin(), gltfMesh.targets.end());
    gltfMesh.targets.erase(std::unique(gltfMesh.targets.begin(), gltfMesh.targets.end()),
                           gltfMesh.targets.end());
    findJoints(gltfMesh, meshes);
    JsonArray& json = document_.meshes;
    gltfMesh.index = json.begin();
    json.member("name", scene_.mMeshes[*named]->mName.C_Str());
    json.open("primitives", '[');
    for (const unsigned int index : meshes) {
        writePrimitives(gltfMesh, index);
    }
    json.close(']');
    if (!gltfMesh.targets.empty()) {
        writeTargetNames(gltfMesh, meshes);
    }
    json.end();
}

} // namespace assimp_md2
