// SPDX-License-Identifier: BSD-3-Clause
// The animation of morph target weights, which Assimp's glTF exporter lacks; knows nothing of files.
#include "gltf/weight_animations.h"

#include "gltf/document.h"
#include "gltf/little_endian.h"
#include "gltf/morph_channels.h"

#include <assimp/anim.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

namespace assimp_md2 {
namespace {

Json newAccessor(const GrowingView& view, std::size_t byteOffset, std::size_t count, const char* type) {
    return {{"bufferView", view.index()},
            {"byteOffset", byteOffset},
            {"componentType", kFloat},
            {"count", count},
            {"type", type}};
}

void addFloats(GrowingView& view, const std::vector<float>& values) {
    std::uint8_t* to = view.add(values.size() * sizeof(float));
    for (const float value : values) {
        store(to, value);
        to += sizeof(float);
    }
}

/// The keys of a morph channel in glTF's terms. Times are seconds, growing from key to key.
struct Keys {
    std::vector<float> times;
    std::vector<const aiMeshMorphKey*> keys; ///< for each time
};

Keys keysOf(const aiMeshMorphAnim& channel, double ticksPerSecond) {
    Keys result;
    for (unsigned int i = 0; i < channel.mNumKeys; ++i) {
        const aiMeshMorphKey& key = channel.mKeys[i];
        const auto time = static_cast<float>(key.mTime / ticksPerSecond);
        const bool isLater = result.times.empty() ? time >= 0 : time > result.times.back();
        if (isLater && std::isfinite(time)) {
            result.times.push_back(time);
            result.keys.push_back(&key);
        }
    }
    return result;
}

/// Writes a weight for each of `targets` to `weights`. A target that the key does not list weighs 0.
void readWeights(const aiMeshMorphKey& key, const std::vector<unsigned int>& targets,
                 std::vector<float>& weights) {
    std::fill(weights.begin(), weights.end(), 0.0f);
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        // Most keys list all targets in order.
        const bool isInOrder = i < targets.size() && targets[i] == key.mValues[i];
        const auto target = isInOrder ? targets.begin() + static_cast<std::ptrdiff_t>(i)
                                      : std::lower_bound(targets.begin(), targets.end(), key.mValues[i]);
        const auto weight = static_cast<float>(key.mWeights[i]);
        if (target != targets.end() && *target == key.mValues[i] && std::isfinite(weight)) {
            weights[static_cast<std::size_t>(target - targets.begin())] = weight;
        }
    }
}

/// The target that weighs 1 where all others weigh 0.
std::optional<std::size_t> onlyTarget(const std::vector<float>& weights) {
    const auto first = std::find_if(weights.begin(), weights.end(), [](float weight) { return weight != 0; });
    const bool isOnly = first != weights.end() && *first == 1 &&
                        std::all_of(first + 1, weights.end(), [](float weight) { return weight == 0; });
    return isOnly ? std::optional(static_cast<std::size_t>(first - weights.begin())) : std::nullopt;
}

/// Writes the weights of keys. Where every key shows one target, and each the next (a clip of an MD2), or
/// each the same (a clip of one frame), the weights of all keys in a row are ones at equal distances with
/// zeros between, as for three targets: 1 0 0, 0 1 0, 0 0 1. The weights of all such clips are parts of one
/// long sequence, and their accessors share its bytes.
class WeightWriter {
public:
    explicit WeightWriter(Document& document) : document_(document) {}

    std::size_t add(const Keys& keys, const std::vector<unsigned int>& targets) {
        const std::size_t count = keys.keys.size() * targets.size();
        if (const auto sequence = sequenceOf(keys, targets)) {
            return addShared(*sequence, targets.size(), count);
        }
        if (view_ == nullptr) {
            view_ = &document_.addView();
        }
        const std::size_t offset = view_->size();
        std::uint8_t* to = view_->add(count * sizeof(float));
        std::vector<float> weights(targets.size());
        for (const aiMeshMorphKey* const key : keys.keys) {
            readWeights(*key, targets, weights);
            for (const float weight : weights) {
                store(to, weight);
                to += sizeof(float);
            }
        }
        return document_.addAccessor(newAccessor(*view_, offset, count, "SCALAR"));
    }

private:
    struct Sequence {
        std::size_t firstTarget;
        std::size_t step; ///< targets from key to key: 0 or 1
    };

    static std::optional<Sequence> sequenceOf(const Keys& keys, const std::vector<unsigned int>& targets) {
        std::vector<float> weights(targets.size());
        Sequence sequence{0, 1};
        for (std::size_t i = 0; i < keys.keys.size(); ++i) {
            readWeights(*keys.keys[i], targets, weights);
            const std::optional<std::size_t> target = onlyTarget(weights);
            if (i == 0 && target) {
                sequence.firstTarget = *target;
            } else if (i == 1 && target == sequence.firstTarget) {
                sequence.step = 0;
            }
            if (!target || *target != sequence.firstTarget + i * sequence.step) {
                return std::nullopt;
            }
        }
        return sequence;
    }

    std::size_t addShared(const Sequence& sequence, std::size_t targetCount, std::size_t count) {
        const std::size_t period = targetCount + sequence.step;
        GrowingView*& view = sequences_[period];
        if (view == nullptr) {
            view = &document_.addView();
        }
        const std::size_t begin = (period - sequence.firstTarget) % period;
        const std::size_t known = view->size() / sizeof(float);
        if (begin + count > known) {
            const std::size_t added = begin + count - known;
            std::uint8_t* const to = view->add(added * sizeof(float));
            std::memset(to, 0, added * sizeof(float));
            for (std::size_t i = (period - known % period) % period; i < added; i += period) {
                store(to + i * sizeof(float), 1.0f);
            }
        }
        return document_.addAccessor(newAccessor(*view, begin * sizeof(float), count, "SCALAR"));
    }

    Document& document_;
    GrowingView* view_ = nullptr;
    std::map<std::size_t, GrowingView*> sequences_; ///< by the distance between ones
};

/// Writes the times of keys, equal ones once.
class TimeWriter {
public:
    explicit TimeWriter(Document& document) : document_(document) {}

    std::size_t add(const std::vector<float>& times) {
        const auto [accessor, isNew] = known_.try_emplace(times);
        if (isNew) {
            if (view_ == nullptr) {
                view_ = &document_.addView();
            }
            Json json = newAccessor(*view_, view_->size(), times.size(), "SCALAR");
            json["min"] = {times.front()};
            json["max"] = {times.back()};
            addFloats(*view_, times);
            accessor->second = document_.addAccessor(std::move(json));
        }
        return accessor->second;
    }

private:
    Document& document_;
    GrowingView* view_ = nullptr;
    std::map<std::vector<float>, std::size_t> known_;
};

void addChannel(Json& animation, std::size_t input, std::size_t output, std::size_t node, const char* path) {
    Json& samplers = animation["samplers"];
    samplers.push_back({{"input", input}, {"interpolation", "LINEAR"}, {"output", output}});
    animation["channels"].push_back(
        {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
}

/// What a glTF animation needs to be valid when nothing moves in it: a channel that leaves the root node
/// where it is. Without the animation the others would have new indices.
void addRestingChannel(Document& document, Json& animation, TimeWriter& times, const aiNode& root) {
    aiVector3D scaling;
    aiVector3D position;
    aiQuaternion rotation;
    root.mTransformation.Decompose(scaling, rotation, position);
    GrowingView& view = document.addView();
    addFloats(view, {static_cast<float>(position.x), static_cast<float>(position.y),
                     static_cast<float>(position.z)});
    const std::size_t output = document.addAccessor(newAccessor(view, 0, 1, "VEC3"));
    addChannel(animation, times.add({0}), output, 0, "translation");
}

/// Assimp's exporter writes the root's matrix, but glTF animates only nodes without one.
void replaceAnimatedMatrices(Json& root, const std::vector<const aiNode*>& nodes) {
    for (const Json& animation : root["animations"]) {
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

void addWeightAnimations(Document& document, aiScene& scene, const std::vector<MorphedMesh>& meshes,
                         const std::vector<std::string>& animationNames) {
    if (scene.mNumAnimations == 0) {
        return;
    }
    const std::vector<const aiNode*> nodes = allNodes(scene);
    Json& root = document.json();
    TimeWriter times(document);
    WeightWriter weights(document);
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        const aiAnimation& animation = *scene.mAnimations[i];
        Json& json = root["animations"].at(i);
        json["name"] = animationNames[i];
        std::vector<bool> isAnimated(nodes.size());
        for (unsigned int c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[c];
            const Keys keys = keysOf(channel, animation.mTicksPerSecond);
            std::map<const MorphedMesh*, std::size_t> outputs; // several nodes may have one mesh
            for (const std::size_t node : nodesOfChannel(scene, nodes, channel.mName.C_Str())) {
                const Json& nodeJson = root["nodes"].at(node);
                if (isAnimated[node] || keys.keys.empty() || !nodeJson.contains("mesh")) {
                    continue;
                }
                const MorphedMesh& mesh = meshes.at(nodeJson["mesh"].get<std::size_t>());
                if (mesh.targets.empty()) {
                    continue;
                }
                const auto [output, isNew] = outputs.try_emplace(&mesh);
                if (isNew) {
                    output->second = weights.add(keys, mesh.targets);
                }
                isAnimated[node] = true;
                addChannel(json, times.add(keys.times), output->second, node, "weights");
            }
            delete[] channel.mKeys;
            channel.mKeys = nullptr;
            channel.mNumKeys = 0;
        }
        if (json["channels"].empty()) {
            addRestingChannel(document, json, times, *scene.mRootNode);
        }
    }
    replaceAnimatedMatrices(root, nodes);
}

} // namespace assimp_md2
