// SPDX-License-Identifier: BSD-3-Clause
// The animations of a scene: weights of morph targets, and translation, rotation and scale of nodes.
#include "gltf/scene/usable_parts.h"
#include "gltf/writer/parts.h"

#include <assimp/anim.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace assimp_md2::inner {
namespace {

/// What a channel changes, and glTF's names for it.
enum Path : std::size_t { kTranslation, kRotation, kScale, kWeights };
constexpr const char* kPathNames[] = {"translation", "rotation", "scale", "weights"};

bool isNear(const aiVector3D& a, const aiVector3D& b) {
    constexpr auto kTolerance = static_cast<ai_real>(1e-5);
    return (a - b).Length() <= kTolerance * (1 + b.Length());
}

/// Whether two quaternions of any length are the same rotation: q and −q are. Rounding errors are about 6e-8.
bool isNear(const aiQuaternion& a, const aiQuaternion& b) {
    return std::abs(dot(toQuaternion(a), toQuaternion(b))) > 1 - 1e-7;
}

template <typename Key>
std::vector<float> secondsOf(const Key* keys, unsigned int count, double ticksPerSecond) {
    std::vector<float> seconds(count);
    std::transform(keys, keys + count, seconds.begin(),
                   [&](const Key& key) { return finite(key.mTime / ticksPerSecond); });
    return seconds;
}

/// Writes a weight for each target to `weights`. A target that the key does not list weighs 0.
void readWeights(const aiMeshMorphKey& key, std::vector<float>& weights) {
    std::fill(weights.begin(), weights.end(), 0.0f);
    for (unsigned int i = 0; i < key.mNumValuesAndWeights; ++i) {
        if (key.mValues[i] < weights.size()) {
            weights[key.mValues[i]] = finite(key.mWeights[i]);
        }
    }
}

/// Calls `visit` with each path of each node channel: the node, the path, its keys and what the node itself
/// has.
template <typename Visit>
void forEachPath(const aiAnimation& animation, const Nodes& nodes, Visit visit) {
    for (unsigned int i = 0; i < animation.mNumChannels; ++i) {
        const aiNodeAnim& channel = *animation.mChannels[i];
        if (const auto node = nodes.find(channel.mNodeName.C_Str())) {
            const Transformation own(nodes.at(*node).mTransformation);
            visit(*node, kTranslation, channel.mPositionKeys, channel.mNumPositionKeys, own.position);
            visit(*node, kRotation, channel.mRotationKeys, channel.mNumRotationKeys, own.rotation);
            visit(*node, kScale, channel.mScalingKeys, channel.mNumScalingKeys, own.scaling);
        }
    }
}

/// Writes the channels of all animations.
class AnimationWriter {
public:
    AnimationWriter(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes,
                    const std::vector<Moves>& moves)
        : document_(document), nodes_(nodes), meshes_(meshes), moves_(moves) {
        for (std::size_t i = 0; i < nodes.count(); ++i) {
            const aiNode& node = nodes.at(i);
            if (meshes.of(i) == nullptr || meshes.of(i)->targetCount == 0) {
                continue;
            }
            morphed_.addNode(node.mName.C_Str(), i);
            for (unsigned int mesh = 0; mesh < node.mNumMeshes; ++mesh) {
                morphed_.addMesh(scene.mMeshes[node.mMeshes[mesh]]->mName.C_Str(), i);
            }
        }
    }

    /// \return whether it moves anything
    bool write(const aiAnimation& animation) {
        const double rate = ticksPerSecond(animation);
        moved_.clear();
        JsonText& json = document_.animations;
        json.begin();
        json.member("name", names_.unique(animation.mName.C_Str()));
        json.open("channels", "[");
        forEachPath(animation, nodes_,
                    [&](std::size_t node, Path path, const auto* keys, auto count, const auto& value) {
                        if (count > 0 && moves_[node][path] && isFree(node, path)) {
                            writeMoves(node, path, keys, secondsOf(keys, count, rate), finite(value).size());
                        }
                    });
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            writeWeights(*animation.mMorphMeshChannels[i], rate);
        }
        const bool movesAnything = !moved_.empty();
        if (!movesAnything) {
            const Vec3 rest = finite(Transformation(nodes_.at(0).mTransformation).position);
            const std::size_t output =
                document_.addShared(ViewContent::Translations, 3, {rest.begin(), rest.end()});
            add(document_.addShared(ViewContent::Times, 1, {0}), output, 0, kTranslation);
        }
        json.close("]");
        json.moveIn("samplers", samplers_);
        json.end();
        return movesAnything;
    }

private:
    template <typename Key>
    void writeMoves(std::size_t node, Path path, const Key* keys, std::vector<float> times,
                    std::size_t components) {
        std::vector<float> numbers;
        numbers.reserve(times.size() * components);
        std::for_each(keys, keys + times.size(), [&](const Key& key) {
            const auto element = finite(key.mValue);
            numbers.insert(numbers.end(), element.begin(), element.end());
        });
        const ViewContent content = path == kRotation ? ViewContent::Rotations : ViewContent::Translations;
        const std::size_t output = document_.addShared(content, components, std::move(numbers));
        add(document_.addShared(ViewContent::Times, 1, std::move(times)), output, node, path);
    }

    void writeWeights(const aiMeshMorphAnim& channel, double rate) {
        const MorphedByName::Members* const members = morphed_.find(channel.mName.C_Str());
        if (members == nullptr || channel.mNumKeys == 0) {
            return;
        }
        const std::size_t input =
            document_.addShared(ViewContent::Times, 1, secondsOf(channel.mKeys, channel.mNumKeys, rate));
        std::map<const GltfMesh*, std::size_t> outputs; // several nodes may have one mesh
        for (const std::size_t node : *members) {
            if (!isFree(node, kWeights)) {
                continue;
            }
            const auto [output, isNew] = outputs.try_emplace(meshes_.of(node));
            if (isNew) {
                output->second = addWeights(channel, output->first->targetCount);
            }
            add(input, output->second, node, kWeights);
        }
    }

    /// \param channel stays where it is until the document is written
    std::size_t addWeights(const aiMeshMorphAnim& channel, std::size_t targets) {
        const auto weights = std::make_shared<std::vector<float>>(targets); // of one key
        return document_.addElements(ViewContent::Weights, channel.mNumKeys * targets,
                                     [&channel, weights](std::size_t i) {
                                         const std::size_t target = i % weights->size();
                                         if (target == 0) {
                                             readWeights(channel.mKeys[i / weights->size()], *weights);
                                         }
                                         return std::array{(*weights)[target]};
                                     });
    }

    /// Whether the animation has no channel for the path of the node yet. glTF allows only one.
    bool isFree(std::size_t node, Path path) const { return moved_.count({node, path}) == 0; }

    /// Adds a channel and its sampler to the animation.
    ///
    /// \param input the accessor of the times
    void add(std::size_t input, std::size_t output, std::size_t node, Path path) {
        JsonText& json = document_.animations;
        json.open("{");
        json.member("sampler", moved_.size());
        json.open("target", "{");
        json.member("node", node, "path", kPathNames[path]);
        json.close("}}");
        samplers_.open("{");
        samplers_.member("input", input, "output", output);
        samplers_.close("}");
        moved_.emplace(node, path);
    }

    Document& document_;
    const Nodes& nodes_;
    const Meshes& meshes_;
    const std::vector<Moves>& moves_;
    UniqueNames names_; ///< of the animations, as writeLoopNames makes them
    JsonText samplers_; ///< of the animation that is being written
    /// The nodes and paths of its channels.
    std::set<std::pair<std::size_t, Path>> moved_;
    MorphedByName morphed_;
};

} // namespace

std::vector<Moves> findMoves(const aiScene& scene, const Nodes& nodes) {
    std::vector<Moves> moves(nodes.count());
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        forEachPath(*scene.mAnimations[i], nodes,
                    [&](std::size_t node, Path path, const auto* keys, auto count, const auto& value) {
                        const auto isMove = [&](const auto& key) { return !isNear(key.mValue, value); };
                        moves[node][path] = moves[node][path] || std::any_of(keys, keys + count, isMove);
                    });
    }
    return moves;
}

bool writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes,
                     const std::vector<Moves>& moves) {
    AnimationWriter writer(document, scene, nodes, meshes, moves);
    bool keepsRoot = false;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        keepsRoot = !writer.write(*scene.mAnimations[i]) || keepsRoot;
    }
    return keepsRoot;
}

} // namespace assimp_md2::inner
