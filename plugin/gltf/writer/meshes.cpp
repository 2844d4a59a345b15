// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#include "gltf/scene/usable_parts.h"
#include "gltf/writer/parts.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <memory>

namespace assimp_md2::inner {
namespace {

/// Post-processing may change the vertices of a mesh but not those of its anim meshes.
bool hasTargets(const aiMesh& mesh) {
    return mesh.mNumAnimMeshes > 0 && std::all_of(mesh.mAnimMeshes, mesh.mAnimMeshes + mesh.mNumAnimMeshes,
                                                  [&](const aiAnimMesh* target) {
                                                      return target->mNumVertices == mesh.mNumVertices &&
                                                             target->mVertices != nullptr;
                                                  });
}

/// A normal of length 1. The normals of an MD2 have this length, except for rounding, and do not change.
Vec3 unitNormal(const aiVector3D& v) {
    constexpr ai_real kRounding = 1e-5f;
    if (std::abs(v.x * v.x + v.y * v.y + v.z * v.z - 1) < kRounding) {
        return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    }
    const DoubleVector unit = unitOrZero(toVector(v));
    return unit == DoubleVector() ? Vec3{0, 0, 1} : finite(aiVector3D(unit));
}

/// What a target adds to a normal. Rounding errors become 0.
Vec3 normalDifference(const aiVector3D& from, const aiVector3D& to) {
    constexpr float kRounding = 1e-6f;
    const Vec3 base = unitNormal(from);
    Vec3 difference = unitNormal(to);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        difference[axis] -= base[axis];
        difference[axis] = std::abs(difference[axis]) > kRounding ? difference[axis] : 0;
    }
    return difference;
}

template <typename Get>
AccessorRange rangeOf(std::size_t count, Get get) {
    Vec3 least = get(0);
    Vec3 most = least;
    for (std::size_t i = 1; i < count; ++i) {
        const Vec3 value = get(i);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            least[axis] = std::min(least[axis], value[axis]);
            most[axis] = std::max(most[axis], value[axis]);
        }
    }
    return {{least.begin(), least.end()}, {most.begin(), most.end()}};
}

/// The four joints of a vertex with the largest weights. A joint with weight 0 has index 0, as glTF requires.
struct VertexJoints {
    std::array<std::uint16_t, 4> joints{};
    std::array<float, 4> weights{};

    void add(std::size_t joint, float weight) {
        const auto weakest =
            static_cast<std::size_t>(std::min_element(weights.begin(), weights.end()) - weights.begin());
        if (weight > weights[weakest]) {
            joints[weakest] = static_cast<std::uint16_t>(joint);
            weights[weakest] = weight;
        }
    }
};

class MeshWriter {
public:
    MeshWriter(Document& document, const aiScene& scene, const Nodes& nodes, const GltfSkin& skin,
               const Materials& materials)
        : document_(document), scene_(scene), nodes_(nodes), skin_(skin), materials_(materials) {}

    /// Writes the meshes of a node.
    ///
    /// \return std::nullopt if they have no triangles
    std::optional<GltfMesh> write(const std::vector<unsigned int>& indices) {
        std::vector<std::pair<const aiMesh*, Indices>> primitives;
        const aiMesh* mostTargets = nullptr;
        GltfMesh gltfMesh;
        for (const unsigned int index : indices) {
            const aiMesh& mesh = *scene_.mMeshes[index];
            if (const Indices triangles = trianglesOf(mesh); !triangles->empty()) {
                primitives.emplace_back(&mesh, triangles);
                if (hasTargets(mesh) && mesh.mNumAnimMeshes > gltfMesh.targetCount) {
                    gltfMesh.targetCount = mesh.mNumAnimMeshes;
                    mostTargets = &mesh;
                }
            }
        }
        if (primitives.empty()) {
            return std::nullopt;
        }
        gltfMesh.isSkinned = primitives.front().first->mNumBones > 0;
        gltfMesh.index = json_.begin();
        json_.member("name", primitives.front().first->mName.C_Str());
        json_.open("primitives", "[");
        for (const auto& [mesh, triangles] : primitives) {
            writePrimitive(*mesh, triangles, gltfMesh.targetCount);
        }
        json_.close("]");
        if (mostTargets != nullptr) {
            writeTargetNames(*mostTargets);
        }
        json_.end();
        return gltfMesh;
    }

private:
    /// An accessor; none where nothing moves.
    using Differences = std::optional<std::size_t>;
    /// Shared with the function that writes their accessor.
    using Indices = std::shared_ptr<std::vector<std::uint32_t>>;

    /// A polygon becomes a fan. FindDegenerates makes points and lines of triangles that show nothing.
    Indices trianglesOf(const aiMesh& mesh) {
        auto indices = std::make_shared<std::vector<std::uint32_t>>();
        indices->reserve(std::size_t{3} * mesh.mNumFaces);
        for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            for (unsigned int k = 2; k < face.mNumIndices; ++k) {
                indices->insert(indices->end(), {face.mIndices[0], face.mIndices[k - 1], face.mIndices[k]});
            }
            document_.warnings.add("points and lines that are left out", face.mNumIndices < 3 ? 1 : 0);
        }
        return indices;
    }

    void writePrimitive(const aiMesh& mesh, const Indices& triangles, std::size_t targetCount) {
        const auto addIndices = [&](auto zero) {
            return document_.addElements(ViewContent::Indices, triangles->size(), [triangles](std::size_t i) {
                return std::array{static_cast<decltype(zero)>((*triangles)[i])};
            });
        };
        // glTF does not allow the index 65535, which means primitive restart in graphics APIs.
        const std::size_t indices =
            mesh.mNumVertices <= 0xFFFF ? addIndices(std::uint16_t{}) : addIndices(std::uint32_t{});
        json_.open("{");
        json_.open("attributes", "{");
        writeVertices(mesh);
        if (mesh.mNumBones > 0) {
            writeInfluences(mesh);
        }
        json_.close("}");
        json_.member("indices", indices);
        if (mesh.mMaterialIndex < scene_.mNumMaterials) {
            json_.member("material", mesh.mMaterialIndex);
            materials_.writeVariants(json_, mesh.mMaterialIndex);
        }
        if (targetCount > 0) {
            writeTargets(mesh, targetCount);
        }
        json_.close("}");
        if (!hasTargets(mesh)) {
            document_.warnings.add("morph targets are left out because they do not have as many vertices as "
                                   "their mesh, which post-processing has changed",
                                   mesh.mNumAnimMeshes);
        }
    }

    void writeVertices(const aiMesh& mesh) {
        const std::size_t count = mesh.mNumVertices;
        const auto write = [&](const std::string& name, ViewContent content, auto get,
                               AccessorRange range = {}) {
            json_.member(name, document_.addElements(content, count, get, std::move(range)));
        };
        const auto positions = [from = mesh.mVertices](std::size_t i) { return finite(from[i]); };
        write("POSITION", ViewContent::Vectors, positions, rangeOf(count, positions));
        if (mesh.mNormals != nullptr) {
            write("NORMAL", ViewContent::Vectors,
                  [from = mesh.mNormals](std::size_t i) { return unitNormal(from[i]); });
        }
        for (unsigned int i = 0; i < mesh.GetNumUVChannels(); ++i) {
            // glTF's v is 0 at the top.
            write("TEXCOORD_" + std::to_string(i), ViewContent::Coordinates,
                  [from = mesh.mTextureCoords[i]](std::size_t k) {
                      return std::array{finite(from[k].x), finite(1 - from[k].y)};
                  });
        }
        for (unsigned int i = 0; i < mesh.GetNumColorChannels(); ++i) {
            write("COLOR_" + std::to_string(i), ViewContent::Colours,
                  [from = mesh.mColors[i]](std::size_t k) {
                      return std::array{finite(from[k].r), finite(from[k].g), finite(from[k].b),
                                        finite(from[k].a)};
                  });
        }
    }

    /// All meshes of a node have the same number of targets, and all targets have the same attributes. If an
    /// attribute of a target is missing, three.js uses the attribute of the mesh as the difference.
    ///
    /// No accessor is sparse: see docs/exporting.md. Only targets that do not move at all share zeros.
    void writeTargets(const aiMesh& mesh, std::size_t targetCount) {
        const std::size_t vertices = mesh.mNumVertices;
        std::vector<std::pair<Differences, Differences>> targets(targetCount); // of positions and normals
        bool hasNormals = false;
        const unsigned int given = hasTargets(mesh) ? mesh.mNumAnimMeshes : 0;
        for (unsigned int i = 0; i < given; ++i) {
            const aiAnimMesh& target = *mesh.mAnimMeshes[i];
            auto& [position, normal] = targets[i];
            position =
                addDifferences(vertices, true, [from = mesh.mVertices, to = target.mVertices](std::size_t k) {
                    return finite(to[k] - from[k]);
                });
            if (target.mNormals != nullptr && mesh.mNormals != nullptr) {
                normal = addDifferences(vertices, false,
                                        [from = mesh.mNormals, to = target.mNormals](std::size_t k) {
                                            return normalDifference(from[k], to[k]);
                                        });
                hasNormals = hasNormals || normal;
            }
        }
        json_.open("targets", "[");
        for (const auto& [position, normal] : targets) {
            json_.open("{");
            json_.member("POSITION", position ? *position : zeros(vertices));
            if (hasNormals) {
                json_.member("NORMAL", normal ? *normal : zeros(vertices));
            }
            json_.close("}");
        }
        json_.close("]");
    }

    /// \param get returns the difference of a vertex
    template <typename Get>
    Differences addDifferences(std::size_t count, bool needsRange, Get get) {
        const AccessorRange range = rangeOf(count, get);
        const auto isZero = [](float number) { return number == 0; };
        if (std::all_of(range.least.begin(), range.least.end(), isZero) &&
            std::all_of(range.most.begin(), range.most.end(), isZero)) {
            return std::nullopt;
        }
        return document_.addElements(ViewContent::Targets, count, get, needsRange ? range : AccessorRange{});
    }

    /// The accessor of `count` vertices that do not move.
    std::size_t zeros(std::size_t count) {
        const auto [accessor, isNew] = zerosOfCount_.try_emplace(count);
        if (isNew) {
            const auto zero = [](std::size_t) { return Vec3{}; };
            accessor->second = document_.addElements(ViewContent::Targets, count, zero, rangeOf(1, zero));
        }
        return accessor->second;
    }

    std::vector<VertexJoints> influencesOf(const aiMesh& mesh) const {
        std::vector<VertexJoints> influences(mesh.mNumVertices);
        for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
            const aiBone& bone = *mesh.mBones[i];
            const std::size_t joint = skin_.jointOf(*nodes_.find(bone.mName.C_Str()));
            forEachWeight(mesh, bone,
                          [&](std::size_t vertex, float weight) { influences[vertex].add(joint, weight); });
        }
        for (auto& [joints, weights] : influences) {
            const float sum = weights[0] + weights[1] + weights[2] + weights[3];
            for (float& weight : weights) {
                weight /= sum;
            }
        }
        return influences;
    }

    /// Adds the joints and weights of the vertices to the attributes.
    void writeInfluences(const aiMesh& mesh) {
        const std::size_t count = mesh.mNumVertices;
        const auto influences = std::make_shared<const std::vector<VertexJoints>>(influencesOf(mesh));
        const auto shorts = [influences](std::size_t i) { return (*influences)[i].joints; };
        const auto bytes = [influences](std::size_t i) {
            std::array<std::uint8_t, 4> joints;
            std::copy_n((*influences)[i].joints.begin(), joints.size(), joints.begin());
            return joints;
        };
        const std::size_t joints = skin_.joints.size() <= 0xFF
                                       ? document_.addElements(ViewContent::ByteJoints, count, bytes)
                                       : document_.addElements(ViewContent::ShortJoints, count, shorts);
        const auto weights = [influences](std::size_t i) { return (*influences)[i].weights; };
        json_.member("JOINTS_0", joints, "WEIGHTS_0",
                     document_.addElements(ViewContent::Colours, count, weights));
    }

    void writeTargetNames(const aiMesh& mesh) {
        // The default is 0 for all targets, but VTK reads out of bounds if `weights` is missing.
        json_.open("weights", "[");
        std::for_each(mesh.mAnimMeshes, mesh.mAnimMeshes + mesh.mNumAnimMeshes,
                      [&](const aiAnimMesh* target) { json_.value(finite(target->mWeight)); });
        json_.close("]");
        json_.open("extras", "{");
        json_.list("targetNames", targetNames(mesh));
        json_.close("}");
    }

    Document& document_;
    const aiScene& scene_;
    const Nodes& nodes_;
    const GltfSkin& skin_;
    const Materials& materials_;
    JsonText& json_ = document_.meshes;
    std::map<std::size_t, std::size_t> zerosOfCount_;
};

} // namespace

std::vector<std::string> targetNames(const aiMesh& mesh) {
    return uniqueNames(mesh.mNumAnimMeshes, [&](std::size_t i) {
        const std::string frame = mesh.mAnimMeshes[i]->mName.C_Str();
        // Blender 3.4 refuses a file in which only some names are empty.
        std::string name = frame.empty() ? "target_" + std::to_string(i) : frame;
        for (const char separator : {':', '/', '.', '@'}) {
            std::replace(name.begin(), name.end(), separator, '_');
        }
        return name;
    });
}

Meshes::Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const GltfSkin& skin,
               const Materials& materials, const std::vector<Moves>& moves) {
    MeshWriter writer(document, scene, nodes, skin, materials);
    ofNode_.resize(nodes.count());
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        const aiNode& node = nodes.at(i);
        const auto [mesh, isNew] = meshes_.try_emplace({node.mMeshes, node.mMeshes + node.mNumMeshes});
        if (isNew) {
            mesh->second = writer.write(mesh->first);
        }
        ofNode_[i] = mesh->second ? &*mesh->second : nullptr;
        const bool isFree =
            node.mNumChildren == 0 || (node.mTransformation.IsIdentity() && node.mParent == scene.mRootNode &&
                                       scene.mRootNode->mTransformation.IsIdentity());
        becomesRoot_.push_back(i > 0 && mesh->second && mesh->second->isSkinned && isFree &&
                               !skin.hasJoint(i) && moves[i] == Moves{});
    }
}

} // namespace assimp_md2::inner
