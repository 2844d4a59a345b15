// SPDX-License-Identifier: BSD-3-Clause
// Turns frames of positions into a skeleton: the order of the steps, and their memory.
#include "skeleton/skeleton.h"

#include "skeleton/between.h"
#include "skeleton/blend.h"
#include "skeleton/clusters.h"
#include "skeleton/keys.h"
#include "skeleton/sanitize.h"
#include "skeleton/tree.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace assimp_md2 {
namespace {

/// The share of (frame, vertex) pairs that must be within a step.
constexpr double kWantedShare = 0.98;
/// Rounds of splits that may leave the number of bones as it is.
constexpr int kIdleRounds = 3;
/// The most rounds of splits. Up to 34 are usual; clusters could otherwise appear and vanish in turn.
constexpr int kMostSplitRounds = 64;
/// The most rounds that add bones to a blend. Up to 2 are usual. If each of them helps a little, there could
/// be hundreds.
constexpr int kMostPolishRounds = 16;
/// The most rounds that add bones for vertices that are far off. Up to 2 are usual.
constexpr int kFarRounds = 4;
/// The most rounds that regroup clusters. Up to 5 are usual.
constexpr int kMostRegroupings = 16;
/// The most rounds that make bones steady. Most models need 1.
constexpr int kSteadyRounds = 8;
/// The rounds that hold rotations more tightly.
constexpr int kHoldRounds = 3;
/// Frames in which clusters are sought.
constexpr Index kSampledFrames = 64;

/// The input in coordinates whose largest magnitude is 1.
struct Model {
    Trajectories positions;
    std::vector<float> steps;
    ModelSpace space;
};

Model normalized(const SkeletonInput& input) {
    const auto frames = static_cast<Index>(input.frameCount);
    const auto vertices = static_cast<Index>(input.vertexCount);
    Model model{Trajectories(vertices, frames), std::vector<float>(input.frameCount), {}};
    Vector3 low = Vector3::Constant(kLargestCoordinate);
    Vector3 high = -low;
    const float* position = input.positions;
    const std::size_t points = input.frameCount * input.vertexCount;
    for (std::size_t i = 0; i < points; ++i) {
        for (Index axis = 0; axis < 3; ++axis, ++position) {
            const float value = sanitizedCoordinate(*position);
            low[axis] = std::min(low[axis], value);
            high[axis] = std::max(high[axis], value);
        }
    }
    model.space.centre = (low.cast<double>() + high.cast<double>()) / 2;
    const double size = (high.cast<double>() - low.cast<double>()).maxCoeff() / 2;
    model.space.size = size > 1e-30 ? size : 1;
    position = input.positions;
    for (Index frame = 0; frame < frames; ++frame) {
        model.steps[static_cast<std::size_t>(frame)] =
            static_cast<float>(std::min(sanitizedStep(input.steps[frame]) / model.space.size, 1e6));
        for (Index v = 0; v < vertices; ++v) {
            VertexPath path = model.positions.edit(v);
            for (Index axis = 0; axis < 3; ++axis, ++position) {
                path(frame, axis) = static_cast<float>(
                    (double{sanitizedCoordinate(*position)} - model.space.centre[axis]) / model.space.size);
            }
        }
    }
    return model;
}

/// The first frame in which hardly more vertices are folded than in the best frame: parts that are folded to
/// a point in the rest pose could not be fitted. A vertex is folded if it is near to all its neighbours from
/// which it is far in other frames.
Index restFrame(const Model& model) {
    constexpr Index kNeighbours = 2; // on both sides
    constexpr Index kFewVertices = 50;
    const Index frames = model.positions.frames();
    const Index vertices = model.positions.vertices();
    Eigen::Array<Index, Eigen::Dynamic, 1> folded = Eigen::Array<Index, Eigen::Dynamic, 1>::Zero(frames);
    const float step = *std::max_element(model.steps.begin(), model.steps.end());
    for (Index v = 0; v < vertices; ++v) {
        const ConstVertexPath a = model.positions.of(v);
        Eigen::Array<Index, Eigen::Dynamic, 1> isFolded;
        const Index last = std::min(v + kNeighbours, vertices - 1);
        for (Index other = std::max<Index>(v - kNeighbours, 0); other <= last; ++other) {
            const ConstVertexPath b = model.positions.of(other);
            const auto squares = (a.col(0) - b.col(0)).square() + (a.col(1) - b.col(1)).square() +
                                 (a.col(2) - b.col(2)).square();
            const float longest = squares.maxCoeff();
            if (longest > 25 * step * step) {
                const Eigen::Array<Index, Eigen::Dynamic, 1> isNear = (squares < longest / 100).cast<Index>();
                isFolded = isFolded.size() == 0 ? isNear : isFolded * isNear;
            }
        }
        if (isFolded.size() > 0) {
            folded += isFolded;
        }
    }
    const Index most = folded.minCoeff() + vertices / kFewVertices;
    Index frame = 0;
    while (folded[frame] > most) {
        ++frame;
    }
    return frame;
}

/// Frames at equal distances, ascending, one of which is the rest frame.
std::vector<Index> sampledFrames(Index frames, Index restFrame) {
    const Index count = std::min(frames, kSampledFrames);
    std::vector<Index> sample;
    for (Index i = 0; i < count; ++i) {
        sample.push_back((restFrame + i * frames / count) % frames);
    }
    std::sort(sample.begin(), sample.end());
    return sample;
}

/// Bytes of the buffers during the fit. Small buffers per vertex, bone and frame are rounded up.
std::uint64_t workingBytes(std::uint64_t frames, std::uint64_t vertices, std::uint64_t bones,
                           std::uint64_t pairs) {
    const std::uint64_t sample = std::min<std::uint64_t>(frames, kSampledFrames);
    constexpr std::uint64_t kVectorBytes = 12;
    const std::uint64_t positions = 2 * kVectorBytes * vertices * (frames + sample);
    // In the tree, poses between the pairs of frames. Without closing keys, there are fewer pairs than
    // frames.
    const std::uint64_t between = 192 * (bones + 4) * pairs + 64 * pairs;
    const std::uint64_t holds = sizeof(float) * bones * frames;
    const std::uint64_t motions =
        std::uint64_t{12 * 4 + 4 * 8 + 3 * 8} * bones * (frames + 2 * sample) + 9 * bones * frames;
    const std::uint64_t perFrame = 600 * frames;
    const std::uint64_t perVertex = 1024 * vertices;
    const std::uint64_t perBone = 4 * bones * bones + 512 * bones;
    return positions + motions + between + holds + perFrame + perVertex + perBone + (std::uint64_t{1} << 16);
}

std::uint64_t resultBytes(std::uint64_t frames, std::uint64_t vertices, std::uint64_t bones) {
    return bones * (sizeof(Skeleton::Bone) + frames * sizeof(BoneKey)) +
           vertices * (sizeof(std::array<float, 3>) + sizeof(VertexWeights));
}

std::size_t boneLimit(const SkeletonInput& input) {
    return std::min(std::clamp<std::size_t>(input.maxBones, 1, kMaximumBones), input.vertexCount);
}

/// The frames of the clips that exist.
std::vector<FrameRun> existingRuns(const SkeletonInput& input) {
    std::vector<FrameRun> runs;
    for (const FrameRun& clip : input.clips) {
        if (clip.count > 0 && clip.first < input.frameCount) {
            runs.push_back({clip.first, std::min(clip.count, input.frameCount - clip.first)});
        }
    }
    return runs;
}

/// The median of the diagonals of the frames' bounding boxes.
double medianDiagonal(const Trajectories& positions) {
    const Index frames = positions.frames();
    Eigen::Array<float, Eigen::Dynamic, 3> low = positions.of(0);
    Eigen::Array<float, Eigen::Dynamic, 3> high = low;
    for (Index v = 1; v < positions.vertices(); ++v) {
        low = low.min(positions.of(v));
        high = high.max(positions.of(v));
    }
    Eigen::ArrayXf diagonals = (high - low).square().rowwise().sum().sqrt();
    std::nth_element(diagonals.data(), diagonals.data() + frames / 2, diagonals.data() + frames);
    return double{diagonals[frames / 2]};
}

class Fitter {
public:
    Fitter(const SkeletonInput& input, Index mostBones, const std::function<void(double)>& progress)
        : input_(input)
        , progress_(progress)
        , mostBones_(mostBones)
        , model_(normalized(input))
        , restFrame_(restFrame(model_))
        , sampled_(sampledFrames(model_.positions.frames(), restFrame_))
        , sample_(model_.positions.vertices(), static_cast<Index>(sampled_.size()))
        , rest_(input.vertexCount)
        , pairs_(framePairs(input))
        , diagonal_(medianDiagonal(model_.positions)) {
        for (std::size_t v = 0; v < rest_.size(); ++v) {
            const auto vertex = static_cast<Index>(v);
            rest_[v] = model_.positions.at(vertex, restFrame_);
            for (std::size_t i = 0; i < sampled_.size(); ++i) {
                sample_.edit(vertex).row(static_cast<Index>(i)) =
                    model_.positions.of(vertex).row(sampled_[i]);
            }
        }
        for (const Index sampledFrame : sampled_) {
            sampledSteps_.push_back(model_.steps[static_cast<std::size_t>(sampledFrame)]);
        }
    }

    Skeleton fit() {
        const Index sampledRest =
            std::lower_bound(sampled_.begin(), sampled_.end(), restFrame_) - sampled_.begin();
        Clusters clusters(sample_, sampledRest, rest_, sampledSteps_, mostBones_);
        Blend preview(sample_, sampledRest, rest_, sampledSteps_, mostBones_);
        Blend blend(model_.positions, restFrame_, rest_, model_.steps, mostBones_);
        grow(clusters, preview, blend);
        report(0.7);
        const bool needsMore =
            clusters.count() == mostBones_ && blend.pairsOver() > allowedOver(model_.positions);
        Skeleton skeleton = finished(blend);
        if (needsMore) {
            const std::vector<Index> labels = regroup(clusters, preview);
            if (!labels.empty()) {
                blend.start(labels, preview.motions().bones());
                blend.adopt(preview);
                blend.improveMotions();
                Skeleton other = finished(blend);
                if (other.quality.withinStep > skeleton.quality.withinStep &&
                    other.quality.rms <= skeleton.quality.rms) {
                    skeleton = std::move(other);
                }
            }
        }
        report(1);
        return skeleton;
    }

private:
    void report(double done) {
        if (progress_ && done > reported_) {
            reported_ = done;
            progress_(done);
        }
    }

    Index allowedOver(const Trajectories& positions) const {
        return static_cast<Index>((1 - kWantedShare) * static_cast<double>(positions.vertices()) *
                                  static_cast<double>(positions.frames()));
    }

    /// Adds bones until the wanted share is within a step, or bones do not help any more.
    void grow(Clusters& clusters, Blend& preview, Blend& blend) {
        std::vector<VertexError> errors;
        const auto tryClusters = [&] {
            preview.start(clusters.labels(), clusters.count());
            errors = preview.errors();
            improvePreview(preview);
            // While there are too few bones, the blend distorts fitting bones for vertices without a bone of
            // their own. The smaller of both errors is therefore used.
            for (std::size_t v = 0; v < errors.size(); ++v) {
                if (preview.errors()[v].squared < errors[v].squared) {
                    errors[v] = preview.errors()[v];
                }
            }
        };
        tryClusters();
        int rounds = 0;
        int idle = 0; // rounds since the number of bones has grown
        const auto split = [&](const std::vector<VertexError>& from) {
            const Index before = clusters.count();
            const Index growth = before < 8 ? before : before / 3;
            const Index wanted = std::min(growth, mostBones_ - before);
            if (wanted == 0 || rounds == kMostSplitRounds || clusters.split(from, wanted) == 0) {
                return false;
            }
            ++rounds;
            idle = clusters.count() > before ? 0 : idle + 1;
            tryClusters();
            report(0.4 * static_cast<double>(clusters.count()) / static_cast<double>(mostBones_));
            return idle < kIdleRounds;
        };
        for (;;) {
            bool canSplit = true;
            while (canSplit && preview.pairsOver() > allowedOver(sample_)) {
                canSplit = split(errors);
            }
            blend.start(clusters.labels(), clusters.count());
            blend.adopt(preview);
            for (int i = 0; i < 3; ++i) {
                blend.improveMotions();
                blend.improveRest();
                blend.improveWeights();
            }
            if (!canSplit || blend.pairsOver() <= allowedOver(model_.positions) || !split(blend.errors())) {
                return;
            }
        }
    }

    static void improvePreview(Blend& preview) {
        preview.chooseCandidates();
        for (int i = 0; i < 2; ++i) {
            preview.improveWeights();
            preview.improveMotions();
            preview.improveRest();
        }
    }

    /// Looks for better clusters at the limit of bones: two clusters may move one part, while another cluster
    /// moves two parts.
    ///
    /// \return the cluster of each vertex, if their preview is better; otherwise nothing
    std::vector<Index> regroup(Clusters& clusters, Blend& preview) const {
        const Index over = preview.pairsOver();
        const double squared = preview.squaredError();
        preview.start(clusters.labels(), clusters.count());
        double least = preview.squaredError();
        std::vector<Index> labels;
        Index bones = 0;
        for (int round = 0; round < kMostRegroupings; ++round) {
            clusters.dissolve();
            if (clusters.count() == mostBones_) {
                break;
            }
            clusters.split(preview.errors(), mostBones_ - clusters.count());
            preview.start(clusters.labels(), clusters.count());
            if (preview.squaredError() > 0.95 * least) {
                break;
            }
            least = preview.squaredError();
            labels = clusters.labels();
            bones = clusters.count();
        }
        if (labels.empty()) {
            return labels;
        }
        preview.start(labels, bones);
        improvePreview(preview);
        const bool isBetter = preview.pairsOver() < over && preview.squaredError() < squared;
        return isBetter ? labels : std::vector<Index>();
    }

    void polish(Blend& blend) {
        const Index allowed = allowedOver(model_.positions);
        const auto improve = [&](int iterations) {
            for (int i = 0; i < iterations; ++i) {
                const double before = blend.squaredError();
                blend.improveMotions();
                blend.improveRest();
                blend.improveWeights();
                if (blend.squaredError() > 0.995 * before) {
                    break;
                }
            }
        };
        blend.chooseCandidates();
        improve(4);
        for (int round = 0; round < kMostPolishRounds && blend.pairsOver() > allowed; ++round) {
            const Index before = blend.pairsOver();
            const double squaredBefore = blend.squaredError();
            if (blend.motions().bones() == mostBones_) {
                // Two bones may move one part, while another part has none.
                blend.makeRoom(std::max<Index>(1, mostBones_ / 16));
            }
            const Index bones = blend.motions().bones();
            if (blend.addBones(std::min(mostBones_ - bones, std::max<Index>(1, bones / 6))) == 0) {
                break;
            }
            blend.chooseCandidates();
            blend.improveWeights();
            improve(2);
            if (static_cast<double>(blend.pairsOver()) > 0.99 * static_cast<double>(before) &&
                blend.squaredError() > 0.99 * squaredBefore) {
                break;
            }
        }
        for (Index i = 0; i < removalRounds(); ++i) {
            const Index bones = blend.motions().bones();
            if (blend.removeNeedless(std::max(allowed, blend.pairsOver()), std::max<Index>(1, bones / 8)) ==
                0) {
                break;
            }
            blend.chooseCandidates();
            improve(2);
            report(0.7 + 0.2 * static_cast<double>(i + 1) / static_cast<double>(removalRounds()));
        }
        for (int round = 0; round < kFarRounds; ++round) {
            const Index bones = blend.motions().bones();
            if (blend.addBones(std::min(mostBones_ - bones, std::max<Index>(1, bones / 6)), true) == 0) {
                break;
            }
            blend.chooseCandidates();
            blend.improveWeights();
            improve(2);
        }
        improve(4);
        const Index over = std::max(allowed, blend.pairsOver());
        for (const float share : {0.5F, 0.25F, 0.1F, 0.0F}) {
            const std::vector<std::vector<Index>> runs = blend.stillRuns(existingRuns(input_), share);
            blend.improveMotions(runs);
            blend.improveRest();
            blend.improveWeights();
            blend.improveMotions(runs);
            blend.improveRest();
            if (blend.pairsOver() <= over) {
                break;
            }
        }
    }

    /// Large models have fewer rounds, so that the run time stays linear in their size.
    Index removalRounds() const {
        constexpr Index kPairs = 2'000'000;
        const Index pairs = model_.positions.vertices() * model_.positions.frames();
        return std::clamp<Index>(kPairs / pairs, 2, 16);
    }

    Skeleton finished(Blend& blend) {
        polish(blend);
        blend.removeUnused();
        report(0.9);
        return steadied(blend);
    }

    /// Builds the tree, and holds or detaches bones that swing. Keeps the best of a few rounds.
    Skeleton steadied(Blend& blend) const {
        const Motions& motions = blend.motions();
        const Index frames = motions.frames();
        const double size = diagonal_ * model_.space.size;
        std::vector<bool> isDetached(static_cast<std::size_t>(motions.bones()), false);
        std::vector<float> holds(static_cast<std::size_t>(motions.bones() * frames), 1);
        const auto newTree = [&] {
            return boneTree(motions, blend.weights(), blend.rest(), pairs_, diagonal_, isDetached);
        };
        std::vector<TreeBone> tree = newTree();
        Skeleton best;
        Index bestOver = 0;
        for (int round = 0; round < kSteadyRounds; ++round) {
            blend.steadyMotions(tree, holds);
            blend.improveRest();
            tree = newTree();
            Skeleton skeleton = assembled(blend, tree);
            const Between found = between(skeleton, input_, pairs_, size);
            skeleton.quality.swings = found.swings.size();
            skeleton.quality.between = found.largest;
            if (round == 0) {
                bestOver = blend.pairsOver() + allowedOver(model_.positions) / 2;
            }
            const bool isBetter =
                round == 0 || (found.swings.size() < best.quality.swings && blend.pairsOver() <= bestOver);
            const bool blamed = !found.swings.empty() && round + 1 < kSteadyRounds &&
                                blameSwings(blend, tree, skeleton, found.swings, isDetached,
                                            round < kHoldRounds ? &holds : nullptr);
            if (isBetter) {
                best = std::move(skeleton);
            }
            if (!blamed) {
                break;
            }
        }
        const SkeletonQuality measured = best.quality;
        best.quality = playedQuality(best, input_, model_.space.size);
        best.quality.pairs = pairs_.size();
        best.quality.swings = measured.swings;
        best.quality.between = measured.between;
        const auto linked = std::count_if(best.bones.begin(), best.bones.end(),
                                          [](const Skeleton::Bone& bone) { return bone.parent >= 0; });
        best.quality.linked = static_cast<double>(linked) / static_cast<double>(best.bones.size());
        return best;
    }

    /// A bone that swings only in the tree becomes a child of the root. The rotations of the other bones that
    /// swing are held more tightly.
    ///
    /// \param holds nullptr: they stay, and the parents of a bone become children of the root, too
    /// \return whether anything has changed
    bool blameSwings(const Blend& blend, const std::vector<TreeBone>& tree, const Skeleton& skeleton,
                     const std::vector<Swing>& swings, std::vector<bool>& isDetached,
                     std::vector<float>* holds) const {
        constexpr float kTighter = 16;
        constexpr float kTightest = 4096; // an additional point 32 steps from the centre
        const Motions& motions = blend.motions();
        std::vector<FramePair> pairs;
        pairs.reserve(swings.size());
        for (const Swing& swing : swings) {
            pairs.push_back(swing.pair);
        }
        const Skeleton flat = assembled(blend, flatTree(blend.weights(), blend.rest(), motions.bones()));
        const std::vector<Swing> flatSwings =
            between(flat, input_, pairs, diagonal_ * model_.space.size).swings;
        bool changed = false;
        for (const Swing& swing : swings) {
            // Both lists are in the order of the pairs.
            const auto flatSwing =
                std::lower_bound(flatSwings.begin(), flatSwings.end(), swing.pair,
                                 [](const Swing& other, const FramePair& pair) { return other.pair < pair; });
            const bool swingsFlat = flatSwing != flatSwings.end() && flatSwing->pair == swing.pair;
            const VertexWeights& weights = skeleton.weights[swing.vertex];
            for (std::size_t i = 0; i < weights.count; ++i) {
                const auto bone = static_cast<std::size_t>(tree[weights.bone[i]].motion);
                if (!swingsFlat) {
                    int link = weights.bone[i];
                    do {
                        const TreeBone& node = tree[static_cast<std::size_t>(link)];
                        const auto motion = static_cast<std::size_t>(node.motion);
                        changed = changed || !isDetached[motion];
                        isDetached[motion] = true;
                        link = holds == nullptr ? node.parent : -1;
                    } while (link >= 0);
                } else if (holds != nullptr) {
                    const std::size_t frame = std::max(swing.pair.first, swing.pair.second);
                    float& hold = (*holds)[bone * skeleton.frameCount + frame];
                    changed = changed || hold < kTightest;
                    hold = std::min(hold * kTighter, kTightest);
                }
            }
        }
        return changed;
    }

    Skeleton assembled(const Blend& blend, const std::vector<TreeBone>& tree) const {
        Skeleton skeleton;
        skeleton.frameCount = input_.frameCount;
        skeleton.restFrame = static_cast<std::size_t>(restFrame_);
        skeleton.bones.reserve(tree.size());
        skeleton.restPositions.reserve(input_.vertexCount);
        skeleton.weights.reserve(input_.vertexCount);
        std::vector<std::uint16_t> treeIndex(tree.size());
        const auto inModel = [&](const Eigen::Vector3d& point) {
            const Vector3 moved = (model_.space.centre + model_.space.size * point).cast<float>();
            return std::array<float, 3>{moved.x(), moved.y(), moved.z()};
        };
        std::vector<TreeBone> rounded = tree;
        for (std::size_t i = 0; i < tree.size(); ++i) {
            treeIndex[static_cast<std::size_t>(tree[i].motion)] = static_cast<std::uint16_t>(i);
            skeleton.bones.push_back({tree[i].parent, inModel(tree[i].origin)});
            // The keys are computed for the origin after it is rounded to float.
            const std::array<float, 3>& origin = skeleton.bones.back().origin;
            rounded[i].origin =
                (Eigen::Vector3d(origin[0], origin[1], origin[2]) - model_.space.centre) / model_.space.size;
        }
        for (std::size_t v = 0; v < input_.vertexCount; ++v) {
            skeleton.restPositions.push_back(inModel(blend.rest()[v].cast<double>()));
            skeleton.weights.push_back(inTree(blend.weights()[v], treeIndex));
        }
        skeleton.keys = localKeys(blend.motions(), rounded, model_.space);
        return skeleton;
    }

    static VertexWeights inTree(const VertexWeights& weights, const std::vector<std::uint16_t>& treeIndex) {
        double sum = 0;
        for (std::size_t i = 0; i < weights.count; ++i) {
            sum += double{weights.weight[i]};
        }
        VertexWeights result;
        for (std::size_t i = 0; i < weights.count; ++i) {
            const std::uint16_t bone = treeIndex[weights.bone[i]];
            std::size_t place = result.count++;
            for (; place > 0 && result.bone[place - 1] > bone; --place) {
                result.bone[place] = result.bone[place - 1];
                result.weight[place] = result.weight[place - 1];
            }
            result.bone[place] = bone;
            result.weight[place] = static_cast<float>(double{weights.weight[i]} / sum);
        }
        return result;
    }

    const SkeletonInput& input_;
    const std::function<void(double)>& progress_;
    double reported_ = 0;
    Index mostBones_;
    Model model_;
    Index restFrame_;
    std::vector<Index> sampled_;
    Trajectories sample_;
    std::vector<float> sampledSteps_;
    std::vector<Vector3> rest_;
    std::vector<FramePair> pairs_;
    double diagonal_;
};

} // namespace

std::uint64_t fitBytes(const SkeletonInput& input) {
    const std::uint64_t bones = boneLimit(input);
    // Results are compared: that of the first clusters, the best and the newest of the present ones, and one
    // without links.
    return workingBytes(input.frameCount, input.vertexCount, bones, mostPairs(input)) +
           4 * resultBytes(input.frameCount, input.vertexCount, bones);
}

Skeleton fitSkeleton(const SkeletonInput& input, const std::function<void(double)>& progress) {
    if (input.frameCount == 0 || input.vertexCount == 0) {
        throw std::invalid_argument("a skeleton needs a frame and a vertex");
    }
    return Fitter(input, static_cast<Index>(boneLimit(input)), progress).fit();
}

} // namespace assimp_md2
