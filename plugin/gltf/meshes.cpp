// SPDX-License-Identifier: BSD-3-Clause
// The meshes of a scene as glTF meshes: vertices, indices, morph targets, joints and weights.
#include "ai_scene/weights.h"
#include "gltf/parts.h"

#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <memory>

namespace assimp_md2 {
namespace {

/// glTF's modes of a primitive.
enum Mode : std::size_t { kPoints = 0, kLines = 1, kTriangles = 4 };

Mode modeOf(unsigned int corners) {
    return corners == 1 ? kPoints : corners == 2 ? kLines : kTriangles;
}

/// Shared with the function that writes their accessor.
using Indices = std::shared_ptr<std::vector<std::uint32_t>>;

/// The indices for each mode: a polygon becomes a fan of triangles. Faces with an index out of range are left
/// out.
std::map<Mode, Indices> indicesOf(const aiMesh& mesh, Budget& budget) {
    std::map<Mode, std::uint64_t> most;
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        const unsigned int corners = mesh.mFaces[i].mNumIndices;
        if (corners > 0) {
            most[modeOf(corners)] += corners < 3 ? corners : 3 * (std::uint64_t{corners} - 2);
        }
    }
    std::map<Mode, Indices> indices;
    for (const auto& [mode, count] : most) {
        budget.take(count * sizeof(std::uint32_t));
        indices[mode] = std::make_shared<std::vector<std::uint32_t>>();
        indices[mode]->reserve(static_cast<std::size_t>(count));
    }
    for (unsigned int i = 0; i < mesh.mNumFaces; ++i) {
        const unsigned int* const face = mesh.mFaces[i].mIndices;
        const unsigned int corners = mesh.mFaces[i].mNumIndices;
        const bool isValid =
            std::all_of(face, face + corners, [&](unsigned int index) { return index < mesh.mNumVertices; });
        if (corners == 0 || !isValid) {
            continue;
        }
        std::vector<std::uint32_t>& list = *indices[modeOf(corners)];
        if (corners < 3) {
            list.insert(list.end(), face, face + corners);
        }
        for (unsigned int corner = 2; corner < corners; ++corner) {
            list.insert(list.end(), {face[0], face[corner - 1], face[corner]});
        }
    }
    return indices;
}

/// Whether an anim mesh can be a target. Post-processing may change a mesh but not its anim meshes.
bool isTarget(const aiMesh& mesh, unsigned int index) {
    return mesh.mAnimMeshes[index] != nullptr && mesh.mAnimMeshes[index]->mNumVertices == mesh.mNumVertices &&
           mesh.mAnimMeshes[index]->mVertices != nullptr;
}

/// A normal of length 1. The normals of an MD2 have this length, except for rounding, and do not change.
Vec3 unitNormal(const aiVector3D& normal) {
    constexpr float kRounding = 1e-5f;
    const Vec3 v = finite(normal);
    return std::abs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) < kRounding ? v : scaledToOne(v, {0, 0, 1});
}

/// The difference between the normals of a target and of the mesh. Rounding errors become 0.
Vec3 normalDifference(const aiVector3D& target, const Vec3& base) {
    constexpr float kRounding = 1e-6f;
    Vec3 difference = unitNormal(target);
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

/// The accessors of a mesh of the scene.
struct MeshAccessors {
    struct Target {
        std::optional<std::size_t> position; ///< none where nothing moves
        std::optional<std::size_t> normal;
    };
    /// Without an accessor of indices: all vertices in order.
    std::vector<std::pair<Mode, std::optional<std::size_t>>> primitives;
    std::vector<std::pair<std::string, std::size_t>> attributes;
    std::vector<Target> targets; ///< by anim mesh
    bool hasTargetNormals = false;
    /// Unit vectors; empty if the mesh has no normals. The accessor is computed from them when the file is
    /// written.
    std::shared_ptr<std::vector<Vec3>> normals = std::make_shared<std::vector<Vec3>>();
};

/// The four joints of a vertex with the largest weights. A joint with weight 0 has index 0, as glTF requires.
struct VertexJoints {
    std::array<std::uint16_t, 4> joints{};
    std::array<float, 4> weights{};

    void add(std::size_t joint, float weight) {
        std::size_t weakest = 0;
        for (std::size_t i = 0; i < joints.size(); ++i) {
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

/// Calls `visit` with each bone that has a node.
template <typename Visit>
void forEachBone(const aiMesh& mesh, const Nodes& nodes, Visit visit) {
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        if (const auto node = nodes.find(mesh.mBones[i]->mName.C_Str())) {
            visit(*node, *mesh.mBones[i]);
        }
    }
}

/// Finds the skins of meshes. Meshes share one skin, because some programs read only the first one. A mesh
/// gets a skin of its own if it has another inverse bind matrix for a joint, or vertices without weights.
class GltfSkins {
public:
    GltfSkins(Document& document, const aiScene& scene, const Nodes& nodes)
        : document_(document), scene_(scene), nodes_(nodes) {
        document.budget.take(scene.mNumMeshes);
        Loan loan(document.budget);
        Joints joints;
        std::vector<bool> isKnown(scene.mNumMeshes);
        shares_.resize(scene.mNumMeshes);
        for (std::size_t i = 0; i < nodes.count(); ++i) {
            const aiNode& node = nodes.at(i);
            for (unsigned int k = 0; k < node.mNumMeshes; ++k) {
                const unsigned int mesh = node.mMeshes[k];
                if (mesh < scene.mNumMeshes && !isKnown[mesh]) {
                    isKnown[mesh] = true;
                    shares_[mesh] =
                        agrees(joints, *scene.mMeshes[mesh]) && hasCompleteWeights(*scene.mMeshes[mesh]);
                    if (shares_[mesh]) {
                        addJoints(joints, *scene.mMeshes[mesh], loan);
                    }
                }
            }
        }
        shared_ = newSkin(joints);
        loan.keep();
    }

    /// \param meshes of a node
    /// \return null if they have no bones with nodes
    std::shared_ptr<GltfSkin> of(const std::vector<unsigned int>& meshes) {
        Loan loan(document_.budget);
        Joints joints;
        bool areShared = true;
        for (const unsigned int mesh : meshes) {
            addJoints(joints, *scene_.mMeshes[mesh], loan);
            areShared = areShared && shares_[mesh];
        }
        if (joints.empty() || areShared) {
            return joints.empty() ? nullptr : shared_;
        }
        loan.keep();
        return newSkin(joints);
    }

private:
    using Joints = std::map<std::size_t, Mat4>; ///< inverse bind matrices by node
    static constexpr std::uint64_t kJoint = 3 * (sizeof(std::size_t) + sizeof(Mat4)) + 64;
    static constexpr std::size_t kMostJoints = 0xFFFF; // with a mesh's own node: 16-bit indices

    bool agrees(const Joints& joints, const aiMesh& mesh) const {
        bool isSame = joints.size() + mesh.mNumBones <= kMostJoints;
        forEachBone(mesh, nodes_, [&](std::size_t node, const aiBone& bone) {
            const auto joint = joints.find(node);
            isSame = isSame && (joint == joints.end() || joint->second == finite(bone.mOffsetMatrix));
        });
        return isSame;
    }

    bool hasCompleteWeights(const aiMesh& mesh) const {
        if (mesh.mNumBones == 0) {
            return false;
        }
        Loan loan(document_.budget);
        loan.take(mesh.mNumVertices);
        std::vector<bool> hasWeight(mesh.mNumVertices);
        forEachBone(mesh, nodes_, [&](std::size_t, const aiBone& bone) {
            forEachWeight(mesh, bone, [&](std::size_t vertex, float) { hasWeight[vertex] = true; });
        });
        return std::find(hasWeight.begin(), hasWeight.end(), false) == hasWeight.end();
    }

    /// If a node is already a joint, it keeps its matrix.
    void addJoints(Joints& joints, const aiMesh& mesh, Loan& loan) {
        forEachBone(mesh, nodes_, [&](std::size_t node, const aiBone& bone) {
            if (joints.size() < kMostJoints && joints.find(node) == joints.end()) {
                loan.take(kJoint);
                joints.emplace(node, finite(bone.mOffsetMatrix));
            }
        });
    }

    static std::shared_ptr<GltfSkin> newSkin(const Joints& joints) {
        auto skin = std::make_shared<GltfSkin>();
        for (const auto& [node, matrix] : joints) {
            skin->joints.push_back(node);
            skin->inverseBindMatrices.insert(skin->inverseBindMatrices.end(), matrix.begin(), matrix.end());
        }
        return skin;
    }

    Document& document_;
    const aiScene& scene_;
    const Nodes& nodes_;
    std::vector<bool> shares_; ///< by mesh: uses shared_
    std::shared_ptr<GltfSkin> shared_;
};

class MeshWriter {
public:
    MeshWriter(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials)
        : document_(document)
        , scene_(scene)
        , nodes_(nodes)
        , materials_(materials)
        , skins_(document, scene, nodes) {}

    /// Whether there is something to draw.
    bool draws(unsigned int mesh) {
        return mesh < scene_.mNumMeshes && !accessorsOf(mesh).primitives.empty();
    }

    /// \param meshes of the scene; draws() is true for each
    void write(GltfMesh& gltfMesh, const std::vector<unsigned int>& meshes) {
        // If several meshes have a target, the name and the weight come from the first one.
        std::map<unsigned int, const aiAnimMesh*> targets;
        for (const unsigned int index : meshes) {
            const aiMesh& mesh = *scene_.mMeshes[index];
            for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
                document_.budget.take(48);
                if (isTarget(mesh, i)) {
                    targets.emplace(i, mesh.mAnimMeshes[i]);
                    gltfMesh.namesOfMorphed.insert(mesh.mName.C_Str());
                }
            }
        }
        for (const auto& [index, target] : targets) {
            gltfMesh.targets.push_back(index);
        }
        influences_.clear();
        gltfMesh.skin = skins_.of(meshes);
        gltfMesh.index = json_.begin();
        json_.member("name", scene_.mMeshes[meshes.front()]->mName.C_Str());
        json_.open("primitives", "[");
        for (const unsigned int index : meshes) {
            writePrimitives(gltfMesh, index);
        }
        json_.close("]");
        if (!targets.empty()) {
            writeTargetNames(targets);
        }
        json_.end();
    }

private:
    const MeshAccessors& accessorsOf(unsigned int index) {
        const auto known = accessors_.find(index);
        if (known != accessors_.end()) {
            return known->second;
        }
        constexpr std::uint64_t kMeshAccessors = sizeof(MeshAccessors) + 1024;
        document_.budget.take(kMeshAccessors);
        MeshAccessors& accessors = accessors_[index];
        const aiMesh& mesh = *scene_.mMeshes[index];
        if (mesh.mNumVertices == 0 || mesh.mVertices == nullptr) {
            return accessors;
        }
        addIndices(accessors, mesh);
        if (!accessors.primitives.empty()) {
            addVertices(accessors, mesh);
            addTargets(accessors, mesh);
        }
        return accessors;
    }

    void addIndices(MeshAccessors& accessors, const aiMesh& mesh) {
        if (mesh.mNumFaces == 0) {
            accessors.primitives.emplace_back(kPoints, std::nullopt); // a cloud of points
        }
        for (const auto& [mode, indices] : indicesOf(mesh, document_.budget)) {
            if (indices->empty()) {
                continue;
            }
            const auto add = [&, &list = indices](auto zero) {
                return document_.addElements(ViewContent::Indices, list->size(), [list](std::size_t i) {
                    return std::array{static_cast<decltype(zero)>((*list)[i])};
                });
            };
            // glTF does not allow the index 65535, which means primitive restart in graphics APIs.
            const bool isShort = mesh.mNumVertices <= 0xFFFF;
            accessors.primitives.emplace_back(mode, isShort ? add(std::uint16_t{}) : add(std::uint32_t{}));
        }
    }

    void addVertices(MeshAccessors& accessors, const aiMesh& mesh) {
        const std::size_t count = mesh.mNumVertices;
        const auto add = [&](std::string name, ViewContent content, auto get, AccessorRange range = {}) {
            accessors.attributes.emplace_back(std::move(name),
                                              document_.addElements(content, count, get, std::move(range)));
        };
        const auto positions = [from = mesh.mVertices](std::size_t i) { return finite(from[i]); };
        add("POSITION", ViewContent::Vectors, positions, rangeOf(count, positions));
        if (mesh.mNormals != nullptr) {
            document_.budget.take(count * sizeof(Vec3));
            accessors.normals->resize(count);
            std::transform(mesh.mNormals, mesh.mNormals + count, accessors.normals->begin(), unitNormal);
            add("NORMAL", ViewContent::Vectors,
                [from = accessors.normals](std::size_t i) { return (*from)[i]; });
        }
        for (unsigned int i = 0; i < mesh.GetNumUVChannels(); ++i) {
            // glTF's v is 0 at the top.
            add("TEXCOORD_" + std::to_string(i), ViewContent::Coordinates,
                [from = mesh.mTextureCoords[i]](std::size_t k) {
                    return std::array{finite(from[k].x), finite(1 - from[k].y)};
                });
        }
        for (unsigned int i = 0; i < mesh.GetNumColorChannels(); ++i) {
            add("COLOR_" + std::to_string(i), ViewContent::Colours, [from = mesh.mColors[i]](std::size_t k) {
                return std::array{finite(from[k].r), finite(from[k].g), finite(from[k].b), finite(from[k].a)};
            });
        }
    }

    /// No accessor is sparse: see docs/exporting.md. Only targets that do not move at all share zeros.
    void addTargets(MeshAccessors& accessors, const aiMesh& mesh) {
        const std::size_t count = mesh.mNumVertices;
        document_.budget.take(mesh.mNumAnimMeshes * sizeof(MeshAccessors::Target));
        accessors.targets.resize(mesh.mNumAnimMeshes);
        for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
            if (!isTarget(mesh, i)) {
                document_.warnings.add("morph targets are left out because they do not have as many "
                                       "vertices as their mesh, which post-processing has changed");
                continue;
            }
            const aiAnimMesh& target = *mesh.mAnimMeshes[i];
            const auto positions = [to = target.mVertices, from = mesh.mVertices](std::size_t vertex) {
                return finite(to[vertex] - from[vertex]);
            };
            const auto normals = [to = target.mNormals,
                                  from = accessors.normals->data()](std::size_t vertex) {
                return normalDifference(to[vertex], from[vertex]);
            };
            accessors.targets[i].position = addDifferences(count, true, positions);
            if (target.mNormals != nullptr && !accessors.normals->empty()) {
                accessors.targets[i].normal = addDifferences(count, false, normals);
                accessors.hasTargetNormals = accessors.hasTargetNormals || accessors.targets[i].normal;
            }
        }
    }

    /// \return the accessor; none where nothing moves
    template <typename Get>
    std::optional<std::size_t> addDifferences(std::size_t count, bool hasRange, Get get) {
        std::size_t moved = 0;
        while (moved < count && get(moved) == Vec3{}) {
            ++moved;
        }
        if (moved == count) {
            return std::nullopt;
        }
        return document_.addElements(ViewContent::Targets, count, get,
                                     hasRange ? rangeOf(count, get) : AccessorRange{});
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

    /// The joints of the vertices. The joint of those without weights is the last: the node itself.
    std::vector<VertexJoints> influencesOf(GltfMesh& gltfMesh, const aiMesh& mesh) const {
        const std::vector<std::size_t>& joints = gltfMesh.skin->joints;
        std::vector<VertexJoints> influences(mesh.mNumVertices);
        forEachBone(mesh, nodes_, [&](std::size_t node, const aiBone& bone) {
            const auto found = std::lower_bound(joints.begin(), joints.end(), node);
            if (found != joints.end() && *found == node) {
                const auto joint = static_cast<std::size_t>(found - joints.begin());
                forEachWeight(mesh, bone, [&](std::size_t vertex, float weight) {
                    influences[vertex].add(joint, weight);
                });
            }
        });
        for (VertexJoints& influence : influences) {
            if (!(influence.sum() > 0)) {
                influence.add(joints.size(), 1);
                gltfMesh.usesOwnNode = true;
            }
            const float sum = influence.sum();
            for (float& weight : influence.weights) {
                weight /= sum;
            }
        }
        return influences;
    }

    /// The accessors of the joints and weights of a mesh. A node may use a mesh several times.
    struct Influences {
        std::size_t joints;
        std::size_t weights;
    };

    /// Adds the joints and weights of the vertices to the attributes.
    void writeInfluences(GltfMesh& gltfMesh, unsigned int index) {
        auto known = influences_.find(index);
        if (known == influences_.end()) {
            constexpr std::uint64_t kEntry = 128;
            const aiMesh& mesh = *scene_.mMeshes[index];
            document_.budget.take(mesh.mNumVertices * sizeof(VertexJoints) + kEntry);
            known = influences_.emplace(index, addInfluences(gltfMesh, mesh)).first;
        }
        json_.member("JOINTS_0", known->second.joints, "WEIGHTS_0", known->second.weights);
    }

    Influences addInfluences(GltfMesh& gltfMesh, const aiMesh& mesh) {
        const std::size_t count = mesh.mNumVertices;
        const auto influences =
            std::make_shared<const std::vector<VertexJoints>>(influencesOf(gltfMesh, mesh));
        const auto shorts = [influences](std::size_t i) { return (*influences)[i].joints; };
        const auto bytes = [influences](std::size_t i) {
            std::array<std::uint8_t, 4> joints;
            std::copy_n((*influences)[i].joints.begin(), joints.size(), joints.begin());
            return joints;
        };
        const std::size_t joints = gltfMesh.skin->joints.size() <= 0xFF
                                       ? document_.addElements(ViewContent::ByteJoints, count, bytes)
                                       : document_.addElements(ViewContent::ShortJoints, count, shorts);
        return {joints, document_.addElements(ViewContent::Colours, count, [influences](std::size_t i) {
                    return (*influences)[i].weights;
                })};
    }

    void writePrimitives(GltfMesh& gltfMesh, unsigned int index) {
        const aiMesh& mesh = *scene_.mMeshes[index];
        const MeshAccessors& accessors = accessors_.at(index);
        for (const auto& [mode, indices] : accessors.primitives) {
            json_.open("{");
            json_.open("attributes", "{");
            for (const auto& [name, accessor] : accessors.attributes) {
                json_.member(name, accessor);
            }
            if (gltfMesh.isSkinned()) {
                writeInfluences(gltfMesh, index);
            }
            json_.close("}");
            if (indices) {
                json_.member("indices", *indices);
            }
            if (mode != kTriangles) {
                json_.member("mode", std::size_t{mode});
            }
            if (mesh.mMaterialIndex < scene_.mNumMaterials) {
                json_.member("material", mesh.mMaterialIndex);
                materials_.writeVariants(json_, mesh.mMaterialIndex);
            }
            if (!gltfMesh.targets.empty()) {
                writeTargets(gltfMesh, accessors, mesh.mNumVertices);
            }
            json_.close("}");
        }
    }

    /// All targets have the same attributes. If an attribute of a target is missing, three.js uses the
    /// attribute of the mesh as the difference.
    void writeTargets(const GltfMesh& gltfMesh, const MeshAccessors& accessors, std::size_t vertices) {
        json_.open("targets", "[");
        const auto orZeros = [&](const std::optional<std::size_t>& accessor) {
            return accessor ? *accessor : zeros(vertices);
        };
        const MeshAccessors::Target still;
        for (const unsigned int index : gltfMesh.targets) {
            const MeshAccessors::Target& target =
                index < accessors.targets.size() ? accessors.targets[index] : still;
            json_.open("{");
            json_.member("POSITION", orZeros(target.position));
            if (accessors.hasTargetNormals) {
                json_.member("NORMAL", orZeros(target.normal));
            }
            json_.close("}");
        }
        json_.close("]");
    }

    void writeTargetNames(const std::map<unsigned int, const aiAnimMesh*>& targets) {
        // The default is 0 for all targets, but VTK reads out of bounds if `weights` is missing.
        json_.open("weights", "[");
        for (const auto& [index, target] : targets) {
            json_.value(finite(target->mWeight));
        }
        json_.close("]");
        if (std::any_of(targets.begin(), targets.end(),
                        [](const auto& target) { return target.second->mName.length > 0; })) {
            json_.open("extras", "{");
            json_.open("targetNames", "[");
            for (const auto& [index, target] : targets) {
                // Blender 3.4 refuses a file in which only some names are empty.
                if (target->mName.length > 0) {
                    json_.value(target->mName.C_Str());
                } else {
                    json_.value("target_" + std::to_string(index));
                }
            }
            json_.close("]}");
        }
    }

    Document& document_;
    const aiScene& scene_;
    const Nodes& nodes_;
    const Materials& materials_;
    GltfSkins skins_;
    JsonText& json_ = document_.meshes;
    std::map<unsigned int, MeshAccessors> accessors_; ///< by mesh of the scene
    std::map<unsigned int, Influences> influences_;   ///< by mesh of the scene, of the mesh that is written
    std::map<std::size_t, std::size_t> zerosOfCount_;
};

} // namespace

Meshes::Meshes(Document& document, const aiScene& scene, const Nodes& nodes, const Materials& materials,
               const std::vector<Moves>& moves) {
    document.budget.take(sizeof(void*) * 3 * nodes.count());
    MeshWriter writer(document, scene, nodes, materials);
    ofNode_.resize(nodes.count());
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        const aiNode& node = nodes.at(i);
        const auto isDrawn = [&](unsigned int mesh) { return writer.draws(mesh); };
        const auto count =
            static_cast<std::size_t>(std::count_if(node.mMeshes, node.mMeshes + node.mNumMeshes, isDrawn));
        constexpr std::uint64_t kGroup = sizeof(GltfMesh) + 96;
        constexpr std::uint64_t kMesh = sizeof(unsigned int) + 64; // in a list, and its name
        if (count == 0) {
            continue;
        }
        Loan loan(document.budget);
        loan.take(kGroup + count * kMesh);
        std::vector<unsigned int> meshes;
        meshes.reserve(count);
        std::copy_if(node.mMeshes, node.mMeshes + node.mNumMeshes, std::back_inserter(meshes), isDrawn);
        const auto [gltfMesh, isNew] = meshes_.try_emplace(std::move(meshes));
        if (isNew) {
            writer.write(gltfMesh->second, gltfMesh->first);
            loan.keep();
        }
        ofNode_[i] = &gltfMesh->second;
    }
    isJoint_.resize(nodes.count());
    std::set<const GltfSkin*> known;
    for (const auto& [list, mesh] : meshes_) {
        if (mesh.skin != nullptr && known.insert(mesh.skin.get()).second) {
            for (const std::size_t joint : mesh.skin->joints) {
                isJoint_[joint] = true;
            }
        }
    }
    std::size_t next = nodes.count();
    nodeWithMesh_.reserve(nodes.count());
    for (std::size_t i = 0; i < nodes.count(); ++i) {
        nodeWithMesh_.push_back(i);
        if (becomesRoot(i) &&
            (nodes.at(i).mNumChildren > 0 || isJoint_[i] || ofNode_[i]->usesOwnNode || moves[i] != Moves{})) {
            nodeWithMesh_[i] = next++;
        }
    }
}

} // namespace assimp_md2
