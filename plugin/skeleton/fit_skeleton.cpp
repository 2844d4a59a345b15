// SPDX-License-Identifier: BSD-3-Clause
// Turns frames of positions into a skeleton: the order of the steps, and their memory.
#include "skeleton/fit_skeleton.h"

#include "skeleton/blend.h"
#include "skeleton/clusters.h"
#include "skeleton/keys.h"
#include "skeleton/player.h"
#include "skeleton/rest_pose.h"
#include "skeleton/tree.h"

#include <algorithm>
#include <numeric>

namespace assimp_md2::inner {
namespace {

/// The share of (frame, vertex) pairs that must be within a step.
constexpr double kWantedShare = 0.985;
/// Frames in which clusters are sought.
constexpr std::size_t kSampledFrames = 64;

/// Up to this number of clusters, each round of splits doubles them. Later rounds add a third.
constexpr std::size_t kDoubledClusters = 7;
constexpr std::size_t kClustersPerSplit = 3;
/// The most rounds that regroup clusters. Up to 5 are usual.
constexpr int kMostRegroupings = 16;
/// A round that regroups clusters must lower the error to this share.
constexpr double kRegrouped = 0.95;

/// A round that adds bones adds one for this number of bones. At the limit, it first removes one of this
/// number.
constexpr std::size_t kBonesPerAdded = 6;
constexpr std::size_t kBonesPerRoom = 16;
/// The most rounds that add bones to a blend. Up to 2 are usual. If each of them helps a little, there could
/// be hundreds.
constexpr int kMostAddingRounds = 16;
/// A round that adds bones must lower the error, or the pairs beyond a step, to this share.
constexpr double kAdded = 0.99;
/// A round that removes bones removes at most one of this number.
constexpr std::size_t kBonesPerRemoved = 8;
/// The most rounds that add bones for vertices that are far off. Up to 2 are usual.
constexpr int kFarRounds = 4;
/// How often the parts of a blend are improved in turn: at first, after each change of the bones, and before
/// and after all changes.
constexpr int kFirstIterations = 3;
constexpr int kIterations = 2;
constexpr int kLongIterations = 4;
/// The iterations end early if one does not lower the error to this share.
constexpr double kImproved = 0.995;
/// By how many steps a bone that is held still may move its vertices: the first that puts no more pairs
/// beyond a step.
constexpr std::array<float, 4> kHeldShares{0.5F, 0.25F, 0.1F, 0};

/// Coordinates beyond this magnitude are clamped to it, so that the results are finite.
constexpr float kLargestCoordinate = 1e30F;

/// The input in coordinates whose largest magnitude is 1.
Frames normalized(const SkeletonInput& input, ModelSpace& space) {
    using Points = Eigen::Map<const Eigen::Matrix3Xf>;
    const auto vertices = static_cast<Index>(input.vertexCount);
    const auto frameCount = static_cast<Index>(input.frameCount);
    const auto all = Points(input.positions, 3, vertices * frameCount)
                         .cwiseMax(-kLargestCoordinate)
                         .cwiseMin(kLargestCoordinate);
    const Eigen::Vector3d low = all.rowwise().minCoeff().cast<double>();
    const Eigen::Vector3d high = all.rowwise().maxCoeff().cast<double>();
    const double size = (high - low).maxCoeff() / 2;
    space = {(low + high) / 2, size > 1e-30 ? size : 1};
    Frames frames{std::vector<Path>(input.vertexCount, Path(frameCount, 3)), {}, 0};
    for (Index frame = 0; frame < frameCount; ++frame) {
        const double step = double{input.steps[frame]} / space.size;
        frames.steps.push_back(static_cast<float>(std::min(step, 1e6)));
        for (Index v = 0; v < vertices; ++v) {
            const Eigen::Vector3d point = all.col(frame * vertices + v).cast<double>();
            frames.positions[static_cast<std::size_t>(v)].row(frame) =
                ((point - space.centre) / space.size).cast<float>().transpose().array();
        }
    }
    return frames;
}

/// Frames at equal distances, one of which is the rest frame.
Frames sampled(const Frames& frames) {
    const std::size_t all = frames.steps.size();
    const std::size_t count = std::min(all, kSampledFrames);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back((frames.rest + i * all / count) % all);
    }
    std::sort(chosen.begin(), chosen.end());
    Frames sample;
    sample.positions.assign(frames.positions.size(), Path(static_cast<Index>(count), 3));
    for (std::size_t i = 0; i < count; ++i) {
        sample.steps.push_back(frames.steps[chosen[i]]);
        sample.rest = chosen[i] == frames.rest ? i : sample.rest;
        for (std::size_t v = 0; v < frames.positions.size(); ++v) {
            sample.positions[v].row(static_cast<Index>(i)) =
                frames.positions[v].row(static_cast<Index>(chosen[i]));
        }
    }
    return sample;
}

/// The median of the diagonals of the frames' bounding boxes.
double medianDiagonal(const std::vector<Path>& positions) {
    Path low = positions[0];
    Path high = low;
    for (const Path& path : positions) {
        low = low.min(path);
        high = high.max(path);
    }
    Eigen::ArrayXf diagonals = (high - low).square().rowwise().sum().sqrt();
    std::sort(diagonals.begin(), diagonals.end());
    return double{diagonals[diagonals.size() / 2]};
}

std::size_t allowedOver(const Frames& frames) {
    return static_cast<std::size_t>((1 - kWantedShare) *
                                    static_cast<double>(frames.positions.size() * frames.steps.size()));
}

std::size_t boneLimit(const SkeletonInput& input) {
    return std::min(input.maxBones, input.vertexCount);
}

class Fitter {
public:
    Fitter(const SkeletonInput& input, const std::function<void(double)>& progress)
        : input_(input)
        , progress_(progress)
        , mostBones_(boneLimit(input))
        , frames_(normalized(input, space_))
        , pairs_(framePairs(input.clips))
        , size_(medianDiagonal(frames_.positions)) {
        chooseRestPose(frames_, input);
        sample_ = sampled(frames_);
    }

    Skeleton fit() {
        Clusters clusters(sample_, mostBones_);
        Blend preview(sample_, mostBones_);
        Blend blend(frames_, mostBones_);
        grow(clusters, preview);
        blend.start(clusters.labels(), clusters.count());
        blend.adopt(preview);
        improve(blend, kFirstIterations);
        report(0.7);
        const bool needsMore = clusters.count() == mostBones_ && blend.pairsOver() > allowedOver(frames_);
        Skeleton skeleton = finished(blend);
        if (needsMore && regroup(clusters, preview)) {
            blend.start(regrouped_, preview.boneCount());
            blend.adopt(preview);
            improve(blend, 1);
            Skeleton other = finished(blend);
            if (other.quality.withinStep > skeleton.quality.withinStep &&
                other.quality.rms <= skeleton.quality.rms) {
                skeleton = std::move(other);
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

    static void improve(Blend& blend, int iterations) {
        for (int i = 0; i < iterations; ++i) {
            const double before = blend.squaredError();
            blend.improveMotions();
            blend.improveRest();
            blend.improveWeights();
            if (blend.squaredError() > kImproved * before) {
                break;
            }
        }
    }

    /// Splits clusters until the wanted share is within a step, or splits do not help any more.
    void grow(Clusters& clusters, Blend& preview) {
        std::vector<VertexError> errors = show(clusters, preview);
        while (preview.pairsOver() > allowedOver(sample_)) {
            const std::size_t before = clusters.count();
            const std::size_t growth = before <= kDoubledClusters ? before : before / kClustersPerSplit;
            if (clusters.split(errors, std::min(growth, mostBones_ - before)) == 0) {
                return;
            }
            errors = show(clusters, preview);
            if (clusters.count() <= before) {
                return;
            }
            report(0.4 * static_cast<double>(clusters.count()) / static_cast<double>(mostBones_));
        }
    }

    /// Fits the preview to clusters.
    ///
    /// \return the errors of the vertices. While there are too few bones, the blend distorts fitting bones
    ///     for vertices without a bone of their own. They are therefore the smaller ones of both errors, with
    ///     one bone per vertex and with several
    static std::vector<VertexError> show(const Clusters& clusters, Blend& preview) {
        preview.start(clusters.labels(), clusters.count());
        std::vector<VertexError> errors = preview.errors();
        improvePreview(preview);
        for (std::size_t v = 0; v < errors.size(); ++v) {
            if (preview.errors()[v].squared < errors[v].squared) {
                errors[v] = preview.errors()[v];
            }
        }
        return errors;
    }

    static void improvePreview(Blend& preview) {
        preview.chooseCandidates();
        for (int i = 0; i < kIterations; ++i) {
            preview.improveWeights();
            preview.improveMotions();
            preview.improveRest();
        }
    }

    /// Looks for better clusters at the limit of bones: two clusters may move one part, while another cluster
    /// moves two parts.
    ///
    /// \return whether the preview shows better clusters; they are in regrouped_
    bool regroup(Clusters& clusters, Blend& preview) {
        const std::size_t over = preview.pairsOver();
        const double squared = preview.squaredError();
        preview.start(clusters.labels(), clusters.count());
        double least = preview.squaredError();
        std::size_t bones = 0;
        for (int round = 0; round < kMostRegroupings; ++round) {
            clusters.dissolve();
            if (clusters.count() == mostBones_) {
                break;
            }
            clusters.split(preview.errors(), mostBones_ - clusters.count());
            preview.start(clusters.labels(), clusters.count());
            if (preview.squaredError() > kRegrouped * least) {
                break;
            }
            least = preview.squaredError();
            regrouped_ = clusters.labels();
            bones = clusters.count();
        }
        if (bones == 0) {
            return false;
        }
        preview.start(regrouped_, bones);
        improvePreview(preview);
        return preview.pairsOver() < over && preview.squaredError() < squared;
    }

    Skeleton finished(Blend& blend) {
        blend.chooseCandidates();
        improve(blend, kLongIterations);
        addMissing(blend);
        removeNeedless(blend);
        for (int round = 0; round < kFarRounds && addBones(blend, true); ++round) {
        }
        improve(blend, kLongIterations);
        holdStill(blend);
        blend.removeUnused();
        report(0.9);
        return steadied(blend);
    }

    /// \return whether there are new bones
    bool addBones(Blend& blend, bool onlyFar) const {
        const std::size_t bones = blend.boneCount();
        const std::size_t most =
            std::min(mostBones_ - bones, std::max<std::size_t>(1, bones / kBonesPerAdded));
        if (blend.addBones(most, onlyFar) == 0) {
            return false;
        }
        blend.chooseCandidates();
        blend.improveWeights();
        improve(blend, kIterations);
        return true;
    }

    void addMissing(Blend& blend) const {
        for (int round = 0; round < kMostAddingRounds && blend.pairsOver() > allowedOver(frames_); ++round) {
            const auto over = static_cast<double>(blend.pairsOver());
            const double squared = blend.squaredError();
            if (blend.boneCount() == mostBones_) {
                // Two bones may move one part, while another part has none.
                blend.removeBones(std::max<std::size_t>(1, mostBones_ / kBonesPerRoom), std::nullopt);
            }
            if (!addBones(blend, false) || (static_cast<double>(blend.pairsOver()) > kAdded * over &&
                                            blend.squaredError() > kAdded * squared)) {
                break;
            }
        }
    }

    void removeNeedless(Blend& blend) {
        // Large models have fewer rounds, so that the run time stays linear in their size.
        constexpr std::size_t kPairs = 2'000'000;
        const auto rounds = std::clamp<std::size_t>(kPairs / (input_.vertexCount * input_.frameCount), 2, 16);
        for (std::size_t i = 0; i < rounds; ++i) {
            const std::size_t most = std::max<std::size_t>(1, blend.boneCount() / kBonesPerRemoved);
            if (blend.removeBones(most, std::max(allowedOver(frames_), blend.pairsOver())) == 0) {
                break;
            }
            blend.chooseCandidates();
            improve(blend, kIterations);
            report(0.7 + 0.2 * static_cast<double>(i + 1) / static_cast<double>(rounds));
        }
    }

    /// Gives bones that hardly move the same transformation in consecutive frames.
    void holdStill(Blend& blend) const {
        const std::size_t over = std::max(allowedOver(frames_), blend.pairsOver());
        for (const float share : kHeldShares) {
            const std::vector<Held> held = blend.heldFrames(input_.clips, share);
            blend.improveMotions(held);
            blend.improveRest();
            blend.improveWeights();
            blend.improveMotions(held);
            blend.improveRest();
            if (blend.pairsOver() <= over) {
                break;
            }
        }
    }

    /// Builds the tree.
    Skeleton steadied(Blend& blend) const {
        blend.steadyMotions(boneTree(blend.model(), pairs_, size_));
        blend.improveRest();
        Skeleton skeleton =
            assembled(blend.model(), boneTree(blend.model(), pairs_, size_), input_.frameCount, space_);
        // An added rest frame is a copy of frame 0 with open parts.
        skeleton.restFrame = frames_.rest < input_.frameCount ? frames_.rest : 0;
        skeleton.quality = errorsAtFrames(skeleton, input_, double{kRounding} * space_.size);
        skeleton.quality.pairs = pairs_.size();
        skeleton.quality.swings = swingsOf(skeleton, input_, pairs_, size_ * space_.size);
        return skeleton;
    }

    const SkeletonInput& input_;
    const std::function<void(double)>& progress_;
    double reported_ = 0;
    std::size_t mostBones_;
    ModelSpace space_{};
    Frames frames_;
    Frames sample_;
    std::vector<FramePair> pairs_;
    double size_; ///< of the model in the coordinates of the fit
    std::vector<std::size_t> regrouped_;
};

} // namespace

std::uint64_t fitBytes(const SkeletonInput& input) {
    const std::uint64_t bones = boneLimit(input);
    const std::uint64_t vertices = input.vertexCount;
    const std::uint64_t frames = input.frameCount + 1; // a rest frame may be added
    const std::uint64_t sample = std::min<std::uint64_t>(frames, kSampledFrames);
    const std::uint64_t pairs =
        std::accumulate(input.clips.begin(), input.clips.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const FrameRun& clip) { return sum + clip.count; });
    // Positions and residuals of all frames and of the sample; the motions of the clusters and of both
    // blends, with the frames in which bones are held; the poses of the tree between pairs of frames. Two
    // results are compared. Small buffers per vertex, bone and frame are rounded up.
    const std::uint64_t positions = 2 * sizeof(float) * 3 * vertices * (frames + sample);
    const std::uint64_t motions =
        (sizeof(BonePose) + sizeof(float) * 12) * bones * (frames + 2 * sample) + 9 * bones * frames;
    const std::uint64_t between = 3 * sizeof(BonePose) * (bones + 4) * pairs + 64 * pairs;
    const std::uint64_t result = bones * (sizeof(Skeleton::Bone) + frames * sizeof(BoneKey)) +
                                 vertices * (sizeof(std::array<float, 3>) + sizeof(VertexWeights));
    const std::uint64_t small = 600 * frames + 1024 * vertices + (4 * bones + 512) * bones + (1U << 16U);
    return positions + motions + between + 3 * result + small;
}

Skeleton fitSkeleton(const SkeletonInput& input, const std::function<void(double)>& progress) {
    return Fitter(input, progress).fit();
}

} // namespace assimp_md2::inner
