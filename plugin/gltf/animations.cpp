// SPDX-License-Identifier: BSD-3-Clause
// The animations of a scene: weights of morph targets, and translation, rotation and scale of nodes.
#include "ai_scene/animations.h"
#include "gltf/parts.h"

#include <assimp/anim.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace assimp_md2 {
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
    const auto dot = [](const aiQuaternion& p, const aiQuaternion& q) {
        return double{p.x} * q.x + double{p.y} * q.y + double{p.z} * q.z + double{p.w} * q.w;
    };
    return std::abs(dot(a, b)) > (1 - 1e-7) * std::sqrt(dot(a, a) * dot(b, b));
}

/// The keys of a channel that glTF allows: each later than the one before, as a float. pose/channels.h sorts
/// keys instead, because it reads scenes of all importers.
template <typename Key>
struct Keys {
    std::vector<float> times; ///< seconds
    std::vector<const Key*> keys;
};

template <typename Key>
Keys<Key> growingKeys(const Key* keys, unsigned int count, double rate, Loan& loan) {
    Keys<Key> result;
    loan.take(std::uint64_t{count} * (sizeof(float) + sizeof(const Key*)));
    result.times.reserve(count);
    result.keys.reserve(count);
    for (unsigned int i = 0; i < count; ++i) {
        const auto time = static_cast<float>(keys[i].mTime / rate);
        const bool isLater = result.times.empty() ? time >= 0 : time > result.times.back();
        if (isLater && std::isfinite(time)) {
            result.times.push_back(time);
            result.keys.push_back(&keys[i]);
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
        if (target != targets.end() && *target == key.mValues[i]) {
            weights[static_cast<std::size_t>(target - targets.begin())] = finite(key.mWeights[i]);
        }
    }
}

/// Writes the weights of keys. If each key of a clip shows the next target or all show the same, its weights
/// are ones at equal distances with zeros between them. Example for three targets: 1 0 0, 0 1 0, 0 0 1. The
/// accessors of all such clips share the bytes of one long sequence.
class WeightWriter {
public:
    explicit WeightWriter(Document& document) : document_(document) {}

    using MorphKeys = std::vector<const aiMeshMorphKey*>;

    /// \param targets stay where they are until the document is written, as the keys do
    std::size_t add(const MorphKeys& keys, const std::vector<unsigned int>& targets) {
        const std::size_t count = keys.size() * targets.size();
        Loan loan(document_.budget);
        loan.take(keys.size() * sizeof(void*) + targets.size() * sizeof(float));
        const auto weights = std::make_shared<std::vector<float>>(targets.size()); // of one key
        if (const auto sequence = sequenceOf(keys, targets, *weights)) {
            return addShared(*sequence, targets.size(), count);
        }
        loan.keep();
        const auto kept = std::make_shared<const MorphKeys>(keys);
        return document_.addElements(ViewContent::Weights, count, [kept, &targets, weights](std::size_t i) {
            const std::size_t target = i % targets.size();
            if (target == 0) {
                readWeights(*(*kept)[i / targets.size()], targets, *weights);
            }
            return std::array{(*weights)[target]};
        });
    }

private:
    struct Sequence {
        std::size_t firstTarget;
        std::size_t step; ///< targets from key to key: 0 or 1
    };

    /// \param weights room for those of one key
    static std::optional<Sequence> sequenceOf(const MorphKeys& keys, const std::vector<unsigned int>& targets,
                                              std::vector<float>& weights) {
        Sequence sequence{0, 1};
        for (std::size_t i = 0; i < keys.size(); ++i) {
            readWeights(*keys[i], targets, weights);
            const auto zeros = static_cast<std::size_t>(std::count(weights.begin(), weights.end(), 0.0f));
            const auto target =
                static_cast<std::size_t>(std::find(weights.begin(), weights.end(), 1.0f) - weights.begin());
            if (i == 0) {
                sequence.firstTarget = target;
            } else if (i == 1 && target == sequence.firstTarget) {
                sequence.step = 0;
            }
            if (zeros + 1 != weights.size() || target == weights.size() ||
                target != sequence.firstTarget + i * sequence.step) {
                return std::nullopt;
            }
        }
        return sequence;
    }

    std::size_t addShared(const Sequence& sequence, std::size_t targetCount, std::size_t count) {
        const std::size_t period = targetCount + sequence.step;
        BufferView*& view = sequences_[period];
        view = view == nullptr ? &document_.newView() : view;
        const std::size_t begin = (period - sequence.firstTarget) % period;
        const auto known = static_cast<std::size_t>(view->size / sizeof(float));
        if (begin + count > known) {
            const std::size_t added = begin + count - known;
            document_.add(*view, added * sizeof(float), [period, known, added](BlockWriter& writer) {
                writeElements(writer, added, [&](std::size_t i) {
                    return std::array{(known + i) % period == 0 ? 1.0f : 0.0f};
                });
            });
        }
        return document_.addAccessor(*view, begin * sizeof(float), {count, 1, kFloatNumber});
    }

    Document& document_;
    std::map<std::size_t, BufferView*> sequences_; ///< by period
};

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
    AnimationWriter(Document& document, const Nodes& nodes, const Meshes& meshes,
                    const std::vector<Moves>& moves)
        : document_(document), nodes_(nodes), meshes_(meshes), moves_(moves), weights_(document) {
        document.budget.take(nodes.count() * 160);
        taken_.resize(nodes.count());
        for (std::size_t i = 0; i < nodes.count(); ++i) {
            const GltfMesh* const mesh = meshes.of(i);
            if (mesh == nullptr || mesh->targets.empty()) {
                continue;
            }
            morphed_.addNode(nameOf(nodes.at(i).mName), i);
            for (const std::string_view name : mesh->namesOfMorphed) {
                document.budget.take(96);
                morphed_.addMesh(name, i);
            }
        }
    }

    /// \return whether it moves anything
    bool write(const aiAnimation& animation) {
        const double rate = ticksPerSecond(animation);
        channels_ = 0;
        JsonText& json = document_.animations;
        json.begin();
        json.member("name", animation.mName.C_Str());
        json.open("channels", "[");
        forEachPath(animation, nodes_,
                    [&](std::size_t node, Path path, const auto* keys, auto count, const auto& value) {
                        if (moves_[node][path] && isFree(node, path)) {
                            Loan loan(document_.budget);
                            writeMoves(node, path, growingKeys(keys, count, rate, loan),
                                       finite(value).size());
                        }
                    });
        for (unsigned int i = 0; i < animation.mNumMorphMeshChannels; ++i) {
            writeWeights(*animation.mMorphMeshChannels[i], rate);
        }
        const bool movesAnything = channels_ > 0;
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
    void writeMoves(std::size_t node, Path path, Keys<Key> keys, std::size_t components) {
        if (keys.times.empty()) {
            return;
        }
        Loan loan(document_.budget); // until they are shared
        loan.take(keys.times.size() * components * sizeof(float));
        std::vector<float> numbers;
        numbers.reserve(keys.times.size() * components);
        for (const Key* const key : keys.keys) {
            const auto element = finite(key->mValue);
            numbers.insert(numbers.end(), element.begin(), element.end());
        }
        const ViewContent content = path == kRotation ? ViewContent::Rotations : ViewContent::Translations;
        const std::size_t output = document_.addShared(content, components, std::move(numbers));
        add(document_.addShared(ViewContent::Times, 1, std::move(keys.times)), output, node, path);
    }

    void writeWeights(const aiMeshMorphAnim& channel, double rate) {
        MorphedByName::Group* const group = morphed_.find(nameOf(channel.mName));
        if (group == nullptr || group->lastAnimation == document_.animations.count()) {
            return;
        }
        Loan loan(document_.budget);
        auto keys = growingKeys(channel.mKeys, channel.mNumKeys, rate, loan);
        if (keys.times.empty()) {
            return;
        }
        group->lastAnimation = document_.animations.count();
        std::optional<std::size_t> input;
        std::map<const GltfMesh*, std::size_t> outputs; // several nodes may have one mesh
        constexpr std::uint64_t kOutput = 64;
        for (const std::size_t node : group->members) {
            const GltfMesh* const mesh = meshes_.of(node);
            if (!isFree(node, kWeights)) {
                continue;
            }
            loan.take(kOutput);
            if (!input) {
                input = document_.addShared(ViewContent::Times, 1, std::move(keys.times));
            }
            const auto [output, isNew] = outputs.try_emplace(mesh);
            if (isNew) {
                output->second = weights_.add(keys.keys, mesh->targets);
            }
            add(*input, output->second, node, kWeights);
        }
    }

    /// Whether the animation has no channel for the path of the node yet. glTF allows only one.
    bool isFree(std::size_t node, Path path) const {
        return taken_[node][path] < document_.animations.count();
    }

    /// Adds a channel and its sampler to the animation.
    ///
    /// \param input the accessor of the times
    void add(std::size_t input, std::size_t output, std::size_t node, Path path) {
        JsonText& json = document_.animations;
        json.open("{");
        json.member("sampler", channels_++);
        json.open("target", "{");
        json.member("node", path == kWeights ? meshes_.nodeWithMesh(node) : node, "path", kPathNames[path]);
        json.close("}}");
        samplers_.open("{");
        samplers_.member("input", input, "output", output);
        samplers_.close("}");
        taken_[node][path] = json.count();
    }

    Document& document_;
    const Nodes& nodes_;
    const Meshes& meshes_;
    const std::vector<Moves>& moves_;
    WeightWriter weights_;
    JsonText samplers_{document_.budget}; ///< of the animation that is being written
    std::size_t channels_ = 0;            ///< of this animation
    /// For each node and path, the number of the last animation with a channel, counted from 1.
    std::vector<std::array<std::size_t, std::size(kPathNames)>> taken_;
    MorphedByName morphed_;
};

} // namespace

std::vector<Moves> findMoves(Document& document, const aiScene& scene, const Nodes& nodes) {
    document.budget.take(nodes.count() * sizeof(Moves));
    std::vector<Moves> moves(nodes.count());
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        forEachPath(*scene.mAnimations[i], nodes,
                    [&](std::size_t node, Path path, const auto* keys, auto count, const auto& value) {
                        const auto isMove = [&](const auto& key) {
                            return key.mTime >= 0 && !isNear(key.mValue, value);
                        };
                        moves[node][path] = moves[node][path] || std::any_of(keys, keys + count, isMove);
                    });
    }
    return moves;
}

bool writeAnimations(Document& document, const aiScene& scene, const Nodes& nodes, const Meshes& meshes,
                     const std::vector<Moves>& moves) {
    AnimationWriter writer(document, nodes, meshes, moves);
    bool keepsRoot = false;
    for (unsigned int i = 0; i < scene.mNumAnimations; ++i) {
        keepsRoot = !writer.write(*scene.mAnimations[i]) || keepsRoot;
    }
    return keepsRoot;
}

} // namespace assimp_md2
