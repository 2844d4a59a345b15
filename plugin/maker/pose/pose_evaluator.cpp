// SPDX-License-Identifier: BSD-3-Clause
#include "maker/pose/pose_evaluator.h"

#include "gltf/scene/imported_scene.h"
#include "gltf/scene/usable_parts.h"
#include "importer/base/finite.h"
#include "maker/pose/pivots.h"
#include "maker/pose/repairs.h"

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_set>
#include <utility>

namespace assimp_md2::inner {
namespace {

/// Whether the importer of the scene may have written a wrong weight of 1 into anim meshes. Assimp's FBX
/// importer does so for blend shape channels with a single shape, Assimp's Collada importer in place of 0.
bool hasPlaceholderWeights(const aiScene& scene) {
    return importerOf(scene) == kFbxImporter || importerOf(scene) == "Collada Importer";
}

/// Whether a channel turns by more than 30 degrees from one key to the next in more than a tenth of a second.
bool hasWideTurn(const aiNodeAnim& channel, double ticksPerSecond) {
    constexpr double kLongestStep = 0.1;
    constexpr double kCosineOfHalfAngle = 0.9659;
    const aiQuatKey* const first = channel.mRotationKeys;
    const aiQuatKey* const end = first + channel.mNumRotationKeys;
    const auto isWide = [&](const aiQuatKey& before, const aiQuatKey& after) {
        return after.mTime - before.mTime > kLongestStep * ticksPerSecond &&
               std::abs(dot(toQuaternion(before.mValue), toQuaternion(after.mValue))) < kCosineOfHalfAngle;
    };
    return std::adjacent_find(first, end, isWide) != end;
}

/// The node of each name. If several nodes have the name of a bone, as in many files of Blender, the one
/// without a mesh is the bone; of those, one whose parent or child is a bone as well. A channel of any other
/// name moves the first node of this name, which is right if the others are below it, as FBX has them.
///
/// \param repairs receives kNodesAmbiguous
std::unordered_map<std::string_view, std::size_t>
findNodes(const aiScene& scene, const std::vector<SceneNode>& nodes, Warnings& repairs) {
    std::unordered_set<std::string_view> bones;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        for (unsigned int j = 0; j < mesh.mNumBones; ++j) {
            bones.insert(mesh.mBones[j]->mName.C_Str());
        }
    }
    const std::unordered_set<std::string_view> moved = movedNames(scene);
    const auto isBone = [&](const aiNode* node) {
        return node->mNumMeshes == 0 && bones.count(node->mName.C_Str()) > 0;
    };
    // 1 for a bone, 2 for a bone whose parent or child is a bone. In advance, since thousands of nodes may
    // have one name and one parent.
    std::vector<int> scores;
    for (const auto& [node, parent, end] : nodes) {
        const bool isBesideBone = (node != nodes[parent].node && isBone(nodes[parent].node)) ||
                                  std::any_of(node->mChildren, node->mChildren + node->mNumChildren, isBone);
        scores.push_back(!isBone(node) ? 0 : isBesideBone ? 2 : 1);
    }
    std::unordered_map<std::string_view, std::size_t> found;
    std::set<std::string_view> ambiguous; // sorted, so that the example of the warning is always the same
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string_view name = nodes[i].node->mName.C_Str();
        if (name.empty()) {
            continue;
        }
        const auto [entry, isNew] = found.emplace(name, i);
        const int gain = isNew ? 0 : scores[i] - scores[entry->second];
        if (gain > 0) {
            ambiguous.erase(name);
            entry->second = i;
        } else if (!isNew && gain == 0 && moved.count(name) > 0 && i >= nodes[entry->second].end) {
            ambiguous.insert(name);
        }
    }
    if (!ambiguous.empty()) {
        repairs.add(repair::kNodesAmbiguous, ambiguous.size(), "\"" + std::string(*ambiguous.begin()) + "\"");
    }
    return found;
}

void store(const DoubleVector& vector, float*& to) {
    *to++ = static_cast<float>(vector.x);
    *to++ = static_cast<float>(vector.y);
    *to++ = static_cast<float>(vector.z);
}

/// For each vertex the one whose weights it has. A vertex that lacks weights has those of the nearest one.
std::vector<std::size_t> sourcesOfWeights(const aiMesh& mesh, const std::vector<bool>& lacks) {
    std::uint64_t comparisonsLeft = 1'000'000'000; // so that no mesh takes minutes
    std::vector<std::size_t> sources(lacks.size());
    std::iota(sources.begin(), sources.end(), std::size_t{0});
    for (std::size_t i = 0; i < lacks.size(); ++i) {
        ai_real nearest = std::numeric_limits<ai_real>::infinity();
        for (std::size_t k = 0; lacks[i] && k < lacks.size() && comparisonsLeft > 0; ++k, --comparisonsLeft) {
            const ai_real distance = (mesh.mVertices[i] - mesh.mVertices[k]).SquareLength();
            if (!lacks[k] && distance < nearest) {
                nearest = distance;
                sources[i] = k;
            }
        }
    }
    return sources;
}

} // namespace

PoseEvaluator::Skin::Skin(const aiMesh& mesh, const NodesByName& nodesByName, bool isGltf,
                          Warnings& repairs) {
    std::vector<std::vector<Influence>> lists(mesh.mNumVertices);
    std::vector<bool> lacks(mesh.mNumVertices, isGltf);
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        const auto node = nodesByName.find(bone.mName.C_Str());
        const bool hasNode = node != nodesByName.end();
        if (hasNode) {
            bones.push_back({node->second, &bone.mOffsetMatrix});
        }
        repairs.add(repair::kBoneWithoutNode, hasNode ? 0 : 1);
        const std::size_t placement = hasNode ? bones.size() : 0;
        for (unsigned int k = 0; k < bone.mNumWeights; ++k) {
            const auto& [vertex, weight] = bone.mWeights[k];
            if (isWeight(bone.mWeights[k], mesh)) {
                lists[vertex].push_back({placement, static_cast<double>(weight)});
            } else if (vertex < lacks.size() && isNan(weight)) {
                lacks[vertex] = true;
            }
        }
    }
    std::transform(lacks.begin(), lacks.end(), lists.begin(), lacks.begin(),
                   [](bool isLacking, const auto& list) { return isLacking && list.empty(); });
    const std::vector<std::size_t> sources = sourcesOfWeights(mesh, lacks);
    for (std::size_t vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
        repairs.add(repair::kBoneWeightLacks, sources[vertex] != vertex ? 1 : 0);
        std::vector<Influence>& list = lists[sources[vertex]];
        if (list.empty()) {
            list.push_back({0, 1});
        }
        const double sum = std::accumulate(list.begin(), list.end(), 0.0,
                                           [](double all, const auto& one) { return all + one.weight; });
        firstInfluence.push_back(influences.size());
        for (const auto& [bone, weight] : list) {
            influences.push_back({bone, weight / sum});
        }
    }
    firstInfluence.push_back(influences.size());
    placements.resize(bones.size() + 1);
}

const PoseEvaluator::Placement& PoseEvaluator::Skin::placementOf(std::size_t vertex, bool hasNormals,
                                                                 Placement& blended) const {
    const Influence* const first = influences.data() + firstInfluence[vertex];
    const Influence* const end = influences.data() + firstInfluence[vertex + 1];
    if (end - first == 1) {
        return placements[first->placement];
    }
    blended.point = placements[first->placement].point * first->weight;
    for (const Influence* influence = first + 1; influence != end; ++influence) {
        blended.point = blended.point + placements[influence->placement].point * influence->weight;
    }
    if (hasNormals) {
        blended.normal = normalTransform(blended.point);
    }
    return blended;
}

bool PoseEvaluator::Skin::isMirrored() const {
    double sum = 0;
    for (const auto& [placement, weight] : influences) {
        sum += determinant(placements[placement].point) < 0 ? -weight : weight;
    }
    return sum < 0;
}

/// A position or a normal with its anim meshes.
DoubleVector PoseEvaluator::morphed(const aiVector3D* base, aiVector3D* aiAnimMesh::*vectors,
                                    std::size_t vertex) const {
    double weightOfBase = 1;
    DoubleVector sum;
    for (const auto& [mesh, weight] : targets_) {
        if (mesh->*vectors != nullptr) {
            weightOfBase -= weight;
            sum += weight * toVector((mesh->*vectors)[vertex]);
        }
    }
    return weightOfBase * toVector(base[vertex]) + sum;
}

void PoseEvaluator::listMeshes(const aiScene& scene, const NodesByName& nodesByName, Warnings& repairs) {
    std::size_t mostTargets = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const aiNode& node = *nodes_[i].node;
        for (unsigned int j = 0; j < node.mNumMeshes; ++j) {
            const aiMesh& mesh = *scene.mMeshes[node.mMeshes[j]];
            meshes_.push_back({&node, &mesh, vertexCount_, false});
            instances_.push_back({i, nullptr});
            vertexCount_ += mesh.mNumVertices;
            mostTargets = std::max<std::size_t>(mostTargets, mesh.mNumAnimMeshes);
        }
    }
    targets_.reserve(mostTargets);
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const aiMesh* const mesh = meshes_[i].mesh;
        if (mesh->mNumBones == 0) {
            continue;
        }
        auto skin = skins_.find(mesh);
        if (skin == skins_.end()) {
            skin = skins_.emplace(mesh, Skin(*mesh, nodesByName, isImportedGltf(scene), repairs)).first;
            const auto lost = std::count_if(skin->second.bones.begin(), skin->second.bones.end(),
                                            [&](const Skin::Bone& bone) { return hasLostItsParent(bone); });
            repairs.add(repair::kBoneWithoutParent, static_cast<std::uint64_t>(lost));
        }
        instances_[i].skin = &skin->second;
    }
}

/// Whether Assimp before version 5.3 has put the bone of a Half-Life model beside its parent. The root bones
/// of such a model are below this node, so their own transformation is that of the bind pose.
bool PoseEvaluator::hasLostItsParent(const Skin::Bone& bone) const {
    const Transform bound = locals_[bone.node] * toTransform(*bone.offset);
    constexpr double kTolerance = 1e-3;
    return nodes_[nodes_[bone.node].parent].node->mName.C_Str() == std::string_view("<MDL_bones>") &&
           !bound.Equal(Transform(), kTolerance);
}

void PoseEvaluator::readNodeChannels(const aiScene& scene, const NodesByName& nodesByName,
                                     Warnings& repairs) {
    const bool isFbx = importerOf(scene) == kFbxImporter;
    std::unordered_map<std::string_view, std::size_t>
        first; // node of each name, which aiNode::FindNode finds
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        first.emplace(nodes_[i].node->mName.C_Str(), i);
    }
    for (std::size_t number = 0; number < animations_.size(); ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        std::unordered_set<std::size_t> moved;
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            const aiNodeAnim& channel = *animation.mChannels[i];
            const auto node = nodesByName.find(channel.mNodeName.C_Str());
            if (node == nodesByName.end() || !moved.insert(node->second).second) {
                continue;
            }
            if (isFbx && hasWideTurn(channel, ticksPerSecond(animation))) {
                repairs.add(repair::kCurveLost, 1, "\"" + std::string(channel.mNodeName.C_Str()) + "\"");
            }
            NodeChannel read(channel, node->second, locals_[node->second]);
            if (const std::size_t other = first.at(node->first); other != node->second) {
                read.leaveOutCopiesOf(locals_[other]);
            }
            if (!read.isEmpty()) {
                animations_[number].nodes.push_back(std::move(read));
            }
        }
    }
}

void PoseEvaluator::readMorphChannels(const aiScene& scene) {
    MorphedByName morphed;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        if (meshes_[i].mesh->mNumAnimMeshes > 0) {
            morphed.addNode(meshes_[i].node->mName.C_Str(), i);
            morphed.addMesh(meshes_[i].mesh->mName.C_Str(), i);
        }
    }
    for (std::size_t number = 0; number < animations_.size(); ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        std::unordered_set<std::size_t> moved;
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[i];
            const MorphedByName::Members* const members = morphed.find(channel.mName.C_Str());
            std::size_t targetCount = 0;
            std::vector<std::size_t> meshes;
            for (std::size_t k = 0; members != nullptr && k < members->size(); ++k) {
                const std::size_t mesh = (*members)[k];
                targetCount = std::max<std::size_t>(targetCount, meshes_[mesh].mesh->mNumAnimMeshes);
                if (moved.insert(mesh).second) {
                    meshes.push_back(mesh);
                }
            }
            if (!meshes.empty()) {
                animations_[number].morphs.push_back({{channel, targetCount}, std::move(meshes)});
            }
        }
    }
}

void PoseEvaluator::placeNodesAndBones(const Pose& pose) {
    const Channels* const channels = pose.animation ? &animations_[*pose.animation] : nullptr;
    globals_ = locals_;
    for (MeshInstance& instance : instances_) {
        instance.channel = nullptr;
    }
    if (channels != nullptr) {
        for (const NodeChannel& channel : channels->nodes) {
            globals_[channel.node()] = channel.at(pose.ticks);
        }
        for (const MorphedMeshes& morphed : channels->morphs) {
            for (const std::size_t mesh : morphed.meshes) {
                instances_[mesh].channel = &morphed.channel;
            }
        }
    }
    Transform shift;
    globals_[0] = world_ * (Transform::Translation(pose.shift, shift) * globals_[0]);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        globals_[i] = globals_[nodes_[i].parent] * globals_[i];
    }
    for (auto& [mesh, skin] : skins_) {
        for (std::size_t i = 0; i < skin.bones.size(); ++i) {
            const auto& [node, offset] = skin.bones[i];
            const Transform moved = globals_[node] * toTransform(*offset);
            skin.placements[i + 1] = {moved, normalTransform(moved)};
        }
    }
}

void PoseEvaluator::addTarget(const aiMesh& mesh, std::size_t index, double weight) {
    if (index < mesh.mNumAnimMeshes && mesh.mAnimMeshes[index]->mNumVertices == mesh.mNumVertices) {
        targets_.push_back({mesh.mAnimMeshes[index], weight});
    }
}

void PoseEvaluator::findTargets(const aiMesh& mesh, const MorphChannel* channel, const Pose& pose) {
    if (pose.frame) {
        addTarget(mesh, *pose.frame, 1);
        return;
    }
    if (channel != nullptr) {
        channel->forEachWeight(pose.ticks,
                               [&](std::size_t index, double weight) { addTarget(mesh, index, weight); });
        return;
    }
    for (unsigned int i = 0; i < mesh.mNumAnimMeshes; ++i) {
        const float weight = mesh.mAnimMeshes[i]->mWeight;
        if (weight != 0 && isFinite(weight) && !(ignoresWeightsOfOne_ && weight == 1)) {
            addTarget(mesh, i, static_cast<double>(weight));
        }
    }
}

/// Uses the targets and forgets them.
void PoseEvaluator::poseMesh(std::size_t index, float* positions, float* normals) {
    const aiMesh& mesh = *meshes_[index].mesh;
    const Transform& global = globals_[instances_[index].node];
    const Placement ofNode{global, normalTransform(global)};
    Skin* const skin = instances_[index].skin;
    if (skin != nullptr) {
        skin->placements[0] = ofNode;
    }
    const bool hasNormals = normals != nullptr && mesh.mNormals != nullptr;
    if (normals != nullptr && !hasNormals) {
        std::fill_n(normals, 3 * std::size_t{mesh.mNumVertices}, 0.0f);
    }
    Placement blended;
    for (std::size_t vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
        const Placement& placement =
            skin == nullptr ? ofNode : skin->placementOf(vertex, hasNormals, blended);
        store(placement.point * morphed(mesh.mVertices, &aiAnimMesh::mVertices, vertex), positions);
        if (hasNormals) {
            store(placement.normal * morphed(mesh.mNormals, &aiAnimMesh::mNormals, vertex), normals);
        }
    }
    targets_.clear();
}

PoseEvaluator::PoseEvaluator(const aiScene& scene, Warnings& repairs, const Transform& world)
    : world_(world), nodes_(listNodes(*scene.mRootNode)), ignoresWeightsOfOne_(hasPlaceholderWeights(scene)) {
    for (const SceneNode& node : nodes_) {
        locals_.push_back(toTransform(node.node->mTransformation));
    }
    for (const NodeTransform& joined : joinedPivots(scene, nodes_)) {
        locals_[joined.node] = joined.transform;
    }
    const NodesByName nodesByName = findNodes(scene, nodes_, repairs);
    listMeshes(scene, nodesByName, repairs);
    animations_.resize(scene.mNumAnimations);
    readNodeChannels(scene, nodesByName, repairs);
    readMorphChannels(scene);
    placeNodesAndBones({});
    const bool keepsWinding = importerOf(scene) == kXImporter; // as Direct3D does
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const auto& [node, skin, channel] = instances_[i];
        const Transform& global = globals_[node];
        if (skin != nullptr) {
            skin->placements[0].point = global;
        }
        meshes_[i].isMirrored =
            !keepsWinding && (skin != nullptr ? skin->isMirrored() : determinant(global) < 0);
    }
}

void PoseEvaluator::evaluate(const Pose& pose, float* positions, float* normals) {
    placeNodesAndBones(pose);
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const std::size_t first = 3 * meshes_[i].firstVertex;
        findTargets(*meshes_[i].mesh, instances_[i].channel, pose);
        poseMesh(i, positions + first, normals == nullptr ? nullptr : normals + first);
    }
}

} // namespace assimp_md2::inner
