// SPDX-License-Identifier: BSD-3-Clause
// Implements pose_evaluator.h.
#include "pose/pose_evaluator.h"

#include "pose/animations.h"
#include "pose/channels.h"
#include "pose/imported_scene.h"
#include "pose/nodes.h"
#include "pose/pivots.h"
#include "pose/repairs.h"
#include "pose/weights.h"

#include <assimp/commonMetaData.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assimp_md2 {
namespace {

/// A share of a bone in a vertex.
struct Influence {
    std::size_t transform; ///< of SkinnedMesh::transforms
    double weight;         ///< those of a vertex sum to 1
};

/// The bones of a mesh.
struct SkinnedMesh {
    struct Bone {
        std::size_t node;
        const aiMatrix4x4* offset;
    };
    const aiMesh* mesh;
    std::vector<Bone> bones;                 ///< those that have a node
    std::vector<std::size_t> firstInfluence; ///< of each vertex, and the end; at least one for each vertex
    std::vector<Influence> influences;
    // In the current pose: first that of the mesh's node, then those of the bones.
    std::vector<Transform> transforms;
    std::vector<aiMatrix3x3t<double>> normalTransforms;
};

constexpr std::size_t kNoSkin = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max(); ///< not an animation

/// What belongs to a PosedMesh.
struct MeshPlace {
    std::size_t node; ///< index of its node
    std::size_t skin; ///< or kNoSkin
};

struct MorphUse {
    std::size_t mesh; ///< index of the PosedMesh
    std::size_t channel;
};

/// The channels of one animation.
struct Channels {
    std::vector<NodeChannel> nodes;
    std::vector<MorphChannel> morphs;
    std::vector<MorphUse> morphUses; ///< at most one for each PosedMesh
};

/// An anim mesh that has a weight in the current pose.
struct Target {
    const aiVector3D* positions; ///< null: those of the mesh
    const aiVector3D* normals;   ///< null: those of the mesh
    double weight;
};

using NodesByName = std::unordered_map<std::string_view, std::size_t>;

/// Whether the importer of the scene may have written a wrong weight of 1 into anim meshes. Assimp's FBX
/// importer does so for blend shape channels with a single shape, Assimp's Collada importer in place of 0.
bool hasPlaceholderWeights(const aiScene& scene) {
    const std::string importer = metadataText(scene, AI_METADATA_SOURCE_FORMAT).value_or("");
    return importer == "Autodesk FBX Importer" || importer == "Collada Importer";
}

/// Whether a weight is ignored and counted as a repair. A weight of 0 is not counted, because Assimp's glTF
/// importer gives each bone that moves nothing one weight of 0.
bool isIgnored(const aiVertexWeight& weight, const aiMesh& mesh) {
    return !isWeight(weight, mesh) && weight.mWeight != 0;
}

SkinnedMesh makeSkin(const aiMesh& mesh, const NodesByName& nodesByName, Warnings& repairs) {
    SkinnedMesh skin;
    skin.mesh = &mesh;
    skin.bones.reserve(mesh.mNumBones);

    std::vector<double> sums(mesh.mNumVertices);
    std::vector<std::size_t>& first = skin.firstInfluence;
    first.resize(std::size_t{mesh.mNumVertices} + 1);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const auto ignored = std::count_if(bone.mWeights, bone.mWeights + bone.mNumWeights,
                                           [&](const auto& weight) { return isIgnored(weight, mesh); });
        if (ignored > 0) {
            repairs.add(repair::kBoneWeightIgnored, static_cast<std::uint64_t>(ignored));
        }
        forEachWeight(mesh, bone, [&](std::size_t vertex, double weight) {
            sums[vertex] += weight;
            first[vertex + 1] += 1;
        });
    }
    for (std::size_t vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
        first[vertex + 1] = first[vertex] + std::max<std::size_t>(first[vertex + 1], 1);
    }
    // A vertex without weights keeps this influence of its node.
    skin.influences.assign(first.back(), {0, 1});
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const auto node = nodesByName.find(nameOf(bone.mName));
        const bool hasNode = node != nodesByName.end();
        if (hasNode) {
            skin.bones.push_back({node->second, &bone.mOffsetMatrix});
        } else {
            repairs.add(repair::kBoneWithoutNode);
        }
        const std::size_t transform = hasNode ? skin.bones.size() : 0;
        forEachWeight(mesh, bone, [&](std::size_t vertex, double weight) {
            skin.influences[next[vertex]++] = {transform, weight / sums[vertex]};
        });
    }
    skin.transforms.resize(skin.bones.size() + 1);
    skin.normalTransforms.resize(skin.bones.size() + 1);
    return skin;
}

/// Whether a channel turns by more than 30 degrees from one key to the next in more than a tenth of a second.
bool hasWideTurn(const aiNodeAnim& channel, double ticksPerSecond) {
    constexpr double kLongestStep = 0.1;
    constexpr double kCosineOfHalfAngle = 0.9659;
    for (unsigned int i = 1; i < channel.mNumRotationKeys; ++i) {
        const aiQuatKey& before = channel.mRotationKeys[i - 1];
        const aiQuatKey& after = channel.mRotationKeys[i];
        const Quaternion a = toQuaternion(before.mValue);
        const Quaternion b = toQuaternion(after.mValue);
        if (after.mTime - before.mTime > kLongestStep * ticksPerSecond &&
            std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z) < kCosineOfHalfAngle) {
            return true;
        }
    }
    return false;
}

/// The node of each name. If several nodes have the name of a bone, as in many files of Blender, the one
/// without a mesh is the bone; of those, one whose parent or child is a bone as well. A channel of any other
/// name moves the first node of this name.
///
/// \param repairs receives kNodesAmbiguous
NodesByName findNodes(const aiScene& scene, const std::vector<SceneNode>& nodes, Warnings& repairs) {
    std::unordered_set<std::string_view> bones;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        for (unsigned int j = 0; j < mesh.mNumBones; ++j) {
            bones.insert(nameOf(mesh.mBones[j]->mName));
        }
    }
    std::unordered_set<std::string_view> moved;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        for (unsigned int j = 0; j < animation.mNumChannels; ++j) {
            moved.insert(nameOf(animation.mChannels[j]->mNodeName));
        }
    }
    const auto isBone = [&](const aiNode& node) {
        return node.mNumMeshes == 0 && bones.count(nameOf(node.mName)) > 0;
    };
    const auto scoreOf = [&](std::size_t index) {
        const aiNode& node = *nodes[index].node;
        const bool hasBone = (index > 0 && isBone(*nodes[nodes[index].parent].node)) ||
                             std::any_of(node.mChildren, node.mChildren + node.mNumChildren,
                                         [&](const aiNode* child) { return isBone(*child); });
        return node.mNumMeshes > 0 ? 0 : hasBone ? 2 : 1;
    };
    NodesByName found;
    std::unordered_set<std::string_view> ambiguous;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string_view name = nameOf(nodes[i].node->mName);
        if (name.empty()) {
            continue;
        }
        const auto [entry, isNew] = found.emplace(name, i);
        if (isNew) {
            continue;
        }
        if (bones.count(name) == 0) {
            if (moved.count(name) > 0) {
                ambiguous.insert(name);
            }
            continue;
        }
        const int before = scoreOf(entry->second);
        const int score = scoreOf(i);
        if (score == before) {
            ambiguous.insert(name);
        } else if (score > before) {
            ambiguous.erase(name);
            entry->second = i;
        }
    }
    if (!ambiguous.empty()) {
        repairs.add(repair::kNodesAmbiguous, ambiguous.size(), "\"" + std::string(*ambiguous.begin()) + "\"");
    }
    return found;
}

/// Whether most of a mesh is mirrored. `skin` has its transformations.
bool isMostlyMirrored(const SkinnedMesh& skin) {
    double sum = 0;
    for (const Influence& influence : skin.influences) {
        sum += determinant(skin.transforms[influence.transform]) < 0 ? -influence.weight : influence.weight;
    }
    return sum < 0;
}

void store(const DoubleVector& vector, float*& to) {
    *to++ = static_cast<float>(vector.x);
    *to++ = static_cast<float>(vector.y);
    *to++ = static_cast<float>(vector.z);
}

/// One stream of a mesh, positions or normals, with its anim meshes.
template <aiVector3D const* Target::*stream>
class MorphedStream {
public:
    MorphedStream(const aiVector3D* base, const std::vector<Target>& targets)
        : base_(base), targets_(targets), isMorphed_(!targets.empty()) {
        for (const Target& target : targets) {
            weightOfBase_ -= target.*stream != nullptr ? target.weight : 0;
        }
        if (targets.size() == 1 && weightOfBase_ == 0) {
            base_ = targets.front().*stream;
            isMorphed_ = false;
        }
    }

    DoubleVector operator[](std::size_t vertex) const {
        const DoubleVector base = toVector(base_[vertex]);
        if (!isMorphed_) {
            return base;
        }
        DoubleVector sum = weightOfBase_ * base;
        for (const Target& target : targets_) {
            if (target.*stream != nullptr) {
                sum = sum + target.weight * toVector((target.*stream)[vertex]);
            }
        }
        return sum;
    }

    /// The stream itself, or null if it is computed from several anim meshes.
    const aiVector3D* source() const { return isMorphed_ ? nullptr : base_; }

private:
    const aiVector3D* base_;
    const std::vector<Target>& targets_;
    bool isMorphed_;
    double weightOfBase_ = 1;
};

} // namespace

struct PoseEvaluator::State {
    State(const aiScene& posedScene, const Transform& spaceOfPoses)
        : scene(posedScene), world(spaceOfPoses) {}

    std::optional<Error> listMeshes();
    bool hasLostItsParent(const SkinnedMesh::Bone& bone) const;
    void makeSkins(const NodesByName& nodesByName, Warnings& repairs);
    void makeChannels(const NodesByName& nodesByName, Warnings& repairs);
    void makeNodeChannels(const NodesByName& nodesByName, Warnings& repairs);
    void makeMorphChannels(Warnings& repairs);
    bool haveNodesOfOneName(const std::vector<std::size_t>& members) const;
    void findMirrored();

    void computeGlobals(const Channels* channels, double ticks);
    void computeTransforms(SkinnedMesh& skin) const;
    void computeAll(const Channels* channels, double ticks);
    void addTarget(const aiMesh& mesh, std::size_t index, double weight);
    void findTargets(const PosedMesh& mesh, const MorphChannel* channel, double ticks);
    void poseMesh(std::size_t index, float* positions, float* normals);

    const aiScene& scene;
    Transform world; ///< from the space of the scene to that of the poses
    std::vector<SceneNode> nodes;
    std::vector<Transform> locals; ///< of `nodes`, without animation
    std::vector<PosedMesh> meshes;
    std::vector<MeshPlace> places; ///< for each of `meshes`
    std::size_t vertexCount = 0;
    std::vector<SkinnedMesh> skins;
    std::vector<Channels> animations;
    bool ignoresWeightsOfOne = false;
    // Of the current pose:
    std::vector<Transform> globals;                 ///< for each of `nodes`
    std::vector<const MorphChannel*> morphChannels; ///< for each of `meshes`; null: none
    std::vector<Target> targets;                    ///< of one mesh
};

std::optional<Error> PoseEvaluator::State::listMeshes() {
    std::size_t meshCount = 0;
    for (const SceneNode& node : nodes) {
        meshCount += node.node->mNumMeshes;
    }
    globals.resize(nodes.size());
    meshes.reserve(meshCount);
    places.reserve(meshCount);
    morphChannels.resize(meshCount);
    std::uint64_t vertices = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const aiNode& node = *nodes[i].node;
        for (unsigned int j = 0; j < node.mNumMeshes; ++j) {
            const aiMesh& mesh = *scene.mMeshes[node.mMeshes[j]];
            meshes.push_back({&node, &mesh, static_cast<std::size_t>(vertices), false});
            places.push_back({i, kNoSkin});
            vertices += mesh.mNumVertices;
            if (vertices > std::numeric_limits<std::size_t>::max() / (3 * sizeof(float))) {
                return Error{ErrorCode::Other,
                             "scene: the meshes of all nodes have more vertices than memory can hold"};
            }
        }
    }
    vertexCount = static_cast<std::size_t>(vertices);
    return std::nullopt;
}

/// Whether Assimp before version 5.3 has put the bone of a Half-Life model beside its parent. The root bones
/// of such a model are below this node, so their own transformation is that of the bind pose.
bool PoseEvaluator::State::hasLostItsParent(const SkinnedMesh::Bone& bone) const {
    const Transform bound = locals[bone.node] * toTransform(*bone.offset);
    constexpr double kTolerance = 1e-3;
    return nameOf(nodes[nodes[bone.node].parent].node->mName) == "<MDL_bones>" &&
           !bound.Equal(Transform(), kTolerance);
}

void PoseEvaluator::State::makeSkins(const NodesByName& nodesByName, Warnings& repairs) {
    std::vector<std::size_t> skinOfMesh(scene.mNumMeshes, kNoSkin);
    std::vector<const aiMesh*> skinned;
    std::size_t mostTargets = 0;
    for (std::size_t i = 0, place = 0; i < nodes.size(); ++i) {
        const aiNode& node = *nodes[i].node;
        for (unsigned int j = 0; j < node.mNumMeshes; ++j, ++place) {
            const aiMesh& mesh = *meshes[place].mesh;
            std::size_t& skin = skinOfMesh[node.mMeshes[j]];
            mostTargets = std::max<std::size_t>(mostTargets, mesh.mNumAnimMeshes);
            if (mesh.mNumBones > 0 && skin == kNoSkin) {
                skin = skinned.size();
                skinned.push_back(&mesh);
            }
            places[place].skin = skin;
        }
    }
    targets.reserve(mostTargets);
    skins.reserve(skinned.size());
    for (const aiMesh* const mesh : skinned) {
        skins.push_back(makeSkin(*mesh, nodesByName, repairs));
        for (const SkinnedMesh::Bone& bone : skins.back().bones) {
            repairs.add(repair::kBoneWithoutParent, hasLostItsParent(bone) ? 1 : 0);
        }
    }
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        for (unsigned int j = 0; j < mesh.mNumAnimMeshes; ++j) {
            if (mesh.mAnimMeshes[j]->mNumVertices != mesh.mNumVertices) {
                repairs.add(repair::kAnimMeshIgnored);
            }
        }
    }
}

void PoseEvaluator::State::makeChannels(const NodesByName& nodesByName, Warnings& repairs) {
    animations.resize(scene.mNumAnimations);
    makeNodeChannels(nodesByName, repairs);
    makeMorphChannels(repairs);
}

void PoseEvaluator::State::makeNodeChannels(const NodesByName& nodesByName, Warnings& repairs) {
    std::vector<std::size_t> lastAnimationOfNode(nodes.size(), kNever);
    const bool isFbx = metadataText(scene, AI_METADATA_SOURCE_FORMAT) == "Autodesk FBX Importer";
    for (std::size_t number = 0; number < animations.size(); ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        std::vector<NodeChannel>& channels = animations[number].nodes;
        channels.reserve(animation.mNumChannels);
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            const aiNodeAnim& channel = *animation.mChannels[i];
            const auto node = nodesByName.find(nameOf(channel.mNodeName));
            if (node == nodesByName.end() || lastAnimationOfNode[node->second] == number) {
                repairs.add(repair::kChannelIgnored);
                continue;
            }
            lastAnimationOfNode[node->second] = number;
            if (isFbx && hasWideTurn(channel, ticksPerSecond(animation))) {
                repairs.add(repair::kCurveLost, 1, "\"" + std::string(nameOf(channel.mNodeName)) + "\"");
            }
            channels.emplace_back(channel, node->second, locals[node->second], repairs);
            if (channels.back().isEmpty()) {
                channels.pop_back();
            }
        }
    }
}

/// Whether different nodes have the name that the first node of these meshes has.
bool PoseEvaluator::State::haveNodesOfOneName(const std::vector<std::size_t>& members) const {
    const aiNode* const first = meshes[members.front()].node;
    const std::string_view name = nameOf(first->mName);
    return !name.empty() && std::any_of(members.begin(), members.end(), [&](std::size_t member) {
        const aiNode* const node = meshes[member].node;
        return node != first && nameOf(node->mName) == name;
    });
}

void PoseEvaluator::State::makeMorphChannels(Warnings& repairs) {
    MorphedByName morphed;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (meshes[i].mesh->mNumAnimMeshes > 0) {
            morphed.addNode(nameOf(meshes[i].node->mName), i);
            morphed.addMesh(nameOf(meshes[i].mesh->mName), i);
        }
    }
    std::vector<std::size_t> lastAnimationOfMesh(meshes.size(), kNever);
    for (std::size_t number = 0; number < animations.size(); ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        Channels& channels = animations[number];
        channels.morphs.reserve(animation.mNumMorphMeshChannels);
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[i];
            MorphedByName::Group* const group = morphed.find(nameOf(channel.mName));
            if (group == nullptr || group->lastAnimation == number) {
                repairs.add(repair::kChannelIgnored);
                continue;
            }
            if (group->lastAnimation == kNever && haveNodesOfOneName(group->members)) {
                repairs.add(repair::kNodesAmbiguous, 1, "\"" + std::string(nameOf(channel.mName)) + "\"");
            }
            group->lastAnimation = number;
            std::size_t targetCount = 0;
            for (const std::size_t mesh : group->members) {
                targetCount = std::max<std::size_t>(targetCount, meshes[mesh].mesh->mNumAnimMeshes);
                if (std::exchange(lastAnimationOfMesh[mesh], number) != number) {
                    channels.morphUses.push_back({mesh, channels.morphs.size()});
                }
            }
            channels.morphs.emplace_back(channel, targetCount, repairs);
        }
    }
}

void PoseEvaluator::State::findMirrored() {
    computeAll(nullptr, 0);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const Transform& global = globals[places[i].node];
        if (places[i].skin == kNoSkin) {
            meshes[i].isMirrored = determinant(global) < 0;
        } else {
            SkinnedMesh& skin = skins[places[i].skin];
            skin.transforms[0] = global;
            meshes[i].isMirrored = isMostlyMirrored(skin);
        }
    }
}

void PoseEvaluator::State::computeGlobals(const Channels* channels, double ticks) {
    globals = locals;
    if (channels != nullptr) {
        for (const NodeChannel& channel : channels->nodes) {
            globals[channel.node()] = channel.at(ticks);
        }
    }
    globals[0] = world * globals[0];
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        globals[i] = globals[nodes[i].parent] * globals[i];
    }
}

void PoseEvaluator::State::computeTransforms(SkinnedMesh& skin) const {
    for (std::size_t i = 0; i < skin.bones.size(); ++i) {
        const SkinnedMesh::Bone& bone = skin.bones[i];
        skin.transforms[i + 1] = globals[bone.node] * toTransform(*bone.offset);
        skin.normalTransforms[i + 1] = normalTransform(skin.transforms[i + 1]);
    }
}

void PoseEvaluator::State::computeAll(const Channels* channels, double ticks) {
    computeGlobals(channels, ticks);
    for (SkinnedMesh& skin : skins) {
        computeTransforms(skin);
    }
}

void PoseEvaluator::State::addTarget(const aiMesh& mesh, std::size_t index, double weight) {
    const aiAnimMesh& target = *mesh.mAnimMeshes[index];
    if (target.mNumVertices == mesh.mNumVertices) {
        targets.push_back({target.mVertices, target.mNormals, weight});
    }
}

void PoseEvaluator::State::findTargets(const PosedMesh& mesh, const MorphChannel* channel, double ticks) {
    targets.clear();
    const auto add = [&](std::size_t index, double weight) { addTarget(*mesh.mesh, index, weight); };
    if (channel != nullptr) {
        channel->forEachWeight(ticks, mesh.mesh->mNumAnimMeshes, add);
        return;
    }
    for (unsigned int i = 0; i < mesh.mesh->mNumAnimMeshes; ++i) {
        const float weight = mesh.mesh->mAnimMeshes[i]->mWeight;
        if (weight != 0 && std::isfinite(weight) && !(ignoresWeightsOfOne && weight == 1)) {
            add(i, static_cast<double>(weight));
        }
    }
}

void PoseEvaluator::State::poseMesh(std::size_t index, float* positions, float* normals) {
    const aiMesh& mesh = *meshes[index].mesh;
    const Transform& global = globals[places[index].node];
    const aiMatrix3x3t<double> normalGlobal = normalTransform(global);
    SkinnedMesh* const skin = places[index].skin == kNoSkin ? nullptr : &skins[places[index].skin];
    if (skin != nullptr) {
        skin->transforms[0] = global;
        skin->normalTransforms[0] = normalGlobal;
    }
    const bool hasNormals = normals != nullptr && mesh.mNormals != nullptr;
    if (normals != nullptr && !hasNormals) {
        std::fill_n(normals, 3 * std::size_t{mesh.mNumVertices}, 0.0f);
    }
    const MorphedStream<&Target::positions> morphedPositions(mesh.mVertices, targets);
    const MorphedStream<&Target::normals> morphedNormals(mesh.mNormals, targets);
    // Without vertices, `positions` may be null, which memcpy does not allow.
    if (std::is_same_v<ai_real, float> && mesh.mNumVertices > 0 && skin == nullptr && global == Transform() &&
        morphedPositions.source() != nullptr && (!hasNormals || morphedNormals.source() != nullptr)) {
        // The node of an imported MD2 and the way back to the space of an MD2 cancel out.
        const std::size_t bytes = mesh.mNumVertices * sizeof(aiVector3D);
        std::memcpy(positions, static_cast<const void*>(morphedPositions.source()), bytes);
        if (hasNormals) {
            std::memcpy(normals, static_cast<const void*>(morphedNormals.source()), bytes);
        }
        return;
    }
    for (std::size_t vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
        const Transform* transform = &global;
        const aiMatrix3x3t<double>* ofNormal = &normalGlobal;
        Transform blended;
        aiMatrix3x3t<double> normalBlended;
        if (skin != nullptr) {
            const Influence* const first = skin->influences.data() + skin->firstInfluence[vertex];
            const Influence* const end = skin->influences.data() + skin->firstInfluence[vertex + 1];
            transform = &skin->transforms[first->transform];
            ofNormal = &skin->normalTransforms[first->transform];
            if (end - first > 1) {
                blended = *transform * first->weight;
                for (const Influence* influence = first + 1; influence != end; ++influence) {
                    addWeighted(blended, influence->weight, skin->transforms[influence->transform]);
                }
                transform = &blended;
                if (hasNormals) {
                    normalBlended = normalTransform(blended);
                    ofNormal = &normalBlended;
                }
            }
        }
        store(*transform * morphedPositions[vertex], positions);
        if (hasNormals) {
            store(*ofNormal * morphedNormals[vertex], normals);
        }
    }
}

Result<PoseEvaluator> PoseEvaluator::create(const aiScene& scene, Warnings& repairs, const Transform& world,
                                            PoseChoice choice) {
    auto state = std::make_unique<State>(scene, world);
    state->nodes = listNodes(*scene.mRootNode);
    for (const SceneNode& node : state->nodes) {
        state->locals.push_back(toTransform(node.node->mTransformation));
    }
    for (const NodeTransform& joined : joinedPivots(scene, state->nodes, repairs)) {
        state->locals[joined.node] = joined.transform;
    }
    if (auto error = state->listMeshes()) {
        return tl::unexpected(*error);
    }
    const NodesByName nodesByName = findNodes(scene, state->nodes, repairs);
    state->makeSkins(nodesByName, repairs);
    if (choice == PoseChoice::Animations) {
        state->makeChannels(nodesByName, repairs);
    }
    state->ignoresWeightsOfOne = hasPlaceholderWeights(scene);
    state->findMirrored();
    return PoseEvaluator(std::move(state));
}

PoseEvaluator::PoseEvaluator(std::unique_ptr<State> state) : state_(std::move(state)) {}
PoseEvaluator::PoseEvaluator(PoseEvaluator&& other) noexcept = default;
PoseEvaluator& PoseEvaluator::operator=(PoseEvaluator&& other) noexcept = default;
PoseEvaluator::~PoseEvaluator() = default;

void PoseEvaluator::setWorld(const Transform& world) {
    state_->world = world;
}

const std::vector<PosedMesh>& PoseEvaluator::meshes() const {
    return state_->meshes;
}

std::size_t PoseEvaluator::vertexCount() const {
    return state_->vertexCount;
}

void PoseEvaluator::evaluate(std::optional<std::size_t> animation, double ticks, float* positions,
                             float* normals) {
    const Channels* const channels = animation ? &state_->animations[*animation] : nullptr;
    state_->computeAll(channels, ticks);
    std::fill(state_->morphChannels.begin(), state_->morphChannels.end(), nullptr);
    if (channels != nullptr) {
        for (const MorphUse& use : channels->morphUses) {
            state_->morphChannels[use.mesh] = &channels->morphs[use.channel];
        }
    }
    for (std::size_t i = 0; i < state_->meshes.size(); ++i) {
        const PosedMesh& mesh = state_->meshes[i];
        const std::size_t first = 3 * mesh.firstVertex;
        state_->findTargets(mesh, state_->morphChannels[i], ticks);
        state_->poseMesh(i, positions + first, normals == nullptr ? nullptr : normals + first);
    }
}

void PoseEvaluator::evaluateFrame(std::size_t frame, float* positions, float* normals) {
    state_->computeAll(nullptr, 0);
    for (std::size_t i = 0; i < state_->meshes.size(); ++i) {
        const PosedMesh& mesh = state_->meshes[i];
        const std::size_t first = 3 * mesh.firstVertex;
        state_->targets.clear();
        if (mesh.mesh->mNumAnimMeshes > 0) {
            state_->addTarget(*mesh.mesh, frame, 1);
        }
        state_->poseMesh(i, positions + first, normals == nullptr ? nullptr : normals + first);
    }
}

bool PoseEvaluator::isConstant(std::size_t animation) const {
    const auto isConstantChannel = [](const auto& channel) { return channel.isConstant(); };
    const Channels& channels = state_->animations[animation];
    return std::all_of(channels.nodes.begin(), channels.nodes.end(), isConstantChannel) &&
           std::all_of(channels.morphs.begin(), channels.morphs.end(), isConstantChannel);
}

} // namespace assimp_md2
