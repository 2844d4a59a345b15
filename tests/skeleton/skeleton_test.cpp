// SPDX-License-Identifier: BSD-3-Clause
// Skeletons of generated models, of degenerate input, and of real models when they are there.
#include "skeleton/fit_skeleton.h"

#include "importer/md2/clips.h"
#include "skeleton/check.h"
#include "skeleton/models.h"
#include "skeleton/player.h"
#include "skeleton/rigid_fit.h"
#include "skeleton/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assimp_md2::inner {
namespace {

using namespace test;

Skeleton fitted(const AnimatedModel& model, std::size_t maxBones = 64) {
    Skeleton skeleton = fitSkeleton(model.input(maxBones), {});
    EXPECT_EQ(defectOf(skeleton, model.input(maxBones)), "") << model.name;
    return skeleton;
}

using Position = std::array<float, 3>;

/// A model of which every vertex of every frame is at `position(frame, vertex)`; steps of 0.01.
template <typename PositionAt>
AnimatedModel modelOf(std::size_t frames, std::size_t vertices, const PositionAt& positionAt) {
    AnimatedModel model;
    model.frameCount = frames;
    model.vertexCount = vertices;
    model.steps.assign(frames, 0.01F);
    model.clips = {{0, frames}};
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (std::size_t v = 0; v < vertices; ++v) {
            const Position point = positionAt(frame, v);
            model.positions.insert(model.positions.end(), point.begin(), point.end());
        }
    }
    return model;
}

Eigen::Vector3d positionIn(const AnimatedModel& model, std::size_t frame, std::size_t vertex) {
    return Vector3(&model.positions[3 * (frame * model.vertexCount + vertex)]).cast<double>();
}

float turnOf(const BoneKey& a, const BoneKey& b) {
    float dot = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        dot += a.rotation[i] * b.rotation[i];
    }
    return 2 * std::acos(std::min(1.0F, std::abs(dot)));
}

/// A rest frame beyond the frames: none.
constexpr std::size_t kNoRestFrame = 1000;

/// Puts the first coordinates of each frame to where they are in frame 0.
void keepStill(AnimatedModel& model, std::size_t coordinates) {
    for (std::size_t frame = 1; frame < model.frameCount; ++frame) {
        std::copy_n(model.positions.data(), coordinates,
                    model.positions.data() + frame * model.vertexCount * 3);
    }
}

/// Whether a bone has the same key in all frames.
bool isStill(const Skeleton& skeleton, std::size_t bone) {
    const BoneKey& first = skeleton.key(bone, 0);
    for (std::size_t frame = 1; frame < skeleton.frameCount; ++frame) {
        const BoneKey& key = skeleton.key(bone, frame);
        if (key.rotation != first.rotation || key.translation != first.translation) {
            return false;
        }
    }
    return true;
}

TEST(SlowSkeleton, RigidPartsGetABoneEachAndOnlyRoundingErrors) {
    std::vector<std::size_t> counts{1, 2, 5, 12, 30};
#ifdef ASSIMP_MD2_LARGE_SKELETONS
    counts.push_back(40);
#endif
    for (const std::size_t parts : counts) {
        const AnimatedModel model = rigidParts(parts, 20, 40);
        const Skeleton skeleton = fitted(model);
        EXPECT_EQ(skeleton.bones.size(), parts);
        EXPECT_LT(skeleton.quality.maximum, 1e-3) << parts << " parts of a model of 60 units";
        const Skeleton rounded = fitted(quantized(model));
        EXPECT_EQ(rounded.bones.size(), parts);
        EXPECT_EQ(rounded.quality.withinStep, 1);
    }
}

TEST(Skeleton, AsManyRigidPartsAsBonesAreAllowedGetABoneEach) {
    // Growth alone puts several of these parts into one cluster.
    struct {
        std::size_t parts;
        std::size_t frames;
    } const rows[] = {
        {12, 60},
#ifdef ASSIMP_MD2_LARGE_SKELETONS
        {40, 40},
#endif
    };
    for (const auto& row : rows) {
        const Skeleton skeleton = fitted(quantized(rigidParts(row.parts, 20, row.frames)), row.parts);
        EXPECT_EQ(skeleton.bones.size(), row.parts);
        EXPECT_EQ(skeleton.quality.withinStep, 1) << row.parts << " parts, " << row.frames << " frames";
    }
}

TEST(Skeleton, WithAThirdOfTheBonesAModelKeepsItsShape) {
    // Without a limit, both models get more than 20 bones.
    for (const AnimatedModel& model : {flag(), cape()}) {
        const Skeleton skeleton = fitted(model, 8);
        constexpr double kSize = 40;
        EXPECT_LT(skeleton.quality.rms, 0.01 * kSize) << model.name;
        EXPECT_LT(skeleton.quality.maximum, 0.05 * kSize) << model.name;
    }
}

TEST(SlowSkeleton, GeneratedModelsAreWithinAStep) {
    struct {
        AnimatedModel model;
        std::size_t mostBones;
    } const rows[] = {
        {walkingFigure(), 12}, {flag(), 40}, {cape(), 60}, {vanishingPart(), 24}, {jumpingPart(), 14}};
    for (const auto& row : rows) {
        const Skeleton skeleton = fitted(row.model);
        EXPECT_LE(skeleton.bones.size(), row.mostBones) << row.model.name;
        EXPECT_GE(skeleton.quality.withinStep, 0.99) << row.model.name;
        // The file itself is off by up to half a step.
        const float step = *std::max_element(row.model.steps.begin(), row.model.steps.end());
        EXPECT_LT(skeleton.quality.rms, 0.5 * double{step}) << row.model.name;
    }
}

TEST(Skeleton, TheQualityIsThatOfThePlayedKeys) {
    const AnimatedModel model = flag();
    const Skeleton skeleton = fitted(model, 8);
    double squares = 0;
    double maximum = 0;
    std::size_t within = 0;
    for (std::size_t frame = 0; frame < model.frameCount; ++frame) {
        for (std::size_t v = 0; v < model.vertexCount; ++v) {
            const double distance = (playedPosition(skeleton, frame, v) - positionIn(model, frame, v)).norm();
            squares += distance * distance;
            maximum = std::max(maximum, distance);
            within += distance <= double{model.steps[frame]} ? 1U : 0U;
        }
    }
    const auto pairs = static_cast<double>(model.frameCount * model.vertexCount);
    EXPECT_NEAR(skeleton.quality.rms, std::sqrt(squares / pairs), 1e-4);
    EXPECT_NEAR(skeleton.quality.maximum, maximum, 1e-3);
    EXPECT_NEAR(skeleton.quality.withinStep, static_cast<double>(within) / pairs, 1e-3);
}

TEST(Skeleton, APartThatDoesNotMoveStaysExactlyStill) {
    // Two boxes: one turns, the other stays, up to the rounding of a frame whose scale changes.
    AnimatedModel model = rigidParts(2, 20, 40);
    keepStill(model, 60);
    for (const AnimatedModel& each : {model, quantized(model)}) {
        const Skeleton skeleton = fitted(each);
        ASSERT_EQ(skeleton.bones.size(), 2U);
        const std::size_t still = skeleton.weights[0].bone[0];
        EXPECT_EQ(skeleton.weights[0].count, 1U);
        for (std::size_t frame = 1; frame < model.frameCount; ++frame) {
            for (std::size_t v = 0; v < 20; ++v) {
                const Eigen::Vector3d moved =
                    playedPosition(skeleton, frame, v) - playedPosition(skeleton, 0, v);
                ASSERT_LT(moved.cwiseAbs().maxCoeff(), 2e-5);
            }
        }
        EXPECT_TRUE(isStill(skeleton, still));
    }
}

TEST(Skeleton, ASmallPartThatDoesNotMoveIsAChildOfTheRoot) {
    // Between two keys, only a bone whose parents have equal keys stays where it is.
    AnimatedModel model = rigidParts(3, 20, 40);
    keepStill(model, 30); // half of the first part
    const Skeleton skeleton = fitted(model);
    ASSERT_EQ(skeleton.bones.size(), 4U);
    EXPECT_EQ(skeleton.weights[0].count, 1U);
    const std::size_t still = skeleton.weights[0].bone[0];
    EXPECT_EQ(skeleton.bones[still].parent, -1);
    EXPECT_TRUE(isStill(skeleton, still));
}

/// Bones and the vertices that they move, for boneTree.
struct Parts : SkinnedModel {
    /// Bones that turn by an angle about an axis from the first frame to the second.
    Parts(const Eigen::Vector3d& axis, const std::vector<double>& angles) {
        for (const double angle : angles) {
            motions.emplace_back(2);
            motions.back().set(1,
                               {Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis)), Eigen::Vector3d::Zero()});
        }
    }

    /// Adds `count` vertices with these weights.
    ///
    /// \param place the position of a vertex, by its number among those that are added
    template <typename Place>
    void add(int count, const VertexWeights& of, Place place) {
        for (int i = 0; i < count; ++i) {
            weights.push_back(of);
            rest.push_back(place(static_cast<float>(i)));
        }
    }

    /// For each bone, the bone that boneTree makes its parent, or kRoot.
    std::vector<int> parents(double size) const {
        const std::vector<TreeBone> tree = boneTree(*this, {{0, 1}}, size);
        std::vector<int> result(motions.size(), kRoot);
        for (const TreeBone& bone : tree) {
            if (bone.parent >= 0) {
                result[bone.motion] = static_cast<int>(tree[static_cast<std::size_t>(bone.parent)].motion);
            }
        }
        return result;
    }

    static constexpr int kRoot = -1;
};

using Parents = std::vector<int>;

TEST(Skeleton, BonesThatTheParentDoesNotCarryAreChildrenOfTheRoot) {
    // Bone 1 shares vertices with both others and turns about x. Bone 2 turns with it, bone 0 is only
    // shifted.
    Parts parts(Eigen::Vector3d::UnitX(), {0, 1.287, 1.287});
    parts.motions[0].set(1, {Eigen::Quaterniond::Identity(), Eigen::Vector3d(0, 3, 0)});
    const auto near = [](float i) { return Vector3(std::sin(i), std::cos(i), 0.1F * i); };
    parts.add(10, {{0, 1}, {0.6F, 0.4F}, 2}, near);
    parts.add(10, {{1, 2}, {0.4F, 0.6F}, 2}, [](float i) { return Vector3(std::sin(i), std::cos(i), 5); });
    parts.add(20, {{1}, {1}, 1}, near);
    EXPECT_EQ(parts.parents(6), (Parents{Parts::kRoot, Parts::kRoot, 1}));
}

TEST(Skeleton, ABoneThatItsParentDoesNotCarryIsAChildOfTheGrandparent) {
    // Bone 0 turns a little. Bone 1 swings by 90 degrees on it and shares vertices with bones 0
    // and 2. Bone 2 moves with bone 0.
    Parts parts(Eigen::Vector3d::UnitZ(), {0.1, 1.5, 0.1});
    const auto around = [](float x) {
        return [x](float i) { return Vector3(x + 0.1F * std::cos(i), 0.1F * std::sin(i), 0.1F * i); };
    };
    for (const float x : {0.0F, -1.0F, -2.0F}) {
        parts.add(10, {{0}, {1}, 1}, around(x));
    }
    parts.add(10, {{0, 1}, {0.6F, 0.4F}, 2}, around(0));
    parts.add(10, {{1}, {1}, 1}, around(3));
    parts.add(10, {{1, 2}, {0.4F, 0.6F}, 2}, around(6));
    parts.add(10, {{2}, {1}, 1}, around(7));
    EXPECT_EQ(parts.parents(10), (Parents{Parts::kRoot, 0, 0}));
}

TEST(Skeleton, ABoneThatTurnsWithAnotherIsItsChild) {
    // An arm turns by 114° around the shoulder, in the origin, and the hand at its end turns with it.
    // Below the root, the hand would move on a straight line.
    Parts parts(Eigen::Vector3d::UnitZ(), {2, 2});
    const auto after = [](float x) {
        return [x](float i) { return Vector3(0.1F * (x + i), 0.2F * std::sin(i), 0.2F * std::cos(i)); };
    };
    parts.add(40, {{0}, {1}, 1}, after(0));
    parts.add(1, {{0, 1}, {0.5F, 0.5F}, 2}, after(40));
    parts.add(19, {{1}, {1}, 1}, after(41));
    EXPECT_EQ(parts.parents(6), (Parents{Parts::kRoot, 0}));
}

TEST(Skeleton, ABoneOfFewVerticesIsALeaf) {
    // A chain of bones that turn alike: the middle one shares vertices with both others.
    for (const auto& [middle, parentOfLast] : {std::pair{3, 0}, {12, 1}}) {
        Parts parts(Eigen::Vector3d::UnitX(), {1, 1, 1});
        const auto around = [](float x) {
            return [x](float i) { return Vector3(x, std::cos(i), std::sin(i)); };
        };
        parts.add(30, {{0}, {1}, 1}, around(0));
        parts.add(middle, {{0, 1}, {0.5F, 0.5F}, 2}, around(1));
        parts.add(middle, {{1, 2}, {0.5F, 0.5F}, 2}, around(2));
        parts.add(10, {{2}, {1}, 1}, around(3));
        EXPECT_EQ(parts.parents(6), (Parents{Parts::kRoot, 0, parentOfLast})) << middle;
    }
}

TEST(Skeleton, ParentAndPreviousFrameDecideAboutAnUndeterminedRotation) {
    // The bone has two points on the x axis, and a third one that determines its roll in frame 0 only.
    constexpr std::size_t kFrames = 3;
    constexpr double kRoll = 0.5;
    const auto turned = [](double angle) {
        return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
    };
    Motion parent(kFrames);
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        parent.set(frame, {turned(0.4 * static_cast<double>(frame)), Eigen::Vector3d::Zero()});
    }
    const std::vector<float> steps(kFrames, 0.01F);
    for (const bool hasParent : {false, true}) {
        RigidFit fit(steps, kNoRestFrame);
        fit.start({0, 0, 0});
        Path right = Path::Zero(kFrames, 3);
        right.col(0) = 1;
        Path third = Path::Zero(kFrames, 3);
        third.row(0) << 0, std::cos(0.5F), std::sin(0.5F);
        fit.add(1, {-1, 0, 0}, -right);
        fit.add(1, {1, 0, 0}, right);
        fit.add(1, {0, 1, 0}, third);
        Motion motion(kFrames);
        fit.solve(motion, nullptr, hasParent ? &parent : nullptr);
        for (std::size_t frame = 0; frame < kFrames; ++frame) {
            const double expected = kRoll + (hasParent ? 0.4 * static_cast<double>(frame) : 0);
            EXPECT_LT(motion[frame].rotation.angularDistance(turned(expected)), 1e-3)
                << "frame " << frame << (hasParent ? ", with a parent" : "");
        }
    }
}

TEST(Skeleton, AFigureOfWellDeterminedPartsHasItsFullHierarchy) {
    const Skeleton skeleton = fitted(walkingFigure());
    EXPECT_EQ(skeleton.quality.swings, 0U);
    EXPECT_EQ(std::count_if(skeleton.bones.begin(), skeleton.bones.end(),
                            [](const Skeleton::Bone& bone) { return bone.parent < 0; }),
              1)
        << skeleton.bones.size() << " bones";
    EXPECT_GE(skeleton.bones.size(), 10U);
}

TEST(Skeleton, AChainWithUndeterminedPartsDoesNotSwing) {
    const Skeleton skeleton = fitted(chainWithUndeterminedParts());
    EXPECT_GT(skeleton.quality.pairs, 190U);
    EXPECT_EQ(skeleton.quality.swings, 0U);
}

TEST(Skeleton, ARobotThatFallsApartDoesNotSwing) {
    const AnimatedModel model = fallingRobot();
    const Skeleton skeleton = fitted(model);
    EXPECT_EQ(skeleton.quality.swings, 0U);
    // The centres of the parts fly on straight lines.
    constexpr std::size_t kParts = 8;
    constexpr std::size_t kCorners = 8;
    constexpr double kHeight = 40;
    Player player(skeleton);
    const auto centreOf = [&](std::size_t part) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (std::size_t v = kCorners * part; v < kCorners * (part + 1); ++v) {
            sum += player.position(v) / kCorners;
        }
        return sum;
    };
    for (const FramePair& pair : framePairs(model.clips)) {
        for (std::size_t part = 0; part < kParts; ++part) {
            player.moveTo(pair.first);
            const Eigen::Vector3d from = centreOf(part);
            player.moveTo(pair.second);
            const Eigen::Vector3d to = centreOf(part);
            player.moveTo(pair, 0.5);
            EXPECT_LT((centreOf(part) - (from + to) / 2).norm(), 0.02 * kHeight) << pair.first;
        }
    }
}

TEST(SlowSkeleton, BonesAreNumberedDepthFirst) {
    for (const AnimatedModel& model : {walkingFigure(), vanishingPart(), cape()}) {
        const Skeleton skeleton = fitted(model);
        std::vector<int> path; // from the root to the previous bone
        for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
            while (!path.empty() && path.back() != skeleton.bones[i].parent) {
                path.pop_back();
            }
            EXPECT_EQ(path.empty(), skeleton.bones[i].parent < 0) << model.name << ", bone " << i;
            path.push_back(static_cast<int>(i));
        }
    }
}

TEST(Skeleton, PairsAreThoseOfTheClipsAndTheirClosingKeys) {
    using Pairs = std::vector<FramePair>;
    EXPECT_EQ(framePairs({{0, 3, true}, {1, 2}, {3, 3}, {4, 2, true}, {5, 1, true}}),
              (Pairs{{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 4}}));
}

TEST(Skeleton, ChildrenSwingIfTheirParentsTurnsAreCompensated) {
    // A child that stands still at both keys, under a parent that turns by 120 degrees.
    AnimatedModel model = modelOf(2, 1, [](auto, auto) { return Position{10, 0, 0}; });
    const SkeletonInput input = model.input();
    Skeleton skeleton;
    skeleton.frameCount = 2;
    skeleton.bones = {{-1, {0, 0, 0}}, {0, {10, 0, 0}}};
    skeleton.restPositions = {{10, 0, 0}};
    skeleton.weights = {{{1}, {1}, 1}};
    const auto half = static_cast<float>(std::sqrt(0.75));
    skeleton.keys = {{{1, 0, 0, 0}, {0, 0, 0}},
                     {{0.5F, 0, 0, half}, {0, 0, 0}},
                     {{1, 0, 0, 0}, {10, 0, 0}},
                     {{0.5F, 0, 0, -half}, {-5, -10 * half, 0}}};
    // Half-way, the parent has turned by 60 degrees, and the child is 5 units from the vertex.
    EXPECT_EQ(swingsOf(skeleton, input, {{0, 1}}, 20), 1U);
    EXPECT_EQ(swingsOf(skeleton, input, {{0, 1}}, 1000), 0U);
    EXPECT_EQ(swingsOf(skeleton, input, {{0, 1}}, 0), 0U);
}

TEST(Skeleton, NearestRotationsAreExactAlsoOfPlanesAndLines) {
    std::uint32_t state = 1;
    const auto number = [&] {
        state = state * 1664525U + 1013904223U;
        return static_cast<double>(state >> 8U) / 8388608.0 - 1;
    };
    for (int round = 0; round < 300; ++round) {
        const Eigen::Quaterniond turn =
            Eigen::Quaterniond(number(), number(), number(), number()).normalized();
        // 0: points in space, 1: in a plane, 2: in a line
        const int flat = round % 3;
        Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
        std::vector<Eigen::Vector3d> points;
        for (int i = 0; i < 6; ++i) {
            points.emplace_back(number(), flat < 2 ? number() : 0, flat < 1 ? number() : 0);
            moments += (turn * points.back()) * points.back().transpose();
        }
        for (const Eigen::Quaterniond& start :
             {Eigen::Quaterniond::Identity(), Eigen::Quaterniond(0, 1, 0, 0), turn}) {
            const Eigen::Quaterniond found = nearestRotation(moments, start);
            for (const Eigen::Vector3d& point : points) {
                ASSERT_LT((found * point - turn * point).norm(), 1e-6) << round;
            }
        }
    }
}

TEST(Skeleton, AModelThatDoesNotMoveHasOneStillBone) {
    AnimatedModel model = walkingFigure();
    keepStill(model, model.vertexCount * 3);
    const Skeleton skeleton = fitted(model);
    ASSERT_EQ(skeleton.bones.size(), 1U);
    EXPECT_LT(skeleton.quality.maximum, 1e-5);
    EXPECT_TRUE(isStill(skeleton, 0));
}

TEST(Skeleton, SmallPartsDoNotSpin) {
    // A figure, and parts whose rotation is not determined: a point, a needle, and a part below the
    // step.
    AnimatedModel figure = walkingFigure();
    const float step = figure.steps[0];
    AnimatedModel model =
        modelOf(figure.frameCount, figure.vertexCount + 9, [&](std::size_t frame, std::size_t v) {
            if (v < figure.vertexCount) {
                const float* const p = figure.positions.data() + 3 * (frame * figure.vertexCount + v);
                return Position{p[0], p[1], p[2]};
            }
            const std::size_t i = v - figure.vertexCount;
            const auto noise = static_cast<float>((frame * 7919 + v * 104729) % 1000) / 1000 * step;
            const float shift = 6 * std::sin(0.2F * static_cast<float>(frame));
            const float size = i < 3   ? 0
                               : i < 6 ? 2 * static_cast<float>(i)
                                       : 0.3F * step * static_cast<float>(i % 2);
            return Position{20 + noise, 10 * static_cast<float>(i / 3) + shift + noise, size + noise};
        });
    model.steps = figure.steps;
    model.clips = figure.clips;
    const Skeleton skeleton = fitted(model);
    EXPECT_GE(skeleton.quality.withinStep, 0.995);
    for (std::size_t bone = 0; bone < skeleton.bones.size(); ++bone) {
        for (std::size_t frame = 1; frame < model.frameCount; ++frame) {
            if (frame % 33 != 0) {
                EXPECT_LT(turnOf(skeleton.key(bone, frame), skeleton.key(bone, frame - 1)), 0.6F)
                    << "bone " << bone << " frame " << frame;
            }
        }
    }
}

TEST(Skeleton, PivotsOfAFigureAreAtItsJoints) {
    const Skeleton skeleton = fitted(walkingFigure());
    // Knees and elbows, and where arms, legs and head join the body.
    const std::array<float, 3> joints[] = {{0, 0, 15},     {0, 5.5F, 13},   {0, -5.5F, 13},
                                           {0, 7.7F, 6},   {0, -7.7F, 6},   {0, 2.75F, 0},
                                           {0, -2.75F, 0}, {0, 2.75F, -11}, {0, -2.75F, -11}};
    std::size_t found = 0;
    for (const std::array<float, 3>& joint : joints) {
        found += std::any_of(skeleton.bones.begin(), skeleton.bones.end(), [&](const Skeleton::Bone& bone) {
            const float distance =
                std::hypot(bone.origin[0] - joint[0], bone.origin[1] - joint[1], bone.origin[2] - joint[2]);
            return bone.parent >= 0 && distance < 3;
        });
    }
    EXPECT_GE(found, 8U);
}

TEST(SlowSkeleton, TheRestPoseShowsTheFirstFrame) {
    for (const AnimatedModel& model : generatedModels()) {
        const Skeleton skeleton = fitted(model);
        EXPECT_EQ(skeleton.restFrame, 0U) << model.name;
        if (model.name == "vanishing part") {
            continue; // AFoldedPartIsOpenInTheRestPose looks at it
        }
        double squares = 0;
        for (std::size_t v = 0; v < model.vertexCount; ++v) {
            const Eigen::Vector3d rest = Vector3(skeleton.restPositions[v].data()).cast<double>();
            const Eigen::Vector3d played = playedPosition(skeleton, 0, v);
            EXPECT_LT((rest - played).cwiseAbs().maxCoeff(), 1e-3) << model.name;
            squares += (rest - positionIn(model, 0, v)).squaredNorm();
        }
        EXPECT_LE(std::sqrt(squares / static_cast<double>(model.vertexCount)), double{model.steps[0]})
            << model.name;
    }
}

/// The part of vanishingPart that vanishes, and the end of the arm that holds it.
constexpr std::size_t kFirstVanishing = 504;
constexpr std::size_t kFirstOfHand = 208;
constexpr std::size_t kEndOfHand = 224;

/// By how much the rest pose differs from frame 0 in the vertices of the body, and from the frame `open` in
/// the distances between the vanishing part and the hand.
void expectOpenRestPose(const AnimatedModel& model, std::size_t open) {
    const Skeleton skeleton = fitted(model);
    EXPECT_EQ(skeleton.restFrame, 0U);
    const double step = model.steps[0];
    const auto restOf = [&](std::size_t v) {
        return Vector3(skeleton.restPositions[v].data()).cast<double>().eval();
    };
    for (std::size_t v = 0; v < kFirstVanishing; ++v) {
        EXPECT_LT((restOf(v) - positionIn(model, 0, v)).norm(), 3 * step) << v;
    }
    for (std::size_t v = kFirstVanishing; v < model.vertexCount; ++v) {
        for (std::size_t hand = kFirstOfHand; hand < kEndOfHand; ++hand) {
            const double distance = (positionIn(model, open, v) - positionIn(model, open, hand)).norm();
            EXPECT_NEAR((restOf(v) - restOf(hand)).norm(), distance, 6 * step) << v << ", " << hand;
        }
    }
    const float largest = *std::max_element(model.steps.begin(), model.steps.end());
    EXPECT_LT(skeleton.quality.maximum, 3 * double{largest});
}

TEST(Skeleton, AFoldedPartIsOpenInTheRestPose) {
    expectOpenRestPose(vanishingPart(), 33);
}

TEST(Skeleton, APartThatIsFoldedInMostFramesIsOpenInTheRestPose) {
    AnimatedModel model = vanishingPart();
    for (std::size_t frame = 66; frame < model.frameCount; ++frame) {
        for (std::size_t v = kFirstVanishing; v < model.vertexCount; ++v) {
            std::copy_n(&model.positions[3 * (frame * model.vertexCount + kFirstOfHand)], 3,
                        &model.positions[3 * (frame * model.vertexCount + v)]);
        }
    }
    expectOpenRestPose(model, 33);
}

TEST(Skeleton, AModelThatIsFoldedAsAWholeRestsInTheFirstOpenFrame) {
    AnimatedModel model = walkingFigure();
    for (std::size_t i = 0; i < 3 * 2 * model.vertexCount; ++i) {
        model.positions[i] = 0;
    }
    EXPECT_EQ(fitted(model).restFrame, 2U);
}

constexpr float kHuge = std::numeric_limits<float>::max();

float wave(std::size_t frame, std::size_t vertex) {
    return std::sin(0.7F * static_cast<float>(frame) + static_cast<float>(vertex * vertex));
}

TEST(Skeleton, DegenerateInputGivesAValidSkeleton) {
    struct {
        const char* name;
        std::size_t frames;
        std::size_t vertices;
        Position size; ///< of the waves
        Position centre{};
        bool isPoint = false;
    } const rows[] = {{"a vertex", 9, 1, {1, 0, 0}, {0, 0, 1}},
                      {"a frame", 1, 9, {1, 0, 0}, {0, 0, 1}},
                      {"two frames", 2, 9, {1, 1, 0}, {0, 0, 1}},
                      {"a point", 9, 9, {}, {1, 2, 3}},
                      {"a moving point", 9, 9, {1, 0, 0}, {0, 2, 3}, true},
                      {"a line", 9, 9, {1, 0, 0}},
                      {"a plane", 9, 9, {1, 1, 0}},
                      {"huge", 9, 9, {kHuge, 0, 0}, {0, 0, kHuge}},
                      {"tiny", 9, 9, {1e-40F, 0, 0}},
                      {"far away", 9, 9, {1, 0, 0}, {1e6F, 0, 0}}};
    for (const auto& row : rows) {
        SCOPED_TRACE(row.name);
        const AnimatedModel model =
            modelOf(row.frames, row.vertices, [&](std::size_t frame, std::size_t vertex) {
                const std::size_t v = row.isPoint ? 0 : vertex;
                return Position{row.centre[0] + row.size[0] * wave(frame, v),
                                row.centre[1] + row.size[1] * wave(v, frame + 1), row.centre[2]};
            });
        for (const std::size_t bones : {1U, 3U, 64U, 256U}) {
            fitted(model, bones);
        }
        for (const float step : {0.0F, kHuge}) {
            AnimatedModel other = model;
            std::fill(other.steps.begin(), other.steps.end(), step);
            other.clips = {{0, 1}, {0, model.frameCount}, {model.frameCount - 1, 1, true}};
            fitted(other);
        }
    }
}

TEST(Skeleton, ProgressAscendsToOne) {
    const AnimatedModel model = cape();
    std::vector<double> reported;
    fitSkeleton(model.input(), [&](double done) { reported.push_back(done); });
    EXPECT_GE(reported.size(), 5U);
    EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
    EXPECT_GE(reported.front(), 0);
    EXPECT_EQ(reported.back(), 1);
    EXPECT_TRUE(
        std::any_of(reported.begin(), reported.end(), [](double done) { return done > 0.7 && done < 0.9; }));
}

#ifdef ASSIMP_MD2_MODELS
TEST(SkeletonModels, RealModelsAreWithinAStep) {
    std::vector<double> shares;
    std::vector<double> angles; // between the normals of bones and frames
    std::vector<std::size_t> playerBones;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ASSIMP_MD2_MODELS)) {
        const std::optional<AnimatedModel> model =
            entry.path().extension() == ".md2" ? readModel(entry.path()) : std::nullopt;
        if (model) {
            const Skeleton skeleton = fitted(*model);
            const bool isDamaged = model->name.find("damaged") != std::string::npos;
            if (!isDamaged && model->frameCount >= 8 && model->vertexCount >= 30) {
                shares.push_back(skeleton.quality.withinStep);
                angles.push_back(meanNormalAngle(skeleton, model->normals));
                EXPECT_LE(skeleton.quality.swings, skeleton.quality.pairs / 100) << model->name;
                if (model->frameCount == kPlayerFrames) {
                    playerBones.push_back(skeleton.bones.size());
                }
            }
        }
    }
    ASSERT_FALSE(shares.empty());
    std::sort(shares.begin(), shares.end());
    EXPECT_GE(shares[shares.size() / 2], 0.98);
    EXPECT_GE(shares[shares.size() / 10], 0.92);
    std::sort(angles.begin(), angles.end());
    EXPECT_LT(angles[angles.size() / 2], 12);
    ASSERT_FALSE(playerBones.empty());
    std::sort(playerBones.begin(), playerBones.end());
    EXPECT_LE(playerBones[(playerBones.size() - 1) / 2], 24U);
}
#endif

} // namespace
} // namespace assimp_md2::inner
