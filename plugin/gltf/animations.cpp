// SPDX-License-Identifier: BSD-3-Clause
// The animations of a scene: weights of morph targets, and translation, rotation and scale of nodes.
#include "gltf/animations.h"

#include "gltf/document.h"
#include "gltf/meshes.h"
#include "gltf/nodes.h"

#include <assimp/anim.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assimp_md2 {
namespace {

/// What Assimp's own viewer and samples assume for an animation without ticks per second.
constexpr double kDefaultTicksPerSecond = 25;

/// What a channel changes, and glTF's names for it.
enum Path : std::size_t { kTranslation, kRotation, kScale, kWeights };
constexpr const char* kPathNames[] = {"translation", "rotation", "scale", "weights"};
constexpr std::size_t kPathCount = 4;

bool isNear(const aiVector3D& a, const aiVector3D& b) {
    constexpr auto kTolerance = static_cast<ai_real>(1e-5);
    return (a - b).Length() <= kTolerance * (1 + b.Length());
}

/// A rotation and its negative are the same turn.
bool isNear(const aiQuaternion& a, const aiQuaternion& b) {
    return std::abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) > 1 - 1e-6;
}

template <typename Key, typename Value>
bool allAre(const Key* keys, unsigned int count, const Value& value) {
    return std::all_of(keys, keys + count, [&](const Key& key) { return isNear(key.mValue, value); });
}

/// Keys whose times grow, by their index.
struct Keys {
    std::vector<float> times; ///< seconds
    std::vector<unsigned int> indices;
};

template <typename Key>
Keys growingKeys(const Key* keys, unsigned int count, double ticksPerSecond) {
    Keys result;
    for (unsigned int i = 0; i < count; ++i) {
        const auto time = static_cast<float>(keys[i].mTime / ticksPerSecond);
        const bool isLater = result.times.empty() ? time >= 0 : time > result.times.back();
        if (isLater && std::isfinite(time)) {
            result.times.push_back(time);
            result.indices.push_back(i);
        }
    }
    return result;
}

/// Writes the times of keys, equal ones once.
class TimeWriter {
public:
    explicit TimeWriter(Document& document) : document_(document) {}

    std::size_t add(const std::vector<float>& times) {
        const auto known = known_.find(times);
        if (known != known_.end()) {
            return known->second;
        }
        document_.budget().take(2 * times.size() * sizeof(float) + 160);
        const Range range{{times.front()}, {times.back()}, 1};
        const std::size_t accessor = document_.addAccessor(
            Use::Times, times.size() * sizeof(float), {Component::Float, times.size(), "SCALAR", &range},
            [times](BlockWriter& writer) {
                writeElements(writer, times.size(), [&](std::size_t i) { return std::array{times[i]}; });
            });
        known_.emplace(times, accessor);
        return accessor;
    }

private:
    Document& document_;
    std::map<std::vector<float>, std::size_t> known_;
};

/// Writes a weight for each of `targets` to `weights`. A target that the key does not list weighs 0.
void readWeights(const aiMeshMorphKey& key, const std::vector<unsigned int>& targets,
                 std::vector<float>& weights) {
    std::fill(weights.begin(), weights.end(), 0.0f);
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        // Most keys list all targets in order.
        const bool isInOrder = i < targets.size() && targets[i] == key.mValues[i];
        const auto target = isInOrder ? targets.begin() + static_cast<std::ptrdiff_t>(i)
                                      : std::lower_bound(targets.begin(), targets.end(), key.mValues[i]);
        if (target != targets.end() && *target == key.mValues[i]) {
            weights[static_cast<std::size_t>(target - targets.begin())] = finite(key.mWeights[i]);
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

    /// \param channel and `targets` stay where they are until the document is written
    std::size_t add(const aiMeshMorphAnim& channel, const Keys& keys,
                    const std::vector<unsigned int>& targets) {
        const std::size_t count = keys.indices.size() * targets.size();
        if (const auto sequence = sequenceOf(channel, keys, targets)) {
            return addShared(*sequence, targets.size(), count);
        }
        document_.budget().take(keys.indices.size() * sizeof(unsigned int) + targets.size() * sizeof(float));
        const auto weights = std::make_shared<std::vector<float>>(targets.size());
        return document_.addAccessor(
            Use::Weights, count * sizeof(float), {Component::Float, count, "SCALAR"},
            [&channel, &targets, indices = keys.indices, weights](BlockWriter& writer) {
                for (const unsigned int index : indices) {
                    readWeights(channel.mKeys[index], targets, *weights);
                    writeElements(writer, weights->size(),
                                  [&](std::size_t i) { return std::array{(*weights)[i]}; });
                }
            });
    }

private:
    struct Sequence {
        std::size_t firstTarget;
        std::size_t step; ///< targets from key to key: 0 or 1
    };

    static std::optional<Sequence> sequenceOf(const aiMeshMorphAnim& channel, const Keys& keys,
                                              const std::vector<unsigned int>& targets) {
        std::vector<float> weights(targets.size());
        Sequence sequence{0, 1};
        for (std::size_t i = 0; i < keys.indices.size(); ++i) {
            readWeights(channel.mKeys[keys.indices[i]], targets, weights);
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
        BufferView*& view = sequences_[period];
        if (view == nullptr) {
            view = &document_.newView();
            document_.add(*view, 0, [view, period](BlockWriter& writer) {
                writeElements(writer, static_cast<std::size_t>(view->size() / sizeof(float)),
                              [&](std::size_t i) { return std::array{i % period == 0 ? 1.0f : 0.0f}; });
            });
        }
        const std::size_t begin = (period - sequence.firstTarget) % period;
        document_.growTo(*view, (begin + count) * sizeof(float));
        return document_.addAccessor(*view, begin * sizeof(float), {Component::Float, count, "SCALAR"});
    }

    Document& document_;
    std::map<std::size_t, BufferView*> sequences_; ///< by period
};

/// The animation that is being written.
class AnimationWriter {
public:
    AnimationWriter(Document& document, TimeWriter& times, std::vector<bool>& isAnimated)
        : document_(document), times_(times), isAnimated_(isAnimated), samplers_(document.budget()) {}

    void begin(const aiAnimation& animation) {
        document_.animations.begin();
        document_.animations.member("name", animation.mName.C_Str());
        document_.animations.open("channels", '[');
    }

    /// Whether no channel moves the path of the node yet: glTF allows one.
    bool isFree(std::size_t node, Path path) const { return taken_.count(node * kPathCount + path) == 0; }

    void add(const std::vector<float>& times, std::size_t output, std::size_t node, Path path) {
        document_.budget().take(64);
        taken_.insert(node * kPathCount + path);
        isAnimated_[node] = isAnimated_[node] || path != kWeights;
        samplers_.open('{');
        samplers_.member("input", times_.add(times));
        samplers_.member("interpolation", "LINEAR");
        samplers_.member("output", output);
        samplers_.close('}');
        JsonArray& json = document_.animations;
        json.open('{');
        json.member("sampler", samplerCount_++);
        json.open("target", '{');
        json.member("node", node);
        json.member("path", kPathNames[path]);
        json.close('}');
        json.close('}');
    }

    void end(const aiNode& root) {
        if (samplerCount_ == 0) {
            aiVector3D scaling;
            aiVector3D position;
            aiQuaternion rotation;
            root.mTransformation.Decompose(scaling, rotation, position);
            add({0}, addRest(finite(position)), 0, kTranslation);
        }
        document_.budget().giveBack(64 * taken_.size());
        document_.animations.close(']');
        document_.animations.open("samplers", '[');
        document_.animations.append(std::move(samplers_));
        document_.animations.close(']');
        document_.animations.end();
    }

private:
    std::size_t addRest(const Vector& position) {
        return document_.addAccessor(Use::Translations, sizeof(Vector), {Component::Float, 1, "VEC3"},
                                     [position](BlockWriter& writer) {
                                         writeElements(writer, 1, [&](std::size_t) { return position; });
                                     });
    }

    Document& document_;
    TimeWriter& times_;
    std::vector<bool>& isAnimated_;
    JsonText samplers_;
    std::size_t samplerCount_ = 0;
    std::unordered_set<std::size_t> taken_;
};

/// Writes the channels of all animations.
class ChannelWriter {
public:
    ChannelWriter(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes)
        : document_(document), nodes_(nodes), meshes_(meshes), times_(document), weights_(document) {
        document.budget().take(nodes.count() * 128);
        moves_.resize(nodes.count());
        isAnimated_.resize(nodes.count());
        for (std::size_t i = 0; i < nodes.count(); ++i) {
            const GltfMesh* const mesh = meshes.of(i);
            if (mesh != nullptr && !mesh->targets.empty()) {
                morphedByNode_[nodes.at(i).mName.C_Str()].push_back(i);
                std::unordered_set<std::string_view> names;
                for (unsigned int k = 0; k < nodes.at(i).mNumMeshes; ++k) {
                    const unsigned int index = nodes.at(i).mMeshes[k];
                    if (index < scene.mNumMeshes && scene.mMeshes[index]->mNumAnimMeshes > 0 &&
                        names.insert(scene.mMeshes[index]->mName.C_Str()).second) {
                        document.budget().take(96);
                        morphedByMesh_[scene.mMeshes[index]->mName.C_Str()].push_back(i);
                    }
                }
            }
        }
        for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
            findMoves(*scene.mAnimations[i]);
        }
    }

    void write(const aiAnimation& animation) {
        const double ticksPerSecond =
            animation.mTicksPerSecond > 0 ? animation.mTicksPerSecond : kDefaultTicksPerSecond;
        AnimationWriter writer(document_, times_, isAnimated_);
        writer.begin(animation);
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            const aiNodeAnim& channel = *animation.mChannels[i];
            if (const auto node = nodes_.find(channel.mNodeName.C_Str())) {
                const auto vectors = [](const aiVectorKey& key) { return finite(key.mValue); };
                const auto rotations = [](const aiQuatKey& key) { return unitQuaternion(key.mValue); };
                writePath(writer, *node, kTranslation, channel.mPositionKeys, channel.mNumPositionKeys,
                          ticksPerSecond, Use::Translations, "VEC3", vectors);
                writePath(writer, *node, kRotation, channel.mRotationKeys, channel.mNumRotationKeys,
                          ticksPerSecond, Use::Rotations, "VEC4", rotations);
                writePath(writer, *node, kScale, channel.mScalingKeys, channel.mNumScalingKeys,
                          ticksPerSecond, Use::Translations, "VEC3", vectors);
            }
        }
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            writeWeights(writer, *animation.mMorphMeshChannels[i], ticksPerSecond);
        }
        writer.end(nodes_.at(0));
    }

    std::vector<bool> isAnimated() && { return std::move(isAnimated_); }

private:
    /// Finds the paths that differ from the node's transformation in any animation.
    void findMoves(const aiAnimation& animation) {
        for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
            const aiNodeAnim& channel = *animation.mChannels[i];
            const auto number = nodes_.find(channel.mNodeName.C_Str());
            if (!number) {
                continue;
            }
            aiVector3D scaling;
            aiVector3D position;
            aiQuaternion rotation;
            nodes_.at(*number).mTransformation.Decompose(scaling, rotation, position);
            std::array<bool, kPathCount>& moves = moves_[*number];
            moves[kTranslation] =
                moves[kTranslation] || !allAre(channel.mPositionKeys, channel.mNumPositionKeys, position);
            moves[kRotation] =
                moves[kRotation] || !allAre(channel.mRotationKeys, channel.mNumRotationKeys, rotation);
            moves[kScale] = moves[kScale] || !allAre(channel.mScalingKeys, channel.mNumScalingKeys, scaling);
        }
    }

    template <typename Key, typename Get>
    void writePath(AnimationWriter& writer, std::size_t node, Path path, const Key* keys, unsigned int count,
                   double ticksPerSecond, Use use, const char* type, Get get) {
        if (!moves_[node][path] || !writer.isFree(node, path)) {
            return;
        }
        Keys growing = growingKeys(keys, count, ticksPerSecond);
        if (growing.times.empty() || !document_.budget().take(growing.times.size() * sizeof(unsigned int))) {
            return;
        }
        constexpr std::size_t kSize = sizeof(decltype(get(keys[0])));
        const std::size_t output = document_.addAccessor(
            use, growing.times.size() * kSize, {Component::Float, growing.times.size(), type},
            [keys, get, indices = std::move(growing.indices)](BlockWriter& to) {
                writeElements(to, indices.size(), [&](std::size_t i) { return get(keys[indices[i]]); });
            });
        writer.add(growing.times, output, node, path);
    }

    const std::vector<std::size_t>* morphedNodes(const std::string& name) const {
        const auto in = [](const auto& nodes, const std::string& key) {
            const auto found = nodes.find(key);
            return found == nodes.end() ? nullptr : &found->second;
        };
        if (name.empty()) {
            return nullptr;
        }
        if (const auto* const nodes = in(morphedByNode_, name)) {
            return nodes;
        }
        if (const auto* const nodes = in(morphedByNode_, name.substr(0, name.rfind('*')))) {
            return nodes;
        }
        return in(morphedByMesh_, name);
    }

    void writeWeights(AnimationWriter& writer, const aiMeshMorphAnim& channel, double ticksPerSecond) {
        const std::vector<std::size_t>* const nodes = morphedNodes(channel.mName.C_Str());
        const Keys keys = growingKeys(channel.mKeys, channel.mNumKeys, ticksPerSecond);
        if (nodes == nullptr || keys.times.empty()) {
            return;
        }
        std::map<const GltfMesh*, std::size_t> outputs; // several nodes may have one mesh
        for (const std::size_t node : *nodes) {
            const GltfMesh* const mesh = meshes_.of(node);
            if (writer.isFree(node, kWeights)) {
                const auto [output, isNew] = outputs.try_emplace(mesh);
                if (isNew) {
                    output->second = weights_.add(channel, keys, mesh->targets);
                }
                writer.add(keys.times, output->second, node, kWeights);
            }
        }
    }

    Document& document_;
    const Nodes& nodes_;
    const Meshes& meshes_;
    TimeWriter times_;
    WeightWriter weights_;
    std::vector<std::array<bool, kPathCount>> moves_;
    std::vector<bool> isAnimated_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> morphedByNode_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> morphedByMesh_;
};

} // namespace

std::vector<bool> writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes,
                                  const Meshes& meshes) {
    ChannelWriter writer(document, scene, nodes, meshes);
    for (unsigned int i = 0; i < scene.mNumAnimations && !document.budget().error(); ++i) {
        writer.write(*scene.mAnimations[i]);
    }
    return std::move(writer).isAnimated();
}

} // namespace assimp_md2
