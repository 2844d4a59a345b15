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
#include <numeric>
#include <set>
#include <unordered_set>

namespace assimp_md2::inner {
namespace {

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

void store(const DoubleVector& vector, float*& to) {
    *to++ = static_cast<float>(vector.x);
    *to++ = static_cast<float>(vector.y);
    *to++ = static_cast<float>(vector.z);
}

} // namespace

/// If several nodes have the name of a bone, as in many files of Blender, the one without a mesh is the bone;
/// of those, one whose parent or child is a bone as well. A channel of any other name moves the first node of
/// this name, which is right if the others are below it, as FBX has them.
///
/// \param repairs receives kNodesAmbiguous
PoseEvaluator::NodesByName PoseEvaluator::findNodes(const aiScene& scene, Warnings& repairs) const {
    std::unordered_set<std::string_view> bones;
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        for (unsigned int j = 0; j < mesh.mNumBones; ++j) {
            bones.insert(mesh.mBones[j]->mName.C_Str());
        }
    }
    const std::unordered_set<std::string_view> moved = movedNames(scene);
    // 1 for a bone, 2 for a bone whose parent or child is a bone. In one pass, since thousands of nodes may
    // have one name and one parent.
    std::vector<int> scores(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const std::size_t parent = nodes_[i].parent;
        if (nodes_[i].node->mNumMeshes == 0 && bones.count(nodes_[i].node->mName.C_Str()) > 0) {
            const bool isBelowBone = i > 0 && scores[parent] > 0;
            scores[i] = isBelowBone ? 2 : 1;
            scores[parent] = isBelowBone ? 2 : scores[parent];
        }
    }
    NodesByName found;
    std::set<std::string_view> ambiguous; // sorted, so that the example of the warning is always the same
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const std::string_view name = nodes_[i].node->mName.C_Str();
        NamedNode& named = found.emplace(name, NamedNode{i, i}).first->second;
        const int gain = scores[i] - scores[named.moved];
        if (gain > 0) {
            ambiguous.erase(name);
            named.moved = i;
        } else if (gain == 0 && moved.count(name) > 0 && i >= nodes_[named.moved].end) {
            ambiguous.insert(name);
        }
    }
    found.erase("");
    ambiguous.erase("");
    if (!ambiguous.empty()) {
        repairs.add(repair::kNodesAmbiguous, ambiguous.size(), "\"" + std::string(*ambiguous.begin()) + "\"");
    }
    return found;
}

PoseEvaluator::Skin::Skin(const aiMesh& mesh, const NodesByName& nodesByName, bool isGltf, Warnings& repairs)
    : influences(mesh.mNumBones == 0 ? 0 : mesh.mNumVertices) {
    for (unsigned int i = 0; i < mesh.mNumBones; ++i) {
        const aiBone& bone = *mesh.mBones[i];
        std::size_t placement = 0;
        if (const auto node = nodesByName.find(bone.mName.C_Str()); node != nodesByName.end()) {
            bones.push_back({node->second.moved, &bone.mOffsetMatrix});
            placement = bones.size();
        }
        forEachWeight(mesh, bone, [&](unsigned int vertex, float weight) {
            influences[vertex].push_back({placement, static_cast<double>(weight)});
        });
    }
    placements.resize(bones.size() + 1);
    if (isGltf) {
        fillWeights(mesh, repairs);
    }
    for (std::vector<Influence>& list : influences) {
        const double sum = std::accumulate(list.begin(), list.end(), 0.0,
                                           [](double all, const auto& one) { return all + one.weight; });
        for (Influence& influence : list) {
            influence.weight /= sum;
        }
    }
}

/// Vertices without weights get those of the nearest one.
void PoseEvaluator::Skin::fillWeights(const aiMesh& mesh, Warnings& repairs) {
    std::vector<std::size_t> lacking;
    std::vector<std::size_t> weighted;
    for (std::size_t vertex = 0; vertex < influences.size(); ++vertex) {
        (influences[vertex].empty() ? lacking : weighted).push_back(vertex);
    }
    constexpr std::size_t kMostComparisons = 1'000'000'000; // so that no mesh takes minutes
    lacking.resize(weighted.empty() ? 0 : std::min(lacking.size(), kMostComparisons / weighted.size()));
    for (const std::size_t vertex : lacking) {
        const auto distance = [&](std::size_t other) {
            return (mesh.mVertices[vertex] - mesh.mVertices[other]).SquareLength();
        };
        influences[vertex] =
            influences[*std::min_element(weighted.begin(), weighted.end(), [&](std::size_t a, std::size_t b) {
                return distance(a) < distance(b);
            })];
    }
    repairs.add(repair::kBoneWeightLacks, lacking.size());
}

Transform PoseEvaluator::Skin::placementOf(std::size_t vertex) const {
    if (influences.empty() || influences[vertex].empty()) {
        return placements[0];
    }
    const std::vector<Influence>& list = influences[vertex];
    Transform blended = placements[list[0].placement] * list[0].weight;
    for (std::size_t i = 1; i < list.size(); ++i) {
        blended = blended + placements[list[i].placement] * list[i].weight;
    }
    return blended;
}

bool PoseEvaluator::Skin::isMirrored() const {
    const std::size_t vertexCount = std::max<std::size_t>(influences.size(), 1);
    std::size_t mirrored = 0;
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        mirrored += placementOf(vertex).Determinant() < 0 ? 1U : 0U;
    }
    return mirrored > vertexCount / 2;
}

/// A position or a normal with its anim meshes; 0 for a mesh without normals.
DoubleVector PoseEvaluator::morphed(const aiVector3D* base, const std::vector<Target>& targets,
                                    aiVector3D* aiAnimMesh::*vectors, std::size_t vertex) {
    double weightOfBase = 1;
    DoubleVector sum;
    for (const auto& [mesh, weight] : targets) {
        if (mesh->*vectors != nullptr) {
            weightOfBase -= weight;
            sum += weight * toVector((mesh->*vectors)[vertex]);
        }
    }
    return base == nullptr ? DoubleVector() : weightOfBase * toVector(base[vertex]) + sum;
}

void PoseEvaluator::listMeshes(const aiScene& scene, const NodesByName& nodesByName, Warnings& repairs) {
    const bool isGltf = isImportedGltf(scene);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const aiNode& node = *nodes_[i].node;
        for (unsigned int j = 0; j < node.mNumMeshes; ++j) {
            const aiMesh& mesh = *scene.mMeshes[node.mMeshes[j]];
            meshes_.push_back({&node, &mesh, i, vertexCount_, false});
            vertexCount_ += mesh.mNumVertices;
            skins_.try_emplace(&mesh, mesh, nodesByName, isGltf, repairs);
        }
    }
}

void PoseEvaluator::readNodeChannels(const aiScene& scene, const NodesByName& nodesByName,
                                     Warnings& repairs) {
    const bool isFbx = importerOf(scene) == kFbxImporter;
    for (std::size_t number = 0; number < scene.mNumAnimations; ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            const aiNodeAnim& channel = *animation.mChannels[i];
            const auto named = nodesByName.find(channel.mNodeName.C_Str());
            if (named == nodesByName.end()) {
                continue;
            }
            const auto& [first, node] = named->second;
            const bool isNew =
                animations_[number].nodes.try_emplace(node, channel, locals_[node], locals_[first]).second;
            if (isNew && isFbx && hasWideTurn(channel, ticksPerSecond(animation))) {
                repairs.add(repair::kCurveLost, 1, "\"" + std::string(channel.mNodeName.C_Str()) + "\"");
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
    for (std::size_t number = 0; number < scene.mNumAnimations; ++number) {
        const aiAnimation& animation = *scene.mAnimations[number];
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[i];
            const MorphedByName::Members* const members = morphed.find(channel.mName.C_Str());
            if (members == nullptr) {
                continue;
            }
            std::size_t targetCount = 0;
            for (const std::size_t mesh : *members) {
                targetCount = std::max<std::size_t>(targetCount, meshes_[mesh].mesh->mNumAnimMeshes);
            }
            const auto read = std::make_shared<const MorphTracks>(readMorphTracks(channel, targetCount));
            for (const std::size_t mesh : *members) {
                animations_[number].morphs.emplace(mesh, read);
            }
        }
    }
}

void PoseEvaluator::placeNodesAndBones(const Pose& pose) {
    globals_ = locals_;
    for (const auto& [node, channel] : channelsOf(pose).nodes) {
        globals_[node] = channel.at(pose.ticks);
    }
    Transform shift;
    globals_[0] = world_ * (Transform::Translation(pose.shift, shift) * globals_[0]);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        globals_[i] = globals_[nodes_[i].parent] * globals_[i];
    }
    for (auto& [mesh, skin] : skins_) {
        for (std::size_t i = 0; i < skin.bones.size(); ++i) {
            const auto& [node, offset] = skin.bones[i];
            skin.placements[i + 1] = globals_[node] * toTransform(*offset);
        }
    }
}

/// The skin of a mesh as one of its nodes places it.
const PoseEvaluator::Skin& PoseEvaluator::placedSkinOf(const PosedMesh& posed) {
    Skin& skin = skins_.at(posed.mesh);
    skin.placements[0] = globals_[posed.nodeIndex];
    return skin;
}

std::vector<PoseEvaluator::Target> PoseEvaluator::targetsOf(std::size_t mesh, const Pose& pose) const {
    const auto& morphs = channelsOf(pose).morphs;
    const auto channel = morphs.find(mesh);
    const aiMesh& base = *meshes_[mesh].mesh;
    std::vector<Target> targets;
    const auto add = [&](std::size_t target, double weight) {
        if (weight != 0 && isFinite(weight) && target < base.mNumAnimMeshes &&
            base.mAnimMeshes[target]->mNumVertices == base.mNumVertices) {
            targets.push_back({base.mAnimMeshes[target], weight});
        }
    };
    if (pose.frame) {
        add(*pose.frame, 1);
    } else if (channel != morphs.end()) {
        for (const auto& [target, keys] : *channel->second) {
            add(target, weightAt(keys, pose.ticks));
        }
    } else {
        for (unsigned int i = 0; i < base.mNumAnimMeshes; ++i) {
            const double own{base.mAnimMeshes[i]->mWeight};
            add(i, ignoresWeightsOfOne_ && own == 1 ? 0 : own);
        }
    }
    return targets;
}

PoseEvaluator::PoseEvaluator(const aiScene& scene, Warnings& repairs, const Transform& world)
    : world_(world)
    , nodes_(listNodes(*scene.mRootNode))
    , locals_(withJoinedPivots(scene, nodes_))
    , ignoresWeightsOfOne_(importerOf(scene) == kFbxImporter || importerOf(scene) == "Collada Importer") {
    const NodesByName nodesByName = findNodes(scene, repairs);
    listMeshes(scene, nodesByName, repairs);
    animations_.resize(scene.mNumAnimations + std::size_t{1});
    readNodeChannels(scene, nodesByName, repairs);
    readMorphChannels(scene);
    placeNodesAndBones({});
    const bool keepsWinding = importerOf(scene) == kXImporter; // as Direct3D does
    for (PosedMesh& posed : meshes_) {
        posed.isMirrored = !keepsWinding && placedSkinOf(posed).isMirrored();
    }
}

void PoseEvaluator::evaluate(const Pose& pose, float* positions, float* normals) {
    placeNodesAndBones(pose);
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const aiMesh& mesh = *meshes_[i].mesh;
        const Skin& skin = placedSkinOf(meshes_[i]);
        const std::vector<Target> targets = targetsOf(i, pose);
        Transform placement = skin.placements[0];
        aiMatrix3x3t<double> normalPlacement = normalTransform(placement);
        for (std::size_t vertex = 0; vertex < mesh.mNumVertices; ++vertex) {
            if (!skin.influences.empty()) {
                placement = skin.placementOf(vertex);
                normalPlacement = normals == nullptr ? normalPlacement : normalTransform(placement);
            }
            store(placement * morphed(mesh.mVertices, targets, &aiAnimMesh::mVertices, vertex), positions);
            if (normals != nullptr) {
                store(normalPlacement * morphed(mesh.mNormals, targets, &aiAnimMesh::mNormals, vertex),
                      normals);
            }
        }
    }
}

bool PoseEvaluator::isConstant(std::size_t animation) const {
    const auto& [nodes, morphs] = animations_[animation];
    return std::all_of(nodes.begin(), nodes.end(),
                       [](const auto& moved) { return moved.second.isConstant(); }) &&
           std::all_of(morphs.begin(), morphs.end(),
                       [](const auto& morphed) { return areConstant(*morphed.second); });
}

} // namespace assimp_md2::inner
