// SPDX-License-Identifier: BSD-3-Clause
// What Assimp's glTF exporter lacks: the targets of aiAnimMesh and the animation of their weights; knows
// nothing of files.
#include "gltf/morphs.h"

#include "gltf/document.h"
#include "gltf/morph_channels.h"
#include "gltf/target_accessors.h"

#include <assimp/DefaultLogger.hpp>
#include <assimp/anim.h>
#include <assimp/mesh.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assimp_md2 {
namespace {

/// glTF's number for the type.
constexpr int kFloat = 5126;

/// A mesh of the scene and the primitive of the document that it has become.
struct Primitive {
    const aiMesh* mesh;
    Json* json;
};

/// A mesh of the document: Assimp makes one of all the meshes of a node.
struct MorphedMesh {
    std::vector<Primitive> primitives;
    /// For each target, its index in aiMesh::mAnimMeshes, in order. All primitives of a mesh must have
    /// equally many.
    std::vector<unsigned int> targets;
};

/// Finds each mesh again in the document. Assimp writes the meshes one after the other, each beginning with
/// its positions, so the order of these accessors is the order of the meshes, however they were merged.
std::vector<MorphedMesh> findMeshes(Document& document, const aiScene& scene) {
    struct Place {
        std::size_t accessor;
        std::size_t mesh;
        Json* json;
    };
    std::vector<Place> places;
    Json& root = document.json();
    const std::size_t meshCount = root.contains("meshes") ? root["meshes"].size() : 0;
    for (std::size_t i = 0; i < meshCount; ++i) {
        for (Json& primitive : root["meshes"][i]["primitives"]) {
            const Json& attributes = primitive["attributes"];
            if (attributes.contains("POSITION")) {
                places.push_back({attributes["POSITION"].get<std::size_t>(), i, &primitive});
            }
        }
    }
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.accessor < b.accessor; });

    std::vector<MorphedMesh> meshes(meshCount);
    auto place = places.begin();
    for (unsigned int i = 0; i < scene.mNumMeshes; ++i) {
        const aiMesh& mesh = *scene.mMeshes[i];
        // Newer versions leave out a mesh without faces, all leave out positions that are not there.
        const bool isHere = place != places.end() && mesh.mNumVertices > 0 &&
                            root["accessors"][place->accessor]["count"] == mesh.mNumVertices;
        if (!isHere && mesh.mNumVertices > 0 && mesh.mNumFaces > 0) {
            throw std::runtime_error("glTF: Assimp's exporter has written the meshes in an unknown order");
        }
        if (isHere) {
            meshes[place->mesh].primitives.push_back({&mesh, place->json});
            ++place;
        }
    }
    return meshes;
}

/// Post-processing may change a mesh without its targets; then they cannot be used.
bool isTarget(const aiMesh& mesh, unsigned int index) {
    return index < mesh.mNumAnimMeshes && mesh.mAnimMeshes[index] != nullptr &&
           mesh.mAnimMeshes[index]->mNumVertices == mesh.mNumVertices;
}

void selectTargets(std::vector<MorphedMesh>& meshes) {
    std::size_t left = 0;
    for (MorphedMesh& mesh : meshes) {
        std::set<unsigned int> targets;
        for (const Primitive& primitive : mesh.primitives) {
            for (unsigned int i = 0; i < primitive.mesh->mNumAnimMeshes; ++i) {
                if (isTarget(*primitive.mesh, i)) {
                    targets.insert(i);
                } else {
                    ++left;
                }
            }
        }
        mesh.targets.assign(targets.begin(), targets.end());
    }
    if (left > 0) {
        Assimp::DefaultLogger::get()->warn(
            ("glTF: left out " + std::to_string(left) +
             " morph targets whose number of vertices is not their mesh's; post-processing has changed it")
                .c_str());
    }
}

/// Every target has the same attributes: three.js takes the base itself for a difference that is missing.
void addTargets(TargetAccessors& accessors, const Primitive& primitive,
                const std::vector<unsigned int>& targets) {
    const aiMesh& mesh = *primitive.mesh;
    accessors.reserve(2 * targets.size() * mesh.mNumVertices);
    std::vector<std::optional<std::size_t>> positions;
    std::vector<std::optional<std::size_t>> normals;
    for (const unsigned int index : targets) {
        const aiAnimMesh* target = isTarget(mesh, index) ? mesh.mAnimMeshes[index] : nullptr;
        positions.push_back(target
                                ? accessors.addPositions(target->mVertices, mesh.mVertices, mesh.mNumVertices)
                                : std::nullopt);
        normals.push_back(target ? accessors.addNormals(target->mNormals, mesh.mNormals, mesh.mNumVertices)
                                 : std::nullopt);
    }
    const bool hasNormals =
        std::any_of(normals.begin(), normals.end(), [](const auto& normal) { return normal.has_value(); });
    const auto orStill = [&](const std::optional<std::size_t>& accessor) {
        return accessor ? *accessor : accessors.still(mesh.mNumVertices);
    };
    Json& json = (*primitive.json)["targets"] = Json::array();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        Json target = {{"POSITION", orStill(positions[i])}};
        if (hasNormals) {
            target["NORMAL"] = orStill(normals[i]);
        }
        json.push_back(std::move(target));
    }
}

/// The first of the primitives that has the target speaks for all, as they are one mesh here.
const aiAnimMesh& representative(const MorphedMesh& mesh, unsigned int target) {
    const auto found =
        std::find_if(mesh.primitives.begin(), mesh.primitives.end(),
                     [target](const Primitive& primitive) { return isTarget(*primitive.mesh, target); });
    return *found->mesh->mAnimMeshes[target];
}

void addNamesAndWeights(Json& json, const MorphedMesh& mesh) {
    std::vector<std::string> names;
    std::vector<float> weights;
    for (const unsigned int target : mesh.targets) {
        names.emplace_back(representative(mesh, target).mName.C_Str());
        weights.push_back(representative(mesh, target).mWeight);
    }
    if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); })) {
        json["extras"]["targetNames"] = names;
    }
    if (std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0; })) {
        json["weights"] = weights;
    }
}

/// Animations repeat the same times and the same weights; each list is written once.
class FloatWriter {
public:
    explicit FloatWriter(Document& document) : document_(document) {}

    std::size_t add(const std::vector<float>& values, bool withRange) {
        const auto known = known_.find({withRange, values});
        if (known != known_.end()) {
            return known->second;
        }
        if (view_ == nullptr) {
            view_ = &document_.addView();
        }
        Json accessor = {{"bufferView", view_->index},
                         {"byteOffset", view_->bytes.size()},
                         {"componentType", kFloat},
                         {"count", values.size()},
                         {"type", "SCALAR"}};
        if (withRange) {
            accessor["min"] = {*std::min_element(values.begin(), values.end())};
            accessor["max"] = {*std::max_element(values.begin(), values.end())};
        }
        append(view_->bytes, values.data(), values.size() * sizeof(float));
        return known_[{withRange, values}] = document_.addAccessor(std::move(accessor));
    }

private:
    Document& document_;
    GrowingView* view_ = nullptr;
    std::map<std::pair<bool, std::vector<float>>, std::size_t> known_;
};

struct WeightKeys {
    std::vector<float> times;
    /// For each time, one weight for each target.
    std::vector<float> weights;
};

/// glTF's times are seconds, growing from key to key. A target that a key does not list weighs 0.
WeightKeys weightKeys(const aiMeshMorphAnim& channel, double ticks,
                      const std::vector<unsigned int>& targets) {
    WeightKeys keys;
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        const auto time = static_cast<float>(key.mTime / ticks);
        const bool isLater = keys.times.empty() ? time >= 0 : time > keys.times.back();
        if (!isLater || !std::isfinite(time)) {
            continue;
        }
        const std::size_t begin = keys.weights.size();
        keys.times.push_back(time);
        keys.weights.resize(begin + targets.size());
        for (unsigned int j = 0; j < key.mNumValuesAndWeights; ++j) {
            const auto target = std::lower_bound(targets.begin(), targets.end(), key.mValues[j]);
            const auto weight = static_cast<float>(key.mWeights[j]);
            if (target != targets.end() && *target == key.mValues[j] && std::isfinite(weight)) {
                keys.weights[begin + static_cast<std::size_t>(target - targets.begin())] = weight;
            }
        }
    }
    return keys;
}

void addChannel(Json& animation, FloatWriter& writer, const WeightKeys& keys, std::size_t node) {
    Json& samplers = animation["samplers"];
    samplers.push_back({{"input", writer.add(keys.times, true)},
                        {"interpolation", "LINEAR"},
                        {"output", writer.add(keys.weights, false)}});
    animation["channels"].push_back(
        {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", "weights"}}}});
}

void addWeightAnimations(Document& document, const aiScene& scene, const std::vector<MorphedMesh>& meshes) {
    const std::vector<const aiNode*> nodes = allNodes(scene);
    Json& root = document.json();
    FloatWriter writer(document);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        std::vector<bool> isAnimated(nodes.size());
        for (unsigned int c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[c];
            for (const std::size_t node : nodesOfChannel(scene, nodes, channel.mName.C_Str())) {
                const Json& json = root["nodes"].at(node);
                if (isAnimated[node] || !json.contains("mesh")) {
                    continue;
                }
                const MorphedMesh& mesh = meshes.at(json["mesh"].get<std::size_t>());
                if (mesh.targets.empty()) {
                    continue;
                }
                const WeightKeys keys = weightKeys(channel, animation.mTicksPerSecond, mesh.targets);
                if (!keys.times.empty()) {
                    isAnimated[node] = true;
                    addChannel(root["animations"].at(i), writer, keys, node);
                }
            }
        }
    }
}

/// glTF has no animation without channels.
void removeEmptyAnimations(Json& root) {
    if (!root.contains("animations")) {
        return;
    }
    Json kept = Json::array();
    for (Json& animation : root["animations"]) {
        if (!animation["channels"].empty()) {
            kept.push_back(std::move(animation));
        }
    }
    if (kept.empty()) {
        root.erase("animations");
    } else {
        root["animations"] = std::move(kept);
    }
}

/// Assimp's exporter leaves the root its matrix, but glTF animates only nodes without one.
void replaceAnimatedMatrices(Json& root, const aiScene& scene) {
    const std::vector<const aiNode*> nodes = allNodes(scene);
    for (const Json& animation : root.value("animations", Json::array())) {
        for (const Json& channel : animation["channels"]) {
            const Json& target = channel["target"];
            const std::size_t index = target["node"].get<std::size_t>();
            Json& node = root["nodes"].at(index);
            if (target["path"] == "weights" || !node.contains("matrix")) {
                continue;
            }
            aiVector3D scaling;
            aiVector3D position;
            aiQuaternion rotation;
            nodes.at(index)->mTransformation.Decompose(scaling, rotation, position);
            node.erase("matrix");
            node["translation"] = {position.x, position.y, position.z};
            node["rotation"] = {rotation.x, rotation.y, rotation.z, rotation.w};
            node["scale"] = {scaling.x, scaling.y, scaling.z};
        }
    }
}

} // namespace

void addMorphs(Document& document, const aiScene& scene, const std::vector<std::string>& names) {
    std::vector<MorphedMesh> meshes = findMeshes(document, scene);
    selectTargets(meshes);
    addWeightAnimations(document, scene, meshes);
    for (std::size_t i = 0; i < names.size(); ++i) {
        document.json()["animations"].at(i)["name"] = names[i];
    }
    removeEmptyAnimations(document.json());
    replaceAnimatedMatrices(document.json(), scene);

    // The largest part comes last: Assimp's blobs move all that they hold when they grow.
    TargetAccessors accessors(document);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (meshes[i].targets.empty()) {
            continue;
        }
        for (const Primitive& primitive : meshes[i].primitives) {
            addTargets(accessors, primitive, meshes[i].targets);
        }
        addNamesAndWeights(document.json()["meshes"][i], meshes[i]);
    }
}

} // namespace assimp_md2
